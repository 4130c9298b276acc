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
            colors.advance(to: end)
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
        var luma = LumaSweep(y, i, count, s, source)
        // I takes the place of what both are made from.
        var chromaQ = ChromaSweep(q, from: i, count, s.carriers.q + r, s.carriers.mask, s.join)
        var chromaI = ChromaSweep(i, from: i, count, s.carriers.i + r, s.carriers.mask, s.join)
        let last = count &+ (luma.delay > 1 ? luma.delay : 1)
        var (end, endY, endC) = (0, 0, 0)
        while end < last {
            end = end &+ block < last ? end &+ block : last
            let (startY, startC) = (endY, endC)
            luma.advance(to: end < count &+ luma.delay ? end : count &+ luma.delay)
            endY = end < count &+ luma.delay ? end &- luma.delay : count
            s.noise.y.add(to: y, s.noiseColumns, startY, endY, r)
            endY = endY > 0 ? endY : 0
            endC = end &- 1 < count ? end &- 1 : count
            chromaQ.advance(to: endC)
            chromaI.advance(to: endC)
            s.noise.i.add(to: i, s.noiseColumns, startC, endC, r)
            s.noise.q.add(to: q, s.noiseColumns, startC, endC, r)
            guard let turn = s.turn else { continue }
            let (cosine, sine) = (Column(at: turn.cosines + r), Column(at: turn.sines + r))
            var x = startC
            while x < endC {
                let (a, b) = (Column(at: i + 16 &* x), Column(at: q + 16 &* x))
                (a * cosine - b * sine).store(to: i + 16 &* x)
                (a * sine + b * cosine).store(to: q + 16 &* x)
                x &+= 1
            }
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
        if s.changesLuma {
            var luma = TapeLumaSweep<Form>(y, count, s)
            luma.advance(to: count)
        }
        if let blend = s.blend {
            let weights = Column(at: blend.weights + r)
            tapeChroma(i, count, s.chroma, s.chromaOut.i, MixedRows(blend.aboveI, weights), Form.self)
            tapeChroma(q, count, s.chroma, s.chromaOut.q, MixedRows(blend.aboveQ, weights), Form.self)
        } else {
            tapeChroma(i, count, s.chroma, s.chromaOut.i, UnmixedRows(), Form.self)
            tapeChroma(q, count, s.chroma, s.chromaOut.q, UnmixedRows(), Form.self)
        }
    }

    @inline(__always)
    private static func tapeChroma<Form: FilterForm, Mix: RowMix>(
        _ chroma: Floats, _ count: Int, _ tape: RowFilter, _ out: RowFilter, _ mix: Mix, _: Form.Type
    ) {
        var sweep = TapeChromaSweep<Form, Mix>(chroma, count, tape, out, mix)
        sweep.advance(to: count &+ sweep.delay)
    }
}
