// SPDX-License-Identifier: MIT
import CGStreamer
import Foundation

typealias Element = UnsafeMutablePointer<GstElement>

/// Something that went wrong, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What GStreamer says, made one sentence: not all of its elements end theirs. Takes the error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        let words = error.map { string($0.pointee.message).split(whereSeparator: \.isWhitespace) } ?? []
        let text = words.isEmpty ? "GStreamer gave no reason." : words.joined(separator: " ")
        description = text.last.map(".!?".contains) == true ? text : text + "."
        if let error { g_error_free(error) }
    }
}

func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

// Casts that C's macros do.

extension UnsafeMutablePointer {
    var object: UnsafeMutablePointer<GObject> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self) }
}

extension UnsafeMutablePointer {
    var type: GType { object.pointee.g_type_instance.g_class.pointee.g_type }
}

extension UnsafeMutablePointer<GstElement> {
    var bin: UnsafeMutablePointer<GstBin> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: GstBin.self) }

    /// An element of the factory's, which the caller owns.
    static func made(by factory: String) throws -> Element {
        guard let made = gst_element_factory_make(factory, nil) else { throw Failure("\(factory) can't be made.") }
        gst_object_ref_sink(made)
        return made
    }

    /// A child of this bin, which keeps it.
    func child(_ name: String) throws -> Element {
        guard let child = gst_bin_get_by_name(bin, name) else { throw Failure("No element is \(name).") }
        gst_object_unref(child)
        return child
    }
}

/// A GValue that is freed.
final class Value {
    var raw = GValue()

    init(_ type: GType) { g_value_init(&raw, type) }

    deinit { g_value_unset(&raw) }
}

/// What a list of GLib's holds.
func items<Item>(_ list: UnsafePointer<GList>?, of type: Item.Type) -> [UnsafeMutablePointer<Item>] {
    var (found, entry): ([UnsafeMutablePointer<Item>], UnsafePointer<GList>?) = ([], list)
    while let item = entry {
        if let data = item.pointee.data { found.append(data.assumingMemoryBound(to: Item.self)) }
        entry = UnsafePointer(item.pointee.next)
    }
    return found
}

/// The bytes of a buffer.
func data(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Data? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    return Data(bytes: map.data, count: Int(map.size))
}
