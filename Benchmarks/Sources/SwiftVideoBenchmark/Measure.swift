// SPDX-License-Identifier: MIT
import Benchmark

/// How long and how often to measure.
struct Effort: Sendable {
    /// How often everything is timed in turn.
    let rounds: Int
    /// How long, each time.
    let seconds: Double
    /// How large most images are.
    let size: Size
    /// A short run only shows that all parts work.
    let isQuick: Bool

    static let full = Effort(rounds: 5, seconds: 0.04, size: Size(1920, 1080), isQuick: false)
    // Images here have no padding, and frames of GStreamer none where chroma of the transposed frame has rows of whole words.
    static let quick = Effort(rounds: 2, seconds: 0.001, size: Size(320, 192), isQuick: true)
}

/// What is timed in turn, round after round, so that a drift of the machine's speed meets all alike.
struct Contest {
    private var entries: [(name: String, rounds: Int, time: () throws -> [Double])] = []
    /// What frames took in every round, in nanoseconds, by name: a quarter of them took no longer. What else runs on the
    /// machine makes frames slower and none quicker, so this is steadier than the median.
    private(set) var times: [String: [Double]] = [:]
    /// Nanoseconds of all frames, by name.
    private(set) var frames: [String: [Double]] = [:]

    /// `rounds` is how many of the first rounds it takes part in: what is slow takes part in few.
    mutating func add(_ name: String, rounds: Int = .max, _ time: @escaping () throws -> [Double]) {
        entries.append((name, rounds, time))
    }

    mutating func run(rounds: Int) throws {
        for round in 0..<rounds {
            for entry in entries where round < entry.rounds {
                let round = try entry.time()
                times[entry.name, default: []].append(quantile(round, 0.25))
                frames[entry.name, default: []] += round
            }
        }
    }

    /// What a frame took in nanoseconds: the median of the rounds.
    func time(_ name: String) -> Double { median(times[name] ?? []) }

    /// How many times as fast `name` is as `peer`, in the rounds that both took part in.
    func speed(_ name: String, beside peer: String) -> Spread {
        Spread(zip(times[name] ?? [], times[peer] ?? []).map { $1 / $0 })
    }
}

/// The middle and the ends of some values.
struct Spread: Codable {
    let ratio: Double
    let low: Double
    let high: Double

    init(_ values: [Double]) {
        (ratio, low, high) = (median(values), values.min() ?? .nan, values.max() ?? .nan)
    }
}

/// Nanoseconds of each of some calls of `body`, which take about `seconds`.
func timeCalls(seconds: Double, _ body: @escaping () -> Void) throws -> [Double] {
    let suite = BenchmarkSuite(name: "calls")
    suite.benchmark("call", function: body)
    var runner = BenchmarkRunner(
        suites: [suite], settings: [Quiet(true), Format(.none), WarmupIterations(1), MinTime(seconds: seconds)])
    try runner.run()
    return runner.results.first?.measurements ?? []
}

func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

/// The value that a part of all are not above; between two, the mean of both.
func quantile(_ values: [Double], _ part: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let position = part * Double(sorted.count - 1)
    return (sorted[Int(position.rounded(.down))] + sorted[Int(position.rounded(.up))]) / 2
}
