import Effects
import PixelCore
import PixelKernels
import PixelReference

/// A result that is not the reference's: no time of it is worth printing.
struct WrongResult: Error, CustomStringConvertible {
    let what: String
    var description: String { "\(what) differs from the scalar reference; nothing is timed" }
}

/// Measures effects and elements, a case at a time.
struct ElementRows {
    let effort: Effort
    let plugin: String
    let report: (Row) -> Void
    private let workers: [CPULevel: WorkerProcess]

    init(effort: Effort, plugin: String, report: @escaping (Row) -> Void) throws {
        (self.effort, self.plugin, self.report) = (effort, plugin, report)
        workers = try Dictionary(
            uniqueKeysWithValues: CPULevel.available.map { ($0, try WorkerProcess(plugin: plugin, level: $0)) })
    }

    func measure(_ element: ElementBenchmark) throws {
        for benchmark in element.cases { try measure(element, benchmark) }
        guard let first = element.cases.first else { return }
        try measureSmall(element, first)
        try measureThreads(element, first, effort.isQuick ? effort.size : Size(3840, 2160))
    }

    /// Makes an item at the best level or another; nil where an element is missing.
    private func make(_ item: Item, at level: CPULevel = .best) throws -> WorkerProcess.Making {
        guard let worker = workers[level] else { throw ItemError("no worker") }
        return try worker.make(item)
    }

    /// Adds an item whose result has to be `expected`.
    private func add(
        _ name: String, _ item: Item, at level: CPULevel, to contest: inout Contest, expecting expected: UInt64,
        rounds: Int = .max
    ) throws {
        guard case .made(let handle) = try make(item, at: level), handle.fingerprint == expected else {
            throw WrongResult(what: "\(name) (\(item))")
        }
        add(name, handle, to: &contest, rounds: rounds)
    }

    private func add(
        _ name: String, _ handle: WorkerProcess.Handle, to contest: inout Contest, rounds: Int = .max
    ) {
        let seconds = effort.seconds
        contest.add(name, rounds: rounds) {
            // What is in no hurry may be slow: then one frame is enough.
            try handle.time(seconds: seconds, frames: (rounds < .max ? 1 : 3)...2000)
        }
    }

    /// What the first output has to be.
    private func expected(_ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ size: Size) throws -> UInt64 {
        try benchmark.effect.output(
            Reference.self, PictureInfo(benchmark.input, size), PictureInfo(benchmark.output, size),
            benchmark.content, inputs: element.inputs
        ).fingerprint
    }

    /// The effect and the element at every level beside everything.
    private func measure(_ element: ElementBenchmark, _ benchmark: BenchmarkCase) throws {
        let size = effort.size
        let expected = try expected(element, benchmark, size)
        var contest = Contest()
        let effect = EffectItem(element: element.name, benchmark: benchmark.name, size: size)
        for level in CPULevel.available {
            try add("effect \(level)", .effect(effect), at: level, to: &contest, expecting: expected)
            try add(
                "element \(level)", .chain(element.chain(benchmark, size, threads: 1)), at: level, to: &contest,
                expecting: expected)
        }
        var scalar = effect
        scalar.isReference = true
        try add("reference", .effect(scalar), at: .best, to: &contest, expecting: expected, rounds: 3)
        // As many bytes as come in and go out are read and written: half of them each.
        let (input, output) = (
            Picture(PictureInfo(benchmark.input, size)).bytes.count,
            Picture(PictureInfo(benchmark.output, size)).bytes.count
        )
        guard case .made(let pass) = try make(.memoryPass(bytes: (element.inputs * input + output) / 2)) else { return }
        add("memory pass", pass, to: &contest)
        guard case .made(let identity) = try make(identity(benchmark, size)) else { return }
        add("identity", identity, to: &contest)
        var missing: [String: String] = [:]
        for peer in benchmark.peers {
            switch try make(peer.item(benchmark, size)) {
            case .made(let handle):
                if case .openCVClahe = peer.kind, benchmark.input == .gray8, handle.fingerprint != expected {
                    throw WrongResult(what: "OpenCV's CLAHE, whose law is ours,")
                }
                add(peer.name, handle, to: &contest)
            case .missing: missing[peer.name] = "\(peer.name) (Debian package \(peer.package))"
            }
        }
        try contest.run(rounds: effort.rounds)

        let what = "\(element.name) \(benchmark.name)"
        func row(_ level: Level, _ of: String, _ peer: String, named: String, _ cpu: CPULevel) {
            var row = Row(level: level, what: what, peer: named, size: "\(size)", cpu: "\(cpu.name)")
            row.missing = missing[peer]
            if row.missing == nil {
                (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                    contest.speed(of, beside: peer), contest.time(of), contest.time(peer)
                )
            }
            report(row)
        }
        for level in CPULevel.available.reversed() {
            row(.effect, "effect \(level)", "reference", named: "scalar reference", level)
            row(.effect, "effect \(level)", "memory pass", named: "memory pass", level)
            row(.effect, "effect \(level)", "element \(level)", named: "the element", level)
        }
        for level in CPULevel.available.reversed() {
            row(.element, "element \(level)", "identity", named: "identity", level)
            for peer in benchmark.peers { row(.element, "element \(level)", peer.name, named: peer.name, level) }
        }
    }

    /// One frame of the same format that passes.
    private func identity(_ benchmark: BenchmarkCase, _ size: Size) -> Item {
        .chain(ChainItem(launch: "identity", input: benchmark.input, output: benchmark.input, size: size))
    }

    /// What a frame costs that has next to no pixels.
    private func measureSmall(_ element: ElementBenchmark, _ benchmark: BenchmarkCase) throws {
        let size = Size(16, 16)
        let expected = try expected(element, benchmark, size)
        var contest = Contest()
        try add(
            "element", .chain(element.chain(benchmark, size, threads: 1)), at: .best, to: &contest,
            expecting: expected)
        guard case .made(let identity) = try make(identity(benchmark, size)) else { return }
        add("identity", identity, to: &contest)
        try contest.run(rounds: effort.rounds)
        var row = Row(
            level: .element, what: "\(element.name) \(benchmark.name)", peer: "identity", size: "\(size)",
            cpu: "\(CPULevel.best.name)")
        (row.speed, row.nanoseconds, row.peerNanoseconds) = (
            contest.speed("element", beside: "identity"), contest.time("element"), contest.time("identity")
        )
        report(row)
    }

    /// Two threads beside one, at the usual size and a large one.
    private func measureThreads(_ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ large: Size) throws {
        for size in Set([effort.size, large]).sorted(by: { $0.pixels < $1.pixels }) {
            let expected = try expected(element, benchmark, size)
            var contest = Contest()
            for threads in 1...2 {
                try add(
                    "\(threads)", .chain(element.chain(benchmark, size, threads: threads)), at: .best, to: &contest,
                    expecting: expected)
            }
            try contest.run(rounds: effort.rounds)
            var row = Row(
                level: .element, what: "\(element.name) \(benchmark.name)", peer: "itself with one thread",
                size: "\(size)", threads: 2, cpu: "\(CPULevel.best.name)")
            (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                contest.speed("2", beside: "1"), contest.time("2"), contest.time("1")
            )
            report(row)
        }
    }

    /// The tile route with 0, 1 and 8 colour matrices beside a memory pass: what effects in float will cost.
    func measureTiles() throws {
        let size = effort.size
        var contest = Contest()
        guard case .made(let pass) = try make(.memoryPass(bytes: 4 * size.pixels)) else { return }
        add("memory pass", pass, to: &contest)
        let lengths = [0, 1, 8]
        for effects in lengths {
            let expected = tileFingerprint(effects: effects, size, Reference.self)
            for level in CPULevel.available {
                try add(
                    "\(effects) \(level)", .tiles(effects: effects, size), at: level, to: &contest,
                    expecting: expected)
            }
        }
        try contest.run(rounds: effort.rounds)
        for level in CPULevel.available.reversed() {
            for effects in lengths {
                let name = "\(effects) \(level)"
                var row = Row(
                    level: .effect, what: "tiles of BGRx, \(effects) colour matrices", peer: "memory pass",
                    size: "\(size)", cpu: "\(level.name)")
                (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                    contest.speed(name, beside: "memory pass"), contest.time(name), contest.time("memory pass")
                )
                report(row)
            }
        }
    }
}
