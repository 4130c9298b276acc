// SPDX-License-Identifier: MIT
/// What an effect tells of a frame besides the frame.
public struct EffectReport {
    /// Numbers under a name. The memory is the effect's, valid until its next call.
    public struct NamedArray {
        /// What the numbers are, such as `luma`.
        public let name: StaticString
        /// The numbers, in the effect's memory.
        public let values: UnsafeBufferPointer<UInt32>

        /// Names numbers that stay where they are until the next call of the effect.
        public init(name: StaticString, values: UnsafeBufferPointer<UInt32>) {
            (self.name, self.values) = (name, values)
        }
    }

    /// One to four.
    public let arrays: [NamedArray]

    /// Takes one to four arrays.
    public init(_ arrays: [NamedArray]) {
        self.arrays = arrays
    }
}
