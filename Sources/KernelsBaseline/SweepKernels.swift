// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

/// A filter on its way along as many rows as a vector has lanes. A sweep has several of these, since each waits for its
/// own last result at each step.
private struct RunningFilter {
    private var z0: swv_f32
    private var z1: swv_f32
    private var z2: swv_f32
    private let f: RowFilter

    /// `first` is the first value that comes; all are `gain` times too small.
    @inline(__always)
    init(_ filter: RowFilter, first: swv_f32, gain: Float) {
        var f = filter
        f.b = (f.b.0 * gain, f.b.1 * gain, f.b.2 * gain, f.b.3 * gain)
        f.start = (f.start.0 * gain, f.start.1 * gain, f.start.2 * gain)
        self.init(f, first: first)
    }

    /// `first` is the first value that comes.
    @inline(__always)
    init(_ filter: RowFilter, first: swv_f32) {
        f = filter
        z0 = first * filter.start.0
        z1 = first * filter.start.1
        z2 = first * filter.start.2
    }

    /// `order` is constant where it is called; 0: of second order without odd terms; -1: of first with b_1 = 0.
    @inline(__always)
    mutating func step(_ v: swv_f32, order: Int) -> swv_f32 {
        let y = z0 + v * f.b.0
        // Left out is what only adds a zero.
        switch order {
        case -1:
            z0 = y * (-f.a.0)
        case 0:
            z0 = z1
            z1 = v * f.b.2 - y * f.a.1
        case 1:
            z0 = v * f.b.1 - y * f.a.0
        case 2:
            z0 = (z1 + v * f.b.1) - y * f.a.0
            z1 = v * f.b.2 - y * f.a.1
        default:
            z0 = (z1 + v * f.b.1) - y * f.a.0
            z1 = (z2 + v * f.b.2) - y * f.a.1
            z2 = v * f.b.3 - y * f.a.2
        }
        return y
    }
}

/// Calls `step` for columns 0..<last. Between `first` and `count` the flag is constantly true, so that this loop has no tests.
@inline(__always)
private func columns(
    _ first: Int, _ count: Int, _ last: Int, _ step: (_ x: Int, _ isInner: Bool) -> Void
) {
    var x = 0
    while x < last {
        if x == first {
            while x < count {
                step(x, true)
                x &+= 1
            }
            if x >= last { break }
        }
        step(x, false)
        x &+= 1
    }
}

@inline(__always)
private func load(_ from: ConstFloats) -> swv_f32 { swv_f32_load(from, swv_lanes32) }

@inline(__always)
private func store(_ to: Floats, _ v: swv_f32) { swv_f32_store(to, v, swv_lanes32) }

extension NoiseOctaves {
    /// v plus noise of column x, rows from r on.
    @inline(__always)
    fileprivate func added(to v: swv_f32, _ x: Int, _ r: Int) -> swv_f32 {
        var sum = v
        var k = 0
        while k < count {
            let octave = self[k]
            let position = octave.positions[x]
            sum = swv_f32_add_noise(
                sum, octave.gradients + (Int(position.gradients) &+ r), octave.weights + (Int(position.weights) &+ r))
            k &+= 1
        }
        return sum
    }
}

extension Kernels: SweepKernels {
    public static func encodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: EncodeSweep) {
        guard count > 0 else { return }
        var r = 0
        while r < 16 {
            switch (sweep.luma.isEven, sweep.chroma.i.isThirdOrder || sweep.chroma.q.isThirdOrder) {
            case (true, true): encode(y + r, i + r, q + r, count, sweep, r, 0, 3)
            case (true, false): encode(y + r, i + r, q + r, count, sweep, r, 0, 2)
            case (false, true): encode(y + r, i + r, q + r, count, sweep, r, 2, 3)
            case (false, false): encode(y + r, i + r, q + r, count, sweep, r, 2, 2)
            }
            r &+= swv_lanes32
        }
    }

    @inline(__always)
    private static func encode(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: EncodeSweep, _ r: Int, _ lumaOrder: Int,
        _ order: Int
    ) {
        let (m0, m1, m2) = (s.matrix.r0, s.matrix.r1, s.matrix.r2)
        let (delayI, delayQ) = (s.chroma.i.delay, s.chroma.q.delay)
        let delay = delayI > delayQ ? delayI : delayQ
        let (carrierI, carrierQ) = (s.carriers.i + r, s.carriers.q + r)
        let (c0, c1, c2) = (load(y), load(i), load(q))
        var luma = RunningFilter(s.luma, first: swv_f32_dot(c0, c1, c2, m0.0, m0.1, m0.2))
        var vi = swv_f32_dot(c0, c1, c2, m1.0, m1.1, m1.2)
        var vq = swv_f32_dot(c0, c1, c2, m2.0, m2.1, m2.2)
        var filterI = RunningFilter(s.chroma.i, first: vi)
        var filterQ = RunningFilter(s.chroma.q, first: vq)
        var composite = RunningFilter(s.composite, first: vi)
        let mask = s.carriers.mask
        columns(delay &+ 1, count, count &+ delay) { x, isInner in
            if isInner || x < count {
                let (c0, c1, c2) = (load(y + 16 &* x), load(i + 16 &* x), load(q + 16 &* x))
                store(y + 16 &* x, luma.step(swv_f32_dot(c0, c1, c2, m0.0, m0.1, m0.2), order: lumaOrder))
                vi = swv_f32_dot(c0, c1, c2, m1.0, m1.1, m1.2)
                vq = swv_f32_dot(c0, c1, c2, m2.0, m2.1, m2.2)
            }
            let (outI, outQ) = (filterI.step(vi, order: order), filterQ.step(vq, order: order))
            let (xi, xq, xm) = (x &- delayI, x &- delayQ, x &- delay)
            if isInner || xi >= 0 && xi < count { store(i + 16 &* xi, outI) }
            if isInner || xq >= 0 && xq < count { store(q + 16 &* xq, outQ) }
            guard isInner || xm >= 0 else { return }
            let phase = 16 &* (xm & mask)
            var m = load(y + 16 &* xm) + load(i + 16 &* xm) * load(carrierI + phase)
            m = m + load(q + 16 &* xm) * load(carrierQ + phase)
            if !isInner && xm == 0 { composite = RunningFilter(s.composite, first: m) }
            store(y + 16 &* xm, s.noise.added(to: composite.step(m, order: 1), xm, r))
        }
    }

    public static func decodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: DecodeSweep) {
        guard count > 0 else { return }
        var r = 0
        while r < 16 {
            switch sweep.luma {
            case .estimate(let estimate): decode(y + r, i + r, q + r, count, sweep, r, estimate, sweep.smear, nil)
            case .estimateAndNotch(let estimate, let notch):
                decode(y + r, i + r, q + r, count, sweep, r, estimate, notch, 2)
            case .notch(let notch) where notch.isEven: decode(y + r, i + r, q + r, count, sweep, r, nil, notch, 0)
            case .notch(let notch): decode(y + r, i + r, q + r, count, sweep, r, nil, notch, 2)
            }
            r &+= swv_lanes32
        }
    }

    @inline(__always)
    private static func decode(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: DecodeSweep, _ r: Int, _ estimate: ConstFloats?,
        _ notchFilter: RowFilter, _ notchOrder: Int?
    ) {
        @inline(__always)
        func luma(_ m: swv_f32, _ x: Int, _ notch: inout RunningFilter) -> swv_f32 {
            guard let estimate else { return notch.step(m, order: notchOrder ?? 2) }
            let estimated = load(estimate + (16 &* x &+ r))
            guard let notchOrder else { return estimated }
            return estimated + notch.step(m - estimated, order: notchOrder)
        }
        let (carrierI, carrierQ) = (s.carriers.i + r, s.carriers.q + r)
        let mask = s.carriers.mask
        let (joins, mirrors) = (s.join != .none, s.join == .mirrored)
        var first = load(y)
        if let estimate { first = first - load(estimate + r) }
        var notch = RunningFilter(notchFilter, first: first)
        // What filters begin with is what those before them make of the first value.
        var ahead = notch
        let firstLuma = luma(load(y), 0, &ahead)
        var smear = RunningFilter(s.smear, first: firstLuma)
        ahead = smear
        var smeared = ahead.step(firstLuma, order: -1)
        var ringing = RunningFilter(s.ringing, first: smeared)
        // Chroma off its carrier at the last column, its sums with that of the one before and of the one after.
        var (i1, q1, sumI, sumQ) = (swv_f32(), swv_f32(), swv_f32(), swv_f32())
        var (nextI, nextQ) = (swv_f32(), swv_f32())
        let delay = s.ringing.delay
        let (cosine, sine): (swv_f32, swv_f32)
        if let turn = s.turn {
            (cosine, sine) = (load(turn.cosines + r), load(turn.sines + r))
        } else {
            (cosine, sine) = (swv_f32(), swv_f32())
        }
        let before = delay > 2 ? delay : 2
        columns(before, count, count &+ before) { x, isInner in
            var (i2, q2) = (swv_f32(), swv_f32())
            if isInner || x < count {
                let m = load(y + 16 &* x)
                let luma = luma(m, x, &notch)
                smeared = smear.step(luma, order: -1)
                let d = m - luma
                let phase = 16 &* (x & mask)
                i2 = d * load(carrierI + phase)
                q2 = d * load(carrierQ + phase)
            }
            if isInner || x < count &+ delay {
                let out = ringing.step(smeared, order: 2)
                let xy = x &- delay
                if isInner || xy >= 0 { store(y + 16 &* xy, s.noise.y.added(to: out, xy, r)) }
            }
            let xc = x &- 1
            if joins {
                (nextI, nextQ) = (i1 + i2, q1 + q2)
                if !isInner && mirrors && count > 1 {
                    // The first column's neighbour before it is the one after it, and so at the end.
                    if xc == 0 { (sumI, sumQ) = (nextI, nextQ) }
                    if x == count { (nextI, nextQ) = (sumI, sumQ) }
                }
            } else {
                (nextI, nextQ, sumI, sumQ) = (i1, q1, i1, q1)
            }
            if isInner || xc >= 0 && xc < count {
                let a = s.noise.i.added(to: (sumI + nextI), xc, r)
                let b = s.noise.q.added(to: (sumQ + nextQ), xc, r)
                if s.turn != nil {
                    store(i + 16 &* xc, (a * cosine) - b * sine)
                    store(q + 16 &* xc, (a * sine) + b * cosine)
                } else {
                    store(i + 16 &* xc, a)
                    store(q + 16 &* xc, b)
                }
            }
            (i1, q1, sumI, sumQ) = (i2, q2, nextI, nextQ)
        }
    }

    public static func tapeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: TapeSweep) {
        guard count > 0 else { return }
        let isThird =
            s.luma.0.isThirdOrder || s.luma.2.isThirdOrder || s.chroma.isThirdOrder
            || s.chromaOut.i.isThirdOrder || s.chromaOut.q.isThirdOrder
        var r = 0
        while r < 16 {
            switch (s.changesLuma, isThird) {
            case (true, true): tape(y + r, i + r, q + r, count, s, r, true, 3)
            case (true, false): tape(y + r, i + r, q + r, count, s, r, true, 2)
            case (false, true): tape(y + r, i + r, q + r, count, s, r, false, 3)
            case (false, false): tape(y + r, i + r, q + r, count, s, r, false, 2)
            }
            r &+= swv_lanes32
        }
    }

    @inline(__always)
    private static func tape(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: TapeSweep, _ r: Int, _ hasLuma: Bool, _ order: Int
    ) {
        let filters = s.luma
        let first = load(y)
        var luma0 = RunningFilter(filters.0, first: first)
        // What filters begin with is what those before them make of the first value.
        var ahead = luma0
        let second = ahead.step(first, order: order)
        var luma1 = RunningFilter(filters.1, first: second)
        ahead = luma1
        var luma2 = RunningFilter(filters.2, first: ahead.step(second, order: 1))
        var (vi, vq) = (load(i), load(q))
        var (tapeI, tapeQ) = (RunningFilter(s.chroma, first: vi), RunningFilter(s.chroma, first: vq))
        // Sums of two rows are halved here.
        let gain: Float = s.blend == nil ? 1 : 0.5
        let (filterI, filterQ) = (s.chromaOut.i, s.chromaOut.q)
        var outI = RunningFilter(filterI, first: vi, gain: gain)
        var outQ = RunningFilter(filterQ, first: vq, gain: gain)
        let delay = s.chroma.delay
        let (delayI, delayQ) = (delay &+ s.chromaOut.i.delay, delay &+ s.chromaOut.q.delay)
        let last = delayI > delayQ ? delayI : delayQ
        let weights: swv_f32
        if let blend = s.blend { weights = load(blend.weights + r) } else { weights = swv_f32() }
        var (mixedI, mixedQ) = (vi, vq)
        columns(last &+ 1, count, count &+ last) { x, isInner in
            if isInner || x < count {
                if hasLuma {
                    let v = luma1.step(luma0.step(load(y + 16 &* x), order: order), order: 1)
                    store(y + 16 &* x, luma2.step(v, order: order))
                }
                (vi, vq) = (load(i + 16 &* x), load(q + 16 &* x))
            }
            if isInner || x < count &+ delay {
                (mixedI, mixedQ) = (tapeI.step(vi, order: order), tapeQ.step(vq, order: order))
                let xb = x &- delay
                guard isInner || xb >= 0 else { return }
                if let blend = s.blend {
                    let (a, b) = (blend.aboveI[xb], blend.aboveQ[xb])
                    (blend.aboveI[xb], blend.aboveQ[xb]) = (swv_f32_last(mixedI), swv_f32_last(mixedQ))
                    mixedI = mixedI + swv_f32_follow(a, mixedI) * weights
                    mixedQ = mixedQ + swv_f32_follow(b, mixedQ) * weights
                }
                if !isInner && xb == 0 {
                    outI = RunningFilter(filterI, first: mixedI, gain: gain)
                    outQ = RunningFilter(filterQ, first: mixedQ, gain: gain)
                }
            }
            let (a, b) = (outI.step(mixedI, order: order), outQ.step(mixedQ, order: order))
            let (xi, xq) = (x &- delayI, x &- delayQ)
            if isInner || xi >= 0 && xi < count { store(i + 16 &* xi, a) }
            if isInner || xq >= 0 && xq < count { store(q + 16 &* xq, b) }
        }
    }
}
