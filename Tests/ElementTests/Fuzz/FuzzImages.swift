// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import TestSupport

extension Generator {
    /// True once in `n` times.
    mutating func once(in n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

    mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &self)] }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// Caps and buffers as nobody should send them, among such as everybody does.
struct FuzzImages {
    /// What sound caps last described, which buffers are made for.
    private(set) var image: Image
    private var time: UInt64 = 0
    /// What the element takes.
    private let formats: [PixelFormat]

    init(_ formats: [PixelFormat]) throws {
        self.formats = formats
        image = try Image(formats.contains(.bgrx) ? .bgrx : formats[0], 16, 16)
    }

    /// Caps as text; most are sound, and then `image` is one of theirs.
    mutating func caps(_ random: inout Generator) throws -> String {
        let format = random.pick(random.once(in: 12) ? PixelFormat.allCases : formats)
        let most = random.once(in: 20) ? 400 : 40
        let interlaced = random.once(in: 4)
        // Of two bytes and more to a pixel the large ones are worth two threads.
        let isLarge = random.once(in: 30)
        let width = isLarge ? random.number(1000...1060) : random.number(1...most)
        let height = isLarge ? random.number(570...630) : random.number(1...most)
        if random.once(in: 12) { return unsound(&random, width, height) }
        image = try Image(format, width, height, interlaced: interlaced, seed: random.next())
        var text =
            "video/x-raw, format=\(format.name), width=\(width), height=\(height)"
            + ", framerate=\(random.pick(["25/1", "30000/1001", "0/1", "1/1", "240/1", "1/2147483647"]))"
        if interlaced {
            text += ", interlace-mode=\(random.pick(["interleaved", "mixed"]))"
            text += random.pick(["", ", field-order=top-field-first", ", field-order=bottom-field-first"])
        }
        if random.once(in: 3) { text += ", pixel-aspect-ratio=\(random.pick(["1/1", "16/11", "1/2147483647"]))" }
        if random.once(in: 3) {
            let colorimetry = [
                "bt601", "bt709", "bt2020", "sRGB", "1:4:0:1", "2:3:5:4", "2:1:5:4", "0:0:0:0", "9:9:9:9",
            ]
            text += ", colorimetry=(string)\(random.pick(colorimetry))"
        }
        if random.once(in: 5) { text += ", chroma-site=(string)\(random.pick(["mpeg2", "jpeg", "dv", "none", "x"]))" }
        return text
    }

    private func unsound(_ random: inout Generator, _ width: Int, _ height: Int) -> String {
        random.pick([
            "video/x-raw, format=\(random.pick(["BGR15", "v210", "NV12_64Z32", "Y42B_NO", "GBRA_12LE"])), width=\(width), "
                + "height=\(height), framerate=25/1",
            "video/x-raw, format=I420, width=\(width), framerate=25/1",
            "video/x-raw, width=\(width), height=\(height)",
            "video/x-raw, format=I420, width=0, height=\(height)",
            "video/x-raw, format=I420, width=-5, height=\(height)",
            "video/x-raw, format=(string){ I420, NV12 }, width=[1, 20], height=\(height)",
            "video/x-raw, format=NV12, width=2147483647, height=2147483647, framerate=25/1",
            "video/x-raw, format=AYUV64, width=2147483647, height=1, framerate=25/1",
            "video/x-raw, format=GRAY8, width=1, height=2147483647, framerate=25/1",
            "video/x-raw, format=I420, width=32, height=32, interlace-mode=alternate, framerate=25/1",
            "video/x-raw, format=I420, width=32, height=32, interlace-mode=fields, framerate=25/1",
            "video/x-raw, format=BGRx, width=16, height=16, multiview-mode=side-by-side, framerate=25/1",
            "video/x-raw(memory:DMABuf), format=I420, width=\(width), height=\(height), framerate=25/1",
            "video/x-raw(format:Interlaced), format=I420, width=16, height=16, interlace-mode=alternate",
            "audio/x-raw, format=S16LE, rate=48000, channels=2, layout=interleaved", "image/jpeg", "ANY", "EMPTY",
        ])
    }

    /// A buffer of `image`, sound or not.
    mutating func buffer(_ random: inout Generator) throws -> Buffer {
        let buffer = try bytes(&random)
        setTimes(buffer, &random)
        if random.once(in: 6) { tst_set_flags(buffer.pointer, UInt32(truncatingIfNeeded: random.next() & 0x7f0_7fc0)) }
        if random.once(in: 8) { tst_add_video_metas(buffer.pointer, 5, 3) }
        if random.once(in: 8) { tst_add_tagged_meta(buffer.pointer, 7) }
        if random.once(in: 16) {
            tst_add_crop_meta(buffer.pointer, UInt32(random.number(0...30)), 2, UInt32(random.number(0...99)), 1 << 30)
        }
        if random.once(in: 16) { tst_make_readonly(buffer.pointer) }
        return buffer
    }

    private func bytes(_ random: inout Generator) throws -> Buffer {
        switch random.number(0...19) {
        case 0: return Buffer(Array(image.bytes.prefix(random.number(0...image.bytes.count))))
        case 1: return lying(&random)
        case 2: return split(&random)
        case 3: return unaligned(&random)
        case 4: return Buffer(owning: gst_buffer_new())
        case 5: return Buffer(image.bytes + [UInt8](repeating: 9, count: random.number(1...999)))
        case 6...9: return image.padded(by: random.pick([2, 26, 32, 64])).buffer(meta: true)
        case 10: return image.padded(by: random.pick([1, 3, 27])).buffer(meta: true)
        case 11: return hostile(&random)
        default: return image.buffer()
        }
    }

    private func lying(_ random: inout Generator) -> Buffer {
        let buffer = image.buffer()
        let strides = image.strides.map { random.pick([Int32($0), Int32($0) * 2, 4, 0, -Int32($0), .max, .min]) }
        let offsets = image.offsets.map { random.pick([$0, $0, $0 + 1, $0 + 64, 1 << 40, .max, -1]) }
        let name = random.once(in: 4) ? GST_VIDEO_FORMAT_P010_10LE : tst_format(image.format.name)
        tst_add_video_meta(
            buffer.pointer, name, UInt32(random.pick([image.width, 0, 1, 1 << 31])), UInt32(image.height),
            UInt32(random.pick([strides.count, strides.count, 1])), offsets, strides)
        return buffer
    }

    /// An image in memory that refuses to be mapped, copied or shared, or maps less than it says.
    private func hostile(_ random: inout Generator) -> Buffer {
        let flags = UInt32(random.number(0...255))
        let ends = (1...random.number(1...3)).map { part in part }
        let count = image.bytes.count
        let buffer = Buffer(
            owning: tst_hostile_buffer(
                image.bytes, ends.map { count * $0 / ends.count }, Int32(ends.count), flags))
        if random.once(in: 2) {
            tst_add_video_meta(
                buffer.pointer, tst_format(image.format.name), UInt32(image.width), UInt32(image.height),
                UInt32(image.offsets.count), image.offsets, image.strides.map { Int32($0) })
        }
        return buffer
    }

    /// One image in several memories, cut anywhere.
    private func split(_ random: inout Generator) -> Buffer {
        let buffer = Buffer([])
        var start = 0
        for _ in 0..<random.number(1...4) where start < image.bytes.count {
            let end = random.number(start...image.bytes.count)
            append(Array(image.bytes[start..<end]), to: buffer)
            start = end
        }
        append(Array(image.bytes[start...]), to: buffer)
        return buffer
    }

    private func append(_ bytes: [UInt8], to buffer: Buffer) {
        let other = Buffer(bytes)
        guard !bytes.isEmpty, let memory = gst_buffer_get_memory(other.pointer, 0) else { return }
        gst_buffer_append_memory(buffer.pointer, memory)
    }

    /// An image that begins anywhere in its memory.
    private func unaligned(_ random: inout Generator) -> Buffer {
        let skipped = random.number(1...17)
        let buffer = Buffer([UInt8](repeating: 0, count: skipped) + image.bytes)
        gst_buffer_resize(buffer.pointer, skipped, image.bytes.count)
        return buffer
    }

    private mutating func setTimes(_ buffer: Buffer, _ random: inout Generator) {
        time &+= 40_000_000
        let strange: [UInt64] = [.max, 0, .max - 1, 1 << 62, 1 << 63, time / 2, time &+ 3_600_000_000_000]
        let pts = random.once(in: 10) ? random.pick(strange) : time
        let duration = random.once(in: 10) ? random.pick(strange) : 40_000_000
        let dts = random.once(in: 10) ? random.pick(strange) : .max
        _ = buffer.setTimes(pts: pts, dts: dts, duration: duration, offset: random.once(in: 4) ? random.next() : .max)
    }

    /// Where the video is now.
    var position: GstClockTime { GstClockTime(time) }
}
