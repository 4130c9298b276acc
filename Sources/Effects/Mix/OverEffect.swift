// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Lays frames of four bytes a pixel, with straight alpha, over frames of 8-bit Y'CbCr or gray without it, in one pass over both.
///
/// out = b + (s - b) a, on codes: s is what the pixel would be in the frame's format. Chroma is the mean of what lies over the luma that it
/// covers; nothing is limited before it is stored.
final class OverEffect: BandedEffect {
    private var access: PlanarAccess?
    private var sums = ScratchRows<Float>.none
    private var bytes = 0
    private var law: OverLaw?
    /// Brings frames that lie over others to their place.
    private let mix: MixEffect
    private var brought: FrameCopy?
    private var secondVideo: VideoInfo?
    private var second: Frame?

    override init(kernels: any KernelSet.Type) {
        mix = MixEffect(kernels: kernels)
        super.init(kernels: kernels)
    }

    /// Whether there is such a way for these frames.
    static func suits(_ video: VideoInfo, second: VideoInfo) -> Bool {
        let (layout, pixels) = (video.format.layout, second.format.layout)
        return layout.sampleBytes == 1 && layout.model != .rgb && video.format.alphaOffset == nil
            && pixels.sampleBytes == 1 && second.format.alphaOffset != nil
    }

    /// Takes frames that are changed, and those that are laid over them, of the same size.
    func configure(_ video: VideoInfo, second: VideoInfo) throws {
        (access, secondVideo, brought, law) = (nil, nil, nil, nil)
        try begin(video)
        try mix.configure(second)
        mix.update(MixSettings())
        var plan = ScratchPlan()
        access = PlanarAccess(video.format.layout, in: &plan, kernels: kernels)
        sums = TileReader.reserve(3, in: &plan)
        bytes = plan.byteCount
        secondVideo = second
    }

    /// Takes what alpha is multiplied by, 0...1.
    func update(opacity: Double) {
        guard let video, let secondVideo else { return }
        law = OverLaw(from: secondVideo, to: video, opacity: opacity)
    }

    /// Lays a frame over another, in its place, which covers the other.
    func render(_ frame: Frame, _ second: Frame, place: MixPlace, bands: BandExecutor) throws {
        try check(frame)
        guard let secondVideo, second.format == secondVideo.format, law != nil else {
            throw EffectError("A frame is not of the format that the effect was configured for.")
        }
        var shown = second
        if (second.width, second.height) != (frame.width, frame.height)
            || place != MixPlace(width: frame.width, height: frame.height)
        {
            let memory = try brought ?? FrameCopy(secondVideo)
            brought = memory
            shown = memory.frame(Frame(frame, as: secondVideo.format))
            try mix.render(
                shown, first: nil, second: second, otherRange: (false, false), place: place, bands: bands)
        }
        self.second = shown
        defer { self.second = nil }
        try renderBands(frame, bands: bands)
    }

    override var scratchBytes: Int { bytes }

    override var pixelCost: Double { 10 }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let second, let access, let law else { return }
        let layout = frame.layout
        for unit in units {
            let covered = layout.chromaShiftY > 0 ? frame.lumaRows(ofChromaRow: unit) : (unit, unit)
            guard let covered else { continue }
            var x = 0
            while x < frame.width {
                let count = min(TileReader.tileWidth, frame.width - x)
                renderTile(frame, second, access, law, covered, unit, x, count, thread.scratch)
                x += count
            }
        }
    }

    private func renderTile(
        _ frame: Frame, _ second: Frame, _ access: PlanarAccess, _ law: OverLaw, _ rows: (Int, Int), _ chromaRow: Int,
        _ x: Int, _ count: Int, _ scratch: ScratchMemory
    ) {
        let layout = frame.layout
        let hasChroma = layout.model == .ycbcr
        let sums = hasChroma ? scratch.rows(sums, 0) : nil
        func bytes(_ pointer: UnsafeMutableRawPointer) -> Bytes { pointer.assumingMemoryBound(to: UInt8.self) }
        func pixels(_ row: Int) -> Bytes { bytes(second.plane(0).row(row) + 4 * x) }
        let planar = access.load(frame, row: rows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
        kernels.overRow8(bytes(planar.c0), pixels(rows.0), count: count, sums: sums, adds: false, law: law)
        let hasTwoRows = rows.1 != rows.0
        if hasTwoRows {
            // Two luma rows share chroma in planar luma only.
            kernels.overRow8(
                bytes(frame.plane(0).row(rows.1)) + x, pixels(rows.1), count: count, sums: sums, adds: true, law: law)
        }
        if let sums {
            let columns = 1 << layout.chromaShiftX
            if columns == 2, count & 1 == 1 {
                // A last column of its own is continued.
                sums.c0[count] = sums.c0[count - 1]
                sums.c1[count] = sums.c1[count - 1]
                sums.c2[count] = sums.c2[count - 1]
            }
            kernels.overChromaRow8(
                bytes(planar.c1), bytes(planar.c2), sums, columns: columns, count: layout.chromaWidth(count),
                part: 1 / Float(columns * (hasTwoRows ? 2 : 1)))
        }
        access.store(frame, row: rows.0, chromaRow: chromaRow, x: x, count: count, scratch: scratch)
    }
}

extension OverLaw {
    /// Of pixels of one format over another.
    init(from: VideoInfo, to: VideoInfo, opacity: Double) {
        let (old, new) = (from.format.layout, to.format.layout)
        let (a, b) = (from.colorimetry, to.colorimetry)
        let matrix =
            switch (old.model, new.model) {
            case (.rgb, _): ColorMatrix.fromRGB(b)
            case (.ycbcr, .ycbcr) where !a.hasMatrix(of: b): ColorMatrix.fromRGB(b) * ColorMatrix.toRGB(a)
            default: ColorMatrix.diagonal((1, 1, 1))
            }
        // By component; then the bytes in order have theirs.
        let offsets = SIMD3(a.lumaOffset, old.model == .rgb ? a.lumaOffset : a.chromaOffset, 0)
        let scales = SIMD3(a.lumaScale, old.model == .rgb ? a.lumaScale : a.chromaScale, 0)
        let (offset, scale) = (SIMD3(offsets.x, offsets.y, offsets.y), SIMD3(scales.x, scales.y, scales.y))
        let bytes = [old.first.offset, old.second.offset, old.third.offset]
        let first = bytes.min() ?? 0
        func row(_ weights: SIMD3<Double>, _ start: Double, _ length: Double) -> OverLaw.Row {
            let factors = weights * length / scale
            let constant = start - (factors * offset).sum()
            var inOrder = SIMD3<Double>.zero
            for component in 0..<3 { inOrder[bytes[component] - first] = factors[component] }
            return (Float(inOrder.x), Float(inOrder.y), Float(inOrder.z), Float(constant))
        }
        self.init(
            luma: row(matrix.rows.0, b.lumaOffset, b.lumaScale),
            cb: row(matrix.rows.1, b.chromaOffset, b.chromaScale),
            cr: row(matrix.rows.2, b.chromaOffset, b.chromaScale),
            alphaFirst: from.format.alphaOffset == 0, alphaScale: Float(opacity / 255))
    }
}
