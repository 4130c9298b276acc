// SPDX-License-Identifier: MIT
import CTestSupport
import Glibc
import PixelCore
import Testing

extension ElementTests {
    /// What effects are told of time, and where video begins that does not follow on the last frame.
    @Suite struct Times {
        private let second: UInt64 = 1_000_000_000
        private let bytes = [UInt8](repeating: 9, count: 256)

        private func playing(rate: String = "25/1") throws -> ElementHarness {
            let harness = try ElementHarness("swiftprobe")
            harness.setCaps("video/x-raw, format=GRAY8, width=16, height=16, framerate=\(rate)")
            return harness
        }

        private func calls(_ harness: ElementHarness, pts: UInt64, duration: UInt64 = .max) throws -> [ProbeCall] {
            try ProbeEffect.recorded {
                _ = try harness.render(Buffer(bytes).setTimes(pts: pts, duration: duration))
            }
        }

        @Test("Times are stream times in ns")
        func streamTime() throws {
            try withoutCriticals {
                let harness = try playing()
                #expect(try calls(harness, pts: 0, duration: 40) == [.render(time: 0, duration: 40)])
                harness.pushSegment {
                    $0.start = 10_000_000_000
                    $0.time = 250_000_000
                }
                let inside = try calls(harness, pts: 10_500_000_000, duration: 1)
                #expect(inside == [.render(time: 750_000_000, duration: 1)])
                let before = try calls(harness, pts: 9_000_000_000, duration: 1)
                #expect(before == [.render(time: nil, duration: 1)])
                let none = try calls(harness, pts: .max, duration: 1)
                #expect(none == [.render(time: nil, duration: 1)])
            }
        }

        @Test(
            "Video in reverse from an unknown end passes, and lateness is measured again after it",
            arguments: Subject.some("Time 1"))
        func endlessReverse(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                let image = try Image(.gray8, 16, 16)
                harness.setCaps(image.caps)
                for rate in [-1, 1.0] {
                    harness.pushSegment { $0.rate = rate }
                    _ = try harness.render(image.buffer().setTimes(pts: 0, duration: 40))
                    #expect((tst_get_int(harness.element, "qos") != 0) == (rate > 0))
                }
            }
        }

        @Test("Without a TIME segment there is no stream time")
        func bytesSegment() throws {
            try withoutCriticals {
                let harness = try playing()
                harness.pushSegment(GST_FORMAT_BYTES)
                #expect(try calls(harness, pts: 5, duration: 7) == [.render(time: nil, duration: 7)])
            }
        }

        @Test("A duration that the buffer lacks comes from the frame rate")
        func duration() throws {
            try withoutCriticals {
                #expect(try calls(playing(), pts: 3) == [.render(time: 3, duration: 40_000_000)])
                let video = try playing(rate: "24000/1001")
                #expect(try calls(video, pts: 3) == [.render(time: 3, duration: 41_708_333)])
                #expect(try calls(playing(rate: "0/1"), pts: 3) == [.render(time: 3, duration: nil)])
                let slow = try playing(rate: "1/2147483647")
                #expect(try calls(slow, pts: 3) == [.render(time: 3, duration: 2_147_483_647_000_000_000)])
            }
        }

        @Test("Times beyond 63 bits are unknown ones")
        func enormous() throws {
            try withoutCriticals {
                let calls = try calls(playing(), pts: .max - 1, duration: .max - 1)
                #expect(calls == [.render(time: nil, duration: nil)])
            }
        }

        @Test("A frame that comes while the element starts has its time")
        func earlyFrame() throws {
            try withoutCriticals {
                let harness = try playing()
                gst_element_set_state(harness.element, GST_STATE_READY)
                let source = EarlySource(harness, bytes)
                let calls = ProbeEffect.recorded {
                    source.start {
                        #expect(gst_element_set_state(harness.element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE)
                    }
                }
                #expect(calls.filter { $0 != .reset && $0 != .configure } == [.render(time: 7, duration: 1)])
            }
        }

        @Test(
            "The position is where the last frame ends, or the segment begins",
            arguments: ["swiftprobe", "swiftdepthgray"])
        func position(factory: String) throws {
            try withoutCriticals {
                let harness = try ElementHarness(factory)
                let image = try Image(.gray16le, 16, 16)
                harness.setCaps(image.caps)
                func render(pts: UInt64, duration: UInt64) throws {
                    _ = try harness.render(image.buffer().setTimes(pts: pts, duration: duration))
                }
                #expect(streamPosition(harness.element) == 0)
                try render(pts: 1, duration: 40)
                #expect(streamPosition(harness.element) == 41)
                harness.pushSegment {
                    $0.start = 500
                    $0.stop = 600
                    $0.position = 500
                    $0.time = 1000
                    $0.applied_rate = 2
                }
                #expect(streamPosition(harness.element) == 1000)
                try render(pts: 510, duration: 10)
                #expect(streamPosition(harness.element) == 1040)
                try render(pts: 590, duration: 20)
                #expect(streamPosition(harness.element) == 1180)
                #expect(harness.push(gst_event_new_flush_start()) && harness.push(gst_event_new_flush_stop(1)))
                #expect(streamPosition(harness.element) == nil)
                harness.pushSegment()
                #expect(streamPosition(harness.element) == 0)
                try render(pts: 7, duration: 1)
                gst_element_set_state(harness.element, GST_STATE_READY)
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                #expect(streamPosition(harness.element) == nil)
            }
        }

        @Test("The position can be asked for while segments change", arguments: Subject.some("Time 2"))
        func positionAsked(subject: Subject) throws {
            try withoutCriticals {
                let harness = try subject.harness()
                harness.setCaps(Image.caps(.gray8, 16, 16))
                let element = Shared(pointer: harness.element)
                let asking = Background {
                    var position: gint64 = 0
                    gst_element_query_position(element.pointer, GST_FORMAT_TIME, &position)
                }
                for index in 0..<20_000 { harness.pushSegment(index % 2 == 0 ? GST_FORMAT_BYTES : GST_FORMAT_TIME) }
                asking.end()
            }
        }

        private func calls(_ harness: ElementHarness, _ event: UnsafeMutablePointer<GstEvent>?) -> [ProbeCall] {
            ProbeEffect.recorded { #expect(harness.push(event)) }
        }

        @Test("A flush resets the effect")
        func flush() throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(bytes)
                #expect(calls(harness, gst_event_new_flush_start()) == [])
                #expect(calls(harness, gst_event_new_flush_stop(1)) == [.reset])
                harness.pushSegment()
                #expect(try calls(harness, pts: 0, duration: 1) == [.render(time: 0, duration: 1)])
            }
        }

        @Test("A segment resets the effect unless it is the one in force")
        func segment() throws {
            try withoutCriticals {
                let harness = try playing()
                let stop: guint64 = 9_000_000_000
                func calls(_ change: @escaping (inout GstSegment) -> Void) -> [ProbeCall] {
                    ProbeEffect.recorded { harness.pushSegment(GST_FORMAT_TIME, change) }
                }
                #expect(calls { $0.stop = stop } == [.reset])
                for pts in 0..<3 { _ = try harness.render(Buffer(bytes).setTimes(pts: UInt64(pts) * second)) }
                #expect(calls { $0.stop = stop } == [])
                #expect(calls { $0.stop = stop } == [])
                #expect(
                    calls {
                        $0.stop = stop
                        $0.base = 1
                    } == [.reset])
                #expect(calls { $0.rate = 2 } == [.reset])
                #expect(ProbeEffect.recorded { harness.pushSegment(GST_FORMAT_BYTES) } == [.reset])
                #expect(ProbeEffect.recorded { harness.pushSegment(GST_FORMAT_BYTES) } == [])
            }
        }

        @Test("Another stream resets the effect, though its segment is the same")
        func streamStart() throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(bytes)
                #expect(calls(harness, gst_event_new_stream_start("another")) == [.reset])
                #expect(ProbeEffect.recorded { harness.pushSegment() } == [])
            }
        }

        @Test("Neither a buffer's DISCONT nor other events reset")
        func others() throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(bytes)
                let buffer = Buffer(bytes).setTimes(pts: 8 * second, duration: 1)
                tst_set_flags(buffer.pointer, GST_BUFFER_FLAG_DISCONT.rawValue)
                let render = ProbeCall.render(time: Int64(8 * second), duration: 1)
                #expect(try ProbeEffect.recorded { _ = try harness.render(buffer) } == [render])
                #expect(calls(harness, gst_event_new_gap(0, 40)) == [])
                #expect(calls(harness, gst_event_new_tag(gst_tag_list_new_empty())) == [])
                #expect(calls(harness, gst_event_new_eos()) == [])
            }
        }

        @Test("Stopping resets the effect")
        func stop() throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(bytes)
                let calls = ProbeEffect.recorded { gst_element_set_state(harness.element, GST_STATE_READY) }
                #expect(calls == [.reset])
                gst_element_set_state(harness.element, GST_STATE_PLAYING)
                harness.setCaps(Image.caps(.gray8, 16, 16))
                let again = try ProbeEffect.recorded { _ = try harness.render(bytes) }
                #expect(again.last == .render(time: 0, duration: 40_000_000))
            }
        }

        @Test("Caps that change configure the effect, the same ones don't")
        func caps() throws {
            try withoutCriticals {
                let harness = try playing()
                _ = try harness.render(bytes)
                func calls(height: Int) -> [ProbeCall] {
                    ProbeEffect.recorded {
                        let isTaken = harness.renegotiate(Image.caps(.gray8, 16, height))
                        #expect(isTaken)
                    }
                }
                #expect(calls(height: 8) == [.configure])
                #expect(calls(height: 8) == [])
            }
        }

        @Test("What passes through is not rendered, but resets all the same")
        func passthrough() throws {
            try withoutCriticals {
                let harness = try playing()
                harness.setInt("enabled", 0)
                // Once: what it sees next is no continuation of what it saw before.
                #expect(try calls(harness, pts: 0) == [.reset])
                #expect(try calls(harness, pts: 40_000_000) == [])
                #expect(ProbeEffect.recorded { harness.pushSegment { $0.base = 3 } } == [.reset])
            }
        }
    }
}

/// A source that sends its events while an element starts, when its pad is open and the element is not ready for data, and then
/// a frame. Where the element keeps it waiting the events come as soon as it no longer does.
private final class EarlySource: @unchecked Sendable {
    private let harness: ElementHarness
    private let bytes: [UInt8]
    private let pad: UnsafeMutablePointer<GstPad>?
    private var thread = pthread_t()
    /// The events have come, or have to wait; the element has started.
    private let canGoOn = UnsafeMutablePointer<sem_t>.allocate(capacity: 2)

    init(_ harness: ElementHarness, _ bytes: [UInt8]) {
        (self.harness, self.bytes) = (harness, bytes)
        pad = gst_element_get_static_pad(harness.element, "sink")
        for i in 0..<2 { sem_init(canGoOn + i, 0, 0) }
    }

    deinit {
        if let pad { gst_object_unref(pad) }
        canGoOn.deallocate()
    }

    /// Calls `body`, which starts the element, and returns when the frame has been taken.
    func start(_ body: () -> Void) {
        guard let pad else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        tst_on_activation(
            pad,
            { me in
                guard let me else { return }
                Unmanaged<EarlySource>.fromOpaque(me).takeUnretainedValue().meet()
            }, me)
        body()
        sem_post(canGoOn + 1)
        pthread_join(thread, nil)
    }

    /// In the thread that starts the element.
    private func meet() {
        pthread_create(
            &thread, nil,
            { me in
                guard let me else { return nil }
                Unmanaged<EarlySource>.fromOpaque(me).takeUnretainedValue().push()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
        sem_wait(canGoOn)
    }

    private func push() {
        guard let pad else { return }
        let isFree = tst_stream_is_free(pad)
        if !isFree { sem_post(canGoOn) }
        _ = harness.push(gst_event_new_stream_start("early"))
        _ = harness.push(capsEvent("video/x-raw, format=GRAY8, width=16, height=16, framerate=25/1"))
        harness.pushSegment()
        if isFree { sem_post(canGoOn) }
        sem_wait(canGoOn + 1)
        #expect(harness.push(Buffer(bytes).setTimes(pts: 7, duration: 1)) == GST_FLOW_OK)
    }
}
