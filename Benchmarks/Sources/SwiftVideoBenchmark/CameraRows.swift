// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import PixelReference

/// Measures chains from a camera to an encoder that takes I420, each in a process of its own.
struct CameraRows {
    let effort: Effort
    let plugin: String
    let report: (CameraRow) -> Void

    private var sizes: [Size] {
        effort.isQuick
            ? [Size(160, 120)] : [Size(640, 480), Size(1280, 720), Size(1920, 1080), Size(3840, 2160)]
    }
    private var rounds: Int { effort.isQuick ? 2 : 3 }
    private var frames: ClosedRange<Int> { effort.isQuick ? 2...20 : 34...1000 }
    private var seconds: Double { effort.isQuick ? 0.002 : 0.2 }
    /// Three times as many frames show what one in a hundred takes, if they can be had in three times that time.
    private var enough: (frames: Int, seconds: Double) { effort.isQuick ? (2, 0) : (100, 10.0 / 3) }

    func measure(_ element: ElementBenchmark) throws {
        for camera in effort.isQuick ? Array(element.cameras.prefix(1)) : element.cameras {
            for size in sizes {
                let expected = try expected(element, camera, size)
                for threads in 1...2 { try measure(element, camera, size, threads: threads, expected) }
            }
        }
    }

    /// What comes in from a camera.
    private func item(_ line: String, _ inputs: Int, _ camera: PixelFormat, _ size: Size) -> ChainItem {
        ChainItem(
            launch: line, inputs: inputs, input: camera, output: .i420, size: size,
            content: camera == .gray16le ? .depth : .video)
    }

    /// What has to come out of an element's chain: what the scalar reference makes of the camera's frame, and
    /// videoconvert of that.
    private func expected(_ element: ElementBenchmark, _ camera: PixelFormat, _ size: Size) throws -> UInt64 {
        let images = item("", element.inputs, camera, size).images(.check)
        let output = VideoInfo(element.cameraOutput ?? camera, size)
        return try element.cameraEffect.output(Reference.self, of: images, as: output).converted(to: .i420)
            .fingerprint
    }

    /// A chain in a process of its own.
    private struct Runner {
        let key: String
        let handle: WorkerProcess.Handle
        var row: CameraRow
    }

    private func measure(
        _ element: ElementBenchmark, _ camera: PixelFormat, _ size: Size, threads: Int, _ expected: UInt64
    ) throws {
        func item(_ line: String) -> ChainItem { self.item(line, element.inputs, camera, size) }
        func row(_ chain: String, _ line: String) -> CameraRow {
            CameraRow(
                element: element.name, camera: camera.name, size: size, threads: threads, chain: chain, line: line)
        }
        var runners: [Runner] = []
        let line = element.cameraChain(threads)
        for level in CPULevel.available.reversed() {
            let handle = try WorkerProcess(plugin: plugin, level: level).made(.chain(item(line)))
            guard handle.fingerprint == expected else {
                throw WrongResult(what: "\(line) with \(threads) threads at \(level)")
            }
            var row = row(element.name, line)
            (row.cpu, row.checked) = ("\(level.name)", Row.reference)
            runners.append(Runner(key: "\(level)", handle: handle, row: row))
        }
        for peer in element.cameraPeers + [element.noEffect] {
            let line = peer.chain(threads)
            var row = row(peer.name, line)
            // By a process that ends, since memory is measured too.
            guard try WorkerProcess(plugin: plugin).check(item(line), peer.law) else {
                row.missing = "\(peer.name) (Debian package \(peer.package))"
                report(row)
                continue
            }
            row.checked = peer.law.inWords
            let handle = try WorkerProcess(plugin: plugin).made(.chain(item(line)))
            runners.append(Runner(key: peer.name, handle: handle, row: row))
        }
        try time(&runners)
        runners.forEach { report($0.row) }
    }

    /// Times all in turn and completes their rows.
    private func time(_ runners: inout [Runner]) throws {
        var contest = Contest()
        let (seconds, frames, enough) = (seconds, frames, enough)
        for runner in runners {
            let handle = runner.handle
            contest.add(runner.key) {
                let times = try handle.time(seconds: seconds, frames: frames)
                let more = min(enough.frames, Int(enough.seconds * 1e9 / median(times))) - times.count
                return more > 0 ? try times + handle.time(seconds: 0, frames: more...more) : times
            }
        }
        try contest.run(rounds: rounds)
        for i in runners.indices {
            let times = (contest.frames[runners[i].key] ?? []).map { $0 / 1e6 }
            runners[i].row.frames = times.count
            runners[i].row.milliseconds = FrameTimes(
                p50: significant(median(times)), p99: significant(quantile(times, 0.99)),
                worst: significant(times.max() ?? .nan))
            runners[i].row.peakMegabytes = significant(Double(try runners[i].handle.worker.peakMemory()) / 1e6)
        }
        let bare = runners.first { $0.row.chain == ElementBenchmark.noEffectName }?.row.peakMegabytes
        for i in runners.indices where runners[i].row.chain != ElementBenchmark.noEffectName {
            if let peak = runners[i].row.peakMegabytes, let bare {
                runners[i].row.addedMegabytes = significant(peak - bare)
            }
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
        guard let milliseconds, let frames else {
            return "chain \(name) missing: \(missing ?? "")"
        }
        let ratios = beside.map { "\(shown($0.speed)) x \($0.peer)" }.joined(separator: ", ")
        let memory = addedMegabytes.map { ", \(shown($0)) MB more than without" } ?? ""
        return "chain \(name) \(chain): \(shown(milliseconds.p50)) ms, p99 \(shown(milliseconds.p99)), "
            + "worst \(shown(milliseconds.worst)) of \(frames)\(memory) \(ratios)"
    }
}

extension ElementBenchmark {
    static let noEffectName = "no effect"

    /// What is left of a chain without any effect; of two videos the second ends there.
    var noEffect: CameraPeer {
        let inputs = inputs
        return CameraPeer(name: Self.noEffectName, law: .converts, package: "gstreamer1.0-plugins-base") { threads in
            let conversion = "videoconvert n-threads=\(threads)"
            return inputs == 1
                ? conversion : "identity name=in0 ! \(conversion) identity name=in1 ! fakesink sync=false async=false"
        }
    }
}
