// SPDX-License-Identifier: MIT
/// A property of a stage, whatever its settings are.
package struct StageProperty: Sendable {
    package let name: String
    package let kind: PropertyKind
    package let initial: PropertyValue

    package init<Settings>(_ property: Property<Settings>) {
        name = "\(property.name)"
        kind = property.kind
        initial = property.read(Settings())
    }

    /// Why a text is no value.
    package struct Refusal: Error {
        /// What follows the property's name in a sentence.
        let reason: String
        /// Whether the sentence ends with the text.
        let endsWithText: Bool

        /// For what should be something else.
        init(wanted: String) { (reason, endsWithText) = ("is \(wanted)", true) }

        /// For what says by itself what is wrong.
        init(reason: String) { (self.reason, endsWithText) = (reason, false) }

        /// For a file that can't be read.
        init(ofFile error: any Error) {
            let sentence = (error as? EffectError)?.message ?? "\(error)"
            let message = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
            self.init(reason: "is a file that was not loaded: \(message)")
        }
    }

    /// Whether texts can set it.
    package var isSettable: Bool {
        switch kind {
        case .computed: false
        default: true
        }
    }

    /// Whether it names a look, which other values follow from.
    var isPreset: Bool { if case .preset = kind { true } else { false } }

    /// Whether it names a file that is read once and sets others.
    var isPresetLocation: Bool { if case .presetLocation = kind { true } else { false } }

    /// Whether it has no setting of its own.
    package var setsOthers: Bool { isPreset || isPresetLocation }

    /// Whether texts that are read back have it: of a file of presets they have what it has set.
    var isWritten: Bool { isSettable && !isPresetLocation }

    /// The value that a word stands for. Numbers beyond the range are refused; files are read by `read`.
    package func value(_ text: String, read: FileReader? = nil) throws(Refusal) -> PropertyValue {
        switch kind {
        case .double(let range):
            guard text.utf8.allSatisfy({ Self.decimalBytes.contains($0) }), let number = Double(text),
                range.contains(number)
            else {
                throw Refusal(
                    wanted: "a number from \(Self.decimal(range.lowerBound)) to \(Self.decimal(range.upperBound))")
            }
            return .double(number)
        case .int(let range):
            guard let number = Int32(text), range.contains(number) else {
                throw Refusal(wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return .int(Int64(number))
        case .uint(let range):
            guard let number = Self.unsigned(text).flatMap({ UInt32(exactly: $0) }), range.contains(number) else {
                throw Refusal(
                    wanted:
                        "a number such as 0xff8000, from \(Self.hexadecimal(range.lowerBound)) to \(Self.hexadecimal(range.upperBound))"
                )
            }
            return .int(Int64(number))
        case .uint64(let range):
            guard let number = Self.unsigned(text), range.contains(number) else {
                throw Refusal(wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return .uint64(number)
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "1": return .int(1)
            case "false", "no", "0": return .int(0)
            default: throw Refusal(wanted: "true or false")
            }
        case .choice(_, let cases), .preset(_, let cases):
            guard let choice = cases.first(where: { "\($0.nick)" == text || "\($0.value)" == text }) else {
                throw Refusal(wanted: "one of " + cases.map { "\($0.nick)" }.joined(separator: ", "))
            }
            return .int(Int64(choice.value))
        case .string, .presetLocation:
            return .string(text)
        case .numbers(let list):
            let words = Self.listed(text)
            let numbers = words.compactMap { word in
                word.utf8.allSatisfy { Self.decimalBytes.contains($0) } ? Double(word) : nil
            }
            guard numbers.count == words.count else { throw Refusal(wanted: "a list such as [0, 0.5]") }
            if let reason = list.refusal(numbers) { throw Refusal(reason: reason) }
            return .numbers(numbers)
        case .file(let kind):
            guard !text.isEmpty else { return .file(location: nil, nil) }
            guard let read else { return .file(location: text, nil) }
            do {
                return .file(location: text, try read(text, kind))
            } catch {
                throw Refusal(ofFile: error)
            }
        case .computed:
            throw Refusal(wanted: "nothing: it can't be set")
        }
    }

    /// A value as texts have it; read again, it is the same.
    func text(_ value: PropertyValue) -> String {
        switch (kind, value) {
        case (.double, .double(let number)): Self.decimal(number)
        case (.uint, .int(let number)): Self.hexadecimal(UInt32(truncatingIfNeeded: number))
        case (.boolean, .int(let number)): number == 0 ? "false" : "true"
        case (.choice(_, let cases), .int(let number)), (.preset(_, let cases), .int(let number)):
            cases.first { Int64($0.value) == number }.map { "\($0.nick)" } ?? "\(number)"
        case (_, .int(let number)): "\(number)"
        case (_, .uint64(let number)): "\(number)"
        case (_, .double(let number)): Self.decimal(number)
        case (_, .string(let text)): Self.quoted(text ?? "")
        case (_, .numbers(let numbers)): "[" + numbers.map { Self.decimal($0) }.joined(separator: ", ") + "]"
        case (_, .file(let location, _)): Self.quoted(location ?? "")
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

    /// As Swift prints it, it reads back as the same number, and has a point in every country.
    static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func unsigned(_ text: String) -> UInt64? {
        text.hasPrefix("0x") || text.hasPrefix("0X") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    private static func hexadecimal(_ number: UInt32) -> String {
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
