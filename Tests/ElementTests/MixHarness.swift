// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import PixelCore
import Testing

/// An element with two inputs, swiftmix if no other, between two sources and a sink that the test plays, in PLAYING.
///
/// The element makes frames on a thread of its own, so what it does is waited for.
final class MixHarness {
    let element: UnsafeMutablePointer<GstElement>
    let output: UnsafeMutablePointer<GstHarness>
    /// By the order they were added in.
    private(set) var inputs: [UnsafeMutablePointer<GstHarness>?] = []
    private let bus: UnsafeMutablePointer<GstBus>
    private var feeders: [Feeder] = []

    /// How long a frame lasts, at 25 frames a second.
    static let frame: UInt64 = 40_000_000

    /// `caps` are what comes to both inputs; without, they come later.
    init(
        _ caps: String? = nil, of factory: String = "swiftmix", pads: [String] = ["sink_0", "sink_1"],
        live: Bool = false
    ) throws {
        prepare()
        output = try #require(gst_harness_new_with_padnames(factory, nil, "src"))
        element = tst_element(output)
        bus = tst_bus(output)
        for pad in pads { add(pad, live: live) }
        if pads.isEmpty { gst_harness_play(output) }
        if let caps { for input in pads.indices { setCaps(input, caps) } }
    }

    deinit {
        // Pushes that wait come back.
        gst_element_set_state(element, GST_STATE_NULL)
        for feeder in feeders { feeder.join() }
        for input in inputs { if let input { gst_harness_teardown(input) } }
        // Messages that nobody took hold the element, which holds the bus.
        gst_bus_set_flushing(bus, 1)
        gst_harness_teardown(output)
        gst_object_unref(bus)
    }

    /// Links another source.
    func add(_ pad: String, live: Bool = false) {
        inputs.append(tst_source(element, pad, live))
    }

    /// Unlinks a source and releases its pad. The next one gets its number if it was the last.
    func remove(_ input: Int) {
        guard let harness = inputs[input] else { return }
        inputs[input] = nil
        if input == inputs.count - 1 { inputs.removeLast() }
        gst_harness_teardown(harness)
    }

    func setCaps(_ input: Int, _ caps: String) { gst_harness_set_src_caps_str(inputs[input], caps) }

    /// Says that caps have changed, without another segment. Returns whether the element takes them.
    func renegotiate(_ input: Int, _ caps: String) -> Bool {
        push(input, capsEvent(caps))
    }

    func set(_ property: String, _ value: Double) { tst_set_double(element, property, value) }
    func setInt(_ property: String, _ value: Int32) { tst_set_int(element, property, value) }

    /// Pushes a buffer at its time. A second one on the same input waits until the first is used.
    @discardableResult
    func push(_ input: Int, _ buffer: Buffer, frame: Int = 0, duration: UInt64 = frame) -> GstFlowReturn {
        guard let harness = inputs[input] else { return GST_FLOW_NOT_LINKED }
        return tst_push(harness, buffer.setTimes(pts: UInt64(frame) * duration, duration: duration).take())
    }

    @discardableResult
    func push(_ input: Int, _ event: UnsafeMutablePointer<GstEvent>?) -> Bool {
        gst_harness_push_event(inputs[input], event) != 0
    }

    /// Pushes buffers, then EOS, on another thread.
    func feed(_ input: Int, _ buffers: [Buffer], duration: UInt64 = frame, eos: Bool = true) {
        feed(input, times: buffers.indices.map { UInt64($0) * duration }, duration: duration, eos: eos) { buffers[$0] }
    }

    /// The same of buffers that begin at other times.
    func feed(
        _ input: Int, times: [UInt64], duration: UInt64 = frame, eos: Bool = true, _ make: (Int) -> Buffer
    ) {
        let buffers = times.indices.map { make($0).setTimes(pts: times[$0], duration: duration).take() }
        feed(input, buffers.map { .buffer($0) } + (eos ? [.event(gst_event_new_eos())] : []))
    }

    /// What is pushed, which takes it.
    enum Item {
        case buffer(UnsafeMutablePointer<GstBuffer>)
        case event(UnsafeMutablePointer<GstEvent>?)

        @discardableResult
        func push(_ harness: UnsafeMutablePointer<GstHarness>) -> Bool {
            switch self {
            case .buffer(let buffer): tst_push(harness, buffer) == GST_FLOW_OK
            case .event(let event): gst_harness_push_event(harness, event) != 0
            }
        }

        /// Lets go of what is not pushed.
        func drop() {
            switch self {
            case .buffer(let buffer): gst_buffer_unref(buffer)
            case .event(let event): gst_event_unref(event)
            }
        }
    }

    @discardableResult
    func push(_ input: Int, _ item: Item) -> Bool {
        guard let harness = inputs[input] else { return false }
        return item.push(harness)
    }

    /// Pushes items on another thread.
    func feed(_ input: Int, _ items: [Item]) {
        guard let harness = inputs[input] else { return }
        feeders.append(Feeder(harness, items))
    }

    /// The next frame; nil if none comes in time. Where one has to come a busy machine may take long.
    func pull(seconds: Double = 120) -> Buffer? {
        let start = now()
        repeat {
            if let buffer = gst_harness_try_pull(output) { return Buffer(owning: buffer) }
            usleep(100)
        } while now() - start < seconds
        return nil
    }

    /// Both images in, one out.
    func render(_ first: Buffer, _ second: Buffer, frame: Int = 0) throws -> Buffer {
        #expect(push(0, first, frame: frame) == GST_FLOW_OK)
        #expect(push(1, second, frame: frame) == GST_FLOW_OK)
        return try #require(pull())
    }

    /// The frames up to the end of the stream.
    func video() throws -> [Buffer] {
        try #require(event(GST_EVENT_EOS), "the stream does not end")
        var frames: [Buffer] = []
        while let buffer = gst_harness_try_pull(output) { frames.append(Buffer(owning: buffer)) }
        return frames
    }

    /// Waits for an event to come out; earlier ones of other types are lost.
    func event(_ type: GstEventType, seconds: Double = 120) -> Bool {
        let start = now()
        while now() - start < seconds {
            guard let event = gst_harness_try_pull_event(output) else {
                usleep(100)
                continue
            }
            let found = event.pointee.type == type
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
            if found { return true }
        }
        return false
    }

    /// The types of events that have gone to the source of an input.
    func upstreamEvents(_ input: Int) -> [GstEventType] {
        var types: [GstEventType] = []
        while let event = gst_harness_try_pull_upstream_event(inputs[input]) {
            types.append(event.pointee.type)
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
        }
        return types
    }

    /// The next error or warning on the bus; nil if none comes in time. Where one has to come a busy machine may take long.
    func message(seconds: Double = 120) -> Message? {
        var message = TstMessage()
        let start = now()
        while !tst_message(bus, &message) {
            guard now() - start < seconds else { return nil }
            usleep(200)
        }
        return Message(message)
    }

    /// The clock of gst_harness_use_testclock, to be unreferenced.
    var clock: UnsafeMutablePointer<GstTestClock>? { gst_harness_get_testclock(output) }

    /// Lets those go on that wait for a time that such a clock has reached.
    static func wake(_ clock: UnsafeMutablePointer<GstTestClock>) {
        while let id = gst_test_clock_process_next_clock_id(clock) { gst_clock_id_unref(id) }
    }

    /// What may come to an input now, as its source asks.
    func allowedCaps(_ input: Int) -> String {
        guard let harness = inputs[input], let caps = gst_pad_peer_query_caps(harness.pointee.srcpad, nil) else {
            return ""
        }
        defer { gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self)) }
        guard let text = gst_caps_to_string(caps) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// What the output's caps are.
    var outputCaps: String {
        guard let caps = gst_pad_get_current_caps(output.pointee.sinkpad) else { return "" }
        defer { gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self)) }
        guard let text = gst_caps_to_string(caps) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

/// A thread that pushes items and then ends.
private final class Feeder {
    private var thread = pthread_t()

    /// What the thread is given; nobody else uses it.
    private final class Work {
        let harness: UnsafeMutablePointer<GstHarness>
        let items: [MixHarness.Item]

        init(_ harness: UnsafeMutablePointer<GstHarness>, _ items: [MixHarness.Item]) {
            (self.harness, self.items) = (harness, items)
        }
    }

    init(_ harness: UnsafeMutablePointer<GstHarness>, _ items: [MixHarness.Item]) {
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                for item in work.items { item.push(work.harness) }
                return nil
            }, Unmanaged.passRetained(Work(harness, items)).toOpaque())
    }

    func join() { pthread_join(thread, nil) }
}

extension Image {
    /// This image mixed with another as the effect alone does it; of a missing one the other is shown.
    static func mixed(
        _ first: Image?, _ second: Image?, _ factor: Double, like output: Image? = nil
    ) throws -> Image {
        var result = try #require(output ?? first ?? second)
        var (a, b) = (first, second)
        let effect = MixEffect()
        var settings = MixSettings()
        settings.factor = factor
        try effect.configure(
            VideoInfo(
                format: result.format, width: result.width, height: result.height, colorimetry: .usual(result.format)))
        effect.update(settings)
        try result.withFrame { output in
            try withOptional(&a) { first in
                try withOptional(&b) { second in
                    try effect.render(output, first: first, second: second, bands: .serial)
                }
            }
        }
        return result
    }

    /// Heap allocations of twenty mixes of two images, after a first one.
    static func allocationsOfMixing(_ first: Image, _ second: Image, _ factor: Double) throws -> Int {
        var (output, a, b) = (first, first, second)
        let effect = MixEffect()
        var settings = MixSettings()
        settings.factor = factor
        let colorimetry = Colorimetry.usual(first.format)
        try effect.configure(
            VideoInfo(format: first.format, width: first.width, height: first.height, colorimetry: colorimetry))
        effect.update(settings)
        var count = 0
        try output.withFrame { output in
            try a.withFrame { first in
                try b.withFrame { second in
                    func render() throws {
                        let whole = (width: output.width, height: output.height)
                        try effect.render(output, first: first, second: second, fitted: whole, bands: .serial)
                    }
                    try render()
                    let before = tst_allocations()
                    tst_count_allocations(true)
                    defer { tst_count_allocations(false) }
                    for _ in 0..<20 { try render() }
                    count = tst_allocations() - before
                }
            }
        }
        return count
    }

    static func withOptional(_ image: inout Image?, _ body: (Frame?) throws -> Void) throws {
        guard var some = image else { return try body(nil) }
        try some.withFrame { try body($0) }
    }

    /// Calls `body` with the image as effects see it.
    mutating func withFrame(_ body: (Frame) throws -> Void) throws {
        let (offsets, strides) = (offsets, strides)
        try bytes.withUnsafeMutableBytes { memory in
            let base = try #require(memory.baseAddress)
            let planes = (0..<3).map { index in
                let plane = index < offsets.count ? index : 0
                return Plane(base: base + offsets[plane], stride: strides[plane])
            }
            let frame = Frame(
                format: format, width: width, height: height, interlaced: interlaced,
                planes: (planes[0], planes[1], planes[2]))
            try body(frame)
        }
    }
}
