internal import CVector
public import PixelCore

/// A filter on its way along as many rows as a vector has lanes.
private struct RunningFilter {
    private var z0: swv_f32
    private var z1: swv_f32
    private var z2: swv_f32
    private let f: BandFilter

    @inline(__always)
    init(_ filter: BandFilter, first: swv_f32) {
        f = filter
        z0 = first * filter.start.0
        z1 = first * filter.start.1
        z2 = first * filter.start.2
    }

    @inline(__always)
    mutating func step(_ v: swv_f32, isThirdOrder: Bool) -> swv_f32 {
        let y = z0 + v * f.b.0
        z0 = (z1 + v * f.b.1) - y * f.a.0
        if isThirdOrder {
            z1 = (z2 + v * f.b.2) - y * f.a.1
            z2 = v * f.b.3 - y * f.a.2
        } else {
            // The same but for a zero that is added.
            z1 = v * f.b.2 - y * f.a.1
        }
        return y
    }
}

extension Kernels {
    public static func filterBands(_ bands: FilteredBands, count: Int) {
        guard count > 0 else { return }
        let filters = bands.lumaFilters
        var isThird = filters.0?.isThirdOrder == true || filters.1?.isThirdOrder == true
        isThird = isThird || filters.2?.isThirdOrder == true
        isThird = isThird || bands.chromaFilters.i.isThirdOrder || bands.chromaFilters.q.isThirdOrder
        let length = bands.luma == nil ? 0 : filters.2 != nil ? 3 : filters.1 != nil ? 2 : 1
        // Each kind of sweep is compiled by itself, without a test in its loop.
        if isThird {
            sweep(bands, count, length, true)
        } else {
            sweep(bands, count, length, false)
        }
    }

    @inline(__always)
    private static func sweep(_ bands: FilteredBands, _ count: Int, _ length: Int, _ isThird: Bool) {
        switch (length, bands.i != nil) {
        case (1, false): run(bands, count, 1, false, isThird)
        case (2, false): run(bands, count, 2, false, isThird)
        case (3, false): run(bands, count, 3, false, isThird)
        case (1, true): run(bands, count, 1, true, isThird)
        case (2, true): run(bands, count, 2, true, isThird)
        case (3, true): run(bands, count, 3, true, isThird)
        default: run(bands, count, 0, true, isThird)
        }
    }

    @inline(__always)
    private static func run(
        _ bands: FilteredBands, _ count: Int, _ length: Int, _ hasChroma: Bool, _ isThird: Bool
    ) {
        let filters = bands.lumaFilters
        let (fi, fq) = bands.chromaFilters
        // Of what is not there any filter will do.
        let (f0, f1, f2) = (filters.0 ?? fi, filters.1 ?? fi, filters.2 ?? fi)
        guard let any = bands.luma ?? bands.i else { return }
        let (luma, i, q) = (bands.luma ?? any, bands.i ?? any, bands.q ?? any)
        let lumaDelay = length == 3 ? f2.delay : length == 2 ? f1.delay : f0.delay
        var r = 0
        while r < 16 {
            let (y, i, q) = (luma + r, i + r, q + r)
            var v = swv_f32_load(y, swv_lanes32)
            var a = RunningFilter(f0, first: v)
            // What later filters begin with is what the earlier ones make of the first value.
            var (ahead, behind) = (a, RunningFilter(f1, first: v))
            var first = v
            if length > 1 {
                first = ahead.step(v, isThirdOrder: isThird)
                behind = RunningFilter(f1, first: first)
            }
            var b = behind
            if length > 2 { first = behind.step(first, isThirdOrder: isThird) }
            var c = RunningFilter(f2, first: first)
            var (vi, vq) = (swv_f32_load(i, swv_lanes32), swv_f32_load(q, swv_lanes32))
            var (filterI, filterQ) = (RunningFilter(fi, first: vi), RunningFilter(fq, first: vq))
            var end = length > 0 ? count &+ lumaDelay : 0
            if hasChroma, count &+ fi.delay > end { end = count &+ fi.delay }
            if hasChroma, count &+ fq.delay > end { end = count &+ fq.delay }
            var x = 0
            while x < end {
                if length > 0 {
                    if x < count {
                        v = swv_f32_load(y + 16 &* x, swv_lanes32)
                        if length > 1 { v = a.step(v, isThirdOrder: isThird) }
                        if length > 2 { v = b.step(v, isThirdOrder: isThird) }
                    }
                    if x < count &+ lumaDelay {
                        let out: swv_f32
                        if length == 1 {
                            out = a.step(v, isThirdOrder: isThird)
                        } else if length == 2 {
                            out = b.step(v, isThirdOrder: isThird)
                        } else {
                            out = c.step(v, isThirdOrder: isThird)
                        }
                        if x >= lumaDelay { swv_f32_store(y + 16 &* (x &- lumaDelay), out, swv_lanes32) }
                    }
                }
                if hasChroma {
                    if x < count {
                        vi = swv_f32_load(i + 16 &* x, swv_lanes32)
                        vq = swv_f32_load(q + 16 &* x, swv_lanes32)
                    }
                    let outI = filterI.step(vi, isThirdOrder: isThird)
                    let outQ = filterQ.step(vq, isThirdOrder: isThird)
                    if x >= fi.delay, x < count &+ fi.delay {
                        swv_f32_store(i + 16 &* (x &- fi.delay), outI, swv_lanes32)
                    }
                    if x >= fq.delay, x < count &+ fq.delay {
                        swv_f32_store(q + 16 &* (x &- fq.delay), outQ, swv_lanes32)
                    }
                }
                x &+= 1
            }
            r &+= swv_lanes32
        }
    }
}
