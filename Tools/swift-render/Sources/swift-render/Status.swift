// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamerApp
import Foundation

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says how far a job is, from the files that there are, whatever renders them.")

    @Argument(help: "The folder of the job.")
    var job: String

    func run() throws {
        let job = try Job(opening: job)
        print(try StatusTable(job).text)
    }
}

/// How far each file of a job is.
struct StatusTable {
    let text: String

    init(_ job: Job) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: job.segmentsFolder)) ?? []
        // A segment that is being rendered has a folder of its name, a point and more.
        let begun = Set(names.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } })
        var rows = [["file", "segments", "frames", "fps", "machines", "state"]]
        var (allDone, allFrames, sum) = (0, 0, 0)
        for source in job.manifest.sources.indices {
            let numbers = job.segments(of: source)
            // What is cut off or damaged is rendered again.
            let present = numbers.compactMap { number in job.sidecar(of: number).map { (number, $0) } }
            let (done, sidecars) = (Set(present.map(\.0)), present.map(\.1))
            let frames = sidecars.reduce(0) { $0 + $1.frames.count }
            let seconds = sidecars.reduce(0) { $0 + $1.seconds }
            let busy = numbers.count { number in
                let name = job.manifest.segments[number].name
                return !done.contains(number) && begun.contains(name)
            }
            let state =
                job.result(of: source) != nil
                ? "joined" : done.count == numbers.count ? "rendered" : busy > 0 ? "\(busy) being rendered" : "waits"
            let hosts = Set(sidecars.map(\.host)).sorted()
            rows.append([
                printable(job.manifest.sources[source].output), "\(done.count)/\(numbers.count)",
                "\(frames)/\(job.manifest.sources[source].frames)",
                seconds > 0 ? String(format: "%.1f", Double(frames) / seconds) : "-",
                hosts.count > 3 ? "\(hosts.count)" : hosts.isEmpty ? "-" : hosts.joined(separator: " "), state,
            ])
            allDone += done.count
            allFrames += frames
            sum += job.manifest.sources[source].frames
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .replacing(/\ +$/, with: "")
        }
        text =
            (lines + [
                "\(allDone) of \(count(job.manifest.segments.count, "segment")), \(allFrames) of \(count(sum, "frame"))"
            ])
            .joined(separator: "\n")
    }
}

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads all that has been rendered and joined, and names what is not as it was written.")

    @Argument(help: "The folder of the job.")
    var job: String

    @Flag(help: "Remove segments and results that are damaged, so that they are made again.")
    var remove = false

    @Flag(help: "Read the sources too.")
    var sources = false

    func run() throws {
        let job = try Job(opening: job)
        var problems: [String] = []
        var sidecars: [Int: Sidecar] = [:]
        var done = 0
        for number in job.manifest.segments.indices where FileManager.default.fileExists(atPath: job.path(of: number)) {
            do {
                sidecars[number] = try job.checked(number)
                done += 1
            } catch {
                problems.append("\(error)")
                if remove { try FileManager.default.removeItem(atPath: job.path(of: number)) }
            }
            if let left = sidecars[number - 1], let right = sidecars[number],
                job.manifest.segments[number - 1].source == job.manifest.segments[number].source
            {
                do { try job.checkSeam(number - 1, left, right) } catch { problems.append("\(error)") }
            }
            // Neighbours alone are compared.
            sidecars[number - 2] = nil
        }
        if sources {
            for source in job.manifest.sources.indices {
                do { try job.checkSource(source, anywhere: true) } catch { problems.append("\(error)") }
            }
        }
        var results = 0
        for source in job.manifest.sources.indices {
            do { results += try job.checkResult(source) ? 1 : 0 } catch {
                problems.append("\(error)")
                if remove { job.removeResult(source) }
            }
        }
        problems.forEach { print($0) }
        print(
            """
            \(done) of \(count(job.manifest.segments.count, "segment")), \(results) of \(count(job.manifest.sources.count, "result")) \
            as they were written
            """)
        if !problems.isEmpty { throw ExitCode.failure }
    }
}
