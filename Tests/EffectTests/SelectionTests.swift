// SPDX-License-Identifier: MIT
import Effects
import MixSchedules
import TestSupport
import Testing

/// What an input shows by `InputState`, whose queue fills as `arrivals` says: how many more frames have come when it waits. With a
/// deadline it waits until then.
private func selected(
    _ input: MixSchedule, _ outputs: [Interval], deadline: ((Interval) -> Nanoseconds)? = nil, arrivals: () -> Int
) -> [ShownFrame] {
    var state = InputState()
    var (first, known) = (0, 0)
    var held: Int?
    var result: [ShownFrame] = []
    for output in outputs {
        let come = deadline.map { deadline in input.arrivals.prefix { $0 < deadline(output) }.count }
        let most = come ?? input.frames.count + 1
        var step = Step.need
        repeat {
            let head: Head =
                first < min(known, input.frames.count)
                ? .frame(input.frames[first]) : known > input.frames.count ? .end : .none
            step = state.step(head, input.rule, output, mayWait: known < most || deadline == nil)
            switch step {
            case .adopt:
                held = input.frames[..<first].count { $0.kind != .missing }
                first += 1
            case .discard: first += 1
            case .need: known = min(most, known + arrivals())
            case .done, .ended:
                // What is decided stands, whoever asks again.
                if state.step(.none, input.rule, output, mayWait: true) != step { return [] }
                if step == .ended { return result }
            }
        } while step != .done
        result.append(ShownFrame(state.isShown(input.rule, output) ? held : nil, isOver: state.isEnded))
        state.advance()
    }
    return result
}

@Suite("Which frame of an input is shown when")
struct SelectionTests {
    private func numbers(_ input: MixSchedule, _ output: [Interval]) -> [Int?] {
        selected(input, output) { 1 }.map(\.frame)
    }

    private func compare(
        _ input: MixSchedule, _ output: [Interval], deadline: ((Interval) -> Nanoseconds)? = nil,
        arrivals: () -> Int
    ) -> Bool {
        func isEqual(_ input: MixSchedule) -> Bool {
            selected(input, output, deadline: deadline, arrivals: arrivals)
                == input.expected(output, deadline: deadline)
        }
        if isEqual(input) { return true }
        let least = shrunk([input]) { !isEqual($0[0]) }
        Issue.record("\(least[0]) in \(output)")
        return false
    }

    @Test("It is that of the rule, of whole lists and of queues that fill in any way")
    func rule() {
        var random = Generator(seed: 7)
        for _ in 0..<(isLong ? 1_000_000 : 30_000) {
            let rate = usualRates[Int(random.number(0...8))]
            let output = outputTimes(30, rate, from: random.once(in: 2) ? 0 : random.number(0...100_000_000))
            let input = MixSchedule.random(&random, period: rate.time(of: 1) ?? 1)
            guard compare(input, output, arrivals: { Int(random.number(1...3)) }) else { return }
        }
    }

    @Test("Live it is that of the rule too, of what has come before a deadline")
    func liveRule() {
        var random = Generator(seed: 9)
        for _ in 0..<(isLong ? 1_000_000 : 30_000) {
            let rate = usualRates[Int(random.number(0...8))]
            let period = rate.time(of: 1) ?? 1
            let output = outputTimes(30, rate, from: random.once(in: 2) ? 0 : random.number(0...100_000_000))
            var input = MixSchedule.random(&random, period: period)
            input.arrive(&random, in: 0...5 * period)
            guard compare(input, output, deadline: { $0.end }, arrivals: { Int(random.number(1...3)) }) else { return }
        }
    }

    @Test("With equal rates in any phase, and jitter of less than a quarter, at most one is lost and one repeated")
    func equalRates() {
        var random = Generator(seed: 8)
        for rate in usualRates {
            let period = rate.time(of: 1) ?? 1
            for _ in 0..<40 {
                let most = period / 8 - 2
                let input = MixSchedule.regular(100, rate, phase: random.number(0...period)) { _ in
                    random.number(-most...most)
                }
                let shown = selected(input, outputTimes(120, rate)) { 1 }.compactMap(\.frame)
                let lost = 100 - Set(shown).count
                let repeated = shown.count - Set(shown).count
                #expect(lost <= 1 && repeated <= 1, "\(rate): \(lost) lost, \(repeated) repeated")
            }
        }
    }

    @Test("Frames stamped in milliseconds are shown one by one, and there are as many")
    func milliseconds() {
        for rate in usualRates {
            let input = MixSchedule.regular(200, rate, unit: 1_000_000)
            #expect(numbers(input, outputTimes(300, rate)) == (0..<200).map { $0 }, "\(rate)")
        }
        let half = numbers(.regular(12, Rate(60), unit: 1_000_000), outputTimes(9, Rate(30)))
        #expect(half == [0, 2, 4, 6, 8, 10])
    }

    @Test("What ends a nanosecond into a frame of the output makes none")
    func crumbs() {
        let frame = InputFrame(Interval(start: 0, end: 40_000_001))
        #expect(numbers(MixSchedule(frames: [frame]), outputTimes(9, Rate(25))) == [0])
        // Unless nothing else of it would be seen.
        let brief = InputFrame(Interval(start: 40_000_000, end: 40_000_001))
        #expect(numbers(MixSchedule(frames: [brief]), outputTimes(9, Rate(25))) == [nil, 0])
    }

    @Test("A hole in a video is not filled for longer than the limit, though a later frame is there")
    func limit() {
        var input = MixSchedule.regular(2, Rate(25))
        input.frames.append(InputFrame(Interval(start: 5_000_000_000, end: 5_040_000_000)))
        input.rule.maximumRepeat = 2_000_000_000
        let shown = numbers(input, outputTimes(130, Rate(25)))
        var expected: [Int?] = [0]
        expected += [Int?](repeating: 1, count: 52)
        expected += [Int?](repeating: nil, count: 72)
        expected += [2]
        #expect(shown == expected)
    }

    @Test("The last frame of an input that has ended is repeated beyond the limit")
    func endless() {
        var input = MixSchedule.regular(2, Rate(25))
        (input.rule.maximumRepeat, input.rule.repeatsAfterEOS) = (2_000_000_000, true)
        #expect(numbers(input, outputTimes(200, Rate(25))) == [0] + [Int?](repeating: 1, count: 199))
    }

    @Test("Where nothing may be waited for, what has come is shown, and the newest of what came late")
    func live() {
        var state = InputState()
        let output = outputTimes(9, Rate(25))
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

    @Test("What had ended when the frame on the screen began comes too late, but nothing else does")
    func disorder() {
        let output = outputTimes(9, Rate(25))
        func step(endingAt end: Int64) -> Step {
            var state = InputState()
            #expect(
                state.step(.frame(InputFrame(output[2])), InputRule(), output[2], mayWait: true)
                    == .adopt(again: false))
            state.advance()
            let frame = InputFrame(Interval(start: 0, end: end))
            return state.step(.frame(frame), InputRule(), output[3], mayWait: true)
        }
        #expect(step(endingAt: 80_000_000) == .discard)
        #expect(step(endingAt: 80_000_001) == .adopt(again: true))
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
