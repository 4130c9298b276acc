// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Synchronization

/// The newest frames of a video, before and after an element, and how fast it is.
final class Frames: Sendable {
    struct Pair: Sendable {
        let number: Int
        let original, filtered: Data
    }

    private struct State {
        var number = 0
        var newest: Pair?
        /// Frames before the element, with their running time in nanoseconds.
        var originals: [(time: UInt64, frame: Data)] = []
        /// One after the element that waits for the other.
        var waiting: (time: UInt64, frame: Data)?
        /// When the element last was given a frame.
        var given: UInt64 = 0
        /// When it passed frames on, of the last two seconds, and how long the last ones took.
        var passed: [UInt64] = []
        var taken: [UInt64] = []

        mutating func show(_ original: Data, _ filtered: Data) {
            number += 1
            newest = Pair(number: number, original: original, filtered: filtered)
        }
    }

    private let state = Mutex(State())

    /// Goes on counting where others have ended.
    func count(after number: Int) {
        state.withLock { state in
            state.number = number
            if let newest = state.newest { state.show(newest.original, newest.filtered) }
        }
    }

    var newest: Pair? { state.withLock { $0.newest } }

    // MARK: Frames

    func original(_ frame: Data, at time: UInt64) {
        state.withLock { state in
            state.originals = state.originals.suffix(7) + [(time, frame)]
            Self.pair(&state)
        }
    }

    func filtered(_ frame: Data, at time: UInt64) {
        state.withLock { state in
            state.waiting = (time, frame)
            Self.pair(&state)
        }
    }

    /// Shows what belongs together; frames may be left out on either side, and then the one before is shown.
    private static func pair(_ state: inout State) {
        guard let waiting = state.waiting else { return }
        let tolerance: UInt64 = 1_000_000
        guard let last = state.originals.last, last.time + tolerance >= waiting.time else { return }
        let original = state.originals.last { $0.time <= waiting.time + tolerance } ?? last
        state.show(original.frame, waiting.frame)
        state.waiting = nil
    }

    // MARK: Speed

    /// The element was given a frame.
    func given() {
        let now = DispatchTime.now().uptimeNanoseconds
        state.withLock { $0.given = now }
    }

    /// The element passed a frame on.
    func passed() {
        let now = DispatchTime.now().uptimeNanoseconds
        state.withLock { state in
            state.passed = state.passed.filter { $0 + 2_000_000_000 > now } + [now]
            state.taken = state.taken.suffix(24) + [now - state.given]
        }
    }

    /// Milliseconds that the element took for a frame, the median of the last 25; nil before the first.
    var frameTime: Double? {
        let taken = state.withLock { $0.taken }.sorted()
        return taken.isEmpty ? nil : Double(taken[taken.count / 2]) / 1_000_000
    }

    /// Frames a second, over the last two seconds.
    var rate: Double {
        let now = DispatchTime.now().uptimeNanoseconds
        let passed = state.withLock { $0.passed }.filter { $0 + 2_000_000_000 > now }
        guard let first = passed.first, let last = passed.last, last > first else { return 0 }
        return Double(passed.count - 1) * 1_000_000_000 / Double(last - first)
    }
}
