import Effects
import PixelCore
import PixelReference

/// Measures how cost grows with pixels and with elements in a row.
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
    private var rounds: Int { effort.isQuick ? 2 : 5 }

    func measure(_ elements: [ElementBenchmark], report: (String) -> Void) throws -> Growth {
        let worker = try WorkerProcess(plugin: plugin)
        var growth = Growth()
        for size in sizes {
            var contest = Contest()
            guard case .made(let pass) = try worker.make(.memoryPass(bytes: size.pixels * 3 / 2)) else { continue }
            add("memory pass", pass, to: &contest)
            for element in elements {
                guard let benchmark = element.growthCase else { continue }
                guard case .made(let handle) = try worker.make(.chain(element.chain(benchmark, size, threads: 1)))
                else { continue }
                if size.pixels <= 1280 * 720 {
                    let expected = try benchmark.effect.output(
                        Reference.self, PictureInfo(benchmark.input, size), PictureInfo(benchmark.output, size),
                        benchmark.content, inputs: element.inputs)
                    guard expected.fingerprint == handle.fingerprint else {
                        throw WrongResult(what: "\(element.name) at \(size)")
                    }
                }
                add(element.name, handle, to: &contest)
            }
            try contest.run(rounds: rounds)
            for name in ["memory pass"] + elements.map(\.name) {
                guard let times = contest.times[name] else { continue }
                let spread = Spread(times.map { significant($0 / Double(size.pixels)) })
                report("growth \(name.padded(14)) \(size): \(shown(spread)) ns for each pixel")
                growth.pixels.append(
                    Growth.Point(element: name, format: "I420", size: size, nanosecondsPerPixel: spread))
            }
        }
        for element in elements { try measureLengths(element, worker, &growth, report) }
        return growth
    }

    private func add(_ name: String, _ handle: WorkerProcess.Handle, to contest: inout Contest) {
        let seconds = effort.seconds
        contest.add(name) { try handle.time(seconds: seconds, frames: 3...1000) }
    }

    private func measureLengths(
        _ element: ElementBenchmark, _ worker: WorkerProcess, _ growth: inout Growth, _ report: (String) -> Void
    ) throws {
        let lengths = effort.isQuick ? [1, 2] : Array(1...8)
        var contest = Contest()
        for length in lengths {
            guard case .made(let handle) = try worker.make(.chain(element.row(of: length, effort.size))) else {
                continue
            }
            add("\(length)", handle, to: &contest)
        }
        try contest.run(rounds: rounds)
        for length in lengths {
            guard let times = contest.times["\(length)"] else { continue }
            let spread = Spread(times.map { significant($0 / 1e6) })
            report("growth \(element.name.padded(14)) \(length) in a row: \(shown(spread)) ms")
            growth.lengths.append(
                Growth.Length(
                    element: element.name, format: element.rowFormat.name, size: effort.size, length: length,
                    milliseconds: spread))
        }
    }
}

extension ElementBenchmark {
    /// The case that makes I420.
    var growthCase: BenchmarkCase? { cases.first { $0.output == .i420 } }

    /// What comes out of one can go into the next.
    var rowFormat: PixelFormat { growthCase?.input ?? .i420 }

    /// A number of them in a row; each mixer has a film of its own to mix in.
    func row(of length: Int, _ size: Size) -> ChainItem {
        let content = growthCase?.content ?? .film
        let properties = growthCase?.properties ?? ""
        let line: String
        if inputs == 1 {
            line = Array(repeating: launch(properties, threads: 1), count: length)
                .joined(separator: " ! video/x-raw,format=\(rowFormat.name) ! ")
        } else {
            line = (0..<length).map { i in
                let first = i == 0 ? "identity name=in0 ! mix0.sink_0 " : "mix\(i - 1). ! mix\(i).sink_0 "
                return first + "identity name=in\(i + 1) ! mix\(i).sink_1 "
                    + launch(properties, threads: 1, named: " name=mix\(i)")
            }.joined(separator: " ")
        }
        return ChainItem(
            launch: line, inputs: inputs == 1 ? 1 : length + 1, input: rowFormat, output: rowFormat, size: size,
            content: content)
    }
}
