// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Marks on a frame, of one colour, which show what was found in it.
///
/// They are drawn with places as fractions of the frame, from the left and the top.
public final class Marks {
    private let (width, height): (Int, Int)
    private let memory: Scratch
    /// Whether each row has marks.
    private let rows: Scratch
    /// How thick strokes are, in pixels.
    private let thickness: Int

    init(width: Int, height: Int) throws {
        (self.width, self.height) = (width, height)
        memory = try Scratch(byteCount: width * height)
        rows = try Scratch(byteCount: height)
        thickness = max(1, (height + 180) / 360)
    }

    /// Removes all.
    func clear() {
        for y in 0..<height where isMarked(y) {
            row(y).update(repeating: 0, count: width)
            rows.values(as: UInt8.self)[y] = 0
        }
    }

    /// Bytes of a row: 0 where there is no mark.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { memory.values(as: UInt8.self) + y * width }

    func isMarked(_ y: Int) -> Bool { rows.values(as: UInt8.self)[y] != 0 }

    /// Draws a square around a pixel, eight strokes wide and open in its middle.
    public func square(x: Double, y: Double) {
        let (column, row) = (pixel(x, width), pixel(y, height))
        let outer = 4 * thickness
        let inner = outer - thickness
        fill(column - outer...column + outer, row - outer...row - inner - 1)
        fill(column - outer...column + outer, row + inner + 1...row + outer)
        fill(column - outer...column - inner - 1, row - inner...row + inner)
        fill(column + inner + 1...column + outer, row - inner...row + inner)
    }

    /// Draws a line.
    public func line(x0: Double, y0: Double, x1: Double, y1: Double) {
        func limited(_ place: Double) -> Double { place > 0 ? min(place, 1) : 0 }
        let from = (x: limited(x0) * Double(width), y: limited(y0) * Double(height))
        let to = (x: limited(x1) * Double(width), y: limited(y1) * Double(height))
        let (across, down) = (to.x - from.x, to.y - from.y)
        let count = Int(max(abs(across), abs(down))) + 1
        // To both sides of the middle of a stroke.
        let (before, after) = ((thickness - 1) / 2, thickness / 2)
        for step in 0..<count {
            let part = (Double(step) + 0.5) / Double(count)
            let (x, y) = (Int(from.x + across * part), Int(from.y + down * part))
            if abs(across) > abs(down) {
                fill(x...x, y - before...y + after)
            } else {
                fill(x - before...x + after, y...y)
            }
        }
    }

    private func pixel(_ place: Double, _ count: Int) -> Int {
        place > 0 ? Int(min(place * Double(count), Double(count - 1))) : 0
    }

    private func fill(_ columns: ClosedRange<Int>, _ lines: ClosedRange<Int>) {
        let (columns, lines) = (columns.clamped(to: -1...width), lines.clamped(to: -1...height))
        for y in lines where (0..<height).contains(y) {
            rows.values(as: UInt8.self)[y] = 1
            for x in columns where (0..<width).contains(x) { row(y)[x] = 1 }
        }
    }
}

/// Puts marks, or an image of what was measured, into frames.
final class MarkPainter: BandedEffect {
    let marks: Marks
    private let tiles: TileRoute
    private let threadBytes: Int
    private var image: UnsafePointer<UInt8>?
    private var color = SIMD3<Float>.zero

    init(_ video: VideoInfo, kernels: any KernelSet.Type) throws {
        marks = try Marks(width: video.width, height: video.height)
        var plan = ScratchPlan()
        tiles = TileRoute(
            video.format, width: video.width, colorimetry: video.colorimetry, model: .native, in: &plan,
            kernels: kernels)
        threadBytes = plan.byteCount
        super.init(kernels: kernels)
        try begin(video)
    }

    override var scratchBytes: Int { threadBytes }

    /// Puts marks of a colour into a frame, or makes an image of bytes of it.
    func paint(_ frame: Frame, color: ColorSetting, image: UnsafePointer<UInt8>?, bands: BandExecutor) throws {
        try check(frame)
        func part(_ shift: UInt32) -> Double { Double(color >> shift & 255) / 255 }
        self.image = image
        self.color = native(SIMD3(part(16), part(8), part(0)))
        try renderBands(frame, bands: bands)
        self.image = nil
    }

    /// R'G'B' as the frame has it.
    private func native(_ rgb: SIMD3<Double>) -> SIMD3<Float> {
        guard let video, video.format.layout.model != .rgb else { return SIMD3<Float>(rgb) }
        let rows = ColorMatrix.fromRGB(video.colorimetry).rows
        return SIMD3(Float((rows.0 * rgb).sum()), Float((rows.1 * rgb).sum()), Float((rows.2 * rgb).sum()))
    }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        let isRGB = frame.layout.model == .rgb
        for unit in units {
            let covered = frame.layout.chromaShiftY > 0 ? frame.lumaRows(ofChromaRow: unit) : (unit, unit)
            guard let covered, image != nil || marks.isMarked(covered.0) || marks.isMarked(covered.1) else { continue }
            tiles.map(
                frame, units: unit..<unit + 1, columns: 0..<frame.width, reads: image == nil, scratch: thread.scratch
            ) { [image, marks, color] rows, span, _ in
                let colors = rows.colors
                if let image {
                    let from = image + (span.row * frame.width + span.column)
                    for i in 0..<span.count {
                        let gray = Float(from[i]) / 255
                        (colors.c0[i], colors.c1[i], colors.c2[i]) = (gray, isRGB ? gray : 0, isRGB ? gray : 0)
                    }
                } else {
                    let marked = marks.row(span.row) + span.column
                    for i in 0..<span.count where marked[i] != 0 {
                        (colors.c0[i], colors.c1[i], colors.c2[i]) = (color.x, color.y, color.z)
                    }
                }
                return rows
            }
        }
    }
}
