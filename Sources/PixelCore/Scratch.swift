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
        self.byteCount = byteCount
        base = memory
        if zeroed { base.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    }

    deinit {
        free(base)
    }
}
