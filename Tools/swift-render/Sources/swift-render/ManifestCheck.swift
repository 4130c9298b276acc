// SPDX-License-Identifier: MIT
import Foundation

extension Manifest {
    /// The form that this program reads and writes.
    static let current = 2

    /// Throws the first field that `plan` would not have written, of a manifest from a file. One that has many segments takes half
    /// the time where one name alone is of interest.
    func check(nameOf segment: Int? = nil) throws {
        try demand(Container(rawValue: container) != nil, "container", container, "mp4, mov or mkv")
        try demand(window >= 0, "window", window, "0 at least")
        try demand((0...1000).contains(seam), "seam", seam, "from 0 to 1000")
        for (index, pin) in pinned.enumerated() {
            try demand(pin.count == 3, "pinned[\(index)]", pin, "an element, a property and a value")
        }
        var outputs: Set<String> = []
        for (index, source) in sources.enumerated() {
            let field = "sources[\(index)]"
            try source.check(field)
            let isOwn = outputs.insert(source.output).inserted && source.output.hasSuffix(".\(container)")
            try demand(isOwn, "\(field).output", source.output, "a name of its own that ends in .\(container)")
        }
        try checkCuts()
        var range = segments.indices
        if let segment { range = range.contains(segment) ? segment..<segment + 1 : 0..<0 }
        for (number, name) in zip(range, try names(of: segments[range])) {
            let given = segments[number].name
            try demand(given == name, "segments[\(number)].name", given, "\(name) by what the manifest says")
        }
    }

    /// The segments of a source follow those of the one before, and each its neighbour.
    private func checkCuts() throws {
        try demand(!sources.isEmpty, "sources", "[]", "one file at least")
        var (source, next) = (0, 0)
        for (number, segment) in segments.enumerated() {
            var field: String { "segments[\(number)]" }
            if next == sources[source].frames, source + 1 < sources.count { (source, next) = (source + 1, 0) }
            let frames = sources[source].frames
            try demand(segment.source == source, "\(field).source", segment.source, "\(source)")
            try demand(segment.first == next, "\(field).first", segment.first, "\(next), where the one before ends")
            try demand(
                segment.end > next && segment.end <= frames, "\(field).end", segment.end,
                "above \(next) and at most \(frames)")
            try demand((0...next).contains(segment.start), "\(field).start", segment.start, "from 0 to \(next)")
            try demand(
                (0...segment.start).contains(segment.keyframe), "\(field).keyframe", segment.keyframe,
                "from 0 to \(segment.start)")
            next = segment.end
        }
        try demand(
            source == sources.count - 1 && next == sources[source].frames, "segments", "\(segments.count) long",
            "all frames of all sources")
    }

    /// Names segments by all that they depend on.
    func named(_ unnamed: [Segment]) throws -> Manifest {
        let segments = zip(unnamed, try names(of: unnamed[...])).map { segment, name in
            Segment(
                source: segment.source, first: segment.first, end: segment.end, start: segment.start,
                keyframe: segment.keyframe, name: name)
        }
        return Manifest(
            filters: filters, encoder: encoder, pinned: pinned, container: container, window: window, seam: seam,
            versions: versions, sources: sources, segments: segments)
    }

    private func names(of segments: ArraySlice<Segment>) throws -> [String] {
        struct Content: Codable {
            let source, edges, caps, decoder, times, filters, encoder, container: String
            let bytes: UInt64
            let frames: Int
            let audio: [String]
            let pinned: [[String]]
            let versions: [String: String]
            let window: Int64
            let seam: Int
        }
        let contents = try sources.map { source in
            try Digest.of(
                json(
                    Content(
                        source: source.sha256, edges: source.edges, caps: source.caps, decoder: source.decoder,
                        times: source.times, filters: filters, encoder: encoder, container: container,
                        bytes: source.bytes, frames: source.frames, audio: source.audio, pinned: pinned,
                        versions: versions, window: window, seam: seam)))
        }
        return try zip(segments.indices, segments).map { number, segment in
            let text =
                "\(contents[segment.source]) \(segment.first) \(segment.end) \(segment.start) \(segment.keyframe)"
            return String(format: "seg-%05d-", number) + (try Digest.of(Data(text.utf8)).prefix(16))
        }
    }
}

extension Manifest.Source {
    fileprivate func check(_ field: String) throws {
        try demand(path.hasPrefix("/"), "\(field).path", path, "a whole path")
        for (name, hash) in [("sha256", sha256), ("edges", edges), ("times", times)] {
            let isHash = hash.utf8.count == 64 && hash.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
            try demand(isHash, "\(field).\(name)", hash, "64 hexadecimal digits")
        }
        try demand((1...(1 << 40)).contains(frames), "\(field).frames", frames, "from 1 to 2^40")
        try demand(isFileName(output), "\(field).output", output, "the name of a file, without a folder")
    }
}

extension Times {
    /// Whether they are times of so many frames as `plan` writes them.
    func areThose(of frames: Int) -> Bool {
        func rise<Number: Comparable>(_ numbers: [Number]) -> Bool {
            zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        }
        // Sums of times with windows and hours fit.
        return times.count == frames && rise(times) && times.allSatisfy { (0..<(1 << 61)).contains($0) }
            && rise(keyframes) && keyframes.first == 0 && keyframes.allSatisfy { $0 < frames }
    }
}

/// Whether a file of this name is in the folder where it is looked for.
func isFileName(_ name: String) -> Bool {
    !["", ".", ".."].contains(name) && name.utf8.count <= 255
        && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
}

private func demand(
    _ isRight: Bool, _ field: @autoclosure () -> String, _ value: some Any, _ right: @autoclosure () -> String
) throws {
    if !isRight { throw Failure("\(field()) is \(value), and has to be \(right()).") }
}
