// SPDX-License-Identifier: MIT
import Dispatch
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
    /// Checks what peers make; nothing is timed in it.
    private let checker: WorkerProcess
    /// What the scalar reference made of chains, as it is asked once.
    private let references = References()

    private final class References {
        var known: [ChainItem: ReferenceFrame] = [:]
    }

    private struct ReferenceFrame {
        let fingerprint: UInt64
        let seconds: Double

        /// Whether it is far longer than anything is timed: then the one frame that was needed has to do.
        func isSlow(_ effort: Effort) -> Bool { seconds > 25 * effort.seconds }
        /// Whether a large frame takes minutes.
        var isTooSlowForLarge: Bool { seconds > 10 }
    }

    init(effort: Effort, plugin: String, report: @escaping (Row) -> Void) throws {
        (self.effort, self.plugin, self.report) = (effort, plugin, report)
        workers = try Dictionary(
            uniqueKeysWithValues: CPULevel.available.map { ($0, try WorkerProcess(plugin: plugin, level: $0)) })
        checker = try WorkerProcess(plugin: plugin)
    }

    func measure(_ element: ElementBenchmark) throws {
        guard let first = element.cases.first else { throw ItemError("\(element.name) has no case") }
        for benchmark in element.cases {
            try measure(element, benchmark)
            if benchmark.name == first.name || element.hasThreadsEverywhere && benchmark.input == first.input {
                try measureThreads(element, benchmark, effort.size)
            }
        }
        try measureSmall(element, first)
        if !effort.isQuick, try !reference(element, first, effort.size).isTooSlowForLarge {
            try measureThreads(element, first, Size(3840, 2160))
        }
    }

    /// Makes what has to be there, at the best level or another.
    private func made(_ item: Item, at level: CPULevel = .best) throws -> WorkerProcess.Handle {
        guard let worker = workers[level] else { throw ItemError("no worker") }
        return try worker.made(item)
    }

    /// Adds an item whose result has to be `expected`.
    private func add(
        _ name: String, _ item: Item, at level: CPULevel, to contest: inout Contest, expecting expected: UInt64,
        rounds: Int = .max
    ) throws {
        let handle = try made(item, at: level)
        guard handle.fingerprint == expected else { throw WrongResult(what: "\(name) (\(item))") }
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

    /// What the scalar reference makes of a chain.
    private func reference(
        _ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ size: Size
    ) throws -> ReferenceFrame {
        let chain = element.chain(benchmark, size, threads: 1)
        if let known = references.known[chain] { return known }
        let start = DispatchTime.now().uptimeNanoseconds
        let fingerprint = try benchmark.expected(chain).fingerprint
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        let made = ReferenceFrame(fingerprint: fingerprint, seconds: seconds)
        references.known[chain] = made
        return made
    }

    /// What the first output has to be.
    private func expected(_ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ size: Size) throws -> UInt64 {
        try reference(element, benchmark, size).fingerprint
    }

    /// Adds a peer whose output was checked; false where it is not installed.
    private func add(
        _ peer: Peer, _ element: String, _ benchmark: BenchmarkCase, _ size: Size, to contest: inout Contest
    ) throws -> Bool {
        let handle: WorkerProcess.Handle
        switch peer.item(element, benchmark, size) {
        case .chain(let chain):
            if peer.isKnown {
                guard let expected = references.known[chain]?.fingerprint else {
                    throw ItemError("\(chain) is compared with, but was not measured before")
                }
                for level in CPULevel.available {
                    try add(key(peer, level), .chain(chain), at: level, to: &contest, expecting: expected)
                }
                return true
            }
            // A frame of few pixels does not show what was done to it.
            guard case .chain(let whole) = peer.item(element, benchmark, effort.size),
                try checker.check(whole, peer.law)
            else { return false }
            if peer.isOurs {
                for level in CPULevel.available {
                    add(key(peer, level), try made(.chain(chain), at: level), to: &contest)
                }
                return true
            }
            handle = try made(.chain(chain))
        case let item:
            guard let worker = workers[.best], case .made(let function) = try worker.make(item) else { return false }
            let gray = ChainItem(launch: "", input: .gray8, output: .gray8, size: size)
            if case .openCV(.clahe, _) = item, try function.fingerprint != benchmark.expected(gray).fingerprint {
                throw WrongResult(what: "OpenCV's CLAHE, which swifteq should equal,")
            }
            handle = function
        }
        add(peer.name, handle, to: &contest)
        return true
    }

    /// What the times of a peer are kept by.
    private func key(_ peer: Peer, _ level: CPULevel) -> String {
        peer.isOurs ? "\(peer.name) \(level)" : peer.name
    }

    /// The effect and the element at every level beside everything.
    private func measure(_ element: ElementBenchmark, _ benchmark: BenchmarkCase) throws {
        let size = effort.size
        let reference = try reference(element, benchmark, size)
        let expected = reference.fingerprint
        var contest = Contest()
        let effect = EffectItem(element: element.name, benchmark: benchmark.name, size: size)
        for level in CPULevel.available {
            try add("effect \(level)", .effect(effect), at: level, to: &contest, expecting: expected)
            try add(
                "element \(level)", .chain(element.chain(benchmark, size, threads: 1)), at: level, to: &contest,
                expecting: expected)
        }
        if reference.isSlow(effort) {
            contest.add("reference", rounds: 1) { [reference.seconds * 1e9] }
        } else {
            var scalar = effect
            scalar.isReference = true
            try add("reference", .effect(scalar), at: .best, to: &contest, expecting: expected, rounds: 3)
        }
        // As many bytes as come in and go out are read and written: half of them each.
        let (input, output) = (
            Image(VideoInfo(benchmark.input, size)).bytes.count,
            Image(VideoInfo(benchmark.output, size)).bytes.count
        )
        add("memory pass", try made(.memoryPass(bytes: (element.inputs * input + output) / 2)), to: &contest)
        add("identity", try made(identity(benchmark, size)), to: &contest)
        var missing: [String: String] = [:]
        for peer in benchmark.peers where try !add(peer, element.name, benchmark, size, to: &contest) {
            missing[peer.name] = "\(peer.name) (Debian package \(peer.package))"
        }
        try contest.run(rounds: effort.rounds)

        let what = "\(element.name) \(benchmark.name)"
        func row(
            _ level: Level, _ of: String, _ peer: String, named: String, checked: String? = nil, _ cpu: CPULevel
        ) {
            var row = Row(
                level: level, what: what, peer: named, size: "\(size)", cpu: "\(cpu.name)", peerChecked: checked)
            row.missing = missing[peer]
            if row.missing == nil {
                (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                    contest.speed(of, beside: peer), contest.time(of), contest.time(peer)
                )
            }
            report(row)
        }
        for level in CPULevel.available.reversed() {
            row(.effect, "effect \(level)", "reference", named: "scalar reference", checked: Row.reference, level)
            row(.effect, "effect \(level)", "memory pass", named: "memory pass", level)
            row(
                .effect, "effect \(level)", "element \(level)", named: "the element", checked: Row.reference, level)
        }
        for level in CPULevel.available.reversed() {
            row(.element, "element \(level)", "identity", named: "identity", level)
            for peer in benchmark.peers {
                row(.element, "element \(level)", key(peer, level), named: peer.name, checked: peer.checked, level)
            }
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
        add("identity", try made(identity(benchmark, size)), to: &contest)
        var names = ["identity"]
        // A frame of a mixer has costs of its own: two inputs, and a thread that waits for both.
        if element.inputs > 1 {
            for peer in benchmark.peers where try add(peer, element.name, benchmark, size, to: &contest) {
                names.append(peer.name)
            }
        }
        try contest.run(rounds: effort.rounds)
        for name in names {
            var row = Row(
                level: .element, what: "\(element.name) \(benchmark.name)", peer: name, size: "\(size)",
                cpu: "\(CPULevel.best.name)")
            (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                contest.speed("element", beside: name), contest.time("element"), contest.time(name)
            )
            report(row)
        }
    }

    /// Two threads beside one, and beside two processes: what the machine gives to programs that share nothing.
    private func measureThreads(_ element: ElementBenchmark, _ benchmark: BenchmarkCase, _ size: Size) throws {
        let expected = try expected(element, benchmark, size)
        var contest = Contest()
        for threads in 1...2 {
            try add(
                "\(threads)", .chain(element.chain(benchmark, size, threads: threads)), at: .best, to: &contest,
                expecting: expected)
        }
        let alone = Item.chain(element.chain(benchmark, size, threads: 1))
        let (first, second) = (try made(alone, at: .best), try checker.made(alone))
        let seconds = effort.seconds
        contest.add("processes") { try first.time(seconds: seconds, frames: 3...2000, beside: second) }
        try contest.run(rounds: effort.rounds)
        var row = Row(
            level: .element, what: "\(element.name) \(benchmark.name)", peer: "itself with one thread",
            size: "\(size)", threads: 2, cpu: "\(CPULevel.best.name)", peerChecked: Row.reference)
        (row.speed, row.nanoseconds, row.peerNanoseconds) = (
            contest.speed("2", beside: "1"), contest.time("2"), contest.time("1")
        )
        // Each makes this part of what one alone makes.
        let part = contest.speed("processes", beside: "1")
        row.processes = Spread([2 * part.low, 2 * part.ratio, 2 * part.high])
        report(row)
    }

    /// The tile route with 0, 1 and 8 colour matrices beside a memory pass: what effects in float will cost.
    func measureTiles() throws {
        let size = effort.size
        var contest = Contest()
        add("memory pass", try made(.memoryPass(bytes: 4 * size.pixels)), to: &contest)
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
