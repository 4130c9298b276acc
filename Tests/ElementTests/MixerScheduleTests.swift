// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import MixSchedules
import PixelCore
import TestSupport
import Testing

/// What a frame of the output shows, and when: of each input the number of its frame; neither: nothing is shown then.
private struct Output: Equatable, CustomStringConvertible {
    var pts: UInt64
    var duration: UInt64
    var shown: [Int?]

    var description: String {
        "\(pts) for \(duration): \(shown.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " and "))"
    }
}

extension Image {
    private static let marks: [UInt8] = [200, 40]

    /// A frame of an input that tells its number, also when it is half of a mix.
    fileprivate static func numbered(_ number: Int, _ input: Int, like image: Image) -> Image {
        var result = image
        for index in result.bytes.indices {
            let column = index % result.strides[0]
            result.bytes[index] = column == 2 ? marks[input] : column == input ? UInt8(2 * number) : 0
        }
        return result
    }

    /// The numbers of the frames that one of the output was made of.
    fileprivate static func numbers(_ bytes: [UInt8]) -> [Int?] {
        switch bytes[2] {
        case marks[0]: [Int(bytes[0]) / 2, nil]
        case marks[1]: [nil, Int(bytes[1]) / 2]
        default: [Int(bytes[0]), Int(bytes[1])]
        }
    }
}

extension ElementTests {
    /// Random schedules of inputs, whose output is to be that of a model over whole lists.
    @Suite struct MixerSchedules {
        private let image: Image

        init() throws {
            image = try Image(.gray8, 16, 4)
        }

        private func caps(_ rate: Rate) -> String {
            "video/x-raw, format=GRAY8, width=16, height=4, framerate=\(rate.numerator)/\(rate.denominator)"
        }

        /// What is to come out up to the end of the stream, which is not later than the last of `outputs`.
        private func expected(
            _ inputs: [MixSchedule], _ outputs: [Interval], deadline: ((Interval) -> Nanoseconds)? = nil
        ) -> [Output] {
            let lists = inputs.map { $0.expected(outputs, deadline: deadline) }
            var result: [Output] = []
            for (n, output) in outputs.enumerated() {
                if lists.allSatisfy({ n >= $0.count || $0[n].isOver }), !inputs.allSatisfy(\.rule.repeatsAfterEOS) {
                    break
                }
                let shown = lists.map { n < $0.count ? $0[n].frame : nil }
                result.append(
                    Output(pts: UInt64(output.start), duration: UInt64(output.end - output.start), shown: shown))
            }
            // Before the first frame nobody waits for one.
            return Array(result.drop { $0.shown.allSatisfy { $0 == nil } })
        }

        /// What is pushed for a schedule, its end too. Positions are those of a segment that begins at `start` and `base`.
        private func items(
            _ schedule: MixSchedule, _ input: Int, from start: Int64, base: Int64
        ) -> [MixHarness.Item] {
            var number = 0
            let frames: [MixHarness.Item] = schedule.frames.map { frame in
                let pts = guint64(frame.interval.start - base + start)
                let length =
                    frame.interval.end == .max ? guint64.max : guint64(frame.interval.end - frame.interval.start)
                if frame.kind == .frame {
                    let buffer = Image.numbered(number, input, like: image).buffer().setTimes(
                        pts: UInt64(pts), duration: UInt64(length))
                    tst_count_buffer(buffer.pointer)
                    number += 1
                    return .buffer(buffer.take())
                }
                let event = gst_event_new_gap(pts, length)
                if frame.kind == .missing {
                    gst_event_set_gap_flags(event, GST_GAP_FLAG_MISSING_DATA)
                } else {
                    number += 1
                }
                return .event(event)
            }
            return frames + [.event(gst_event_new_eos())]
        }

        private func begin(_ harness: MixHarness, _ inputs: [MixSchedule], _ random: inout Generator) -> [[MixHarness
            .Item]]
        {
            inputs.indices.map { input in
                let schedule = inputs[input]
                let isVariable = schedule.frames.contains { $0.interval.end == .max }
                harness.setCaps(
                    input, caps(isVariable ? Rate(0) : usualRates[Int(random.number(0...8))]))
                var segment = GstSegment()
                gst_segment_init(&segment, GST_FORMAT_TIME)
                segment.start = guint64(random.number(0...9_000_000_000))
                segment.base = guint64(random.number(0...(schedule.frames.first?.interval.start ?? 0)))
                harness.push(input, gst_event_new_segment(&segment))
                let pad = gst_pad_get_peer(harness.inputs[input]?.pointee.srcpad)
                defer { gst_object_unref(pad) }
                if let pad {
                    tst_set_int(pad, "repeat-after-eos", schedule.rule.repeatsAfterEOS ? 1 : 0)
                    let most = schedule.rule.maximumRepeat.map { UInt64($0) } ?? .max
                    tst_set_uint64(pad, "max-last-buffer-repeat", most)
                }
                return items(schedule, input, from: Int64(segment.start), base: Int64(segment.base))
            }
        }

        /// What has come out since the last time; `hasEnded`: the end, too.
        private func take(_ harness: MixHarness, hasEnded: inout Bool) -> [Output] {
            var result: [Output] = []
            while let buffer = gst_harness_try_pull(harness.output).map({ Buffer(owning: $0) }) {
                result.append(
                    Output(pts: buffer.pts, duration: buffer.duration, shown: Image.numbers(buffer.bytes)))
            }
            while let event = gst_harness_try_pull_event(harness.output) {
                var (start, length): (GstClockTime, GstClockTime) = (0, 0)
                switch event.pointee.type {
                case GST_EVENT_GAP:
                    gst_event_parse_gap(event, &start, &length)
                    result.append(Output(pts: UInt64(start), duration: UInt64(length), shown: [nil, nil]))
                case GST_EVENT_EOS: hasEnded = true
                default: break
                }
                gst_event_unref(event)
            }
            return result
        }

        private func harness(_ rate: Rate, live: Bool = false, _ random: inout Generator) throws -> MixHarness {
            let harness = try MixHarness(live: live)
            if live { gst_harness_use_testclock(harness.output) }
            gst_harness_set_sink_caps_str(
                harness.output, "video/x-raw, framerate=\(rate.numerator)/\(rate.denominator)")
            harness.setInt("n-threads", Int32(random.number(1...3)))
            return harness
        }

        /// The output of schedules, in order of time.
        private func output(_ inputs: [MixSchedule], _ rate: Rate, seed: UInt64) throws -> [Output] {
            var random = Generator(seed: seed)
            let harness = try harness(rate, &random)
            for (input, items) in begin(harness, inputs, &random).enumerated() { harness.feed(input, items) }
            var result: [Output] = []
            var hasEnded = false
            let isThere = eventually(seconds: 20) {
                result += take(harness, hasEnded: &hasEnded)
                return hasEnded
            }
            result += take(harness, hasEnded: &hasEnded)
            #expect(harness.message(seconds: 0) == nil)
            result.sort { $0.pts < $1.pts }
            if !isThere { result.append(Output(pts: .max, duration: 0, shown: [])) }
            return result
        }

        /// The same of live inputs, whose clock moves from deadline to deadline.
        private func liveOutput(
            _ inputs: [MixSchedule], _ rate: Rate, _ outputs: [Interval], latency: Nanoseconds, seed: UInt64
        ) throws -> [Output] {
            var random = Generator(seed: seed)
            let harness = try harness(rate, live: true, &random)
            tst_set_uint64(harness.element, "latency", UInt64(latency))
            var waiting = begin(harness, inputs, &random).map { $0[...] }
            // As a pipeline does; else nobody knows that the inputs are live before a frame comes.
            #expect(gst_harness_query_latency(harness.output) != .max)
            let clock = try #require(harness.clock)
            defer { gst_object_unref(clock) }
            var result: [Output] = []
            var hasEnded = false
            for output in outputs where !hasEnded {
                let deadline = output.end + latency
                for input in inputs.indices {
                    let come = inputs[input].arrivals.prefix { $0 < deadline }.count
                    while inputs[input].frames.count + 1 - waiting[input].count < come,
                        let item = waiting[input].popFirst()
                    {
                        harness.push(input, item)
                    }
                }
                gst_test_clock_set_time(clock, GstClockTime(deadline))
                // Before the first frame nothing tells that time has gone on, but the thread that waits again.
                let isMade = eventually(seconds: 20) {
                    MixHarness.wake(clock)
                    result += take(harness, hasEnded: &hasEnded)
                    if hasEnded || result.contains(where: { $0.pts >= UInt64(output.start) }) { return true }
                    var next: GstClockID?
                    guard result.isEmpty, gst_test_clock_peek_next_pending_id(clock, &next) != 0 else { return false }
                    defer { gst_clock_id_unref(next) }
                    return gst_clock_id_get_time(next) > GstClockTime(deadline)
                }
                if !isMade {
                    result.append(Output(pts: .max, duration: 0, shown: []))
                    hasEnded = true
                }
            }
            for input in inputs.indices { while let item = waiting[input].popFirst() { item.drop() } }
            #expect(harness.message(seconds: 0) == nil)
            return result.sorted { $0.pts < $1.pts }
        }

        @Test("The output is that of the rule, whichever input is first and however many threads there are")
        func rule() throws {
            try withoutCriticals {
                var random = Generator(seed: 11)
                for number in 0..<UInt64(isLong ? 10_000 : 300) {
                    let rate = usualRates[Int(random.number(0...8))]
                    var inputs = (0..<2).map { _ in MixSchedule.random(&random, period: rate.time(of: 1) ?? 1) }
                    // Together they would hold the stream for ever.
                    if inputs.allSatisfy(\.rule.repeatsAfterEOS) { inputs[0].rule.repeatsAfterEOS = false }
                    let outputs = outputTimes(2000, rate)
                    func differs(_ inputs: [MixSchedule]) -> Bool {
                        (try? output(inputs, rate, seed: number)) != expected(inputs, outputs)
                    }
                    guard differs(inputs) else { continue }
                    let least = shrunk(inputs, differs)
                    let made = try output(least, rate, seed: number)
                    Issue.record("\(rate), \(least): \(made) instead of \(expected(least, outputs))")
                    return
                }
                #expect(eventually { tst_counted_buffers() == 0 })
            }
        }

        @Test("Live, each frame is made of what has come before its deadline, and then")
        func live() throws {
            try withoutCriticals {
                var random = Generator(seed: 12)
                for number in 0..<UInt64(isLong ? 1000 : 100) {
                    let rate = usualRates[Int(random.number(0...7))]
                    let period = rate.time(of: 1) ?? 1
                    let latency = random.number(24...60) * period
                    let inputs = (0..<2).map { _ in
                        var input = MixSchedule.random(&random, period: period)
                        input.rule.repeatsAfterEOS = false
                        // What comes much sooner than it must would fill the queue.
                        input.arrive(&random, in: latency * 3 / 4...latency + 4 * period)
                        return input
                    }
                    let outputs = outputTimes(400, rate)
                    func wanted(_ inputs: [MixSchedule]) -> [Output] {
                        expected(inputs, outputs) { $0.end + latency }
                    }
                    func made(_ inputs: [MixSchedule]) throws -> [Output] {
                        try liveOutput(inputs, rate, outputs, latency: latency, seed: number)
                    }
                    func differs(_ inputs: [MixSchedule]) -> Bool { (try? made(inputs)) != wanted(inputs) }
                    guard differs(inputs) else { continue }
                    let least = shrunk(inputs, differs)
                    Issue.record(
                        "\(rate), latency \(latency), \(least): \(try made(least)) instead of \(wanted(least))")
                    return
                }
                #expect(eventually { tst_counted_buffers() == 0 })
            }
        }
    }
}
