// SPDX-License-Identifier: MIT
import Foundation
import Glibc

/// The times of a source's frames, in nanoseconds from the beginning of the stream, ascending; and which are keyframes.
struct Times: Codable {
    let times: [Int64]
    let keyframes: [Int]
    /// Those keyframes that a decoder which begins with them may lose: all of H.264 but IDR frames.
    let unsure: [Int]
    /// Whether decoded frames have other times, and are known by their order from the first one on.
    var areInOrder: Bool?

    /// The frame shown at a time. Demuxers may round a time in two ways, which differ by less than `tolerance`.
    func frame(at time: Int64, tolerance: Int64 = 1000) -> Int? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time - tolerance { low = middle + 1 } else { high = middle }
        }
        return low < times.count && times[low] <= time + tolerance ? low : nil
    }

    /// How long a frame is shown: until the next one; the last one as long as the one before.
    func duration(of frame: Int) -> Int64 {
        if frame + 1 < times.count { return times[frame + 1] - times[frame] }
        return frame > 0 ? times[frame] - times[frame - 1] : 0
    }

    /// Where decoding begins for a frame: the last keyframe up to it, or the one before that if a decoder may lose the last.
    func keyframe(before frame: Int) -> Int {
        let last = place(of: frame + 1, in: keyframes) - 1
        guard last >= 0 else { return 0 }
        let unsurePlace = place(of: keyframes[last], in: unsure)
        let isUnsure = unsurePlace < unsure.count && unsure[unsurePlace] == keyframes[last]
        return keyframes[isUnsure ? max(last - 1, 0) : last]
    }

    /// How many of ascending numbers are less than one.
    private func place(of number: Int, in numbers: [Int]) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The last frame that is at least `window` nanoseconds before a frame.
    func start(of frame: Int, window: Int64) -> Int {
        guard window > 0 else { return frame }
        let (bound, overflows) = times[frame].subtractingReportingOverflow(window)
        return overflows ? 0 : times[..<frame].lastIndex { $0 <= bound } ?? 0
    }
}

/// A folder with a manifest, and what has been made of it so far.
struct Job {
    let folder: String
    let manifest: Manifest

    init(_ folder: String, _ manifest: Manifest) { (self.folder, self.manifest) = (folder, manifest) }

    /// `segment`: the only one that is of interest; nil: all are.
    init(opening folder: String, segment: Int? = nil) throws {
        let path = "\(folder)/manifest.json"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("There is no \(path): make it with swift-render plan ... -o \(folder).")
        }
        do {
            try self.init(folder, JSONDecoder().decode(Manifest.self, from: data))
        } catch {
            throw Failure("\(path) is no manifest of this version of swift-render: plan the job anew.")
        }
        guard manifest.format == Manifest.current else {
            throw Failure(
                "\(path) has form \(manifest.format), and this swift-render writes form \(Manifest.current): plan the job anew."
            )
        }
        do { try manifest.check(nameOf: segment) } catch {
            throw Failure("\(path) is not as plan wrote it: \(error) Plan the job anew.")
        }
    }

    func times(of source: Int) throws -> Times {
        let source = manifest.sources[source]
        let path = "\(folder)/times-\(source.times.prefix(16)).json"
        guard let data = FileManager.default.contents(atPath: path), try Digest.of(data) == source.times,
            let times = try? JSONDecoder().decode(Times.self, from: data), times.areThose(of: source.frames)
        else {
            throw Failure("\(path) is missing or not as it was planned: plan the job anew.")
        }
        return times
    }

    /// Throws if a source is another file than it was: of another length, or with other bytes at its ends, or anywhere.
    func checkSource(_ number: Int, anywhere: Bool = false) throws {
        let source = manifest.sources[number]
        guard let bytes = size(of: source.path) else { throw Failure("There is no \(source.path) on \(hostName).") }
        guard bytes == source.bytes, try Digest.ofFile(source.path, edge: 1 << 20) == source.edges,
            try !anywhere || Digest.ofFile(source.path) == source.sha256
        else {
            throw Failure("\(source.path) is not the file that it was when the job was planned: plan the job anew.")
        }
    }

    func segment(_ number: Int) throws -> Manifest.Segment {
        guard manifest.segments.indices.contains(number) else {
            throw Failure("There is no segment \(number): \(folder) has segments 0 to \(manifest.segments.count - 1).")
        }
        return manifest.segments[number]
    }

    /// The numbers of a source's segments.
    func segments(of source: Int) -> [Int] {
        manifest.segments.indices.filter { manifest.segments[$0].source == source }
    }

    var segmentsFolder: String { "\(folder)/segments" }

    func path(of segment: Int) -> String { "\(segmentsFolder)/\(manifest.segments[segment].name)" }

    func output(of source: Int) -> String { "\(folder)/output/\(manifest.sources[source].output)" }

    /// What is known of a segment that has been rendered; nil if it has not, or if its stream has not the size that it had.
    func sidecar(of segment: Int) -> Sidecar? {
        let path = path(of: segment)
        guard let data = FileManager.default.contents(atPath: "\(path)/frames.json"),
            let sealed = try? JSONDecoder().decode(SealedSidecar.self, from: data), sealed.isIntact,
            sealed.content.name == manifest.segments[segment].name,
            size(of: "\(path)/stream") == sealed.content.bytes
        else { return nil }
        return sealed.content
    }

    /// Like `sidecar`, from the sizes of files alone, which is enough to see how far a job is.
    func isDone(_ segment: Int) -> Bool {
        let path = path(of: segment)
        return size(of: "\(path)/stream") != nil && size(of: "\(path)/frames.json") != nil
    }

    /// Removes what processes of this machine that have ended left behind.
    func removeLeftovers() {
        for folder in [folder, segmentsFolder, "\(folder)/output", "\(folder)/joined"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where name.hasSuffix(".tmp") {
                // NAME.HOST.PROCESS.tmp
                let rest = name.dropLast(4)
                guard let dot = rest.lastIndex(of: "."), rest[..<dot].hasSuffix(".\(hostName)"),
                    let process = Int32(rest[rest.index(after: dot)...]), hasEnded(process)
                else { continue }
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }
    }

    private func hasEnded(_ process: Int32) -> Bool {
        if kill(process, 0) != 0 { return errno == ESRCH }
        // One that nobody has waited for yet is still there, without a command line.
        return FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty == true
    }
}

let hostName = ProcessInfo.processInfo.hostName

/// The length of a file; nil: it is none, but a folder, a pipe or a device, which may wait for ever.
func size(of path: String) -> UInt64? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return UInt64(status.st_size)
}

/// A path from / on, as the kernel takes it: what is above a folder is not above a link to it. Other links stay.
func wholePath(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    var parts: [String] = []
    for part in whole.split(separator: "/") where part != "." {
        if part == "..", let real = realpath("/" + parts.joined(separator: "/"), nil) {
            parts = String(cString: real).split(separator: "/").dropLast().map(String.init)
            free(real)
        } else {
            parts.append(String(part))
        }
    }
    return "/" + parts.joined(separator: "/")
}

/// Throws if lines of shells and programs for engines can't have the name of a job.
func checkName(ofJob folder: String) throws {
    guard wholePath(folder).unicodeScalars.contains(where: isControl) else { return }
    throw Failure("The folder \(folder) has a control character in its name, such as a new line: give it another name.")
}

/// A name for a terminal, which has control characters as Swift writes them.
func printable(_ text: String) -> String {
    text.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: false) : String($0) }.joined()
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

func makeFolder(_ path: String) throws {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        let reason = fileOnTheWay(to: path).map { "\($0) is a file." } ?? error.localizedDescription
        throw Failure("\(path) can't be made: \(reason)")
    }
}

/// The file that is where a folder or one above it would be.
func fileOnTheWay(to folder: String) -> String? {
    var (path, isFolder): (String, ObjCBool) = (folder, false)
    while !path.isEmpty, path != "/" {
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            return isFolder.boolValue ? nil : path
        }
        // Foundation's deletingLastPathComponent ends the program where the path is one letter.
        path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    return nil
}

/// JSON that is the same for the same values.
func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
}

/// Writes a file and waits until it is on the disk.
func write(_ data: Data, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
        throw Failure("\(path) can't be written: \(String(cString: strerror(errno))).")
    }
    do {
        try file.write(contentsOf: data)
        try file.synchronize()
        try file.close()
    } catch {
        throw Failure("\(path) can't be written: \(error.localizedDescription)")
    }
}

/// Writes a file so that its name has all of it or what it had before.
func replace(_ path: String, with data: Data) throws {
    let part = "\(path).\(hostName).\(getpid()).tmp"
    defer { unlink(part) }
    try write(data, to: part)
    guard rename(part, path) == 0 else {
        throw Failure("\(path) can't be written: \(String(cString: strerror(errno))).")
    }
}

/// Waits until the names in a folder are on the disk.
func synchronize(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}
