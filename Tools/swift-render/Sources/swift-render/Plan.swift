// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamerApp
import Foundation

/// How sources are cut.
enum Length: ExpressibleByArgument {
    case frames(Int)
    case nanoseconds(Int64)

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9)]
        if argument.hasSuffix("f"), let count = Int(argument.dropLast()), count > 0 {
            self = .frames(count)
            return
        }
        guard let (unit, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.count)), number >= 0, number * scale < 9e18
        else { return nil }
        self = .nanoseconds(Int64(number * scale))
    }
}

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the manifest of a job: what is rendered of which files, and how it is cut.")

    @Argument(help: "The video files.")
    var sources: [String]

    @Option(help: "Filters as swiftchain takes them, or elements as gst-launch-1.0 takes them.")
    var filters: String

    @Option(
        help:
            "The encoder as gst-launch-1.0 takes it, after more filters. Its threads are set to 1 where they are not set."
    )
    var encoder = "x264enc pass=quant quantizer=18 speed-preset=veryfast"

    @Option(
        help: ArgumentHelp("Cut files in pieces of this length: 60s, 2m, 1h, or 500f for frames.", valueName: "length"))
    var segment: Length?

    @Flag(help: "Leave files whole, which is the default.")
    var whole = false

    @Option(help: "What goes around the streams: mp4, mov or mkv.")
    var container = Container.mkv

    @Option(
        help: ArgumentHelp("Give filters this much earlier video, instead of what they say: 2s.", valueName: "length"))
    var window: Length?

    @Flag(help: "Take encoders that may give another stream in each run.")
    var anyEncoder = false

    @Option(name: [.customShort("o"), .long], help: "The folder of the job, which all machines can reach.")
    var output: String

    func validate() throws {
        if whole, segment != nil { throw ValidationError("--whole and --segment exclude each other.") }
        if case .nanoseconds(0) = segment { throw ValidationError("--segment must be longer than 0.") }
        if case .frames = window { throw ValidationError("--window is a time, such as 2s.") }
        if output.isEmpty { throw ValidationError("--output is the name of a folder, and not empty.") }
    }

    func run() throws {
        try checkName(ofJob: output)
        if let file = fileOnTheWay(to: output) { throw Failure("\(file) is a file: give -o a folder.") }
        gst_init(nil, nil)
        let planned = try Planner(options: self).plan()
        let data = try json(planned.manifest)
        let path = "\(output)/manifest.json"
        if let present = FileManager.default.contents(atPath: path) {
            guard present == data else {
                throw Failure("\(output) has the manifest of another job: choose another folder, or remove it.")
            }
        }
        try makeFolder("\(output)/segments")
        for (name, data) in planned.times { try replace("\(output)/times-\(name.prefix(16)).json", with: data) }
        try replace(path, with: data)
        synchronize(folder: output)
        let manifest = planned.manifest
        let frames = manifest.sources.reduce(0) { $0 + $1.frames }
        print(
            "\(count(manifest.sources.count, "file")), \(count(frames, "frame")), \(count(manifest.segments.count, "segment"))"
        )
        if segment != nil { print("Filters look back \(seconds(manifest.window)).") }
        for pin in manifest.pinned { print("\(pin[0]): \(pin[1])=\(pin[2]), so that each run gives the same stream") }
        print("Render it with: swift-render run \(quoted(output))")
    }
}

extension Container: ExpressibleByArgument {}

func warn(_ text: String) { FileHandle.standardError.write(Data("Warning: \(printable(text))\n".utf8)) }

func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// Finds out what a manifest says.
struct Planner {
    let options: Plan
    /// What comes before the encoder in --encoder is of the filters: frames are compared after it.
    let filters, encoder: String

    init(options: Plan) throws {
        self.options = options
        let (before, encoder) = try parted(encoder: options.encoder)
        self.encoder = encoder.trimmingCharacters(in: .whitespaces)
        filters =
            before.isEmpty
            ? options.filters
            : "\(launchText(ofFilters: options.filters)) ! \(before.trimmingCharacters(in: .whitespaces))"
    }

    func plan() throws -> (manifest: Manifest, times: [String: Data]) {
        // As they were written, which a message about them names.
        _ = try Renderer.pipeline(launchText(ofFilters: options.filters), "--filters")
        _ = try Renderer.pipeline(options.encoder, "--encoder")
        let part = try Renderer.pipeline(launchText(ofFilters: filters), "--filters")
        let history = History(of: part.element)
        if options.segment != nil, options.window == nil || history.isUnbounded, let refusal = history.refusal {
            throw Failure(refusal)
        }
        let encoding = try Renderer.pipeline(encoder, "--encoder")
        let pinned = try Pins.find(
            in: encoding.element, text: options.encoder, container: options.container, allowsAny: options.anyEncoder)
        var window = options.segment == nil ? 0 : history.window
        if case .nanoseconds(let given) = options.window { window = given }

        var (sources, segments, files): ([Manifest.Source], [Manifest.Segment], [String: Data]) = ([], [], [:])
        var versions: [String: String] = [:]
        for path in options.sources {
            let (source, times) = try look(at: path, pinned, &versions, others: sources)
            files[source.times] = try json(times)
            for range in cut(times) {
                let start = times.start(of: range.lowerBound, window: window)
                segments.append(
                    Manifest.Segment(
                        source: sources.count, first: range.lowerBound, end: range.upperBound, start: start,
                        keyframe: times.keyframe(before: start), name: ""))
            }
            sources.append(source)
        }
        let manifest = Manifest(
            filters: filters, encoder: encoder, pinned: pinned, container: options.container.rawValue,
            window: window, seam: 2, versions: versions, sources: sources, segments: [])
        return (try manifest.named(segments), files)
    }

    /// Reads a source to its end, and tries filters and encoder with its first frames.
    private func look(
        at given: String, _ pinned: [[String]], _ versions: inout [String: String], others: [Manifest.Source]
    ) throws -> (Manifest.Source, Times) {
        let path = wholePath(given)
        guard FileManager.default.fileExists(atPath: path) else {
            // Arguments of this program are UTF-8, in which other bytes are replaced.
            let reason = given.contains("\u{FFFD}") ? " Names of files have to be UTF-8: give it such a name." : ""
            throw Failure("There is no \(given).\(reason)")
        }
        guard let bytes = size(of: path) else {
            throw Failure("\(given) is not a file. Of a folder, name what is in it: \(given)/*")
        }
        let tracks = try Tracks(of: path)
        guard let video = tracks.video else {
            let lack = tracks.lacks.first.map { " that GStreamer can read: it has no \($0.decoder)" } ?? ""
            throw Failure("\(given) has no video stream\(lack).")
        }
        try check(tracks, video, given)
        if let orientation = tracks.orientation {
            warn(
                """
                \(given) is to be shown turned (\(orientation)), which results do not say: turn frames by videoflip \
                video-direction=... in --filters.
                """)
        }
        for left in tracks.left {
            warn("\(given): its \(left) is left out: results have the first video stream and all sound.")
        }
        let audio = tracks.audio.map(\.caps)
        for caps in audio where try options.container.passage(ofAudio: caps) == nil {
            throw Failure(
                """
                \(given): its sound (\(caps.prefix { $0 != "," })) can't go into \(options.container) as it is\
                \(try containers(thatTake: audio))
                """)
        }
        for lack in tracks.lacks {
            let loss = "\(given) has a stream that GStreamer can't read: it has no \(lack.decoder)."
            let isNeeded = ["audio/", String(video.caps.prefix { $0 != "," })].contains { lack.caps.contains($0) }
            guard !isNeeded else {
                throw Failure("\(loss) Install the plugin that has it, or copy the file without it.")
            }
            warn("\(loss) It is left out.")
        }
        let input = try Source(path, threads: 0)
        var times = try video.times ?? decodedTimes(input, video, given)
        guard !times.times.isEmpty else { throw Failure("\(given) has no frames.") }
        let hasOne = times.keyframes == [0] && video.times != nil
        if !tracks.canSeek(times) || !canBegin(in: path, times) {
            times = Times(times: times.times, keyframes: [0], unsure: [], areInOrder: times.areInOrder)
        }
        if times.keyframes == [0], cut(times).count > 1 {
            let reason =
                hasOne
                ? "it has one keyframe, so leave it whole"
                : "GStreamer can't begin elsewhere in it, so leave it whole, or plan a copy: ffmpeg -i FILE -c copy FILE.mkv"
            warn("\(given) is decoded from the beginning for each piece: \(reason).")
        }

        let trial = video.times == nil ? try Source(path, threads: 0) : input
        let renderer = try Renderer(
            filters: filters, encoder: encoder, pinned: pinned, container: options.container, threads: 0
        )
        var (caps, packets) = ("", 0)
        renderer.rendered = { try renderer.encode($0) }
        renderer.encoded = { _ in packets += 1 }
        try trial.play()
        var frame = 0
        while frame < min(2, times.times.count) {
            guard let sample = try trial.next() else { throw Failure("\(given): frame \(frame) can't be decoded.") }
            let known = times.areInOrder == true ? frame : sample.streamTime.flatMap { times.frame(at: $0) }
            // As segments do, which drop what comes before the first frame.
            if known == nil, frame == 0 { continue }
            guard known == frame else {
                throw Failure(
                    """
                    \(given): frame \(frame) is not decoded at its time. Copy it to Matroska, which has all times, and plan that: \
                    ffmpeg -i FILE FILE.mkv
                    """)
            }
            caps = sample.capsText
            try renderer.feed(sample, time: times.times[frame], duration: times.duration(of: frame))
            frame += 1
        }
        try renderer.end()
        guard packets == min(2, times.times.count) else {
            throw Failure("\(given): the filters or the encoder do not give one frame for each.")
        }
        versions.merge(Versions.of(trial.elements + renderer.elements)) { $1 }
        let output = name(of: path, others.map(\.output))
        guard isFileName(output) else {
            throw Failure("\(given) has a name too long for that of a result, \(output): give it a shorter one.")
        }
        let source = Manifest.Source(
            path: path, bytes: bytes, sha256: try Digest.ofFile(path), edges: try Digest.ofFile(path, edge: 1 << 20),
            caps: caps,
            decoder: trial.decoder, audio: audio, frames: times.times.count, times: try Digest.of(json(times)),
            output: output)
        return (source, times)
    }

    /// Throws if a stream is not whole, or can't be one stream.
    private func check(_ tracks: Tracks, _ video: Track, _ given: String) throws {
        guard tracks.missing == 0 else {
            throw Failure(
                """
                \(given) ends \(seconds(tracks.missing)) before its container says (\(seconds(tracks.duration ?? 0))): it is cut off or \
                damaged\(tracks.mayBeEdited ? ", or has an edit list that GStreamer does not follow to its end" : ""). \
                Take the whole file, or copy what there is to a new one: ffmpeg -i FILE -c copy FILE.mkv
                """)
        }
        if let change = video.change {
            throw Failure(
                """
                \(given) changes from \(change.from) to \(change.to) at frame \(change.packet), and a stream has one size: \
                give all frames one, as by ffmpeg -i FILE FILE.mkv, or cut the file there.
                """)
        }
    }

    /// What to do about sound that the container does not take.
    private func containers(thatTake audio: [String]) throws -> String {
        let others = try Container.allCases.filter { container in
            try audio.allSatisfy { try container.passage(ofAudio: $0) != nil }
        }
        return others.isEmpty
            ? ", nor into another container: copy the file with other sound, such as FLAC or AAC, or without, and plan that."
            : ": use \(others.map { "--container \($0)" }.joined(separator: " or "))."
    }

    /// Whether reading can begin with a keyframe in the middle, tried once: not all that say when frames are shown can be sought.
    private func canBegin(in path: String, _ times: Times) -> Bool {
        let keyframe = times.keyframe(before: times.times.count / 2)
        guard options.segment != nil, keyframe > 0, let input = try? Source(path, threads: 0) else { return true }
        do {
            try input.seek(to: times.times[keyframe])
            try input.play()
            // As segments do, which drop what is between frames.
            while let sample = try input.next() {
                if let frame = sample.streamTime.flatMap({ times.frame(at: $0) }) { return frame <= keyframe }
            }
        } catch {}
        return false
    }

    /// For containers that do not tell the time of each frame.
    private func decodedTimes(_ input: Source, _ video: Track, _ path: String) throws -> Times {
        try input.play()
        var times: [Int64?] = []
        while let sample = try input.next() { times.append(sample.streamTime) }
        let decoded = Times(times: times.compactMap { $0 }, keyframes: [0], unsure: [])
        if decoded.areThose(of: times.count) { return decoded }
        // Decoders lose times where frames come in another order than they are shown in.
        if times.count == video.packets.count, let ordered = video.timesByDecoding { return ordered }
        throw Failure(
            """
            \(path): it is not known when its frames are shown: \(count(times.count, "frame")) of \
            \(count(video.packets.count, "packet")), of which \(video.packets.count { $0.time != nil }) have a time. Copy it to \
            Matroska, which has all times, and plan that: ffmpeg -fflags +genpts -i FILE -c copy FILE.mkv
            """)
    }

    private func name(of path: String, _ taken: [String]) -> String {
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        for number in 1... {
            let name = "\(stem)\(number == 1 ? "" : "-\(number)").\(options.container)"
            if !taken.contains(name) { return name }
        }
        return stem
    }

    private func cut(_ times: Times) -> [Range<Int>] {
        let all = times.times
        var cuts: [Int] = []
        switch options.segment {
        case nil: break
        case .frames(let count): cuts = Array(stride(from: count, to: all.count, by: count))
        case .nanoseconds(let length):
            // Pieces of the same length, none longer than was asked for but by a frame: containers round times, and four minutes in
            // pieces of one are four.
            let last = all[all.count - 1] - all[0]
            let (span, pieces) = (last + times.duration(of: all.count - 1), last / length + 1)
            func begin(_ piece: Int64) -> Int64 { all[0] + Int64(Double(span) * Double(piece) / Double(pieces)) }
            var before: Int64 = 0
            for frame in all.indices {
                // The piece of a frame, nearly, and then right.
                var piece = min(Int64(Double(all[frame] - all[0]) * Double(pieces) / Double(max(span, 1))), pieces - 1)
                while piece + 1 < pieces, begin(piece + 1) <= all[frame] { piece += 1 }
                while piece > 0, begin(piece) > all[frame] { piece -= 1 }
                if piece > before { cuts.append(frame) }
                before = piece
            }
        }
        return zip([0] + cuts, cuts + [all.count]).map { $0..<$1 }
    }
}
