// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// Columns for which one loop leaves its results to the next in the first-level cache.
private let block = 64

extension Kernels: SweepKernels {
    public static func encodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep: EncodeSweep) {
        guard count > 0 else { return }
        var r = 0
        while r < 16 {
            switch (sweep.luma.isEven, sweep.chroma.i.isThirdOrder || sweep.chroma.q.isThirdOrder) {
            case (true, true): encode(y + r, i + r, q + r, count, sweep, r, EvenForm.self, ThirdOrder.self)
            case (true, false): encode(y + r, i + r, q + r, count, sweep, r, EvenForm.self, SecondOrder.self)
            case (false, true): encode(y + r, i + r, q + r, count, sweep, r, SecondOrder.self, ThirdOrder.self)
            case (false, false): encode(y + r, i + r, q + r, count, sweep, r, SecondOrder.self, SecondOrder.self)
            }
            r &+= Column.rows
        }
    }

    private static func encode<Luma: FilterForm, Chroma: FilterForm>(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: EncodeSweep, _ r: Int, _: Luma.Type, _: Chroma.Type
    ) {
        var colors = ColorSweep<Chroma>(y, i, q, count, s)
        var signal = SignalSweep<Luma>(y, i, q, s, r)
        var end = 0
        while end < count &+ colors.delay {
            end = end &+ block < count &+ colors.delay ? end &+ block : count &+ colors.delay
            colors.advanceAlone(to: end)
            signal.advance(to: end &- colors.delay)
        }
    }

    public static func decodeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: DecodeSweep) {
        guard count > 0 else { return }
        var r = 0
        while r < 16 {
            switch s.luma {
            case .estimate(let estimate):
                decode(y + r, i + r, q + r, count, s, r, EstimatedLuma(estimate + r))
            case .estimateAndNotch(let estimate, let notch):
                decode(y + r, i + r, q + r, count, s, r, CombedLuma(estimate + r, notch, first: Column(at: y + r)))
            case .notch(let notch) where notch.isEven:
                decode(y + r, i + r, q + r, count, s, r, NotchedLuma<EvenForm>(notch, first: Column(at: y + r)))
            case .notch(let notch):
                decode(y + r, i + r, q + r, count, s, r, NotchedLuma<SecondOrder>(notch, first: Column(at: y + r)))
            }
            r &+= Column.rows
        }
    }

    private static func decode<Luma: RunningLuma>(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: DecodeSweep, _ r: Int, _ source: Luma
    ) {
        // Q takes the place of what both are made from.
        var luma = LumaSweep(y, q, count, s, source)
        var chroma = ChromaPairSweep(i, q, count, s, r)
        let last = count &+ (luma.delay > 1 ? luma.delay : 1)
        var (end, startY) = (0, 0)
        while end < last {
            end = end &+ block < last ? end &+ block : last
            luma.advance(to: end < count &+ luma.delay ? end : count &+ luma.delay)
            let endY = end < count &+ luma.delay ? end &- luma.delay : count
            s.noise.y.add(to: y, s.noiseColumns, startY, endY, r)
            startY = endY > 0 ? endY : 0
            chroma.advance(to: end &- 1 < count ? end &- 1 : count)
        }
    }

    public static func tapeGroup(_ y: Floats, _ i: Floats, _ q: Floats, count: Int, sweep s: TapeSweep) {
        guard count > 0 else { return }
        let isThird =
            s.luma.0.isThirdOrder || s.luma.2.isThirdOrder || s.chroma.isThirdOrder
            || s.chromaOut.i.isThirdOrder || s.chromaOut.q.isThirdOrder
        var r = 0
        while r < 16 {
            if isThird {
                tape(y + r, i + r, q + r, count, s, r, ThirdOrder.self)
            } else {
                tape(y + r, i + r, q + r, count, s, r, SecondOrder.self)
            }
            r &+= Column.rows
        }
    }

    private static func tape<Form: FilterForm>(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: TapeSweep, _ r: Int, _: Form.Type
    ) {
        if let blend = s.blend {
            let weights = Column(at: blend.weights + r)
            tape(
                y, i, q, count, s, MixedRows(blend.aboveI, weights), MixedRows(blend.aboveQ, weights), Form.self)
        } else {
            tape(y, i, q, count, s, UnmixedRows(), UnmixedRows(), Form.self)
        }
    }

    @inline(__always)
    private static func tape<Form: FilterForm, Mix: RowMix>(
        _ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: TapeSweep, _ mixI: Mix, _ mixQ: Mix, _: Form.Type
    ) {
        if Column.isOneRegister, s.changesLuma {
            var all = TapeSweeps<Form, Mix>(y, i, q, count, s, mixI, mixQ)
            all.advance(to: all.count)
            return
        }
        if s.changesLuma {
            var luma = TapeLumaSweep<Form>(y, count, s)
            luma.advance(to: count)
        }
        tapeChroma(i, count, s.chroma, s.chromaOut.i, mixI, Form.self)
        tapeChroma(q, count, s.chroma, s.chromaOut.q, mixQ, Form.self)
    }

    /// By itself, it is there once for I and Q.
    @inline(never)
    private static func tapeChroma<Form: FilterForm, Mix: RowMix>(
        _ chroma: Floats, _ count: Int, _ tape: RowFilter, _ out: RowFilter, _ mix: Mix, _: Form.Type
    ) {
        var sweep = TapeChromaSweep<Form, Mix>(chroma, count, tape, out, mix)
        sweep.advance(to: count &+ sweep.delay)
    }
}
