// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

// What a plugin registers lives as long as the process: GStreamer never unloads a plugin.

extension StaticString {
    /// The text, which lies in the program.
    var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The text in memory that is never freed.
func immortal(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (i, byte) in bytes.enumerated() { copy[i] = byte }
    return UnsafePointer(copy)
}

/// The values in memory that is never freed.
func immortal<T>(_ values: [T]) -> UnsafePointer<T> {
    let copy = UnsafeMutablePointer<T>.allocate(capacity: max(1, values.count))
    for (i, value) in values.enumerated() { (copy + i).initialize(to: value) }
    return UnsafePointer(copy)
}
