// SPDX-License-Identifier: MIT
import Foundation
import PixelKernels

/// A worker, and what it was asked to make.
final class WorkerProcess {
    /// Says what the worker answered instead of what was asked.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Process
    private let requests = Pipe()
    private let answers = Pipe()
    private var received = Data()
    private var count = 0

    /// `level` nil: the best that the CPU has. `planted` is the part of their time that frames are made to take longer.
    init(plugin: String, level: CPULevel? = nil, planted: Double = 0) throws {
        process = .ofThisProgram("worker", "--planted", "\(planted)", plugin)
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFTVIDEO_CPU"] = "\((level ?? .best).name)"
        process.environment = environment
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func ask(_ request: Request) throws -> Answer {
        try send(request)
        return try answer(to: request)
    }

    private func send(_ request: Request) throws {
        try requests.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
    }

    private func answer(to request: Request) throws -> Answer {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(received[..<end])
                received = Data(received[received.index(after: end)...])
                return try JSONDecoder().decode(Answer.self, from: line)
            }
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else {
                throw Refusal(description: "the worker ended while it was to answer \(request)")
            }
            received += more
        }
    }

    /// What became of an item.
    enum Making {
        case made(Handle)
        /// Why not: an element is not there.
        case missing(String)
        /// Why not: an element has no such property, or not the format.
        case unsupported(String)
    }

    func make(_ item: Item) throws -> Making {
        count += 1
        switch try ask(.make(count, item)) {
        case .made(let fingerprint): return .made(Handle(worker: self, number: count, fingerprint: fingerprint))
        case .missing(let text): return .missing(text)
        case .unsupported(let text): return .unsupported(text)
        case let other: throw Refusal(description: "\(item): \(other)")
        }
    }

    /// Makes what has to be there.
    func made(_ item: Item) throws -> Handle {
        switch try make(item) {
        case .made(let handle): return handle
        case .missing(let text), .unsupported(let text): throw Refusal(description: "\(item): \(text)")
        }
    }

    /// Checks what a chain of others makes of images. Returns whether its elements are there.
    func check(_ chain: ChainItem, _ law: PeerLaw) throws -> Bool {
        switch try make(.check(chain, law)) {
        case .made: return true
        case .missing: return false
        case .unsupported(let text): throw Refusal(description: text)
        }
    }

    func peakMemory() throws -> Int {
        guard case .bytes(let bytes) = try ask(.peakMemory) else { throw Refusal(description: "no memory is known") }
        return bytes
    }

    /// An item that a worker has made.
    final class Handle {
        let worker: WorkerProcess
        let number: Int
        /// Of the first frame that came out.
        let fingerprint: UInt64

        init(worker: WorkerProcess, number: Int, fingerprint: UInt64) {
            (self.worker, self.number, self.fingerprint) = (worker, number, fingerprint)
        }

        /// Nanoseconds of each frame.
        func time(seconds: Double, frames: ClosedRange<Int>) throws -> [Double] {
            try worker.ask(.time(number, seconds: seconds, frames: frames)).times
        }

        /// The same, while another process is busy with an item of its own.
        func time(seconds: Double, frames: ClosedRange<Int>, beside other: Handle) throws -> [Double] {
            // The other begins before and ends after.
            let busy = Request.time(
                other.number, seconds: 2 * seconds, frames: (2 * frames.lowerBound)...(2 * frames.upperBound))
            try other.worker.send(busy)
            let times = try time(seconds: seconds, frames: frames)
            _ = try other.worker.answer(to: busy).times
            return times
        }

        deinit { _ = try? worker.ask(.drop(number)) }
    }
}

extension Answer {
    fileprivate var times: [Double] {
        get throws {
            guard case .times(let times) = self else { throw WorkerProcess.Refusal(description: "\(self)") }
            return times
        }
    }
}

extension Process {
    /// This program, with other arguments; it has not begun.
    static func ofThisProgram(_ arguments: String...) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        return process
    }

    /// Runs it to its end, and returns what it has said and the seconds that it took. Its output ends when it does; to wait for the
    /// process itself takes up to 50 ms more.
    func complete() throws -> (output: Data, seconds: Double) {
        let pipe = Pipe()
        standardOutput = pipe
        let begin = DispatchTime.now().uptimeNanoseconds
        try run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let end = DispatchTime.now().uptimeNanoseconds
        waitUntilExit()
        guard terminationStatus == 0 else { throw ItemError("\(arguments?.joined(separator: " ") ?? "") fails") }
        return (output, Double(end - begin) / 1e9)
    }
}
