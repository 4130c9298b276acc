// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

@inline(__always)
private func cut(_ values: swv_f32, _ scale: CodeScale) -> swv_i32 {
    swv_f32_to_code(values, 1, scale.roundingOffset, scale.limit)
}

extension Kernels: PackedGroupKernels {
    public static func packedToGroup(
        _ to: TileRows, _ rows: UnsafePointer<ConstBytes>, count: Int, scale: PackedScale
    ) {
        let (offset0, offset1, offset2) = (
            swv_f32_splat(scale.scale0.offset), swv_f32_splat(scale.scale1.offset), swv_f32_splat(scale.scale2.offset)
        )
        forVectors(count, by: 4) { x, n in
            var r = 0
            while r < 16 {
                swv_pixels_to_columns(to.c0 + (16 &* x &+ r), rows + r, 4 &* x, n)
                var k = 0
                while k < n {
                    let position = 16 &* (x &+ k) &+ r
                    let pixels = swv_u32_load(to.c0 + position, swv_lanes32)
                    swv_f32_store(
                        to.c0 + position, swv_f32_from_byte(pixels, scale.shift0) - offset0,
                        swv_lanes32)
                    swv_f32_store(
                        to.c1 + position, swv_f32_from_byte(pixels, scale.shift1) - offset1,
                        swv_lanes32)
                    swv_f32_store(
                        to.c2 + position, swv_f32_from_byte(pixels, scale.shift2) - offset2,
                        swv_lanes32)
                    k &+= 1
                }
                r &+= swv_lanes32
            }
        }
    }

    public static func groupToPacked(
        _ rows: UnsafePointer<Bytes>, _ from: TileRows, count: Int, matrix: TileMatrix, scale: PackedScale
    ) {
        let (m0, m1, m2) = (matrix.r0, matrix.r1, matrix.r2)
        let otherBits = scale.otherBits
        forVectors(count, by: 4) { x, n in
            var r = 0
            while r < 16 {
                func pixels(_ k: Int) -> swv_u32 {
                    // Of columns beyond the last nothing is stored.
                    let position = 16 &* (x &+ (k < n ? k : 0)) &+ r
                    let a = swv_f32_load(from.c0 + position, swv_lanes32)
                    let b = swv_f32_load(from.c1 + position, swv_lanes32)
                    let c = swv_f32_load(from.c2 + position, swv_lanes32)
                    let p0 = swv_u32_shifted(cut(swv_f32_dot(a, b, c, m0.0, m0.1, m0.2), scale.scale0), scale.shift0)
                    let p1 = swv_u32_shifted(cut(swv_f32_dot(a, b, c, m1.0, m1.1, m1.2), scale.scale1), scale.shift1)
                    let p2 = swv_u32_shifted(cut(swv_f32_dot(a, b, c, m2.0, m2.1, m2.2), scale.scale2), scale.shift2)
                    return (p0 | p1) | p2
                }
                swv_columns_to_pixels(rows + r, 4 &* x, n, pixels(0), pixels(1), pixels(2), pixels(3), otherBits)
                r &+= swv_lanes32
            }
        }
    }
}
