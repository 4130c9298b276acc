// SPDX-License-Identifier: MIT
/// Why a text is no chain, and where.
public struct ChainError: Error, Sendable, Equatable {
    /// What was wrong, and what would be right.
    public let message: String
    /// From 1 on.
    public let line: Int
    /// From 1 on, in Unicode scalars.
    public let column: Int
    /// The line, or the part of a long one around the column, and a caret under the column.
    public let excerpt: String

    /// Columns of an excerpt.
    private static let width = 60

    init(_ message: String, at offset: Int, of text: [Unicode.Scalar]) {
        self.message = message
        let start = text[..<offset].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let end = text[offset...].firstIndex(of: "\n") ?? text.count
        line = text[..<start].count { $0 == "\n" } + 1
        column = offset - start + 1
        let first = max(start, min(offset - Self.width / 2, end - Self.width))
        let shown = text[first..<min(end, first + Self.width)].map { Self.isShown($0) ? Character($0) : " " }
        excerpt = String(shown) + "\n" + String(repeating: " ", count: offset - first) + "^"
    }

    /// A word of the text as a message has it: no more than 40 characters, and those that can't be seen by their numbers.
    static func word(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(40).map { isShown($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
        return shown.joined() + (scalars.count > 40 ? "..." : "")
    }

    /// Whether it takes a column that can be seen.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension ChainError: CustomStringConvertible {
    public var description: String {
        (line > 1 ? "line \(line), " : "") + "column \(column): \(message)\n\(excerpt)"
    }
}
