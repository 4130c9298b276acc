// SPDX-License-Identifier: MIT
/// Nanoseconds of running time, unless said otherwise; `.max` is never.
package typealias Nanoseconds = Int64

/// A part of time, half open.
package struct Interval: Sendable, Equatable {
    package var start: Nanoseconds
    package var end: Nanoseconds

    package init(start: Nanoseconds, end: Nanoseconds) {
        (self.start, self.end) = (start, end)
    }

    /// How far a frame may be off the output's times to be taken as on them: a quarter of a frame.
    var tolerance: Nanoseconds { (end - start) / 4 }
}

/// Frames for each second.
package struct Rate: Sendable, Equatable {
    package var numerator: Int32
    package var denominator: Int32

    package init(_ numerator: Int32, _ denominator: Int32 = 1) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// Whether it is a number above 0; otherwise frames last as long as they like.
    package var isFixed: Bool { numerator > 0 && denominator > 0 }

    /// How long so many frames last, rounded down; nil: longer than can be counted, or not fixed.
    package func time(of count: UInt64) -> Int64? {
        guard isFixed else { return nil }
        let unit = UInt64(denominator) * 1_000_000_000
        let product = count.multipliedFullWidth(by: unit)
        guard product.high < UInt64(numerator) else { return nil }
        return Int64(exactly: UInt64(numerator).dividingFullWidth(product).quotient)
    }

    /// How many whole frames begin before `time`, at least 0.
    package func count(before time: Int64) -> UInt64 {
        guard isFixed, time > 0 else { return 0 }
        let unit = UInt64(denominator) * 1_000_000_000
        let product = UInt64(time).multipliedFullWidth(by: UInt64(numerator))
        guard product.high < unit else { return .max }
        let (quotient, rest) = unit.dividingFullWidth(product)
        return rest > 0 ? quotient &+ 1 : quotient
    }
}

/// What GstSegment says of positions in nanoseconds; -1 where there is none.
package struct StreamSegment: Sendable, Equatable {
    package var rate = 1.0
    package var start: Int64 = 0
    package var stop: Int64 = -1
    package var base: Int64 = 0
    package var offset: Int64 = 0

    package init() {}

    package init(rate: Double, start: Int64, stop: Int64, base: Int64, offset: Int64) {
        (self.rate, self.start, self.stop, self.base, self.offset) = (rate, start, stop, base, offset)
    }

    package var reverses: Bool { rate < 0 }

    /// Where its running time is `base`; nil: it plays in reverse from an unknown end, or is none.
    private var origin: Int64? {
        guard rate != 0, rate.isFinite, start >= 0, base >= 0, offset >= 0 else { return nil }
        guard reverses else { return start.adding(offset) }
        return stop >= 0 ? stop.subtracting(offset) : nil
    }

    /// The running time of a position, which may lie outside the segment; nil where that can't be counted.
    package func running(_ position: Int64) -> Nanoseconds? {
        guard let origin, position >= 0 else { return nil }
        let played = reverses ? origin.subtracting(position) : position.subtracting(origin)
        return played?.scaled { $0 / abs(rate) }?.adding(base)
    }

    /// The position at a running time; nil where that can't be counted.
    package func position(running: Nanoseconds) -> Int64? {
        guard let origin, let played = running.subtracting(base)?.scaled({ $0 * abs(rate) }) else { return nil }
        let position = reverses ? origin.subtracting(played) : origin.adding(played)
        return position.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// When a frame is shown that begins at a position: within the segment, and from running time 0 on. Without a duration it
    /// lasts as long as the rate of its caps says, else until the next one. nil: never.
    package func clip(pts: Int64, duration: Int64, rate caps: Rate) -> Interval? {
        guard pts >= 0 else { return nil }
        let length = duration > 0 ? duration : caps.time(of: 1)
        let end = length.flatMap { pts.adding($0) }
        let first = max(pts, start)
        var last = end
        if stop >= 0 { last = min(end ?? stop, stop) }
        if let last, last <= first { return nil }
        let times: (Nanoseconds?, Nanoseconds?)
        if reverses {
            times = (running(end == nil ? first : last ?? first), end == nil ? .max : running(first))
        } else {
            times = (running(first), last.map { running($0) ?? .max } ?? .max)
        }
        guard let begin = times.0, let finish = times.1, finish > max(begin, 0) else { return nil }
        return Interval(start: max(begin, 0), end: finish)
    }
}

extension Int64 {
    /// nil: it can't be counted.
    fileprivate func adding(_ other: Int64) -> Int64? {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? nil : sum
    }

    fileprivate func subtracting(_ other: Int64) -> Int64? {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? nil : difference
    }

    fileprivate func scaled(_ scale: (Double) -> Double) -> Int64? {
        let exact = Int64(exactly: scale(Double(self)).rounded(.towardZero))
        return scale(1) == 1 ? self : exact
    }
}
