import Benchmark

/// How long and how often to measure.
struct Effort: Sendable {
    /// How often everything is timed in turn.
    let rounds: Int
    /// How long, each time.
    let seconds: Double
    /// How large most pictures are.
    let size: Size
    /// A short run only shows that all parts work.
    let isQuick: Bool

    static let full = Effort(rounds: 9, seconds: 0.04, size: Size(1920, 1080), isQuick: false)
    static let quick = Effort(rounds: 2, seconds: 0.001, size: Size(320, 180), isQuick: true)
}

/// What is timed in turn, round after round, so that a drift of the machine's speed meets all alike.
struct Contest {
    private var entries: [(name: String, rounds: Int, time: () throws -> [Double])] = []
    /// Medians in nanoseconds of every round, by name.
    private(set) var medians: [String: [Double]] = [:]
    /// Nanoseconds of all frames, by name.
    private(set) var frames: [String: [Double]] = [:]

    /// `rounds` is how many of the first rounds it takes part in: what is slow takes part in few.
    mutating func add(_ name: String, rounds: Int = .max, _ time: @escaping () throws -> [Double]) {
        entries.append((name, rounds, time))
    }

    mutating func run(rounds: Int) throws {
        for round in 0..<rounds {
            for entry in entries where round < entry.rounds {
                let times = try entry.time()
                medians[entry.name, default: []].append(median(times))
                frames[entry.name, default: []] += times
            }
        }
    }

    /// Median time of a frame in nanoseconds.
    func time(_ name: String) -> Double { median(medians[name] ?? []) }

    /// How many times as fast `name` is as `peer`, in the rounds that both took part in.
    func speed(_ name: String, beside peer: String) -> Spread {
        Spread(zip(medians[name] ?? [], medians[peer] ?? []).map { $1 / $0 })
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
    let place = part * Double(sorted.count - 1)
    return (sorted[Int(place.rounded(.down))] + sorted[Int(place.rounded(.up))]) / 2
}
