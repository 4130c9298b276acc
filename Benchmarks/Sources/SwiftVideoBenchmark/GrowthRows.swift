// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelReference

/// Measures how cost grows: with pixels, with elements in a row, and with their radius.
struct GrowthRows {
    let effort: Effort
    let plugin: String

    private var sizes: [Size] {
        let sizes = [
            Size(160, 120), Size(320, 240), Size(640, 480), Size(1280, 720), Size(1920, 1080), Size(3840, 2160),
            Size(7680, 4320),
        ]
        return effort.isQuick ? Array(sizes.prefix(2)) : sizes
    }
    var rounds: Int { effort.isQuick ? 2 : 5 }

    func measure(_ all: [ElementBenchmark], report: (String) -> Void) throws -> Growth {
        let elements = all.filter(\.isWhole)
        let worker = try WorkerProcess(plugin: plugin)
        var growth = Growth()
        for size in sizes {
            var contest = Contest()
            // As many bytes as I420 has.
            add("memory pass", try worker.made(.memoryPass(bytes: size.pixels * 3 / 2)), to: &contest)
            var formats = ["memory pass": PixelFormat.i420.name]
            for element in elements {
                let benchmark = try element.growthCase
                let chain = element.chain(benchmark, size, threads: 1)
                let handle = try worker.made(.chain(chain))
                guard try benchmark.expected(chain).fingerprint == handle.fingerprint else {
                    throw WrongResult(what: "\(element.name) at \(size)")
                }
                formats[element.name] =
                    chain.input == chain.output ? chain.input.name : "\(chain.input.name) to \(chain.output.name)"
                add(element.name, handle, to: &contest)
            }
            try contest.run(rounds: rounds)
            for name in ["memory pass"] + elements.map(\.name) {
                let spread = Spread((contest.times[name] ?? []).map { significant($0 / Double(size.pixels)) })
                report("growth \(name.padded(14)) \(size): \(shown(spread)) ns for each pixel")
                growth.pixels.append(
                    Growth.Point(
                        element: name, format: formats[name] ?? "", size: size, nanosecondsPerPixel: spread))
            }
        }
        for element in elements { try measureLengths(element, worker, &growth, report) }
        for element in all { growth.radii += try measureRadii(element, worker, report) }
        return growth
    }

    func add(_ name: String, _ handle: WorkerProcess.Handle, to contest: inout Contest) {
        let seconds = effort.seconds
        contest.add(name) { try handle.time(seconds: seconds, frames: 3...1000) }
    }

    private func measureLengths(
        _ element: ElementBenchmark, _ worker: WorkerProcess, _ growth: inout Growth, _ report: (String) -> Void
    ) throws {
        let lengths = effort.isQuick ? 1...2 : 1...8
        let benchmark = try element.growthCase
        var contest = Contest()
        // What comes out of the elements so far.
        var expected = Image(VideoInfo(benchmark.input, effort.size), showing: benchmark.content)
        for length in lengths {
            let chain = try element.row(of: length, effort.size)
            // The first input is what the others made, the last one a video of its own.
            let inputs = [expected] + chain.images(.check).suffix(element.inputs - 1)
            expected = try benchmark.effect.output(Reference.self, of: inputs, as: chain.to)
            let handle = try worker.made(.chain(chain))
            guard handle.fingerprint == expected.fingerprint else {
                throw WrongResult(what: "\(length) of \(element.name) in a row")
            }
            add("\(length)", handle, to: &contest)
        }
        try contest.run(rounds: rounds)
        for length in lengths {
            let spread = Spread((contest.times["\(length)"] ?? []).map { significant($0 / 1e6) })
            report("growth \(element.name.padded(14)) \(length) in a row: \(shown(spread)) ms")
            growth.lengths.append(
                Growth.Length(
                    element: element.name, format: benchmark.input.name, size: effort.size, length: length,
                    milliseconds: spread))
        }
    }
}

extension ElementBenchmark {
    /// The case that makes I420.
    var growthCase: BenchmarkCase {
        get throws {
            guard let benchmark = cases.first(where: { $0.output == .i420 }) else {
                throw ItemError("\(name) has no case that gives I420, by which growth is measured")
            }
            return benchmark
        }
    }

    /// A number of them in a row, with what comes in as output too; each mixer has a video of its own to mix in.
    func row(of length: Int, _ size: Size) throws -> ChainItem {
        let benchmark = try growthCase
        let (format, properties) = (benchmark.input, benchmark.properties)
        let line: String
        if inputs == 1 {
            line = Array(repeating: launch(properties, threads: 1), count: length)
                .joined(separator: " ! video/x-raw,format=\(format.name) ! ")
        } else {
            line = (0..<length).map { i in
                let first = i == 0 ? "identity name=in0 ! mix0.sink_0 " : "mix\(i - 1). ! mix\(i).sink_0 "
                return first + "identity name=in\(i + 1) ! mix\(i).sink_1 "
                    + launch(properties, threads: 1, named: " name=mix\(i)")
            }.joined(separator: " ")
        }
        return ChainItem(
            launch: line, inputs: inputs == 1 ? 1 : length + 1, input: format, output: format, size: size,
            content: benchmark.content, transposes: benchmark.transposes && length % 2 == 1)
    }
}
