// SPDX-License-Identifier: MIT
import ArgumentParser
import CBenchmarkSupport
import Effects
import Foundation
import PixelCore
import PixelKernels

/// What a frame takes in an element with one thread.
struct CostRow: Codable {
    let element: String
    /// Settings as a launch line has them.
    let properties: String
    let input: String
    let output: String
    let size: Size
    let milliseconds: Double
    /// Nanoseconds a pixel, times the cycles that this machine has in one.
    let cyclesPerPixel: Double

    /// The row, for a terminal.
    var text: String {
        let formats = input == output ? input : "\(input) to \(output)"
        let cycles = "\(shown(cyclesPerPixel)) cycles a pixel"
        return
            "cost \(element.padded(22)) \(formats.padded(20)) \("\(size)".padded(10)) \(shown(milliseconds)) ms, \(cycles)"
    }
}

/// What `costs.json` holds.
struct CostResults: Codable {
    var machine: Machine
    let isQuick: Bool
    /// The CPU level of all rows.
    let cpu: String
    /// Thousand million cycles a second, of a core that adds one number after another.
    let gigahertz: Double
    var rows: [CostRow] = []
}

/// Measures what a frame takes in every element, for the page on performance: with the settings of its example, or those of its
/// first benchmark, one thread, AVX2 where there is more.
struct CostRows {
    let effort: Effort
    let plugin: String
    let gigahertz: Double
    let report: (CostRow) -> Void

    private static let formats: [PixelFormat] = [.i420, .bgrx]
    private var sizes: [Size] {
        effort.isQuick ? [effort.size] : [Size(1280, 720), Size(1920, 1080), Size(3840, 2160)]
    }

    func measure() throws {
        let worker = try WorkerProcess(plugin: plugin, level: FrameRows.level)
        for element in benchmarkedElements {
            for benchmark in Self.cases(element) {
                let small = element.chain(benchmark, Effort.quick.size, threads: 1)
                let expected = try benchmark.expected(small).fingerprint
                guard try worker.made(.chain(small)).fingerprint == expected else {
                    throw WrongResult(what: "\(element.name) \(benchmark.name)")
                }
                for size in sizes {
                    let chain = element.chain(benchmark, size, threads: 1)
                    try measure(element.name, benchmark.properties, chain, worker)
                }
            }
        }
        for element in DeclaredElement.all {
            for format in Self.formats {
                for size in sizes { try measure(element, format, size, worker) }
            }
        }
    }

    /// Of each of the formats the first case; of an element that takes none of them its first.
    private static func cases(_ element: ElementBenchmark) -> [BenchmarkCase] {
        let first = element.cases[0]
        guard first.input == first.output else { return [first] }
        return formats.map { format in
            element.cases.first { $0.input == format && $0.output == format && $0.others == nil }
                ?? element.cases.first { $0.input == .bgra && $0.output == .bgra && format == .bgrx }
                ?? first.with(format)
        }
    }

    private func measure(
        _ name: String, _ properties: String, _ chain: ChainItem, _ worker: WorkerProcess
    ) throws {
        let own = try worker.made(.chain(chain))
        let seconds = effort.seconds
        var contest = Contest()
        contest.add(name) { try own.time(seconds: seconds, frames: 3...2000) }
        try add(name, properties, chain.from.format, chain.to.format, chain.size, contest)
    }

    private func measure(
        _ element: DeclaredElement, _ format: PixelFormat, _ size: Size, _ worker: WorkerProcess
    ) throws {
        if let source = element.source {
            let render = try source(FrameRows.level.kernels, VideoInfo(format, size))
            // What can fail has run once.
            try render()
            let seconds = effort.seconds
            var contest = Contest()
            contest.add(element.name) { try timeCalls(seconds: seconds) { try? render() } }
            return try add(element.name, element.properties, format, format, size, contest)
        }
        if size == sizes[0] { _ = try element.check(format, worker) }
        try measure(element.name, element.properties, element.chain(format, size), worker)
    }

    private func add(
        _ element: String, _ properties: String, _ input: PixelFormat, _ output: PixelFormat, _ size: Size,
        _ contest: Contest
    ) throws {
        var contest = contest
        try contest.run(rounds: effort.isQuick ? 1 : 2)
        let nanoseconds = contest.time(element)
        let pixels = Double(size.width * size.height)
        report(
            CostRow(
                element: element, properties: properties, input: input.name, output: output.name, size: size,
                milliseconds: nanoseconds / 1e6, cyclesPerPixel: nanoseconds * gigahertz / pixels))
    }
}

struct CostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "costs", abstract: "Measures what a frame takes in every element, for the page on performance.")

    @Flag(help: "A short run, which only shows that all parts work.") var quick = false
    @Option(help: "The plugin's file.") var plugin: String
    @Option(help: "Where results go, as JSON.") var json: String

    func run() throws {
        try load(plugin)
        let gigahertz = (0..<9).map { _ in swv_gigahertz() }.max() ?? 0
        var results = CostResults(
            machine: Machine(), isQuick: quick, cpu: "\(FrameRows.level.name)", gigahertz: gigahertz)
        try CostRows(effort: quick ? .quick : .full, plugin: plugin, gigahertz: gigahertz) { row in
            print(row.text)
            results.rows.append(row)
        }.measure()
        results.machine.loadAfter = Machine.load
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try (encoder.encode(results) + Data("\n".utf8)).write(to: URL(fileURLWithPath: json), options: .atomic)
    }
}
