// SPDX-License-Identifier: MIT
import PixelCore

/// The histograms of a frame as they are reported: 256 bins for each channel, whatever the depth.
///
/// Codes between black and white are counted where they are, deeper ones by their upper 8 bits; codes beyond count as
/// black or white.
final class HistogramReport {
    static let bins = 256
    private let range: CodeRange
    private let channels: Int
    private let counts: HistogramMemory

    init(_ range: CodeRange, channels: Int) throws {
        (self.range, self.channels) = (range, channels)
        counts = try HistogramMemory(count: channels * Self.bins)
    }

    /// Takes the frame's histograms, `range.bins` for each channel.
    func take(_ histograms: Counts) {
        counts.clear()
        for channel in 0..<channels {
            for k in 0..<range.bins {
                let bin = (range.black + k) * Self.bins / range.count
                counts.base[channel * Self.bins + bin] &+= histograms[channel * range.bins + k]
            }
        }
    }

    /// One array, `luma`, or three: `red`, `green` and `blue`.
    var report: EffectReport {
        func field(_ name: StaticString, _ channel: Int) -> EffectReport.Field {
            let counts = UnsafeBufferPointer(start: counts.base + channel * Self.bins, count: Self.bins)
            return EffectReport.Field(name, .counts(counts))
        }
        if channels == 1 { return EffectReport([field("luma", 0)]) }
        return EffectReport([field("red", 0), field("green", 1), field("blue", 2)])
    }
}

/// Decides which frames are reported.
struct ReportClock {
    private(set) var isDue = false
    /// The time of the last one that was.
    private var last: Int64?

    mutating func reset() {
        (isDue, last) = (false, nil)
    }

    /// Takes a frame. Reports are `interval` apart in stream time, whichever way it runs, or nil for none; frames without a time are
    /// each due.
    mutating func take(_ frame: Frame, interval: UInt64?) {
        guard let interval else { return reset() }
        guard let time = frame.time else {
            (isDue, last) = (true, nil)
            return
        }
        isDue = last.map { UInt64(bitPattern: max(time, $0) &- min(time, $0)) >= interval } ?? true
        if isDue { last = time }
    }
}
