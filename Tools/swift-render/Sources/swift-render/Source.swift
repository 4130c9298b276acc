// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

/// Decoded frames of a file's first video stream, from a keyframe on.
final class Source {
    private let pipeline: Pipeline
    private let sink: UnsafeMutablePointer<GstAppSink>
    private let path: String
    private var ahead: Sample?
    private var isFirst = true

    /// `threads` is how many the decoder may use; 0 leaves it to the decoder.
    init(_ path: String, threads: Int) throws {
        self.path = path
        do {
            pipeline = try Pipeline(
                "filesrc name=file ! decodebin name=decoder caps=\"video/x-raw(ANY)\" expose-all-streams=false "
                    + "! appsink name=sink sync=false max-buffers=3 caps=video/x-raw")
            let sink = try pipeline.element.child("sink")
            self.sink = sink.cast(to: GstAppSink.self)
            g_object_set_text(try pipeline.element.child("file"), "location", path)
            limitThreads(of: pipeline.element, threads)
            openSegments(of: pipeline.element)
            try pipeline.preroll()
        } catch {
            throw Failure("\(path) can't be decoded: \(error)")
        }
    }

    /// What decodes the video.
    var decoder: String {
        pipeline.element.elements.first { element in
            element.kind.contains("Decoder") && element.kind.contains("Video") && !element.kind.contains("Bin")
        }?.factoryName ?? ""
    }

    /// What reads, splits and decodes the file.
    var elements: [Element] { pipeline.element.elements }

    /// Goes to the keyframe at a time.
    func seek(to time: Int64) throws {
        // The segment begins at the keyframe: a decoder changes the time of a frame that begins before its segment.
        let flags = GstSeekFlags(
            GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue)
        guard gst_element_seek_simple(pipeline.element, GST_FORMAT_TIME, flags, gint64(time)) != 0 else {
            throw Failure("\(path) can't be read from the middle: plan it with --whole.")
        }
        try pipeline.preroll()
        (ahead, isFirst) = (nil, true)
    }

    func play() throws { try pipeline.element.setState(GST_STATE_PLAYING) }

    /// The next frame; nil at the end.
    func next() throws -> Sample? {
        guard let sample = try ahead ?? pulled() else { return nil }
        ahead = nil
        guard isFirst, elements.contains(where: { $0.factoryName == "matroskademux" }) else { return sample }
        // It may send the segment by which frames are shown after some packets, when a first frame has been decoded.
        isFirst = false
        ahead = try pulled()
        if let segment = sample.segment, let next = ahead?.segment, next.start < segment.start { sample.segment = next }
        return sample
    }

    private func pulled() throws -> Sample? {
        guard let sample = gst_app_sink_try_pull_sample(sink, 60 * GstClockTime(1_000_000_000)) else {
            if let failure = pipeline.element.failure { throw Failure("\(path) can't be decoded: \(failure)") }
            guard gst_app_sink_is_eos(sink) != 0 else { throw Failure("\(path) gave no frame in a minute.") }
            return nil
        }
        return Sample(sample)
    }
}

private typealias Added = @convention(c) (Element?, Element?, Element?, gpointer?) -> Void

/// Has a function called with each element that comes into a bin, or into a bin in it, as its third argument.
private func watch(_ bin: Element, _ data: gpointer? = nil, _ added: Added) {
    g_signal_connect_data(
        bin.object, "deep-element-added", unsafeBitCast(added, to: GCallback.self), data, nil, GConnectFlags(0))
}

/// Has decoders give frames after the end that demuxers of a bin tell: it may be a duration that counts too little.
private func openSegments(of bin: Element) {
    watch(bin) { _, _, element, _ in
        guard let element, element.kind.contains("Demux") else { return }
        connect(element, "pad-added", nil) { _, pad, _ in
            guard let pad else { return }
            addProbe(to: pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, nil) { _, info, _ in
                guard let info, let event = gst_pad_probe_info_get_event(info), event.pointee.type == GST_EVENT_SEGMENT
                else {
                    return GST_PAD_PROBE_OK
                }
                var segment = GstSegment()
                gst_event_copy_segment(event, &segment)
                segment.stop = GstClockTime.max
                let open = gst_event_new_segment(&segment)
                gst_event_set_seqnum(open, gst_event_get_seqnum(event))
                info.pointee.data = UnsafeMutableRawPointer(open)
                gst_mini_object_unref(event.cast(to: GstMiniObject.self))
                return GST_PAD_PROBE_OK
            }
        }
    }
}

/// A text property, whatever characters the text has.
func g_object_set_text(_ element: Element, _ property: String, _ text: String) {
    var value = GValue()
    g_value_init(&value, GType(16 << 2))
    g_value_set_string(&value, text)
    g_object_set_property(element.object, property, &value)
    g_value_unset(&value)
}

/// Sets how many threads elements of a bin may use, also of those that come later. Their output is the same for any number.
func limitThreads(of bin: Element, _ threads: Int) {
    guard threads > 0 else { return }
    watch(bin, gpointer(bitPattern: threads)) { _, _, element, data in
        guard let element else { return }
        limit(element, Int(bitPattern: data))
    }
    bin.elements.forEach { limit($0, threads) }
}

private func limit(_ element: Element, _ threads: Int) {
    // Of decoders of FFmpeg's, and of elements of this plugin.
    for property in ["max-threads", "n-threads"] where element.has(property) { element.set(property, "\(threads)") }
}
