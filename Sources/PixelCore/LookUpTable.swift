// SPDX-License-Identifier: MIT
/// Numbers that are looked up: one for each of evenly spaced arguments from 0 to 1, or three, a colour, for each of three arguments.
///
/// It never changes, so that threads share it.
public final class LookUpTable: Sendable {
    /// A colour, and a fourth float that nobody uses.
    public typealias Entry = SIMD4<Float>

    /// The most entries that a cube has along each axis: floats count all of them exactly.
    public static let maximumCubeSize = 256

    /// Entries along each axis, 2 or more.
    public let size: Int
    /// Whether there are three axes.
    public let isCube: Bool
    /// Safe: nobody writes it once this exists.
    private nonisolated(unsafe) let memory: Scratch

    /// A table of as many numbers as `law` gives one for each argument from 0 to 1.
    public init(size: Int, _ law: (Double) -> Double) throws(OutOfMemory) {
        precondition(size >= 2)
        (self.size, isCube) = (size, false)
        memory = try Scratch(byteCount: size * MemoryLayout<Float>.stride)
        let values = memory.base.bindMemory(to: Float.self, capacity: size)
        for index in 0..<size { values[index] = Float(law(Double(index) / Double(size - 1))) }
    }

    /// A table of the colours that `fill` puts into it: the first argument changes fastest, the third most slowly.
    public init(cube size: Int, _ fill: (UnsafeMutableBufferPointer<Entry>) -> Void) throws(OutOfMemory) {
        precondition((2...Self.maximumCubeSize).contains(size))
        (self.size, isCube) = (size, true)
        let count = size * size * size
        memory = try Scratch(byteCount: count * MemoryLayout<Entry>.stride)
        fill(UnsafeMutableBufferPointer(start: memory.base.bindMemory(to: Entry.self, capacity: count), count: count))
    }

    /// The numbers of a table with one axis.
    public var values: UnsafePointer<Float> { UnsafePointer(memory.values(as: Float.self)) }

    /// The colours of a cube.
    public var entries: UnsafePointer<Entry> { UnsafePointer(memory.values(as: Entry.self)) }
}

/// How colours between the entries of a cube are made.
public enum CubeInterpolation: Sendable {
    /// Of the eight around them, axis by axis.
    case trilinear
    /// Of the four corners of the tetrahedron around them, of six that share the diagonal from the first entry to the last.
    case tetrahedral
}
