// SPDX-License-Identifier: MIT
import PixelKernels

/// Compares two builds of the plugin on the same machine, frame by frame in turn.
struct Gate {
    /// A build that takes longer than this for a frame, in parts of the other's time, is slower.
    static let limit = 1.1

    let old: String
    let new: String
    let effort: Effort

    /// What both builds do.
    private struct Pair {
        let name: String
        let item: Item
    }

    /// What became of a pair: the times of `new` in parts of those of `old`.
    private enum Comparison {
        case ratios([Double])
        /// Why not: `old` lacks the element, a property or the format.
        case skipped(String)
    }

    private func compare(_ pairs: [Pair], rounds: Int) throws -> [(pair: Pair, comparison: Comparison)] {
        // New processes each time, since where their memory lies makes a difference of its own.
        let (a, b) = (try WorkerProcess(plugin: old), try WorkerProcess(plugin: new))
        return try pairs.map { pair in
            let second = try b.made(pair.item)
            let first: WorkerProcess.Handle
            // Any other failure of the old build is thrown: where its process ends, no pair after this one is compared.
            switch try a.make(pair.item) {
            case .made(let handle): first = handle
            case .missing(let text), .unsupported(let text): return (pair, .skipped(text))
            }
            let time = { (handle: WorkerProcess.Handle) in
                // The quicker frames: what else runs on the machine makes some slower, and none quicker.
                quantile(try handle.time(seconds: effort.seconds, frames: 3...2000), 0.25)
            }
            let ratios = try (0..<rounds).map { round in
                // A B, then B A, so that a drift favours neither.
                if round % 2 == 0 {
                    let before = try time(first)
                    return try time(second) / before
                }
                let after = try time(second)
                return try after / time(first)
            }
            return (pair, .ratios(ratios))
        }
    }

    private func pairs(_ elements: [ElementBenchmark]) -> [Pair] {
        elements.flatMap { element in
            var pairs = element.cases.map { benchmark in
                Pair(
                    name: "\(element.name) \(benchmark.name) \(effort.size)",
                    item: .chain(element.chain(benchmark, effort.size, threads: 1)))
            }
            if let first = element.cases.first {
                pairs += [Size(16, 16), Size(640, 480)].map { size in
                    Pair(
                        name: "\(element.name) \(first.name) \(size)",
                        item: .chain(element.chain(first, size, threads: 1)))
                }
                pairs.append(
                    Pair(
                        name: "\(element.name) \(first.name) \(effort.size), two threads",
                        item: .chain(element.chain(first, effort.size, threads: 2))))
            }
            return pairs
        }
    }

    /// Prints every row, and those that are slower each time they are measured. Returns whether there are none.
    func run(_ elements: [ElementBenchmark]) throws -> Bool {
        print("times of the new build in parts of the old one's: median of pairs (least to greatest)")
        var suspects: [Pair] = []
        var deviations: [Double] = []
        var skipped = 0
        for (pair, comparison) in try compare(pairs(elements), rounds: effort.rounds) {
            guard case .ratios(let ratios) = comparison else {
                if case .skipped(let why) = comparison { print("  \(pair.name): skipped, the old build: \(why)") }
                skipped += 1
                continue
            }
            let spread = Spread(ratios)
            deviations.append(median(ratios.map { abs($0 - spread.ratio) }))
            print("  \(pair.name): \(shown(spread))")
            if spread.ratio > Self.limit { suspects.append(pair) }
        }
        print("\(deviations.count) compared, \(skipped) skipped, which the old build does not have")
        guard !deviations.isEmpty else { throw ItemError("the old build has nothing to compare with") }
        let noise = shown(100 * median(deviations))
        print("noise: half of all pairs are within \(noise) % of their row's median")
        // What is slow by chance once is rarely so three times.
        for pass in 1...2 where !suspects.isEmpty {
            print("again, \(pass) of 2:")
            suspects = try compare(suspects, rounds: 2 * effort.rounds + 1).compactMap { pair, comparison in
                guard case .ratios(let ratios) = comparison else { return nil }
                let spread = Spread(ratios)
                print("  \(pair.name): \(shown(spread))")
                return spread.ratio > Self.limit ? pair : nil
            }
        }
        for pair in suspects { print("slower by more than 10 %: \(pair.name)") }
        return suspects.isEmpty
    }
}
