// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamerApp
import Foundation
import Glibc

@main
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swift-render",
        abstract:
            "Renders video files through filters, in pieces, in any number of processes and on any number of machines.",
        discussion: """
            plan writes a job's manifest. Then segment renders one piece, in any order and anywhere, and join makes the results; run \
            does all of it on this machine. The result is the same, frame for frame, however many processes and machines there are.
            """,
        subcommands: [
            Plan.self, Run.self, SegmentCommand.self, Join.self, Status.self, Verify.self, Commands.self, Slurm.self,
            Ray.self,
            Snakemake.self,
        ])
}

struct SegmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Renders one segment, if it has not been rendered. Ends with the process that started it.")

    @Argument(help: "The folder of the job.")
    var job: String

    @Argument(help: "The number of the segment, from 0.")
    var number: Int

    @Option(help: "Threads of the decoder and of each filter; 0: as many as there are CPUs.")
    var threads = 1

    @Flag(help: .hidden)
    var report = false

    func run() throws {
        let parent = getppid()
        if end_with_parent() != 0 || getppid() != parent { throw Failure("The process that started this has ended.") }
        let job = try Job(opening: job, segment: number)
        let segment = try job.segment(number)
        let exists = FileManager.default.fileExists(atPath: job.path(of: number))
        if job.sidecar(of: number) != nil {
            if !report { print("Segment \(number) is done.") }
            return
        }
        // A result that is damaged.
        if exists { try? FileManager.default.removeItem(atPath: job.path(of: number)) }
        gst_init(nil, nil)
        let line = ProgressLine("Segment \(number)", of: segment.end - segment.first, reports: report)
        try SegmentRendering(job: job, number: number, threads: threads) { line.show($0) }.render()
        line.end()
    }
}

struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Makes the results of segments that have been rendered: checks them, adds the sound of the sources as it is."
    )

    @Argument(help: "The folder of the job.")
    var job: String

    @Option(help: "The number of the file whose result is made, from 0, instead of those of all files.")
    var file: Int?

    func run() throws {
        gst_init(nil, nil)
        let job = try Job(opening: job)
        let all = job.manifest.sources.indices
        if let file, !all.contains(file) {
            throw Failure("There is no file \(file): the job has files 0 to \(all.count - 1).")
        }
        job.removeLeftovers()
        let (written, refusals) = job.join(file.map { $0..<$0 + 1 } ?? all)
        written.forEach { print("Wrote \(printable($0))") }
        guard refusals.isEmpty else { throw Failure(refusals.joined(separator: "\n")) }
    }
}

/// How far something is: on a terminal in one line that is written anew, for a parent in a line each time.
final class ProgressLine {
    private let (name, all, reports): (String, Int, Bool)
    private let began = Date()
    private var shown = Date.distantPast
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ name: String, of all: Int, reports: Bool = false) {
        (self.name, self.all, self.reports) = (name, all, reports)
    }

    func show(_ done: Int) {
        guard Date().timeIntervalSince(shown) > 0.2 || done == all else { return }
        shown = Date()
        if reports {
            print(done)
            fflush(nil)
        } else if isTerminal {
            let rate = Double(done) / max(Date().timeIntervalSince(began), 0.001)
            let full = all > 0 ? Self.width * min(done, all) / all : 0
            let bar = String(repeating: "#", count: full) + String(repeating: "-", count: Self.width - full)
            FileHandle.standardError.write(
                Data("\r\u{1B}[K\(name) [\(bar)] \(done)/\(all) frames, \(String(format: "%.1f", rate)) fps".utf8))
        }
    }

    private static let width = 24

    /// `done`: how many frames there are in the end; nil: all.
    func end(_ done: Int? = nil) {
        if reports { return }
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        let frames = done.map { $0 < all ? "\($0) of \(all)" : "\(all)" } ?? "\(all)"
        print("\(name): \(frames) frames in \(String(format: "%.1f", Date().timeIntervalSince(began))) s")
    }
}
