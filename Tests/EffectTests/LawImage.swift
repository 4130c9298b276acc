// SPDX-License-Identifier: MIT
import PixelCore
import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A frame as laws were published for: R'G'B' and alpha of every pixel, from 0 to 1, in double precision. Beyond its edges it goes on as
/// its nearest pixels do.
struct LawImage {
    typealias Pixel = SIMD4<Double>

    let width: Int
    let height: Int
    private var pixels: [Pixel]

    init(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
        (self.width, self.height) = (width, height)
        pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
    }

    subscript(x: Int, y: Int) -> Pixel { pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }

    func map(_ change: (Pixel) -> Pixel) -> LawImage { LawImage(width, height) { change(self[$0, $1]) } }

    /// Between four pixels in proportion to nearness; whole numbers are their middles.
    func sample(_ x: Double, _ y: Double) -> Pixel {
        let (left, above) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (right, below) = (x - Double(left), y - Double(above))
        func row(_ y: Int) -> Pixel { self[left, y] * (1 - right) + self[left + 1, y] * right }
        return row(above) * (1 - below) + row(above + 1) * below
    }

    /// Sums of pixels in columns and then in rows, so many pixels away.
    func summed(_ points: [(away: Double, weight: Double)]) -> LawImage {
        func sum(_ sample: (Double) -> Pixel) -> Pixel { points.reduce(Pixel()) { $0 + $1.weight * sample($1.away) } }
        let columns = LawImage(width, height) { x, y in sum { self.sample(Double(x), Double(y) + $0) } }
        return LawImage(width, height) { x, y in sum { columns.sample(Double(x) + $0, Double(y)) } }
    }

    /// Through the Gaussian of GPUImage.
    func gaussian(_ radius: Double) -> LawImage {
        let sigma = radius.rounded()
        guard sigma >= 1 else { return self }
        let variance = sigma * sigma
        var reach = Int((-2 * variance * log((2 * .pi * variance).squareRoot() / 256)).squareRoot())
        reach += reach % 2
        let points = (-reach...reach).map { (away: Double($0), weight: exp(-Double($0 * $0) / (2 * variance))) }
        let sum = points.reduce(0) { $0 + $1.weight }
        return summed(points.map { ($0.away, $0.weight / sum) })
    }

    func mean(reach: Int) -> LawImage {
        summed((-reach...reach).map { (Double($0), 1 / Double(2 * reach + 1)) })
    }

    // MARK: Alpha

    /// Colours times alpha.
    var multiplied: LawImage { map { Pixel($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) } }

    /// Colours by alpha.
    var divided: LawImage {
        map { $0.w > 0 ? Pixel($0.x / $0.w, $0.y / $0.w, $0.z / $0.w, $0.w) : Pixel() }
    }

    // MARK: Codes

    static func luma(_ pixel: Pixel) -> Double { 0.2125 * pixel.x + 0.7154 * pixel.y + 0.0721 * pixel.z }

    /// Codes of the components that a format has, and of alpha where it has that, before they are rounded.
    func codes(_ format: PixelFormat, _ c: Colorimetry) -> [[Double]] {
        pixels.map { pixel in
            let p = pixel.clamped(lowerBound: Pixel(), upperBound: Pixel(repeating: 1))
            let alpha = format.alphaOffset == nil ? [] : [255 * p.w]
            guard FormatTable.yuv.contains(format) else { return [255 * p.x, 255 * p.y, 255 * p.z] + alpha }
            let luma = c.kr * p.x + (1 - c.kr - c.kb) * p.y + c.kb * p.z
            return [
                luma * c.lumaScale + c.lumaOffset, (p.z - luma) / (2 * (1 - c.kb)) * c.chromaScale + c.chromaOffset,
                (p.x - luma) / (2 * (1 - c.kr)) * c.chromaScale + c.chromaOffset,
            ] + alpha
        }
    }

    /// What a frame of bytes says, with a sample of each component for every pixel.
    init(_ frame: TestFrame, _ c: Colorimetry) {
        let colors = FilterLaw.colors(Codes(frame), c)
        let offset = frame.format.alphaOffset
        self.init(frame.width, frame.height) { x, y in
            let alpha = offset.map { (frame.rowBase(0, y) + (4 * x + $0)).load(as: UInt8.self) }
            return Pixel(colors[y][x], alpha.map { Double($0) / 255 } ?? 1)
        }
    }

    /// Writes codes, rounded.
    func store(_ frame: TestFrame, _ c: Colorimetry) {
        for (index, codes) in codes(frame.format, c).enumerated() {
            let (x, y) = (index % width, index / width)
            for (component, code) in codes.enumerated() {
                let at =
                    component < 3
                    ? FormatTable.position(frame.format, component, x) : (0, 4 * x + (frame.format.alphaOffset ?? 0))
                let byte = UInt8(min(max((code + 0.5).rounded(.down), 0), 255))
                frame.rowBase(at.0, y).storeBytes(of: byte, toByteOffset: at.1, as: UInt8.self)
            }
        }
    }

    /// Writes codes of any format, rounded; chroma is the mean of what it covers. Alpha stays.
    func storeMeans(_ frame: TestFrame, _ c: Colorimetry) {
        let layout = Codes(frame)
        var sums = layout.values.map { $0.map { $0.map { _ in (sum: 0.0, count: 0.0) } } }
        for (index, codes) in codes(frame.format, c).enumerated() {
            for component in 0..<min(3, sums.count) {
                let own = (x: index % width, y: index / width)
                let at = component == 0 ? own : layout.chromaPosition(own.x, own.y)
                sums[component][at.y][at.x].sum += codes[component]
                sums[component][at.y][at.x].count += 1
            }
        }
        let maximum = Double(1 << FormatTable.depth(frame.format)) - 1
        for (component, rows) in sums.enumerated() {
            for (y, row) in rows.enumerated() {
                for (x, sum) in row.enumerated() where sum.count > 0 {
                    frame.store(Int(min(max((sum.sum / sum.count).rounded(), 0), maximum)), component, x, y)
                }
            }
        }
    }

    /// As a frame keeps it.
    func stored(_ format: PixelFormat, _ c: Colorimetry) -> LawImage {
        let frame = TestFrame(format, width: width, height: height)
        store(frame, c)
        return LawImage(frame, c)
    }
}

/// What frames of tests show.
enum LawScene: CaseIterable {
    /// Slopes and a soft disc: neighbours are nearly equal.
    case smooth
    /// Noise at all scales as in nature, and edges.
    case natural
    /// Any codes.
    case random

    func image(_ width: Int, _ height: Int, hasAlpha: Bool) -> LawImage {
        var generator = Generator(seed: 17)
        func any() -> Double { Double.random(in: 0...1, using: &generator) }
        func anyPixel(_ least: Double = 0) -> LawImage.Pixel { LawImage.Pixel(any(), any(), any(), any()) }
        let layers = [32, 16, 8, 4, 2, 1].map { size in
            (size, LawImage(width / size + 2, height / size + 2) { _, _ in anyPixel() })
        }
        return LawImage(width, height) { x, y in
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            var pixel: LawImage.Pixel
            switch self {
            case .smooth:
                pixel = Self.smoothPixel(u, v)
            case .natural:
                pixel = LawImage.Pixel()
                for (size, layer) in layers {
                    let size = Double(size)
                    pixel += layer.sample(Double(x) / size, Double(y) / size) * (size / 63)
                }
                if 3 * x > 2 * y + width { pixel = LawImage.Pixel(repeating: 1.2) - pixel }
            case .random:
                pixel = layers[5].1[x, y]
            }
            pixel.w = hasAlpha ? max(pixel.w, 0.1) : 1
            return pixel
        }
    }

    // In steps with types: Swift 6.2, which the tests of aarch64 are compiled by, finds none in one expression.
    private static func smoothPixel(_ u: Double, _ v: Double) -> LawImage.Pixel {
        let (x, y): (Double, Double) = (u - 0.4, v - 0.5)
        let distance: Double = (x * x + y * y).squareRoot()
        let disc: Double = 1 / (1 + exp(40 * (distance - 0.25)))
        let red: Double = 0.2 + 0.3 * u + 0.4 * disc
        let green: Double = 0.8 - 0.5 * v
        let blue: Double = 0.3 + 0.2 * u * v + 0.3 * disc
        return LawImage.Pixel(red, green, blue, 1 - 0.5 * u)
    }
}
