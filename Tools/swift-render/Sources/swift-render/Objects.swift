// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

typealias Element = UnsafeMutablePointer<GstElement>
typealias Buffer = UnsafeMutablePointer<GstBuffer>
typealias Caps = UnsafeMutablePointer<GstCaps>
typealias Pad = UnsafeMutablePointer<GstPad>

/// Something that ends the program, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = lines(description) }

    /// What GStreamer says, made one sentence: not all of its elements end theirs. Takes the error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        let words = error.map { string($0.pointee.message).split(whereSeparator: \.isWhitespace) } ?? []
        let text = words.isEmpty ? "GStreamer gave no reason." : words.joined(separator: " ")
        description = lines(text.last.map(".!?".contains) == true ? text : text + ".")
        if let error { g_error_free(error) }
    }
}

/// A text of lines for a terminal.
private func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(separator: "\n")
}

func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

/// A text of GLib's, which is freed.
func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    defer { g_free(text) }
    return string(text)
}

// Casts that C's macros do.

extension UnsafeMutablePointer {
    var object: UnsafeMutablePointer<GObject> { cast(to: GObject.self) }

    func cast<Other>(to: Other.Type) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}

extension UnsafeMutablePointer<GstElement> {
    var bin: UnsafeMutablePointer<GstBin> { cast(to: GstBin.self) }
    var name: String { taken(gst_object_get_name(cast(to: GstObject.self))) }
    var factory: OpaquePointer? { gst_element_get_factory(self) }
    var factoryName: String { factory.map { taken(gst_object_get_name(UnsafeMutablePointer<GstObject>($0))) } ?? "" }
    /// Words for what it is, such as Codec/Encoder/Video.
    var kind: String { factory.map { string(gst_element_factory_get_metadata($0, GST_ELEMENT_METADATA_KLASS)) } ?? "" }
    /// The plugin that it is of.
    var plugin: String { factory.map { string(gst_plugin_feature_get_plugin_name($0)) } ?? "" }

    /// A child of this bin, which keeps it.
    func child(_ name: String) throws -> Element {
        guard let child = gst_bin_get_by_name(bin, name) else { throw Failure("No element is \(name).") }
        gst_object_unref(child)
        return child
    }

    /// The elements of this bin and of bins in it, in no order; the bin keeps them.
    var elements: [Element] {
        guard let iterator = gst_bin_iterate_recurse(bin) else { return [] }
        defer { gst_iterator_free(iterator) }
        var (found, value): ([Element], GValue) = ([], GValue())
        while gst_iterator_next(iterator, &value) == GST_ITERATOR_OK {
            if let object = g_value_get_object(&value) { found.append(object.assumingMemoryBound(to: GstElement.self)) }
            g_value_reset(&value)
        }
        g_value_unset(&value)
        return found
    }

    func has(_ property: String) -> Bool { object.has(property) }
    func set(_ property: String, _ value: String) { gst_util_set_object_arg(object, property, value) }
    func text(_ property: String) -> String { object.text(property) }
    func path(_ property: String) -> String? { object.path(property) }
    func int(_ property: String) -> Int64 { object.int(property) }

    /// What the element consists of, such as the filters of a chain; it keeps them.
    var parts: [UnsafeMutablePointer<GObject>] {
        guard g_type_check_instance_is_a(cast(to: GTypeInstance.self), gst_child_proxy_get_type()) != 0 else {
            return []
        }
        let proxy = OpaquePointer(self)
        return (0..<gst_child_proxy_get_children_count(proxy)).compactMap { index in
            let part = gst_child_proxy_get_child_by_index(proxy, index)
            if let part { g_object_unref(part) }
            return part
        }
    }

    func setState(_ state: GstState) throws {
        guard gst_element_set_state(self, state) != GST_STATE_CHANGE_FAILURE else {
            throw failure ?? Failure("\(name) does not start.")
        }
    }

    /// The first error on the bus of this pipeline.
    var failure: Failure? {
        guard let bus = gst_element_get_bus(self) else { return nil }
        defer { gst_object_unref(bus) }
        guard let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) else { return nil }
        defer { gst_message_unref(message) }
        return errorText(message)
    }

    static func parse(_ text: String) throws -> Element {
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch_full(text, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        guard let made, error == nil else { throw Failure(error) }
        gst_object_ref_sink(made)
        return made
    }
}

extension UnsafeMutablePointer<GObject> {
    func has(_ property: String) -> Bool {
        g_object_class_find_property(pointee.g_type_instance.g_class.cast(to: GObjectClass.self), property) != nil
    }

    /// A property as a text, as gst-inspect-1.0 writes it.
    func text(_ property: String) -> String {
        let value = Value(self, property)
        return taken(gst_value_serialize(&value.raw))
    }

    /// A property that is a text; nil: there is none.
    func path(_ property: String) -> String? {
        let value = Value(self, property)
        guard g_type_check_value_holds(&value.raw, GType(16 << 2)) != 0 else { return nil }
        return g_value_get_string(&value.raw).map { String(cString: $0) }
    }

    func int(_ property: String) -> Int64 { Int64(text(property)) ?? 0 }
}

/// A GValue that is freed.
final class Value {
    var raw = GValue()

    /// A property's.
    init(_ object: UnsafeMutablePointer<GObject>, _ property: String) { g_object_get_property(object, property, &raw) }

    deinit { g_value_unset(&raw) }
}

/// A pipeline, which is stopped and freed.
final class Pipeline {
    let element: Element

    /// Decoders that GStreamer was asked for and has not, and for what.
    private(set) var lacks: [(decoder: String, caps: String)] = []

    init(_ text: String) throws { element = try .parse(text) }

    deinit {
        gst_element_set_state(element, GST_STATE_NULL)
        gst_object_unref(element)
    }

    /// Waits until frames have come as far as the sinks.
    func preroll() throws {
        try element.setState(GST_STATE_PAUSED)
        switch gst_element_get_state(element, nil, nil, 60 * GstClockTime(1_000_000_000)) {
        // What has failed may say why a little later.
        case GST_STATE_CHANGE_FAILURE: throw next(1_000_000_000) ?? Failure("GStreamer gave no reason.")
        case GST_STATE_CHANGE_ASYNC: throw next(0) ?? Failure("there was no frame in a minute.")
        default: if let failure = next(0) { throw failure }
        }
    }

    /// Waits until all has come to the sinks, or enough.
    func waitForEnd(or isEnough: () -> Bool = { false }) throws {
        while !isEnough() {
            guard let message = pop(20_000_000, GST_MESSAGE_EOS, GST_MESSAGE_ERROR, GST_MESSAGE_ELEMENT) else {
                continue
            }
            defer { gst_message_unref(message) }
            if let failure = failure(of: message) { throw failure }
            if message.pointee.type == GST_MESSAGE_EOS { return }
        }
    }

    /// The next error on the bus, for which it waits.
    private func next(_ wait: GstClockTime) -> Failure? {
        while let message = pop(wait, GST_MESSAGE_ERROR, GST_MESSAGE_ELEMENT) {
            defer { gst_message_unref(message) }
            if let failure = failure(of: message) { return failure }
        }
        return nil
    }

    private func pop(_ wait: GstClockTime, _ kinds: GstMessageType...) -> UnsafeMutablePointer<GstMessage>? {
        guard let bus = gst_element_get_bus(element) else { return nil }
        defer { gst_object_unref(bus) }
        return gst_bus_timed_pop_filtered(bus, wait, GstMessageType(kinds.reduce(0) { $0 | $1.rawValue }))
    }

    /// The failure that a message tells. Notes decoders that are missing, of which an error says less later.
    private func failure(of message: UnsafeMutablePointer<GstMessage>) -> Failure? {
        if message.pointee.type == GST_MESSAGE_ERROR {
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &error, nil)
            defer { g_clear_error(&error) }
            let code = gint(bitPattern: GST_CORE_ERROR_MISSING_PLUGIN.rawValue)
            guard !lacks.isEmpty, g_error_matches(error, gst_core_error_quark(), code) != 0 else {
                return errorText(message)
            }
            return Failure("GStreamer has no \(lacks.map(\.decoder).joined(separator: ", no ")).")
        }
        // As gst_missing_decoder_message_new makes it.
        guard let structure = gst_message_get_structure(message),
            gst_structure_has_name(structure, "missing-plugin") != 0
        else { return nil }
        let caps = gst_structure_get_value(structure, "detail").map { taken(gst_value_serialize($0)) } ?? ""
        lacks.append((string(gst_structure_get_string(structure, "name")), caps))
        return nil
    }
}

/// The text of an error on a bus.
func errorText(_ message: UnsafeMutablePointer<GstMessage>) -> Failure {
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    guard let source = message.pointee.src else { return Failure(error) }
    return Failure("\(taken(gst_object_get_name(source))): \(Failure(error))")
}

/// A sink that may join a pipeline at any time, and takes what comes at once.
func makeFakeSink() -> Element? {
    guard let sink = gst_element_factory_make("fakesink", nil) else { return nil }
    sink.set("sync", "false")
    sink.set("async", "false")
    return sink
}

/// Puts an error of this program on the bus of a pipeline, from any thread.
func fail(_ pipeline: Element, _ text: String) {
    guard let bus = gst_element_get_bus(pipeline) else { return }
    let error = g_error_new_literal(g_quark_from_string("swift-render"), 1, text)
    gst_bus_post(bus, gst_message_new_error(nil, error, nil))
    g_error_free(error)
    gst_object_unref(bus)
}

typealias PadCallback = @convention(c) (Element?, Pad?, gpointer?) -> Void
typealias Probe = @convention(c) (Pad?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?) -> GstPadProbeReturn

func connect(_ element: Element, _ signal: String, _ data: gpointer?, _ callback: @escaping PadCallback) {
    g_signal_connect_data(
        element.object, signal, unsafeBitCast(callback, to: GCallback.self), data, nil, GConnectFlags(rawValue: 0))
}

func addProbe(to pad: Pad, _ type: GstPadProbeType, _ data: gpointer?, _ callback: @escaping Probe) {
    gst_pad_add_probe(pad, type, callback, data, nil)
}

/// A text as gst_parse_launch takes it for a property's value.
func launchText(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// Something that came out of a pipeline.
final class Sample {
    let raw: OpaquePointer
    /// What its times are in.
    var segment: GstSegment?

    init(_ raw: OpaquePointer) {
        self.raw = raw
        segment = gst_sample_get_segment(raw)?.pointee
    }

    deinit { gst_mini_object_unref(UnsafeMutablePointer<GstMiniObject>(raw)) }

    var buffer: Buffer? { gst_sample_get_buffer(raw) }
    var caps: Caps? { gst_sample_get_caps(raw) }
    var capsText: String { caps.map { taken(gst_caps_to_string($0)) } ?? "" }

    /// When the frame is shown, from the beginning of the stream.
    var streamTime: Int64? {
        guard let buffer, var segment, buffer.pointee.pts != GstClockTime.max else { return nil }
        var time: guint64 = 0
        let sign = gst_segment_to_stream_time_full(&segment, GST_FORMAT_TIME, buffer.pointee.pts, &time)
        return sign == 0 ? nil : Int64(exactly: time).map { Int64(sign) * $0 }
    }

    /// When the frame is shown, from the beginning of what this run plays.
    var runningTime: Int64? {
        guard let buffer, var segment, buffer.pointee.pts != GstClockTime.max else { return nil }
        var time: guint64 = 0
        let sign = gst_segment_to_running_time_full(&segment, GST_FORMAT_TIME, buffer.pointee.pts, &time)
        return sign == 0 ? nil : Int64(exactly: time).map { Int64(sign) * $0 }
    }
}

/// Calls with a buffer's bytes.
func withBytes<Result>(_ buffer: Buffer, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw Failure("A buffer can't be read.") }
    defer { gst_buffer_unmap(buffer, &map) }
    return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
}
