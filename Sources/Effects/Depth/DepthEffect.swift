// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// Shows depth: gray = (depth - near) / (far - near) from 0 to 1, or a colour for it.
public final class DepthEffect: BandedEffect, ConvertingEffect {

    public static let inputFormats: [PixelFormat] = [.gray16le, .gray16be, .gray8]
    public static let outputFormats: [PixelFormat] = [
        .gray8, .bgrx, .rgbx, .xrgb, .xbgr, .bgra, .rgba, .argb, .abgr, .rgb, .bgr, .i420, .nv12, .yuy2, .gray16le,
        .gray16be,
    ]
    /// Gray, and what can show colours.
    public static let formatChoices: [[PixelFormat]] = [[.gray8], outputFormats.filter { $0.layout.model != .gray }]

    public static func preferredChoice(_ settings: DepthSettings) -> Int { settings.colormap == .gray ? 0 : 1 }

    public static let plans = DepthSettings().$decimation.range.map {
        FramePlan("decimation=\($0)", reduction: Int($0))
    }

    public static func planIndex(_ settings: DepthSettings, orientation: VideoDirection) -> Int {
        reduction(settings) - 1
    }

    /// How much smaller frames are made, 1 or more; 1 keeps their size.
    public static func reduction(_ settings: DepthSettings) -> Int { Int(settings.decimation) }

    /// A length is divided, its rest left out, and made a multiple of 4, as in librealsense.
    public static func reduced(_ length: Int, by reduction: Int) -> Int {
        reduction <= 1 ? length : (max(1, length / reduction) + 3) & ~3
    }

    /// Passes over a frame, after those of `DepthCleaner`.
    private enum Pass {
        static let measure = DepthCleaner.Pass.allCases.count
        static let count = measure + 1
        static let paint = count + 1
    }

    private var settings = DepthSettings()
    private var input: VideoInfo?
    private var painter: DepthPainter?
    private var reduction = 1
    private let cleaner: DepthCleaner
    private var isReady = false
    private var rate = RateLimit()
    private var growing = GrowingRange()
    private var percentile = PercentileRange()
    /// Where settings need counts.
    private var counts: DepthCounts?
    private var tables: DepthTables?
    /// What each thread has found. Threads only read the array, and write what is theirs.
    private final class ThreadExtrema {
        var found = DepthExtrema.none
    }
    private var threadExtrema: [ThreadExtrema] = []
    private var threadCounts: [DepthCounts] = []
    private var sampleRow: Scratch?
    private var source: Frame?

    public override init(kernels: any KernelSet.Type) {
        cleaner = DepthCleaner(kernels: kernels)
        super.init(kernels: kernels)
    }

    public func configure(_ input: VideoInfo, output: VideoInfo, plan: FramePlan) throws {
        try configure(input, output: output, reduction: plan.reduction)
    }

    /// Prepares for frames of `input` to make frames of `output`, whose size is that of `reduced`.
    public func configure(_ input: VideoInfo, output: VideoInfo, reduction: Int) throws {
        guard Self.inputFormats.contains(input.format), Self.outputFormats.contains(output.format) else {
            throw EffectError("\(input.format.name) can't become \(output.format.name).")
        }
        guard output.width == Self.reduced(input.width, by: reduction),
            output.height == Self.reduced(input.height, by: reduction)
        else { throw EffectError("The output can't be \(output.width)x\(output.height).") }
        let c = output.colorimetry
        guard output.format.layout.sampleBytes == 1 || (c.lumaOffset == 0 && c.lumaScale == 65535) else {
            throw EffectError("\(output.format.name) is made with full range; leave the colorimetry open.")
        }
        try begin(output)
        // Another output of the same video: ranges are of depths, and rates of times, whatever the size, and what was
        // cleaned is of the same pixels unless they are reduced in another way.
        if input != self.input { reset() } else if reduction != self.reduction { cleaner.reset() }
        sampleRow = nil
        self.input = input
        self.reduction = reduction
        painter = nil
        isReady = false
        painter = try DepthPainter(output.format, kernels: kernels)
    }

    public func update(_ settings: DepthSettings) throws {
        guard let video, let painter else { return }
        if settings.autoRange != self.settings.autoRange || settings.equalizes != self.settings.equalizes {
            resetRange()
        }
        if settings.equalizes || settings.autoRange == .percentile, counts == nil { counts = try DepthCounts() }
        if settings.equalizes, tables == nil { tables = try DepthTables() }
        self.settings = settings
        cleaner.update(settings, width: video.width, height: video.height, reduction: reduction)
        painter.palette.fill(video, settings)
        isReady = true
    }

    public func reset() {
        rate.reset()
        cleaner.reset()
        resetRange()
    }

    private func resetRange() {
        growing.reset()
        percentile.reset()
    }

    public func admits(time: Int64?, duration: Int64?) -> Bool {
        rate.admits(time: time, duration: duration, rate: settings.maxRate)
    }

    // MARK: A frame

    private var width: Int { video?.width ?? 0 }

    public override var pixelCost: Double {
        Double(reduction * reduction) * (settings.usesSpatial || reduction > 1 ? 40 : settings.equalizes ? 20 : 6)
    }

    public override var scratchBytes: Int {
        max(DepthPainter.scratchBytes(width: width) + rowBytes, 2 * cleaner.scratchCount)
    }

    /// Memory for the rows that become one.
    private var rowBytes: Int { 2 * reduction * pitch }
    /// Samples from one of them to the next.
    private var pitch: Int { ((input?.width ?? 0) + 63) & ~63 }

    public func render(_ input: Frame, _ output: Frame, bands: BandExecutor) throws {
        try check(output)
        guard let expected = self.input, input.format == expected.format, input.width == expected.width,
            input.height == expected.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
        guard isReady else { throw EffectError("A frame came before its settings.") }
        source = input
        defer { source = nil }
        if cleaner.isUsed { try clean(output, bands) }
        try measure(output, bands)
        try renderBands(output, pass: Pass.paint, bands: bands)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let painter else { return }
        let row = thread.scratch.values(as: UInt16.self)
        if let pass = DepthCleaner.Pass(rawValue: pass) {
            switch pass {
            case .load: load(units, row)
            case .loadAndRows:
                for first in stride(from: units.lowerBound, to: units.upperBound, by: DepthCleaner.sideBySide) {
                    let part = first..<min(first + DepthCleaner.sideBySide, units.upperBound)
                    load(part, row)
                    cleaner.run(.rows, part, scratch: row)
                }
            default: cleaner.run(pass, units, scratch: row)
            }
            return
        }
        switch pass {
        case Pass.measure:
            var found = DepthExtrema.none
            for y in units { found.add(kernels.depthExtrema(depth(y, row), count: width, invalid: invalid)) }
            threadExtrema[thread.index].found.add(found)
        case Pass.count:
            for y in units {
                kernels.countRow16(threadCounts[thread.index].counts, depth(y, row), step: 1, count: width)
            }
        default:
            let rest = thread.scratch.base + rowBytes
            for unit in units { painter.paint(frame, unit: unit, scratch: rest) { depth($0, row) } }
        }
    }

    private var invalid: UInt16 { UInt16(truncatingIfNeeded: settings.invalidValue) }

    /// A row of depth as it is shown.
    private func depth(_ y: Int, _ scratch: Samples) -> ConstSamples {
        cleaner.isUsed ? ConstSamples(cleaner.row(y)) : sourceRow(y, scratch)
    }

    /// A row of the input in the machine's byte order, in `scratch` where it has to be brought to it.
    private func sourceRow(_ y: Int, _ scratch: Samples) -> ConstSamples {
        guard let source else { return ConstSamples(scratch) }
        let row = source.plane(0).row(y)
        let layout = source.layout
        if layout.sampleBytes == 1 {
            kernels.widenRow8(scratch, row.assumingMemoryBound(to: UInt8.self), count: source.width)
        } else if layout.storage.swapped {
            kernels.swapRow16(scratch, row.assumingMemoryBound(to: UInt16.self), count: source.width)
        } else {
            return ConstSamples(row.assumingMemoryBound(to: UInt16.self))
        }
        return ConstSamples(scratch)
    }

    // MARK: Clean-up

    private func clean(_ frame: Frame, _ bands: BandExecutor) throws {
        try cleaner.begin()
        try cleaner.forPasses { pass, count in
            try renderBands(frame, pass: pass.rawValue, count: count, bands: bands)
        }
    }

    /// Brings rows of the input, or blocks of them, into the plane that is cleaned.
    private func load(_ units: Range<Int>, _ scratch: Samples) {
        guard let input else { return }
        let isDirect = input.format.layout.sampleBytes == 2 && !input.format.layout.storage.swapped
        for y in units {
            if reduction == 1 {
                cleaner.take(sourceRow(y, scratch), y)
                continue
            }
            let first = y * reduction
            // What is left of the last row of blocks is not shown, unless there is no other.
            let rows = max(0, min(reduction, input.height - first))
            if isDirect, let source {
                cleaner.decimate(
                    sourceRow(min(first, input.height - 1), scratch), stride: source.plane(0).stride / 2, rows: rows,
                    width: input.width, y)
            } else {
                for i in 0..<rows { _ = sourceRow(first + i, scratch + i * pitch) }
                cleaner.decimate(ConstSamples(scratch), stride: pitch, rows: rows, width: input.width, y)
            }
        }
    }

    // MARK: The range

    /// Finds out how the frame's depths become gray.
    private func measure(_ frame: Frame, _ bands: BandExecutor) throws {
        let span: DepthSpan
        if settings.equalizes {
            try equalize(frame, bands)
            return
        }
        switch settings.autoRange {
        case .off:
            span = DepthSpan(near: settings.near / settings.unit, far: settings.far / settings.unit)
        case .growing:
            growing.add(try findExtrema(frame, bands))
            span = growing.span
        case .percentile:
            try countSome(frame)
            if let own = counts?.percentiles(low: settings.rangeLow, high: settings.rangeHigh, invalid: invalid) {
                // Video that tells no times goes on with frames that are left out.
                let time = frame.time ?? (settings.maxRate > 0 ? rate.now : nil)
                percentile.add(own, time: time, duration: frame.duration, settings: settings)
            }
            span = percentile.span
        }
        painter?.law = .scale(span, inverts: settings.inverts, invalid: invalid)
    }

    private func findExtrema(_ frame: Frame, _ bands: BandExecutor) throws -> DepthExtrema {
        while threadExtrema.count < threadCount(bands) { threadExtrema.append(ThreadExtrema()) }
        for thread in threadExtrema { thread.found = .none }
        try renderBands(frame, pass: Pass.measure, count: frame.height, bands: bands)
        return threadExtrema.reduce(into: .none) { $0.add($1.found) }
    }

    /// Depths that are counted of a frame, about: every n-th of every n-th row, n being the least that gives no more.
    static let sampleCount = 65536

    private func countSome(_ frame: Frame) throws {
        guard let counts else { return }
        counts.clear()
        var step = 1
        while ((frame.width + step - 1) / step) * ((frame.height + step - 1) / step) > Self.sampleCount { step += 1 }
        // With the first frame, as one that large is there then.
        if sampleRow == nil { sampleRow = try Scratch(byteCount: 2 * frame.width) }
        guard let row = sampleRow?.base.assumingMemoryBound(to: UInt16.self) else { return }
        for y in stride(from: 0, to: frame.height, by: step) {
            let depths = depth(y, row)
            counts.expect(kernels.depthExtrema(depths, count: frame.width, invalid: invalid))
            kernels.countRow16(counts.counts, depths, step: step, count: (frame.width + step - 1) / step)
        }
    }

    private func equalize(_ frame: Frame, _ bands: BandExecutor) throws {
        guard let tables, let counts, let painter else { return }
        while threadCounts.count < threadCount(bands) { threadCounts.append(try DepthCounts()) }
        for thread in threadCounts {
            thread.clear()
            thread.expect(.all)
        }
        try renderBands(frame, pass: Pass.count, count: frame.height, bands: bands)
        counts.clear()
        for thread in threadCounts { counts.add(thread) }
        let isDeep = painter.layout.sampleBytes == 2
        tables.equalize(
            counts, maximum: isDeep ? 65535 : 255, inverts: settings.inverts, invalid: invalid,
            invalidCode: isDeep ? painter.palette.deepInvalid : DepthPalette.invalidLevel,
            invalidGray: painter.palette.codes.0[Int(DepthPalette.invalidLevel)])
        self.painter?.law = .table(tables)
    }
}
