// SPDX-License-Identifier: MIT
/// Passes frames that are due: of frames at a steady rate, the wanted number in a second.
///
/// A frame is due 1 / rate after the one that passed before was, and passes up to half its length earlier, so that errors of
/// time stamps below a quarter of a frame do no harm. Video at the rate or below passes whole, whatever its phase, and of n
/// times the rate each n-th frame does. One that is late does not delay the next, unless it is so by 1 / rate: it counts as
/// being in time then. Only distances of time stamps count: video in reverse gives as many frames.
struct RateLimit {
    /// The last frame that passed, and how long after it was due, in nanoseconds.
    private var last: (time: Int64, lateness: Double)?
    /// When the next frame is, for one that does not tell its time.
    private var next: Int64?
    /// When the frame at hand is; nil where nobody knows.
    private(set) var now: Int64?

    mutating func reset() {
        (last, next, now) = (nil, nil, nil)
    }

    /// `rate` is in frames a second; 0 passes all.
    ///
    /// A frame without a time follows the one before after that one's duration, and video that never tells its time begins
    /// at 0. Where nothing is known, frames pass.
    mutating func admits(time: Int64?, duration: Int64?, rate: Double) -> Bool {
        let before = now
        now = time ?? next ?? (last == nil ? 0 : nil)
        next = nil
        guard let now, now >= 0 else { return true }
        // A duration of 0 tells nothing: time would stand still.
        let length = max(0, duration ?? 0)
        if length > 0, length <= .max - now { next = now + length }
        guard rate > 0, let last else {
            last = (now, 0)
            return true
        }
        let slot = 1e9 / rate
        // Frames without a length have that of the gap before them.
        let whole = length > 0 ? length : before.map { Self.distance($0, now) } ?? 0
        let lateness = last.lateness + Double(Self.distance(last.time, now)) - slot
        guard lateness >= -min(Double(whole), slot) / 2 else { return false }
        self.last = (now, lateness < slot ? lateness : 0)
        return true
    }

    /// Between times that are not negative.
    private static func distance(_ a: Int64, _ b: Int64) -> Int64 { max(a, b) - min(a, b) }
}
