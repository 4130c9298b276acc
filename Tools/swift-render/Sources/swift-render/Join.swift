// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation
import Glibc

extension Job {
    /// A segment's sidecar, after a look at all of its result.
    func checked(_ number: Int) throws -> Sidecar {
        let path = path(of: number)
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(
                "Segment \(number) is missing: render it with swift-render segment \(quoted(folder)) \(number).")
        }
        let again = "Remove it with swift-render verify \(quoted(folder)) --remove, and render it again."
        guard let sidecar = sidecar(of: number) else {
            throw Failure("Segment \(number) is damaged: \(path). \(again)")
        }
        let segment = manifest.segments[number]
        guard try Digest.ofFile("\(path)/stream") == sidecar.sha256,
            sidecar.frames.count == segment.end - segment.first,
            sidecar.packets.map(\.frame).sorted() == Array(segment.first..<segment.end),
            sidecar.packets.allSatisfy({ $0.bytes >= 0 }),
            sidecar.packets.reduce(0, { $0 &+ $1.bytes }) == Int(sidecar.bytes)
        else { throw Failure("Segment \(number) is damaged: \(path)/stream is not what was written. \(again)") }
        return sidecar
    }

    /// Joins sources, each whatever becomes of the others: paths of results, and why there is none.
    func join(_ sources: some Sequence<Int>) -> (written: [String], refusals: [String]) {
        var (written, refusals): ([String], [String]) = ([], [])
        for source in sources {
            do { written.append(try Joining(job: self, source: source).join()) } catch { refusals.append("\(error)") }
        }
        return (written, refusals)
    }

    /// Compares what two neighbours made of the same frames.
    func checkSeam(_ number: Int, _ left: Sidecar, _ right: Sidecar) throws {
        for (index, pair) in zip(left.seam, right.frames).enumerated() where pair.0 != pair.1 {
            let frame = manifest.segments[number].end + index
            throw Failure(
                """
                Segments \(number) and \(number + 1) do not agree on frame \(frame): the filters look further back than \
                \(seconds(manifest.window)), or do not give the same frame twice. Plan the job with --whole or a longer --window.
                """)
        }
        guard left.caps == right.caps else {
            throw Failure(
                "Segments \(number) and \(number + 1) have streams of different forms: \(left.caps), \(right.caps).")
        }
    }
}

/// Makes a source's result of its segments and its sound.
struct Joining {
    let job: Job
    let source: Int

    /// Returns the path of the result.
    func join() throws -> String {
        // Its sound is copied, from anywhere in it; and segments have looked at its ends alone.
        try job.checkSource(source, anywhere: true)
        let numbers = job.segments(of: source)
        let sidecars = try numbers.map { try job.checked($0) }
        for index in numbers.indices.dropFirst() {
            try job.checkSeam(numbers[index - 1], sidecars[index - 1], sidecars[index])
        }
        let output = job.output(of: source)
        let folder = "\(job.folder)/output"
        try makeFolder(folder)
        // The name of the result may be as long as names may be.
        let part = "\(folder)/.\(source).\(hostName).\(getpid()).tmp"
        defer { unlink(part) }
        do { try mux(numbers, sidecars, to: part) } catch { throw Failure("\(output): \(error)") }
        let file = open(part, O_RDONLY)
        if file >= 0 { fsync(file) }
        close(file)
        let hash = try Digest.ofFile(part)
        // Of two processes that join at once, file and note have to be of one.
        try job.alone {
            guard rename(part, output) == 0 else {
                throw Failure("\(output) can't be written: \(String(cString: strerror(errno))).")
            }
            synchronize(folder: folder)
            try job.note(source, sha256: hash)
        }
        return output
    }

    private func mux(_ numbers: [Int], _ sidecars: [Sidecar], to path: String) throws {
        guard let container = Container(rawValue: job.manifest.container) else { return }
        let (source, times) = (job.manifest.sources[source], try job.times(of: source))
        let muxing = try Muxing(container, source, to: path)
        let isSteady = times.isSteady
        if !isSteady { muxing.setFineTimes() }
        try muxing.start()
        // Packets in their order, each with the number of its frame.
        let order = sidecars.flatMap { $0.packets.map(\.frame) }
        // A packet is decoded before it is shown, by as many frames as the order differs.
        let delay = order.enumerated().map { $0.offset - $0.element }.max() ?? 0
        var position = 0
        for (number, sidecar) in zip(numbers, sidecars) {
            let stream = "\(job.path(of: number))/stream"
            guard let file = FileHandle(forReadingAtPath: stream) else { throw Failure("\(stream) can't be read.") }
            defer { try? file.close() }
            for packet in sidecar.packets {
                guard let data = try file.read(upToCount: packet.bytes), data.count == packet.bytes else {
                    throw Failure("Segment \(number) ends early.")
                }
                let decoded = position - delay
                let decodingTime =
                    decoded >= 0
                    ? times.times[decoded] : times.times[0] + Int64(decoded) * max(times.duration(of: 0), 1)
                try muxing.push(
                    data, time: times.times[packet.frame], decodingTime: decodingTime,
                    duration: times.duration(of: packet.frame), isKeyframe: packet.isKeyframe, caps: sidecar.caps)
                position += 1
            }
        }
        try muxing.end()
        try check(path, times, muxing)
    }

    /// Reads what was written: the time of each frame, and the sound.
    private func check(_ path: String, _ times: Times, _ muxing: Muxing) throws {
        let tracks = try Tracks(of: path, hashes: true)
        guard let written = tracks.video?.times, written.times.count == times.times.count else {
            throw Failure("It has \(tracks.video?.packets.count ?? 0) frames, and the source has \(times.times.count).")
        }
        // Demuxers of Matroska count from the first packet of all, which may be one of sound. And all is later where sound begins before 0.
        let first = max(0, min(times.times[0], muxing.soundBegin))
        let shifts = [0, first, -muxing.lead]
        let shift = shifts.first { abs(written.times[0] + $0 - times.times[0]) <= 1_000_000 } ?? 0
        // Containers round times, Matroska to milliseconds.
        for (index, pair) in zip(written.times, times.times).enumerated() where abs(pair.0 + shift - pair.1) > 1_000_000
        {
            throw Failure("Frame \(index) is shown at \(seconds(pair.0)), and in the source at \(seconds(pair.1)).")
        }
        guard tracks.audio.map({ $0.hash() }) == muxing.copied() else {
            throw Failure("Its sound is not that of the source.")
        }
    }
}

extension Times {
    /// Whether all frames are shown for the same time.
    var isSteady: Bool {
        let durations = times.indices.dropLast().map { duration(of: $0) }
        return (durations.max() ?? 0) - (durations.min() ?? 0) <= 1000
    }
}

func seconds(_ time: Int64) -> String { String(format: "%.3f s", Double(time) / 1e9) }
