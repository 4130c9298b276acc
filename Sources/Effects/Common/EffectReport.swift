// SPDX-License-Identifier: MIT
/// What an effect tells of a frame besides the frame: the fields of a message.
public struct EffectReport {
    /// What a field holds. The memory of lists is the effect's, valid until its next call.
    public enum Value {
        /// Whole numbers, such as counts.
        case counts(UnsafeBufferPointer<UInt32>)
        /// Numbers.
        case numbers(UnsafeBufferPointer<Double>)
        /// One number.
        case number(Double)
        /// Yes or no.
        case flag(Bool)
    }

    /// A value under a name.
    public struct Field {
        /// What it is, such as `luma`.
        public let name: StaticString
        /// What it holds.
        public let value: Value

        /// Names a value.
        public init(_ name: StaticString, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    /// A rectangle of the frame in which something was found.
    public struct Region {
        /// What was found, such as `swift-color`.
        public let name: StaticString
        /// Columns and rows of the frame.
        public let x, y, width, height: Int

        /// Names a rectangle.
        public init(_ name: StaticString, x: Int, y: Int, width: Int, height: Int) {
            self.name = name
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// What the message is called; nil: as the element.
    public let name: StaticString?
    /// Up to eight; none: there is no message.
    public var fields: [Field]
    /// Nil: nothing was found in particular. It goes with the frame, with the fields that are numbers.
    public var region: Region?
    /// Whether the message is posted.
    public var isPosted = true

    /// Takes up to eight fields.
    public init(_ fields: [Field], name: StaticString? = nil) { (self.fields, self.name) = (fields, name) }
}
