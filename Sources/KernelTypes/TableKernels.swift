// SPDX-License-Identifier: MIT
public import PixelCore

/// What `lookUpRow8` replaces, for every byte position: one byte of each pixel by one table, or three by three.
public struct LookUpPattern {
    /// A table of 256 bytes, and the bytes that go through it.
    public struct Table {
        public let values: UnsafePointer<UInt8>
        /// 255 at the positions of a `BytePattern` whose bytes are replaced, 0 elsewhere.
        public let mask: UnsafePointer<UInt8>
        /// The first of these positions; the others are `step` further each.
        public let offset: Int

        public init(values: UnsafePointer<UInt8>, mask: UnsafePointer<UInt8>, offset: Int) {
            self.values = values
            self.mask = mask
            self.offset = offset
        }
    }

    public let first: Table
    /// What the next two components go through; the same as `first` where `tableCount` is 1.
    public let second: Table
    public let third: Table
    /// 1 or 3.
    public let tableCount: Int
    /// Bytes from a component of one pixel to that of the next: 1...4.
    public let step: Int

    public init(_ table: Table, step: Int) {
        (first, second, third) = (table, table, table)
        (tableCount, self.step) = (1, step)
    }

    public init(_ first: Table, _ second: Table, _ third: Table, step: Int) {
        (self.first, self.second, self.third) = (first, second, third)
        (tableCount, self.step) = (3, step)
    }
}

/// The two-byte samples of one component in a row.
public struct SampleRun: Sendable {
    /// Samples from one to the next: 1...4.
    public let step: Int
    public let storage: SampleStorage
    /// The largest code; samples beyond count as it.
    public let maximum: UInt16

    public init(step: Int, storage: SampleStorage, maximum: UInt16) {
        self.step = step
        self.storage = storage
        self.maximum = maximum
    }
}

/// The tables of the four tiles around a pixel, one entry for each code.
public struct FourTables {
    public let upperLeft: ConstSamples
    public let upperRight: ConstSamples
    public let lowerLeft: ConstSamples
    public let lowerRight: ConstSamples

    public init(
        upperLeft: ConstSamples, upperRight: ConstSamples, lowerLeft: ConstSamples, lowerRight: ConstSamples
    ) {
        self.upperLeft = upperLeft
        self.upperRight = upperRight
        self.lowerLeft = lowerLeft
        self.lowerRight = lowerRight
    }
}

/// Kernels of tables.
public protocol TableKernels {
    /// Replaces some or all of `count` bytes, by byte position. Tables and rows do not overlap.
    static func lookUpRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: LookUpPattern)

    /// Replaces `count` samples; `table` has an entry for each code. What lies between them is not written.
    static func lookUpRow16(_ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, table: ConstSamples)

    /// Replaces `count` bytes by a mix of the tables of the four tiles around them; `tables` has four bytes, upper left,
    /// upper right, lower left and lower right, for each value.
    static func interpolateTablesRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, tables: ConstBytes, rightParts: ConstFloats, lowerPart: Float)

    /// Replaces `count` samples by a mix of the tables of the four tiles around them.
    static func interpolateTablesRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, run: SampleRun, tables: FourTables,
        rightParts: ConstFloats, lowerPart: Float)
}
