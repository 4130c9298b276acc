// SPDX-License-Identifier: MIT
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
        var memory: UnsafeMutableRawPointer?
        let size = max(64, byteCount)
        guard posix_memalign(&memory, 64, size) == 0, let memory else { throw OutOfMemory(byteCount: size) }
        guard size < Self.reserve / 16 || Self.leavesReserve() else {
            free(memory)
            throw OutOfMemory(byteCount: size)
        }
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

    /// Bytes that are left for the small things of the rest of the process: GLib and Swift end it where they get no memory.
    private static var reserve: Int { 1 << 20 }

    /// Not by `malloc`, which keeps later memory of this size in its heap once such memory was freed.
    private static func leavesReserve() -> Bool {
        // MAP_FAILED itself would bring Swift's mathematics along, which need a newer glibc.
        guard let memory = mmap(nil, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != UnsafeMutableRawPointer(bitPattern: -1)
        else { return false }
        munmap(memory, reserve)
        return true
    }
}
