import PixelCore
import PixelKernels

/// Measures chains from a camera to an encoder that takes I420, each in a process of its own.
struct CameraRows {
    let effort: Effort
    let plugin: String
    let report: (CameraRow) -> Void

    private var sizes: [Size] {
        effort.isQuick
            ? [Size(160, 120)] : [Size(640, 480), Size(1280, 720), Size(1920, 1080), Size(3840, 2160)]
    }
    /// Enough frames for one in a hundred to be seen.
    private var rounds: Int { effort.isQuick ? 2 : 3 }
    private var frames: ClosedRange<Int> { effort.isQuick ? 2...20 : 34...1000 }
    private var seconds: Double { effort.isQuick ? 0.002 : 0.2 }

    func measure(_ element: ElementBenchmark) throws {
        for camera in effort.isQuick ? Array(element.cameras.prefix(1)) : element.cameras {
            for size in sizes {
                // Whatever the level and the threads, the first frame is as the first one to make it did.
                var expected: UInt64?
                for threads in 1...2 { try measure(element, camera, size, threads: threads, &expected) }
            }
        }
    }

    /// A chain in a process of its own.
    private struct Runner {
        let key: String
        let handle: WorkerProcess.Handle
        var row: CameraRow
    }

    private func measure(
        _ element: ElementBenchmark, _ camera: PixelFormat, _ size: Size, threads: Int, _ expected: inout UInt64?
    ) throws {
        func item(_ line: String, inputs: Int) -> Item {
            .chain(
                ChainItem(
                    launch: line, inputs: inputs, input: camera, output: .i420, size: size,
                    content: camera == .gray16le ? .depth : .film))
        }
        func row(_ chain: String, _ line: String) -> CameraRow {
            CameraRow(
                element: element.name, camera: camera.name, size: size, threads: threads, chain: chain, line: line)
        }
        var runners: [Runner] = []
        let line = element.cameraChain(threads)
        for level in CPULevel.available.reversed() {
            let worker = try WorkerProcess(plugin: plugin, level: level)
            guard case .made(let handle) = try worker.make(item(line, inputs: element.inputs)),
                handle.fingerprint == expected ?? handle.fingerprint
            else { throw WrongResult(what: "\(line) with \(threads) threads at \(level)") }
            expected = handle.fingerprint
            var row = row(element.name, line)
            row.cpu = "\(level.name)"
            runners.append(Runner(key: "\(level)", handle: handle, row: row))
        }
        // What is left without any effect.
        let conversion = "videoconvert n-threads=\(threads)"
        let none = CameraPeer(name: "no effect", package: "gstreamer1.0-plugins-base") { _ in conversion }
        for peer in element.cameraPeers + [none] {
            let line = peer.chain(threads)
            var row = row(peer.name, line)
            let inputs = peer.name == none.name ? 1 : element.inputs
            switch try WorkerProcess(plugin: plugin).make(item(line, inputs: inputs)) {
            case .made(let handle): runners.append(Runner(key: peer.name, handle: handle, row: row))
            case .missing:
                row.missing = "\(peer.name) (Debian package \(peer.package))"
                report(row)
            }
        }
        try time(&runners)
        runners.forEach { report($0.row) }
    }

    /// Times all in turn and completes their rows.
    private func time(_ runners: inout [Runner]) throws {
        var contest = Contest()
        let (seconds, frames) = (seconds, frames)
        for runner in runners {
            let handle = runner.handle
            contest.add(runner.key) { try handle.time(seconds: seconds, frames: frames) }
        }
        try contest.run(rounds: rounds)
        for i in runners.indices {
            let times = (contest.frames[runners[i].key] ?? []).map { $0 / 1e6 }
            runners[i].row.frames = times.count
            runners[i].row.milliseconds = FrameTimes(
                p50: significant(median(times)), p99: significant(quantile(times, 0.99)),
                worst: significant(times.max() ?? .nan))
            runners[i].row.peakMegabytes = significant(Double(try runners[i].handle.worker.peakMemory()) / 1e6)
            guard runners[i].row.cpu != nil else { continue }
            runners[i].row.beside = runners.filter { $0.row.cpu == nil }.map {
                CameraRow.Beside(peer: $0.row.chain, speed: contest.speed(runners[i].key, beside: $0.key))
            }
        }
    }
}

extension CameraRow {
    /// The row, for a terminal.
    var text: String {
        let name = "\(element.padded(14)) \(camera.padded(9)) \(size) \(threads) \((cpu ?? "").padded(8))"
        guard let milliseconds, let frames, let peakMegabytes else {
            return "chain \(name) missing: \(missing ?? "")"
        }
        let ratios = beside.map { "\(shown($0.speed)) x \($0.peer)" }.joined(separator: ", ")
        return "chain \(name) \(chain): \(shown(milliseconds.p50)) ms, p99 \(shown(milliseconds.p99)), "
            + "worst \(shown(milliseconds.worst)) of \(frames), \(shown(peakMegabytes)) MB \(ratios)"
    }
}
