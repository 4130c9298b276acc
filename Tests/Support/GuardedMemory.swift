// SPDX-License-Identifier: MIT
import Glibc

/// Where a piece of guarded memory lies between the pages that nobody may touch.
public enum Placement: Sendable, Equatable, CaseIterable {
    /// The last byte lies before a forbidden page: reading on is a fault.
    case beforeForbiddenPage
    /// The first byte follows a forbidden page: reading before it is a fault.
    case afterForbiddenPage
    /// The first byte follows a forbidden page and a few guard bytes, so that its address is odd, in elements.
    case unaligned
}

/// Memory between two forbidden pages, with guard bytes in what is left of its own pages.
///
/// Reading or writing beyond the pages is a fault; writing beyond the memory shows in `guardsAreIntact`.
public final class GuardedMemory {
    /// The first byte.
    public private(set) var base: UnsafeMutableRawPointer
    public private(set) var byteCount: Int
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int
    private let usable: UnsafeMutableRawBufferPointer
    private static let guardByte: UInt8 = 0xA5
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// `alignment` is that of an element: the start is never less aligned.
    public init(byteCount: Int, alignment: Int = 1, placement: Placement = .beforeForbiddenPage) {
        let page = Self.page
        let pages = (byteCount + 2 * alignment + page - 1) / page
        mappedBytes = (pages + 2) * page
        guard let map = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            map != MAP_FAILED
        else { fatalError("no memory for a test") }
        mapping = map
        usable = UnsafeMutableRawBufferPointer(start: map + page, count: pages * page)
        mprotect(map, page, PROT_NONE)
        mprotect(map + (pages + 1) * page, page, PROT_NONE)
        self.byteCount = 0
        base = map + page
        _ = reuse(byteCount: byteCount, alignment: alignment, placement: placement)
    }

    deinit {
        munmap(mapping, mappedBytes)
    }

    /// Places other memory between the same forbidden pages; false if there is no room.
    func reuse(byteCount: Int, alignment: Int, placement: Placement) -> Bool {
        guard byteCount + 2 * alignment <= usable.count else { return false }
        let start = mapping + Self.page
        self.byteCount = byteCount
        base =
            switch placement {
            case .beforeForbiddenPage: start + usable.count - (byteCount + alignment - 1) / alignment * alignment
            case .afterForbiddenPage: start
            case .unaligned: start + alignment
            }
        usable.initializeMemory(as: UInt8.self, repeating: Self.guardByte)
        return true
    }

    public var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: byteCount) }

    /// Whether the bytes around the memory are as they were.
    public var guardsAreIntact: Bool {
        let before = base - UnsafeMutableRawPointer(usable.baseAddress ?? base)
        let after = usable.count - before - byteCount
        return isGuard(usable.baseAddress ?? base, before) && isGuard(base + byteCount, after)
    }

    /// A run of equal bytes equals itself moved by one: one call, as a loop is slow without optimization.
    private func isGuard(_ start: UnsafeMutableRawPointer, _ count: Int) -> Bool {
        guard count > 0 else { return true }
        return start.load(as: UInt8.self) == Self.guardByte && memcmp(start, start + 1, count - 1) == 0
    }

    /// The first byte that differs from `other`'s, which is as long.
    public func firstDifference(from other: GuardedMemory) -> Int? {
        guard memcmp(base, other.base, byteCount) != 0 else { return nil }
        return (0..<byteCount).first { bytes[$0] != other.bytes[$0] }
    }
}
