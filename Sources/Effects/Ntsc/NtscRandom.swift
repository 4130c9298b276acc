// SPDX-License-Identifier: MIT
import KernelTypes

@inline(__always)
private func rotated(_ v: UInt64, _ n: UInt64) -> UInt64 { v << n | v >> (64 - n) }

/// SipHash-2-4 with key 0 over words of 4 and 8 bytes: what seeds every random thing of a frame.
///
/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
package struct SipHash {
    private var v0: UInt64 = 0x736f_6d65_7073_6575
    private var v1: UInt64 = 0x646f_7261_6e64_6f6d
    private var v2: UInt64 = 0x6c79_6765_6e65_7261
    private var v3: UInt64 = 0x7465_6462_7974_6573
    private var tail: UInt64 = 0
    private var tailBytes: UInt64 = 0
    private var length: UInt64 = 0

    package init() {}

    @inline(__always)
    private mutating func round() {
        v0 = v0 &+ v1
        v1 = rotated(v1, 13) ^ v0
        v0 = rotated(v0, 32)
        v2 = v2 &+ v3
        v3 = rotated(v3, 16) ^ v2
        v0 = v0 &+ v3
        v3 = rotated(v3, 21) ^ v0
        v2 = v2 &+ v1
        v1 = rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
    }

    @inline(__always)
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    /// Adds 8 bytes, least significant first.
    package mutating func add(_ word: UInt64) {
        length = length &+ 8
        if tailBytes == 0 {
            compress(word)
        } else {
            // Tails are of 4 bytes here.
            compress(tail | word << 32)
            tail = word >> 32
        }
    }

    /// Adds 4 bytes, least significant first.
    package mutating func add(_ word: Int32) {
        length = length &+ 4
        let bits = UInt64(UInt32(bitPattern: word))
        if tailBytes == 0 {
            (tail, tailBytes) = (bits, 4)
        } else {
            compress(tail | bits << 32)
            (tail, tailBytes) = (0, 0)
        }
    }

    package var hash: UInt64 {
        var end = self
        end.compress(tail | length << 56)
        end.v2 ^= 0xff
        for _ in 0..<4 { end.round() }
        return end.v0 ^ end.v1 ^ end.v2 ^ end.v3
    }

    /// What it is for kernels, which add the last words.
    package var state: HashState { HashState(v0, v1, v2, v3) }

    /// The words that are left to compress after 8 bytes more, which end what is hashed.
    package func lastWords(_ word: UInt64) -> (UInt64, UInt64) {
        let end = (length &+ 8) << 56
        return tailBytes == 0 ? (word, end) : (tail | word << 32, word >> 32 | end)
    }

    /// The hash as a number from 0 up to but not including 1, from 23 of its low bits.
    package var unit: Float { Self.unit(hash) }

    package static func unit(_ hash: UInt64) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: hash) >> 9 | 0x3f80_0000) - 1
    }

    /// The low half of the hash.
    package var word: Int32 { Int32(truncatingIfNeeded: hash) }

    /// The same with 8 or 4 bytes more.
    package func adding(_ word: UInt64) -> SipHash {
        var copy = self
        copy.add(word)
        return copy
    }

    package func adding(_ word: Int32) -> SipHash {
        var copy = self
        copy.add(word)
        return copy
    }
}

/// xoshiro256++ (D. Blackman and S. Vigna, 2019), seeded through SplitMix64.
package struct Xoshiro256 {
    private var s: (UInt64, UInt64, UInt64, UInt64)

    package init(seed: UInt64) {
        var state = seed
        func next() -> UInt64 {
            state = state &+ 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
            return z ^ z >> 31
        }
        s.0 = next()
        s.1 = next()
        s.2 = next()
        s.3 = next()
    }

    package mutating func next() -> UInt64 {
        let result = rotated(s.0 &+ s.3, 23) &+ s.0
        step()
        return result
    }

    @inline(__always)
    private mutating func step() {
        let t = s.1 << 17
        s.2 ^= s.0
        s.3 ^= s.1
        s.1 ^= s.2
        s.0 ^= s.3
        s.2 ^= t
        s.3 = rotated(s.3, 45)
    }

    /// Goes on by 2^128 numbers.
    package mutating func jump() {
        var sum: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        addStates(of: 0x180e_c6d3_3cfd_0aba, to: &sum)
        addStates(of: 0xd5a6_1266_f0c9_392c, to: &sum)
        addStates(of: 0xa958_2618_e03f_c9aa, to: &sum)
        addStates(of: 0x39ab_dc45_29b1_661c, to: &sum)
        s = sum
    }

    /// Goes on by 64 numbers, and adds the states that a word has bits of.
    private mutating func addStates(of word: UInt64, to sum: inout (UInt64, UInt64, UInt64, UInt64)) {
        for bit: UInt64 in 0..<64 {
            if word >> bit & 1 == 1 {
                sum.0 ^= s.0
                sum.1 ^= s.1
                sum.2 ^= s.2
                sum.3 ^= s.3
            }
            step()
        }
    }

    /// The high half of the next number.
    package mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: next() >> 32) }

    /// From 0 up to but not including 1, in steps of 2^-24.
    package mutating func float() -> Float { Self.float(word()) }

    package static func float(_ word: UInt32) -> Float { Float(word >> 8) * 0x1p-24 }

    /// From 0 up to but not including 1, in steps of 2^-53.
    package mutating func double() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// From `low` to `high`, in 2^23 steps.
    package mutating func float(_ low: Float, _ high: Float) -> Float {
        Float(word() >> 9) * 0x1p-23 * (high - low) + low
    }
}
