// SPDX-License-Identifier: MIT
import CTestSupport
import PixelCore
import Testing

/// What the elements make of a failure downstream.
extension ElementTests {
    @Suite struct Flows {
        static let flows = [
            GST_FLOW_ERROR, GST_FLOW_CUSTOM_ERROR, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_NOT_LINKED, GST_FLOW_EOS,
        ]

        /// Pushes that fail, each followed by some that do not, as behind an `errorignore`.
        private func expectGoingOn(_ harness: ElementHarness, _ image: Image, _ expected: [UInt8]) throws {
            harness.setCaps(image.caps)
            for flow in Self.flows {
                #expect(try harness.render(image.bytes) == expected)
                tst_refuse_next(harness.harness, flow.rawValue)
                #expect(harness.push(image.buffer()) == flow)
                #expect(harness.pull() == nil)
                for _ in 0..<2 { #expect(try harness.render(image.bytes) == expected, "after \(flow)") }
                #expect(harness.message() == nil)
            }
        }

        @Test("A failure downstream goes upstream, and the next frame is rendered", arguments: Subject.some("Flow 1"))
        func filters(subject: Subject) throws {
            try withoutCriticals {
                let image = try Image(.i420, 20, 8)
                try expectGoingOn(try subject.harness(), image, try subject.rendered(image).bytes)
            }
        }

        @Test("The same of elements whose output is another image", arguments: converters)
        func others(factory: String) throws {
            try withoutCriticals {
                let image = try Image(.gray16le, 20, 8)
                try expectGoingOn(
                    try ElementHarness(factory), image, try image.converted(by: factory).bytes)
            }
        }

        /// GstAggregator ends its thread then; GST_FLOW_CUSTOM_ERROR it takes for a number of its own, and goes on.
        @Test(
            "A mixer tells both sources, and goes on after a flush or a restart",
            arguments: flows.filter { $0 != GST_FLOW_CUSTOM_ERROR }, [false, true])
        func mixer(flow: GstFlowReturn, flushes: Bool) throws {
            try withoutCriticals {
                let (a, b) = (try Image(.i420, 32, 16), try Image(.i420, 32, 16, seed: 2))
                let both = try Image.mixed(a, b, 0.5).bytes
                let harness = try MixHarness(a.caps)
                for frame in [0, 10, 20] {
                    #expect(try harness.render(a.buffer(), b.buffer(), frame: frame).bytes == both)
                    tst_refuse_next(harness.output, flow.rawValue)
                    for input in 0..<2 {
                        #expect(harness.push(input, (input == 0 ? a : b).buffer(), frame: frame + 1) == GST_FLOW_OK)
                    }
                    for input in 0..<2 {
                        var results: [GstFlowReturn] = []
                        let isTold = eventually {
                            results.append(harness.push(input, a.buffer(), frame: frame + 2))
                            return results.last == flow
                        }
                        #expect(isTold, "input \(input): \(results.prefix(9))")
                    }
                    #expect(harness.pull(seconds: 0) == nil)
                    #expect(harness.message(seconds: 0) == nil)
                    if flushes {
                        // GstAggregator takes flushes of one number alone for one.
                        let number = gst_util_seqnum_next()
                        for make in [gst_event_new_flush_start, { gst_event_new_flush_stop(1) }] {
                            for input in 0..<2 {
                                let event = make()
                                gst_event_set_seqnum(event, number)
                                harness.push(input, event)
                            }
                        }
                    } else {
                        gst_element_set_state(harness.element, GST_STATE_READY)
                        gst_element_set_state(harness.element, GST_STATE_PLAYING)
                        for input in 0..<2 { harness.push(input, gst_event_new_stream_start("again")) }
                        for input in 0..<2 { #expect(harness.renegotiate(input, a.caps)) }
                    }
                    for input in 0..<2 {
                        var segment = GstSegment()
                        gst_segment_init(&segment, GST_FORMAT_TIME)
                        harness.push(input, gst_event_new_segment(&segment))
                    }
                }
                #expect(try harness.render(a.buffer(), b.buffer()).bytes == both)
            }
        }
    }
}
