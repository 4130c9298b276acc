/// Passes the first frame of each slot of time: of frames at a steady rate, the wanted number in a second.
///
/// Slots are 1 / rate long, counted from stream time 0, and a frame belongs to the one that its middle is in, so that
/// small errors of time stamps do no harm. What came before a slot does not count: a film that begins earlier gives the
/// same frames.
struct RateLimit {
    /// The middle of the last frame that passed.
    private var last: Int64?

    mutating func reset() {
        last = nil
    }

    /// `rate` is in frames a second; 0 passes all.
    mutating func admits(time: Int64?, duration: Int64?, rate: Double) -> Admission {
        guard rate > 0, let time, time >= 0 else {
            last = nil
            return .shown(duration)
        }
        let slotLength = 1e9 / rate
        let half = min(duration.map { Double(max(0, $0)) } ?? 0, slotLength) / 2
        let middle = time &+ Int64(half)
        let slot = (Double(middle) / slotLength).rounded(.down)
        if let last, (Double(last) / slotLength).rounded(.down) == slot { return .leftOut }
        last = middle
        guard let duration else { return .shown(nil) }
        // Until the next one, so that who waits for a frame at a certain time has it.
        let end = Int64(min((slot + 1) * slotLength, 9e18))
        return .shown(max(duration, end &- time))
    }
}
