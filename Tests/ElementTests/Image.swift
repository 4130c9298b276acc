// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

/// The bytes of an image in a format, and where its planes lie.
struct Image {
    let format: PixelFormat
    let width: Int
    let height: Int
    let interlaced: Bool
    var bytes: [UInt8]
    let offsets: [Int]
    let strides: [Int]

    /// Caps of it.
    var caps: String { Self.caps(format, width, height, interlaced: interlaced) }

    static func caps(
        _ format: PixelFormat, _ width: Int, _ height: Int, colorimetry: String? = nil, interlaced: Bool = false
    ) -> String {
        "video/x-raw, format=\(format.name), width=\(width), height=\(height), framerate=25/1"
            + ", interlace-mode=\(interlaced ? "interleaved" : "progressive")"
            + (colorimetry.map { ", colorimetry=(string)\($0)" } ?? "")
    }

    /// Random bytes, laid out as GStreamer does for caps.
    init(_ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false, seed: UInt64 = 1) throws {
        prepare()
        var info = GstVideoInfo()
        let isVideo = tst_video_info(&info, Self.caps(format, width, height, interlaced: interlaced))
        try #require(isVideo)
        self.format = format
        self.width = width
        self.height = height
        self.interlaced = interlaced
        let count = format.layout.planeCount
        offsets = [info.offset.0, info.offset.1, info.offset.2].prefix(count).map { Int($0) }
        strides = [info.stride.0, info.stride.1, info.stride.2].prefix(count).map { Int($0) }
        var generator = Generator(seed: seed)
        bytes = (0..<Int(info.size)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    private init(_ image: Image, bytes: [UInt8], offsets: [Int], strides: [Int]) {
        (format, width, height) = (image.format, image.width, image.height)
        interlaced = image.interlaced
        (self.bytes, self.offsets, self.strides) = (bytes, offsets, strides)
    }

    /// The same image with padding around its planes and after its rows.
    func padded(by padding: Int = 26) -> Image {
        var generator = Generator(seed: 99)
        var newOffsets: [Int] = []
        var size = padding
        let newStrides = strides.map { $0 + padding }
        for plane in strides.indices {
            newOffsets.append(size)
            size += newStrides[plane] * rows(plane) + padding
        }
        let noise = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        var result = Image(self, bytes: noise, offsets: newOffsets, strides: newStrides)
        forRows { plane, row, count in
            for i in 0..<count {
                result.bytes[newOffsets[plane] + row * newStrides[plane] + i] =
                    bytes[
                        offsets[plane] + row * strides[plane] + i]
            }
        }
        return result
    }

    func rows(_ plane: Int) -> Int { format.layout.rows(plane: plane, height: height, interlaced: interlaced) }

    private func forRows(_ body: (_ plane: Int, _ row: Int, _ count: Int) -> Void) {
        for plane in offsets.indices {
            let count = format.layout.rowBytes(plane: plane, width: width)
            for row in 0..<rows(plane) { body(plane, row, count) }
        }
    }

    /// The bytes that show, padding left out.
    var visible: [UInt8] {
        var result: [UInt8] = []
        forRows { plane, row, count in
            let start = offsets[plane] + row * strides[plane]
            result += bytes[start..<start + count]
        }
        return result
    }

    /// What lies between rows and planes.
    var padding: [UInt8] {
        var isPadding = [Bool](repeating: true, count: bytes.count)
        forRows { plane, row, count in
            let start = offsets[plane] + row * strides[plane]
            for i in start..<start + count { isPadding[i] = false }
        }
        return zip(bytes, isPadding).filter { $0.1 }.map { $0.0 }
    }

    func with(_ bytes: [UInt8]) -> Image {
        Image(self, bytes: bytes, offsets: offsets, strides: strides)
    }

    /// The alpha or unused bytes of packed formats with four samples to a pixel.
    var fourthSamples: [UInt8] {
        let layout = format.layout
        guard layout.components[0].step == 4, layout.planeCount == 1, layout.chromaShiftX == 0 else { return [] }
        let taken = layout.components.map(\.offset)
        let bytesOfRow = layout.rowBytes(plane: 0, width: width)
        var result: [UInt8] = []
        for row in 0..<height {
            for i in 0..<bytesOfRow where !taken.contains(i / layout.sampleBytes % 4) {
                result.append(bytes[offsets[0] + row * strides[0] + i])
            }
        }
        return result
    }

    /// The image in a buffer of time 0, with a GstVideoMeta if it is not laid out as caps say.
    func buffer(meta: Bool = false) -> Buffer {
        let buffer = Buffer(bytes).setTimes(pts: 0)
        if meta {
            tst_add_video_meta(
                buffer.pointer, tst_format(format.name), UInt32(width), UInt32(height),
                UInt32(offsets.count), offsets, strides.map { Int32($0) })
        }
        return buffer
    }

    /// The image as the effect alone renders it, without GStreamer.
    func rendered(_ settings: Rosy, _ colorimetry: Colorimetry) throws -> Image {
        try rendered(FilterEffect<Rosy>.self, settings, colorimetry)
    }

    /// The same by any effect that needs no earlier video.
    func rendered<Effect: InPlaceEffect>(
        _ type: Effect.Type, _ settings: Effect.Settings, _ colorimetry: Colorimetry
    ) throws -> Image {
        let effect = Effect()
        try effect.configure(info(colorimetry))
        try effect.update(settings)
        return try rendered(by: effect)
    }

    func info(_ colorimetry: Colorimetry) -> VideoInfo {
        VideoInfo(format: format, width: width, height: height, colorimetry: colorimetry)
    }

    /// The same by an effect that has been told format and settings.
    func rendered(by effect: some InPlaceEffect, at time: Int64 = 0) throws -> Image {
        var result = self
        try result.bytes.withUnsafeMutableBytes { memory in
            let base = try #require(memory.baseAddress)
            let planes = (0..<3).map { index in
                let plane = index < offsets.count ? index : 0
                return Plane(base: base + offsets[plane], stride: strides[plane])
            }
            let frame = Frame(
                format: format, width: width, height: height, interlaced: interlaced,
                // Buffers here have no flag that says otherwise.
                firstField: .bottom, planes: (planes[0], planes[1], planes[2]), time: time)
            try effect.render(frame, bands: .serial)
        }
        return result
    }
}

extension Image {
    /// The image as a converter makes it with the settings that it has at first.
    func converted(by factory: String) throws -> Image {
        factory == "swiftdepthgray" ? try converted(to: .gray8) : self
    }

    /// The image as the effect of swiftdepthgray alone makes it.
    func converted(
        to format: PixelFormat, _ change: (inout DepthSettings) -> Void = { _ in }
    ) throws -> Image {
        var settings = DepthSettings()
        change(&settings)
        let reduction = DepthEffect.reduction(settings)
        let effect = DepthEffect()
        var input = self
        var output = try Image(
            format, DepthEffect.reduced(width, by: reduction), DepthEffect.reduced(height, by: reduction))
        output.bytes = output.bytes.map { _ in 0 }
        func info(_ image: Image) -> VideoInfo {
            VideoInfo(
                format: image.format, width: image.width, height: image.height,
                colorimetry: .usual(image.format))
        }
        try effect.configure(info(input), output: info(output), reduction: reduction)
        try effect.update(settings)
        try input.withFrame { from in
            try output.withFrame { to in try effect.render(from, to, bands: .serial) }
        }
        return output
    }
}

extension Colorimetry {
    /// That of caps without colorimetry, for images of standard definition. R'G'B' is sRGB, whose primaries are BT.709's.
    static func usual(_ format: PixelFormat) -> Colorimetry {
        let layout = format.layout
        return Colorimetry(
            matrix: layout.model == .rgb ? .bt709 : .bt601, fullRange: layout.model != .ycbcr, depth: layout.depth)
    }
}
