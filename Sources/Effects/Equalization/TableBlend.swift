// SPDX-License-Identifier: MIT
import PixelCore

/// The memory of two blends of each of several tables.
final class TableBlend {
    private let memory: Scratch
    private var older: Floats
    private var newer: Floats

    /// Bytes for so many entries.
    static func byteCount(entries: Int) -> Int { 2 * entries * MemoryLayout<Float>.stride }

    /// For `count` entries of all tables together.
    init(count: Int) throws {
        memory = try Scratch(byteCount: Self.byteCount(entries: count))
        older = memory.values(as: Float.self)
        newer = older + count
    }

    /// Exchanges the blends where `step` says so; once, before `apply` for every table.
    func begin(_ step: BlendClock.Step) {
        if step.change == .exchange { swap(&older, &newer) }
    }

    /// Takes `count` entries of a new table into the blends from `offset` on; calls `result` with each entry's index and
    /// blend, before the next entry is asked for.
    @inline(__always)
    func apply(
        _ step: BlendClock.Step, at offset: Int, count: Int, _ entry: (Int) -> UInt16,
        _ result: (Int, Float) -> Void
    ) {
        let (a, b) = (older + offset, newer + offset)
        for i in 0..<count {
            let value = Float(entry(i))
            switch step.change {
            case .start:
                a[i] = value
                b[i] = value
            case .advance:
                a[i] += step.weight * (value - a[i])
                b[i] += step.weight * (value - b[i])
            case .exchange:
                a[i] += step.weight * (value - a[i])
                b[i] = value
            }
            result(i, a[i])
        }
    }
}

/// Tells whether a frame shows another scene than the one before.
final class SceneDetector {
    /// Bins that histograms are compared in: coarse, so that noise and small changes of light move few pixels.
    static let bins = 64
    private let range: CodeRange
    private let channels: Int
    private var previous: [UInt32]
    private var current: [UInt32]
    private var hasPrevious = false

    init(_ range: CodeRange, channels: Int) {
        (self.range, self.channels) = (range, channels)
        previous = Array(repeating: 0, count: channels * Self.bins)
        current = previous
    }

    func reset() {
        hasPrevious = false
    }

    /// Whether half the sum of absolute differences between this frame's histograms (of `range.bins` each) and those
    /// before is more than `threshold` of all pixels, on average over the channels.
    func isCut(_ histograms: Counts, threshold: Double) -> Bool {
        for i in current.indices { current[i] = 0 }
        var total = 0
        for channel in 0..<channels {
            for k in 0..<range.bins {
                let count = histograms[channel * range.bins + k]
                current[channel * Self.bins + k * Self.bins / range.bins] &+= count
                total += Int(count)
            }
        }
        var difference = 0
        for i in current.indices { difference += abs(Int(current[i]) - Int(previous[i])) }
        swap(&previous, &current)
        defer { hasPrevious = true }
        return hasPrevious && Double(difference) > 2 * threshold * Double(total)
    }
}
