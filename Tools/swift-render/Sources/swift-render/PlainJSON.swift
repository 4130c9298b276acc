// SPDX-License-Identifier: MIT
import Foundation

/// Reads JSON of the form in which `json` writes it. JSONDecoder, which reads every other form, takes some twenty times as long, and each
/// segment reads the whole manifest.
private struct PlainReader {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    /// Whether this text follows; if so it is passed.
    mutating func has(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            guard bytes.count - position >= text.count else { return false }
            for index in text.indices where bytes[position + index] != text[index] { return false }
            position += text.count
            return true
        }
    }

    /// A number from 0 on.
    mutating func number() -> Int? {
        var value = 0
        let start = position
        while position < bytes.count, case let digit = bytes[position] &- 48, digit < 10 {
            guard value < 1 << 59 else { return nil }
            value = value * 10 + Int(digit)
            position += 1
        }
        let length = position - start
        return length == 1 || length > 1 && bytes[start] != 48 ? value : nil
    }

    /// A text without escapes, behind its first quotation mark.
    mutating func text() -> String? {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] != UInt8(ascii: "\\"), 32..<127 ~= bytes[position] else { return nil }
            position += 1
        }
        defer { position += 1 }
        return position < bytes.count ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// The rest of a list behind its bracket.
    mutating func list<Item>(_ item: (inout PlainReader) -> Item?) -> [Item]? {
        var items: [Item] = []
        if has("]") { return items }
        repeat {
            guard let next = item(&self) else { return nil }
            items.append(next)
        } while has(",")
        return has("]") ? items : nil
    }
}

extension Manifest {
    /// Throws where it is none.
    static func read(_ data: Data) throws -> Manifest {
        let key = Data(#""segments":["#.utf8)
        guard let place = data.range(of: key)?.upperBound else {
            return try JSONDecoder().decode(Manifest.self, from: data)
        }
        let read = data.withUnsafeBytes { bytes -> (segments: [Segment], end: Int)? in
            var reader = PlainReader(bytes: bytes, position: place)
            return reader.list { $0.segment() }.map { ($0, reader.position) }
        }
        guard let read else { return try JSONDecoder().decode(Manifest.self, from: data) }
        let rest = try JSONDecoder().decode(Manifest.self, from: data[..<place] + Data("]".utf8) + data[read.end...])
        return Manifest(
            format: rest.format, filters: rest.filters, encoder: rest.encoder, pinned: rest.pinned,
            container: rest.container, window: rest.window, seam: rest.seam, versions: rest.versions,
            sources: rest.sources, segments: read.segments)
    }
}

extension PlainReader {
    fileprivate mutating func segment() -> Manifest.Segment? {
        guard has(#"{"end":"#), let end = number(), has(#","first":"#), let first = number(), has(#","keyframe":"#),
            let keyframe = number(), has(#","name":""#), let name = text(), has(#","source":"#), let source = number(),
            has(#","start":"#), let start = number(), has("}")
        else { return nil }
        return Manifest.Segment(source: source, first: first, end: end, start: start, keyframe: keyframe, name: name)
    }
}

extension Times {
    /// Throws where they are none.
    static func read(_ data: Data) throws -> Times {
        let read = data.withUnsafeBytes { bytes -> Times? in
            var reader = PlainReader(bytes: bytes)
            guard reader.has("{") else { return nil }
            let areInOrder = reader.has(#""areInOrder":true,"#)
            guard reader.has(#""keyframes":["#), let keyframes = reader.list({ $0.number() }),
                reader.has(#","times":["#), let times = reader.list({ $0.number().map(Int64.init) }),
                reader.has(#","unsure":["#), let unsure = reader.list({ $0.number() }), reader.has("}")
            else { return nil }
            return Times(times: times, keyframes: keyframes, unsure: unsure, areInOrder: areInOrder ? true : nil)
        }
        return try read ?? JSONDecoder().decode(Times.self, from: data)
    }
}
