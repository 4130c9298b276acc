// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Filters
import PixelCore
import TestSupport
import Testing

extension TstProperty {
    /// Those of an element that fuzz tests set: its own, and of its parents' those that leave it a use.
    static func all(_ element: UnsafeMutablePointer<GstElement>, quality: Bool) -> [TstProperty] {
        var list = [TstProperty](repeating: TstProperty(), count: 128)
        let count = Int(tst_properties(element, &list, Int32(list.count)))
        let names = ["latency", "start-time", "start-time-selection"] + (quality ? ["qos"] : [])
        return list.prefix(count) + named(names, of: element)
    }

    static func all(ofInput pad: UnsafeMutablePointer<GstPad>) -> [TstProperty] {
        named(
            [
                "repeat-after-eos", "max-last-buffer-repeat", "xpos", "ypos", "width", "height", "alpha", "sizing",
                "zorder",
            ], of: pad)
    }

    /// Whether it is a whole number of pixels or of layers.
    var isPlace: Bool { ["xpos", "ypos", "width", "height", "zorder"].contains(string(name)) }

    private static func named(_ names: [String], of object: UnsafeMutableRawPointer) -> [TstProperty] {
        names.compactMap { name in
            var property = TstProperty()
            guard tst_property(object, name, &property) else { return nil }
            // A round does not take longer.
            if name == "latency" { property.maximum64 = 9_999_999_999 }
            return property
        }
    }

    /// Sets a property to what it is at first.
    fileprivate func reset(_ element: UnsafeMutablePointer<GstElement>) {
        let name = string(name)
        if is_array {
            tst_set_text(element, name, "< 0, 0, 1, 1 >")
        } else if is_string {
            tst_set_string(element, name, string(text).isEmpty ? nil : string(text))
        } else if is_double {
            tst_set_double(element, name, initial)
        } else if is_uint64 || is_int64 {
            tst_set_uint64(element, name, initial64)
        } else {
            // A uint has the same bits.
            tst_set_int(element, name, Int32(truncatingIfNeeded: Int64(initial)))
        }
    }
}

extension FuzzRound {
    /// Formats that may come to the element.
    var formats: [PixelFormat] { factory == "swiftdepthgray" ? DepthEffect.inputFormats : PixelFormat.allCases }

    /// The same of a source, which makes the same frame again and again.
    private func proveSource() throws {
        #expect(gst_element_set_state(element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE, "\(note)")
        var output: Buffer?
        let isThere = eventually {
            output = tst_sink_take(sink).map { Buffer(owning: $0) }
            return output != nil
        }
        #expect(isThere && !hasError(), "the element no longer works; \(note)")
        gst_element_set_state(element, GST_STATE_NULL)
        // Of the caps that it has where downstream takes any.
        let expected = try Image(.i420, 640, 360).rendered(FilterEffect<Perlin>.self, Perlin(), .usual(.i420))
        if let output { #expect(output.bytes == expected.bytes, "a frame is wrong; \(note)") }
    }

    /// Whatever has been done to an element, which is in NULL now: with the settings that it has at first it renders a frame as it
    /// should.
    func proveWorking() throws {
        removeSources()
        _ = hasError()
        for property in properties where property.writable {
            if property.is_double { tst_uncontrol(element, string(property.name)) }
            property.reset(element)
        }
        tst_sink_answer(sink, GST_FLOW_OK.rawValue, 0, true)
        tst_sink_keep(sink)
        let pad = tst_sink_pad(sink)
        gst_pad_set_active(pad, 0)
        gst_pad_set_active(pad, 1)
        guard !isSource else { return try proveSource() }

        // Of more than 576 rows the colours would be others.
        let isLarge = random.once(in: 16)
        let (width, height) = isLarge ? (1030, 570) : (random.number(1...70), random.number(1...50))
        let image = try Image(random.pick(formats), width, height, seed: random.next())
        let other = try Image(image.format, width, height, seed: random.next())
        let expected: Image
        if isMixer {
            expected = try image.blended(with: other, by: factory) ?? Image.mixed(image, other, 0.5)
        } else if let subject = Subject.all.first(where: { $0.factory == factory }) {
            subject.set(element, 1)
            expected = try subject.rendered(image)
        } else {
            expected = try image.converted(by: factory)
        }

        // One that is live has time until both frames are there.
        if isMixer { tst_begin_clock(element, 60_000_000_000) }
        let names = isMixer ? ["sink_0", "sink_1"] : ["sink"]
        let inputs = try names.map { name in try #require(tst_source_pad(element, name)) }
        #expect(gst_element_set_state(element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE, "\(note)")
        // After a seek that brought no flush GstAggregator (1.22) makes nothing, through NULL and back, until one comes.
        let number = gst_util_seqnum_next()
        for make in isMixer ? [gst_event_new_flush_start, { gst_event_new_flush_stop(1) }] : [] {
            for input in inputs {
                let event = make()
                gst_event_set_seqnum(event, number)
                gst_pad_push_event(input, event)
            }
        }
        for input in inputs {
            gst_pad_push_event(input, gst_event_new_stream_start("proof"))
            gst_pad_push_event(input, capsEvent(image.caps))
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            gst_pad_push_event(input, gst_event_new_segment(&segment))
        }
        for (input, image) in zip(inputs, [image, other]) {
            let buffer = image.buffer().setTimes(pts: 0, duration: 40_000_000)
            #expect(gst_pad_push(input, buffer.take()) == GST_FLOW_OK, "\(note)")
        }
        var output: Buffer?
        let isThere = eventually {
            output = tst_sink_take(sink).map { Buffer(owning: $0) }
            return output != nil
        }
        #expect(isThere && !hasError(), "the element no longer works; \(note)")
        if let output {
            let isRight = expected.with(output.bytes).visible == expected.visible
            #expect(isRight, "\(image.format) \(width)x\(height) is rendered wrong; \(note)")
        }
        gst_element_set_state(element, GST_STATE_NULL)
        for input in inputs {
            tst_source_pad_release(element, input)
            gst_pad_set_active(input, 0)
            gst_object_unref(input)
        }
    }
}
