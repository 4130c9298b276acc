/// Passes the first frame of each slot of time: of frames at a steady rate, the wanted number in a second.
///
/// Slots are 1 / rate long, counted from stream time 0, and a frame belongs to the one that its middle is in, so that
/// small errors of time stamps do no harm. What came before a slot does not count: a film that begins earlier gives the
/// same frames. Another rate has its own slots at once.
struct RateLimit {
    /// The last frame that passed.
    private var last: (time: Int64, duration: Int64)?
    /// When the next frame is due, for one that does not tell its time.
    private var next: Int64?
    /// When the frame at hand is; nil where nobody knows.
    private(set) var now: Int64?

    mutating func reset() {
        (last, next, now) = (nil, nil, nil)
    }

    /// `rate` is in frames a second; 0 passes all.
    ///
    /// A frame without a time follows the one before after that one's duration, and film that never tells its time begins
    /// at 0. Where nothing is known, frames pass.
    mutating func admits(time: Int64?, duration: Int64?, rate: Double) -> Bool {
        let length = max(0, duration ?? 0)
        now = time ?? next ?? (last == nil ? 0 : nil)
        next = nil
        guard let now, now >= 0 else { return true }
        // A duration of 0 tells nothing: time would stand still.
        if length > 0, length <= .max - now { next = now + length }
        if rate > 0, let last,
            Self.slot(last.time, last.duration, rate: rate) == Self.slot(now, length, rate: rate)
        {
            return false
        }
        last = (now, length)
        return true
    }

    /// The number of the slot that the middle of a frame is in.
    private static func slot(_ time: Int64, _ duration: Int64, rate: Double) -> Double {
        let length = 1e9 / rate
        return ((Double(time) + min(Double(duration), length) / 2) / length).rounded(.down)
    }
}
