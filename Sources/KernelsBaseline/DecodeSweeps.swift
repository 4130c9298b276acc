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

/// From what is not luma to I or Q.
struct ChromaSweep {
    private let (to, from): (Floats, Floats)
    private let count: Int
    private let carrier: ConstFloats
    private let mask: Int
    private let join: ChromaJoin
    /// Chroma off its carrier at the next column, its sum with that of the one before.
    private var current = Column.zero
    private var sum = Column.zero
    private var x = 0

    @inline(__always)
    init(_ to: Floats, from: Floats, _ count: Int, _ carrier: ConstFloats, _ mask: Int, _ join: ChromaJoin) {
        (self.to, self.from, self.count) = (to, from, count)
        (self.carrier, self.mask, self.join) = (carrier, mask, join)
    }

    @inline(__always)
    private func demodulated(_ x: Int) -> Column {
        Column(at: from + 16 &* x) * Column(at: carrier + 16 &* (x & mask))
    }

    /// Makes all columns before `end`, from those up to `end`.
    @inline(__always)
    mutating func advance(to end: Int) {
        guard x < end else { return }
        if join == .none {
            while x < end {
                let v = demodulated(x)
                (v + v).store(to: to + 16 &* x)
                x &+= 1
            }
            return
        }
        // The first column's neighbour before it is the one after it, and so at the end.
        let mirrors = join == .mirrored && count > 1
        // A copy is in registers.
        var sweep = self
        if x == 0 {
            sweep.current = demodulated(0)
            sweep.sum = mirrors ? sweep.current + demodulated(1) : Column.zero + sweep.current
        }
        let innerEnd = end < count ? end : count &- 1
        while sweep.x < innerEnd {
            let after = demodulated(sweep.x &+ 1)
            let next = sweep.current + after
            (sweep.sum + next).store(to: to + 16 &* sweep.x)
            (sweep.current, sweep.sum) = (after, next)
            sweep.x &+= 1
        }
        if sweep.x < end {
            let next = mirrors ? sweep.sum : sweep.current + Column.zero
            (sweep.sum + next).store(to: to + 16 &* sweep.x)
            sweep.x &+= 1
        }
        self = sweep
    }
}
