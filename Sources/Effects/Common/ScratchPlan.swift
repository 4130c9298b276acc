// SPDX-License-Identifier: MIT
internal import PixelCore

/// How scratch memory is cut, before there is any: rows of a type are reserved one after the other.
public struct ScratchPlan: Sendable {
    /// Bytes of all that is reserved.
    public private(set) var byteCount = 0

    /// A plan of no memory yet.
    public init() {}

    /// Reserves rows of `length` values and so many before them. Each row's first value is at the start of a cache line where those
    /// before fill some.
    mutating func reserve<Element>(
        _ count: Int = 1, of length: Int, before: Int = 0, as type: Element.Type
    ) -> ScratchRows<Element> {
        let size = MemoryLayout<Element>.stride
        // An odd number of cache lines, so that rows do not evict each other.
        let stride = ((before + length) * size + 63) & ~63 | 64
        defer { byteCount += count * stride }
        return ScratchRows(start: byteCount + before * size, stride: stride, count: count)
    }
}

/// Rows of scratch memory that a plan has reserved.
struct ScratchRows<Element>: Sendable {
    /// Bytes from the start of the memory.
    fileprivate let start: Int
    /// Bytes from a row to the next.
    fileprivate let stride: Int
    let count: Int

    /// None.
    static var none: ScratchRows { ScratchRows(start: 0, stride: 0, count: 0) }

    fileprivate init(start: Int, stride: Int, count: Int) {
        (self.start, self.stride, self.count) = (start, stride, count)
    }

    /// Values from a row to the next.
    var step: Int { stride / MemoryLayout<Element>.stride }
}

/// Memory that is cut by a plan: what a thread has of its own.
public struct ScratchMemory {
    let base: UnsafeMutableRawPointer
    private let byteCount: Int

    /// Memory that starts on a cache line and that somebody else owns.
    public init(_ base: UnsafeMutableRawPointer, byteCount: Int) { (self.base, self.byteCount) = (base, byteCount) }

    /// Where a row that is reserved begins.
    @inline(__always)
    subscript<Element>(_ rows: ScratchRows<Element>, _ index: Int = 0) -> UnsafeMutablePointer<Element> {
        assert((0..<rows.count).contains(index) && rows.start + index * rows.stride < byteCount)
        return (base + (rows.start + index * rows.stride)).bindMemory(to: Element.self, capacity: rows.step)
    }

    /// All of it as values of a type.
    func values<Element>(as type: Element.Type) -> UnsafeMutablePointer<Element> {
        base.bindMemory(to: type, capacity: byteCount / MemoryLayout<Element>.stride)
    }
}

extension Scratch {
    /// Memory for what a plan has reserved.
    convenience init(_ plan: ScratchPlan, zeroed: Bool = true) throws(OutOfMemory) {
        try self.init(byteCount: plan.byteCount, zeroed: zeroed)
    }

    /// As a plan cuts it.
    var memory: ScratchMemory { ScratchMemory(base, byteCount: byteCount) }
}
