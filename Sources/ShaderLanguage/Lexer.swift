// SPDX-License-Identifier: MIT
/// A token with its place in the text.
struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case word(String)
        case float(Double)
        case integer(Int)
        case symbol(String)
        /// What can't be one, and why not; it may stand where nothing is read, or in a message of `#error`.
        case unreadable(String, why: String)
        /// The end of the text, or of a line that is a directive.
        case end
    }

    var kind: Kind
    var position: TextPosition
    /// Whether it is the first of its line, and whether white space stands before it.
    var isFirstOfLine = false
    var followsSpace = false
    /// The macros it came out of, which it does not call again.
    var macros: Set<String> = []

    func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }
    func isWord(_ word: String) -> Bool { kind == .word(word) }

    /// As messages show it.
    var shown: String {
        switch kind {
        case .word(let word): "\"\(word)\""
        case .float(let value): "\"\(value)\""
        case .integer(let value): "\"\(value)\""
        case .symbol(let symbol), .unreadable(let symbol, _): "\"\(symbol)\""
        case .end: "the end of the text"
        }
    }
}

/// Cuts a text into tokens; comments count as white space.
struct Lexer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of the line that go on with a character.
    private var continued = 0
    private var isFirstOfLine = true
    private var followsSpace = false

    init(_ text: String) { bytes = Array(Self.lines(text).joined(separator: "\n").utf8) }

    /// The lines of a text, which end with LF, CR or both.
    static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// Whether a name has `__`, which is reserved. String's own search would bring a megabyte of regular expressions into the plugin.
    static func hasTwoLines(_ name: String) -> Bool {
        zip(name.utf8, name.utf8.dropFirst()).contains { $0 == UInt8(ascii: "_") && $1 == UInt8(ascii: "_") }
    }

    private static let symbols = [
        "<<=", ">>=", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
        "^=", "<<", ">>", "##",
    ].map { Array($0.utf8) }

    /// All tokens, the last one the end.
    mutating func tokens() throws(ShaderError) -> [Token] {
        var tokens: [Token] = []
        while true {
            let token = try next()
            tokens.append(token)
            if token.kind == .end { return tokens }
            guard tokens.count <= Limit.tokens else {
                throw ShaderError(token.position, "The text has more than \(Limit.tokens) tokens.")
            }
        }
    }

    private var position: TextPosition { TextPosition(line: line, column: index - lineStart - continued + 1) }

    private func byte(_ offset: Int = 0) -> UInt8 {
        let at = index + offset
        return at < bytes.count ? bytes[at] : 0
    }

    private mutating func newLine() {
        index += 1
        (line, lineStart, continued) = (line + 1, index, 0)
    }

    /// Goes to the next byte of what may be any text.
    private mutating func skip() {
        if byte() & 0xc0 == 0x80 { continued += 1 }
        index += 1
    }

    private mutating func skipSpace() throws(ShaderError) {
        followsSpace = false
        while index < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"):
                newLine()
                isFirstOfLine = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0b, 0x0c: index += 1
            case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "\n"):
                // A line that goes on.
                index += 1
                newLine()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while index < bytes.count, byte() != UInt8(ascii: "\n") { skip() }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                // Such a comment is a space, though lines end in it.
                let start = position
                index += 2
                while byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
                    guard index < bytes.count else { throw ShaderError(start, "The comment has no end: write */.") }
                    if byte() == UInt8(ascii: "\n") { newLine() } else { skip() }
                }
                index += 2
            default: return
            }
            followsSpace = true
        }
    }

    private mutating func next() throws(ShaderError) -> Token {
        try skipSpace()
        var token = Token(
            kind: .end, position: position, isFirstOfLine: isFirstOfLine, followsSpace: followsSpace || isFirstOfLine)
        guard index < bytes.count else { return token }
        isFirstOfLine = false
        let first = byte()
        if Self.isLetter(first) {
            let start = index
            while Self.isLetter(byte()) || Self.isDigit(byte()) { index += 1 }
            token.kind = .word(String(decoding: bytes[start..<index], as: UTF8.self))
        } else if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) {
            let start = index
            do {
                token.kind = try number(token.position)
            } catch {
                token.kind = .unreadable(String(decoding: bytes[start..<index], as: UTF8.self), why: error.message)
            }
        } else {
            token.kind = symbol()
        }
        return token
    }

    private mutating func symbol() -> Token.Kind {
        for symbol in Self.symbols where bytes[index...].starts(with: symbol) {
            index += symbol.count
            return .symbol(String(decoding: symbol, as: UTF8.self))
        }
        let first = byte()
        index += 1
        let text = String(Character(UnicodeScalar(first)))
        if "()[]{}.,;:?=+-*/<>!%&|^~#".utf8.contains(first) { return .symbol(text) }
        if first == UInt8(ascii: "\"") { return .unreadable(text, why: "A shader has no texts in quotation marks.") }
        if first < 128, first > 31 { return .unreadable(text, why: "\"\(text)\" means nothing in a shader.") }
        let start = index - 1
        while byte() >= 128 { skip() }
        return .unreadable(
            String(decoding: bytes[start..<index], as: UTF8.self),
            why: "Outside of comments a shader is written in ASCII.")
    }

    private mutating func number(_ position: TextPosition) throws(ShaderError) -> Token.Kind {
        let start = index
        if byte() == UInt8(ascii: "0"), byte(1) | 32 == UInt8(ascii: "x") {
            index += 2
            while Self.isLetter(byte()) || Self.isDigit(byte()) { index += 1 }
            return try integer(bytes[(start + 2)..<index], radix: 16, position)
        }
        var isFloat = false
        func digits() { while Self.isDigit(byte()) { index += 1 } }
        digits()
        if byte() == UInt8(ascii: ".") {
            isFloat = true
            index += 1
            digits()
        }
        if byte() | 32 == UInt8(ascii: "e") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            guard Self.isDigit(byte(1 + sign)) else { throw ShaderError(position, "The exponent has no digits.") }
            isFloat = true
            index += 1 + sign
            digits()
        }
        let end = index
        if isFloat, byte() | 32 == UInt8(ascii: "f") { index += 1 }
        guard !Self.isLetter(byte()), !Self.isDigit(byte()) else {
            throw ShaderError(position, "The number goes on with a letter.")
        }
        if isFloat {
            guard let value = Double(String(decoding: bytes[start..<end], as: UTF8.self)),
                value <= Double(Float.greatestFiniteMagnitude)
            else { throw ShaderError(position, "The number is beyond those of floats.") }
            return .float(value)
        }
        return try integer(
            bytes[start..<end], radix: bytes[start] == UInt8(ascii: "0") && end > start + 1 ? 8 : 10, position)
    }

    private func integer(
        _ digits: ArraySlice<UInt8>, radix: Int, _ position: TextPosition
    ) throws(ShaderError) -> Token.Kind {
        guard let value = Int(String(decoding: digits, as: UTF8.self), radix: radix) else {
            throw ShaderError(position, "This is no whole number.")
        }
        guard value <= 1 << 24 else {
            throw ShaderError(position, "Whole numbers go to 16777216, as they are computed as floats.")
        }
        return .integer(value)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
