// SPDX-License-Identifier: MIT
import CGStreamer
import Dispatch
import Glibc

/// The pipeline and what is done while it plays.
final class Player {
    private let video: String
    private let pipeline, rosy: UnsafeMutablePointer<GstElement>
    private var isAmber = false

    /// When the tint changes its colour.
    private static let amberTime = GstClockTime(2_000_000_000)

    init(video: String, headless: Bool) throws {
        self.video = video
        // The second swifteq changes nothing (intensity=0): it measures.
        let text = """
            filesrc name=file ! decodebin ! queue ! videoconvert ! swiftrosy name=rosy
            ! swifteq mode=rgb intensity=0 post-messages=true interval=200000000
            ! \(headless ? "fakesink sync=true" : "videoconvert ! autovideosink")
            """
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch(text, &error)
        guard let parsed = made, error == nil else {
            if let made { gst_object_unref(made) }
            throw Failure(error)
        }
        let bin = cast(parsed, to: GstBin.self)
        guard let file = gst_bin_get_by_name(bin, "file"), let rosy = gst_bin_get_by_name(bin, "rosy") else {
            throw Failure("the pipeline has no file or no rosy")
        }
        gst_util_set_object_arg(cast(file, to: GObject.self), "location", video)
        gst_object_unref(file)
        (pipeline, self.rosy) = (parsed, rosy)
        addCurve()
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(rosy)
        gst_object_unref(pipeline)
    }

    /// Lets `intensity` rise from 0 to 1 in two seconds and fall again, exactly at each frame's time.
    private func addCurve() {
        guard let curve = gst_interpolation_control_source_new() else { return }
        gst_util_set_object_arg(cast(curve, to: GObject.self), "mode", "linear")
        let points = cast(curve, to: GstTimedValueControlSource.self)
        for (second, value) in [(0, 0.0), (2, 1), (4, 0)] {
            gst_timed_value_control_source_set(points, GstClockTime(second) * 1_000_000_000, value)
        }
        let object = cast(rosy, to: GstObject.self)
        gst_object_add_control_binding(object, gst_direct_control_binding_new_absolute(object, "intensity", curve))
        gst_object_unref(curve)
    }

    /// Plays to the end of the video, or to Ctrl-C. A damaged file may give neither a frame nor an error, so the wait for the first
    /// frame has an end.
    func play(firstFrameWithin seconds: UInt32) throws {
        guard let bus = gst_element_get_bus(pipeline) else { throw Failure("the pipeline has no bus") }
        defer { gst_object_unref(bus) }
        // Ctrl-C ends it as the end of the video does, so that whatever is being written is whole; a second one does not wait.
        signal(SIGINT, SIG_IGN)
        let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        // GStreamer's objects may be used on any thread, and the pipeline outlives this.
        nonisolated(unsafe) let pipeline = pipeline
        // The handler's alone.
        nonisolated(unsafe) var isEnding = false
        interrupts.setEventHandler {
            if isEnding { exit(130) }
            isEnding = true
            gst_element_send_event(pipeline, gst_event_new_eos())
        }
        interrupts.resume()
        defer { interrupts.cancel() }

        // If this fails an error is on the bus.
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        let end = gst_util_get_timestamp() + GstClockTime(seconds) * 1_000_000_000
        var hasFrame = false
        while true {
            let now = gst_util_get_timestamp()
            let wait = hasFrame ? GstClockTime.max : now < end ? end - now : 0
            guard let message = gst_bus_timed_pop(bus, wait) else {
                throw Failure("\(video): There was no frame within \(seconds) seconds")
            }
            defer { gst_message_unref(message) }
            switch message.pointee.type {
            case GST_MESSAGE_ELEMENT:
                if gst_message_has_name(message, "swifteq") != 0, let structure = gst_message_get_structure(message) {
                    measured(structure)
                }
            case GST_MESSAGE_EOS:
                say("the video is over")
                return
            case GST_MESSAGE_ERROR:
                var error: UnsafeMutablePointer<GError>?
                gst_message_parse_error(message, &error, nil)
                throw Failure("\(video): \(Failure(error))")
            case GST_MESSAGE_ASYNC_DONE:
                if message.pointee.src == cast(pipeline, to: GstObject.self) { hasFrame = true }
            case GST_MESSAGE_LATENCY:
                gst_bin_recalculate_latency(cast(pipeline, to: GstBin.self))
            default:
                break
            }
        }
    }

    /// What swifteq tells of a frame.
    private func measured(_ message: UnsafePointer<GstStructure>) {
        var time = GstClockTime.max
        guard gst_structure_get_clock_time(message, "stream-time", &time) != 0, time != .max else { return }
        let means = ["red", "green", "blue"].map { "\($0) \(Int(mean(message, $0).rounded()))" }
        let hundredths = (time + 5_000_000) / 10_000_000
        let seconds = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        say("\(seconds) s: \(means.joined(separator: ", "))")
        if !isAmber, time >= Self.amberTime {
            isAmber = true
            // Properties may be set from any thread while it plays.
            gst_util_set_object_arg(cast(rosy, to: GObject.self), "tint-green", "0.6")
            gst_util_set_object_arg(cast(rosy, to: GObject.self), "tint-blue", "0")
            say("amber from here on")
        }
    }

    /// The mean of a histogram of codes from 0.
    private func mean(_ message: UnsafePointer<GstStructure>, _ name: String) -> Double {
        guard let counts = gst_structure_get_value(message, name) else { return 0 }
        let values = (0..<gst_value_array_get_size(counts)).map {
            Double(g_value_get_uint(gst_value_array_get_value(counts, $0)))
        }
        let weighted = values.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
        return weighted / max(1, values.reduce(0, +))
    }
}

/// Prints a line that appears at once, in a pipe too.
private func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// The cast that C's macros do.
private func cast<Object>(
    _ pointer: UnsafeMutablePointer<some Any>, to type: Object.Type
) -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
}
