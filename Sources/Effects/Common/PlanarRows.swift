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
    /// Scratch memory: four rows for components, and two in between.
    static let scratchBytes = 6 * chunk * 2

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

    init(_ layout: PixelLayout, kernels: any KernelSet.Type) {
        self.layout = layout
        self.kernels = kernels
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

    /// The planar rows of `count` pixels from column `x` (even) of `row`; `chromaRow` where 4:2:0 has it.
    func load(
        _ frame: borrowing Frame, row: Int, chromaRow: Int, x: Int, count: Int,
        scratch: UnsafeMutableRawPointer
    ) -> PlanarRows {
        let chromaX = x >> layout.chromaShiftX
        let chromaCount = layout.chromaWidth(count)
        switch arrangement {
        case .gray:
            let luma = sample(frame, 0, row, x)
            return PlanarRows(c0: luma, c1: luma, c2: luma)
        case .planar:
            // YV12 has Cr in plane 1.
            let (cb, cr) = (layout.second.plane, layout.third.plane)
            return PlanarRows(
                c0: sample(frame, 0, row, x), c1: sample(frame, cb, chromaRow, chromaX),
                c2: sample(frame, cr, chromaRow, chromaX))
        case .semiPlanar:
            let (cb, cr) = (area(scratch, 1), area(scratch, 2))
            let cbFirst = layout.second.offset == 0
            split2(cbFirst ? cb : cr, cbFirst ? cr : cb, sample(frame, 1, chromaRow, chromaX), chromaCount)
            return PlanarRows(c0: sample(frame, 0, row, x), c1: cb, c2: cr)
        case .packed422:
            let (luma, cb, cr, chroma) = (area(scratch, 0), area(scratch, 1), area(scratch, 2), area(scratch, 4))
            let lumaFirst = layout.first.offset == 0
            // An odd last column has a whole pair of pixels in memory; its second luma is padding.
            let pairs = 2 * chromaCount
            split2(lumaFirst ? luma : chroma, lumaFirst ? chroma : luma, sample(frame, 0, row, x), pairs)
            let cbFirst = layout.second.offset < layout.third.offset
            split2(cbFirst ? cb : cr, cbFirst ? cr : cb, chroma, chromaCount)
            return PlanarRows(c0: luma, c1: cb, c2: cr)
        case .packed3:
            let parts = (bytes(area(scratch, 0)), bytes(area(scratch, 1)), bytes(area(scratch, 2)))
            kernels.split3x8(parts, from: bytes(sample(frame, 0, row, x)), count: count)
            return packedRows(scratch)
        case .packed4:
            // Positions 0 and 2 of a pixel, then 1 and 3, then each alone.
            let (even, odd) = (area(scratch, 4), area(scratch, 5))
            split2(even, odd, sample(frame, 0, row, x), 2 * count)
            split2(area(scratch, 0), area(scratch, 2), even, count)
            split2(area(scratch, 1), area(scratch, 3), odd, count)
            return packedRows(scratch)
        }
    }

    /// Takes back what `load` gave, with the same arguments.
    func store(
        _ frame: borrowing Frame, row: Int, chromaRow: Int, x: Int, count: Int,
        scratch: UnsafeMutableRawPointer
    ) {
        let chromaX = x >> layout.chromaShiftX
        let chromaCount = layout.chromaWidth(count)
        switch arrangement {
        case .gray, .planar:
            break
        case .semiPlanar:
            let (cb, cr) = (area(scratch, 1), area(scratch, 2))
            let cbFirst = layout.second.offset == 0
            merge2(sample(frame, 1, chromaRow, chromaX), cbFirst ? cb : cr, cbFirst ? cr : cb, chromaCount)
        case .packed422:
            let (luma, cb, cr, chroma) = (area(scratch, 0), area(scratch, 1), area(scratch, 2), area(scratch, 4))
            let cbFirst = layout.second.offset < layout.third.offset
            merge2(chroma, cbFirst ? cb : cr, cbFirst ? cr : cb, chromaCount)
            let lumaFirst = layout.first.offset == 0
            merge2(sample(frame, 0, row, x), lumaFirst ? luma : chroma, lumaFirst ? chroma : luma, 2 * chromaCount)
        case .packed3:
            let parts = (bytes(area(scratch, 0)), bytes(area(scratch, 1)), bytes(area(scratch, 2)))
            kernels.merge3x8(
                bytes(sample(frame, 0, row, x)),
                (ConstBytes(parts.0), ConstBytes(parts.1), ConstBytes(parts.2)), count: count)
        case .packed4:
            let (even, odd) = (area(scratch, 4), area(scratch, 5))
            merge2(even, area(scratch, 0), area(scratch, 2), count)
            merge2(odd, area(scratch, 1), area(scratch, 3), count)
            merge2(sample(frame, 0, row, x), even, odd, 2 * count)
        }
    }

    /// Components in their order; areas are in memory order.
    private func packedRows(_ scratch: UnsafeMutableRawPointer) -> PlanarRows {
        PlanarRows(
            c0: area(scratch, layout.first.offset), c1: area(scratch, layout.second.offset),
            c2: area(scratch, layout.third.offset))
    }

    private func area(_ scratch: UnsafeMutableRawPointer, _ index: Int) -> UnsafeMutableRawPointer {
        scratch + index * Self.chunk * 2
    }

    /// The first sample of pixel `x` in `row` of `plane`.
    private func sample(_ frame: borrowing Frame, _ plane: Int, _ row: Int, _ x: Int) -> UnsafeMutableRawPointer {
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
