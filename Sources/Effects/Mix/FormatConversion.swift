// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Brings frames to another format and other colours, in their own size.
///
/// - Formats with the same matrix and the same grid of chroma: each sample goes to the code that means the same, exactly rounded.
///   8 bits of limited range become 10 or 16 by a shift, of full range by a factor.
/// - Others: luma sees the chroma that covers it, and chroma becomes the mean of the luma it covers, through the matrices of both.
///   R'G'B' is limited to 0...1 where it is stored.
/// - Gray has no matrix: between it and Y'CbCr luma goes as it is. In R'G'B' it is gray.
/// - Alpha goes along; where there was none it is 1. A fourth sample that means nothing has all bits set.
final class FormatConversion: BandedEffect {
    private enum Route {
        case none
        /// Each component for itself, on the grid that it has.
        case samples(SampleConversion)
        case colors(ColorConversion)
    }

    private var from: VideoInfo?
    private var samples: SampleConversion?
    private var colors: ColorConversion?
    private var route = Route.none
    private var source: Frame?
    private var bytes = 0

    /// Takes formats of the same size.
    func configure(from: VideoInfo, to: VideoInfo) throws {
        (self.from, samples, colors) = (nil, nil, nil)
        try begin(to)
        var plan = ScratchPlan()
        if SampleConversion.suits(from, to) { samples = SampleConversion(from, to, in: &plan, kernels: kernels) }
        // Frames whose chroma belongs to fields, and others whose chroma does not, have different grids.
        if samples == nil || from.hasFields || to.hasFields {
            colors = ColorConversion(from, to, in: &plan, kernels: kernels)
        }
        bytes = plan.byteCount
        self.from = from
    }

    /// Writes all samples of `to`, which has as many rows and columns as `source`.
    func render(_ source: Frame, to frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        guard let from, source.format == from.format, (source.width, source.height) == (frame.width, frame.height)
        else {
            throw EffectError("A frame is not of the format and size that it is to be converted from.")
        }
        if let samples, source.interlaced == frame.interlaced || colors == nil {
            route = .samples(samples)
        } else if let colors {
            route = .colors(colors)
        }
        self.source = source
        defer { (self.source, route) = (nil, .none) }
        try renderBands(frame, bands: bands)
    }

    override var scratchBytes: Int { bytes }

    override var pixelCost: Double { samples == nil ? 6 * bytesPerPixel : bytesPerPixel }

    override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let source else { return }
        switch route {
        case .none: break
        case .samples(let route): route.convert(source, to: frame, units: units, scratch: thread.scratch)
        case .colors(let route): route.convert(source, to: frame, units: units, scratch: thread.scratch)
        }
    }
}

/// Components of one format that have their codes in another one.
private struct SampleConversion {
    /// How a sample becomes another one.
    private enum Step {
        case copy
        case scale
    }

    private let (from, to): (PixelLayout, PixelLayout)
    private let (fromAccess, toAccess): (PlanarAccess, PlanarAccess)
    private let (fromSamples, toSamples): (SampleRows, SampleRows)
    private let step: Step
    private let values: ScratchRows<Float>
    private let (fromAlpha, toAlpha): (Int?, Int?)
    private let (fromAlphaScale, toAlphaScale): (CodeScale, CodeScale)

    /// Whether components have the same meaning and the same grids, or would if both were progressive.
    static func suits(_ from: VideoInfo, _ to: VideoInfo) -> Bool {
        let (a, b) = (from.format.layout, to.format.layout)
        let haveSameGrid = a.chromaShiftX == b.chromaShiftX && a.chromaShiftY == b.chromaShiftY
        return a.model == b.model && haveSameGrid
            && (a.model != .ycbcr || from.colorimetry.hasMatrix(of: to.colorimetry))
    }

    init(_ from: VideoInfo, _ to: VideoInfo, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        (self.from, self.to) = (from.format.layout, to.format.layout)
        fromAccess = PlanarAccess(self.from, in: &plan, kernels: kernels)
        toAccess = PlanarAccess(self.to, in: &plan, kernels: kernels)
        fromSamples = SampleRows(self.from, from.colorimetry, kernels: kernels)
        toSamples = SampleRows(self.to, to.colorimetry, kernels: kernels)
        values = TileReader.reserve(1, in: &plan)
        let haveSameStorage =
            self.from.sampleBytes == 1 && self.to.sampleBytes == 1
            || self.from.depth == self.to.depth && self.from.sampleShift == self.to.sampleShift
                && self.from.bigEndian == self.to.bigEndian
        step = haveSameStorage && from.colorimetry.hasRange(of: to.colorimetry) ? .copy : .scale
        fromAlpha = to.format.alphaOffset == nil ? nil : from.format.alphaOffset
        toAlpha = self.to.fourthOffset
        func scale(_ layout: PixelLayout) -> CodeScale {
            CodeScale(offset: 0, range: Double(layout.maximum), maximum: layout.maximum)
        }
        (fromAlphaScale, toAlphaScale) = (scale(self.from), scale(self.to))
    }

    func convert(_ source: Frame, to frame: Frame, units: Range<Int>, scratch: ScratchMemory) {
        for unit in units {
            let covered = frame.coveredRows(unit)
            let rows = (from: from.chromaShiftY > 0 ? source.chromaRow(ofLumaRow: covered.0) : unit, to: unit)
            var x = 0
            while x < frame.width {
                let count = min(TileReader.tileWidth, frame.width - x)
                convert(source, frame, covered.0, rows, x, count, scratch)
                if covered.1 != covered.0 {
                    // Two luma rows share chroma in planar luma only.
                    let bytes = (from: x * from.sampleBytes, to: x * to.sampleBytes)
                    convert(
                        frame.plane(0).row(covered.1) + bytes.to, source.plane(0).row(covered.1) + bytes.from, count,
                        (fromSamples.luma, toSamples.luma), scratch)
                }
                x += count
            }
        }
    }

    private func convert(
        _ source: Frame, _ frame: Frame, _ row: Int, _ chromaRows: (from: Int, to: Int), _ x: Int, _ count: Int,
        _ scratch: ScratchMemory
    ) {
        let old = fromAccess.load(source, row: row, chromaRow: chromaRows.from, x: x, count: count, scratch: scratch)
        let new = toAccess.pointers(frame, row: row, chromaRow: chromaRows.to, x: x, scratch: scratch)
        convert(new.c0, old.c0, count, (fromSamples.luma, toSamples.luma), scratch)
        if to.model != .gray {
            let chroma = (fromSamples.chroma, toSamples.chroma)
            convert(new.c1, old.c1, to.chromaWidth(count), chroma, scratch)
            convert(new.c2, old.c2, to.chromaWidth(count), chroma, scratch)
        }
        if to.isPacked422, count & 1 == 1 {
            // Its pair of pixels has a second one.
            (new.c0 + count).copyMemory(from: new.c0 + count - 1, byteCount: 1)
        }
        if let toAlpha {
            let alpha = toAccess.alpha(toAlpha, scratch: scratch)
            if let fromAlpha {
                convert(
                    alpha, fromAccess.alpha(fromAlpha, scratch: scratch), count, (fromAlphaScale, toAlphaScale), scratch
                )
            } else {
                alpha.initializeMemory(as: UInt8.self, repeating: .max, count: count * to.sampleBytes)
            }
        }
        toAccess.store(frame, row: row, chromaRow: chromaRows.to, x: x, count: count, scratch: scratch)
    }

    private func convert(
        _ new: UnsafeMutableRawPointer, _ old: UnsafeMutableRawPointer, _ count: Int, _ scales: (CodeScale, CodeScale),
        _ scratch: ScratchMemory
    ) {
        switch step {
        case .copy:
            new.copyMemory(from: old, byteCount: count * to.sampleBytes)
        case .scale:
            fromSamples.unpack(scratch[values], old, count, scales.0)
            toSamples.pack(new, scratch[values], count, scales.1)
        }
    }
}

/// Pixels of one format through nominal components of the other.
private struct ColorConversion {
    private let reader: TileReader
    private let writer: TileWriter
    private let kernels: any KernelSet.Type
    private let (from, to): (PixelLayout, PixelLayout)
    /// Nil: components are those of the other format, or gray.
    private let matrix: TileMatrix?
    private let rows: ScratchRows<Float>
    private let alpha: ScratchRows<Float>
    private let hasAlpha: (from: Bool, to: Bool)

    init(_ from: VideoInfo, _ to: VideoInfo, in plan: inout ScratchPlan, kernels: any KernelSet.Type) {
        self.kernels = kernels
        (self.from, self.to) = (from.format.layout, to.format.layout)
        hasAlpha = (from.format.alphaOffset != nil, to.format.alphaOffset != nil)
        reader = TileReader(from, needsAlpha: hasAlpha.from && hasAlpha.to, in: &plan, kernels: kernels)
        let format = TileFormat(to.format, to.colorimetry, needsAlpha: hasAlpha.to, in: &plan, kernels: kernels)
        writer = TileWriter(format, model: .native, in: &plan)
        rows = TileReader.reserve(6, in: &plan)
        alpha = TileReader.reserve(1, in: &plan)
        let (old, new) = (ColorMatrix.toRGB(from.colorimetry), ColorMatrix.fromRGB(to.colorimetry))
        matrix =
            switch (self.from.model, self.to.model) {
            case (.ycbcr, .ycbcr): from.colorimetry.hasMatrix(of: to.colorimetry) ? nil : (new * old).tile
            case (.ycbcr, .rgb): old.tile
            case (.rgb, .ycbcr), (.rgb, .gray): new.tile
            default: nil
            }
    }

    func convert(_ source: Frame, to frame: Frame, units: Range<Int>, scratch: ScratchMemory) {
        for unit in units {
            let covered = frame.coveredRows(unit)
            var x = 0
            while x < frame.width {
                let count = min(TileReader.tileWidth, frame.width - x)
                let first = read(source, covered.0, x, count, scratch.rows(rows, 0), scratch)
                if to.chromaShiftX > 0 {
                    let second =
                        covered.1 == covered.0
                        ? first : read(source, covered.1, x, count, scratch.rows(rows, 3), scratch)
                    writer.writeTile(
                        frame, lumaRows: covered, chromaRow: unit, x: x, count: count, (first, second), scratch: scratch
                    )
                } else {
                    writer.load(frame, row: unit, x: x, count: count, scratch: scratch)
                    writer.writeTile(
                        frame, row: unit, x: x, count: count,
                        ComponentRows(first, alpha: hasAlpha.to ? scratch[alpha] : nil), scratch: scratch)
                }
                x += count
            }
        }
    }

    /// A row as the other format's components.
    private func read(
        _ source: Frame, _ row: Int, _ x: Int, _ count: Int, _ rows: TileRows, _ scratch: ScratchMemory
    ) -> TileRows {
        let alpha = hasAlpha.to ? scratch[alpha] : nil
        reader.read(
            source, row: row, columns: x..<x + count, into: ComponentRows(rows, alpha: hasAlpha.from ? alpha : nil),
            scratch: scratch)
        if !hasAlpha.from { alpha?.update(repeating: 1, count: count) }
        if let matrix {
            kernels.matrixRows(rows, rows, count: count, matrix: matrix)
        } else if from.model == .gray, to.model == .ycbcr {
            rows.c1.update(repeating: 0, count: count)
            rows.c2.update(repeating: 0, count: count)
        } else if from.model == .gray, to.model == .rgb {
            rows.c1.update(from: rows.c0, count: count)
            rows.c2.update(from: rows.c0, count: count)
        }
        return rows
    }
}

extension Frame {
    /// The rows of luma that a unit covers. Chroma of an interlaced frame that covers none is that of its field's last row.
    fileprivate func coveredRows(_ unit: Int) -> (Int, Int) {
        guard layout.chromaShiftY > 0 else { return (unit, unit) }
        if let rows = lumaRows(ofChromaRow: unit) { return rows }
        let last = height > 1 && (height - 1) & 1 != unit & 1 ? height - 2 : height - 1
        return (last, last)
    }
}

extension PixelLayout {
    /// The sample of a pixel of four that is none of its colours; nil: pixels are otherwise.
    fileprivate var fourthOffset: Int? {
        first.step == 4 && planeCount == 1 ? 6 - first.offset - second.offset - third.offset : nil
    }
}

extension Colorimetry {
    /// Whether luma has the same weights.
    func hasMatrix(of other: Colorimetry) -> Bool { kr == other.kr && kb == other.kb }

    /// Whether codes mean the same levels.
    func hasRange(of other: Colorimetry) -> Bool {
        (lumaOffset, lumaScale, chromaOffset, chromaScale)
            == (other.lumaOffset, other.lumaScale, other.chromaOffset, other.chromaScale)
    }
}
