// SPDX-License-Identifier: MIT
import PixelCore

extension GrowthRows {
    /// What a frame costs by the radius; nothing where an element has none.
    func measureRadii(
        _ element: ElementBenchmark, _ worker: WorkerProcess, _ report: (String) -> Void
    ) throws -> [Growth.Radius] {
        guard let series = element.radii else { return [] }
        let radii = effort.isQuick ? Array(series.radii.prefix(2)) : series.radii
        var contest = Contest()
        for radius in radii {
            let benchmark = series.benchmark(radius)
            let chain = element.chain(benchmark, effort.size, threads: 1)
            let handle = try worker.made(.chain(chain))
            guard try benchmark.expected(chain).fingerprint == handle.fingerprint else {
                throw WrongResult(what: "\(element.name) at radius \(radius)")
            }
            add("\(radius)", handle, to: &contest)
        }
        try contest.run(rounds: rounds)
        return radii.map { radius in
            let spread = Spread((contest.times["\(radius)"] ?? []).map { significant($0 / 1e6) })
            report("growth \(element.name.padded(14)) radius \(radius): \(shown(spread)) ms")
            return Growth.Radius(
                element: element.name, format: PixelFormat.bgrx.name, size: effort.size, radius: radius,
                milliseconds: spread)
        }
    }
}
