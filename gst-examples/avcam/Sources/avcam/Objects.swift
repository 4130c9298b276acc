// SPDX-License-Identifier: MIT
import CGStreamer
import Glibc

// Casts that C's macros do.

func object(_ pointer: UnsafeMutablePointer<some Any>) -> UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
}

func set(_ element: UnsafeMutablePointer<GstElement>, _ property: String, _ value: String) {
    gst_util_set_object_arg(object(element), property, value)
}

func bin(_ pointer: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GstBin> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self)
}

func name(_ element: UnsafeMutablePointer<GstElement>) -> String {
    let object = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
    guard let name = gst_object_get_name(object) else { return "?" }
    defer { g_free(name) }
    return String(cString: name)
}

/// Prints a line at once, into a file too.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
