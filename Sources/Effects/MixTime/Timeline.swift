// SPDX-License-Identifier: MIT
/// When the frames of an output begin and end.
///
/// They are counted from where their rate was set, so that no rounding adds up; the last one ends where the segment does.
package struct Timeline: Sendable {
    package private(set) var segment = StreamSegment()
    private var rate: Rate?
    /// The position that frames are counted from.
    private var origin: Int64 = 0
    private var count: UInt64 = 0
    /// Where the next frame begins in time: in reverse, the position that it is played from.
    package private(set) var position: Int64 = 0

    /// What frames have as long as nobody says anything else.
    private static let usual = Rate(25)

    package init() {}

    /// Begins a segment at a position, or as near to it as the segment has; -1: where it begins.
    package mutating func begin(_ segment: StreamSegment, at position: Int64) {
        self.segment = segment
        let first = segment.reverses ? segment.stop : segment.start
        var place = position >= 0 ? position : first
        place = max(place, segment.start)
        if segment.stop >= 0 { place = min(place, segment.stop) }
        self.position = max(0, place)
        (origin, count) = (self.position, 0)
    }

    /// The rate of the frames from the next one on. Where time has gone on without a rate, the next begins as if this one had been
    /// known. A frame lasts a nanosecond at least.
    package mutating func setRate(_ asked: Rate) {
        let new = asked.time(of: 1) == 0 ? Rate(1_000_000_000) : asked
        guard new != rate else { return }
        if rate == nil, count > 0 {
            let passed = segment.reverses ? origin &- position : position &- origin
            count = new.count(before: passed)
            rate = new
            position = place(count)
        }
        rate = new
        (origin, count) = (position, 0)
    }

    /// Where frame `number` from `origin` on begins, within the segment.
    private func place(_ number: UInt64) -> Int64 {
        let time = (rate ?? Self.usual).time(of: number) ?? .max
        if segment.reverses { return max(segment.start, time < origin ? origin - time : 0) }
        let (sum, overflow) = origin.addingReportingOverflow(time)
        let end = overflow ? Int64.max : sum
        return segment.stop >= 0 ? min(end, segment.stop) : end
    }

    private var end: Int64 { place(count &+ 1) }

    /// When the next frame is shown.
    package var next: Interval {
        let start = max(0, segment.running(position) ?? 0)
        return Interval(start: start, end: max(start, segment.running(end) ?? .max))
    }

    /// Whether there is no next frame.
    package var isAtStop: Bool { end == position }

    /// The next frame's time stamp and duration. In reverse it is stamped where it ends.
    package var stamp: (pts: Int64, duration: Int64) { (min(position, end), abs(end - position)) }

    package mutating func advance() {
        position = end
        count &+= 1
    }

    /// Goes on in another segment, whose beginning is played from `running` on.
    package mutating func follow(_ segment: StreamSegment, at position: Int64, from running: Nanoseconds) {
        var segment = segment
        segment.base = running
        begin(segment, at: position)
    }
}

/// What downstream has said of frames that came late.
package struct Lateness: Sendable {
    private var earliest: Nanoseconds?

    package init() {}

    /// Takes a report of a frame at `timestamp`, late by `difference`. Frames last `period`. One that says nothing is -1.
    package mutating func report(timestamp: Nanoseconds, difference: Int64, isLive: Bool, period: Nanoseconds) {
        guard timestamp >= 0 else {
            earliest = nil
            return
        }
        // Not live, frames that come sooner than those after the late one help to catch up, as elements of GStreamer do; but one
        // long wait is no reason to leave out a minute.
        let isBehind = !isLive && difference > 0
        let ahead = difference < 500_000_000 ? 2 &* difference : 1_000_000_000
        let (late, overflow) = timestamp.addingReportingOverflow(isBehind ? ahead &+ period : difference)
        earliest = overflow ? nil : late
    }

    /// How late a frame that begins at `start` would come; nil: it is in time.
    package func lateBy(_ start: Nanoseconds) -> Nanoseconds? {
        guard let earliest, earliest > start else { return nil }
        return earliest &- start
    }

    package mutating func reset() { earliest = nil }
}
