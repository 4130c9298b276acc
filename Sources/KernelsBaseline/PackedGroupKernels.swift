// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: PackedGroupKernels {
    public static func packedToGroup(
        _ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale
    ) {
        let (offset0, offset1, offset2) = (
            swv_f32_splat(scale.scale0.offset), swv_f32_splat(scale.scale1.offset), swv_f32_splat(scale.scale2.offset)
        )
        @inline(__always)
        func take(_ column: swv_f32, _ position: Int) {
            let pixels = swv_u32_of_f32(column)
            swv_f32_store(to.c0 + position, swv_f32_from_byte(pixels, scale.shift0) - offset0, swv_lanes32)
            swv_f32_store(to.c1 + position, swv_f32_from_byte(pixels, scale.shift1) - offset1, swv_lanes32)
            swv_f32_store(to.c2 + position, swv_f32_from_byte(pixels, scale.shift2) - offset2, swv_lanes32)
        }
        var x = 0
        while x &+ 8 <= count {
            // Sixteen rows at once are more than the CPU sees coming; each has its next cache line asked for in time.
            var k = x & 8
            let ahead = 4 &* x &+ 512
            while k < x & 8 &+ 8 {
                swv_prefetch(rows[k] + ahead)
                k &+= 1
            }
            var r = 0
            while r < 16 {
                let (rows, offset, position) = (rows + r, 4 &* x, 16 &* x &+ r)
                let (a, b) = (swv_column_of_rows(rows, offset, 0), swv_column_of_rows(rows, offset, 1))
                let (c, d) = (swv_column_of_rows(rows, offset, 2), swv_column_of_rows(rows, offset, 3))
                let (e, f) = (swv_column_of_rows(rows, offset, 4), swv_column_of_rows(rows, offset, 5))
                let (g, h) = (swv_column_of_rows(rows, offset, 6), swv_column_of_rows(rows, offset, 7))
                take(a, position)
                take(b, position &+ 16)
                take(c, position &+ 32)
                take(d, position &+ 48)
                take(e, position &+ 64)
                take(f, position &+ 80)
                take(g, position &+ 96)
                take(h, position &+ 112)
                r &+= swv_lanes32
            }
            x &+= 8
        }
        while x < count {
            var r = 0
            while r < 16 {
                let pixel = rows[r] + 4 &* x
                let k = 16 &* x &+ r
                to.c0[k] = Float(pixel[Int(scale.shift0 >> 3)]) - scale.scale0.offset
                to.c1[k] = Float(pixel[Int(scale.shift1 >> 3)]) - scale.scale1.offset
                to.c2[k] = Float(pixel[Int(scale.shift2 >> 3)]) - scale.scale2.offset
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func groupToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale
    ) {
        let (m0, m1, m2) = (matrix.r0, matrix.r1, matrix.r2)
        let (o0, o1, o2) = (scale.scale0.roundingOffset, scale.scale1.roundingOffset, scale.scale2.roundingOffset)
        // In R'G'B' all components have the same part of Y.
        if m0.0 == m1.0, m1.0 == m2.0, o0 == o1, o1 == o2 {
            pack(rows, from, count, matrix, scale, sharesFirst: true)
        } else {
            pack(rows, from, count, matrix, scale, sharesFirst: false)
        }
    }

    @inline(__always)
    private static func pack(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, _ count: Int, _ matrix: TileMatrix, _ scale: PackedScale,
        sharesFirst: Bool
    ) {
        let (m0, m1, m2) = (matrix.r0, matrix.r1, matrix.r2)
        let (o0, o1, o2) = (scale.scale0.roundingOffset, scale.scale1.roundingOffset, scale.scale2.roundingOffset)
        // All codes are bytes.
        let (otherBits, limit) = (scale.otherBits, scale.scale0.limit)
        var x = 0
        while x &+ 8 <= count {
            var r = 0
            while r < 16 {
                @inline(__always)
                func pixels(_ k: Int) -> swv_u32 {
                    let position = 16 &* (x &+ k) &+ r
                    let a = swv_f32_load(from.c0 + position, swv_lanes32)
                    let b = swv_f32_load(from.c1 + position, swv_lanes32)
                    let c = swv_f32_load(from.c2 + position, swv_lanes32)
                    let first = a * m0.0 + swv_f32_splat(o0)
                    let first1 = sharesFirst ? first : a * m1.0 + swv_f32_splat(o1)
                    let first2 = sharesFirst ? first : a * m2.0 + swv_f32_splat(o2)
                    let p0 = swv_f32_cut_code((first + b * m0.1) + c * m0.2, limit)
                    let p1 = swv_f32_cut_code((first1 + b * m1.1) + c * m1.2, limit)
                    let p2 = swv_f32_cut_code((first2 + b * m2.1) + c * m2.2, limit)
                    return (swv_u32_shifted(p0, scale.shift0) | swv_u32_shifted(p1, scale.shift1))
                        | swv_u32_shifted(p2, scale.shift2)
                }
                swv_columns_to_pixels(
                    rows + r, 4 &* x, pixels(0), pixels(1), pixels(2), pixels(3), pixels(4), pixels(5), pixels(6),
                    pixels(7), otherBits)
                r &+= swv_lanes32
            }
            x &+= 8
        }
        while x < count {
            var r = 0
            while r < 16 {
                let (k, pixel) = (16 &* x &+ r, rows[r] + 4 &* x)
                @inline(__always)
                func code(_ m: TileMatrix.Row, _ offset: Float) -> UInt8 {
                    var code = ((m.0 * from.c0[k] + offset) + m.1 * from.c1[k]) + m.2 * from.c2[k]
                    code = code > 0 ? code : 0
                    code = code < limit ? code : limit
                    return UInt8(truncatingIfNeeded: swv_cut_float(code))
                }
                pixel[Int(scale.shift0 >> 3)] = code(m0, o0)
                pixel[Int(scale.shift1 >> 3)] = code(m1, o1)
                pixel[Int(scale.shift2 >> 3)] = code(m2, o2)
                r &+= 1
            }
            x &+= 1
        }
    }
}
