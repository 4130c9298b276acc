// SPDX-License-Identifier: MIT
import CTestSupport
import Glibc
import PixelCore
import TestSupport
import Testing

/// What this process has taken.
struct Usage: CustomStringConvertible {
    /// Bytes that are allocated, in all arenas.
    let heap: Int
    /// Bytes in memory.
    let resident: Int
    let threads: Int
    let files: Int

    static func now() -> Usage {
        let heap = tst_heap_bytes()
        var resident = 0
        if let file = fopen("/proc/self/statm", "r") {
            var line = [CChar](repeating: 0, count: 128)
            fgets(&line, 128, file)
            fclose(file)
            let numbers = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(separator: " ").map { Int($0) ?? 0 }
            if numbers.count > 1 { resident = numbers[1] * Int(getpagesize()) }
        }
        return Usage(
            heap: heap, resident: resident,
            threads: entries("/proc/self/task"), files: entries("/proc/self/fd"))
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }

    var description: String {
        "\(heap >> 10) KiB allocated, \(resident >> 10) KiB resident, \(threads) threads, \(files) files"
    }
}

/// Does something `count` times, and finds out whether it leaves something behind each time.
///
/// A leak shows in most of five parts, though one may give something back; what threads and caches take once, or at times, does
/// not. The smallest block that can be left is one of 32 bytes.
private func expectNoGrowth(_ what: String, count: Int, _ body: (Int) throws -> Void) throws {
    let part = count / 6
    // As long as caches are filled.
    for i in 0..<count - 5 * part { try body(i) }
    var usages = [Usage.now()]
    for start in stride(from: count - 5 * part, to: count, by: part) {
        for i in start..<start + part { try body(i) }
        usages.append(Usage.now())
    }
    print("\(what), \(count) times: at first \(usages[0]); at the end \(usages[5])")
    func usualGrowth(_ value: (Usage) -> Int) -> Int {
        zip(usages, usages.dropFirst()).map { value($1) - value($0) }.sorted()[2]
    }
    let heap = usualGrowth(\.heap)
    #expect(heap < 8 * part, "\(what): \(heap) bytes for each \(part)")
    let resident = usualGrowth(\.resident)
    // What is left outside the heap, as mappings and stacks are, is a page each time or more. Stacks of threads that end later
    // come and go meanwhile: some 200 KiB.
    #expect(resident < Int(getpagesize()) / 2 * part, "\(what): \(resident) bytes of memory for each \(part)")
    #expect(usualGrowth(\.threads) <= 0, "\(what): \(usages)")
    #expect(usualGrowth(\.files) <= 0, "\(what): \(usages)")
    // What comes now and then must not come for ever either.
    #expect(usages[5].resident - usages[0].resident < max(4 << 20, 64 * count), "\(what): \(usages)")
}

/// An element that is driven by hand, whatever its kind.
private enum Driven {
    case one(ElementHarness)
    case two(MixHarness)

    init(_ factory: String) throws {
        if mixers.contains(factory) {
            self = .two(try MixHarness(of: factory))
        } else {
            self = .one(try ElementHarness(factory))
        }
        tst_set_int(element, "n-threads", 2)
    }

    var element: UnsafeMutablePointer<GstElement> {
        switch self {
        case .one(let harness): harness.element
        case .two(let harness): harness.element
        }
    }

    func setCaps(_ caps: String) {
        switch self {
        case .one(let harness): harness.setCaps(caps)
        case .two(let harness): for input in 0..<2 { harness.setCaps(input, caps) }
        }
    }

    /// Throws away what was told upstream, downstream and on the bus, which the test itself would keep. Returns whether there
    /// was an error or a warning.
    func drain(_ second: Int = 1) -> Bool {
        let output: UnsafeMutablePointer<GstHarness>
        let hasMessage: Bool
        switch self {
        case .one(let harness):
            output = harness.harness
            hasMessage = harness.message() != nil
            _ = harness.upstreamEvents()
        case .two(let harness):
            output = harness.output
            hasMessage = harness.message(seconds: 0) != nil
            for input in [0, second] { _ = harness.upstreamEvents(input) }
        }
        while let event = gst_harness_try_pull_event(output) {
            gst_mini_object_unref(UnsafeMutableRawPointer(event).assumingMemoryBound(to: GstMiniObject.self))
        }
        return hasMessage
    }

    /// The time of what comes out for a frame; nil if nothing does.
    func render(_ image: Image, at time: UInt64) -> UInt64? {
        func buffer() -> Buffer { image.buffer().setTimes(pts: time, duration: MixHarness.frame) }
        switch self {
        case .one(let harness):
            guard harness.push(buffer()) == GST_FLOW_OK else { return nil }
            return harness.pull().map { $0.pts }
        case .two(let harness):
            for input in 0..<2 {
                guard let source = harness.inputs[input], tst_push(source, buffer().take()) == GST_FLOW_OK else {
                    return nil
                }
            }
            return harness.pull().map { $0.pts }
        }
    }
}

extension ElementTests {
    @Suite(.serialized) struct AttackEndurance {
        static let factories = Subject.someFactories("AttackEndurance", and: converters + mixers)

        private static func format(_ factory: String) -> PixelFormat {
            converters.contains(factory) ? .gray16le : .bgrx
        }

        @Test("Starts and stops leave nothing behind", arguments: factories, [GST_STATE_NULL, GST_STATE_READY])
        func cycles(factory: String, low: GstState) throws {
            try withoutCriticals {
                // Worth two threads.
                let image = try Image(Self.format(factory), 768, 384)
                let driven = try Driven(factory)
                var lost = 0
                let what = "\(factory) \(low == GST_STATE_NULL ? "NULL to PLAYING" : "READY to PAUSED")"
                try expectNoGrowth(what, count: isLong ? 10_000 : 1200) { _ in
                    gst_element_set_state(driven.element, low)
                    // A mixer makes frames in PAUSED too.
                    gst_element_set_state(driven.element, low == GST_STATE_NULL ? GST_STATE_PLAYING : GST_STATE_PAUSED)
                    driven.setCaps(image.caps)
                    if driven.render(image, at: 0) == nil || driven.drain() { lost += 1 }
                }
                #expect(lost == 0)
                gst_element_set_state(driven.element, GST_STATE_NULL)
                #expect(eventually { threadCount() == 0 })
            }
        }

        @Test("An hour of video takes no more than a minute of it, and keeps its times", arguments: factories)
        func hour(factory: String) throws {
            try withoutCriticals {
                let image =
                    try isLong ? Image(Self.format(factory), 640, 360) : Image(Self.format(factory), 80, 46)
                let driven = try Driven(factory)
                driven.setCaps(image.caps)
                var late = 0
                try expectNoGrowth("\(factory), frames of an hour", count: 90_000) { i in
                    let time = UInt64(i) * MixHarness.frame
                    // An application that reads its bus, on which elements that measure have a message for each frame.
                    if driven.render(image, at: time) != time || driven.drain() { late += 1 }
                }
                #expect(late == 0)
            }
        }

        @Test("Elements that are made and thrown away leave nothing behind", arguments: factories)
        func instances(factory: String) throws {
            try withoutCriticals {
                let image = try Image(Self.format(factory), 64, 48)
                var lost = 0
                try expectNoGrowth("\(factory), instances", count: isLong ? 10_000 : 1200) { _ in
                    let driven = try Driven(factory)
                    driven.setCaps(image.caps)
                    if driven.render(image, at: 0) == nil { lost += 1 }
                }
                #expect(lost == 0)
            }
        }

        @Test("An input that is late, ends, goes and comes back leaves nothing behind")
        func comesBack() throws {
            try withoutCriticals {
                let first = try Image(.bgrx, 64, 48)
                let other = try Image(.bgrx, 64, 48, seed: 2)
                let both = try Image.mixed(first, other, 0.5).bytes
                let harness = try MixHarness(first.caps)
                let driven = Driven.two(harness)
                var (second, frame, lost) = (1, 0, 0)
                func pull(_ expected: [UInt8]) {
                    let output = harness.pull()
                    if output.map({ $0.pts }) != UInt64(frame) * MixHarness.frame { lost += 1 }
                    if output?.bytes != expected { lost += 1 }
                    frame += 1
                }
                try expectNoGrowth("swiftmix, an input that comes back", count: isLong ? 10_000 : 1200) { _ in
                    harness.push(0, first.buffer(), frame: frame)
                    harness.push(second, other.buffer(), frame: frame)
                    pull(both)
                    harness.push(0, first.buffer(), frame: frame)
                    harness.push(second, gst_event_new_eos())
                    pull(first.bytes)
                    harness.push(0, first.buffer(), frame: frame)
                    pull(first.bytes)
                    harness.remove(second)
                    harness.push(0, first.buffer(), frame: frame)
                    pull(first.bytes)
                    harness.add("sink_1")
                    second = harness.inputs.count - 1
                    harness.setCaps(second, first.caps)
                    if driven.drain(second) { lost += 1 }
                }
                #expect(lost == 0)
            }
        }
    }
}
