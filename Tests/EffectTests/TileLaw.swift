// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// What a frame becomes by way of R'G'B' at full resolution, in double precision.
struct TileLaw {
    let colorimetry: Colorimetry
    let maximum: Double
    let change: (SIMD3<Double>) -> SIMD3<Double>

    init(
        _ colorimetry: Colorimetry, maximum: Int, change: @escaping (SIMD3<Double>) -> SIMD3<Double>
    ) {
        self.colorimetry = colorimetry
        self.maximum = Double(maximum)
        self.change = change
    }

    /// Exact results before rounding, in the shape of `Codes.values`.
    func apply(_ codes: Codes) -> [[[Double]]] {
        let c = colorimetry
        let cb = upsampled(codes, 1)
        let cr = upsampled(codes, 2)
        var luma = codes.values[0].map { $0.map { _ in 0.0 } }
        var (newCb, newCr) = (luma, luma)
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let l = (Double(codes.values[0][y][x]) - c.lumaOffset) / c.lumaScale
                let red = l + 2 * (1 - c.kr) * cr[y][x]
                let blue = l + 2 * (1 - c.kb) * cb[y][x]
                let green = (l - c.kr * red - c.kb * blue) / c.kg
                let rgb = change(SIMD3(red, green, blue))
                let newLuma = c.kr * rgb.x + c.kg * rgb.y + c.kb * rgb.z
                luma[y][x] = limited(newLuma * c.lumaScale + c.lumaOffset)
                newCb[y][x] = (rgb.z - newLuma) / (2 * (1 - c.kb))
                newCr[y][x] = (rgb.x - newLuma) / (2 * (1 - c.kr))
            }
        }
        return [luma, downsampled(newCb, codes), downsampled(newCr, codes)]
    }

    func applyRGB(_ codes: Codes) -> [[[Double]]] {
        let c = colorimetry
        var result = codes.values.map { $0.map { $0.map { _ in 0.0 } } }
        for y in 0..<codes.height {
            for x in 0..<codes.width {
                let v = (0..<3).map { (Double(codes.values[$0][y][x]) - c.lumaOffset) / c.lumaScale }
                let rgb = change(SIMD3(v[0], v[1], v[2]))
                for i in 0..<3 { result[i][y][x] = limited(rgb[i] * c.lumaScale + c.lumaOffset) }
            }
        }
        return result
    }

    private func limited(_ code: Double) -> Double { min(max(code, 0), maximum) }

    /// Nominal chroma for every luma sample: that which covers it.
    private func upsampled(_ codes: Codes, _ component: Int) -> [[Double]] {
        let chroma = FormatTable.chroma(codes.format)
        let samples = codes.values[component].map { row in
            row.map { (Double($0) - colorimetry.chromaOffset) / colorimetry.chromaScale }
        }
        return (0..<codes.height).map { y in
            let row = samples[codes.chromaPosition(0, y).y]
            return (0..<codes.width).map { row[min(row.count - 1, $0 / chroma.columns)] }
        }
    }

    /// Codes of chroma at its own resolution.
    private func downsampled(_ full: [[Double]], _ codes: Codes) -> [[Double]] {
        let chroma = FormatTable.chroma(codes.format)
        let narrow = full.map { chroma.columns == 1 ? $0 : Self.means($0) }
        let rowCount = codes.values[1].count
        return (0..<rowCount).map { row in
            let lines = (0..<codes.height).filter { codes.chromaPosition(0, $0).y == row }
            return (0..<narrow[0].count).map { k in
                let mean = lines.reduce(0) { $0 + narrow[$1][k] } / Double(lines.count)
                return limited(mean * colorimetry.chromaScale + colorimetry.chromaOffset)
            }
        }
    }

    /// The mean of each column and the next, or of a last column alone.
    private static func means(_ row: [Double]) -> [Double] {
        stride(from: 0, to: row.count, by: 2).map { x in
            let right = x + 1 < row.count ? row[x + 1] : row[x]
            return (row[x] + right) / 2
        }
    }
}
