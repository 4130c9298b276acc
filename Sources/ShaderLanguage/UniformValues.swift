// SPDX-License-Identifier: MIT
/// The values of uniforms, as GStreamer writes a structure: `uniforms, amount=(float)0.5, tint=<1.0, 0.5, 0.2>`.
public struct UniformValues: Hashable, Sendable {
    /// By name; true is 1 and false 0.
    public let numbers: [String: [Double]]

    /// What can't be read in a text, as a sentence.
    public struct Failure: Error, Equatable, CustomStringConvertible, Sendable {
        public let description: String
    }

    public init(_ numbers: [String: [Double]] = [:]) { self.numbers = numbers }

    /// Reads a text. The first word is the name of the structure, which may be any. Types in parentheses say nothing.
    public init(text: String) throws(Failure) {
        guard text.utf8.count <= Limit.textBytes else { throw Failure(description: "The text is too long.") }
        var trimmed = Self.trimmed(text[...])
        if trimmed.last == ";" { trimmed = Self.trimmed(trimmed.dropLast()) }
        var numbers: [String: [Double]] = [:]
        for (index, part) in Self.parts(trimmed).enumerated() {
            guard let sign = part.firstIndex(of: "=") else {
                if index == 0 { continue }
                throw Failure(description: "\"\(part)\" is no field; write name=number.")
            }
            let name = String(Self.trimmed(part[..<sign]))
            guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic || first == "_"
            else {
                throw Failure(description: "\"\(name)\" is no name of a uniform.")
            }
            guard numbers[name] == nil else { throw Failure(description: "\"\(name)\" is set twice.") }
            guard numbers.count < Limit.uniforms else {
                throw Failure(description: "There are more than \(Limit.uniforms) uniforms.")
            }
            numbers[name] = try Self.numbers(part[part.index(after: sign)...], name)
        }
        self.numbers = numbers
    }

    private static func numbers(_ text: Substring, _ name: String) throws(Failure) -> [Double] {
        var value = withoutType(text)
        func fail(_ word: Substring) -> Failure {
            Failure(description: "\"\(name)\" is a number, true, false, or a list such as <0.5, 1.0>, not \"\(word)\".")
        }
        var words = [value]
        for (open, close) in [("<", ">"), ("{", "}")] as [(Character, Character)]
        where value.first == open && value.last == close && value.count > 1 {
            value = value.dropFirst().dropLast()
            words = value.split(separator: ",").map { withoutType($0) }
        }
        guard !words.isEmpty else { throw fail(value) }
        guard words.count <= Limit.arrayElements else {
            throw Failure(description: "\"\(name)\" has at most \(Limit.arrayElements) numbers, not \(words.count).")
        }
        var numbers: [Double] = []
        for word in words {
            switch word {
            case "true", "TRUE": numbers.append(1)
            case "false", "FALSE": numbers.append(0)
            default:
                guard let number = Double(word), !number.isNaN else { throw fail(word) }
                guard number.magnitude <= Double(Float.greatestFiniteMagnitude) else {
                    throw Failure(
                        description: "\"\(name)\" goes to 3.4e38 and not to \(word), as it is computed as a float.")
                }
                numbers.append(number)
            }
        }
        return numbers
    }

    /// What lies between commas outside of lists.
    private static func parts(_ text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (depth, start) = (0, text.startIndex)
        for index in text.indices {
            switch text[index] {
            case "<", "{", "[": depth += 1
            case ">", "}", "]": depth -= 1
            case "," where depth == 0:
                parts.append(trimmed(text[start..<index]))
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(trimmed(text[start...]))
        return parts
    }

    private static func withoutType(_ text: Substring) -> Substring {
        let value = trimmed(text)
        guard value.first == "(", let end = value.firstIndex(of: ")") else { return value }
        return trimmed(value[value.index(after: end)...])
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\n" || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\n" || last == "\t" { text = text.dropLast() }
        return text
    }
}
