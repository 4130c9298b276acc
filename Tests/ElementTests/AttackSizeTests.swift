// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import Glibc
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Bytes that this machine could give now, as the kernel sees it.
private let availableMemory: Int = {
    guard let file = fopen("/proc/meminfo", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix("MemAvailable:") else { continue }
        return (text.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    }
    return 0
}()

/// An image's bytes outside of Swift's arrays, which are slow to make so large.
private final class LargeImage {
    let format: PixelFormat
    let (width, height): (Int, Int)
    let memory: UnsafeMutableRawPointer
    let size: Int
    private let info: GstVideoInfo

    /// Random bytes in the first MiB, then the same again and again, so that no row is like the next.
    init(_ format: PixelFormat, _ width: Int, _ height: Int) throws {
        (self.format, self.width, self.height) = (format, width, height)
        prepare()
        var info = GstVideoInfo()
        try #require(tst_video_info(&info, Image.caps(format, width, height)))
        self.info = info
        size = Int(info.size)
        memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        var generator = Generator(seed: 5)
        let block = 1_048_573
        for i in 0..<min(block, size) {
            memory.storeBytes(of: UInt8(truncatingIfNeeded: generator.next()), toByteOffset: i, as: UInt8.self)
        }
        var filled = block
        while filled < size {
            let count = min(filled, size - filled)
            (memory + filled).copyMemory(from: memory, byteCount: count)
            filled += count
        }
    }

    deinit { memory.deallocate() }

    var caps: String { Image.caps(format, width, height) }
    var buffer: Buffer { Buffer(owning: tst_buffer(memory, size)).setTimes(pts: 0) }

    var image: VideoInfo {
        let layout = format.layout
        return VideoInfo(
            format: format, width: width, height: height,
            colorimetry: height > 576 && layout.model != .gray
                ? Colorimetry(matrix: .bt709, fullRange: layout.model != .ycbcr, depth: layout.depth) : .usual(format),
            frameRate: FrameRate(25, 1),
            chromaSite: ChromaSite(
                isLeft: info.chroma_site.rawValue & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0, isTop: false))
    }

    var frame: Frame {
        func plane(_ index: Int) -> Plane {
            let (offset, stride) = [
                (info.offset.0, info.stride.0), (info.offset.1, info.stride.1), (info.offset.2, info.stride.2),
            ][index < format.layout.planeCount ? index : 0]
            return Plane(base: memory + Int(offset), stride: Int(stride))
        }
        return Frame(
            format: format, width: width, height: height, firstField: .bottom, planes: (plane(0), plane(1), plane(2)),
            time: 0)
    }

    /// Whether a buffer has the same in every row, padding left out.
    func isEqual(to buffer: Buffer) -> Bool {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer.pointer, &map, GST_MAP_READ) != 0 else { return false }
        defer { gst_buffer_unmap(buffer.pointer, &map) }
        guard Int(map.size) == size else { return false }
        for index in 0..<format.layout.planeCount {
            let plane = frame.plane(index)
            let count = format.layout.rowBytes(plane: index, width: width)
            for row in 0..<format.layout.rows(plane: index, height: height, interlaced: false) {
                let position = plane.base + row * plane.stride
                if memcmp(position, map.data + (position - memory), count) != 0 { return false }
            }
        }
        return true
    }
}

extension ElementTests {
    /// Frames as large as there are, and as thin. What an element makes on two threads, with the best kernels of this CPU, is what
    /// the effect makes on one with the baseline's.
    @Suite(.serialized) struct AttackSizes {
        private static let side = 16384
        /// The frame, the buffer, what comes of it, and an effect's own copy, in bytes for a pixel of the largest.
        private static let hasMemory = availableMemory > 5 * 4 * side * side

        private func compare<Effect: InPlaceEffect>(
            _ type: Effect, _ factory: String, _ size: (width: Int, height: Int), _ format: PixelFormat,
            _ set: (ElementHarness) -> Void = { _ in }, settings: Effect.Settings = Effect.Settings()
        ) throws {
            let large = try LargeImage(format, size.width, size.height)
            let harness = try ElementHarness(factory)
            harness.setInt("n-threads", 2)
            set(harness)
            harness.setCaps(large.caps)
            let output = try harness.render(large.buffer)
            #expect(harness.message() == nil)
            try type.configure(large.image)
            try type.update(settings)
            try type.render(large.frame, bands: .serial)
            #expect(large.isEqual(to: output), "\(factory), \(size) \(format.name)")
        }

        private func compareAll(_ size: (width: Int, height: Int), _ format: PixelFormat) throws {
            let kernels = CPULevel.baseline.kernels
            try compare(FilterEffect<Rosy>(kernels: kernels), "swiftrosy", size, format)
            try compare(EqualizationEffect(kernels: kernels), "swifteq", size, format)
            var clahe = EqualizationSettings()
            clahe.method = .clahe
            try compare(
                EqualizationEffect(kernels: kernels), "swifteq", size, format, { $0.setInt("method", 1) },
                settings: clahe)
            try compare(NtscEffect(kernels: kernels), "swiftntsc", size, format)
        }

        @Test("Thin frames of 16384 pixels", arguments: PixelFormat.allCases)
        func thin(format: PixelFormat) throws {
            try withoutCriticals {
                try compareAll((1, Self.side), format)
                try compareAll((Self.side, 1), format)
            }
        }

        @Test(
            "Square frames of 16384 pixels", .enabled(if: hasMemory, "this takes 5 GiB of memory"),
            arguments: isLong ? [PixelFormat.bgrx, .i420, .nv12, .yuy2, .p010, .gray8] : [.i420])
        func square(format: PixelFormat) throws {
            try withoutCriticals { try compareAll((Self.side, Self.side), format) }
        }

        @Test("Depth of 16384 pixels", .enabled(if: hasMemory, "this takes 5 GiB of memory"))
        func depth() throws {
            try withoutCriticals {
                for (width, height) in [(1, Self.side), (Self.side, 1), (Self.side, Self.side)] {
                    let large = try LargeImage(.gray16le, width, height)
                    let harness = try ElementHarness("swiftdepthgray")
                    harness.setInt("n-threads", 2)
                    tst_set_text(harness.element, isLong ? "smoothing" : "temporal", "true")
                    gst_harness_set_sink_caps_str(harness.harness, "video/x-raw, format=GRAY8")
                    harness.setCaps(large.caps)
                    #expect(harness.push(large.buffer) == GST_FLOW_OK)
                    let output = try #require(harness.pull())
                    #expect(harness.message() == nil)
                    var settings = DepthSettings()
                    (settings.smooths, settings.usesTemporal) = (isLong, !isLong)
                    let effect = DepthEffect(kernels: CPULevel.baseline.kernels)
                    let expected = try LargeImage(.gray8, width, height)
                    try effect.configure(large.image, output: expected.image, reduction: 1)
                    try effect.update(settings)
                    try effect.render(large.frame, expected.frame, bands: .serial)
                    #expect(expected.isEqual(to: output), "\(width)x\(height)")
                }
            }
        }

        @Test("Mixes of 16384 pixels", .enabled(if: hasMemory, "this takes 5 GiB of memory"))
        func mix() throws {
            try withoutCriticals {
                for (width, height) in [(1, Self.side), (Self.side, 1), (Self.side, Self.side)] {
                    let first = try LargeImage(.i420, width, height)
                    // To be stretched; of the same colours, which go by the height.
                    let second = try LargeImage(.i420, 100, height > 576 ? 600 : 3)
                    let harness = try MixHarness()
                    harness.setInt("n-threads", 2)
                    harness.setCaps(0, first.caps)
                    harness.setCaps(1, second.caps)
                    harness.push(0, first.buffer)
                    harness.push(1, second.buffer)
                    let output = try #require(harness.pull(seconds: 60))
                    let effect = MixEffect(kernels: CPULevel.baseline.kernels)
                    try effect.configure(first.image)
                    effect.update(MixSettings())
                    let expected = try LargeImage(.i420, width, height)
                    try effect.render(
                        expected.frame, first: first.frame, second: second.frame, fitted: (width, height),
                        bands: .serial)
                    #expect(expected.isEqual(to: output), "\(width)x\(height)")
                }
            }
        }
    }
}
