import Benchmark

/// Times many things in turn, round after round, so that a drift of the machine's speed meets all of them.
struct Measurement {
    private let suite: BenchmarkSuite
    private let rounds: Int
    private var iterations: [String: Int] = [:]
    /// Medians in nanoseconds of every round, by name.
    private(set) var medians: [String: [Double]] = [:]

    init(_ items: [(name: String, body: () -> Void)], quick: Bool) throws {
        suite = BenchmarkSuite(name: "swiftvideo")
        rounds = quick ? 3 : 15
        for item in items { suite.benchmark(item.name) { item.body() } }
        for _ in 0..<rounds {
            var runner = BenchmarkRunner(
                suites: [suite],
                settings: [Quiet(true), Format(.none), WarmupIterations(1), MinTime(seconds: quick ? 0.005 : 0.05)])
            try runner.run()
            for result in runner.results {
                medians[result.benchmarkName, default: []].append(median(result.measurements))
            }
        }
    }

    /// Median time of one call in nanoseconds.
    func time(_ name: String) -> Double { median(medians[name] ?? []) }

    /// Median over the rounds of (a - base) / (b - base), the base being what both have in common.
    func ratio(_ a: String, _ b: String, minus base: String? = nil) -> Double {
        guard let a = medians[a], let b = medians[b] else { return .nan }
        let base = base.flatMap { medians[$0] } ?? a.map { _ in 0 }
        return median(zip(zip(a, b), base).map { ($0.0 - $1) / ($0.1 - $1) })
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
