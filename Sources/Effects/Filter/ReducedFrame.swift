// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

/// The means of cells as a frame of R'G'B' in 16 bits, which laws change before they are sampled.
final class ReducedFrame {
    /// What it is like.
    let video: VideoInfo
    private let memory: Scratch
    /// Between R'G'B' and the components that are sampled.
    private let toRGB: ColorMatrix?
    private let fromRGB: ColorMatrix?

    private static let codes: Float = 65535

    /// Of frames of `video`, in so many columns and rows of cells.
    init(of video: VideoInfo, columns: Int, rows: Int) throws {
        self.video = VideoInfo(
            format: .argb64, width: columns, height: rows,
            colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: 16), frameRate: video.frameRate)
        let isYCbCr = video.format.layout.model == .ycbcr
        toRGB = isYCbCr ? .toRGB(video.colorimetry) : nil
        fromRGB = isYCbCr ? .fromRGB(video.colorimetry) : nil
        memory = try Scratch(byteCount: MemoryLayout<SIMD4<UInt16>>.stride * columns * rows, zeroed: false)
    }

    /// Lets `change` work on the colours of means; what it makes takes their place.
    func change(_ sampled: SampledFrame, _ change: (Frame) throws -> Void) throws {
        for y in 0..<video.height {
            let (values, pixels) = (sampled.values(row: y), pixels(y))
            for x in 0..<video.width { pixels[x] = Self.pixel(values[x], toRGB) }
        }
        let plane = Plane(base: memory.base, stride: MemoryLayout<SIMD4<UInt16>>.stride * video.width)
        try change(
            Frame(format: video.format, width: video.width, height: video.height, planes: (plane, plane, plane)))
        for y in 0..<video.height {
            let (values, pixels) = (sampled.values(row: y), pixels(y))
            for x in 0..<video.width { values[x] = Self.value(pixels[x], fromRGB) }
        }
    }

    private func pixels(_ y: Int) -> UnsafeMutablePointer<SIMD4<UInt16>> {
        memory.values(as: SIMD4<UInt16>.self) + y * video.width
    }

    /// Codes of A, R, G and B for components times alpha, and alpha.
    private static func pixel(_ value: SIMD4<Float>, _ matrix: ColorMatrix?) -> SIMD4<UInt16> {
        let alpha = value.w
        guard alpha > 0 else { return .zero }
        let color = applied(matrix, SIMD3(value.x, value.y, value.z) / alpha)
        let nominal = SIMD4(alpha, color.x, color.y, color.z).clamped(lowerBound: .zero, upperBound: .one)
        return SIMD4<UInt16>(nominal * codes + 0.5)
    }

    private static func value(_ pixel: SIMD4<UInt16>, _ matrix: ColorMatrix?) -> SIMD4<Float> {
        let nominal = SIMD4<Float>(pixel) / codes
        let color = applied(matrix, SIMD3(nominal.y, nominal.z, nominal.w))
        return SIMD4(color, 1) * nominal.x
    }

    private static func applied(_ matrix: ColorMatrix?, _ color: SIMD3<Float>) -> SIMD3<Float> {
        guard let rows = matrix?.rows else { return color }
        func sum(_ row: SIMD3<Double>) -> Float { (SIMD3<Float>(row) * color).sum() }
        return SIMD3(sum(rows.0), sum(rows.1), sum(rows.2))
    }
}
