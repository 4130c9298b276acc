// SPDX-License-Identifier: MIT
import Effects
import Foundation
import PixelCore
import PixelKernels
import PixelReference

/// What one frame takes, for the README: elements with common settings, in the formats of cameras.
struct FrameRow: Codable {
    /// The element and its settings, as a launch line has them.
    let what: String
    let input: String
    let output: String
    let size: Size
    let threads: Int
    /// The element's; nil where the row is for comparison.
    var cpu: String?
    /// The median of the rounds, and the fastest and slowest round.
    var milliseconds: Spread
}

/// What `frames.json` holds.
struct FrameResults {
    var machine: Machine
    let isQuick: Bool
    let rounds: Int
    /// The CPU level of all rows of elements.
    let cpu: String
    var rows: [FrameRow] = []

    /// Writes everything as JSON, each row on a line of its own.
    func write(_ file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(data: try encoder.encode(value), encoding: .utf8) ?? "null"
        }
        let text = try """
        {"machine": \(line(machine)), "isQuick": \(isQuick), "rounds": \(rounds), "cpu": \(line(cpu)),
        "rows": [
        \(rows.map { try line($0) }.joined(separator: ",\n"))
        ]}

        """
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}

/// Measures the rows of the README's table.
struct FrameRows {
    let effort: Effort
    let plugin: String
    let report: (FrameRow) -> Void

    /// AVX2, which most computers in use have, or the best level of a CPU without it.
    static let level = min(CPULevel.best, .v3)

    private static let formats: [PixelFormat] = [.yuy2, .nv12, .i420, .bgrx]
    private static let memoryPass = "memory pass"

    private var sizes: [Size] { effort.isQuick ? [Size(160, 120)] : [Size(1280, 720), Size(1920, 1080)] }

    /// The cases of a benchmark that are common settings, each with all formats of cameras.
    private static func cases(_ element: ElementBenchmark) -> [BenchmarkCase] {
        let common = [
            "I420", "I420 method=clahe", "GRAY16_LE to GRAY8", "GRAY16_LE to BGRx colormap=turbo",
        ]
        return common.compactMap { name in element.cases.first { $0.name == name } }.flatMap { found in
            found.input != found.output ? [found] : formats.map { found.with($0) }
        }
    }

    func measure(_ elements: [ElementBenchmark]) throws {
        let worker = try WorkerProcess(plugin: plugin, level: Self.level)
        for element in elements {
            let cases = Self.cases(element)
            for benchmark in cases {
                for size in sizes { try measure(element, benchmark, size, worker) }
            }
        }
        for size in sizes { try measureOthers(size, worker) }
    }

    /// One thread and two in turn, after the output was found to be the scalar reference's.
    private func measure(
        _ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ size: Size, _ worker: WorkerProcess
    ) throws {
        let expected = try benchmark.expected(element.chain(benchmark, size, threads: 1)).fingerprint
        var contest = Contest()
        let seconds = effort.seconds
        for threads in 1...2 {
            let handle = try worker.made(.chain(element.chain(benchmark, size, threads: threads)))
            guard handle.fingerprint == expected else {
                throw WrongResult(what: "\(element.name) \(benchmark.name) at \(size) with \(threads) threads")
            }
            contest.add("\(threads)") { try handle.time(seconds: seconds, frames: 3...2000) }
        }
        try contest.run(rounds: effort.rounds)
        let what = ([element.name] + benchmark.properties.split(separator: " ").map(String.init)).joined(separator: " ")
        for threads in 1...2 {
            report(
                FrameRow(
                    what: what, input: benchmark.input.name, output: benchmark.output.name, size: size,
                    threads: threads, cpu: "\(Self.level.name)", milliseconds: contest.milliseconds("\(threads)")))
        }
    }

    /// What a conversion takes, and a pass over the memory of a frame: no element is faster than that.
    private func measureOthers(_ size: Size, _ worker: WorkerProcess) throws {
        let seconds = effort.seconds
        for format in Self.formats {
            let output: PixelFormat = format == .bgrx ? .i420 : .bgrx
            let chain = ChainItem(launch: "videoconvert n-threads=1", input: format, output: output, size: size)
            let bytes = Image(VideoInfo(format, size)).bytes.count
            let peers: [(name: String, output: PixelFormat, item: Item)] = [
                ("videoconvert", output, .chain(chain)), (Self.memoryPass, format, .memoryPass(bytes: bytes)),
            ]
            guard try worker.check(chain, .converts) else { throw ItemError("videoconvert is missing") }
            for peer in peers {
                let handle = try worker.made(peer.item)
                var contest = Contest()
                contest.add(peer.name) { try handle.time(seconds: seconds, frames: 3...2000) }
                try contest.run(rounds: effort.rounds)
                report(
                    FrameRow(
                        what: peer.name, input: format.name, output: peer.output.name, size: size, threads: 1,
                        milliseconds: contest.milliseconds(peer.name)))
            }
        }
    }
}

extension Contest {
    /// What a frame took.
    fileprivate func milliseconds(_ name: String) -> Spread {
        Spread((times[name] ?? []).map { $0 / 1e6 }).rounded
    }
}

extension BenchmarkCase {
    /// The same settings with frames of another format.
    func with(_ format: PixelFormat) -> BenchmarkCase {
        BenchmarkCase(
            ([format.name] + properties.split(separator: " ").map(String.init)).joined(separator: " "), format,
            properties, content: content, effect: effect)
    }
}

extension FrameRow {
    /// The row, for a terminal.
    var text: String {
        let formats = input == output ? input : "\(input) to \(output)"
        let name = "\(what.padded(30)) \(formats.padded(20)) \("\(size)".padded(10)) \(threads)"
        let rate = shown(1000 / milliseconds.ratio)
        return "frame \(name) \((cpu ?? "").padded(9)) \(shown(milliseconds)) ms, \(rate) frames per second"
    }
}
