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
        let traits = property.kind.traits
        type = traits.typeName
        isReadOnly = !traits.isSettable
        needsReady = property.needsReady
        isControllable = traits.isControllable && !needsReady
        choices = traits.choices?.cases.map { ("\($0.nick)", "\($0.label)") } ?? []
        bounds = traits.bounds.map { (Self.text($0.least), Self.text($0.greatest)) }
        if let bounds {
            range = "\(bounds.least) to \(bounds.greatest)"
        } else if case .numbers(let list) = property.kind {
            let (least, greatest) = (Self.decimal(list.range.lowerBound), Self.decimal(list.range.upperBound))
            range = "\(list.countText) numbers, \(least) to \(greatest)"
        } else {
            range = traits.names.map { "`\($0.nick)`" }.joined(separator: ", ")
        }
        let value = property.read(Settings())
        initial = traits.names.first { .int($0.value) == value }?.nick ?? Self.text(value)
    }

    /// A value as a launch line would have it.
    private static func text(_ value: PropertyValue) -> String {
        switch value {
        case .double(let number): decimal(number)
        case .int(let number): "\(number)"
        case .uint64(let number): "\(number)"
        case .string(let text): text ?? ""
        case .numbers(let numbers): "<" + numbers.map(decimal).joined(separator: ", ") + ">"
        case .file(let location, _): location ?? ""
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
