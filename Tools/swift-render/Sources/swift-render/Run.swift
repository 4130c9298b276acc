// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamerApp
import Foundation
import Glibc

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Renders all segments that are missing on this machine, and joins them. May be ended and started again at any time."
    )

    @Argument(help: "The folder of the job.")
    var job: String

    @Option(help: "How many segments are rendered at the same time; 0: as many as CPUs and memory allow.")
    var processes = 0

    @Option(help: "Threads of the decoder and of each filter in each process; 0: as many as CPUs allow.")
    var threads = 0

    func validate() throws {
        guard (0...1024).contains(processes) else { throw ValidationError("--processes is from 0 to 1024.") }
        guard (0...256).contains(threads) else { throw ValidationError("--threads is from 0 to 256.") }
    }

    func run() throws {
        gst_init(nil, nil)
        let job = try Job(opening: job)
        job.removeLeftovers()
        let missing = job.manifest.segments.indices.filter { job.sidecar(of: $0) == nil }
        let limit = processes > 0 ? processes : fitting(job)
        let cpus = ProcessInfo.processInfo.activeProcessorCount
        let pool = Pool(
            job, missing, processes: limit,
            threads: threads > 0 ? threads : max(1, cpus / max(1, min(limit, missing.count))))
        let failures = try pool.run()
        // A file that fails keeps no other from its result.
        let ready = job.manifest.sources.indices.filter { source in
            job.result(of: source) == nil && job.segments(of: source).allSatisfy(job.isDone)
        }
        let (written, refusals) = job.join(ready)
        written.forEach { print("Wrote \(printable($0))") }
        print(try StatusTable(job).text)
        let all = failures + refusals
        guard all.isEmpty else { throw Failure(all.joined(separator: "\n")) }
    }

    /// How many processes have a CPU for each of their threads, and memory.
    private func fitting(_ job: Job) -> Int {
        let cpus = max(1, ProcessInfo.processInfo.activeProcessorCount / max(threads, 1))
        let memory = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
        let line = memory.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        guard let available = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return cpus }
        // Decoders, filters and encoders hold some tens of frames.
        let frame = job.manifest.sources.map { frameBytes($0.caps) }.max() ?? 0
        return max(1, min(cpus, available * 1024 / (200 << 20 + 64 * frame)))
    }

    private func frameBytes(_ text: String) -> Int {
        var info = GstVideoInfo()
        guard let caps = gst_caps_from_string(text) else { return 0 }
        defer { gst_mini_object_unref(caps.cast(to: GstMiniObject.self)) }
        return gst_video_info_from_caps(&info, caps) != 0 ? Int(info.size) : 0
    }
}

/// Processes that each render a segment.
private final class Pool {
    private final class Worker {
        let number: Int
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        var frames = 0
        var message = Data()
        private var line = Data()

        init(_ number: Int) { self.number = number }

        /// Takes what it has written since the last time.
        func read() {
            line += Self.available(output)
            message += Self.available(errors)
            guard let end = line.lastIndex(of: 10) else { return }
            let last = line[..<end].split(separator: 10).last.flatMap { String(decoding: $0, as: UTF8.self) as String? }
            if let last, let count = Int(last) { frames = count }
            line = Data(line[line.index(after: end)...])
        }

        private static func available(_ pipe: Pipe) -> Data {
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            var (data, bytes) = (Data(), [UInt8](repeating: 0, count: 4096))
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLIN) != 0 {
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                guard count > 0 else { break }
                data += bytes[..<count]
            }
            return data
        }
    }

    private let job: Job
    private let all: Int
    private let limit, threads: Int
    private var waiting: [Int]
    private var workers: [Worker] = []
    private var done = 0
    private var failures: [String] = []
    /// Segments whose process was ended from outside; they have one more try.
    private var retried: Set<Int> = []

    init(_ job: Job, _ missing: [Int], processes: Int, threads: Int) {
        (self.job, limit, self.threads) = (job, processes, threads)
        func frames(_ number: Int) -> Int { job.manifest.segments[number].end - job.manifest.segments[number].start }
        // The longest first, so that none is left alone at the end.
        waiting = missing.sorted { frames($0) == frames($1) ? $0 < $1 : frames($0) > frames($1) }
        all = missing.reduce(0) { $0 + job.manifest.segments[$1].end - job.manifest.segments[$1].first }
    }

    /// Returns why segments have failed.
    func run() throws -> [String] {
        let line = ProgressLine(count(waiting.count, "segment"), of: all)
        if waiting.isEmpty { return [] }
        while !waiting.isEmpty || !workers.isEmpty {
            while workers.count < limit, !waiting.isEmpty { try start(waiting.removeFirst()) }
            usleep(50_000)
            for worker in workers { worker.read() }
            // Asked once: one that ends meanwhile is for the next round.
            let ended = workers.filter { !$0.process.isRunning }
            workers.removeAll { worker in ended.contains { $0 === worker } }
            ended.forEach { end($0) }
            line.show(done + workers.reduce(0) { $0 + $1.frames })
        }
        line.end(done)
        return failures
    }

    private func start(_ number: Int) throws {
        let worker = Worker(number)
        worker.process.executableURL = URL(fileURLWithPath: thisProgram)
        worker.process.arguments = ["segment", job.folder, "\(number)", "--threads", "\(threads)", "--report"]
        worker.process.standardOutput = worker.output
        worker.process.standardError = worker.errors
        do { try worker.process.run() } catch {
            throw Failure("Segment \(number) can't be started: \(error.localizedDescription)")
        }
        workers.append(worker)
    }

    private func end(_ worker: Worker) {
        worker.read()
        let segment = job.manifest.segments[worker.number]
        if worker.process.terminationReason == .uncaughtSignal {
            let signal = worker.process.terminationStatus
            if retried.insert(worker.number).inserted {
                waiting.insert(worker.number, at: 0)
            } else {
                failures.append("Segment \(worker.number): its process was ended twice, by signal \(signal).")
            }
        } else if worker.process.terminationStatus == 0 {
            done += segment.end - segment.first
        } else {
            let text = String(decoding: worker.message, as: UTF8.self)
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("Error: ") }.map { String($0.dropFirst(7)) }
            failures.append(lines.last ?? "Segment \(worker.number) failed: \(text)")
        }
    }
}
