public import PixelCore

/// The NTSC and VHS signal: what composite video and tape do to a picture, after ntsc-rs.
public final class NtscEffect: BandedEffect, InPlaceEffect {
    public static var defaults: NtscSettings { NtscSettings() }

    public static func isNeutral(_ settings: NtscSettings) -> Bool { false }

    /// One field of a frame: which frame rows it takes, and its number.
    private struct Part {
        let field: NtscField
        /// The frame row of field row 0, and from one field row to the next.
        let firstRow: Int
        let step: Int
    }

    private var route: TileRoute?
    private var plan: NtscPlan?
    private var source: FrameCopy?
    private var chains: [ThreadBands] = []
    // Of the frame at hand.
    private var parts: [Part] = []
    private var netRows = 2

    /// What a thread works on: a band for each field, and one for chroma from other rows.
    private final class ThreadBands {
        let bands: [NtscBand]
        let other: NtscBand

        init(width: Int, kernels: any KernelSet.Type) {
            bands = (0..<2).map { _ in NtscBand(width: width, kernels: kernels) }
            other = NtscBand(width: width, kernels: kernels)
        }
    }

    public func configure(_ picture: PictureInfo) throws {
        try begin(picture)
        plan = nil
        route = TileRoute(
            picture.format, width: picture.width, colorimetry: picture.colorimetry, model: .rgb, sampling: .block,
            kernels: kernels)
        source = FrameCopy(picture)
        chains = []
    }

    public func update(_ settings: NtscSettings) {
        guard let picture else { return }
        plan = NtscPlan(settings, height: picture.height)
    }

    public override var scratchBytes: Int { (route?.scratchBytes ?? 0) + 2 * RowStack.byteCount }

    /// The matrix of the signal: NTSC's I and Q, as ntsc-rs rounds it.
    static let toYIQ = TileMatrix((0.299, 0.587, 0.114), (0.5959, -0.2746, -0.3213), (0.2115, -0.5227, 0.3112))
    static let fromYIQ = TileMatrix((1, 0.956, 0.619), (1, -0.272, -0.647), (1, -1.106, 1.703))

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try render(frame, number: 0, bands: bands)
    }

    package func render(_ frame: Frame, number: UInt64, bands: BandExecutor) throws {
        try check(frame)
        guard let plan, let source else { return }
        source.take(frame)
        parts = parts(frame, plan.settings, number)
        // Rows whose results need others: see `renderBand`.
        netRows = max(2, (Band.rows - rowsAbove(plan) - rowsBelow(plan)) & ~1)
        while chains.count < threadCount(bands) {
            chains.append(ThreadBands(width: frame.width, kernels: kernels))
        }
        let height = parts.count == 1 && parts[0].step == 1 ? frame.height : (frame.height + 1) / 2
        renderBands(frame, count: (height + netRows - 1) / netRows, bands: bands)
    }

    private func parts(_ frame: Frame, _ settings: NtscSettings, _ number: UInt64) -> [Part] {
        let height = frame.height
        func upper(_ number: UInt64) -> Part {
            Part(field: NtscField(height: (height + 1) / 2, number: number), firstRow: 0, step: 2)
        }
        func lower(_ number: UInt64) -> Part {
            Part(field: NtscField(height: max(1, height / 2), number: number), firstRow: min(1, height - 1), step: 2)
        }
        switch settings.useField {
        case .alternating: return [number & 1 == 0 ? lower(number) : upper(number)]
        case .upper: return [upper(number)]
        case .lower: return [lower(number)]
        case .both: return [Part(field: NtscField(height: height, number: number), firstRow: 0, step: 1)]
        case .interleavedUpper: return [upper(number &* 2), lower(number &* 2 &+ 1)]
        case .interleavedLower: return [upper(number &* 2 &+ 1), lower(number &* 2)]
        }
    }

    private var isBob: Bool { parts.count == 1 && parts[0].step == 2 }

    private func rowsAbove(_ plan: NtscPlan) -> Int {
        let s = plan.settings
        let isComb = s.chromaDemodulation == .oneLineComb || s.chromaDemodulation == .twoLineComb
        return (isBob && parts[0].firstRow == 1 ? 1 : 0) + (s.vhsChromaVertBlend ? 1 : 0) + (isComb ? 1 : 0)
    }

    private func rowsBelow(_ plan: NtscPlan) -> Int {
        (isBob && parts[0].firstRow == 0 ? 1 : 0) + (plan.settings.chromaDemodulation == .twoLineComb ? 1 : 0)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let plan, let route, let source else { return }
        let chain = chains[thread.index]
        for unit in units {
            let first = unit * netRows
            for (part, band) in zip(parts, chain.bands) {
                run(
                    plan, part, band, chain.other, firstRow: first - rowsAbove(plan), route, source.frame(frame), thread
                )
            }
            store(frame, route, plan, chain, firstRow: first, thread)
        }
    }

    /// Takes 16 rows of a field through all stages.
    private func run(
        _ plan: NtscPlan, _ part: Part, _ band: NtscBand, _ other: NtscBand, firstRow: Int, _ route: TileRoute,
        _ source: Frame, _ thread: BandThread
    ) {
        func load(_ band: NtscBand, _ firstRow: Int) {
            let stack = RowStack(thread.scratch + route.scratchBytes)
            for column in stride(from: 0, to: source.width, by: RowStack.width) {
                let columns = column..<min(column + RowStack.width, source.width)
                for lane in 0..<Band.rows {
                    let row = NtscBand.row(lane, firstRow: firstRow, height: part.field.height)
                    let frameRow = min(part.firstRow + part.step * row, source.height - 1)
                    route.read(source, row: frameRow, columns: columns, scratch: thread.scratch) { rows, place in
                        kernels.matrixRows(rows, count: place.count, matrix: Self.toYIQ)
                        stack.set(lane, rows, count: place.count)
                    }
                }
                band.take(stack, column: column, count: columns.count)
            }
        }
        let delay = plan.rows(plan.settings.chromaDelayVertical)
        load(band, firstRow)
        if delay != 0 { load(other, firstRow - delay) }
        for stage in NtscStage.allCases {
            if delay != 0, stage.rawValue < NtscStage.chromaDelay.rawValue {
                other.run(stage, plan, part.field, firstRow: firstRow - delay)
            }
            if delay != 0, stage == .chromaDelay {
                band.takeChroma(of: other, rows: firstRow - delay, height: part.field.height)
            }
            band.run(stage, plan, part.field, firstRow: firstRow)
        }
    }

    /// Puts the finished rows of the bands into the frame.
    private func store(
        _ frame: Frame, _ route: TileRoute, _ plan: NtscPlan, _ chain: ThreadBands, firstRow: Int, _ thread: BandThread
    ) {
        let rowsOfUnit = parts[0].step * netRows
        let firstFrameRow = parts[0].step * firstRow
        let isSubsampled = frame.format.layout.chromaShiftY > 0
        let divisor = isSubsampled ? 2 : 1
        let units = firstFrameRow / divisor..<min(frame.unitCount, (firstFrameRow + rowsOfUnit) / divisor)
        guard !units.isEmpty else { return }
        let above = rowsAbove(plan)
        let stacks = (0..<parts.count).map { RowStack(thread.scratch + route.scratchBytes + $0 * RowStack.byteCount) }
        for column in stride(from: 0, to: frame.width, by: RowStack.width) {
            let columns = column..<min(column + RowStack.width, frame.width)
            for (stack, band) in zip(stacks, chain.bands) { band.give(stack, column: column, count: columns.count) }
            route.write(frame, units: units, columns: columns, scratch: thread.scratch) { rows, place in
                let (band, lanes) = lanes(ofFrameRow: place.row, firstRow: firstRow - above)
                stacks[band].get(lanes, rows, count: place.count, kernels: kernels)
                kernels.matrixRows(rows, count: place.count, matrix: Self.fromYIQ)
            }
        }
    }

    /// The band and the lanes, one or two to be averaged, of a frame row.
    private func lanes(ofFrameRow row: Int, firstRow: Int) -> (band: Int, lanes: (Int, Int)) {
        if parts.count == 2 {
            let lane = row / 2 - firstRow
            return (row & 1, (lane, lane))
        }
        let part = parts[0]
        if part.step == 1 { return (0, (row - firstRow, row - firstRow)) }
        let distance = row - part.firstRow
        if distance >= 0, distance % 2 == 0 {
            return (0, (distance / 2 - firstRow, distance / 2 - firstRow))
        }
        // A row of the other field: the mean of its neighbours, or the only one.
        let last = part.field.height - 1
        let near = min(max(0, (distance - 1) >> 1), last)
        let far = min(max(0, (distance + 1) >> 1), last)
        return (0, (near - firstRow, far - firstRow))
    }
}

/// A copy of a frame's planes.
private final class FrameCopy {
    private let memory: Scratch
    private let strides: [Int]
    private let offsets: [Int]

    init(_ picture: PictureInfo) {
        let layout = picture.format.layout
        strides = (0..<layout.planeCount).map { layout.rowBytes(plane: $0, width: picture.width) }
        var size = 0
        var offsets: [Int] = []
        for plane in strides.indices {
            offsets.append(size)
            size += (strides[plane] * layout.rows(plane: plane, height: picture.height, interlaced: true) + 63) & ~63
        }
        self.offsets = offsets
        memory = Scratch(byteCount: size)
    }

    func take(_ frame: Frame) {
        let layout = frame.format.layout
        for plane in strides.indices {
            for row in 0..<layout.rows(plane: plane, height: frame.height, interlaced: frame.interlaced) {
                (memory.base + offsets[plane] + row * strides[plane]).copyMemory(
                    from: frame.plane(plane).row(row), byteCount: strides[plane])
            }
        }
    }

    /// The copy of `frame` as a frame.
    func frame(_ frame: Frame) -> Frame {
        func plane(_ index: Int) -> Plane {
            let used = index < strides.count ? index : 0
            return Plane(base: memory.base + offsets[used], stride: strides[used])
        }
        return Frame(
            format: frame.format, width: frame.width, height: frame.height, interlaced: frame.interlaced,
            planes: (plane(0), plane(1), plane(2)))
    }
}
