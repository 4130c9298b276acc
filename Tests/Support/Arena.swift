// SPDX-License-Identifier: MIT
import PixelCore

/// The memory of one kernel call, all of it guarded.
///
/// Two arenas made with the same arguments hold the same values, so that a kernel and its reference can be run
/// on one each and everything compared: results, sources, and what lies around them.
public final class Arena {
    private var generator: Generator
    private var fill: Fill
    private var placement: Placement
    private var memories: [GuardedMemory] = []
    /// How many of the memories the call has taken.
    private var taken = 0

    public init(seed: UInt64, fill: Fill, placement: Placement) {
        generator = Generator(seed: seed)
        self.fill = fill
        self.placement = placement
    }

    /// Starts again as if newly made, in the same pages where they are enough: mapping pages is slow.
    public func restart(seed: UInt64, fill: Fill, placement: Placement) {
        generator = Generator(seed: seed)
        self.fill = fill
        self.placement = placement
        taken = 0
    }

    /// Filled bytes.
    public func bytes(_ count: Int) -> Bytes {
        let memory = take(count)
        memory.fill8(fill, &generator)
        return memory.base.assumingMemoryBound(to: UInt8.self)
    }

    /// Filled two-byte samples.
    public func samples(_ count: Int) -> Samples {
        let memory = take(2 * count, alignment: 2)
        memory.fill16(fill, &generator)
        return memory.base.assumingMemoryBound(to: UInt16.self)
    }

    /// Filled floats.
    public func floats(_ count: Int) -> Floats {
        let memory = take(4 * count, alignment: 4)
        memory.fillFloats(fill, &generator)
        return memory.base.assumingMemoryBound(to: Float.self)
    }

    /// Filled four-byte numbers.
    public func counts(_ count: Int) -> Counts {
        let memory = take(4 * count, alignment: 4)
        memory.fill8(fill, &generator)
        return memory.base.assumingMemoryBound(to: UInt32.self)
    }

    /// Bytes of these values.
    public func bytes(_ values: [UInt8]) -> Bytes {
        let memory = take(values.count)
        memory.bytes.copyBytes(from: values)
        return memory.base.assumingMemoryBound(to: UInt8.self)
    }

    /// Samples of these values.
    public func samples(_ values: [UInt16]) -> Samples {
        let memory = take(2 * values.count, alignment: 2)
        values.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
        return memory.base.assumingMemoryBound(to: UInt16.self)
    }

    private func take(_ byteCount: Int, alignment: Int = 1) -> GuardedMemory {
        taken += 1
        if taken <= memories.count {
            let memory = memories[taken - 1]
            if memory.reuse(byteCount: byteCount, alignment: alignment, placement: placement) { return memory }
            memories.remove(at: taken - 1)
        }
        let memory = GuardedMemory(byteCount: byteCount, alignment: alignment, placement: placement)
        memories.insert(memory, at: taken - 1)
        return memory
    }

    /// What differs from `other`, or was written where nothing may be; nil if all is as it should be.
    public func difference(from other: Arena) -> String? {
        for (index, (ours, theirs)) in zip(memories[0..<taken], other.memories[0..<other.taken]).enumerated() {
            guard ours.guardsAreIntact else { return "memory \(index): bytes around it were written" }
            guard theirs.guardsAreIntact else { return "memory \(index): the reference wrote around it" }
            if let position = ours.firstDifference(from: theirs) {
                return "memory \(index), byte \(position) of \(ours.byteCount): \(ours.bytes[position])"
                    + " instead of \(theirs.bytes[position])"
            }
        }
        return taken == other.taken ? nil : "different calls"
    }

    /// A hash of everything.
    public var hash: UInt64 {
        memories[0..<taken].reduce(into: Hash()) { hash, memory in hash.add(memory.bytes) }.value
    }
}
