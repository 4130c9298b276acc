// SPDX-License-Identifier: MIT
/// A frame of an input, or what stands for one.
package struct InputFrame: Sendable, Equatable {
    package enum Kind: Sendable {
        case frame
        /// A time without a frame.
        case gap
        /// A time of which nothing is known: what was shown before stays.
        case missing
    }

    package var interval: Interval
    package var kind: Kind

    package init(_ interval: Interval, _ kind: Kind = .frame) {
        (self.interval, self.kind) = (interval, kind)
    }
}

/// How long an input shows a frame.
package struct InputRule: Sendable, Equatable {
    /// The last frame stays when the input has ended.
    package var repeatsAfterEOS: Bool
    /// A frame that goes on after its end, for want of another, does so for so long; nil: for ever. That of an input that has ended does
    /// so for ever.
    package var maximumRepeat: Nanoseconds?

    package init(repeatsAfterEOS: Bool = false, maximumRepeat: Nanoseconds? = nil) {
        (self.repeatsAfterEOS, self.maximumRepeat) = (repeatsAfterEOS, maximumRepeat)
    }
}

/// What an input has next.
package enum Head: Sendable, Equatable {
    case none
    /// Nothing more comes.
    case end
    case frame(InputFrame)
}

/// What becomes of an input's next item.
package enum Step: Sendable, Equatable {
    /// It is taken out of the queue and held; then `step` is to be asked again, or what to show is decided.
    case adopt(again: Bool)
    /// It is taken out of the queue; ask again.
    case discard
    /// It stays: what to show is decided.
    case done
    /// Nothing can be decided before more comes.
    case need
    /// The input has ended, and shows nothing any more.
    case ended
}

/// Which of its frames an input shows in each frame of the output.
///
/// Of the frames that have begun when the output's frame is a quarter over, it is the last one that lasts beyond that quarter. So
/// with equal rates each is shown once, in any phase, with jitter of less than a quarter of a frame, and the result does
/// not depend on when frames come.
package struct InputState: Sendable {
    package private(set) var held: InputFrame?
    /// What to show in the present frame of the output.
    private var isDecided = false
    /// The held frame ends in the first quarter of the output's, so the next one may be shown instead.
    private var isCandidate = false
    private var hasShown = false
    package private(set) var isEnded = false

    package init() {}

    /// Decides about the next item of an input, in the output's frame of `output`. `mayWait`: whether more may be waited for.
    package mutating func step(_ head: Head, _ rule: InputRule, _ output: Interval, mayWait: Bool) -> Step {
        if isDecided { return isEnded && held == nil ? .ended : .done }
        switch head {
        case .frame(let frame):
            isEnded = false
            return step(frame, output)
        case .end:
            isEnded = true
            isDecided = true
            if let held, rule.repeatsAfterEOS || isLeft(held, output) {
                isEnded = rule.repeatsAfterEOS
                return .done
            }
            held = nil
            return .ended
        case .none:
            isEnded = false
            isDecided = !mayWait
            return mayWait ? .need : .done
        }
    }

    private mutating func step(_ frame: InputFrame, _ output: Interval) -> Step {
        let (start, end) = (frame.interval.start, frame.interval.end)
        let quarter = output.start + output.tolerance
        if let held, end <= held.interval.start { return .discard }
        let isLater = start >= output.end || (held != nil && start >= output.end - output.tolerance)
        if isLater || (isCandidate && start > quarter) {
            isDecided = true
            return .done
        }
        if frame.kind == .missing { return .discard }
        held = frame
        hasShown = false
        if end <= output.start { return .adopt(again: true) }
        isCandidate = end <= quarter || (end == .max && start < output.start)
        isDecided = !isCandidate
        return .adopt(again: isCandidate)
    }

    /// Whether a frame that nothing follows still has its time.
    private func isLeft(_ frame: InputFrame, _ output: Interval) -> Bool {
        let end = frame.interval.end
        return (end != .max && end > output.start + output.tolerance) || (!hasShown && end > output.start)
    }

    /// Whether the held frame is seen.
    package func isShown(_ rule: InputRule, _ output: Interval) -> Bool {
        guard let held, held.kind == .frame else { return false }
        if isEnded && rule.repeatsAfterEOS { return true }
        let last = held.interval.end == .max ? held.interval.start : held.interval.end
        return rule.maximumRepeat.map { output.start - last <= $0 } ?? true
    }

    /// The output goes on to its next frame.
    package mutating func advance() {
        hasShown = hasShown || held != nil
        (isDecided, isCandidate) = (false, false)
    }

    /// Forgets all.
    package mutating func flush() { self = InputState() }
}

/// What the output does when all inputs have been asked.
package struct MixOutcome: Sendable {
    package enum Choice: Sendable {
        case make
        case need
        case end
    }

    private var needs = false
    private var hasOthers = false
    private var allRepeat = true

    package init() {}

    /// Takes what came last of an input.
    package mutating func add(_ step: Step, _ input: InputState, _ rule: InputRule) {
        if step == .need { needs = true }
        if !input.isEnded { hasOthers = true }
        if !rule.repeatsAfterEOS { allRepeat = false }
    }

    /// `isEndless`: the output goes on without inputs. Those that repeat their last frame for ever go on alone too.
    package func choice(isEndless: Bool) -> Choice {
        if needs { return .need }
        return isEndless || hasOthers || allRepeat ? .make : .end
    }
}
