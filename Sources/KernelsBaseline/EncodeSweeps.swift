// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// From colours to Y, and to I and Q as the signal carries them.
struct ColorSweep<Chroma: FilterForm>: Sweep {
    private let (y, i, q): (Floats, Floats, Floats)
    private let count: Int
    private let matrix: TileMatrix
    private let (delayI, delayQ): (Int, Int)
    private var (filterI, filterQ): (RunningFilter<Chroma>, RunningFilter<Chroma>)
    /// What came last.
    private var (vi, vq): (Column, Column)
    private(set) var x = 0

    @inline(__always)
    init(_ y: Floats, _ i: Floats, _ q: Floats, _ count: Int, _ s: EncodeSweep) {
        (self.y, self.i, self.q, self.count, matrix) = (y, i, q, count, s.matrix)
        (delayI, delayQ) = (s.chroma.i.delay, s.chroma.q.delay)
        let (c0, c1, c2) = (Column(at: y), Column(at: i), Column(at: q))
        vi = Column.dot(c0, c1, c2, s.matrix.r1)
        vq = Column.dot(c0, c1, c2, s.matrix.r2)
        filterI = RunningFilter(s.chroma.i, first: vi)
        filterQ = RunningFilter(s.chroma.q, first: vq)
    }

    /// How many columns later I and Q are both there.
    @inline(__always) var delay: Int { delayI > delayQ ? delayI : delayQ }
    @inline(__always) var inner: Range<Int> { Range(uncheckedBounds: (delay, count)) }

    @inline(__always)
    mutating func step<P: Place>(_ place: P.Type) {
        if P.isInner || x < count {
            let (c0, c1, c2) = (Column(at: y + 16 &* x), Column(at: i + 16 &* x), Column(at: q + 16 &* x))
            Column.dot(c0, c1, c2, matrix.r0).store(to: y + 16 &* x)
            vi = Column.dot(c0, c1, c2, matrix.r1)
            vq = Column.dot(c0, c1, c2, matrix.r2)
        }
        let (outI, outQ) = (filterI.step(vi), filterQ.step(vq))
        let (xi, xq) = (x &- delayI, x &- delayQ)
        if P.isInner || xi >= 0 && xi < count { outI.store(to: i + 16 &* xi) }
        if P.isInner || xq >= 0 && xq < count { outQ.store(to: q + 16 &* xq) }
        x &+= 1
    }
}

extension ColorSweep {
    /// Takes all columns before `end`. By itself, it is there once for each form of filter alone.
    @inline(never)
    mutating func advanceAlone(to end: Int) { advance(to: end) }
}

/// From Y, I and Q to the composite signal.
struct SignalSweep<Luma: FilterForm> {
    private let (y, i, q): (Floats, Floats, Floats)
    private let (carrierI, carrierQ): (ConstFloats, ConstFloats)
    private let mask: Int
    private let compositeFilter: RowFilter
    private let noise: NoiseOctaves
    private let noiseColumns: Range<Int>
    private let r: Int
    private var luma: RunningFilter<Luma>
    private var composite: RunningFilter<FirstOrder>
    private var x = 0

    /// `y` has not been filtered.
    @inline(__always)
    init(_ y: Floats, _ i: Floats, _ q: Floats, _ s: EncodeSweep, _ r: Int) {
        (self.y, self.i, self.q, self.r) = (y, i, q, r)
        (carrierI, carrierQ, mask) = (s.carriers.i + r, s.carriers.q + r, s.carriers.mask)
        (compositeFilter, noise, noiseColumns) = (s.composite, s.noise, s.noiseColumns)
        let first = Column.dot(Column(at: y), Column(at: i), Column(at: q), s.matrix.r0)
        luma = RunningFilter(s.luma, first: first)
        composite = RunningFilter(s.composite, first: first)
    }

    @inline(__always)
    private mutating func modulated(_ x: Int) -> Column {
        let phase = 16 &* (x & mask)
        let v = luma.step(Column(at: y + 16 &* x))
        return (v + Column(at: i + 16 &* x) * Column(at: carrierI + phase)) + Column(at: q + 16 &* x)
            * Column(at: carrierQ + phase)
    }

    /// Takes all columns before `end`. By itself, it is there once for each form of filter alone.
    @inline(never)
    mutating func advance(to end: Int) {
        guard x < end else { return }
        // A copy is in registers.
        var sweep = self
        if x == 0 {
            var ahead = self
            sweep.composite = RunningFilter(compositeFilter, first: ahead.modulated(0))
        }
        while sweep.x < end {
            sweep.composite.step(sweep.modulated(sweep.x)).store(to: y + 16 &* sweep.x)
            sweep.x &+= 1
        }
        noise.add(to: y, noiseColumns, x, end, r)
        self = sweep
    }
}
