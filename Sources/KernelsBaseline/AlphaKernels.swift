// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: AlphaKernels {
    public static func premultiplyRow8(_ to: Samples, _ from: ConstBytes, count: Int, alphaFirst: Bool) {
        // One loop for each, so that shifts are constant.
        if alphaFirst {
            forVectors(count, by: swv_lanes64) { i, n in
                swv_u64_store(to + 4 &* i, swv_u64_premultiply8(swv_u8h_load(from + 4 &* i, 4 &* n), 0), n)
            }
        } else {
            forVectors(count, by: swv_lanes64) { i, n in
                swv_u64_store(to + 4 &* i, swv_u64_premultiply8(swv_u8h_load(from + 4 &* i, 4 &* n), 48), n)
            }
        }
    }

    public static func unpremultiplyRow8(_ to: Bytes, _ from: ConstSamples, count: Int, alphaFirst: Bool) {
        if alphaFirst {
            forVectors(count, by: swv_lanes64) { i, n in
                swv_u8h_store(to + 4 &* i, swv_u64_unpremultiply8(swv_u64_load(from + 4 &* i, n), 0), 4 &* n)
            }
        } else {
            forVectors(count, by: swv_lanes64) { i, n in
                swv_u8h_store(to + 4 &* i, swv_u64_unpremultiply8(swv_u64_load(from + 4 &* i, n), 48), 4 &* n)
            }
        }
    }

    public static func premultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes64) { i, n in
            swv_u64_store(to + 4 &* i, swv_u64_premultiply(swv_u64_load(from + 4 &* i, n)), n)
        }
    }

    public static func unpremultiplyRow16(_ to: Samples, _ from: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes64) { i, n in
            swv_u64_store(to + 4 &* i, swv_u64_unpremultiply(swv_u64_load(from + 4 &* i, n)), n)
        }
    }
}
