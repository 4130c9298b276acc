// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// (1) Y = m_0 . c, I = m_1 . c, Q = m_2 . c of the three components c, each sum as in `matrixRows`. (2) `filterGroup`
    /// along each. (3) y_x becomes (y_x + i_x ci_p) + q_x cq_p, with p = x & mask and 16 factors for each p. (4) `filterGroup` along y. (5) `addNoise`. I and Q stay as step 2 leaves them.
    public static func encodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: EncodeSweep) {
        matrixRows(TileRows(y, i, q), TileRows(y, i, q), count: 16 * count, matrix: s.matrix)
        filterGroup(y, count: count, filter: s.luma)
        filterGroup(i, count: count, filter: s.chroma.i)
        filterGroup(q, count: count, filter: s.chroma.q)
        for k in 0..<16 * count {
            let p = 16 * (k / 16 & s.carriers.mask) + k % 16
            y[k] = (y[k] + i[k] * s.carriers.i[p]) + q[k] * s.carriers.q[p]
        }
        filterGroup(y, count: count, filter: s.composite)
        addNoise(y, s.noiseColumns, octaves: s.noise)
    }

    /// (1) luma L = `filterGroup` of the signal m, or the estimate E, or E + `filterGroup` of m - E. (2) With d = m - L and
    /// h_x = d_x ci_p, outside of the row 0 or, mirrored, that of the column as far within: I_x = (h_(x-1) + h_x) +
    /// (h_x + h_(x+1)), and Q likewise; not joined, I_x = 2 h_x. (3) `filterGroup` along L by `smear`, then by `ringing`; L goes
    /// to `y`. (4) `addNoise` to each. (5) `rotateGroup`.
    public static func decodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: DecodeSweep) {
        let signal = Array(UnsafeBufferPointer(start: y, count: 16 * count))
        switch s.luma {
        case .notch(let notch):
            filterGroup(y, count: count, filter: notch)
        case .estimate(let estimate):
            y.update(from: estimate, count: 16 * count)
        case .estimateAndNotch(let estimate, let notch):
            for k in 0..<16 * count { y[k] -= estimate[k] }
            filterGroup(y, count: count, filter: notch)
            for k in 0..<16 * count { y[k] = estimate[k] + y[k] }
        }
        for x in 0..<count {
            for r in 0..<RowGroup.rows {
                func value(_ position: Int, _ carrier: ConstFloats) -> Float {
                    let isMirrored = s.join == .mirrored && count > 1
                    let x =
                        !isMirrored
                        ? position : position < 0 ? -position : position < count ? position : 2 * (count - 1) - position
                    guard x >= 0, x < count else { return 0 }
                    return (signal[16 * x + r] - y[16 * x + r]) * carrier[(x & s.carriers.mask) * 16 + r]
                }
                let (ci, cq) = (s.carriers.i, s.carriers.q)
                guard s.join != .none else {
                    (i[16 * x + r], q[16 * x + r]) = (2 * value(x, ci), 2 * value(x, cq))
                    continue
                }
                i[16 * x + r] = (value(x - 1, ci) + value(x, ci)) + (value(x, ci) + value(x + 1, ci))
                q[16 * x + r] = (value(x - 1, cq) + value(x, cq)) + (value(x, cq) + value(x + 1, cq))
            }
        }
        filterGroup(y, count: count, filter: s.smear)
        filterGroup(y, count: count, filter: s.ringing)
        addNoise(y, s.noiseColumns, octaves: s.noise.y)
        addNoise(i, s.noiseColumns, octaves: s.noise.i)
        addNoise(q, s.noiseColumns, octaves: s.noise.q)
        if let turn = s.turn { rotateGroup(i, q, count: count, cosines: turn.cosines, sines: turn.sines) }
    }

    /// (1) `filterGroup` along y by each of the three. (2) `filterGroup` along i and q by `chroma`. (3) out_r = (in_r + w_r
    /// in_(r-1)) / 2 of i and q, with `above` for row -1; then `above` becomes the group's last row before that. (4) `filterGroup`
    /// along i and q by `chromaOut`.
    public static func tapeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: TapeSweep) {
        if s.changesLuma {
            for filter in [s.luma.0, s.luma.1, s.luma.2] { filterGroup(y, count: count, filter: filter) }
        }
        filterGroup(i, count: count, filter: s.chroma)
        filterGroup(q, count: count, filter: s.chroma)
        if let blend = s.blend {
            for (group, above) in [(i, blend.aboveI), (q, blend.aboveQ)] {
                for x in 0..<count {
                    let last = group[16 * x + 15]
                    for r in (0..<RowGroup.rows).reversed() {
                        let before = r > 0 ? group[16 * x + r - 1] : above[x]
                        group[16 * x + r] = (group[16 * x + r] + before * blend.weights[r]) * 0.5
                    }
                    above[x] = last
                }
            }
        }
        filterGroup(i, count: count, filter: s.chromaOut.i)
        filterGroup(q, count: count, filter: s.chromaOut.q)
    }

    /// group_r[x] += (g_0 w_0 + g_1 w_1) + g_2 w_2 for each octave and each of `columns`, with the gradients and weights of row r and of
    /// column k = x - the first: those from cell k cells / period on, and those at k cells % period of the weights, see `noiseWeights`.
    private static func addNoise(_ group: Floats, _ columns: Range<Int>, octaves: NoiseOctaves) {
        for octave in octaves {
            for x in columns {
                let position = (x - columns.lowerBound) * octave.cells
                for r in 0..<RowGroup.rows {
                    let g = octave.gradients + RowGroup.rows * (position / octave.period) + r
                    let w = octave.weights + 3 * RowGroup.rows * (position % octave.period) + r
                    group[16 * x + r] += (g[0] * w[0] + g[16] * w[16]) + g[32] * w[32]
                }
            }
        }
    }
}
