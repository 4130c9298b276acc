// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: FoldKernels {
    public static func foldRow(
        _ to: Floats, _ from: ConstFloats, count: Int, size: Int, fold: Fold, scratch: Floats
    ) {
        switch fold {
        case .sum: foldRow(to, from, count, size, scratch) { $0 + $1 }
        case .minimum: foldRow(to, from, count, size, scratch) { swv_f32_minimum($0, $1) }
        case .maximum: foldRow(to, from, count, size, scratch) { swv_f32_maximum($0, $1) }
        }
    }

    @inline(__always)
    private static func foldRow(
        _ to: Floats, _ from: ConstFloats, _ count: Int, _ size: Int, _ scratch: Floats,
        _ fold: (swv_f32, swv_f32) -> swv_f32
    ) {
        foldByHalves(
            to, from, count, size, step: 1, scratch, by: swv_lanes32, load: { swv_f32_load($0, $1) },
            store: { swv_f32_store($0, $1, $2) }, fold)
    }

    /// Folds each value with those that follow it, `size` in all. Twice as many are folded with each pass over the row, so that each
    /// value takes part in few of them.
    @inline(__always)
    static func foldByHalves<Value, V>(
        _ to: UnsafeMutablePointer<Value>, _ from: UnsafePointer<Value>, _ count: Int, _ size: Int, step: Int,
        _ scratch: UnsafeMutablePointer<Value>, by lanes: Int, load: (UnsafePointer<Value>, Int) -> V,
        store: (UnsafeMutablePointer<Value>, V, Int) -> Void, _ fold: (V, V) -> V
    ) {
        var bit = topBit(size)
        var source = from
        var folded = 1
        if bit == 1 { forVectors(count, by: lanes) { i, n in store(to + i, load(from + i, n), n) } }
        while bit > 1 {
            bit >>= 1
            let (isOdd, half) = (size & bit != 0, folded)
            folded = isOdd ? 2 &* half &+ 1 : 2 &* half
            let made = bit == 1 ? to : scratch
            // Values are replaced in place, after those before them were read.
            forVectors(count &+ (size &- folded) &* step, by: lanes) { i, n in
                var v = fold(load(source + i, n), load(source + (i &+ half &* step), n))
                if isOdd { v = fold(v, load(from + (i &+ 2 &* half &* step), n)) }
                store(made + i, v, n)
            }
            source = UnsafePointer(scratch)
        }
    }

    @inline(__always)
    private static func topBit(_ size: Int) -> Int {
        var bit = 1
        while 2 &* bit <= size { bit &*= 2 }
        return bit
    }

    public static func foldColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, count: Int, size: Int, fold: Fold
    ) {
        switch fold {
        case .sum: foldColumns(to, from, count, size) { $0 + $1 }
        case .minimum: foldColumns(to, from, count, size) { swv_f32_minimum($0, $1) }
        case .maximum: foldColumns(to, from, count, size) { swv_f32_maximum($0, $1) }
        }
    }

    @inline(__always)
    private static func foldColumns(
        _ to: FourRows, _ from: UnsafePointer<ConstFloats>, _ count: Int, _ size: Int,
        _ fold: (swv_f32, swv_f32) -> swv_f32
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let (v0, v1, v2) = (
                swv_f32_load(from[0] + i, n), swv_f32_load(from[1] + i, n), swv_f32_load(from[2] + i, n)
            )
            guard size > 3 else {
                let v3 = swv_f32_load(from[3] + i, n)
                var (a0, a1, a2, a3) = (v0, v1, v2, v3)
                if size > 1 {
                    let v4 = swv_f32_load(from[4] + i, n)
                    (a0, a1, a2, a3) = (fold(v0, v1), fold(v1, v2), fold(v2, v3), fold(v3, v4))
                    if size > 2 {
                        let v5 = swv_f32_load(from[5] + i, n)
                        (a0, a1, a2, a3) = (fold(a0, v2), fold(a1, v3), fold(a2, v4), fold(a3, v5))
                    }
                }
                swv_f32_store(to.0 + i, a0, n)
                swv_f32_store(to.1 + i, a1, n)
                swv_f32_store(to.2 + i, a2, n)
                swv_f32_store(to.3 + i, a3, n)
                return
            }
            var common = swv_f32_load(from[3] + i, n)
            var k = 4
            while k < size {
                common = fold(common, swv_f32_load(from[k] + i, n))
                k &+= 1
            }
            let last = swv_f32_load(from[size] + i, n)
            let above = fold(v1, v2)
            let below = fold(last, swv_f32_load(from[size &+ 1] + i, n))
            swv_f32_store(to.0 + i, fold(fold(v0, above), common), n)
            swv_f32_store(to.1 + i, fold(fold(above, common), last), n)
            swv_f32_store(to.2 + i, fold(fold(v2, common), below), n)
            swv_f32_store(to.3 + i, fold(common, fold(below, swv_f32_load(from[size &+ 2] + i, n))), n)
        }
    }

    public static func foldRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, size: Int, step: Int, isMaximum: Bool, scratch: Bytes
    ) {
        if isMaximum {
            foldRow8(to, from, count, size, step, scratch) { swv_u8_maximum($0, $1) }
        } else {
            foldRow8(to, from, count, size, step, scratch) { swv_u8_minimum($0, $1) }
        }
    }

    @inline(__always)
    private static func foldRow8(
        _ to: Bytes, _ from: ConstBytes, _ count: Int, _ size: Int, _ step: Int, _ scratch: Bytes,
        _ fold: (swv_u8, swv_u8) -> swv_u8
    ) {
        foldByHalves(
            to, from, count, size, step: step, scratch, by: swv_lanes8, load: { swv_u8_load($0, $1) },
            store: { swv_u8_store($0, $1, $2) }, fold)
    }

    public static func foldColumns8(
        _ to: FourByteRows, _ from: UnsafePointer<ConstBytes>, count: Int, size: Int, isMaximum: Bool
    ) {
        if isMaximum {
            foldColumns8(to, from, count, size) { swv_u8_maximum($0, $1) }
        } else {
            foldColumns8(to, from, count, size) { swv_u8_minimum($0, $1) }
        }
    }

    @inline(__always)
    private static func foldColumns8(
        _ to: FourByteRows, _ from: UnsafePointer<ConstBytes>, _ count: Int, _ size: Int,
        _ fold: (swv_u8, swv_u8) -> swv_u8
    ) {
        forVectors(count, by: swv_lanes8) { i, n in
            let (v0, v1, v2, v3) = (
                swv_u8_load(from[0] + i, n), swv_u8_load(from[1] + i, n), swv_u8_load(from[2] + i, n),
                swv_u8_load(from[3] + i, n)
            )
            var (a0, a1, a2, a3) = (v0, v1, v2, v3)
            if size > 3 {
                var common = v3
                var k = 4
                while k < size {
                    common = fold(common, swv_u8_load(from[k] + i, n))
                    k &+= 1
                }
                let last = swv_u8_load(from[size] + i, n)
                let above = fold(v1, v2)
                let below = fold(last, swv_u8_load(from[size &+ 1] + i, n))
                a0 = fold(fold(v0, above), common)
                a1 = fold(fold(above, common), last)
                a2 = fold(fold(v2, common), below)
                a3 = fold(common, fold(below, swv_u8_load(from[size &+ 2] + i, n)))
            } else if size > 1 {
                let v4 = swv_u8_load(from[4] + i, n)
                (a0, a1, a2, a3) = (fold(v0, v1), fold(v1, v2), fold(v2, v3), fold(v3, v4))
                if size > 2 {
                    let v5 = swv_u8_load(from[5] + i, n)
                    (a0, a1, a2, a3) = (fold(a0, v2), fold(a1, v3), fold(a2, v4), fold(a3, v5))
                }
            }
            swv_u8_store(to.0 + i, a0, n)
            swv_u8_store(to.1 + i, a1, n)
            swv_u8_store(to.2 + i, a2, n)
            swv_u8_store(to.3 + i, a3, n)
        }
    }

    public static func mergeRow8(_ to: Bytes, _ from: ConstBytes, count: Int, mask: UInt32) {
        let pattern = swv_u8_repeated(mask)
        forVectors(count, by: swv_lanes8) { i, n in
            swv_u8_store(to + i, swv_u8_blend(swv_u8_load(to + i, n), swv_u8_load(from + i, n), pattern), n)
        }
    }

    public static func sumRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, size: Int, step: Int, scratch: Samples
    ) {
        foldByHalves(
            to, from, count, size, step: step, scratch, by: swv_lanes16, load: { swv_u16_load($0, $1) },
            store: { swv_u16_store($0, $1, $2) }, { $0 &+ $1 })
    }

    public static func addRow16(_ sums: Counts, _ from: ConstSamples, count: Int) {
        forVectors(count, by: swv_lanes32) { i, n in
            let sum = swv_u32_load(sums + i, n) &+ swv_u32_widen16(swv_u16h_load(from + i, n))
            swv_u32_store(sums + i, sum, n)
        }
    }

    public static func moveSumsRow16(
        _ to: Bytes, sums: Counts, adding: ConstSamples, removing: ConstSamples, count: Int, weight: Float
    ) {
        forVectors(count, by: swv_lanes32) { i, n in
            let added = swv_u32_load(sums + i, n) &+ swv_u32_widen16(swv_u16h_load(adding + i, n))
            let sum = added &- swv_u32_widen16(swv_u16h_load(removing + i, n))
            swv_u32_store(sums + i, sum, n)
            let mean = swv_f32_from_sum(sum) * weight
            swv_u8q_store(to + i, swv_i32_narrow8(swv_f32_to_code(mean, 1, 0.5, 255)), n)
        }
    }
}
