import PixelCore

/// Which frame a frame is, by its time alone where it has one, so that seeks, drops and repeats change nothing.
package struct NtscFrameNumber {
    /// Frames for each second; nil: unknown, or not always the same.
    private let rate: FrameRate?
    private var next: UInt64 = 0

    package init(_ rate: FrameRate?) {
        self.rate = rate
    }

    /// The number of the frame whose time is nearest, halves being the later one's: floor(t r + 1 / 2) with the frame rate r, or with
    /// NTSC's, 30000 / 1001, where there is none. Without a time: the frame's place in its film, else how many came before.
    ///
    /// Times are rounded to nanoseconds, some of them down; the nearest frame is the right one nevertheless. The product is exact.
    package mutating func of(_ frame: Frame) -> UInt64 {
        if let time = frame.time {
            let rate = rate ?? .ntsc
            let unit = 1_000_000_000 * UInt128(rate.denominator)
            let number = (2 * UInt128(max(0, time)) * UInt128(rate.numerator) + unit) / (2 * unit)
            return UInt64(truncatingIfNeeded: number)
        }
        if let place = frame.place { return place }
        defer { next &+= 1 }
        return next
    }

    /// The next frame that says nothing of its time is the first.
    package mutating func reset() { next = 0 }
}
