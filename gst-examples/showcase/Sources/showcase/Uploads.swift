// SPDX-License-Identifier: MIT
import CGStreamer
import FlyingFox
import Foundation
import Synchronization

/// Videos that users load: files of a folder of their own, under names that are not the users', until the program ends.
final class Uploads: Sendable {
    let limit: Int
    private let folder: URL
    private let state = Mutex((number: 0, isBusy: false))

    /// `limit`: bytes of a video at most.
    init(limit: Int) throws {
        self.limit = limit
        var path = Array("\(NSTemporaryDirectory())/showcase-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw Failure("No folder for videos can be made in \(NSTemporaryDirectory()).")
        }
        folder = URL(fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    func removeAll() { try? FileManager.default.removeItem(at: folder) }

    /// Removes the file of a video, if it is one of these.
    func remove(_ video: Video) {
        if case .loaded(let path) = video.source { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Writes a video as it comes. `name`: what the user calls it.
    func take(_ body: Body, name: String) async throws -> Video {
        let (number, isBusy) = state.withLock { state in
            defer { (state.number, state.isBusy) = (state.number + 1, true) }
            return (state.number, state.isBusy)
        }
        if isBusy { throw Refusal(.conflict, "Another video is being loaded.") }
        defer { state.withLock { $0.isBusy = false } }
        let path = folder.appendingPathComponent("video-\(number)").path
        let video = Video(source: .loaded(path), name: plain(name))
        do {
            guard FileManager.default.createFile(atPath: path, contents: nil),
                let file = FileHandle(forWritingAtPath: path)
            else { throw Failure("The video can't be written.") }
            defer { try? file.close() }
            let sentence = "A video is at most \(limit / 1_048_576) MiB; --max-upload allows more."
            try await body.read(limit: limit, within: 300, sentence) { part in
                do { try file.write(contentsOf: part) } catch {
                    throw Failure("The video can't be written: is the disk full?")
                }
            }
            if try file.offset() == 0 { throw Refusal(.badRequest, "The video is empty.") }
        } catch {
            remove(video)
            throw error
        }
        return video
    }

    /// Letters, digits and a few signs, as a file may be called anywhere.
    private func plain(_ name: String) -> String {
        let letters = name.prefix(80).map { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber || "._-".contains(letter)) ? letter : "_"
        }
        let name = String(letters.drop { $0 == "." || $0 == "-" })
        return name.isEmpty ? "video" : name
    }
}

extension Video {
    /// Refuses a file that is no video. Lists of videos are not opened, as they could name anything that the server can reach.
    func check() throws {
        guard let path else { return }
        var error: UnsafeMutablePointer<GError>?
        let text = "filesrc name=start ! typefind name=type ! fakesink num-buffers=1"
        guard let pipeline = gst_parse_launch(text, &error), error == nil else { throw Failure(error) }
        gst_object_ref_sink(pipeline)
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        gst_util_set_object_arg(try pipeline.child("start").object, "location", path)
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        gst_element_get_state(pipeline, nil, nil, 10_000_000_000)
        var caps = GValue()
        g_value_init(&caps, gst_caps_get_type())
        defer { g_value_unset(&caps) }
        g_object_get_property(try pipeline.child("type").object, "caps", &caps)
        guard let boxed = g_value_get_boxed(&caps) else {
            throw Refusal(.unsupportedMediaType, "\(name) is no video: nobody knows what it is.")
        }
        let structure = gst_caps_get_structure(boxed.assumingMemoryBound(to: GstCaps.self), 0)
        let found = string(gst_structure_get_name(structure))
        let isVideo = found.hasPrefix("video/") || ["application/ogg", "application/mxf"].contains(found)
        guard isVideo else { throw Refusal(.unsupportedMediaType, "\(name) is no video: it is \(found).") }
    }
}
