// SPDX-License-Identifier: MIT
import Effects
import Glibc
import PixelCore

/// What images show.
enum Content: String, Codable {
    /// Anything.
    case video
    /// What hides all behind it.
    case opaque
    /// A slope with noise and holes, as depth cameras give it.
    case depth
}

/// What images are for.
enum Purpose {
    /// Every byte any value: nothing that kernels do goes unseen.
    case check
    /// Smooth areas, edges and a little noise, as videos have: branches are as hard to foretell as there.
    case timing
}

/// An image in memory of its own, planes one after the other without padding.
final class Image {
    let info: VideoInfo
    let base: UnsafeMutableRawPointer
    let bytes: UnsafeMutableRawBufferPointer
    let frame: Frame

    init(
        _ info: VideoInfo, showing content: Content = .video, for purpose: Purpose = .check, seed: UInt64 = 1
    ) {
        let (layout, width, height) = (info.format.layout, info.width, info.height)
        self.info = info
        let sizes = (0..<layout.planeCount).map {
            layout.rowBytes(plane: $0, width: width) * layout.rows(plane: $0, height: height, interlaced: false)
        }
        let byteCount = sizes.reduce(0, +)
        base = .allocate(byteCount: byteCount, alignment: 64)
        bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
        var offset = 0
        var planes: [Plane] = []
        for (plane, size) in sizes.enumerated() {
            planes.append(Plane(base: base + offset, stride: layout.rowBytes(plane: plane, width: width)))
            offset += size
        }
        let first = planes[0]
        frame = Frame(
            format: info.format, width: width, height: height,
            planes: (first, planes.count > 1 ? planes[1] : first, planes.count > 2 ? planes[2] : first))
        fillWithNoise(seed: seed)
        if purpose == .timing, content != .depth { makeScene(seed: Int(seed)) }
        switch content {
        case .video: break
        case .opaque: makeOpaque()
        case .depth: makeDepth()
        }
    }

    private func fillWithNoise(seed: UInt64) {
        // Knuth's MMIX generator; the high bits are good enough for pixels.
        var state = seed
        for i in bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[i] = UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// Slopes up and down in blocks, other ones for each component, with what is left of the noise.
    private func makeScene(seed: Int) {
        let layout = info.format.layout
        for index in 0..<layout.planeCount {
            let plane = frame.plane(index)
            let pixel = layout.step(plane: index) * layout.sampleBytes
            let size = layout.rowBytes(plane: index, width: info.width)
            for y in 0..<layout.rows(plane: index, height: info.height, interlaced: false) {
                let row = plane.base.assumingMemoryBound(to: UInt8.self) + y * plane.stride
                for i in 0..<size where layout.sampleBytes == 1 || i % 2 == 1 {
                    let (x, component) = (i / pixel, i % pixel + index)
                    let slope = ((x * (3 + component) + y * (5 + seed)) >> 2) & 511
                    let block = ((x >> 6) ^ (y >> 6)) & 1 == 0 ? 0 : 48
                    row[i] = UInt8(min(slope < 256 ? slope : 511 - slope, 200)) + UInt8(block) + row[i] >> 6
                }
            }
        }
    }

    private func makeOpaque() {
        guard let alpha = info.format.alphaOffset else { return }
        let size = info.format.layout.sampleBytes
        for pixel in stride(from: 0, to: bytes.count, by: 4 * size) {
            for byte in 0..<size { bytes[pixel + alpha * size + byte] = 255 }
        }
    }

    private func makeDepth() {
        let samples = base.assumingMemoryBound(to: UInt16.self)
        for y in 0..<info.height {
            for x in 0..<info.width {
                let noise = samples[y * info.width + x]
                let depth = noise & 15 == 0 ? 0 : UInt16(500 + 3 * y + x) + noise >> 12
                samples[y * info.width + x] = info.format.layout.bigEndian ? depth.bigEndian : depth
            }
        }
    }

    /// Takes what another of the same kind shows.
    func copy(_ other: Image) {
        memcpy(base, other.base, min(bytes.count, other.bytes.count))
    }

    /// A number that tells images apart.
    var fingerprint: UInt64 { fingerprintOf(UnsafeRawBufferPointer(bytes)) }

    deinit {
        base.deallocate()
    }
}

/// FNV-1a on words, then on the bytes that are left.
func fingerprintOf(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: UInt64) {
        hash = (hash ^ value) &* 0x100_0000_01b3
        // Multiplication alone never brings high bits down.
        hash ^= hash >> 29
    }
    let words = bytes.count / 8
    for i in 0..<words { add(bytes.loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self)) }
    for i in 8 * words..<bytes.count { add(UInt64(bytes[i])) }
    return hash
}

extension VideoInfo {
    /// What every image of a format and size is: BT.709, Y'CbCr in limited range and with chroma on the left, everything else in full range.
    init(_ format: PixelFormat, _ size: Size) {
        let layout = format.layout
        self.init(
            format: format, width: size.width, height: size.height,
            colorimetry: Colorimetry(matrix: .bt709, fullRange: layout.model != .ycbcr, depth: layout.depth),
            chromaSite: ChromaSite(isLeft: layout.model == .ycbcr, isTop: false))
    }

    /// Caps that say the same.
    var caps: String {
        let colorimetry =
            switch format.layout.model {
            case .rgb: "sRGB"
            case .ycbcr: "bt709,chroma-site=mpeg2"
            case .gray: "1:3:5:1"
            }
        return "video/x-raw,format=\(format.name),width=\(width),height=\(height),framerate=30/1,"
            + "colorimetry=\(colorimetry)"
    }
}

/// How large images are.
struct Size: Codable, Hashable, CustomStringConvertible {
    var width: Int
    var height: Int

    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    var description: String { "\(width)x\(height)" }
    var pixels: Int { width * height }
}
