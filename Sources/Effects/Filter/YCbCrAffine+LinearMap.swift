// SPDX-License-Identifier: MIT
internal import Engine
import KernelTypes
import PixelCore

extension YCbCrAffine8 {
    /// Nil: its numbers are beyond what fixed point holds.
    init?(_ map: LinearMap, colorimetry c: Colorimetry) {
        let rows = (map.row(0), map.row(1), map.row(2))
        func fits(_ row: (SIMD3<Double>, offset: Double), _ scale: Double, _ zero: Double) -> Bool {
            let codes = row.0 * scale / SIMD3(c.lumaScale, c.chromaScale, c.chromaScale)
            let sum = codes.x.magnitude * 255 + (codes.y.magnitude + codes.z.magnitude) * 128
            let offset = zero + row.offset * scale
            return codes.x.magnitude < 1.99 && codes.y.magnitude < 1.99 && codes.z.magnitude < 1.99
                && sum + offset.magnitude < 1020
        }
        guard fits(rows.0, c.lumaScale, c.lumaOffset), fits(rows.1, c.chromaScale, c.chromaOffset),
            fits(rows.2, c.chromaScale, c.chromaOffset)
        else { return nil }
        self.init(
            ColorMatrix(rows.0.0, rows.1.0, rows.2.0),
            offset: SIMD3(rows.0.offset, rows.1.offset, rows.2.offset), colorimetry: c)
    }
}
