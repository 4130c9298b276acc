// SPDX-License-Identifier: MIT
import Benchmark
import CBenchmarkSupport
import COpenCVPeer
import Foundation

/// What a worker is asked.
enum Request: Codable {
    /// Make an item and keep it under a number.
    case make(Int, Item)
    /// Time frames: as many as take `seconds`, but at least and at most so many.
    case time(Int, seconds: Double, frames: ClosedRange<Int>)
    case drop(Int)
    /// The most memory that the process had.
    case peakMemory
}

/// What it answers.
enum Answer: Codable {
    case made(fingerprint: UInt64)
    /// Nanoseconds of each frame.
    case times([Double])
    case bytes(Int)
    case done
    /// An element is not there.
    case missing(String)
    /// An element has no such property, or not the format.
    case unsupported(String)
    case failed(String)
}

/// Times what it is asked to, in a process of its own: the CPU level and the plugin are the process's.
struct Worker {
    private var items: [Int: (timed: TimedItem, nanoseconds: Double)] = [:]
    private let answers: UnsafeMutablePointer<FILE>
    private let planted: Double

    init?(plugin: String, planted: Double) {
        self.planted = planted
        // What libraries print must not come between answers.
        let descriptor = dup(STDOUT_FILENO)
        guard let file = fdopen(descriptor, "w") else { return nil }
        answers = file
        dup2(STDERR_FILENO, STDOUT_FILENO)
        guard swv_bench_init(plugin) else { return nil }
        swv_opencv_use_one_thread()
    }

    /// Answers until there is no more to answer.
    mutating func run() throws {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        while let line = readLine() {
            let answer = try answer(decoder.decode(Request.self, from: Data(line.utf8)))
            guard let text = String(data: try encoder.encode(answer), encoding: .utf8) else { continue }
            fputs(text + "\n", answers)
            fflush(answers)
        }
    }

    private mutating func answer(_ request: Request) -> Answer {
        switch request {
        case .make(let number, let item):
            do {
                let timed = try item.timed()
                let fingerprint = try timed.fingerprint()
                // The first is slower: pages are new, threads not there.
                items[number] = (timed, measure(timed, frames: 1).last ?? 0)
                return .made(fingerprint: fingerprint)
            } catch let error as ItemError {
                switch error.kind {
                case .missing: return .missing(error.description)
                case .unsupported: return .unsupported(error.description)
                case .failed: return .failed(error.description)
                }
            } catch {
                return .failed("\(error)")
            }
        case .time(let number, let seconds, let frames):
            guard let item = items[number] else { return .failed("no item \(number)") }
            let wanted = Int(seconds * 1e9 / max(item.nanoseconds, 1))
            let times = measure(item.timed, frames: min(max(wanted, frames.lowerBound), frames.upperBound))
            guard !times.isEmpty else { return .failed(item.timed.error()) }
            items[number]?.nanoseconds = median(times)
            return .times(times)
        case .drop(let number):
            items[number] = nil
            return .done
        case .peakMemory:
            return .bytes(ownMemory("VmHWM"))
        }
    }

    /// Nanoseconds of each of some frames; none where one fails.
    private func measure(_ item: TimedItem, frames: Int) -> [Double] {
        let suite = BenchmarkSuite(name: "worker")
        var failed = false
        suite.benchmark("frame") { state in
            item.prepare()
            state.start()
            let begin = DispatchTime.now().uptimeNanoseconds
            let came = item.run()
            if planted > 0 {
                let taken = Double(DispatchTime.now().uptimeNanoseconds - begin)
                let end = begin + UInt64(taken * (1 + planted))
                while DispatchTime.now().uptimeNanoseconds < end {}
            }
            try state.end()
            failed = failed || !came
        }
        var runner = BenchmarkRunner(
            suites: [suite], settings: [Quiet(true), Format(.none), WarmupIterations(1), Iterations(frames)])
        guard (try? runner.run()) != nil, !failed else { return [] }
        return runner.results.first?.measurements ?? []
    }
}

/// Bytes of memory of this process: what it has (VmRSS), or the most that it had (VmHWM).
func ownMemory(_ field: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first).flatMap { Int($0) }
        .map { $0 * 1024 } ?? 0
}
