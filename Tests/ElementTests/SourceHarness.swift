// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import Testing

/// A source and a sink that the test plays.
final class SourceHarness {
    let harness: UnsafeMutablePointer<GstHarness>
    let element: UnsafeMutablePointer<GstElement>
    private let bus: UnsafeMutablePointer<GstBus>

    /// The source makes frames of `caps`, with properties as launch lines have them; it is in NULL.
    init(_ caps: String?, _ values: [String: String] = [:], of factory: String = "swiftperlinsrc") throws {
        prepare()
        harness = try #require(gst_harness_new_with_padnames(factory, nil, "src"))
        element = tst_element(harness)
        bus = tst_bus(harness)
        if let caps { gst_harness_set_sink_caps_str(harness, caps) }
        for (name, text) in values { tst_set_text(element, name, text) }
    }

    deinit {
        gst_element_set_state(element, GST_STATE_NULL)
        // Messages that nobody took hold the element, which holds the bus.
        gst_bus_set_flushing(bus, 1)
        gst_harness_teardown(harness)
        gst_object_unref(bus)
    }

    /// Plays from the start.
    func play() { gst_element_set_state(element, GST_STATE_PLAYING) }

    /// Plays a part of the stream, from now on, or from the start on with which it begins.
    @discardableResult
    func play(rate: Double = 1, format: GstFormat = GST_FORMAT_TIME, from start: Int, to stop: Int) -> Bool {
        let seek = gst_event_new_seek(
            rate, format, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, start, GST_SEEK_TYPE_SET, stop)
        if element.pointee.current_state == GST_STATE_PLAYING {
            return gst_harness_push_upstream_event(harness, seek) != 0
        }
        gst_element_set_state(element, GST_STATE_READY)
        defer { play() }
        return gst_element_send_event(element, seek) != 0
    }

    /// What comes up to the end of the stream.
    func frames() -> [Buffer] {
        while let event = gst_harness_pull_event(harness) {
            let isEnd = event.pointee.type == GST_EVENT_EOS
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
            if isEnd { break }
        }
        var frames: [Buffer] = []
        while let buffer = gst_harness_try_pull(harness) { frames.append(Buffer(owning: buffer)) }
        return frames
    }

    /// The next error or warning on the bus.
    func message() -> Message? {
        var message = TstMessage()
        guard tst_message(bus, &message) else { return nil }
        return Message(message)
    }

    /// The answer to a query for a duration, or nil.
    func duration(_ format: GstFormat) -> Int? {
        var duration: gint64 = -2
        return gst_element_query_duration(element, format, &duration) != 0 ? duration : nil
    }

    func converted(_ value: Int, _ from: GstFormat, _ to: GstFormat) -> Int? {
        var result: gint64 = -2
        return gst_element_query_convert(element, from, value, to, &result) != 0 ? result : nil
    }
}

extension Image {
    /// What a source makes, by its law alone. Samples of no pixel are 255.
    static func perlin(
        _ settings: Perlin, _ format: PixelFormat, _ width: Int, _ height: Int, interlaced: Bool = false,
        _ colorimetry: Colorimetry? = nil
    ) throws -> Image {
        let image = try Image(format, width, height, interlaced: interlaced)
        let blank = image.with(image.bytes.map { _ in 255 })
        return try blank.rendered(FilterEffect<Perlin>.self, settings, colorimetry ?? .usual(format))
    }
}
