// SPDX-License-Identifier: MIT
import CTestSupport
import Glibc
import PixelCore
import TestSupport

/// What pushes on one pad of an element: caps, segments, frames, gaps and ends in any order.
///
/// It is one thread's at a time: that of its Background until that has been waited for, then the test's.
final class FuzzSource: @unchecked Sendable {
    let pad: UnsafeMutablePointer<GstPad>
    private var random: Generator
    private var images: FuzzImages
    /// Whether a push came back with an error.
    private(set) var hasFailed = false
    /// Frames kept, with their bytes: they are not the element's to change.
    private var kept: [(buffer: Buffer, bytes: [UInt8])] = []
    private(set) var changed = 0

    private let life: Life
    /// Whether a segment that is played in reverse has an end and no offset: of others GstBaseTransform with `qos` makes criticals.
    private let reversesFromEnd: Bool

    /// Held by who flushes, seeks or changes a mixer's state: GstAggregator (1.22) may wait or run for ever when two of these
    /// meet. Other elements get them at once.
    final class Life: Sendable {
        private let mutex = Locked(())
        let isMixer: Bool

        init(_ factory: String) { isMixer = mixers.contains(factory) }

        func exclusively(_ body: () throws -> Void) rethrows {
            guard isMixer else { return try body() }
            try mutex.withLock { _ in try body() }
        }
    }

    init(
        _ pad: UnsafeMutablePointer<GstPad>, _ formats: [PixelFormat], reversesFromEnd: Bool, _ random: Generator,
        _ life: Life
    ) throws {
        self.pad = pad
        self.reversesFromEnd = reversesFromEnd
        self.life = life
        self.random = random
        images = try FuzzImages(formats)
    }

    /// What a stream begins with, sound.
    func begin() throws {
        push(gst_event_new_stream_start("fuzz"))
        push(caps: images.image.caps)
        push(segment: GST_FORMAT_TIME) { _ in }
    }

    func step() throws {
        switch random.number(0...39) {
        case 0...3: push(caps: try images.caps(&random))
        case 4: segment()
        case 5: push(gst_event_new_gap(images.position, random.pick([GstClockTime.max, 40_000_000, 0])))
        case 6 where random.once(in: 3): push(gst_event_new_eos())
        case 7:
            push(random.once(in: 2) ? gst_event_new_stream_start("again") : gst_event_new_tag(gst_tag_list_new_empty()))
        case 8 where random.once(in: 2):
            let resets: gboolean = random.once(in: 2) ? 1 : 0
            life.exclusively {
                push(gst_event_new_flush_start())
                push(gst_event_new_flush_stop(resets))
            }
            if !random.once(in: 4) { segment() }
        case 9: push(gst_event_new_custom(random.pick([GST_EVENT_CUSTOM_DOWNSTREAM, GST_EVENT_CUSTOM_BOTH]), nil))
        case 10: ask()
        case 11 where random.once(in: 4):
            push(
                random.once(in: 2) ? gst_event_new_segment_done(GST_FORMAT_TIME, 7) : gst_event_new_reconfigure())
        case 12 where life.isMixer && random.once(in: 8): usleep(useconds_t(random.number(1_000...40_000)))
        default: try push(images.buffer(&random))
        }
    }

    private func push(_ buffer: Buffer) {
        tst_count_buffer(buffer.pointer)
        if random.once(in: 6) { kept.append((buffer.shared(), buffer.bytes)) }
        switch gst_pad_push(pad, buffer.take()) {
        case GST_FLOW_ERROR: hasFailed = true
        // Sources pause then; one that does not may never let go of the pad's lock for whoever stops it.
        case GST_FLOW_FLUSHING: usleep(300)
        default: break
        }
        if kept.count > 4 { giveBack() }
    }

    /// Lets go of what was kept, after a look at it.
    func giveBack() {
        for frame in kept where frame.buffer.bytes != frame.bytes { changed += 1 }
        kept = []
    }

    private func push(_ event: UnsafeMutablePointer<GstEvent>?) { gst_pad_push_event(pad, event) }

    private func push(caps text: String) {
        guard let caps = gst_caps_from_string(text) else { return }
        // An event takes caps that are fixed alone.
        if gst_caps_is_fixed(caps) != 0 { push(gst_event_new_caps(caps)) }
        gst_caps_unref(caps)
    }

    private func push(segment format: GstFormat, _ change: (inout GstSegment) -> Void) {
        var segment = GstSegment()
        gst_segment_init(&segment, format)
        change(&segment)
        push(gst_event_new_segment(&segment))
    }

    private func segment() {
        let format = random.once(in: 8) ? random.pick([GST_FORMAT_BYTES, GST_FORMAT_DEFAULT]) : GST_FORMAT_TIME
        push(segment: format) { segment in
            segment.rate = random.pick([1, 1, -1, 0.5, 100, -0.001])
            segment.applied_rate = random.pick([1, 1, 2, -1])
            let times: [GstClockTime] = [0, images.position, 1 << 62]
            segment.start = random.pick(times)
            let isPlain = segment.rate < 0 && reversesFromEnd
            let ends = [segment.start, segment.start &+ 10_000_000_000, GstClockTime.max]
            segment.stop = random.pick(isPlain ? Array(ends[...1]) : ends)
            segment.time = random.pick([GstClockTime.max, segment.start, 0])
            segment.base = random.pick(times)
            segment.offset = random.once(in: 4) && !isPlain ? random.pick(times) : 0
            segment.position = segment.start
        }
    }

    private func ask() {
        var others = images
        guard let caps = gst_caps_from_string(try? others.caps(&random)) else { return }
        defer { gst_caps_unref(caps) }
        switch random.number(0...2) {
        case 0: if gst_caps_is_fixed(caps) != 0 { gst_pad_peer_query_accept_caps(pad, caps) }
        case 1: if let answer = gst_pad_peer_query_caps(pad, caps) { gst_caps_unref(answer) }
        default:
            guard gst_caps_is_fixed(caps) != 0, let query = gst_query_new_allocation(caps, 1) else { return }
            gst_pad_peer_query(pad, query)
            gst_query_unref(query)
        }
    }
}
