// SPDX-License-Identifier: MIT
/// Cuts the text of a chain into words.
struct ChainLexer {
    enum Token: Equatable {
        case word(String)
        case quoted(String)
        /// With its brackets.
        case list(String)
        case equals
        case bang
        case newline
        case end
    }

    let text: [Unicode.Scalar]
    private var next: Int
    private var end: Int

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
        (next, end) = (0, self.text.count)
        // gst-launch leaves single quotes around a value.
        guard let first = self.text.firstIndex(where: { !Self.isSpace($0) && $0 != "\n" }),
            let last = self.text.lastIndex(where: { !Self.isSpace($0) && $0 != "\n" }), first < last,
            self.text[first] == "'", self.text[last] == "'"
        else { return }
        (next, end) = (first + 1, last)
    }

    /// The next token and where it begins.
    mutating func take() throws(ChainError) -> (token: Token, offset: Int) {
        while next < end, Self.isSpace(text[next]) { next += 1 }
        if next < end, text[next] == "#" {
            while next < end, text[next] != "\n" { next += 1 }
        }
        let offset = next
        guard next < end else { return (.end, offset) }
        switch text[next] {
        case "\n":
            next += 1
            return (.newline, offset)
        case "!":
            next += 1
            return (.bang, offset)
        case "=":
            next += 1
            return (.equals, offset)
        case "\"":
            return (.quoted(try quoted()), offset)
        case "[":
            guard let close = text[next..<end].firstIndex(of: "]") else {
                throw ChainError("The list has no closing bracket.", at: offset, of: text)
            }
            next = close + 1
            return (.list(string(offset..<next)), offset)
        default:
            while next < end, !Self.endsWord(text[next]) { next += 1 }
            return (.word(string(offset..<next)), offset)
        }
    }

    /// A text between quotation marks, in which a backslash stands before these, itself and the n of a new line.
    private mutating func quoted() throws(ChainError) -> String {
        let start = next
        var result = String.UnicodeScalarView()
        next += 1
        while next < end, text[next] != "\"" {
            var scalar = text[next]
            if scalar == "\\" {
                next += 1
                let escaped = next < end ? text[next] : " "
                guard ["\"", "\\", "n"].contains(escaped) else {
                    throw ChainError(
                        "A backslash stands before \", \\ or n; write \\\\ for a backslash.", at: next - 1, of: text)
                }
                scalar = escaped == "n" ? "\n" : escaped
            }
            result.append(scalar)
            next += 1
        }
        guard next < end else { throw ChainError("The text has no closing quotation mark.", at: start, of: text) }
        next += 1
        return String(result)
    }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range])
        return String(view)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || ["\n", "!", "=", "#", "\"", "["].contains(scalar)
    }
}
