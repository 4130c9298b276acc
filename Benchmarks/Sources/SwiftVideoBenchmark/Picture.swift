import Effects
import PixelCore

/// A picture in memory of its own, filled with noise, planes one after the other without padding.
final class Picture {
    let info: PictureInfo
    let base: UnsafeMutableRawPointer
    let bytes: UnsafeMutableRawBufferPointer
    let frame: Frame

    init(_ format: PixelFormat, _ width: Int, _ height: Int, seed: UInt64 = 1) {
        let layout = format.layout
        info = Self.info(format, width, height)
        let sizes = (0..<layout.planeCount).map {
            layout.rowBytes(plane: $0, width: width) * layout.rows(plane: $0, height: height, interlaced: false)
        }
        let byteCount = sizes.reduce(0, +)
        base = .allocate(byteCount: byteCount, alignment: 64)
        bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
        var state = seed
        for i in 0..<bytes.count {
            // Knuth's MMIX generator; the high bits are good enough for pixels.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[i] = UInt8(truncatingIfNeeded: state >> 56)
        }
        var offset = 0
        var planes: [Plane] = []
        for (plane, size) in sizes.enumerated() {
            planes.append(Plane(base: base + offset, stride: layout.rowBytes(plane: plane, width: width)))
            offset += size
        }
        let first = planes[0]
        frame = Frame(
            format: format, width: width, height: height,
            planes: (first, planes.count > 1 ? planes[1] : first, planes.count > 2 ? planes[2] : first))
    }

    /// What every picture of a format and size is: BT.709, Y'CbCr in limited range, everything else in full range.
    static func info(_ format: PixelFormat, _ width: Int, _ height: Int) -> PictureInfo {
        let layout = format.layout
        return PictureInfo(
            format: format, width: width, height: height,
            colorimetry: Colorimetry(matrix: .bt709, fullRange: layout.model != .ycbcr, depth: layout.depth))
    }

    deinit {
        base.deallocate()
    }
}
