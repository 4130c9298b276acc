// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Luma on tape and out of the recorder.
struct TapeLumaSweep<Form: FilterForm>: Sweep {
    private let y: Floats
    private let count: Int
    private var first: RunningFilter<Form>
    private var second: RunningFilter<FirstOrder>
    private var third: RunningFilter<Form>
    private(set) var x = 0

    @inline(__always)
    init(_ y: Floats, _ count: Int, _ s: TapeSweep) {
        (self.y, self.count) = (y, count)
        let v = Column(at: y)
        first = RunningFilter(s.luma.0, first: v)
        // What filters begin with is what those before them make of the first value.
        var ahead = first
        let v1 = ahead.step(v)
        second = RunningFilter(s.luma.1, first: v1)
        var aheadSecond = second
        third = RunningFilter(s.luma.2, first: aheadSecond.step(v1))
    }

    @inline(__always) var inner: Range<Int> { Range(uncheckedBounds: (0, count)) }

    @inline(__always)
    mutating func step<P: Place>(_ place: P.Type) {
        if P.isInner || x < count {
            third.step(second.step(first.step(Column(at: y + 16 &* x)))).store(to: y + 16 &* x)
        }
        x &+= 1
    }
}

/// Whether rows of chroma are mixed with those above them.
protocol RowMix {
    static var gain: Float { get }
    func mixed(_ v: Column, _ x: Int) -> Column
}

struct UnmixedRows: RowMix {
    @inline(__always) init() {}
    @inline(__always) static var gain: Float { 1 }
    @inline(__always) func mixed(_ v: Column, _ x: Int) -> Column { v }
}

struct MixedRows: RowMix {
    private let above: Floats
    private let weights: Column

    @inline(__always)
    init(_ above: Floats, _ weights: Column) { (self.above, self.weights) = (above, weights) }

    /// Sums of two rows are halved by the filter after them.
    @inline(__always) static var gain: Float { 0.5 }

    @inline(__always)
    func mixed(_ v: Column, _ x: Int) -> Column {
        let row = above[x]
        above[x] = v.last
        return v + v.following(row) * weights
    }
}

/// I or Q on tape and out of the recorder.
struct TapeChromaSweep<Form: FilterForm, Mix: RowMix>: Sweep {
    private let chroma: Floats
    private let count: Int
    private let mix: Mix
    private let tapeDelay: Int
    private let outFilter: RowFilter
    private var tape: RunningFilter<Form>
    private var out: RunningFilter<Form>
    private var v: Column
    private var mixed: Column
    let delay: Int
    private(set) var x = 0

    @inline(__always)
    init(_ chroma: Floats, _ count: Int, _ tapeFilter: RowFilter, _ outFilter: RowFilter, _ mix: Mix) {
        (self.chroma, self.count, self.mix) = (chroma, count, mix)
        (tapeDelay, delay) = (tapeFilter.delay, tapeFilter.delay &+ outFilter.delay)
        v = Column(at: chroma)
        mixed = v
        tape = RunningFilter(tapeFilter, first: v)
        var f = outFilter
        f.b = (f.b.0 * Mix.gain, f.b.1 * Mix.gain, f.b.2 * Mix.gain, f.b.3 * Mix.gain)
        f.start = (f.start.0 * Mix.gain, f.start.1 * Mix.gain, f.start.2 * Mix.gain)
        self.outFilter = f
        out = RunningFilter(f, first: v)
    }

    @inline(__always) var inner: Range<Int> { Range(uncheckedBounds: (delay &+ 1, count)) }

    @inline(__always)
    mutating func step<P: Place>(_ place: P.Type) {
        if P.isInner || x < count { v = Column(at: chroma + 16 &* x) }
        if P.isInner || x < count &+ tapeDelay {
            mixed = tape.step(v)
            let xm = x &- tapeDelay
            if P.isInner || xm >= 0 {
                mixed = mix.mixed(mixed, xm)
                if !P.isInner && xm == 0 { out = RunningFilter(outFilter, first: mixed) }
            }
        }
        let result = out.step(mixed)
        let xo = x &- delay
        if P.isInner || xo >= 0 && xo < count { result.store(to: chroma + 16 &* xo) }
        x &+= 1
    }
}

/// Luma and chroma in one loop: where there are registers enough, the steps of a filter wait less beside those of the others.
struct TapeSweeps<Form: FilterForm, Mix: RowMix>: Sweep {
    private var luma: TapeLumaSweep<Form>
    private var (i, q): (TapeChromaSweep<Form, Mix>, TapeChromaSweep<Form, Mix>)

    @inline(__always)
    init(_ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: TapeSweep, _ mixI: Mix, _ mixQ: Mix) {
        luma = TapeLumaSweep(y, count, s)
        self.i = TapeChromaSweep(i, count, s.chroma, s.chromaOut.i, mixI)
        self.q = TapeChromaSweep(q, count, s.chroma, s.chromaOut.q, mixQ)
    }

    private var delay: Int { i.delay > q.delay ? i.delay : q.delay }
    @inline(__always) var x: Int { luma.x }
    @inline(__always) var inner: Range<Int> {
        Range(uncheckedBounds: (delay &+ 1, luma.inner.upperBound))
    }
    /// Columns that make all results.
    @inline(__always) var count: Int { luma.inner.upperBound &+ delay }

    @inline(__always)
    mutating func step<P: Place>(_ place: P.Type) {
        luma.step(place)
        i.step(place)
        q.step(place)
    }
}
