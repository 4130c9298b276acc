// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Part of a row with each component in a row of its own: in the frame itself where the format is planar,
/// else copied to scratch memory and back.
struct PlanarRows {
    var c0: UnsafeMutableRawPointer
    var c1: UnsafeMutableRawPointer
    var c2: UnsafeMutableRawPointer
}

/// Gives any format's rows as planar rows, `chunk` pixels at a time.
struct PlanarAccess {
    /// Pixels of a chunk: even, and small enough for scratch rows to stay in the first-level cache.
    static let chunk = 1024

    private enum Arrangement {
        case gray
        case planar
        case semiPlanar
        case packed422
        case packed3
        case packed4
    }

    let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let arrangement: Arrangement
    /// Samples of components, and of several of them in between.
    private let components: ScratchRows<UInt8>
    private let mixtures: ScratchRows<UInt8>

    init(_ layout: PixelLayout, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        self.layout = layout
        self.kernels = kernels
        components = plan.reserve(4, of: Self.chunk * 2, as: UInt8.self)
        mixtures = plan.reserve(2, of: Self.chunk * 4, as: UInt8.self)
        if layout.model == .gray {
            arrangement = .gray
        } else if layout.planeCount == 3 {
            arrangement = .planar
        } else if layout.planeCount == 2 {
            arrangement = .semiPlanar
        } else if layout.isPacked422 {
            arrangement = .packed422
        } else if layout.first.step == 3 {
            arrangement = .packed3
        } else {
            arrangement = .packed4
        }
    }

    /// The planar rows of `count` pixels, at most a chunk, from column `x` (even) of `row`; `chromaRow` where 4:2:0 has
    /// it.
    func load(
        _ frame: Frame, row: Int, chromaRow: Int, x: Int, count: Int, scratch: ScratchMemory
    ) -> PlanarRows {
        let chromaCount = layout.chromaWidth(count)
        switch arrangement {
        case .gray, .planar:
            break
        case .semiPlanar:
            let (first, second) = chromaAreas(scratch)
            split2(first, second, sample(frame, 1, chromaRow, x >> layout.chromaShiftX), chromaCount)
        case .packed422:
            // An odd last column has a whole pair of pixels in memory; its second luma is padding.
            let (first, second) = lumaAndChromaAreas(scratch)
            split2(first, second, sample(frame, 0, row, x), 2 * chromaCount)
            let (firstChroma, secondChroma) = chromaAreas(scratch)
            split2(firstChroma, secondChroma, between(scratch, 0), chromaCount)
        case .packed3:
            let parts = (bytes(area(scratch, 0)), bytes(area(scratch, 1)), bytes(area(scratch, 2)))
            kernels.split3x8(parts, from: bytes(sample(frame, 0, row, x)), count: count)
        case .packed4:
            // Positions 0 and 2 of a pixel, then 1 and 3, then each alone.
            let (even, odd) = (between(scratch, 0), between(scratch, 1))
            split2(even, odd, sample(frame, 0, row, x), 2 * count)
            split2(area(scratch, 0), area(scratch, 2), even, count)
            split2(area(scratch, 1), area(scratch, 3), odd, count)
        }
        return pointers(frame, row: row, chromaRow: chromaRow, x: x, scratch: scratch)
    }

    /// Takes back what `load` gave, with the same arguments.
    func store(
        _ frame: Frame, row: Int, chromaRow: Int, x: Int, count: Int, scratch: ScratchMemory
    ) {
        let chromaCount = layout.chromaWidth(count)
        switch arrangement {
        case .gray, .planar:
            break
        case .semiPlanar:
            let (first, second) = chromaAreas(scratch)
            merge2(sample(frame, 1, chromaRow, x >> layout.chromaShiftX), first, second, chromaCount)
        case .packed422:
            let (firstChroma, secondChroma) = chromaAreas(scratch)
            merge2(between(scratch, 0), firstChroma, secondChroma, chromaCount)
            let (first, second) = lumaAndChromaAreas(scratch)
            merge2(sample(frame, 0, row, x), first, second, 2 * chromaCount)
        case .packed3:
            let parts = (bytes(area(scratch, 0)), bytes(area(scratch, 1)), bytes(area(scratch, 2)))
            kernels.merge3x8(
                bytes(sample(frame, 0, row, x)),
                (ConstBytes(parts.0), ConstBytes(parts.1), ConstBytes(parts.2)), count: count)
        case .packed4:
            let (even, odd) = (between(scratch, 0), between(scratch, 1))
            merge2(even, area(scratch, 0), area(scratch, 2), count)
            merge2(odd, area(scratch, 1), area(scratch, 3), count)
            merge2(sample(frame, 0, row, x), even, odd, 2 * count)
        }
    }

    /// Whether a whole chunk of `count` pixels is written by writing its components: then `store` needs no `load`.
    func isCovered(count: Int) -> Bool {
        switch arrangement {
        case .gray, .planar, .semiPlanar, .packed3: true
        case .packed422: count & 1 == 0
        case .packed4: false
        }
    }

    /// Where `load` puts, and `store` takes, the components: no sample is copied.
    func pointers(
        _ frame: Frame, row: Int, chromaRow: Int, x: Int, scratch: ScratchMemory
    ) -> PlanarRows {
        let chromaX = x >> layout.chromaShiftX
        switch arrangement {
        case .gray:
            let luma = sample(frame, 0, row, x)
            return PlanarRows(c0: luma, c1: luma, c2: luma)
        case .planar:
            // YV12 has Cr in plane 1.
            return PlanarRows(
                c0: sample(frame, 0, row, x), c1: sample(frame, layout.second.plane, chromaRow, chromaX),
                c2: sample(frame, layout.third.plane, chromaRow, chromaX))
        case .semiPlanar:
            return PlanarRows(c0: sample(frame, 0, row, x), c1: area(scratch, 1), c2: area(scratch, 2))
        case .packed422:
            return PlanarRows(c0: area(scratch, 0), c1: area(scratch, 1), c2: area(scratch, 2))
        case .packed3, .packed4:
            // Areas are in memory order.
            return PlanarRows(
                c0: area(scratch, layout.first.offset), c1: area(scratch, layout.second.offset),
                c2: area(scratch, layout.third.offset))
        }
    }

    /// Where `load` puts, and `store` takes, alpha, which is at `offset` in a packed pixel.
    func alpha(_ offset: Int, scratch: ScratchMemory) -> UnsafeMutableRawPointer { area(scratch, offset) }

    /// The areas of Cb and Cr in the order memory has them.
    private func chromaAreas(
        _ scratch: ScratchMemory
    ) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer) {
        let (cb, cr) = (area(scratch, 1), area(scratch, 2))
        return layout.isCbFirst ? (cb, cr) : (cr, cb)
    }

    /// The areas of luma and of all chroma of packed 4:2:2 in the order memory has them.
    private func lumaAndChromaAreas(
        _ scratch: ScratchMemory
    ) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer) {
        let (luma, chroma) = (area(scratch, 0), between(scratch, 0))
        return layout.isLumaFirst ? (luma, chroma) : (chroma, luma)
    }

    private func area(_ scratch: ScratchMemory, _ index: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(scratch[components, index])
    }

    /// One of the two rows in between, of twice as many samples.
    private func between(_ scratch: ScratchMemory, _ index: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(scratch[mixtures, index])
    }

    /// The first sample of pixel `x` in `row` of `plane`.
    private func sample(_ frame: Frame, _ plane: Int, _ row: Int, _ x: Int) -> UnsafeMutableRawPointer {
        frame.plane(plane).row(row) + x * layout.step(plane: plane) * layout.sampleBytes
    }

    private func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes {
        pointer.assumingMemoryBound(to: UInt8.self)
    }

    private func samples(_ pointer: UnsafeMutableRawPointer) -> Samples {
        pointer.assumingMemoryBound(to: UInt16.self)
    }

    private func split2(
        _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        if layout.sampleBytes == 1 {
            kernels.split2x8(bytes(first), bytes(second), from: bytes(from), count: count)
        } else {
            kernels.split2x16(samples(first), samples(second), from: samples(from), count: count)
        }
    }

    private func merge2(
        _ to: UnsafeMutableRawPointer, _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        if layout.sampleBytes == 1 {
            kernels.merge2x8(bytes(to), bytes(first), bytes(second), count: count)
        } else {
            kernels.merge2x16(samples(to), samples(first), samples(second), count: count)
        }
    }
}
