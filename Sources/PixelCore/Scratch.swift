// SPDX-License-Identifier: MIT
internal import CMemory

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// There is no memory of so many bytes.
public struct OutOfMemory: Error, Equatable, CustomStringConvertible {
    /// What was asked for.
    public let byteCount: Int

    /// A sentence for the user.
    public var description: String { "There is no memory of \(byteCount) bytes." }
}

/// Memory that starts on a cache line.
///
/// All that grows with frames or by settings is taken here: what can't be had is an error, where Swift's own allocations end
/// the process.
package final class Scratch {
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    /// Not `zeroed`, it holds anything, and what is never written takes no memory.
    package init(byteCount: Int, zeroed: Bool = true) throws(OutOfMemory) {
        let size = max(64, byteCount)
        guard let memory = swv_memory_take(size, 64) else { throw OutOfMemory(byteCount: size) }
        self.byteCount = byteCount
        base = memory
        if zeroed { base.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    }

    deinit {
        free(base)
    }

    /// What is from a byte on, as values of a type.
    package func values<Element>(as type: Element.Type, from byte: Int = 0) -> UnsafeMutablePointer<Element> {
        (base + byte).bindMemory(to: type, capacity: (byteCount - byte) / MemoryLayout<Element>.stride)
    }
}
