// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects
internal import PixelCore

/// A value for C to hold.
final class Box<T> {
    let value: T

    init(_ value: T) { self.value = value }

    /// For as long as the box is there.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// A reference of C's.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

extension Box: Sendable where T: Sendable {}

/// What was made of a file, for C to hold.
typealias Content = Box<any AnyObject & Sendable>

/// The object that C was given; it is one of `T`.
func of<T: AnyObject>(_ pointer: UnsafeRawPointer, _: T.Type) -> T {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
}

extension SwvReport {
    /// Refers to the arrays of `report`.
    mutating func take(_ report: EffectReport) {
        withUnsafeMutableBytes(of: &arrays) { memory in
            let rows = memory.bindMemory(to: SwvArray.self)
            for (i, array) in report.arrays.prefix(rows.count).enumerated() {
                rows[i] = SwvArray(
                    name: array.name.cString, values: array.values.baseAddress, count: array.values.count)
            }
        }
        array_count = min(report.arrays.count, Int(SWV_MAX_ARRAYS))
    }
}

/// The same for a body that makes something of a file, of which C gets a reference.
func made(_ result: UnsafeMutablePointer<SwvError>, _ body: () throws -> Content) -> UnsafeMutableRawPointer? {
    var content: Content?
    guard succeeds(result, { content = try body() }) else { return nil }
    return content?.retained()
}

/// Runs `body`; no Swift error crosses into C, its text does.
func succeeds(_ result: UnsafeMutablePointer<SwvError>, _ body: () throws -> Void) -> Bool {
    do {
        try body()
        return true
    } catch {
        result.pointee.missing_bytes = UInt64(clamping: (error as? OutOfMemory)?.byteCount ?? 0)
        let text = (error as? EffectError)?.message ?? "\(error)"
        result.pointee.write(text)
        return false
    }
}

extension SwvError {
    /// The sentence.
    var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Takes as much of a sentence as there is room for.
    mutating func write(_ text: String) {
        withUnsafeMutableBytes(of: &message) { message in
            // One byte stays for the terminator; a character is written whole or not at all.
            var end = text.startIndex
            while end < text.endIndex {
                let next = text.index(after: end)
                guard text.utf8.distance(from: text.startIndex, to: next) < message.count else { break }
                end = next
            }
            let bytes = text[..<end].utf8
            message.copyBytes(from: bytes)
            message[bytes.count] = 0
        }
    }
}
