// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import Foundation

/// What the start of a pipeline costs, and an element that waits.
struct StartRow: Codable {
    let what: String
    let unit: String
    let value: Spread
    /// What it is beside, if anything.
    var peer: String?
    var peerValue: Spread?
}

/// Measures GStreamer's own tools with this plugin and with a stock element, whose plugins both find in a registry; and, within a process,
/// how long the plugin loads and how much memory an element takes that has rendered a frame and waits.
struct StartRows {
    let effort: Effort
    let report: (StartRow) -> Void

    private static let input = "videotestsrc num-buffers=1 ! video/x-raw,format=I420,width=640,height=480"
    /// Whose memory is measured: a pass over pixels, a look around them, and those that keep images between their passes.
    private static let waiting = [
        "swiftsepia", "swiftgaussianblur", "swiftntsc", "swiftbilateral", "swifthighpass", "swiftcorners", "swiftcanny",
        "swiftlines",
    ]
    /// Elements in a row, for the memory of each.
    private static let count = 64

    func measure() throws {
        try measureTools(
            "gst-inspect-1.0 of the plugin", ["gst-inspect-1.0", "swiftvideo"], beside: "gst-inspect-1.0 videofilter",
            ["gst-inspect-1.0", "videofilter"])
        func launch(_ element: String) -> [String] {
            ["gst-launch-1.0", "-q"] + "\(Self.input) ! \(element) ! fakesink".split(separator: " ").map(String.init)
        }
        try measureTools(
            "gst-launch-1.0 of one frame through swiftsepia", launch("swiftsepia"),
            beside: "the same through videobalance",
            launch("videobalance saturation=0.5"))
        report(
            StartRow(
                what: "the plugin loads", unit: "ms",
                value: Spread(try (0..<3 * effort.rounds).map { _ in try loadTime() })))
        for element in Self.waiting {
            report(
                StartRow(
                    what: "\(element) that has had a frame, and waits", unit: "KiB", value: try kilobytes(element),
                    peer: "videobalance",
                    peerValue: try kilobytes("videobalance saturation=0.5")))
        }
    }

    /// Milliseconds of two tools, in turn.
    private func measureTools(_ what: String, _ tool: [String], beside peer: String, _ other: [String]) throws {
        var (times, others): ([Double], [Double]) = ([], [])
        // The first of each fills the caches, and the registry where there is none.
        for round in 0...3 * effort.rounds {
            let (first, second) = (try milliseconds(tool), try milliseconds(other))
            if round > 0 {
                times.append(first)
                others.append(second)
            }
        }
        report(StartRow(what: what, unit: "ms", value: Spread(times), peer: peer, peerValue: Spread(others)))
    }

    private func milliseconds(_ command: [String]) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        return try process.complete().seconds * 1e3
    }

    /// Milliseconds that the plugin takes to load in a process that has GStreamer and no Swift, as applications are. Python's stands for
    /// theirs; this one has loaded what the plugin needs.
    private func loadTime() throws -> Double {
        let script = """
            import ctypes, time
            gstreamer = ctypes.CDLL("libgstreamer-1.0.so.0")
            gstreamer.gst_init(None, None)
            gstreamer.gst_plugin_load_by_name.restype = ctypes.c_void_p
            begin = time.perf_counter()
            plugin = gstreamer.gst_plugin_load_by_name(b"swiftvideo")
            end = time.perf_counter()
            assert plugin
            print((end - begin) * 1e3)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let text = String(decoding: try process.complete().output, as: UTF8.self)
        guard let milliseconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw ItemError("python3 has not loaded the plugin: \(text)")
        }
        return milliseconds
    }

    /// How much memory each element adds to a process.
    private func kilobytes(_ element: String) throws -> Spread {
        Spread(
            try (0..<effort.rounds).map { _ in
                let (many, one) = (try probe(element, Self.count + 1), try probe(element, 1))
                return (many.kilobytes - one.kilobytes) / Double(Self.count)
            })
    }

    private func probe(_ element: String, _ count: Int) throws -> StartProbe {
        let process = Process.ofThisProgram("start", "--element", element, "--count", "\(count)")
        return try JSONDecoder().decode(StartProbe.self, from: process.complete().output)
    }
}

/// What a process has seen that has rendered one frame.
struct StartProbe: Codable {
    /// Memory of the process.
    let kilobytes: Double

    /// Loads a plugin's file, or the plugin that the registry has, and renders a frame, through `count` elements in a row.
    init(_ plugin: String?, element: String, count: Int) throws {
        try load(plugin)
        let launch = Array(repeating: element, count: count).joined(separator: " ! ")
        let chain = ChainItem(launch: launch, input: .i420, output: .i420, size: Size(640, 480))
        let timed = try chain.timed()
        timed.prepare()
        guard timed.run() else { throw ItemError(timed.error()) }
        kilobytes = Double(ownMemory("VmRSS")) / 1024
    }
}

/// Loads a plugin's file, or the plugin that the registry has.
private func load(_ plugin: String?) throws {
    swv_bench_init_gstreamer()
    guard plugin.map({ swv_bench_init($0) }) ?? swv_bench_load() else {
        throw ItemError("\(plugin ?? "the plugin") can't be loaded")
    }
}

extension StartRow {
    /// The row, for a terminal.
    var text: String {
        let beside = peer.flatMap { name in peerValue.map { ", \(name) \(shown($0))" } } ?? ""
        return "start    \(what.padded(50)) \(shown(value)) \(unit)\(beside)"
    }
}
