// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Cleans depth as librealsense's post-processing does, in its order: decimation, threshold, spatial, temporal, holes.
///
/// The laws are with the kernels, in PixelReference; all work on whole steps, as librealsense does with depth of 16 bits.
/// - Decimation makes each block of k x k one depth. The width and height, without what is left over, are padded to
///   multiples of 4 with no depth.
/// - The spatial filter goes over rows, right and left, then over columns, down and up; and again.
/// - The temporal filter keeps the last depth of each pixel, and in which of the last eight frames there was one. A change
///   of its settings begins anew.
/// - Hole filling with the farthest or nearest goes down row by row; the first and last row and the first column stay.
final class DepthCleaner {
    enum Pass: Int, CaseIterable {
        /// Rows come, are decimated and cut off; what the caller does.
        case load
        /// The same, and rows are smoothed while they are in the cache.
        case loadAndRows
        case rows
        case columns
        case time
        case holes
    }

    /// What the temporal filter remembers depends on.
    private struct Temporal: Equatable {
        let smoothing: DepthSmoothing
        let persistence: DepthTemporalPersistence
        let width: Int
        let height: Int
    }

    private let kernels: any KernelSet.Type
    private var settings = DepthSettings()
    private var width = 0
    private var height = 0
    private var reduction = 1
    private var low: UInt16 = 0
    private var high: UInt16 = .max
    private var work: Scratch?
    private var last: Scratch?
    private var history: Scratch?
    private var temporal: Temporal?
    private var frame = 0

    private(set) var isUsed = false

    init(kernels: any KernelSet.Type) {
        self.kernels = kernels
    }

    func update(_ settings: DepthSettings, width: Int, height: Int, reduction: Int) {
        self.settings = settings
        isUsed =
            reduction > 1 || settings.usesThreshold || usesSpatial || usesTemporal || holeFilling != .none
        if !isUsed || width != self.width || height != self.height { (work, last, history) = (nil, nil, nil) }
        (self.width, self.height, self.reduction) = (width, height, reduction)
        guard isUsed else {
            temporal = nil
            return
        }
        updateThreshold()
        updateTemporal()
    }

    private func updateTemporal() {
        let new =
            usesTemporal
            ? Temporal(
                smoothing: temporalSmoothing, persistence: settings.persistence, width: width, height: height) : nil
        if new != temporal { reset() }
        temporal = new
        if new == nil { (last, history) = (nil, nil) }
    }

    private func updateThreshold() {
        let least = max(0, (settings.thresholdMin / settings.unit - 1e-6).rounded(.up))
        let greatest = min(65535, (settings.thresholdMax / settings.unit + 1e-6).rounded(.down))
        // Where no step is in the range, none stays.
        (low, high) = least <= greatest ? (UInt16(least), UInt16(greatest)) : (1, 0)
    }

    /// Forgets earlier frames.
    func reset() {
        frame = 0
        last?.base.assumingMemoryBound(to: UInt16.self).update(repeating: invalid, count: pitch * height)
        history?.base.assumingMemoryBound(to: UInt8.self).update(repeating: 0, count: pitch * height)
    }

    private var invalid: UInt16 { UInt16(truncatingIfNeeded: settings.invalidValue) }
    private var usesSpatial: Bool { settings.usesSpatial || settings.smooths }
    private var usesTemporal: Bool { settings.usesTemporal || settings.smooths }
    private var holeFilling: DepthHoleFilling {
        settings.smooths && settings.holeFilling == .none ? .farthest : settings.holeFilling
    }
    private var spatialSmoothing: DepthSmoothing {
        DepthSmoothing(
            alpha: Float(settings.spatialAlpha), delta: UInt16(settings.spatialDelta), invalid: invalid)
    }
    private var temporalSmoothing: DepthSmoothing {
        DepthSmoothing(
            alpha: Float(settings.temporalAlpha), delta: UInt16(settings.temporalDelta), invalid: invalid)
    }

    /// Samples of scratch memory that a thread needs.
    var scratchCount: Int { usesSpatial ? 64 * width : 0 }

    /// Samples from one row to the next.
    private var pitch: Int { (width + 31) & ~31 }

    /// A row of the plane that is cleaned.
    func row(_ y: Int) -> Samples {
        guard let work else { preconditionFailure("begin() comes first") }
        return work.base.assumingMemoryBound(to: UInt16.self) + y * pitch
    }

    // MARK: A frame

    /// Rows that are smoothed side by side, at most.
    static let sideBySide = 64
    /// Columns of a band of the vertical pass: as many as are worth loading together.
    private static let stripWidth = 64

    /// Begins a frame. The memory is taken with the first one, as one so large is there then.
    func begin() throws {
        if work == nil { work = try Scratch(byteCount: 2 * pitch * height) }
        if usesTemporal, last == nil || history == nil {
            (last, history) = (nil, nil)
            last = try Scratch(byteCount: 2 * pitch * height)
            history = try Scratch(byteCount: pitch * height)
            reset()
        }
        frame = (frame + 1) & 7
    }

    /// Calls `body` with each pass in turn, and how many units it has.
    func forPasses(_ body: (Pass, Int) throws -> Void) rethrows {
        if !usesSpatial {
            try body(.load, height)
        } else {
            for iteration in 0..<settings.spatialIterations {
                try body(iteration == 0 ? .loadAndRows : .rows, height)
                try body(.columns, (width + Self.stripWidth - 1) / Self.stripWidth)
            }
        }
        if usesTemporal { try body(.time, height) }
        switch holeFilling {
        case .none: break
        case .left: try body(.holes, height)
        // Every row needs the one above.
        case .farthest, .nearest: try body(.holes, 1)
        }
    }

    /// Takes a row as it is.
    func take(_ from: ConstSamples, _ y: Int) {
        row(y).update(from: from, count: width)
        cutOff(y)
    }

    /// Makes a row of as many rows as become one; without any, it has no depth.
    func decimate(_ from: ConstSamples, stride: Int, rows: Int, width sourceWidth: Int, _ y: Int) {
        let isWhole = rows == reduction || (y == 0 && rows > 0)
        let count = isWhole ? max(1, sourceWidth / reduction) : 0
        if count > 0 {
            kernels.decimateRow16(
                row(y), from, stride: stride, rows: rows, width: sourceWidth, factor: reduction, count: count,
                invalid: invalid)
        }
        (row(y) + count).update(repeating: invalid, count: width - count)
        cutOff(y)
    }

    private func cutOff(_ y: Int) {
        guard settings.usesThreshold else { return }
        kernels.thresholdRow16(row(y), count: width, low: low, high: high, invalid: invalid)
    }

    /// What holes must be narrower than, on each side.
    private static let holeWidths = [0, 2, 4, 8, 16, 255]

    func run(_ pass: Pass, _ units: Range<Int>, scratch: Samples) {
        switch pass {
        case .load, .loadAndRows: break
        case .rows:
            let holes = Self.holeWidths[Int(settings.spatialHoles)]
            kernels.smoothRows16(
                row(units.lowerBound), stride: pitch, rows: units.count, count: width, smoothing: spatialSmoothing,
                holes: holes, scratch: scratch)
        case .columns:
            for strip in units { smoothColumns(strip) }
        case .time:
            for y in units { steady(y) }
        case .holes:
            fill(units)
        }
    }

    private func smoothColumns(_ strip: Int) {
        let x = strip * Self.stripWidth
        let count = min(Self.stripWidth, width - x)
        let smoothing = spatialSmoothing
        kernels.smoothColumns16(row(0) + x, stride: pitch, rows: height, count: count, smoothing: smoothing)
        kernels.smoothColumns16(
            row(height - 1) + x, stride: -pitch, rows: height, count: count, smoothing: smoothing)
    }

    private func steady(_ y: Int) {
        guard let last, let history else { return }
        let (mask, minimum) = Self.rule(settings.persistence)
        kernels.steadyRow16(
            row(y), last: last.base.assumingMemoryBound(to: UInt16.self) + y * pitch,
            history: history.base.assumingMemoryBound(to: UInt8.self) + y * pitch, count: width,
            smoothing: temporalSmoothing,
            persistence: DepthPersistence(
                bit: 1 << UInt8(frame), mask: Self.mask(mask, before: frame), minimum: minimum))
    }

    /// In how many of how many frames there must have been a depth for it to persist.
    private static func rule(_ persistence: DepthTemporalPersistence) -> (frames: Int, minimum: UInt8) {
        switch persistence {
        // More than there are frames.
        case .disabled: (0, 9)
        case .eightOf8: (8, 8)
        case .twoOf3: (3, 2)
        case .twoOf4: (4, 2)
        case .twoOf8: (8, 2)
        case .oneOf2: (2, 1)
        case .oneOf5: (5, 1)
        case .oneOf8: (8, 1)
        case .always: (0, 0)
        }
    }

    /// The bits of as many frames before this one.
    private static func mask(_ frames: Int, before frame: Int) -> UInt8 {
        (0..<frames).reduce(0) { $0 | 1 << UInt8((frame + 7 - $1) & 7) }
    }

    private func fill(_ units: Range<Int>) {
        guard holeFilling != .left else {
            for y in units { kernels.fillRow16(row(y), count: width, invalid: invalid) }
            return
        }
        for y in 1..<max(1, height - 1) {
            kernels.fillRow16(
                row(y), above: row(y - 1), below: row(y + 1), count: width, farthest: holeFilling == .farthest,
                invalid: invalid)
        }
    }
}
