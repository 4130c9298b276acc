// SPDX-License-Identifier: MIT
public import PixelCore

/// What becomes of the bytes of rows: each byte of a word of four is made from columns of a group.
public struct GroupWords {
    /// Columns whose values become a byte: the first, floats to that of the next word, what is added before a value is cut.
    public struct Byte {
        public let first: UnsafePointer<Float>
        public let step: Int
        public let roundingOffset: Float

        public init(_ first: UnsafePointer<Float>, step: Int, roundingOffset: Float) {
            (self.first, self.step, self.roundingOffset) = (first, step, roundingOffset)
        }
    }

    public var byte0: Byte
    public var byte1: Byte
    public var byte2: Byte
    public var byte3: Byte

    public init(_ byte0: Byte, _ byte1: Byte, _ byte2: Byte, _ byte3: Byte) {
        (self.byte0, self.byte1, self.byte2, self.byte3) = (byte0, byte1, byte2, byte3)
    }
}

/// Kernels between rows of bytes and groups of sixteen rows.
public protocol ByteGroupKernels {
    /// Takes `count` bytes in each of 16 rows, 1, 2 or 4 bytes apart, less an offset; each is one column or, repeated, two.
    static func bytesToGroup(
        _ to: Floats, _ rows: UnsafePointer<ConstBytes>, count: Int, step: Int, repeats: Bool, offset: Float)

    /// Stores `count` bytes in each of 16 rows, which may be the same one.
    static func groupToBytes(_ rows: UnsafePointer<Bytes>, _ words: GroupWords, count: Int)

    /// Takes `count` means of two columns; in place, too.
    static func halveGroup(_ to: Floats, _ from: ConstFloats, count: Int)

    /// Makes each two rows of a group their mean.
    static func meanGroupRows(_ group: Floats, count: Int)
}
