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

extension SwvReportField {
    fileprivate init(_ field: EffectReport.Field) {
        let name = field.name.cString
        func list<Element>(_ kind: SwvReportFieldKind, _ list: UnsafeBufferPointer<Element>) -> SwvReportField {
            SwvReportField(
                name: name, kind: kind, values: UnsafeRawPointer(list.baseAddress), count: list.count, number: 0)
        }
        func one(_ kind: SwvReportFieldKind, _ number: Double) -> SwvReportField {
            SwvReportField(name: name, kind: kind, values: nil, count: 0, number: number)
        }
        switch field.value {
        case .counts(let counts): self = list(SWV_FIELD_COUNTS, counts)
        case .numbers(let numbers): self = list(SWV_FIELD_NUMBERS, numbers)
        case .number(let number): self = one(SWV_FIELD_NUMBER, number)
        case .flag(let isSet): self = one(SWV_FIELD_FLAG, isSet ? 1 : 0)
        }
    }
}

extension SwvReport {
    /// Refers to the fields of `report`.
    mutating func take(_ report: EffectReport) {
        withUnsafeMutableBytes(of: &fields) { memory in
            let rows = memory.bindMemory(to: SwvReportField.self)
            for (i, field) in report.fields.prefix(rows.count).enumerated() { rows[i] = SwvReportField(field) }
        }
        field_count = min(report.fields.count, Int(SWV_MAX_FIELDS))
        (name, is_posted) = (report.name?.cString, report.isPosted)
        guard let found = report.region else { return }
        region = found.name.cString
        (x, y) = (UInt32(clamping: found.x), UInt32(clamping: found.y))
        (width, height) = (UInt32(clamping: found.width), UInt32(clamping: found.height))
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
