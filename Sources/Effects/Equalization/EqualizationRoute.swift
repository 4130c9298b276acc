// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Where the codes that are equalized come from and go to.
struct EqualizationRoute {
    private enum Kind {
        /// Components of the format itself, in plane 0.
        case samples
        /// The luma of R'G'B', a combination of the components.
        case luma(TileRoute)
        /// The R'G'B' of Y'CbCr.
        case rgb(TileRoute)
    }

    let range: CodeRange
    /// 1 or 3.
    let channels: Int
    /// Whether the three codes of a pixel, which are bytes beside each other, are counted in turn.
    let countsPixels: Bool
    private let kind: Kind
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let access: PlanarAccess
    private let samples: SampleRows
    private let lumaWeights: TileMatrix.Row
    /// What lets chroma follow luma; nil where there is none, or not by itself.
    private let chroma: ChromaScaling?
    /// Which bytes belong to which channel.
    private let patterns = (PatternBuffer(), PatternBuffer(), PatternBuffer())
    /// Of the pixels of a tile: luma before and after, and codes.
    private let values: ScratchRows<Float>
    private let codes: ScratchRows<UInt8>
    /// For one thread.
    let scratchBytes: Int

    init(_ video: VideoInfo, mode: EqualizationMode, kernels: any KernelSet.Type) {
        let c = video.colorimetry
        layout = video.format.layout
        self.kernels = kernels
        var plan = ScratchPlan()
        access = PlanarAccess(layout, in: &plan, kernels: kernels)
        values = plan.reserve(2, of: TileReader.tileWidth + 16, as: Float.self)
        codes = plan.reserve(of: 2 * (TileReader.tileWidth + 16), as: UInt8.self)
        let maximum = layout.maximum
        func tiles() -> TileRoute {
            TileRoute(video.format, width: video.width, colorimetry: c, model: .rgb, in: &plan, kernels: kernels)
        }
        var own = CodeRange(black: Int(c.lumaOffset), span: Int(c.lumaScale), maximum: maximum)
        switch (mode, layout.model) {
        case (.luma, .ycbcr), (_, .gray): (kind, channels) = (.samples, 1)
        case (.rgb, .rgb): (kind, channels) = (.samples, 3)
        case (.luma, .rgb): (kind, channels) = (.luma(tiles()), 1)
        case (.rgb, .ycbcr):
            (kind, channels) = (.rgb(tiles()), 3)
            own = CodeRange(black: 0, span: maximum, maximum: maximum)
        }
        range = own
        countsPixels = channels == 3 && layout.model == .rgb && layout.sampleBytes == 1 && layout.planeCount == 1
        let scale = CodeScale(offset: Double(own.black), range: Double(own.span), maximum: maximum)
        samples = SampleRows(layout, luma: scale, chroma: scale, storage: .native, kernels: kernels)
        lumaWeights = (Float(c.kr), Float(c.kg), Float(c.kb))
        chroma =
            layout.model == .ycbcr && mode == .luma
            ? ChromaScaling(access, c, in: &plan, kernels: kernels) : nil
        scratchBytes = plan.byteCount
        patterns.0.set(layout.first, mask: 0, value: 255)
        patterns.1.set(layout.second, mask: 0, value: 255)
        patterns.2.set(layout.third, mask: 0, value: 255)
    }

    /// Units that `map` takes, whether chroma of Y'CbCr follows its luma or stays.
    func unitCount(_ frame: Frame, scalesChroma: Bool) -> Int {
        if case .samples = kind, chroma == nil || !scalesChroma { frame.height } else { frame.unitCount }
    }

    // MARK: Counting

    /// Counts the codes of a part of a frame, each channel in its own counts.
    func count(
        _ frame: Frame, _ rectangle: PixelRectangle, _ counts: [HistogramCounts], scratch: ScratchMemory
    ) {
        for row in rectangle.rows {
            switch kind {
            case .samples:
                countSamples(frame, row, rectangle.columns, counts)
            case .luma(let route):
                let (luma, codes) = (scratch[values], UnsafeMutableRawPointer(scratch[self.codes]))
                route.read(frame, row: row, columns: rectangle.columns, scratch: scratch) { rows, span in
                    kernels.weightedSumRow(luma, rows, count: span.count, weights: lumaWeights)
                    count(luma, span.count, codes, counts[0])
                }
            case .rgb(let route):
                let codes = UnsafeMutableRawPointer(scratch[self.codes])
                route.read(frame, row: row, columns: rectangle.columns, scratch: scratch) { rows, span in
                    count(rows.c0, span.count, codes, counts[0])
                    count(rows.c1, span.count, codes, counts[1])
                    count(rows.c2, span.count, codes, counts[2])
                }
            }
        }
    }

    private func countSamples(
        _ frame: Frame, _ row: Int, _ columns: Range<Int>, _ counts: [HistogramCounts]
    ) {
        if countsPixels {
            // Green is between red and blue.
            let (low, high) = layout.first.offset < layout.third.offset ? (0, 2) : (2, 0)
            let first = sample(frame, row, columns.lowerBound, component(low))
            HistogramCounts.addPixels(
                counts[low], counts[1], counts[high], first.assumingMemoryBound(to: UInt8.self),
                step: layout.first.step, count: columns.count)
            return
        }
        for channel in 0..<channels {
            let component = component(channel)
            let first = sample(frame, row, columns.lowerBound, component)
            let counts = counts[channel]
            if layout.sampleBytes == 1 {
                counts.add(first.assumingMemoryBound(to: UInt8.self), step: component.step, count: columns.count)
            } else {
                counts.add(
                    first.assumingMemoryBound(to: UInt16.self), count: columns.count,
                    run: run(component.step, layout.storage))
            }
        }
    }

    private func count(
        _ values: Floats, _ count: Int, _ codes: UnsafeMutableRawPointer, _ counts: HistogramCounts
    ) {
        samples.pack(codes, values, count, samples.luma)
        if layout.sampleBytes == 1 {
            counts.add(codes.assumingMemoryBound(to: UInt8.self), step: 1, count: count)
        } else {
            counts.add(codes.assumingMemoryBound(to: UInt16.self), count: count, run: run(1, .native))
        }
    }

    // MARK: Mapping

    /// Maps `units` of a frame.
    func map(
        _ frame: Frame, units: Range<Int>, _ tables: EqualizationTables, scalesChroma: Bool,
        scratch: ScratchMemory
    ) {
        switch kind {
        case .samples:
            if scalesChroma, let chroma { return chroma.map(frame, units: units, tables, scratch: scratch) }
            mapSamples(frame, rows: units, tables, scratch: scratch)
        case .luma(let route):
            let (old, new) = (scratch[values], scratch[values, 1])
            let codes = UnsafeMutableRawPointer(scratch[self.codes])
            route.render(frame, units: units, scratch: scratch) { rows, span in
                kernels.weightedSumRow(old, rows, count: span.count, weights: lumaWeights)
                samples.pack(codes, old, span.count, samples.luma)
                samples.unpack(old, codes, span.count, samples.luma)
                map(codes, tables, channel: 0, span)
                samples.unpack(new, codes, span.count, samples.luma)
                kernels.rescaleRows(rows, count: span.count, old: old, new: new)
            }
        case .rgb(let route):
            let codes = UnsafeMutableRawPointer(scratch[self.codes])
            route.render(frame, units: units, scratch: scratch) { rows, span in
                mapTile(rows.c0, codes, tables, channel: 0, span)
                mapTile(rows.c1, codes, tables, channel: 1, span)
                mapTile(rows.c2, codes, tables, channel: 2, span)
            }
        }
    }

    private func mapTile(
        _ values: Floats, _ codes: UnsafeMutableRawPointer, _ tables: EqualizationTables, channel: Int,
        _ span: TileSpan
    ) {
        samples.pack(codes, values, span.count, samples.luma)
        map(codes, tables, channel: channel, span)
        samples.unpack(values, codes, span.count, samples.luma)
    }

    private func map(
        _ codes: UnsafeMutableRawPointer, _ tables: EqualizationTables, channel: Int, _ span: TileSpan
    ) {
        if layout.sampleBytes == 1 {
            tables.map(
                codes.assumingMemoryBound(to: UInt8.self), channel: channel, row: span.row, column: span.column,
                count: span.count)
        } else {
            tables.map(
                codes.assumingMemoryBound(to: UInt16.self), run: run(1, .native), channel: channel, row: span.row,
                column: span.column, count: span.count)
        }
    }

    private func mapSamples(
        _ frame: Frame, rows: Range<Int>, _ tables: EqualizationTables, scratch: ScratchMemory
    ) {
        if layout.sampleBytes > 1 {
            for row in rows {
                for channel in 0..<channels {
                    let component = component(channel)
                    tables.map(
                        sample(frame, row, 0, component).assumingMemoryBound(to: UInt16.self),
                        run: run(component.step, layout.storage), channel: channel, row: row, column: 0,
                        count: frame.width)
                }
            }
        } else if tables.grid == nil {
            let pattern = lookUpPattern(tables)
            // Up to the last component: what follows it is padding.
            let last = max(component(0).offset, component(channels - 1).offset)
            let count = (frame.width - 1) * layout.first.step + last + 1
            for row in rows {
                let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
                kernels.lookUpRow8(bytes, bytes, count: count, pattern: pattern)
            }
        } else {
            for row in rows { mapRow(frame, row, tables, scratch) }
        }
    }

    private func lookUpPattern(_ tables: EqualizationTables) -> LookUpPattern {
        func table(_ channel: Int, _ pattern: PatternBuffer) -> LookUpPattern.Table {
            tables.lookUp(channel, mask: pattern.select.value, offset: component(channel).offset)
        }
        if channels == 1 { return LookUpPattern(table(0, patterns.0), step: layout.first.step) }
        return LookUpPattern(
            table(0, patterns.0), table(1, patterns.1), table(2, patterns.2), step: layout.first.step)
    }

    /// Maps a row of bytes by tables that change along it.
    private func mapRow(
        _ frame: Frame, _ row: Int, _ tables: EqualizationTables, _ scratch: ScratchMemory
    ) {
        if layout.first.step == 1 {
            let bytes = sample(frame, row, 0, layout.first).assumingMemoryBound(to: UInt8.self)
            tables.map(bytes, channel: 0, row: row, column: 0, count: frame.width)
            return
        }
        var x = 0
        while x < frame.width {
            let count = min(PlanarAccess.chunk, frame.width - x)
            let planar = access.load(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
            for channel in 0..<channels {
                let codes = channel == 0 ? planar.c0 : channel == 1 ? planar.c1 : planar.c2
                tables.map(
                    codes.assumingMemoryBound(to: UInt8.self), channel: channel, row: row, column: x, count: count)
            }
            access.store(frame, row: row, chromaRow: row, x: x, count: count, scratch: scratch)
            x += count
        }
    }

    // MARK: Codes

    private func component(_ channel: Int) -> ComponentPosition {
        channel == 0 ? layout.first : channel == 1 ? layout.second : layout.third
    }

    private func sample(
        _ frame: Frame, _ row: Int, _ column: Int, _ component: ComponentPosition
    ) -> UnsafeMutableRawPointer {
        frame.plane(0).row(row) + (column * component.step + component.offset) * layout.sampleBytes
    }

    private func run(_ step: Int, _ storage: SampleStorage) -> SampleRun {
        SampleRun(step: step, storage: storage, maximum: UInt16(truncatingIfNeeded: layout.maximum))
    }
}
