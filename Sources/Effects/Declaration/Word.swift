// SPDX-License-Identifier: MIT
/// Values as words of texts.
enum Word {
    typealias Reading = Result<PropertyValue, StageProperty.Refusal>

    static func double(_ word: String, _ range: ClosedRange<Double>) -> Reading {
        guard let number = number(word), range.contains(number) else {
            return .failure(
                .init(wanted: "a number from \(decimal(range.lowerBound)) to \(decimal(range.upperBound))"))
        }
        return .success(.double(number))
    }

    static func int(_ word: String, _ range: ClosedRange<Int32>) -> Reading {
        guard let number = Int32(word), range.contains(number) else {
            return .failure(.init(wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return .success(.int(Int64(number)))
    }

    static func uint(_ word: String, _ range: ClosedRange<UInt32>) -> Reading {
        guard let number = unsigned(word).flatMap({ UInt32(exactly: $0) }), range.contains(number) else {
            let ends = "from \(hexadecimal(range.lowerBound)) to \(hexadecimal(range.upperBound))"
            return .failure(.init(wanted: "a number such as 0xff8000, \(ends)"))
        }
        return .success(.int(Int64(number)))
    }

    static func uint64(_ word: String, _ range: ClosedRange<UInt64>) -> Reading {
        guard let number = unsigned(word), range.contains(number) else {
            return .failure(.init(wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return .success(.uint64(number))
    }

    static func boolean(_ word: String) -> Reading {
        switch word.lowercased() {
        case "true", "yes", "1": .success(.int(1))
        case "false", "no", "0": .success(.int(0))
        default: .failure(.init(wanted: "true or false"))
        }
    }

    static func choice(_ word: String, _ cases: PropertyKind.Choices) -> Reading {
        guard let choice = cases.first(where: { "\($0.nick)" == word || "\($0.value)" == word }) else {
            return .failure(.init(wanted: "one of " + cases.map { "\($0.nick)" }.joined(separator: ", ")))
        }
        return .success(.int(Int64(choice.value)))
    }

    static func numbers(_ word: String, _ list: NumberList) -> Reading {
        let words = listed(word)
        let numbers = words.compactMap { number(String($0)) }
        guard numbers.count == words.count else { return .failure(.init(wanted: "a list such as [0, 0.5]")) }
        if let reason = list.refusal(numbers) { return .failure(.init(reason: reason)) }
        return .success(.numbers(numbers))
    }

    /// Without `read` the file is named alone.
    static func file(_ word: String, _ kind: FileKind, _ read: FileReader?) -> Reading {
        guard !word.isEmpty else { return .success(.file(location: nil, nil)) }
        guard let read else { return .success(.file(location: word, nil)) }
        do {
            return .success(.file(location: word, try read(word, kind)))
        } catch {
            return .failure(.init(ofFile: error, isText: kind.source != .file))
        }
    }

    /// A value that reads back as the same.
    static func text(_ value: PropertyValue) -> String {
        switch value {
        case .double(let number): decimal(number)
        case .int(let number): "\(number)"
        case .uint64(let number): "\(number)"
        case .string(let text): quoted(text ?? "")
        case .numbers(let numbers): "[" + numbers.map { decimal($0) }.joined(separator: ", ") + "]"
        case .file(let location, _): quoted(location ?? "")
        }
    }

    /// The words of a list such as [0, 0.5] or <0, 0.5>, or without brackets.
    private static func listed(_ text: String) -> [Substring] {
        var list = text[...]
        for (open, close) in [("[", "]"), ("<", ">")] where list.hasPrefix(open) && list.hasSuffix(close) {
            list = list.dropFirst().dropLast()
        }
        return list.split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\n" }
    }

    private static let decimalBytes: Set<UInt8> = Set("0123456789+-.eE".utf8)

    private static func number(_ word: String) -> Double? {
        word.utf8.allSatisfy { decimalBytes.contains($0) } ? Double(word) : nil
    }

    /// As Swift prints it, it reads back as the same number, and has a point in every country.
    static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func unsigned(_ word: String) -> UInt64? {
        word.hasPrefix("0x") || word.hasPrefix("0X") ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
    }

    static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}
