// SPDX-License-Identifier: MIT
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
    /// NTSC's, 30000 / 1001, where there is none. Without a time: the frame's offset in its video, else how many came before.
    ///
    /// A frame that is cut at its beginning, as decoders cut the one that a segment begins in, has the number it has when whole:
    /// it is shorter than a frame, and ends where one ends. Frames before the stream begins have number 0. Times are rounded to
    /// nanoseconds, some of them down; the nearest frame is the right one nevertheless, and half a frame stays a half.
    /// All of it is exact.
    package mutating func of(_ frame: Frame) -> UInt64 {
        if let time = frame.unclippedTime {
            let grid = Grid(rate ?? .ntsc)
            if rate != nil, let duration = frame.duration, let end = grid.end(ofCut: time, duration) { return end &- 1 }
            return grid.nearest(time)
        }
        if let offset = frame.offset { return offset }
        defer { next &+= 1 }
        return next
    }

    /// The next frame that says nothing of its time is the first.
    package mutating func reset() { next = 0 }

    /// Where frames of a rate begin. Products are below 2^98: of 63 bits of time, 32 of a rate and a few.
    private struct Grid {
        /// What a nanosecond and a frame are in units of which both are whole numbers.
        let nanosecond: UInt128
        let frame: UInt128

        init(_ rate: FrameRate) {
            nanosecond = UInt128(rate.numerator)
            frame = 1_000_000_000 * UInt128(rate.denominator)
        }

        func nearest(_ time: Int64) -> UInt64 {
            // What was cut off a half: less than a nanosecond, and never as much as another half.
            let cut = min(2 * nanosecond, frame) - 1
            return UInt64(truncatingIfNeeded: (2 * at(time) + cut + frame) / (2 * frame))
        }

        /// The number of the frame after one that was cut at its beginning; nil: none was.
        ///
        /// Files that count in milliseconds miss the end by some hundredths of a frame.
        func end(ofCut time: Int64, _ duration: Int64) -> UInt64? {
            let (end, isBeyond) = time.addingReportingOverflow(duration)
            let length = at(duration)
            guard duration > 0, !isBeyond, end > 0, 16 * length < 15 * frame, 16 * distance(end) < frame,
                16 * distance(time) >= frame
            else { return nil }
            return nearest(end) > 0 ? nearest(end) : nil
        }

        /// From a time to the nearest beginning of a frame.
        private func distance(_ time: Int64) -> UInt128 {
            let rest = at(time) % frame
            return min(rest, frame - rest)
        }

        private func at(_ time: Int64) -> UInt128 { UInt128(max(0, time)) * nanosecond }
    }
}
