// SPDX-License-Identifier: MIT
import Foundation
import Glibc

/// What `join` notes of a result when it is whole, so that no other file is taken for it.
struct ResultNote: Codable {
    /// The name of its file.
    let output: String
    /// Of the names of its segments.
    let segments: String
    let bytes: UInt64
    let sha256: String
}

extension Job {
    private func notePath(of source: Int) -> String { "\(folder)/joined/\(String(format: "%05d", source)).json" }

    private func segmentsHash(of source: Int) throws -> String {
        try Digest.of(Data(segments(of: source).map { manifest.segments[$0].name }.joined(separator: " ").utf8))
    }

    /// The note of a result; nil if there is none, or if the file has not the size that it had.
    func result(of source: Int) -> ResultNote? {
        guard let data = FileManager.default.contents(atPath: notePath(of: source)),
            let note = try? JSONDecoder().decode(ResultNote.self, from: data),
            note.output == manifest.sources[source].output, note.segments == (try? segmentsHash(of: source)),
            size(of: output(of: source)) == note.bytes
        else { return nil }
        return note
    }

    /// Does something while no other process does, on all machines where the file system can do that.
    func alone(_ body: () throws -> Void) throws {
        try makeFolder("\(folder)/joined")
        let lock = open("\(folder)/joined/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        try body()
    }

    /// Notes a result whose content has this hash.
    func note(_ source: Int, sha256: String) throws {
        let note = ResultNote(
            output: manifest.sources[source].output, segments: try segmentsHash(of: source),
            bytes: size(of: output(of: source)) ?? 0, sha256: sha256)
        try replace(notePath(of: source), with: json(note))
        synchronize(folder: "\(folder)/joined")
    }

    /// Whether a result is there, after a look at all of it.
    func checkResult(_ source: Int) throws -> Bool {
        let path = output(of: source)
        guard FileManager.default.fileExists(atPath: path) else { return false }
        guard let note = result(of: source), try Digest.ofFile(path) == note.sha256 else {
            throw Failure("\(path) is not what join wrote: write it again with swift-render join \(quoted(folder)).")
        }
        return true
    }

    func removeResult(_ source: Int) {
        for path in [notePath(of: source), output(of: source)] { try? FileManager.default.removeItem(atPath: path) }
    }
}
