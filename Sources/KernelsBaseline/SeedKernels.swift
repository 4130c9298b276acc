// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes

// Not into their witnesses: see check-kernels.sh, 7.
extension Kernels: SeedKernels {
    @inline(never)
    public static func hashGroup(_ to: UnsafeMutablePointer<UInt64>, words: UnsafePointer<UInt64>, state s: HashState) {
        var r = 0
        while r < 16 {
            swv_hash_end(to + r, words + r, words + (16 &+ r), s.v0, s.v1, s.v2, s.v3)
            r &+= swv_lanes32
        }
    }

    @inline(never)
    public static func randomGroup(
        _ first: UnsafeMutablePointer<UInt32>, _ second: UnsafeMutablePointer<UInt32>, seeds: UnsafePointer<UInt64>
    ) {
        var r = 0
        while r < 16 {
            swv_random(first + r, second + r, seeds + r)
            r &+= swv_lanes32
        }
    }
}
