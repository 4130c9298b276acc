// SPDX-License-Identifier: MIT
/// What the user chooses of an effect.
public protocol EffectSettings: Sendable {
    /// The defaults.
    init()
}

/// A number with a range: beyond it, its ends count, and of a NaN what is nearest to 0.
@propertyWrapper
public struct Limited<Value: SignedNumeric & Comparable & Sendable>: Sendable, Equatable {
    /// What the number may be.
    public let range: ClosedRange<Value>
    private var value: Value

    /// A number that begins as `wrappedValue`.
    public init(wrappedValue: Value, _ range: ClosedRange<Value>) {
        self.range = range
        value = Self.limit(wrappedValue, range)
    }

    /// The number, within the range.
    public var wrappedValue: Value {
        get { value }
        set { value = Self.limit(newValue, range) }
    }

    /// The number with its range.
    public var projectedValue: Limited {
        get { self }
        set { wrappedValue = newValue.value }
    }

    private static func limit(_ value: Value, _ range: ClosedRange<Value>) -> Value {
        // A NaN alone differs from itself.
        let number = value == value ? value : 0
        return min(max(number, range.lowerBound), range.upperBound)
    }
}
