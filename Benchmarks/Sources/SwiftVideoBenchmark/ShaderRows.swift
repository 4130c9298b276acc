// SPDX-License-Identifier: MIT
import PixelCore
import PixelKernels

/// Measures shaders of gst-examples beside the filters whose texts they are.
struct ShaderRows {
    let effort: Effort
    let plugin: String
    let report: (Row) -> Void

    /// A shader with values of its uniforms, and the filter with the same settings.
    private static let pairs = [
        ("sepia", "", "swiftsepia intensity=0.9"),
        ("vignette", "start=(float)0.3, end=(float)0.75", "swiftvignette start=0.3 end=0.75"),
        ("sharpen", "", "swiftsharpen sharpness=0.8"),
        ("swirl", "angle=(float)0.5", "swiftswirl angle=0.5"),
    ]

    func measure() throws {
        let worker = try WorkerProcess(plugin: plugin)
        for (name, uniforms, filter) in Self.pairs {
            for format in [PixelFormat.bgrx, .i420] { try measure(name, uniforms, filter, format, worker) }
        }
    }

    private func measure(
        _ name: String, _ uniforms: String, _ filter: String, _ format: PixelFormat, _ worker: WorkerProcess
    ) throws {
        let values = uniforms.isEmpty ? "" : " uniforms=\"uniforms, \(uniforms)\""
        let shader = "swiftshader n-threads=1 location=gst-examples/shaders/\(name).frag\(values)"
        let words = filter.split(separator: " ", maxSplits: 1)
        let peer = "\(words[0])"
        var contest = Contest()
        for (key, line) in [("shader", shader), (peer, "\(peer) n-threads=1 \(words[1])")] {
            let handle = try worker.made(
                .chain(ChainItem(launch: line, input: format, output: format, size: effort.size)))
            let seconds = effort.seconds
            contest.add(key) { try handle.time(seconds: seconds, frames: 3...2000) }
        }
        try contest.run(rounds: effort.rounds)
        var row = Row(
            level: .element, what: "swiftshader \(format.name) \(name)", peer: peer, size: "\(effort.size)",
            cpu: "\(CPULevel.best.name)")
        (row.speed, row.nanoseconds, row.peerNanoseconds) = (
            contest.speed("shader", beside: peer), contest.time("shader"), contest.time(peer)
        )
        report(row)
    }
}
