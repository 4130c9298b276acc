// SPDX-License-Identifier: MIT
import Effects
import Foundation
import PixelCore
import PixelKernels

/// Compares two builds of the plugin on the same machine, frame by frame in turn.
struct Gate {
    /// A build that takes longer than this for a frame, in parts of the other's time, is slower.
    static let limit = 1.1

    let old: String
    let new: String
    let effort: Effort
    /// By how much frames of the new build are made to take longer, in parts of their time, and its start is counted as longer: to see
    /// whether that is found.
    var planted = 0.0

    /// What both builds do.
    private struct Pair {
        let name: String
        let work: Work
        var level = CPULevel.best

        /// The same at AVX2, which most computers have; nil: it is that already.
        var atV3: Pair? {
            guard level != .v3, CPULevel.available.contains(.v3) else { return nil }
            return Pair(name: "\(name), v3", work: work, level: .v3)
        }
    }

    private enum Work {
        /// Frames of an item.
        case frames(Item)
        /// A process that loads the plugin, renders one frame, and ends.
        case start
    }

    /// What became of a pair: the times of `new` in parts of those of `old`.
    private enum Comparison {
        case ratios([Double])
        /// Why not: `old` lacks the element, a property or the format.
        case skipped(String)
    }

    private func compare(_ pairs: [Pair], rounds: Int) throws -> [(pair: Pair, comparison: Comparison)] {
        // New processes each time, since where their memory lies makes a difference of its own.
        let workers = try Dictionary(
            uniqueKeysWithValues: Set(pairs.map(\.level)).map { level in
                (
                    level,
                    (
                        try WorkerProcess(plugin: old, level: level),
                        try WorkerProcess(plugin: new, level: level, planted: planted)
                    )
                )
            })
        return try pairs.map { pair in
            guard let (a, b) = workers[pair.level] else { throw ItemError("no worker") }
            guard case .frames(let item) = pair.work else {
                return (pair, .ratios(try ratios(rounds, { try start(old) }, { try start(new) * (1 + planted) })))
            }
            let second = try b.made(item)
            let first: WorkerProcess.Handle
            // Any other failure of the old build is thrown: where its process ends, no pair after this one is compared.
            switch try a.make(item) {
            case .made(let handle): first = handle
            case .missing(let text), .unsupported(let text): return (pair, .skipped(text))
            }
            let time = { (handle: WorkerProcess.Handle) in
                // The quicker frames: what else runs on the machine makes some slower, and none quicker.
                quantile(try handle.time(seconds: effort.seconds, frames: 3...2000), 0.25)
            }
            return (pair, .ratios(try ratios(rounds, { try time(first) }, { try time(second) })))
        }
    }

    /// Times of the second in parts of those of the first: A B, then B A, so that a drift favours neither.
    private func ratios(
        _ rounds: Int, _ first: () throws -> Double, _ second: () throws -> Double
    ) throws -> [Double] {
        try (0..<rounds).map { round in
            if round % 2 == 0 {
                let before = try first()
                return try second() / before
            }
            let after = try second()
            return try after / first()
        }
    }

    /// Seconds of a process from its start to its end; the quickest of three.
    private func start(_ plugin: String) throws -> Double {
        try (0..<3).map { _ in try Process.ofThisProgram("start", plugin).complete().seconds }.min() ?? 0
    }

    private func pairs(_ elements: [ElementBenchmark]) -> [Pair] {
        elements.flatMap { element in
            var pairs = element.cases.map { benchmark in
                Pair(
                    name: "\(element.name) \(benchmark.name) \(effort.size)",
                    work: .frames(.chain(element.chain(benchmark, effort.size, threads: 1))))
            }
            pairs += pairs.prefix(1).compactMap(\.atV3)
            if let first = element.cases.first {
                pairs += [Size(16, 16), Size(640, 480)].map { size in
                    Pair(
                        name: "\(element.name) \(first.name) \(size)",
                        work: .frames(.chain(element.chain(first, size, threads: 1))))
                }
                pairs.append(
                    Pair(
                        name: "\(element.name) \(first.name) \(effort.size), two threads",
                        work: .frames(.chain(element.chain(first, effort.size, threads: 2)))))
            }
            return pairs
        }
    }

    /// Of each family the first element that has no benchmark of its own, and what all elements share: how long it takes to the first frame.
    private func familyPairs() -> [Pair] {
        var families: Set<ElementFamily> = []
        let elements = DeclaredElement.all.filter { $0.source == nil && families.insert($0.family).inserted }
        let pairs = elements.flatMap { element in
            [PixelFormat.bgrx, .i420].map { format in
                Pair(
                    name: "\(element.name) \(format.name) \(effort.size)",
                    work: .frames(.chain(element.chain(format, effort.size))))
            }
        }
        return pairs + pairs.compactMap(\.atV3) + [Pair(name: "start", work: .start)]
    }

    /// Prints every row, and those that are slower each time they are measured. Returns whether there are none.
    ///
    /// `hasFamilies`: an element of each family, and the start, as well.
    func run(_ elements: [ElementBenchmark], hasFamilies: Bool) throws -> Bool {
        print("times of the new build in parts of the old one's: median of pairs (least to greatest)")
        var suspects: [Pair] = []
        var deviations: [Double] = []
        var skipped = 0
        for (pair, comparison) in try compare(
            pairs(elements) + (hasFamilies ? familyPairs() : []), rounds: effort.rounds)
        {
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
