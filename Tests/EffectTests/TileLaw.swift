// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// What a frame becomes by way of R'G'B' at full resolution, in double precision.
struct TileLaw {
    let colorimetry: Colorimetry
    let sampling: ChromaSampling
    let maximum: Double
    let change: (SIMD3<Double>) -> SIMD3<Double>

    init(
        _ colorimetry: Colorimetry, sampling: ChromaSampling, maximum: Int,
        change: @escaping (SIMD3<Double>) -> SIMD3<Double>
    ) {
        self.colorimetry = colorimetry
        self.sampling = sampling
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

    /// Nominal chroma for every luma sample.
    ///
    /// Along rows: by the site, linear, ends repeated. Across rows: chroma on luma rows is interpolated, chroma
    /// between them is repeated.
    private func upsampled(_ codes: Codes, _ component: Int) -> [[Double]] {
        let chroma = FormatTable.chroma(codes.format)
        let samples = codes.values[component].map { row in
            row.map { (Double($0) - colorimetry.chromaOffset) / colorimetry.chromaScale }
        }
        let columns = samples[0].count
        func value(_ k: Int, _ row: [Double]) -> Double { row[max(0, min(columns - 1, k))] }
        func atColumn(_ x: Int, _ row: [Double]) -> Double {
            let k = x / chroma.columns
            guard chroma.columns == 2, sampling == .sited else { return value(k, row) }
            if colorimetry.chromaCositedX {
                return x % 2 == 0 ? value(k, row) : (value(k, row) + value(k + 1, row)) / 2
            }
            return 0.75 * value(k, row) + 0.25 * value(x % 2 == 0 ? k - 1 : k + 1, row)
        }
        return (0..<codes.height).map { y in
            let row = codes.chromaPosition(0, y).y
            let isLower = codes.interlaced ? y % 4 >= 2 : y % 2 == 1
            let next = row + (codes.interlaced ? 2 : 1)
            let usesNext = sampling == .sited && chroma.rows == 2 && colorimetry.chromaCositedY && isLower
            return (0..<codes.width).map { x in
                let own = atColumn(x, samples[row])
                return usesNext && next < samples.count ? (own + atColumn(x, samples[next])) / 2 : own
            }
        }
    }

    /// Codes of chroma at its own resolution.
    private func downsampled(_ full: [[Double]], _ codes: Codes) -> [[Double]] {
        let chroma = FormatTable.chroma(codes.format)
        let narrow = full.map { row in
            chroma.columns == 1
                ? row : (0..<(codes.width + 1) / 2).map { filtered(row, 2 * $0) }
        }
        let rowCount = codes.values[1].count
        return (0..<rowCount).map { row in
            let lines = (0..<codes.height).filter { codes.chromaPosition(0, $0).y == row }
            let takesFirst = sampling == .sited && colorimetry.chromaCositedY
            let used = takesFirst ? Array(lines.prefix(1)) : lines
            return (0..<narrow[0].count).map { k in
                let mean = used.reduce(0) { $0 + narrow[$1][k] } / Double(used.count)
                return limited(mean * colorimetry.chromaScale + colorimetry.chromaOffset)
            }
        }
    }

    /// The filter dual to the interpolation, at column `x` (even) of a row.
    private func filtered(_ row: [Double], _ x: Int) -> Double {
        let count = row.count
        let isOdd = count % 2 == 1
        if sampling == .block { return x + 1 < count ? (row[x] + row[x + 1]) / 2 : row[x] }
        if colorimetry.chromaCositedX {
            // Symmetry about the first sample, and about the last if chroma lies on it; else the last repeats.
            func at(_ i: Int) -> Double {
                let j = i < 0 ? -i : i
                return row[max(0, j < count ? j : isOdd ? 2 * (count - 1) - j : count - 1)]
            }
            return 0.75 * at(x) + 0.25 * (at(x - 1) + at(x + 1)) - 0.125 * (at(x - 2) + at(x + 2))
        }
        // An odd row goes on in a straight line to where its last chroma sample is reached.
        let beyond = isOdd && count > 1 ? 1.5 * row[count - 1] - 0.5 * row[count - 2] : row[count - 1]
        func at(_ i: Int) -> Double { i < 0 ? row[0] : i < count ? row[i] : beyond }
        return 0.75 * (at(x) + at(x + 1)) - 0.25 * (at(x - 1) + at(x + 2))
    }
}
