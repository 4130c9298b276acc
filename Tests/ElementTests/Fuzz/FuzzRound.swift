// SPDX-License-Identifier: MIT
import CTestSupport
import Glibc
import PixelCore
import TestSupport
import Testing

/// One random life of an element: sources push, properties and states change, neighbours misbehave, then all ends.
///
/// Everything follows from the seed, except for the order in which threads come to run.
final class FuzzRound {
    let factory: String
    private let seed: UInt64
    var random: Generator
    let element: UnsafeMutablePointer<GstElement>
    let properties: [TstProperty]
    /// Whether `qos` is among them.
    private let hasQuality: Bool
    let sink: OpaquePointer
    private let bus: UnsafeMutablePointer<GstBus>
    private let life: FuzzSource.Life
    private var sources: [FuzzSource] = []
    /// What `sources` that are not left push on, each a thread.
    private var runners: [(source: FuzzSource, thread: Background)] = []
    /// Whether the sink may have returned an error, which is then no fault of the element's.
    private var sinkHasFailed = false

    init(_ factory: String, seed: UInt64) throws {
        prepare()
        self.factory = factory
        self.seed = seed
        random = Generator(seed: seed)
        life = FuzzSource.Life(factory)
        let isMixer = mixers.contains(factory)
        let (name, isLive) = (TST_CARELESS + factory, random.once(in: 6))
        element = try #require(
            isMixer ? tst_mixer_new(factory, name, isLive) : gst_element_factory_make(factory, name))
        let hasClock = !random.once(in: 8)
        // Live mixers wait by it.
        if isMixer && hasClock { tst_begin_clock(element, 0) }
        gst_object_ref_sink(element)
        hasQuality = random.once(in: 2)
        properties = TstProperty.all(element, quality: hasQuality)
        sink = tst_sink_new(element)
        bus = gst_bus_new()
        gst_element_set_bus(element, bus)
    }

    /// Plays the round and checks what must hold after any.
    func play() throws {
        let criticals = tst_critical_count()
        let inputs = factory == "swiftblend" ? random.pick([2, 3, 4, 16]) : 2
        let names = isMixer ? Array(repeating: "sink_%u", count: inputs) : ["sink"]
        for name in isSource ? [] : names { try addSource(name) }
        if random.once(in: 2) { tst_set_int(element, "n-threads", Int32(random.number(2...4))) }
        if !random.once(in: 8) { setState(GST_STATE_PLAYING) }

        // Mixers hold sources back until all have given something, so each needs its thread. A source has its own.
        let hasThreads = isMixer || isSource || random.once(in: 2)
        if hasThreads { runners = sources.map(Self.runner) }
        let hammers = (0..<random.pick([0, 0, 0, 0, 1, 2])).map { hammer(from: $0) }
        for _ in 0..<random.number(20...120) {
            if hasThreads {
                if isMixer && random.once(in: 40) { try exchangeSource() }
                usleep(useconds_t(random.number(0...300)))
            } else {
                for _ in 0..<random.number(1...3) { try sources[0].step() }
            }
            try control()
        }
        for hammer in hammers { hammer.end() }
        let failed = end()

        // A push that a stop meets fails without a word.
        if failed && !sinkHasFailed && !hasThreads {
            #expect(hasError(), "a push failed without an error on the bus; \(note)")
        }
        #expect(sources.map(\.changed).reduce(0, +) == 0, "somebody else's frame was changed; \(note)")
        #expect(tst_critical_count() == criticals, "GLib: \(String(cString: tst_last_critical())); \(note)")
        try proveWorking()
        #expect(tst_critical_count() == criticals, "GLib: \(String(cString: tst_last_critical())); \(note)")
        close()
        #expect(eventually { tst_counted_buffers() == 0 }, "frames are left over; \(note)")
        #expect(eventually { threadCount() == 0 }, "threads are left over; \(note)")
    }

    var note: String { "\(factory), seed \(seed)" }
    var isMixer: Bool { mixers.contains(factory) }
    /// Whether it has no input.
    var isSource: Bool { videoSources.contains(factory) }

    private func addSource(_ name: String) throws {
        guard let pad = tst_source_pad(element, name) else { return }
        let source = try FuzzSource(
            pad, formats, reversesFromEnd: hasQuality, Generator(seed: random.next()), life)
        sources.append(source)
        if !random.once(in: 8) && sources.count == 1 && !mixers.contains(factory) { try source.begin() }
    }

    private static func runner(_ source: FuzzSource) -> (source: FuzzSource, thread: Background) {
        (source, Background { try? source.step() })
    }

    /// Takes a mixer's input away while it plays, and makes another.
    private func exchangeSource() throws {
        let index = random.number(0...runners.count - 1)
        let runner = runners[index]
        runner.thread.tell()
        life.exclusively { tst_source_pad_release(element, runner.source.pad) }
        runner.thread.wait()
        try addSource(random.pick(["sink_%u", "sink_0", "sink_1"]))
        if let source = sources.last, source !== runner.source {
            runners[index] = Self.runner(source)
        }
    }

    /// What applications and neighbours downstream do.
    private func control() throws {
        switch random.number(0...15) {
        case 0...5: setProperty()
        case 6:
            let states = [GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PLAYING]
            setState(random.pick(states))
        case 7: setState(GST_STATE_PLAYING)
        case 8: answerOtherwise()
        case 9: tst_sink_answer(sink, GST_FLOW_OK.rawValue, 0, true)
        case 10: pushUpstream()
        case 11: ask()
        case 12: controlProperty()
        case 13: setPropertyOfPad()
        case 14: changeInput()
        default: break
        }
    }

    func setState(_ state: GstState) {
        life.exclusively { _ = gst_element_set_state(element, state) }
    }

    private func setProperty() {
        guard let property = properties.randomElement(using: &random), property.writable else { return }
        if property.is_structure {
            let texts = [
                "", "u", "u, n=(int)1", "u, n=(int)2000000000", "u, time=(float)0.5, more=(float)< 1.0, 2.0 >",
            ]
            tst_set_text(element, string(property.name), random.pick(texts))
        } else if property.is_string {
            let texts = [
                "", "/", "/dev/null", "/proc/self/mem", "nothing.json", String(repeating: "x", count: 5000),
                // Shaders, for what takes them.
                "c.rgb = vec3(time);", "c = 1.0 - texture2D(tex, v_texcoord);", "c = texture2D(tex2, v_texcoord);",
                "uniform int n; for (int i = 0; i < n; i++) c.rgb *= 0.5;",
            ]
            tst_set_string(element, string(property.name), random.pick(texts))
        } else {
            property.set(random.pick([0, 1, Double.random(in: 0...1, using: &random)]), of: element)
        }
    }

    private func setPropertyOfPad() {
        guard let source = sources.randomElement(using: &random), let pad = gst_pad_get_peer(source.pad) else { return }
        defer { gst_object_unref(pad) }
        guard let property = TstProperty.all(ofInput: pad).randomElement(using: &random) else { return }
        guard property.isPlace else { return property.set(random.pick([0, 0.5, 1]), of: pad) }
        let near = Double(random.number(-40...80))
        let place = random.pick([property.minimum, property.maximum, near, near, near])
        tst_set_int(pad, string(property.name), Int32(min(max(place, property.minimum), property.maximum)))
    }

    /// Makes a mixer's input live or no more so, or moves its times.
    private func changeInput() {
        guard isMixer, let source = sources.randomElement(using: &random) else { return }
        if random.once(in: 2) {
            tst_source_set_live(source.pad, random.once(in: 2), random.pick([0, 20_000_000, 1 << 60]))
        } else if let pad = gst_pad_get_peer(source.pad) {
            gst_pad_set_offset(pad, random.pick([0, 40_000_000, -40_000_000, 1 << 60]))
            gst_object_unref(pad)
        }
    }

    private func controlProperty() {
        let names = properties.filter { $0.is_double && $0.controllable }.map { string($0.name) }
        guard let name = names.randomElement(using: &random) else { return }
        // GStreamer looks through the list without a lock.
        if runners.isEmpty && !isSource && random.once(in: 2) {
            tst_uncontrol(element, name)
        } else if gst_object_get_control_binding(gstObject, name).map({ gst_object_unref($0) }) == nil {
            tst_control(element, name, 0, 1, UInt64(random.number(1...2_000_000_000)))
        }
    }

    private var gstObject: UnsafeMutablePointer<GstObject> {
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
    }

    private func answerOtherwise() {
        let flow = random.pick([
            GST_FLOW_OK, GST_FLOW_OK, GST_FLOW_EOS, GST_FLOW_FLUSHING, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_ERROR,
        ])
        if flow == GST_FLOW_ERROR { sinkHasFailed = true }
        tst_sink_answer(sink, flow.rawValue, Int32(random.number(0...4)), !random.once(in: 4))
    }

    private func pushUpstream() {
        // GstBaseSrc lets a seek without a flush wait until a live source plays, and nobody but this thread makes it play.
        let isLive = isSource && tst_get_int(element, "is-live") != 0
        let seek = gst_event_new_seek(
            random.pick([1, -1, 0.3]), GST_FORMAT_TIME,
            random.pick([GST_SEEK_FLAG_FLUSH, isLive ? GST_SEEK_FLAG_FLUSH : GST_SEEK_FLAG_NONE]),
            GST_SEEK_TYPE_SET, random.number(0...1_000_000_000), GST_SEEK_TYPE_NONE, 0)
        let qos = gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, random.pick([0.1, 5]), 40_000_000, 40_000_000)
        let events = [seek, qos, gst_event_new_reconfigure(), gst_event_new_latency(random.pick([0, 1 << 62]))]
        let chosen = random.number(0...events.count - 1)
        for (index, event) in events.enumerated() {
            if index == chosen {
                life.exclusively { _ = gst_pad_push_event(tst_sink_pad(sink), event) }
            } else {
                gst_event_unref(event)
            }
        }
    }

    private func ask() {
        guard
            let query = random.number(0...2) == 0
                ? gst_query_new_latency()
                : random.once(in: 2) ? gst_query_new_position(GST_FORMAT_TIME) : gst_query_new_duration(GST_FORMAT_TIME)
        else { return }
        gst_pad_peer_query(tst_sink_pad(sink), query)
        gst_query_unref(query)
        let caps = gst_caps_from_string("video/x-raw, format={ I420, GRAY8, BGRx }, width=[1, 64]")
        if let answer = gst_pad_peer_query_caps(tst_sink_pad(sink), random.once(in: 2) ? caps : nil) {
            gst_caps_unref(answer)
        }
        gst_caps_unref(caps)
    }

    /// Sets properties as fast as it can, on a thread of its own.
    private func hammer(from first: Int) -> Background {
        let element = Shared(pointer: element)
        let properties = properties.filter { $0.writable && !$0.is_string }
        let steps = Steps()
        return Background {
            let step = first + steps.next()
            properties[step % properties.count].set(Double(step % 4) / 3, of: element.pointer)
        }
    }

    /// Stops everything; whether a push failed.
    private func end() -> Bool {
        for runner in runners { runner.thread.tell() }
        setState(GST_STATE_NULL)
        for runner in runners {
            if isMixer { tst_source_pad_wake(runner.source.pad) }
            runner.thread.wait()
        }
        runners = []
        for source in sources { source.giveBack() }
        return sources.contains { $0.hasFailed }
    }

    /// Whether an error is on the bus, which is empty then.
    func hasError() -> Bool {
        var message = TstMessage()
        var found = false
        while tst_message(bus, &message) { if message.is_error { found = true } }
        return found
    }

    func removeSources() {
        for source in sources {
            tst_source_pad_release(element, source.pad)
            gst_pad_set_active(source.pad, 0)
            gst_object_unref(source.pad)
        }
        sources = []
    }

    private func close() {
        removeSources()
        gst_element_set_bus(element, nil)
        gst_bus_set_flushing(bus, 1)
        gst_object_unref(bus)
        tst_sink_free(sink)
        #expect(tst_ends(element), "the element is still referred to; \(note)")
    }
}
