// SPDX-License-Identifier: MIT
import PixelCore

/// Blends tables over time so that what a frame gets depends on a finite span of earlier frames.
///
/// A blend b goes to b + (1 - e^(-t / T)) (table - b) with each frame, t after the one before: how many frames there are
/// in a second does not matter, and a frame that is missing leaves its share to the next. Time is cut into spans of
/// eight time constants, counted from stream time 0. In every span a new blend starts from its first frame's table; the
/// one in use is that of the span before. So a frame depends on two spans at most, and any stream that begins that much
/// earlier gives the same bits. Where the blends change over, 0.03 % of the earlier one is lost.
struct TableBlendClock {
    /// What a frame does to the two blends.
    struct Step {
        enum Change {
            /// Both start from this frame's table.
            case start
            /// Both go on.
            case advance
            /// The newer becomes the older and goes on; a new one starts.
            case exchange
        }
        var change: Change
        /// The new table's part of a blend that goes on.
        var weight: Float
    }

    /// Eight time constants, given in seconds, in nanoseconds: 0.03 % of a frame are left by then. 0 for 0, else 1 at least.
    static func span(timeConstant: Double) -> Int64 {
        timeConstant > 0 ? max(1, Int64((timeConstant * 8e9).rounded())) : 0
    }

    private var last: Int64?
    /// When the next frame is due, for one that does not tell its time.
    private var next: Int64?

    mutating func reset() {
        (last, next) = (nil, nil)
    }

    /// The step of a frame at `time`; one without a time follows the one before after that one's duration, and video that
    /// never tells its time begins at 0. Where nothing is known, or time goes back, the blends start.
    mutating func step(time: Int64?, duration: Int64?, span: Int64, smoothing: Double, isCut: Bool) -> Step {
        let now = time ?? next
        defer {
            // A duration of 0 tells nothing: time would stand still.
            let length = duration.flatMap { $0 > 0 ? $0 : nil }
            last = now ?? length.map { _ in 0 }
            next = length.map { max(0, last ?? 0) &+ $0 }
        }
        guard let last, let now, now >= last, last >= 0, !isCut else { return Step(change: .start, weight: 1) }
        let weight = Float(1 - Elementary.exp(-Double(now - last) / (smoothing * 1e9)))
        switch now / span - last / span {
        case 0: return Step(change: .advance, weight: weight)
        case 1: return Step(change: .exchange, weight: weight)
        default: return Step(change: .start, weight: 1)
        }
    }
}

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
        older = memory.base.assumingMemoryBound(to: Float.self)
        newer = older + count
    }

    /// Exchanges the blends where `step` says so; once, before `apply` for every table.
    func begin(_ step: TableBlendClock.Step) {
        if step.change == .exchange { swap(&older, &newer) }
    }

    /// Takes `count` entries of a new table into the blends from `offset` on; calls `result` with each entry's index and
    /// blend, before the next entry is asked for.
    @inline(__always)
    func apply(
        _ step: TableBlendClock.Step, at offset: Int, count: Int, _ entry: (Int) -> UInt16,
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
