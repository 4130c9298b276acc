/// What an effect tells of a frame besides the frame.
public struct EffectReport {
    /// Numbers under a name. The memory is the effect's, valid until its next call.
    public struct NamedArray {
        public let name: StaticString
        public let values: UnsafeBufferPointer<UInt32>

        public init(name: StaticString, values: UnsafeBufferPointer<UInt32>) {
            (self.name, self.values) = (name, values)
        }
    }

    /// One to four.
    public let arrays: [NamedArray]

    public init(_ arrays: [NamedArray]) {
        self.arrays = arrays
    }
}
