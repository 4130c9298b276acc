// SPDX-License-Identifier: MIT
internal import PixelCore

/// Blends tables over time so that what a frame gets depends on a finite span of earlier frames.
///
/// A blend b goes to b + (1 - e^(-t / T)) (table - b) with each frame, t after the one before: how many frames there are
/// in a second does not matter, and a frame that is missing leaves its share to the next. Time is cut into spans of
/// eight time constants, counted from stream time 0. In every span a new blend starts from its first frame's table; the
/// one in use is that of the span before. So a frame depends on two spans at most, and any stream that begins that much
/// earlier gives the same bits. Where the blends change over, 0.03 % of the earlier one is lost.
struct BlendClock {
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
