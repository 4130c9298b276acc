// SPDX-License-Identifier: MIT
import Effects
import TestSupport
import Testing

@Suite("When frames of an output begin")
struct TimelineTests {
    private let milliseconds: Int64 = 1_000_000

    private func frames(_ timeline: inout Timeline, _ count: Int) -> [(pts: Int64, duration: Int64)] {
        var result: [(pts: Int64, duration: Int64)] = []
        while result.count < count, !timeline.isAtStop {
            result.append(timeline.stamp)
            timeline.advance()
        }
        return result
    }

    @Test("They are counted, so that no rounding adds up")
    func drift() {
        for rate in [Rate(30000, 1001), Rate(60), Rate(24000, 1001), Rate(1, 3), Rate(90000)] {
            var timeline = Timeline()
            timeline.begin(StreamSegment(), at: -1)
            timeline.setRate(rate)
            var end: Int64 = 0
            for n in 0..<100_000 {
                #expect(timeline.stamp.pts == end)
                end = Int64(UInt64(n + 1) * UInt64(rate.denominator) * 1_000_000_000 / UInt64(rate.numerator))
                #expect(timeline.next.end == end)
                timeline.advance()
            }
        }
    }

    @Test("In reverse they begin at the end, and the last one is what is left")
    func reverse() {
        var timeline = Timeline()
        timeline.begin(StreamSegment(rate: -1, start: 0, stop: 450 * milliseconds, base: 0, offset: 0), at: -1)
        timeline.setRate(Rate(10))
        let all = frames(&timeline, 99)
        #expect(all.map { $0.pts / milliseconds } == [350, 250, 150, 50, 0])
        #expect(all.map { $0.duration / milliseconds } == [100, 100, 100, 100, 50])
        #expect(timeline.isAtStop)
    }

    @Test("At another rate of play they take less time, and last as long in the video")
    func faster() {
        for rate in [2.0, -2] {
            var timeline = Timeline()
            timeline.begin(StreamSegment(rate: rate, start: 0, stop: 1000 * milliseconds, base: 70, offset: 0), at: -1)
            timeline.setRate(Rate(10))
            #expect(timeline.next == Interval(start: 70, end: 70 + 50 * milliseconds))
            #expect(timeline.stamp.duration == 100 * milliseconds)
            #expect(frames(&timeline, 99).count == 10)
        }
    }

    @Test("Another frame rate counts from the next frame on; a first one that comes late as if it had been known")
    func rates() {
        var timeline = Timeline()
        timeline.begin(StreamSegment(), at: 10 * milliseconds)
        // Nobody knows the rate yet, and time goes on.
        timeline.advance()
        timeline.advance()
        timeline.setRate(Rate(10))
        #expect(timeline.position == 110 * milliseconds)
        timeline.advance()
        timeline.setRate(Rate(10))
        timeline.setRate(Rate(50))
        #expect(timeline.stamp == (210 * milliseconds, 20 * milliseconds))
    }

    @Test("A frame lasts a nanosecond at least, however many there are a second")
    func shortest() {
        var timeline = Timeline()
        timeline.begin(StreamSegment(), at: -1)
        timeline.setRate(Rate(.max))
        #expect(!timeline.isAtStop)
        #expect(timeline.stamp == (0, 1))
        timeline.advance()
        #expect(timeline.stamp == (1, 1))
    }

    @Test("A segment that follows begins where the last one was left")
    func follow() {
        var timeline = Timeline()
        timeline.begin(StreamSegment(), at: -1)
        timeline.setRate(Rate(25))
        for _ in 0..<3 { timeline.advance() }
        let segment = StreamSegment(rate: -1, start: 0, stop: 500 * milliseconds, base: 7, offset: 0)
        timeline.follow(segment, at: 500 * milliseconds, from: timeline.next.start)
        #expect(timeline.next == Interval(start: 120 * milliseconds, end: 160 * milliseconds))
        #expect(timeline.stamp == (460 * milliseconds, 40 * milliseconds))
    }

    @Test("Segments and rates of any numbers trap nothing")
    func extremes() {
        var random = Generator(seed: 3)
        let numbers: [Int64] = [0, -1, 1, 40_000_000, .max, .max - 1, .min, 1 << 62, -5]
        func number() -> Int64 { numbers.randomElement(using: &random) ?? 0 }
        for _ in 0..<20_000 {
            let rate = [1, -1, 0.3, -2, 0, .infinity, .nan, 1e-300, 1e300].randomElement(using: &random) ?? 1
            let segment = StreamSegment(
                rate: rate, start: number(), stop: number(), base: number(), offset: number())
            var timeline = Timeline()
            timeline.begin(segment, at: number())
            let fps = Rate(Int32(truncatingIfNeeded: number()), Int32(truncatingIfNeeded: number()))
            for step in 0..<4 {
                if step == 1 { timeline.setRate(fps.isFixed ? fps : Rate(25)) }
                let output = timeline.next
                var state = InputState()
                if let shown = segment.clip(pts: number(), duration: number(), rate: fps) {
                    _ = state.step(.frame(InputFrame(shown)), InputRule(maximumRepeat: .max), output, mayWait: true)
                    #expect(shown.start >= 0 && shown.end > shown.start)
                }
                _ = state.isShown(InputRule(maximumRepeat: 0), output)
                _ = timeline.stamp
                _ = segment.position(running: number())
                if !timeline.isAtStop { timeline.advance() }
            }
            var lateness = Lateness()
            lateness.report(timestamp: number(), difference: number(), isLive: false, period: number())
            _ = lateness.lateBy(timeline.next.start)
        }
    }

    @Test("A frame that came late makes those before the next that can be in time left out, but no minute")
    func lateness() {
        var lateness = Lateness()
        #expect(lateness.lateBy(0) == nil)
        lateness.report(timestamp: 100, difference: -20, isLive: false, period: 40)
        #expect(lateness.lateBy(79) == 1 && lateness.lateBy(80) == nil)
        lateness.report(timestamp: 100, difference: 20, isLive: true, period: 40)
        #expect(lateness.lateBy(119) == 1 && lateness.lateBy(120) == nil)
        lateness.report(timestamp: 100, difference: 20, isLive: false, period: 40)
        #expect(lateness.lateBy(179) == 1 && lateness.lateBy(180) == nil)
        lateness.report(timestamp: 0, difference: 30_000_000_000, isLive: false, period: 40)
        #expect(lateness.lateBy(1_000_000_040) == nil && lateness.lateBy(1_000_000_039) == 1)
        lateness.reset()
        #expect(lateness.lateBy(0) == nil)
    }
}
