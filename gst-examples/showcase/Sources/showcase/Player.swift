// SPDX-License-Identifier: MIT
import CGStreamer
import Foundation
import Synchronization

/// Plays one video through one element, for ever.
///
/// Sendable although its pointers are not: what they point to is GStreamer's, which has locks of its own.
final class Player: @unchecked Sendable {
    let chain: Chain
    let frames = Frames()
    let element: Element
    private let pipeline, clock: Element
    private let bus: UnsafeMutablePointer<GstBus>
    /// When the last frame came from the file; nil before the first.
    private let lastFrame = Mutex(ContinuousClock.Instant?.none)
    /// How the video is played: from the file's start to its end, as segments one after another, or to its end because
    /// it can't be played as segments.
    private enum Mode { case start, segments, whole }
    private var mode = Mode.start
    private var hasFailed = false
    /// The last frame when a segment last was over.
    private var lastOfSegment: ContinuousClock.Instant?
    /// The last error, in a sentence; and whether it is over.
    private let state = Mutex((failure: String?.none, hasEnded: false))
    private let watcher = DispatchGroup()
    /// The frame that is shown again and again while the video is paused; nil before it has come.
    private let pause = Mutex((isOn: false, frame: Kept?.none))

    /// Whether the same frame goes through the element again and again, so that changes of settings are seen on it.
    var isPaused: Bool {
        get { pause.withLock { $0.isOn } }
        set { pause.withLock { $0 = (newValue, newValue ? $0.frame : nil) } }
    }

    var failure: String? { state.withLock { $0.failure } }

    init(_ chain: Chain) throws {
        self.chain = chain
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch(chain.playing, &error)
        guard let parsed = made, error == nil else {
            if let made { gst_object_unref(made) }
            throw Failure(error)
        }
        gst_object_ref_sink(parsed)
        guard let bus = gst_element_get_bus(parsed) else { throw Failure("The pipeline has no bus.") }
        (pipeline, self.bus) = (parsed, bus)
        (element, clock) = (try parsed.child("element"), try parsed.child("clock"))
        // What has no start can't be begun again either.
        if let path = chain.video.path {
            gst_util_set_object_arg(try parsed.child("start").object, "location", path)
        } else {
            mode = .whole
        }
        link(try parsed.child("decoder"), to: try parsed.child("decoded"))

        try watch(clock, "sink") { [weak self] _, buffer in
            self?.lastFrame.withLock { $0 = .now }
            return self?.paused(buffer)
        }
        for pad in items(element.pointee.sinkpads, of: GstPad.self) {
            watch(pad) { [frames] _, _ in
                frames.given()
                return nil
            }
        }
        try watch(element, "src") { [frames] _, _ in
            frames.passed()
            return nil
        }
        try watch(parsed.child("original"), "sink") { [frames] pad, buffer in
            if let time = time(of: buffer, at: pad), let frame = data(buffer) { frames.original(frame, at: time) }
            return nil
        }
        try watch(parsed.child("filtered"), "sink") { [frames] pad, buffer in
            if let time = time(of: buffer, at: pad), let frame = data(buffer) { frames.filtered(frame, at: time) }
            return nil
        }
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(bus)
        gst_object_unref(pipeline)
    }

    /// Links the first frame that the decoder finds, each time it begins; gst_parse_launch would do so but once.
    private func link(_ decoder: Element, to element: Element) {
        let added: @convention(c) (gpointer, UnsafeMutablePointer<GstPad>, gpointer) -> Void = { _, pad, element in
            let element = element.assumingMemoryBound(to: GstElement.self)
            guard let sink = gst_element_get_static_pad(element, "sink") else { return }
            defer { gst_object_unref(sink) }
            guard gst_pad_is_linked(sink) == 0, let caps = gst_pad_query_caps(pad, nil) else { return }
            defer { gst_caps_unref(caps) }
            if string(gst_structure_get_name(gst_caps_get_structure(caps, 0))) == "video/x-raw" {
                gst_pad_link(pad, sink)
            }
        }
        let callback = unsafeBitCast(added, to: GCallback.self)
        g_signal_connect_data(decoder.object, "pad-added", callback, element, nil, GConnectFlags(rawValue: 0))
    }

    // MARK: Start and end

    /// Returns when the first frame is there.
    func start() throws {
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        let end = ContinuousClock.now + .seconds(15)
        while frames.newest == nil {
            attend()
            if let failure { throw Failure(failure) }
            if .now > end { throw Failure("\(chain.model.name) makes no frame of it in 15 seconds.") }
        }
        watcher.enter()
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.hasEnded }) { attend() }
            watcher.leave()
        }
    }

    func stop() {
        state.withLock { $0.hasEnded = true }
        watcher.wait()
        gst_element_set_state(pipeline, GST_STATE_NULL)
    }

    /// Waits a little, and does what a message asks for. Never at the same time as itself.
    private func attend() {
        let last = lastFrame.withLock { $0 }
        if last != nil, mode == .start { repeatAsSegment() }
        // Some files stop where a segment begins, without a word.
        if let last, mode == .segments, .now - last > .seconds(3) { playWhole() }
        guard let message = gst_bus_timed_pop(bus, 20_000_000) else { return }
        defer { gst_message_unref(message) }
        switch message.pointee.type {
        case GST_MESSAGE_SEGMENT_DONE:
            // So do some files, though with words without end.
            if lastFrame.withLock({ $0 }) == lastOfSegment { playWhole() } else { repeatAsSegment() }
            lastOfSegment = lastFrame.withLock { $0 }
        case GST_MESSAGE_EOS:
            if lastFrame.withLock({ $0 }) == nil { fail("There is no frame in it.") } else { playWhole() }
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &error, nil)
            let failure = Failure(error)
            // It may be the seeking that the file does not stand.
            if hasFailed || lastFrame.withLock({ $0 }) == nil { fail(failure.description) } else { playWhole() }
            hasFailed = true
        default: break
        }
    }

    private func fail(_ sentence: String) { state.withLock { $0.failure = $0.failure ?? sentence } }

    /// Goes on with the start of the video, as a segment. Without a flush, so that time goes on too: what has been sent is
    /// shown before. From behind the decoder, so that the file is sought in once, whatever the number of sinks.
    private func repeatAsSegment() {
        let event = gst_event_new_seek(
            1, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1)
        guard let pad = gst_element_get_static_pad(clock, "sink") else { return }
        mode = gst_pad_push_event(pad, event) != 0 ? .segments : .whole
        gst_object_unref(pad)
    }

    /// Begins again from nothing, with a short gap, and does so at each end of the video.
    private func playWhole() {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        mode = .whole
        lastFrame.withLock { $0 = nil }
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
    }

    // MARK: What goes by

    private typealias Buffer = UnsafeMutablePointer<GstBuffer>
    /// Sees a buffer, and returns what is to go on in its stead, if anything.
    private typealias Look = @Sendable (UnsafeMutablePointer<GstPad>, Buffer) -> Buffer?

    /// A buffer that is kept. Sendable, as nobody writes to it: buffers are shared copy on write.
    private final class Kept: @unchecked Sendable {
        let buffer: Buffer
        init(_ buffer: Buffer) {
            self.buffer = buffer
            gst_mini_object_ref(&buffer.pointee.mini_object)
        }
        deinit { gst_mini_object_unref(&buffer.pointee.mini_object) }
    }

    /// What is shown while the video is paused, at the time of the buffer that would have been shown.
    private func paused(_ buffer: Buffer) -> Buffer? {
        pause.withLock { pause in
            guard pause.isOn else { return nil }
            guard let kept = pause.frame else {
                pause.frame = Kept(buffer)
                return nil
            }
            guard let copy = gst_buffer_copy(kept.buffer) else { return nil }
            (copy.pointee.pts, copy.pointee.dts) = (buffer.pointee.pts, buffer.pointee.dts)
            (copy.pointee.duration, copy.pointee.offset) = (buffer.pointee.duration, buffer.pointee.offset)
            return copy
        }
    }

    private final class Watch: Sendable {
        let look: Look
        init(_ look: @escaping Look) { self.look = look }
    }

    private func watch(_ element: Element, _ name: String, _ look: @escaping Look) throws {
        guard let pad = gst_element_get_static_pad(element, name) else { throw Failure("There is no pad \(name).") }
        watch(pad, look)
        gst_object_unref(pad)
    }

    private func watch(_ pad: UnsafeMutablePointer<GstPad>, _ look: @escaping Look) {
        let watch = Unmanaged.passRetained(Watch(look)).toOpaque()
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { pad, info, watch in
                if let pad, let watch, let info, let data = info.pointee.data {
                    let buffer = data.assumingMemoryBound(to: GstBuffer.self)
                    let look = Unmanaged<Watch>.fromOpaque(watch).takeUnretainedValue().look
                    if let other = look(pad, buffer) {
                        info.pointee.data = UnsafeMutableRawPointer(other)
                        gst_mini_object_unref(&buffer.pointee.mini_object)
                    }
                }
                return GST_PAD_PROBE_OK
            }, watch, { if let watch = $0 { Unmanaged<Watch>.fromOpaque(watch).release() } })
    }

    // MARK: A still

    /// The newest frame behind the element, as PNG.
    func still() throws -> Data {
        var sample = GValue()
        g_value_init(&sample, gst_sample_get_type())
        defer { g_value_unset(&sample) }
        g_object_get_property(try pipeline.child("still").object, "last-sample", &sample)
        guard let frame = g_value_get_boxed(&sample) else { throw Failure("No frame has been shown yet.") }
        let caps = gst_caps_from_string("image/png")
        defer { gst_caps_unref(caps) }
        var error: UnsafeMutablePointer<GError>?
        guard let photo = gst_video_convert_sample(OpaquePointer(frame), caps, 10_000_000_000, &error) else {
            throw Failure(error)
        }
        defer { gst_sample_unref(photo) }
        guard let buffer = gst_sample_get_buffer(photo), let frame = data(buffer) else {
            throw Failure("The still can't be read.")
        }
        return frame
    }
}

/// When a buffer is shown: the same for all that comes of one frame.
private func time(of buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>) -> UInt64? {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    let time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
    return time == .max ? nil : UInt64(time)
}
