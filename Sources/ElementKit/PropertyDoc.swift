// SPDX-License-Identifier: MIT
internal import Effects

/// A property as documentation shows it.
public struct PropertyDoc: Sendable {
    public let name: String
    public let type: String
    /// The least and the greatest value, or all values where they have names. Empty for texts.
    public let range: String
    /// The default, as a launch line would have it. Empty for texts without one.
    public let initial: String
    public let description: String
    public let isReadOnly: Bool
    /// Whether a GstController can drive it.
    public let isControllable: Bool
    /// Whether it is set before the element plays, and not while it does.
    public let needsReady: Bool
    /// The least and the greatest value of numbers; nil: it is no number.
    public let bounds: (least: String, greatest: String)?
    /// What an enum's choices are called, and what they are.
    public let choices: [(nick: String, label: String)]

    init<Settings>(_ property: Property<Settings>) {
        name = "\(property.name)"
        description = "\(property.blurb)"
        if case .computed = property.kind { isReadOnly = true } else { isReadOnly = false }
        switch property.kind {
        case .choice(_, let all), .preset(_, let all): choices = all.map { ("\($0.nick)", "\($0.label)") }
        default: choices = []
        }
        needsReady = property.needsReady
        switch property.kind {
        case .double, .int, .uint, .uint64, .boolean, .choice, .preset: isControllable = !property.needsReady
        case .string, .numbers, .file, .presetLocation, .computed: isControllable = false
        }
        let value = property.read(Settings())
        switch (property.kind, value) {
        case (.double(let bounds), .double(let number)):
            type = "double"
            range = "\(Self.decimal(bounds.lowerBound)) to \(Self.decimal(bounds.upperBound))"
            initial = Self.decimal(number)
        case (.int(let bounds), .int(let number)):
            (type, range, initial) = ("int", "\(bounds.lowerBound) to \(bounds.upperBound)", "\(number)")
        case (.uint(let bounds), .int(let number)):
            (type, range, initial) = ("uint", "\(bounds.lowerBound) to \(bounds.upperBound)", "\(number)")
        case (.uint64(let bounds), .uint64(let number)):
            (type, range, initial) = ("uint64", "\(bounds.lowerBound) to \(bounds.upperBound)", "\(number)")
        case (.computed(let bounds), .int(let number)):
            (type, range, initial) = ("int64", "\(bounds.lowerBound) to \(bounds.upperBound)", "\(number)")
        case (.boolean, .int(let number)):
            (type, range, initial) = ("boolean", "`false`, `true`", number == 0 ? "false" : "true")
        case (.choice(_, let choices), .int(let number)), (.preset(_, let choices), .int(let number)):
            type = "enum"
            range = choices.map { "`\($0.nick)`" }.joined(separator: ", ")
            initial = choices.first { Int64($0.value) == number }.map { "\($0.nick)" } ?? ""
        case (.numbers(let list), .numbers(let numbers)):
            type = "GstValueArray of double"
            range =
                "\(list.countText) numbers, \(Self.decimal(list.range.lowerBound)) to \(Self.decimal(list.range.upperBound))"
            initial = "<" + numbers.map(Self.decimal).joined(separator: ", ") + ">"
        case (_, .file(let location, _)):
            (type, range, initial) = ("string", "", location ?? "")
        case (_, .string(let text)):
            (type, range, initial) = ("string", "", text ?? "")
        default:
            (type, range, initial) = ("", "", "")
        }
        let ends = range.split(separator: " to ", maxSplits: 1)
        switch property.kind {
        case .double, .int, .uint, .uint64, .computed: bounds = ends.count == 2 ? ("\(ends[0])", "\(ends[1])") : nil
        default: bounds = nil
        }
    }

    /// A number as people write it: digits without an exponent, and no fraction where there is none.
    public static func decimal(_ value: Double) -> String {
        let text = "\(value)"
        if text.hasSuffix(".0") { return String(text.dropLast(2)) }
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else {
            return text
        }
        let (sign, mantissa) = (value < 0 ? "-" : "", text[..<mark].drop { $0 == "-" })
        let digits = mantissa.filter { $0 != "." }
        // Swift's mantissa has one digit before the point.
        let point = 1 + exponent
        guard point > 0 else { return sign + "0." + String(repeating: "0", count: -point) + digits }
        return sign + digits + String(repeating: "0", count: max(point - digits.count, 0))
    }
}
