// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

/// The effect of a filter that measures: it tells of frames, and shows what the filter makes of them, if anything.
public final class MeasuringEffect<F: MeasuringFilter>: InPlaceEffect {
    private let meter: Meter<F>
    private let shown: FilterEffect<F>
    /// Nil: nothing is drawn.
    private var painter: MarkPainter?
    private var settings: F?
    private var clock = ReportClock()
    /// Nil: the last frame was not measured, or nothing is due.
    private var measured: MeasuredFrame?

    /// Uses the kernels of the best level that the CPU has.
    public init() { (meter, shown) = (Meter(), FilterEffect()) }

    public init(kernels: any KernelSet.Type) {
        (meter, shown) = (Meter(kernels: kernels), FilterEffect(kernels: kernels))
    }

    public static func isPassthrough(_ settings: F) -> Bool { false }

    public static func onlyReads(_ settings: F) -> Bool { settings.onlyReads }

    /// The properties that all such elements have.
    package static var messages: [Property<F>] {
        [
            .boolean(
                "post-messages", \.postsMessages, nick: "Post messages",
                "Whether to post an element message for each passed interval"),
            .uint64(
                "interval", \.interval, nick: "Interval",
                "Least stream time from one message to the next in nanoseconds. 0 posts one for each frame"),
        ]
    }

    public func configure(_ video: VideoInfo) throws {
        (settings, measured, painter) = (nil, nil, nil)
        clock.reset()
        try meter.configure(video)
        try shown.configure(video)
    }

    public func update(_ settings: F) throws {
        // What is shown begins with what is measured.
        if settings.onlyReads != self.settings?.onlyReads {
            meter.forgetHistory()
            shown.reset()
        }
        self.settings = nil
        if !settings.onlyReads {
            try shown.update(settings)
            if F.draws, painter == nil, let video = shown.video {
                painter = try MarkPainter(video, kernels: shown.kernels)
            }
        }
        try meter.update(settings)
        self.settings = settings
    }

    public func takeWarning() -> String? { shown.takeWarning() }

    public func reset() {
        clock.reset()
        meter.forgetHistory()
        shown.reset()
    }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        measured = nil
        guard let settings else { return }
        clock.take(frame, interval: settings.postsMessages ? settings.interval : nil)
        let isTold = clock.isDue || F.findsRegions
        if isTold || meter.remembers || !settings.onlyReads { try meter.measure(frame, bands: bands) }
        if isTold { measured = meter.measured }
        if settings.onlyReads { return }
        if let present = meter.measured.flatMap(settings.settings) { try shown.update(present) }
        try shown.render(frame, bands: bands)
        guard let painter, let found = meter.measured else { return }
        painter.marks.clear()
        settings.draw(found, on: painter.marks)
        try painter.paint(frame, color: settings.markColor, image: found.image, bands: bands)
    }

    /// The mean of the 5x5 pixels around a place of a frame of the configured format, or of those of them that there are, as 0xRRGGBB.
    public func color(of frame: Frame, x: Double, y: Double) throws -> ColorSetting {
        try shown.check(frame)
        guard let video = shown.video else { return 0 }
        func around(_ place: Double, _ count: Int) -> Range<Int> {
            // What is no number is at 0.
            let middle = place > 0 ? Int(min(place, Double(count - 1))) : 0
            return max(0, middle - 2)..<min(count, middle + 3)
        }
        let (columns, rows) = (around(x, video.width), around(y, video.height))
        var plan = ScratchPlan()
        let format = TileFormat(video.format, video.colorimetry, needsAlpha: false, in: &plan, kernels: shown.kernels)
        let reader = TileReader(format, model: .rgb, in: &plan)
        let scratch = try Scratch(byteCount: plan.byteCount)
        var sum = SIMD3<Float>()
        for row in rows {
            reader.read(frame, row: row, columns: columns, scratch: scratch.memory) { colors, span in
                for i in 0..<span.count { sum += SIMD3(colors.c0[i], colors.c1[i], colors.c2[i]) }
            }
        }
        let mean = sum / Float(columns.count * rows.count)
        func code(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value * 255 + 0.5))) }
        return code(mean.x) << 16 | code(mean.y) << 8 | code(mean.z)
    }

    /// What was measured of the last frame.
    public var report: EffectReport? {
        guard let measured, var report = settings?.report(measured) else { return nil }
        report.isPosted = clock.isDue
        return report
    }
}
