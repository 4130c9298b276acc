// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Luma on tape and out of the recorder.
struct TapeLumaSweep<Form: FilterForm> {
    private let y: Floats
    private var first: RunningFilter<Form>
    private var second: RunningFilter<FirstOrder>
    private var third: RunningFilter<Form>

    @inline(__always)
    init(_ y: Floats, _ count: Int, _ s: TapeSweep) {
        self.y = y
        let v = Column(at: y)
        first = RunningFilter(s.luma.0, first: v)
        // What filters begin with is what those before them make of the first value.
        var ahead = first
        let v1 = ahead.step(v)
        second = RunningFilter(s.luma.1, first: v1)
        var aheadSecond = second
        third = RunningFilter(s.luma.2, first: aheadSecond.step(v1))
    }

    /// Takes all columns before `end`.
    @inline(__always)
    mutating func advance(to end: Int) {
        var x = 0
        while x < end {
            third.step(second.step(first.step(Column(at: y + 16 &* x)))).store(to: y + 16 &* x)
            x &+= 1
        }
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
