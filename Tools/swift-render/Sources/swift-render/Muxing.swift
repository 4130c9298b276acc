// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation
import Glibc

/// A container that is written: encoded frames that are given, and the sound of a source.
final class Muxing {
    private let pipeline: Pipeline
    private let video: UnsafeMutablePointer<GstAppSrc>
    private var sounds: [Sound] = []
    private let videoPad: Pad

    /// Where time 0 is: times before 0 exist, of frames that are decoded before the first one is shown, and of sound.
    fileprivate static let origin = Int64(3600) * 1_000_000_000
    /// How long before 0 sound begins. Muxers drop what is before the segment, so that all is as much later.
    let lead: Int64

    init(_ container: Container, _ source: Manifest.Source, to path: String) throws {
        let count = source.audio.count
        let begin = count == 0 ? nil : try Tracks(of: source.path, upToSound: count).soundBegin
        lead = max(0, -(begin ?? 0))
        // Each stream of sound has a reader of its own. The muxer waits for the one that is next, which may be silent for long, and
        // a reader of several would wait for the muxer to take the others.
        let readers = try source.audio.enumerated().map { index, caps in
            try
                "filesrc name=source\(index) ! parsebin name=parser\(index)  \(container.passage(ofAudio: caps) ?? "identity") "
                + "name=sound\(index) ! queue name=queue\(index) ! mux.audio_\(index)"
        }
        pipeline = try Pipeline(
            ([
                "appsrc name=video format=time max-bytes=0 max-buffers=0 max-time=0 handle-segment-change=true "
                    + "! mux.video_0", "\(container.muxer) name=mux ! filesink name=file",
            ]
                + readers).joined(separator: "  "))
        let element = pipeline.element
        video = try element.child("video").cast(to: GstAppSrc.self)
        guard let pad = gst_element_get_static_pad(try element.child("mux"), "video_0") else {
            throw Failure("\(container.muxer) takes no video.")
        }
        gst_object_unref(pad)
        videoPad = pad
        g_object_set_text(try element.child("file"), "location", path)
        for index in 0..<count {
            g_object_set_text(try element.child("source\(index)"), "location", source.path)
            sounds.append(try Sound(index, of: source.audio, in: element, segment: segment))
        }
    }

    /// For video whose frames are shown for different times. Matroska has milliseconds.
    func setFineTimes() {
        let pad = videoPad.cast(to: GObject.self)
        if g_object_class_find_property(
            pad.pointee.g_type_instance.g_class.cast(to: GObjectClass.self), "trak-timescale") != nil
        {
            gst_util_set_object_arg(pad, "trak-timescale", "90000")
        }
    }

    func start() throws { try pipeline.element.setState(GST_STATE_PLAYING) }

    func push(_ data: Data, time: Int64, decodingTime: Int64, duration: Int64, isKeyframe: Bool, caps text: String)
        throws
    {
        // An error would let one that just waits wait for ever.
        repeat {
            if let failure = pipeline.element.failure { throw failure }
            if gst_app_src_get_current_level_bytes(video) < 1 << 24 { break }
            usleep(1000)
        } while true
        guard let buffer = gst_buffer_new_allocate(nil, gsize(data.count), nil) else {
            throw Failure("There is no memory for a frame.")
        }
        _ = data.withUnsafeBytes { gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
        buffer.pointee.pts = GstClockTime(time + Self.origin)
        buffer.pointee.dts = GstClockTime(min(decodingTime, time) + Self.origin)
        buffer.pointee.duration = duration > 0 ? GstClockTime(duration) : GstClockTime.max
        if !isKeyframe { gst_buffer_set_flags(buffer, GST_BUFFER_FLAG_DELTA_UNIT) }
        var segment = segment
        let caps = gst_caps_from_string(text)
        let sample = gst_sample_new(buffer, caps, &segment, nil)
        gst_app_src_push_sample(video, sample)
        for object in [
            UnsafeMutableRawPointer(buffer), caps.map { UnsafeMutableRawPointer($0) },
            sample.map { UnsafeMutableRawPointer($0) },
        ] {
            if let object { gst_mini_object_unref(object.assumingMemoryBound(to: GstMiniObject.self)) }
        }
    }

    private var segment: GstSegment {
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        segment.start = GstClockTime(Self.origin - lead)
        return segment
    }

    func end() throws {
        gst_app_src_end_of_stream(video)
        try pipeline.waitForEnd()
        gst_element_set_state(pipeline.element, GST_STATE_NULL)
    }

    /// The content of each stream of sound that was copied; once.
    func copied() -> [String] { sounds.map { $0.content.end() } }

    /// When the first packet of sound begins.
    var soundBegin: Int64 { sounds.map(\.begin).min() ?? .max }
}

/// A stream of sound on its way from the source: it keeps its packets, and gets the times that a player shows for them.
private final class Sound {
    let content: Digest
    private(set) var begin = Int64.max
    private var segment = GstSegment()
    private var newSegment: GstSegment

    private let pipeline, input: Element
    /// Which one it is, of how many; and how many its reader has found. All on the thread of the reader.
    private let (index, all): (Int, Int)
    private var found = 0
    private let caps: String
    /// Of packets that have none: readers of MP4 drop a last packet that ends where it begins.
    private var length = SoundLength()

    /// `segment`: what the muxer is to take its times by.
    init(_ index: Int, of audio: [String], in pipeline: Element, segment: GstSegment) throws {
        (self.index, all, caps, newSegment, self.pipeline) = (index, audio.count, audio[index], segment, pipeline)
        content = try Digest()
        input = try pipeline.child("sound\(index)")
        let queue = try pipeline.child("queue\(index)")
        guard let output = gst_element_get_static_pad(queue, "src"),
            let input = gst_element_get_static_pad(queue, "sink")
        else {
            throw Failure("A queue has no pads.")
        }
        let data = Unmanaged.passUnretained(self).toOpaque()
        let kinds = GstPadProbeType(GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue)
        addProbe(to: input, kinds, data) { _, info, data in
            if let info, let data { Unmanaged<Sound>.fromOpaque(data).takeUnretainedValue().change(info) }
            return GST_PAD_PROBE_OK
        }
        addProbe(to: output, GST_PAD_PROBE_TYPE_BUFFER, data) { _, info, data in
            if let data, let buffer = info.flatMap({ gst_pad_probe_info_get_buffer($0) }) {
                Unmanaged<Sound>.fromOpaque(data).takeUnretainedValue().add(buffer)
            }
            return GST_PAD_PROBE_OK
        }
        gst_object_unref(output)
        gst_object_unref(input)
        connect(try pipeline.child("parser\(index)"), "pad-added", data) { _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<Sound>.fromOpaque(data).takeUnretainedValue().link(pad)
        }
    }

    /// On the thread of the reader.
    private func link(_ pad: Pad) {
        // Where one stream ends, all are known.
        addProbe(to: pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, Unmanaged.passUnretained(self).toOpaque()) {
            _, info, data in
            if let data, let event = info.flatMap({ gst_pad_probe_info_get_event($0) }),
                event.pointee.type == GST_EVENT_EOS
            {
                Unmanaged<Sound>.fromOpaque(data).takeUnretainedValue().checkCount()
            }
            return GST_PAD_PROBE_OK
        }
        guard let input = gst_element_get_static_pad(isOwn(pad) ? input : unused(), "sink") else { return }
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }

    /// Whether a stream of the source is this one.
    private func isOwn(_ pad: Pad) -> Bool {
        guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return false }
        defer { gst_mini_object_unref(caps.cast(to: GstMiniObject.self)) }
        guard taken(gst_caps_to_string(caps)).hasPrefix("audio/") else { return false }
        found += 1
        return found == index + 1
    }

    /// What takes other streams: some demuxers fail where one of theirs goes nowhere.
    private func unused() -> Element? {
        guard let sink = makeFakeSink() else { return nil }
        gst_bin_add(pipeline.bin, sink)
        gst_element_sync_state_with_parent(sink)
        return sink
    }

    /// The muxer would wait for ever for a stream that does not come.
    private func checkCount() {
        guard found != all else { return }
        fail(
            pipeline,
            "The source has \(count(found, "stream")) of sound, and \(count(all, "stream")) when it was planned."
        )
    }

    private func add(_ buffer: Buffer) {
        if isFLACHeader(buffer, caps) { return }
        try? withBytes(buffer) { content.add($0) }
    }

    private func change(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        // Either is asked for only where it is there: GStreamer calls the other a mistake.
        if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
            guard let event = gst_pad_probe_info_get_event(info), event.pointee.type == GST_EVENT_SEGMENT else {
                return
            }
            gst_event_copy_segment(event, &segment)
            info.pointee.data = UnsafeMutableRawPointer(gst_event_new_segment(&newSegment))
            gst_mini_object_unref(event.cast(to: GstMiniObject.self))
        } else if let buffer = gst_pad_probe_info_get_buffer(info), let copy = gst_buffer_copy(buffer) {
            copy.pointee.pts = moved(buffer.pointee.pts)
            if begin == .max, let time = Int64(exactly: copy.pointee.pts) { begin = time - Muxing.origin }
            copy.pointee.dts = moved(buffer.pointee.dts)
            // The muxer counts the samples of PCM, which its length in time would have drift.
            if !caps.hasPrefix("audio/x-raw") { length.complete(copy) }
            info.pointee.data = UnsafeMutableRawPointer(copy)
            gst_mini_object_unref(buffer.cast(to: GstMiniObject.self))
        }
    }

    private func moved(_ time: GstClockTime) -> GstClockTime {
        guard time != GstClockTime.max else { return time }
        var result: guint64 = 0
        let sign = gst_segment_to_stream_time_full(&segment, GST_FORMAT_TIME, time, &result)
        return sign == 0 ? GstClockTime.max : GstClockTime(Muxing.origin + Int64(sign) * Int64(result))
    }
}

/// How long packets of sound are where containers do not say, as Matroska and FLV.
private struct SoundLength {
    private var last: GstClockTime?
    /// Between two packets; 20 ms where there is one.
    private var least: GstClockTime?

    mutating func complete(_ packet: Buffer) {
        let time = packet.pointee.pts
        guard time != GstClockTime.max else { return }
        if let last, time > last { least = min(least ?? .max, time - last) }
        last = time
        if packet.pointee.duration == GstClockTime.max { packet.pointee.duration = least ?? 20_000_000 }
    }
}
