// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

/// A stream of a file, as its container has it: packets that are not decoded.
final class Track {
    fileprivate(set) var caps = ""
    /// When each packet is shown and decoded, and whether decoding can begin with it, in the order of the file; nil: it does not say.
    fileprivate(set) var packets: [(time: Int64?, decoded: Int64?, isKeyframe: Bool, isUnsure: Bool)] = []
    /// The same as buffers have it, with when they are decoded, and how long each is shown; nil: it does not say.
    private var stamps: [(shown: GstClockTime, decoded: GstClockTime, length: Int64?)] = []
    /// Where the last packet ends, as far as packets say.
    fileprivate(set) var end: Int64 = 0
    private let lock = NSLock()
    private var isBegun = false
    fileprivate let content: Digest?
    fileprivate var frameTypes: FrameTypes?
    fileprivate let sink: Element

    fileprivate init(sink: Element, hashes: Bool) throws {
        self.sink = sink
        content = hashes ? try Digest() : nil
    }

    /// The first frame of another size than those before it, in the order of the file, and both sizes; nil: there is none.
    fileprivate(set) var change: (packet: Int, from: String, to: String)?
    private var (current, size): (Caps?, String?) = (nil, nil)

    /// How frames are to be turned before they are shown, as image-orientation says; nil: as they are.
    var orientation: String? {
        guard let pad = gst_element_get_static_pad(sink, "sink") else { return nil }
        defer { gst_object_unref(pad) }
        for index in 0... {
            guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, guint(index)) else { break }
            defer { gst_mini_object_unref(event.cast(to: GstMiniObject.self)) }
            var list: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &list)
            var text: UnsafeMutablePointer<CChar>?
            guard let list, gst_tag_list_get_string(list, GST_TAG_IMAGE_ORIENTATION, &text) != 0 else { continue }
            let orientation = taken(text)
            return orientation == "rotate-0" ? nil : orientation
        }
        return nil
    }

    /// By how much its end may be earlier than a container says: edit lists count in milliseconds or so, and sound has packets of 21 or more.
    fileprivate var tolerance: Int64 { isAudio ? 100_000_000 : max(2_000_000, (stamps.last?.length ?? 0) * 3 / 4) }

    var isVideo: Bool { caps.hasPrefix("video/") || caps.hasPrefix("image/") }
    var isAudio: Bool { caps.hasPrefix("audio/") }

    /// On the thread of the stream.
    fileprivate func take(_ buffer: Buffer, of pad: Pad) {
        if let given = gst_pad_get_current_caps(pad) {
            if given != current { take(given) }
            gst_mini_object_unref(given.cast(to: GstMiniObject.self))
        }
        let isDelta = buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue != 0
        let type = isDelta ? .dependent : frameTypes?.type(of: buffer) ?? .independent
        let time = streamTime(buffer.pointee.pts, on: pad)
        let decoded = streamTime(buffer.pointee.dts, on: pad)
        packets.append((time, decoded, type != .dependent, type == .intra))
        let length = buffer.pointee.duration
        stamps.append((buffer.pointee.pts, buffer.pointee.dts, length < 1 << 61 ? Int64(length) : nil))
        take(end: time ?? decoded, stamps[stamps.count - 1].length)
        if let content, !isFLACHeader(buffer, caps) { try? withBytes(buffer) { content.add($0) } }
        lock.withLock { isBegun = true }
    }

    private func take(_ given: Caps) {
        current = given
        if caps.isEmpty {
            caps = taken(gst_caps_to_string(given))
            frameTypes = FrameTypes(given)
        }
        var (width, height): (gint, gint) = (0, 0)
        guard let structure = gst_caps_get_structure(given, 0), gst_structure_get_int(structure, "width", &width) != 0,
            gst_structure_get_int(structure, "height", &height) != 0
        else { return }
        let new = "\(width)x\(height)"
        if let size, size != new, change == nil { change = (packets.count, size, new) }
        size = new
    }

    private func take(end time: Int64?, _ length: Int64?) {
        if let time { end = max(end, time &+ (length ?? 0)) }
    }

    /// Whether a packet has come, from any thread.
    fileprivate var hasBegun: Bool { lock.withLock { isBegun } }

    /// matroskademux may send another segment after some packets, by which decoders then show those as well.
    fileprivate func takeLastSegment() {
        guard let pad = gst_element_get_static_pad(sink, "sink") else { return }
        defer { gst_object_unref(pad) }
        end = 0
        for (index, stamp) in stamps.enumerated() {
            packets[index].time = streamTime(stamp.shown, on: pad)
            packets[index].decoded = streamTime(stamp.decoded, on: pad)
            take(end: packets[index].time ?? packets[index].decoded, stamp.length)
        }
    }
}

/// Whether a packet is of those that flacparse makes of what the container says of the stream. They have no time.
func isFLACHeader(_ buffer: Buffer, _ caps: String) -> Bool {
    caps.hasPrefix("audio/x-flac") && buffer.pointee.pts == GstClockTime.max
}

/// A time on a pad, from the beginning of the stream; nil if there is none.
func streamTime(_ time: GstClockTime, on pad: Pad) -> Int64? {
    guard time != GstClockTime.max, let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_mini_object_unref(event.cast(to: GstMiniObject.self)) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    var result: guint64 = 0
    let sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, time, &result)
    return sign == 0 ? nil : Int64(exactly: result).map { Int64(sign) * $0 }
}

/// All packets of a file.
final class Tracks {
    private(set) var all: [Track] = []
    /// What the container says of its length; nil: nothing.
    private(set) var duration: Int64?
    /// Of the video.
    private(set) var orientation: String?
    /// Streams that are not there, since GStreamer has no decoder for them.
    var lacks: [(decoder: String, caps: String)] { pipeline.lacks }
    private let pipeline: Pipeline
    private let lock = NSLock()
    private let hashes: Bool
    private let path: String

    /// Reads a file to its end, or until there is something of so many streams of sound; `hashes`: so that the content of its streams can
    /// be compared.
    init(of path: String, hashes: Bool = false, upToSound count: Int? = nil) throws {
        (self.hashes, self.path) = (hashes, path)
        pipeline = try Pipeline("filesrc name=file ! parsebin name=parser")
        g_object_set_text(try pipeline.element.child("file"), "location", path)
        connect(try pipeline.element.child("parser"), "pad-added", Unmanaged.passUnretained(self).toOpaque()) {
            _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<Tracks>.fromOpaque(data).takeUnretainedValue().add(pad)
        }
        do {
            try pipeline.element.setState(GST_STATE_PLAYING)
            try pipeline.waitForEnd {
                guard let count else { return false }
                let sounds = self.lock.withLock { self.all }.filter { $0.hasBegun && $0.isAudio }
                return sounds.count >= count
            }
            if count != nil { gst_element_set_state(pipeline.element, GST_STATE_NULL) }
            if demuxer?.factoryName == "matroskademux" { all.forEach { $0.takeLastSegment() } }
            duration = [duration ?? containerDuration, lengthOfCutAVI(path)].compactMap(\.self).max()
            orientation = video?.orientation
        } catch {
            // Its threads end before what they use does.
            gst_element_set_state(pipeline.element, GST_STATE_NULL)
            throw Failure("\(path) can't be read: \(error)")
        }
    }

    private var demuxer: Element? { pipeline.element.elements.first { $0.kind.contains("Demux") } }

    /// Of its demuxer: parsers of streams without a container guess.
    private var containerDuration: Int64? {
        var duration: gint64 = 0
        guard let demuxer, gst_element_query_duration(demuxer, GST_FORMAT_TIME, &duration) != 0 else { return nil }
        return duration > 0 ? Int64(duration) : nil
    }

    /// Whether a reader that goes to a keyframe gets all frames from there on.
    func canSeek(_ times: Times) -> Bool {
        // Where there is sound, flvdemux goes to packets of it, between keyframes. After a seek other demuxers end at the duration.
        if demuxer?.factoryName == "flvdemux" { return audio.isEmpty }
        // y4mdec goes to between frames.
        if pipeline.element.elements.contains(where: { $0.factoryName == "y4mdec" }) { return false }
        return duration.map { times.times.last ?? 0 < $0 } ?? true
    }

    /// Whether its container can have edit lists.
    var mayBeEdited: Bool { demuxer?.factoryName == "qtdemux" }

    /// How much the container says that there is after the last packet, beyond what containers round.
    var missing: Int64 {
        if let edited = missingOfEdits { return edited }
        guard let duration, let end = all.map(\.end).max(), duration - end > 250_000_000 else { return 0 }
        return duration - end
    }

    /// How much of a track the edit list of an MP4 shows that qtdemux does not: of some it takes the end for too early. Nil: nothing.
    private var missingOfEdits: Int64? {
        guard mayBeEdited, let tracks = tracksOfMP4(path) else { return nil }
        func missing(_ found: [Track], _ said: [MP4Track]) -> Int64 {
            // Both in order of their ends, as streams come in any order.
            let pairs = zip(found.sorted { $0.end < $1.end }, said.sorted { $0.end < $1.end })
            return pairs.map { found, said in
                let isShort = found.packets.count < said.samples
                return isShort && said.end - found.end > found.tolerance ? said.end - found.end : 0
            }.max() ?? 0
        }
        let all = max(
            missing([video].compactMap(\.self), Array(tracks.filter(\.isVideo).prefix(1))),
            missing(audio, tracks.filter { !$0.isVideo }))
        return all > 0 ? all : nil
    }

    /// When the first packet of sound begins; nil: there is none.
    var soundBegin: Int64? { audio.compactMap { $0.packets.compactMap(\.time).min() }.min() }

    var video: Track? { all.first(where: \.isVideo) }
    var audio: [Track] { all.filter(\.isAudio) }
    /// What is neither sound nor the first video, in words.
    var left: [String] {
        all.filter { !$0.isAudio && $0 !== video }.map { track in
            let form = track.caps.prefix { $0 != "," }
            return (track.isVideo ? "other video stream" : "stream of subtitles or data")
                + (form.isEmpty ? "" : " (\(form))")
        }
    }

    private func add(_ pad: Pad) {
        guard let sink = makeFakeSink(), let track = try? Track(sink: sink, hashes: hashes) else { return }
        lock.withLock { all.append(track) }
        // Later some demuxers take what they have read for it.
        duration = duration ?? containerDuration
        gst_bin_add(pipeline.element.bin, sink)
        guard let input = gst_element_get_static_pad(sink, "sink") else { return }
        addProbe(to: input, GST_PAD_PROBE_TYPE_BUFFER, Unmanaged.passUnretained(track).toOpaque()) { pad, info, data in
            if let pad, let data, let buffer = info.flatMap({ gst_pad_probe_info_get_buffer($0) }) {
                Unmanaged<Track>.fromOpaque(data).takeUnretainedValue().take(buffer, of: pad)
            }
            return GST_PAD_PROBE_OK
        }
        gst_element_sync_state_with_parent(sink)
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }
}

extension Track {
    /// The content of all packets; once.
    func hash() -> String { content?.end() ?? "" }

    /// When frames are shown; nil if packets do not say, each for one frame.
    var times: Times? {
        var frames: [(time: Int64, isKeyframe: Bool, isUnsure: Bool)] = []
        for packet in packets {
            guard let time = packet.time else { return nil }
            // What is before the beginning is decoded and not shown.
            guard time >= 0 else { continue }
            frames.append((time, packet.isKeyframe, packet.isUnsure))
        }
        frames.sort { $0.time < $1.time }
        for index in frames.indices.dropFirst() where frames[index].time == frames[index - 1].time { return nil }
        var keyframes = frames.indices.filter { frames[$0].isKeyframe }
        // Decoding can begin with the first frame at any rate.
        if keyframes.first != 0 { keyframes.insert(0, at: 0) }
        return Times(
            times: frames.map(\.time), keyframes: keyframes, unsure: frames.indices.filter { frames[$0].isUnsure })
    }
}

extension Track {
    /// When frames are shown where packets say it of the first one and a few, and of all when they are decoded, as those of AVI and
    /// MPEG-PS do: as many frames after the first one. Nil: packets do not say that, or contradict it.
    var timesByDecoding: Times? {
        let decoded = packets.compactMap(\.decoded)
        let shown = packets.compactMap(\.time)
        guard decoded.count == packets.count, let first = packets.first?.time, first == shown.min() else { return nil }
        let times = Times(
            times: decoded.map { $0 - decoded[0] + first }, keyframes: [0], unsure: [], areInOrder: true)
        guard times.areThose(of: packets.count), shown.allSatisfy({ times.frame(at: $0, tolerance: 1_000_000) != nil })
        else { return nil }
        return times
    }
}

/// Tells which frames of H.264 can be decoded without others. Containers call a frame a keyframe where periodic intra refresh
/// begins, too; decoding that begins there shows other frames for a while.
struct FrameTypes {
    /// Bytes of a unit's length; nil: units begin with 0, 0, 1.
    private let lengthBytes: Int?

    /// Nil for other codecs.
    init?(_ caps: Caps) {
        guard let structure = gst_caps_get_structure(caps, 0), gst_structure_has_name(structure, "video/x-h264") != 0
        else {
            return nil
        }
        guard string(gst_structure_get_string(structure, "stream-format")).hasPrefix("avc") else {
            lengthBytes = nil
            return
        }
        guard let value = gst_structure_get_value(structure, "codec_data"),
            let data = g_value_get_boxed(value)?.assumingMemoryBound(to: GstBuffer.self),
            let bytes = try? withBytes(data, { Array($0) }), bytes.count > 4
        else { return nil }
        lengthBytes = Int(bytes[4] & 3) + 1
    }

    enum FrameType {
        /// IDR: what comes before it is forgotten.
        case independent
        /// All of its slices are I slices. libav's decoder loses it if frames before it are missing, since their numbers are.
        case intra
        case dependent
    }

    func type(of buffer: Buffer) -> FrameType {
        (try? withBytes(buffer) { bytes in
            let slices = units(bytes).filter { $0 < bytes.count }
            // H.264 7.4.1: 5 is a slice of an IDR frame, 1 one of another.
            if slices.contains(where: { bytes[$0] & 31 == 5 }) { return .independent }
            return slices.allSatisfy { bytes[$0] & 31 != 1 || isIntra(bytes, $0) } ? .intra : .dependent
        }) ?? .dependent
    }

    private func isIntra(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        // 7.3.3: first_mb_in_slice and slice_type, both ue(v); types 2 and 7 are I, 4 and 9 are SI.
        var reader = BitReader(bytes: bytes, position: (start + 1) * 8)
        _ = reader.unsigned()
        return [2, 4, 7, 9].contains(reader.unsigned())
    }

    /// Where units begin.
    private func units(_ bytes: UnsafeRawBufferPointer) -> [Int] {
        var (starts, position): ([Int], Int) = ([], 0)
        if let lengthBytes {
            while position + lengthBytes < bytes.count {
                let length = bytes[position..<position + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
                starts.append(position + lengthBytes)
                position += lengthBytes + length
            }
        } else {
            while position + 3 < bytes.count {
                if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                    starts.append(position + 3)
                    position += 3
                } else {
                    position += 1
                }
            }
        }
        return starts
    }
}

/// H.264 9.1, for numbers at the beginning of a slice.
private struct BitReader {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    private mutating func bit() -> Int {
        guard position < bytes.count * 8 else { return 1 }
        defer { position += 1 }
        return Int(bytes[position / 8] >> (7 - position % 8)) & 1
    }

    mutating func unsigned() -> Int {
        var zeros = 0
        while zeros < 32, bit() == 0 { zeros += 1 }
        return (0..<zeros).reduce(1) { number, _ in number << 1 | bit() } - 1
    }
}
