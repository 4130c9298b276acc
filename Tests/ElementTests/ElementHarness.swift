// SPDX-License-Identifier: MIT
import CTestSupport
import Elements
import Testing

/// Starts GStreamer with the catalogue's elements and the tests' own, once.
private let isReady: Bool = {
    tst_init()
    tst_register { plugin in
        Catalogue.register(plugin: plugin) && probe.register(plugin: plugin) && pickyChain.register(plugin: plugin)
    }
    return true
}()

/// Starts GStreamer if that has not been done.
func prepare() {
    precondition(isReady)
}

/// An element between a source and a sink that the test plays, in PLAYING.
final class ElementHarness {
    let harness: UnsafeMutablePointer<GstHarness>
    let element: UnsafeMutablePointer<GstElement>
    private let bus: UnsafeMutablePointer<GstBus>

    init(_ factory: String = "swiftrosy") throws {
        prepare()
        let sink = videoSources.contains(factory) ? nil : mixers.contains(factory) ? "sink_0" : "sink"
        harness = try #require(gst_harness_new_with_padnames(factory, sink, "src"))
        element = tst_element(harness)
        bus = tst_bus(harness)
    }

    deinit {
        // Messages that nobody took hold the element, which holds the bus.
        gst_bus_set_flushing(bus, 1)
        gst_harness_teardown(harness)
        gst_object_unref(bus)
    }

    /// Lets warnings of data without its events not count: a source that goes on while the element starts anew does not repeat them.
    func loseEvents() {
        let pad = UnsafeMutableRawPointer(harness.pointee.sinkpad)
        for object in [UnsafeMutableRawPointer(element), pad].compactMap({ $0 }) {
            let object = object.assumingMemoryBound(to: GstObject.self)
            gst_object_set_name(object, TST_CARELESS + String(cString: object.pointee.name))
        }
    }

    func setCaps(_ caps: String) {
        gst_harness_set_src_caps_str(harness, caps)
    }

    /// Says that caps have changed, without another segment. Returns whether the element takes them.
    func renegotiate(_ caps: String) -> Bool {
        gst_harness_push_event(harness, capsEvent(caps)) != 0
    }

    /// Whether caps are among those that the element answers, as who chooses between formats asks.
    func offers(_ caps: String) -> Bool {
        let pad = gst_element_get_static_pad(tst_element(harness), "sink")
        let caps = gst_caps_from_string(caps)
        let answer = gst_pad_query_caps(pad, nil)
        defer {
            gst_caps_unref(answer)
            gst_caps_unref(caps)
            gst_object_unref(pad)
        }
        return gst_caps_can_intersect(answer, caps) != 0
    }

    func set(_ property: String, _ value: Double) { tst_set_double(element, property, value) }
    func setInt(_ property: String, _ value: Int32) { tst_set_int(element, property, value) }
    func double(_ property: String) -> Double { tst_get_double(element, property) }

    /// The properties that the element itself has.
    var properties: [TstProperty] {
        var list = [TstProperty](repeating: TstProperty(), count: 128)
        let count = Int(tst_properties(element, &list, Int32(list.count)))
        return Array(list.prefix(count))
    }

    /// Takes the buffer.
    func push(_ buffer: Buffer) -> GstFlowReturn { tst_push(harness, buffer.take()) }

    /// A thread that pushes buffers and lets go of what comes out.
    func pusher(_ buffer: @escaping @Sendable () -> Buffer) -> Background {
        let shared = Shared(pointer: harness)
        return Background {
            _ = tst_push(shared.pointer, buffer().take())
            while let output = gst_harness_try_pull(shared.pointer) { _ = Buffer(owning: output) }
        }
    }

    func pull() -> Buffer? { gst_harness_try_pull(harness).map { Buffer(owning: $0) } }

    /// Pushes and pulls.
    func render(_ buffer: Buffer) throws -> Buffer {
        let result = push(buffer)
        #expect(result == GST_FLOW_OK)
        return try #require(pull())
    }

    /// Pushes a frame of time 0, and pulls.
    func render(_ bytes: [UInt8]) throws -> [UInt8] { try render(Buffer(bytes).setTimes(pts: 0)).bytes }

    /// The next error or warning on the bus.
    func message() -> Message? {
        var message = TstMessage()
        guard tst_message(bus, &message) else { return nil }
        return Message(message)
    }

    /// The next element message on the bus.
    func elementMessage() -> ElementMessage? {
        var message = TstElementMessage()
        guard tst_element_message(bus, &message) else { return nil }
        return ElementMessage(message)
    }

    /// Begins a segment in TIME, as `change` makes it. Returns whether the element takes it.
    @discardableResult
    func pushSegment(_ format: GstFormat = GST_FORMAT_TIME, _ change: (inout GstSegment) -> Void = { _ in }) -> Bool {
        var segment = GstSegment()
        gst_segment_init(&segment, format)
        change(&segment)
        return push(gst_event_new_segment(&segment))
    }

    /// The types of events that have gone upstream.
    func upstreamEvents() -> [GstEventType] {
        var types: [GstEventType] = []
        while let event = gst_harness_try_pull_upstream_event(harness) {
            types.append(event.pointee.type)
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
        }
        return types
    }

    func push(_ event: UnsafeMutablePointer<GstEvent>?) -> Bool { gst_harness_push_event(harness, event) != 0 }
}

extension TstProperty {
    /// Sets a number to its least value for 0, its greatest for 1, or one between; reads what can't be set.
    ///
    /// Whole numbers stay small: threads and tiles in great numbers take long.
    func set(_ part: Double, of element: UnsafeMutableRawPointer) {
        let name = string(name)
        if is_double {
            tst_set_double(element, name, minimum + part * (maximum - minimum))
        } else if is_uint64 {
            tst_set_uint64(element, name, part == 1 ? maximum64 : minimum64)
        } else if is_int64 {
            _ = tst_get_uint64(element, name)
        } else if is_array {
            // What counts are taken is the property's own affair.
            guard let numbers = tst_get_text(element, name) else { return }
            tst_set_text(element, name, numbers)
            g_free(numbers)
        } else if !is_string {
            tst_set_int(element, name, Int32(minimum + part * min(8, maximum - minimum)))
        }
    }
}

/// An error or warning on the bus.
struct Message {
    let isError: Bool
    let text: String
    let domain: String
    let code: Int32
    let source: String

    init(_ message: TstMessage) {
        isError = message.is_error
        text = string(message.text)
        domain = string(message.domain)
        code = message.code
        source = string(message.source)
    }
}

/// An element message on the bus. Times that it lacks are 42.
struct ElementMessage {
    let name: String
    /// Empty unless it is of a stage.
    let stage: String
    let timestamp: UInt64
    let streamTime: UInt64
    let runningTime: UInt64
    let duration: UInt64
    let endTime: UInt64
    let arrays: [String: [UInt32]]

    init(_ message: TstElementMessage) {
        (name, stage) = (string(message.name), string(message.stage))
        (timestamp, streamTime) = (message.timestamp, message.stream_time)
        (runningTime, duration, endTime) = (message.running_time, message.duration, message.end_time)
        var arrays: [String: [UInt32]] = [:]
        withUnsafeBytes(of: message) { memory in
            func at<T>(_ path: PartialKeyPath<TstElementMessage>, _ index: Int, as type: T.Type) -> T {
                let start = MemoryLayout<TstElementMessage>.offset(of: path) ?? 0
                return memory.load(fromByteOffset: start + index * MemoryLayout<T>.size, as: type)
            }
            for i in 0..<Int(message.array_count) {
                let letters = (0..<16).map { at(\.array_names, i * 16 + $0, as: UInt8.self) }
                let count = min(256, Int(at(\.counts, i, as: Int32.self)))
                arrays[String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)] = (0..<count).map {
                    at(\.values, i * 256 + $0, as: UInt32.self)
                }
            }
        }
        self.arrays = arrays
    }
}

/// The text in a C array of characters.
func string<T>(_ array: T) -> String {
    withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// A GstBuffer with one reference of ours, until it is pushed.
final class Buffer {
    let pointer: UnsafeMutablePointer<GstBuffer>
    private var isOwned = true

    init(owning pointer: UnsafeMutablePointer<GstBuffer>) { self.pointer = pointer }

    init(_ bytes: [UInt8]) {
        prepare()
        pointer = tst_buffer(bytes, bytes.count)
    }

    deinit { if isOwned { gst_mini_object_unref(mini) } }

    private var mini: UnsafeMutablePointer<GstMiniObject> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstMiniObject.self)
    }

    /// Another reference, which makes the buffer not writable.
    func shared() -> Buffer {
        gst_mini_object_ref(mini)
        return Buffer(owning: pointer)
    }

    /// Gives the reference away.
    func take() -> UnsafeMutablePointer<GstBuffer> {
        isOwned = false
        return pointer
    }

    /// In nanoseconds; that of a buffer without one is the largest number.
    var pts: UInt64 { withExtendedLifetime(self) { tst_pts(pointer) } }
    var duration: UInt64 { withExtendedLifetime(self) { tst_duration(pointer) } }

    /// Nothing where its memory refuses to be read: gst_buffer_extract of 1.22 does not look.
    var bytes: [UInt8] {
        guard tst_is_readable(pointer) else { return [] }
        let size = gst_buffer_get_size(pointer)
        // Else Swift writes to what all empty arrays share, which ThreadSanitizer sees.
        guard size > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { bytes, count in
            count = Int(gst_buffer_extract(pointer, 0, bytes.baseAddress, size))
        }
    }

    func setTimes(pts: UInt64, dts: UInt64 = .max, duration: UInt64 = .max, offset: UInt64 = .max) -> Buffer {
        tst_set_times(pointer, pts, dts, duration, offset)
        return self
    }
}

/// An event of caps, which keeps them itself.
func capsEvent(_ text: String) -> UnsafeMutablePointer<GstEvent>? {
    let caps = gst_caps_from_string(text)
    defer { gst_caps_unref(caps) }
    return gst_event_new_caps(caps)
}

/// Runs `body`, after which nothing may have been critical.
func withoutCriticals(_ body: () throws -> Void) rethrows {
    prepare()
    let before = tst_critical_count()
    try body()
    let after = tst_critical_count()
    #expect(after == before, "GLib: \(String(cString: tst_last_critical()))")
}

/// The position in stream time that an element answers; nil where it knows none.
func streamPosition(_ element: UnsafeMutablePointer<GstElement>) -> gint64? {
    var position: gint64 = -2
    return gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0 ? position : nil
}
