// SPDX-License-Identifier: MIT
import KernelTypes

extension Reference {
    /// to_r = SipHash-2-4's end: `state` compresses words_r, then words_(16 + r), and is finished.
    ///
    /// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), 2.2 to 2.4.
    public static func hashGroup(_ to: UnsafeMutablePointer<UInt64>, words: UnsafePointer<UInt64>, state: HashState) {
        for r in 0..<RowGroup.rows {
            var v = [state.v0, state.v1, state.v2, state.v3]
            func rotate(_ k: Int, _ n: UInt64) { v[k] = v[k] << n | v[k] >> (64 - n) }
            func half(_ a: Int, _ b: Int, _ n: UInt64) {
                v[a] = v[a] &+ v[b]
                rotate(b, n)
                v[b] ^= v[a]
            }
            func round() {
                half(0, 1, 13)
                half(2, 3, 16)
                rotate(0, 32)
                half(2, 1, 17)
                half(0, 3, 21)
                rotate(2, 32)
            }
            for word in [words[r], words[RowGroup.rows + r]] {
                v[3] ^= word
                round()
                round()
                v[0] ^= word
            }
            v[2] ^= 0xff
            for _ in 0..<4 { round() }
            to[r] = v[0] ^ v[1] ^ v[2] ^ v[3]
        }
    }

    /// The high halves of the first two numbers of xoshiro256++, whose state is four numbers of SplitMix64 from the seed on.
    ///
    /// D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2019).
    public static func randomGroup(
        _ first: UnsafeMutablePointer<UInt32>, _ second: UnsafeMutablePointer<UInt32>, seeds: UnsafePointer<UInt64>
    ) {
        for r in 0..<RowGroup.rows {
            var state = seeds[r]
            var s = (0..<4).map { _ in
                state = state &+ 0x9e37_79b9_7f4a_7c15
                var z = state
                z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
                z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
                return z ^ z >> 31
            }
            func next() -> UInt32 {
                let sum = s[0] &+ s[3]
                let result = (sum << 23 | sum >> 41) &+ s[0]
                let t = s[1] << 17
                s[2] ^= s[0]
                s[3] ^= s[1]
                s[1] ^= s[2]
                s[0] ^= s[3]
                s[2] ^= t
                s[3] = s[3] << 45 | s[3] >> 19
                return UInt32(truncatingIfNeeded: result >> 32)
            }
            first[r] = next()
            second[r] = next()
        }
    }
}
