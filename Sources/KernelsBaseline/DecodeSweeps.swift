// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// What of a signal counts as luma, along rows.
protocol RunningLuma {
    mutating func step(_ signal: Column, _ x: Int) -> Column
}

struct NotchedLuma<Form: FilterForm>: RunningLuma {
    private var notch: RunningFilter<Form>

    @inline(__always)
    init(_ filter: RowFilter, first: Column) { notch = RunningFilter(filter, first: first) }

    @inline(__always)
    mutating func step(_ signal: Column, _ x: Int) -> Column { notch.step(signal) }
}

struct EstimatedLuma: RunningLuma {
    private let estimate: ConstFloats

    @inline(__always)
    init(_ estimate: ConstFloats) { self.estimate = estimate }

    @inline(__always)
    mutating func step(_ signal: Column, _ x: Int) -> Column { Column(at: estimate + 16 &* x) }
}

/// An estimate, and what a filter lets pass of the rest.
struct CombedLuma: RunningLuma {
    private let estimate: ConstFloats
    private var notch: RunningFilter<SecondOrder>

    @inline(__always)
    init(_ estimate: ConstFloats, _ filter: RowFilter, first: Column) {
        self.estimate = estimate
        notch = RunningFilter(filter, first: first - Column(at: estimate))
    }

    @inline(__always)
    mutating func step(_ signal: Column, _ x: Int) -> Column {
        let estimated = Column(at: estimate + 16 &* x)
        return estimated + notch.step(signal - estimated)
    }
}

/// From the composite signal to luma, and what is not luma.
struct LumaSweep<Luma: RunningLuma>: Sweep {
    private let (y, rest): (Floats, Floats)
    private let count: Int
    private var luma: Luma
    private var smear: RunningFilter<SmearForm>
    private var ringing: RunningFilter<SecondOrder>
    /// What came last.
    private var smeared: Column
    let delay: Int
    private(set) var x = 0

    @inline(__always)
    init(_ y: Floats, _ rest: Floats, _ count: Int, _ s: DecodeSweep, _ luma: Luma) {
        (self.y, self.rest, self.count, self.luma, delay) = (y, rest, count, luma, s.ringing.delay)
        // What filters begin with is what those before them make of the first value.
        var ahead = luma
        let first = ahead.step(Column(at: y), 0)
        smear = RunningFilter(s.smear, first: first)
        var aheadSmear = smear
        smeared = aheadSmear.step(first)
        ringing = RunningFilter(s.ringing, first: smeared)
    }

    @inline(__always) var inner: Range<Int> { Range(uncheckedBounds: (delay, count)) }

    @inline(__always)
    mutating func step<P: Place>(_ place: P.Type) {
        if P.isInner || x < count {
            let signal = Column(at: y + 16 &* x)
            let v = luma.step(signal, x)
            smeared = smear.step(v)
            (signal - v).store(to: rest + 16 &* x)
        }
        let out = ringing.step(smeared)
        if P.isInner || x >= delay { out.store(to: y + 16 &* (x &- delay)) }
        x &+= 1
    }
}

/// Where chroma of a column goes.
protocol ChromaStore {
    func store(_ v: Column, _ x: Int)
}

struct PlainStore: ChromaStore {
    private let to: Floats

    @inline(__always)
    init(_ to: Floats) { self.to = to }

    @inline(__always)
    func store(_ v: Column, _ x: Int) { v.store(to: to + 16 &* x) }
}

/// Turns Q that comes and I that is there.
struct TurningStore: ChromaStore {
    private let (i, q): (Floats, Floats)
    private let (cosine, sine): (Column, Column)

    @inline(__always)
    init(_ i: Floats, _ q: Floats, _ turn: (cosines: ConstFloats, sines: ConstFloats), _ r: Int) {
        (self.i, self.q) = (i, q)
        (cosine, sine) = (Column(at: turn.cosines + r), Column(at: turn.sines + r))
    }

    @inline(__always)
    func store(_ v: Column, _ x: Int) {
        let a = Column(at: i + 16 &* x)
        (a * cosine - v * sine).store(to: i + 16 &* x)
        (a * sine + v * cosine).store(to: q + 16 &* x)
    }
}

/// From what is not luma to I or Q.
struct ChromaSweep {
    private let from: Floats
    private let count: Int
    private let carrier: ConstFloats
    private let mask: Int
    private let mirrors: Bool
    /// Chroma off its carrier at the next column, its sum with that of the one before.
    private var current = Column.zero
    private var sum = Column.zero
    private var x = 0

    @inline(__always)
    init(from: Floats, _ count: Int, _ carrier: ConstFloats, _ mask: Int, mirrors: Bool) {
        (self.from, self.count, self.carrier, self.mask) = (from, count, carrier, mask)
        // The first column's neighbour before it is the one after it, and so at the end.
        self.mirrors = mirrors && count > 1
    }

    @inline(__always)
    private func demodulated(_ x: Int) -> Column {
        Column(at: from + 16 &* x) * Column(at: carrier + 16 &* (x & mask))
    }

    /// Makes all columns before `end` without their neighbours.
    @inline(__always)
    mutating func advanceAlone(to end: Int, _ store: PlainStore) {
        while x < end {
            let v = demodulated(x)
            store.store(v + v, x)
            x &+= 1
        }
    }

    /// Makes all columns before `end`, from those up to `end`.
    @inline(__always)
    mutating func advance<Noise: RunningNoise, Store: ChromaStore>(to end: Int, _ noise: Noise, _ store: Store) {
        guard x < end else { return }
        // Copies are in registers.
        var (sweep, noise) = (self, noise)
        if x == 0 {
            sweep.current = demodulated(0)
            sweep.sum = mirrors ? sweep.current + demodulated(1) : Column.zero + sweep.current
        }
        let innerEnd = end < count ? end : count &- 1
        while sweep.x < innerEnd {
            noise.begin()
            repeat {
                let after = demodulated(sweep.x &+ 1)
                let next = sweep.current + after
                store.store(noise.added(to: sweep.sum + next), sweep.x)
                (sweep.current, sweep.sum) = (after, next)
                sweep.x &+= 1
            } while noise.isInRun && sweep.x < innerEnd
            noise.end()
        }
        if sweep.x < end {
            noise.begin()
            let next = mirrors ? sweep.sum : sweep.current + Column.zero
            store.store(noise.added(to: sweep.sum + next), sweep.x)
            sweep.x &+= 1
        }
        self = sweep
    }
}

/// From what is not luma to I and Q, with noise, and turned.
struct ChromaPairSweep {
    private let (i, q): (Floats, Floats)
    private let (noiseI, noiseQ): (NoiseOctaves, NoiseOctaves)
    private let noiseColumns: Range<Int>
    private let turn: (cosines: ConstFloats, sines: ConstFloats)?
    private let r: Int
    private let joins: Bool
    private var (chromaI, chromaQ): (ChromaSweep, ChromaSweep)
    private var x = 0

    /// What both are made from is in `q`.
    @inline(__always)
    init(_ i: Floats, _ q: Floats, _ count: Int, _ s: DecodeSweep, _ r: Int) {
        (self.i, self.q, self.r, turn) = (i, q, r, s.turn)
        (noiseI, noiseQ, noiseColumns) = (s.noise.i, s.noise.q, s.noiseColumns)
        joins = s.join != .none
        let mirrors = s.join == .mirrored
        chromaI = ChromaSweep(from: q, count, s.carriers.i + r, s.carriers.mask, mirrors: mirrors)
        chromaQ = ChromaSweep(from: q, count, s.carriers.q + r, s.carriers.mask, mirrors: mirrors)
    }

    /// Makes all columns before `end`, from those up to `end`.
    @inline(__always)
    mutating func advance(to end: Int) {
        // Columns before those with noise, these, and those after them.
        advance(to: end < noiseColumns.lowerBound ? end : noiseColumns.lowerBound, hasNoise: false)
        advance(to: end < noiseColumns.upperBound ? end : noiseColumns.upperBound, hasNoise: true)
        advance(to: end, hasNoise: false)
    }

    @inline(never)
    private mutating func advance(to end: Int, hasNoise: Bool) {
        guard x < end else { return }
        let start = x
        x = end
        // As many octaves as there are registers for are added on the way.
        let (countI, countQ) = (hasNoise ? noiseI.count : 0, hasNoise ? noiseQ.count : 0)
        let column = start &- noiseColumns.lowerBound
        if Column.isOneRegister, joins, countI == 2, countQ == 2, let turn {
            chromaI.advance(to: end, TwoOctaves(noiseI, column, r), PlainStore(i))
            chromaQ.advance(to: end, TwoOctaves(noiseQ, column, r), TurningStore(i, q, turn, r))
            return
        }
        if !joins {
            chromaI.advanceAlone(to: end, PlainStore(i))
            chromaQ.advanceAlone(to: end, PlainStore(q))
        } else if countI > 0, countQ > 0 {
            chromaI.advance(to: end, RunningOctave(noiseI[0], column, r), PlainStore(i))
            chromaQ.advance(to: end, RunningOctave(noiseQ[0], column, r), PlainStore(q))
        } else {
            chromaI.advance(to: end, NoNoise(), PlainStore(i))
            chromaQ.advance(to: end, NoNoise(), PlainStore(q))
        }
        let first = joins && countI > 0 && countQ > 0 ? 1 : 0
        if countI > first { noiseI.add(from: first, to: i, noiseColumns, start, end, r) }
        if countQ > first { noiseQ.add(from: first, to: q, noiseColumns, start, end, r) }
        guard let turn else { return }
        let store = TurningStore(i, q, turn, r)
        var x = start
        while x < end {
            store.store(Column(at: q + 16 &* x), x)
            x &+= 1
        }
    }
}
