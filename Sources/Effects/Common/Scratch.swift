// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Memory that starts on a cache line.
///
/// All that grows with frames or by settings is taken here: what can't be had is an error, where Swift's own allocations end
/// the process.
final class Scratch {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Not `zeroed`, it holds anything, and what is never written takes no memory.
    init(byteCount: Int, zeroed: Bool = true) throws {
        var memory: UnsafeMutableRawPointer?
        let size = max(64, byteCount)
        guard posix_memalign(&memory, 64, size) == 0, let memory else { throw EffectError(missingBytes: size) }
        self.byteCount = byteCount
        base = memory
        if zeroed { base.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    }

    deinit {
        free(base)
    }
}
