// SPDX-License-Identifier: MIT
package import Effects
package import TestSupport

/// All frames of an input of a mixer, and how long the last one is shown.
package struct MixSchedule: Sendable, Equatable {
    package var frames: [InputFrame]
    package var rule: InputRule
    /// When each frame comes, and at last the end: never before the one before. Empty: in time.
    package var arrivals: [Nanoseconds]

    package init(frames: [InputFrame], rule: InputRule = InputRule(), arrivals: [Nanoseconds] = []) {
        (self.frames, self.rule, self.arrivals) = (frames, rule, arrivals)
    }

    /// Frames of a rate, moved by `phase`, stamped in whole `unit`s.
    package static func regular(
        _ count: Int, _ rate: Rate, phase: Int64 = 0, unit: Int64 = 1, jitter: (Int) -> Int64 = { _ in 0 }
    ) -> MixSchedule {
        func time(_ n: Int) -> Int64 { ((rate.time(of: UInt64(n)) ?? 0) + phase + unit / 2) / unit * unit }
        let frames = (0..<count).map { n in
            let start = max(0, time(n) + jitter(n))
            return InputFrame(Interval(start: start, end: start + time(n + 1) - time(n)))
        }
        return MixSchedule(frames: frames)
    }

    /// An input with jitter, holes, gaps, frames without an end, and any phase. `period` is the output's.
    package static func random(_ random: inout Generator, period: Int64) -> MixSchedule {
        let count = Int(random.number(0...24))
        var time = random.number(0...3 * period)
        let own = random.once(in: 3) ? period : random.number(1...3 * period)
        var frames: [InputFrame] = []
        for _ in 0..<count {
            let hole = random.once(in: 12) ? random.number(0...6 * own) : 0
            let jitter = random.once(in: 2) ? random.number(0...own / 2) : 0
            let start = time + hole + jitter
            let length = random.once(in: 16) ? .max : max(1, random.once(in: 4) ? random.number(1...2 * own) : own)
            let kind: InputFrame.Kind = random.once(in: 10) ? .gap : random.once(in: 12) ? .missing : .frame
            let end = length == .max ? .max : start + length
            // An earlier frame does not end later.
            for n in frames.indices where frames[n].interval.end > end { frames[n].interval.end = end }
            frames.append(InputFrame(Interval(start: start, end: end), kind))
            time += hole + own
            if start >= time { time = start + 1 }
        }
        // Times that are exactly on bounds are the ones that a wrong comparison changes.
        var unit: Int64 = 1
        if period % 4 == 0, random.once(in: 2) {
            unit = period / 4
            for n in frames.indices {
                let start = frames[n].interval.start / unit * unit
                let end = frames[n].interval.end
                frames[n].interval = Interval(
                    start: start, end: end == .max ? end : max(start + unit, end / unit * unit))
            }
        }
        // While nothing is known, an input has not ended.
        while frames.last?.kind == .missing { frames.removeLast() }
        return MixSchedule(
            frames: frames,
            rule: InputRule(
                repeatsAfterEOS: random.once(in: 8),
                maximumRepeat: random.once(in: 4) ? random.number(0...9 * period) / unit * unit : nil))
    }

    /// Lets each frame come that much after it begins, but not before the one before.
    package mutating func arrive(_ random: inout Generator, in delays: ClosedRange<Nanoseconds>) {
        let usual = random.once(in: 2) ? delays : delays.lowerBound...(delays.lowerBound + delays.upperBound) / 2
        var time: Nanoseconds = 0
        arrivals = frames.map { frame in
            time = max(time, frame.interval.start + random.number(usual))
            return time
        }
        arrivals.append(time + random.number(0...delays.upperBound - delays.lowerBound))
    }

    /// Without frame `number`, and what may not be last then.
    fileprivate func without(_ number: Int) -> MixSchedule {
        var result = self
        result.remove(number)
        while result.frames.last?.kind == .missing { result.remove(result.frames.count - 1) }
        return result
    }

    private mutating func remove(_ number: Int) {
        frames.remove(at: number)
        if !arrivals.isEmpty { arrivals.remove(at: number) }
    }

    /// Without what says nothing.
    package var known: MixSchedule {
        var result = self
        for number in frames.indices.reversed() where frames[number].kind == .missing { result.remove(number) }
        return result
    }
}

/// What an input shows in a frame of the output.
package struct ShownFrame: Sendable, Equatable {
    /// By number of those that are known.
    package var frame: Int?
    /// The input has ended, and repeats its last frame.
    package var isOver = false

    package init(_ frame: Int?, isOver: Bool = false) {
        (self.frame, self.isOver) = (frame, isOver)
    }
}

extension MixSchedule {
    /// What the rule says, of all frames at once and without a queue, until the input ends: of the frames that have begun when a
    /// quarter of the output's is over, the last that lasts beyond that quarter is shown.
    ///
    /// `deadline` is when an output's frame is made with what has come before; nil: everything is waited for.
    package func expected(_ outputs: [Interval], deadline: ((Interval) -> Nanoseconds)? = nil) -> [ShownFrame] {
        let (frames, arrivals) = (known.frames, known.arrivals)
        func start(_ j: Int) -> Int64 { frames[j].interval.start }
        func end(_ j: Int) -> Int64 { frames[j].interval.end }
        var present = -1
        var shownBefore = false
        var result: [ShownFrame] = []
        for output in outputs {
            let quarter = (output.end - output.start) / 4
            let early = output.start + quarter
            let come = deadline.map { deadline in arrivals.prefix { $0 < deadline(output) }.count } ?? frames.count + 1
            let count = min(come, frames.count)
            func isBrief(_ j: Int) -> Bool { end(j) <= early || (end(j) == .max && start(j) < output.start) }
            var next = (0..<count).last { $0 > present && end($0) <= output.start } ?? present
            // Whether something else follows what is shown.
            var isFollowed = next + 1 < count
            let j = next + 1
            if j < count, start(j) < output.end, next < 0 || start(j) < output.end - quarter {
                next = j
                while isBrief(next), next + 1 < count, start(next + 1) <= early { next += 1 }
                isFollowed = !isBrief(next) || next + 1 < count
            }
            if next != present { shownBefore = false }
            present = next
            let isOver = !isFollowed && come > frames.count
            if isOver, !rule.repeatsAfterEOS || present < 0 {
                guard present >= 0 else { return result }
                let lasts = end(present) != .max && end(present) > early
                if !lasts, shownBefore || end(present) <= output.start { return result }
            }
            shownBefore = shownBefore || present >= 0
            var shown: Int?
            if present >= 0, frames[present].kind == .frame {
                let last = end(present) == .max ? start(present) : end(present)
                let isLong = rule.maximumRepeat.map { output.start - last > $0 } ?? false
                if !isLong || isOver && rule.repeatsAfterEOS { shown = present }
            }
            result.append(ShownFrame(shown, isOver: isOver && rule.repeatsAfterEOS))
        }
        return result
    }
}

extension Generator {
    package mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }
    package mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

extension MixSchedule: CustomStringConvertible {
    /// As Swift has it.
    package var description: String {
        func text(_ time: Int64?) -> String { time.map { $0 == .max ? ".max" : "\($0)" } ?? "nil" }
        let list = frames.map { frame in
            let (start, end) = (frame.interval.start, text(frame.interval.end))
            return "InputFrame(Interval(start: \(start), end: \(end)), .\(frame.kind))"
        }
        return "MixSchedule(frames: [\(list.joined(separator: ", "))], rule: InputRule("
            + "repeatsAfterEOS: \(rule.repeatsAfterEOS), maximumRepeat: \(text(rule.maximumRepeat))), "
            + "arrivals: \(arrivals))"
    }
}

/// Leaves out what a failure does not need: frames of inputs, one after another, as long as it stays.
package func shrunk(_ inputs: [MixSchedule], _ fails: ([MixSchedule]) -> Bool) -> [MixSchedule] {
    var result = inputs
    var hasChanged = true
    while hasChanged {
        hasChanged = false
        for input in result.indices {
            for number in result[input].frames.indices.reversed() {
                var smaller = result
                smaller[input] = result[input].without(number)
                if fails(smaller) {
                    (result, hasChanged) = (smaller, true)
                    break
                }
            }
        }
    }
    return result
}

/// The first frames of an output.
package func outputTimes(_ count: Int, _ rate: Rate, from start: Int64 = 0) -> [Interval] {
    (0..<count).map { n in
        Interval(start: start + (rate.time(of: UInt64(n)) ?? 0), end: start + (rate.time(of: UInt64(n + 1)) ?? 0))
    }
}

/// Usual frame rates.
package let usualRates = [
    Rate(24), Rate(24000, 1001), Rate(25), Rate(30000, 1001), Rate(30), Rate(50), Rate(60000, 1001), Rate(60), Rate(5),
]
