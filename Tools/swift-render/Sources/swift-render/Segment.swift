// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation
import Glibc

/// Renders one segment of a job.
struct SegmentRendering {
    let job: Job
    let number: Int
    /// Of each element that takes a number of threads; 0: as many as there are CPUs.
    let threads: Int
    /// Called with how many frames of the segment are done.
    let progress: (Int) -> Void

    private var segment: Manifest.Segment { job.manifest.segments[number] }
    private var source: Manifest.Source { job.manifest.sources[segment.source] }

    /// What another process may have done meanwhile is left as it is.
    func render() throws {
        do {
            try renderAll()
        } catch {
            throw Failure("Segment \(number): \(error)")
        }
    }

    private func renderAll() throws {
        let began = Date()
        try job.checkSource(segment.source)
        let times = try job.times(of: segment.source)
        let input = try Source(source.path, threads: threads)
        guard let container = Container(rawValue: job.manifest.container) else {
            throw Failure("There is no container \(job.manifest.container).")
        }
        let renderer = try Renderer(
            filters: job.manifest.filters, encoder: job.manifest.encoder, pinned: job.manifest.pinned,
            container: container,
            threads: threads)
        try Versions.compare(input.elements + renderer.elements, with: job.manifest.versions)
        guard input.decoder == source.decoder else {
            throw Failure(
                "\(hostName) decodes \(source.path) by \(input.decoder), and the job was planned with \(source.decoder)."
            )
        }

        let part = "\(job.segmentsFolder)/\(segment.name).\(hostName).\(getpid()).tmp"
        try makeFolder(part)
        do {
            let result = try Result(segment, times, folder: part)
            renderer.rendered = { sample in
                if try result.take(rendered: sample) {
                    try renderer.encode(sample)
                    progress(result.frames.count)
                }
            }
            renderer.encoded = { try result.take(encoded: $0) }
            try feed(renderer, from: input, times)
            try renderer.end()
            let sidecar = try result.end(
                name: segment.name, seam: min(job.manifest.seam, times.times.count - segment.end),
                seconds: Date().timeIntervalSince(began))
            try write(json(SealedSidecar(sidecar)), to: "\(part)/frames.json")
            try keep(part)
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
    }

    /// Frames from `start` to the end of the seam.
    private func feed(_ renderer: Renderer, from input: Source, _ times: Times) throws {
        if segment.keyframe > 0 { try input.seek(to: times.times[segment.keyframe]) }
        try input.play()
        let end = min(segment.end + job.manifest.seam, times.times.count)
        var (next, count) = (segment.start, 0)
        while next < end, let sample = try input.next() {
            count += 1
            let known = times.areInOrder == true ? count - 1 : sample.streamTime.flatMap { times.frame(at: $0) }
            guard let frame = known else {
                // What comes before the first frame that is needed may have been decoded of half of what it needs.
                if next == segment.start { continue }
                throw Failure(
                    "\(source.path) has a frame between frames \(next - 1) and \(next) that the plan does not have.")
            }
            if frame < segment.start { continue }
            guard frame == next else { throw Failure("Frame \(next) of \(source.path) can't be decoded.") }
            guard sample.capsText == source.caps else {
                throw Failure("Frame \(next) of \(source.path) is \(sample.capsText), and others are \(source.caps).")
            }
            try renderer.feed(sample, time: times.times[frame], duration: times.duration(of: frame))
            next += 1
        }
        guard next == end else { throw Failure("\(source.path) ends before frame \(next) of \(times.times.count).") }
    }

    /// Gives the result its name, which has it whole from then on.
    private func keep(_ part: String) throws {
        synchronize(folder: part)
        let path = job.path(of: number)
        if rename(part, path) != 0 {
            let error = errno
            // Another process was faster, and its result is as good.
            guard error == EEXIST || error == ENOTEMPTY, job.isDone(number) else {
                throw Failure("\(path) can't be written: \(String(cString: strerror(error))).")
            }
            try FileManager.default.removeItem(atPath: part)
        }
        synchronize(folder: job.segmentsFolder)
    }
}

/// What comes out of a renderer for a segment.
private final class Result {
    private let segment: Manifest.Segment
    private let times: Times
    private let stream: FileHandle
    private let content: Digest
    private var bytes: UInt64 = 0
    private var next: Int
    private(set) var frames: [String] = []
    private var seam: [String] = []
    private var packets: [Sidecar.Packet] = []
    private var caps = ""

    init(_ segment: Manifest.Segment, _ times: Times, folder: String) throws {
        (self.segment, self.times, next) = (segment, times, segment.start)
        content = try Digest()
        let path = "\(folder)/stream"
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw Failure("\(path) can't be written: \(String(cString: strerror(errno))).")
        }
        stream = file
    }

    /// Whether the frame is one of the segment.
    func take(rendered sample: Sample) throws -> Bool {
        defer { next += 1 }
        guard let time = sample.runningTime, times.frame(at: time) == next else {
            throw Failure("The filters do not give one frame for each frame, at its time, after frame \(next - 1).")
        }
        guard next >= segment.first else { return false }
        let hash = try frameHash(sample)
        if next < segment.end { frames.append(hash) } else { seam.append(hash) }
        return next < segment.end
    }

    func take(encoded sample: Sample) throws {
        guard let buffer = sample.buffer, let frame = frame(of: sample) else {
            throw Failure("The encoder gives a packet that belongs to no frame.")
        }
        if caps.isEmpty { caps = sample.capsText }
        guard sample.capsText == caps else {
            throw Failure("The encoder changes its form from \(caps) to \(sample.capsText).")
        }
        let isDelta = buffer.pointee.mini_object.flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue != 0
        do {
            try withBytes(buffer) { data in
                content.add(data)
                try stream.write(contentsOf: data)
                packets.append(Sidecar.Packet(frame: frame, bytes: data.count, isKeyframe: !isDelta))
                bytes += UInt64(data.count)
            }
        } catch {
            throw Failure("The stream can't be written: \(error.localizedDescription)")
        }
    }

    /// Which frame a packet is.
    private func frame(of sample: Sample) -> Int? {
        // Some of libav's encoders tell no time, or what libav's mark for none becomes in nanoseconds. `Pins` lets those through
        // only if they do not reorder.
        guard let time = sample.runningTime, time < Int64.max / 2 else { return segment.first + packets.count }
        return times.frame(at: time, tolerance: 500_000)
    }

    func end(name: String, seam expected: Int, seconds: Double) throws -> Sidecar {
        let count = segment.end - segment.first
        guard frames.count == count, seam.count == expected else {
            throw Failure("The filters gave \(frames.count + seam.count) frames for \(count + expected).")
        }
        guard packets.map(\.frame).sorted() == Array(segment.first..<segment.end) else {
            throw Failure("The encoder gave \(packets.count) packets for \(count) frames.")
        }
        guard packets.first?.isKeyframe == true else { throw Failure("The stream does not begin with a keyframe.") }
        try stream.synchronize()
        try stream.close()
        return Sidecar(
            name: name, bytes: bytes, sha256: content.end(), caps: caps, frames: frames, seam: seam, packets: packets,
            host: hostName, seconds: (seconds * 1000).rounded() / 1000)
    }
}
