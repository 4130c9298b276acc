// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects

/// When a mixer shows which frames, for C: an object of this class for each element.
final class MixTiming {
    private var timeline = Timeline()
    private var lateness = Lateness()
    private var inputs = [InputState](repeating: InputState(), count: Int(SWV_INPUTS))
    private var rules = [InputRule](repeating: InputRule(), count: Int(SWV_INPUTS))
    private var outcome = MixOutcome()
    /// The frame at hand.
    private var output = Interval(start: 0, end: 0)

    fileprivate func next() -> SwvFrameTimes {
        output = timeline.next
        let stamp = timeline.stamp
        var after = timeline
        after.advance()
        return SwvFrameTimes(
            start: output.start, end: output.end, pts: stamp.pts, duration: stamp.duration,
            position: timeline.position, next: after.position, is_at_stop: timeline.isAtStop,
            late: lateness.lateBy(output.start) ?? 0)
    }

    fileprivate func step(_ input: Int, _ head: SwvHead, mayWait: Bool) -> SwvStep {
        guard let item = Head(head) else { return SWV_STEP_DISCARD }
        let step = inputs[input].step(item, rules[input], output, mayWait: mayWait)
        switch step {
        case .adopt: return SWV_STEP_ADOPT
        case .discard: return SWV_STEP_DISCARD
        case .done, .need, .ended:
            outcome.add(step, inputs[input], rules[input])
            return SWV_STEP_DONE
        }
    }

    fileprivate func advance() {
        timeline.advance()
        askAnew()
    }

    /// What was decided for the frame at hand does not count for another one.
    private func askAnew() {
        for input in inputs.indices { inputs[input].advance() }
    }

    fileprivate func begin(_ segment: StreamSegment, at position: Int64) {
        timeline.begin(segment, at: position)
        askAnew()
    }

    fileprivate func follow(_ segment: StreamSegment, at position: Int64, from running: Nanoseconds) {
        timeline.follow(segment, at: position, from: running)
        askAnew()
    }

    /// The functions that C calls.
    static let functions = SwvMixTiming(
        create: { Unmanaged.passRetained(MixTiming()).toOpaque() },
        destroy: { Unmanaged<MixTiming>.fromOpaque($0).release() },
        begin: { timing, segment, position in
            of(timing, MixTiming.self).begin(StreamSegment(segment.pointee), at: position)
        },
        follow: { timing, segment, position, running in
            of(timing, MixTiming.self).follow(StreamSegment(segment.pointee), at: position, from: running)
        },
        set_rate: { timing, numerator, denominator in
            of(timing, MixTiming.self).timeline.setRate(Rate(numerator, denominator))
        },
        next: { timing, times in times.pointee = of(timing, MixTiming.self).next() },
        advance: { of($0, MixTiming.self).advance() },
        flush: { timing, input in of(timing, MixTiming.self).inputs[Int(input)].flush() },
        set_rule: { timing, input, repeats, maximum in
            of(timing, MixTiming.self).rules[Int(input)] = InputRule(
                repeatsAfterEOS: repeats, maximumRepeat: maximum < 0 ? nil : maximum)
        },
        ask: { of($0, MixTiming.self).outcome = MixOutcome() },
        step: { timing, input, head, mayWait in
            of(timing, MixTiming.self).step(Int(input), head.pointee, mayWait: mayWait)
        },
        outcome: { timing, isEndless in
            switch of(timing, MixTiming.self).outcome.choice(isEndless: isEndless) {
            case .make: SWV_OUTCOME_MAKE
            case .need: SWV_OUTCOME_NEED
            case .end: SWV_OUTCOME_END
            }
        },
        shows: { timing, input in
            let timing = of(timing, MixTiming.self)
            return timing.inputs[Int(input)].isShown(timing.rules[Int(input)], timing.output)
        },
        report: { timing, timestamp, difference, isLive in
            let timing = of(timing, MixTiming.self)
            timing.lateness.report(
                timestamp: timestamp, difference: difference, isLive: isLive,
                period: timing.output.end &- timing.output.start)
        })
}

extension StreamSegment {
    fileprivate init(_ segment: SwvSegment) {
        self.init(
            rate: segment.rate, start: segment.start, stop: segment.stop, base: segment.base, offset: segment.offset)
    }
}

extension Head {
    /// nil: it is shown never.
    fileprivate init?(_ head: SwvHead) {
        let kind: InputFrame.Kind
        switch head.kind {
        case SWV_HEAD_NONE:
            self = .none
            return
        case SWV_HEAD_END:
            self = .end
            return
        case SWV_HEAD_GAP: kind = .gap
        case SWV_HEAD_MISSING: kind = .missing
        default: kind = .frame
        }
        let segment = StreamSegment(head.segment)
        guard
            let interval = segment.clip(
                pts: head.pts, duration: head.duration, rate: Rate(head.rate_numerator, head.rate_denominator))
        else { return nil }
        self = .frame(InputFrame(interval, kind))
    }
}
