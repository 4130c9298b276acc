// SPDX-License-Identifier: MIT
/// What a preset file says of a name.
public enum PresetValue: Sendable, Equatable {
    /// A number, whole or not.
    case number(Double)
    /// True or false.
    case boolean(Bool)
    /// A text, a list or the like: nothing that a setting could be.
    case other
}

/// What the values of a setting are in preset files.
public enum PresetFieldKind: Sendable, Equatable {
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A whole number in a range.
    case integer(ClosedRange<Int32>)
    /// True or false.
    case boolean
    /// One of these whole numbers.
    case choice([Int32])
}

/// A setting as preset files have it: a name, and what it may be.
public struct PresetField<Settings: Sendable>: Sendable {
    /// The name in the file.
    public let name: String
    /// What it may be.
    public let kind: PresetFieldKind
    private let store: @Sendable (inout Settings, Double) -> Void

    /// `store` takes a value that `kind` allows; of a boolean 0 or 1.
    public init(name: String, kind: PresetFieldKind, store: @escaping @Sendable (inout Settings, Double) -> Void) {
        self.name = name
        self.kind = kind
        self.store = store
    }

    /// Stores a value of a file.
    ///
    /// Numbers beyond the range count as its ends, those of whole numbers lose their fraction, and what is neither a
    /// number nor a boolean is ignored. Throws where a boolean is a number or the other way round, where a number is none
    /// (NaN), and where a choice does not exist.
    public func take(_ value: PresetValue, into settings: inout Settings) throws(EffectError) {
        switch (kind, value) {
        case (_, .other):
            return
        case (.boolean, .boolean(let flag)):
            store(&settings, flag ? 1 : 0)
        case (.boolean, .number(let number)):
            throw EffectError("\"\(name)\" is \(jsonText(number)), but must be true or false.")
        case (_, .boolean(let flag)):
            throw EffectError("\"\(name)\" is \(flag), but must be a number.")
        case (_, .number(let number)) where number.isNaN:
            throw EffectError("\"\(name)\" is not a number.")
        case (.number(let range), .number(let number)):
            store(&settings, min(max(number, range.lowerBound), range.upperBound))
        case (.integer(let range), .number(let number)):
            let whole = number.rounded(.towardZero)
            store(&settings, min(max(whole, Double(range.lowerBound)), Double(range.upperBound)))
        case (.choice(let choices), .number(let number)):
            let whole = number.rounded(.towardZero)
            guard choices.contains(where: { Double($0) == whole }) else {
                let known = choices.sorted().map { "\($0)" }.joined(separator: ", ")
                throw EffectError("\"\(name)\" is \(jsonText(number)), but must be one of \(known).")
            }
            store(&settings, whole)
        }
    }
}

/// A number as JSON has it: without a fraction where it is whole.
func jsonText(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
}
