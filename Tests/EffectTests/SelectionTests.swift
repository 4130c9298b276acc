// SPDX-License-Identifier: MIT
import Effects
import TestSupport
import Testing

/// All frames of an input, and when they end without another.
private struct Input {
    var frames: [InputFrame]
    var rule = InputRule()

    /// A frame of so many for each second, moved by `phase`, stamped in whole `unit`s.
    static func regular(
        _ count: Int, _ rate: Rate, phase: Int64 = 0, unit: Int64 = 1, jitter: (Int) -> Int64 = { _ in 0 }
    ) -> Input {
        func time(_ n: Int) -> Int64 { ((rate.time(of: UInt64(n)) ?? 0) + phase + unit / 2) / unit * unit }
        let frames = (0..<count).map { n in
            let start = max(0, time(n) + jitter(n))
            return InputFrame(Interval(start: start, end: start + time(n + 1) - time(n)))
        }
        return Input(frames: frames)
    }
}

/// What the rule says, of all frames at once and without a queue: the frame that each of the output's shows, until the input ends.
///
/// Of those that have begun when a quarter of the output's frame is over, it is the last that lasts beyond that quarter.
private func expected(_ input: Input, _ outputs: [Interval]) -> [Int?] {
    let frames = input.frames
    var present = -1
    var shownBefore = false
    var result: [Int?] = []
    for output in outputs {
        let quarter = (output.end - output.start) / 4
        let early = output.start + quarter
        func start(_ j: Int) -> Int64 { frames[j].interval.start }
        func end(_ j: Int) -> Int64 { frames[j].interval.end }
        func isBrief(_ j: Int) -> Bool { end(j) <= early || (end(j) == .max && start(j) < output.start) }
        var next = frames.indices.last { $0 > present && end($0) <= output.start } ?? present
        var isSettled = false
        let j = next + 1
        if j < frames.count, start(j) < output.end, next < 0 || start(j) < output.end - quarter {
            next = j
            while isBrief(next), next + 1 < frames.count, start(next + 1) <= early { next += 1 }
            isSettled = !isBrief(next) || next + 1 < frames.count
        } else {
            isSettled = j < frames.count
        }
        if next != present { shownBefore = false }
        present = next
        if !isSettled, !input.rule.repeatsAfterEOS {
            guard present >= 0 else { return result }
            let lasts = end(present) != .max && end(present) > early
            if !lasts, shownBefore || end(present) <= output.start { return result }
        }
        shownBefore = shownBefore || present >= 0
        var shown: Int?
        if present >= 0, frames[present].kind == .frame {
            let last = end(present) == .max ? start(present) : end(present)
            if input.rule.maximumRepeat.map({ output.start - last <= $0 }) ?? true { shown = present }
        }
        result.append(shown)
    }
    return result
}

/// The same by `InputState`, whose queue fills as `arrivals` says: how many more frames have come when it waits.
private func selected(_ input: Input, _ outputs: [Interval], arrivals: () -> Int) -> [Int?] {
    var state = InputState()
    var (first, known) = (0, 0)
    var held: Int?
    var result: [Int?] = []
    let isLeft = input.frames.filter { $0.kind != .missing }
    for output in outputs {
        var step = Step.need
        repeat {
            let head: Head = first < known ? .frame(input.frames[first]) : known == input.frames.count ? .end : .none
            step = state.step(head, input.rule, output, mayWait: true)
            switch step {
            case .adopt:
                held = isLeft.firstIndex { $0 == input.frames[first] }
                first += 1
            case .discard: first += 1
            case .need: known = min(input.frames.count, known + arrivals())
            case .done: break
            case .ended: return result
            }
        } while step != .done
        result.append(state.isShown(input.rule, output) ? held : nil)
        state.advance()
    }
    return result
}

/// The first frames of an output.
private func outputs(_ count: Int, _ rate: Rate, from start: Int64 = 0) -> [Interval] {
    (0..<count).map { n in
        Interval(start: start + (rate.time(of: UInt64(n)) ?? 0), end: start + (rate.time(of: UInt64(n + 1)) ?? 0))
    }
}

extension Generator {
    fileprivate mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }
    fileprivate mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

private let rates = [
    Rate(24), Rate(24000, 1001), Rate(25), Rate(30000, 1001), Rate(30), Rate(50), Rate(60000, 1001), Rate(60), Rate(5),
]

@Suite("Which frame of an input is shown when")
struct SelectionTests {
    /// An input with jitter, holes, gaps, frames without an end, and any phase.
    private func schedule(_ random: inout Generator, _ period: Int64) -> Input {
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
        // While nothing is known, an input has not ended.
        while frames.last?.kind == .missing { frames.removeLast() }
        return Input(
            frames: frames,
            rule: InputRule(
                repeatsAfterEOS: random.once(in: 8),
                maximumRepeat: random.once(in: 4) ? random.number(0...9 * period) : nil))
    }

    @Test("It is that of the rule, of whole lists and of queues that fill in any way")
    func rule() {
        var random = Generator(seed: 7)
        for number in 0..<(isLong ? 1_000_000 : 30_000) {
            let rate = rates[Int(random.number(0...8))]
            let output = outputs(30, rate, from: random.number(0...100_000_000))
            let input = schedule(&random, rate.time(of: 1) ?? 1)
            var listed = input
            listed.frames.removeAll { $0.kind == .missing }
            let result = selected(input, output) { Int(random.number(1...3)) }
            let wanted = expected(listed, output)
            #expect(result == wanted, "schedule \(number)")
            if result != wanted { return }
        }
    }

    @Test("With equal rates in any phase, and jitter of less than a quarter, at most one is lost and one repeated")
    func equalRates() {
        var random = Generator(seed: 8)
        for rate in rates {
            let period = rate.time(of: 1) ?? 1
            for _ in 0..<40 {
                let most = period / 8 - 2
                let input = Input.regular(100, rate, phase: random.number(0...period)) { _ in
                    random.number(-most...most)
                }
                let shown = selected(input, outputs(120, rate)) { 1 }.compactMap { $0 }
                let lost = 100 - Set(shown).count
                let repeated = shown.count - Set(shown).count
                #expect(lost <= 1 && repeated <= 1, "\(rate): \(lost) lost, \(repeated) repeated")
            }
        }
    }

    @Test("Frames stamped in milliseconds are shown one by one, and there are as many")
    func milliseconds() {
        for rate in rates {
            let input = Input.regular(200, rate, unit: 1_000_000)
            #expect(selected(input, outputs(300, rate)) { 1 } == (0..<200).map { $0 }, "\(rate)")
        }
        let half = selected(.regular(12, Rate(60), unit: 1_000_000), outputs(9, Rate(30))) { 1 }
        #expect(half == [0, 2, 4, 6, 8, 10])
    }

    @Test("What ends a nanosecond into a frame of the output makes none")
    func crumbs() {
        let frame = InputFrame(Interval(start: 0, end: 40_000_001))
        #expect(selected(Input(frames: [frame]), outputs(9, Rate(25))) { 1 } == [0])
        // Unless nothing else of it would be seen.
        let brief = InputFrame(Interval(start: 40_000_000, end: 40_000_001))
        #expect(selected(Input(frames: [brief]), outputs(9, Rate(25))) { 1 } == [nil, 0])
    }

    @Test("A hole in a video is not filled for longer than the limit, though a later frame is there")
    func limit() {
        var input = Input.regular(2, Rate(25))
        input.frames.append(InputFrame(Interval(start: 5_000_000_000, end: 5_040_000_000)))
        input.rule.maximumRepeat = 2_000_000_000
        let shown = selected(input, outputs(130, Rate(25))) { 3 }
        #expect(shown == [0] + [Int?](repeating: 1, count: 52) + [Int?](repeating: nil, count: 72) + [2])
    }

    @Test("Where nothing may be waited for, what has come is shown, and the newest of what came late")
    func live() {
        var state = InputState()
        let output = outputs(9, Rate(25))
        func frame(_ n: Int64) -> Head {
            .frame(InputFrame(Interval(start: n * 40_000_000, end: (n + 1) * 40_000_000)))
        }
        #expect(state.step(.none, InputRule(), output[0], mayWait: true) == .need)
        #expect(state.step(.none, InputRule(), output[0], mayWait: false) == .done)
        // What is decided stands.
        #expect(state.step(frame(0), InputRule(), output[0], mayWait: true) == .done)
        for _ in 0..<3 { state.advance() }
        for n in 0..<3 {
            #expect(state.step(frame(Int64(n)), InputRule(), output[3], mayWait: false) == .adopt(again: true))
        }
        #expect(state.step(frame(3), InputRule(), output[3], mayWait: false) == .adopt(again: false))
        #expect(state.held?.interval == output[3])
        state.flush()
        #expect(state.held == nil)
    }

    @Test("The output ends when all inputs have, and those that repeat their last frame hold it only together")
    func outcomes() {
        func choice(_ inputs: [(ended: Bool, repeats: Bool)], isEndless: Bool = false) -> MixOutcome.Choice {
            var outcome = MixOutcome()
            for (ended, repeats) in inputs {
                var state = InputState()
                let rule = InputRule(repeatsAfterEOS: repeats)
                let step = state.step(ended ? .end : .none, rule, Interval(start: 0, end: 40), mayWait: !ended)
                outcome.add(step, state, rule)
            }
            return outcome.choice(isEndless: isEndless)
        }
        #expect(choice([(true, false), (true, false)]) == .end)
        #expect(choice([(true, false), (false, false)]) == .need)
        #expect(choice([(true, true), (true, false)]) == .end)
        #expect(choice([(true, true), (true, true)]) == .make)
        #expect(choice([(true, false), (true, false)], isEndless: true) == .make)
        #expect(choice([], isEndless: true) == .make)
    }
}
