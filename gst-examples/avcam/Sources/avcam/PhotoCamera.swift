// SPDX-License-Identifier: MIT
import CGStreamer
import Dispatch
import Glibc

/// Writes stills while the video goes on.
final class PhotoCamera: Sendable {
    private let folder: String
    private let isPNG: Bool
    private let work = DispatchQueue(label: "photos")

    init(folder: String, isPNG: Bool) {
        (self.folder, self.isPNG) = (folder, isPNG)
    }

    /// Writes a frame, which is taken over, in the background, and says where.
    func take(_ frame: OpaquePointer) {
        nonisolated(unsafe) let frame = frame
        work.async { [self] in
            defer { gst_sample_unref(frame) }
            do {
                say("Photo: \(try write(frame))")
            } catch {
                say("No photo: \(error)")
            }
        }
    }

    /// Waits for the photos that were taken.
    func finish() { work.sync {} }

    private func write(_ frame: OpaquePointer) throws -> String {
        let caps = gst_caps_from_string(isPNG ? "image/png" : "image/jpeg")
        defer { gst_caps_unref(caps) }
        var error: UnsafeMutablePointer<GError>?
        let limit = GstClockTime(10_000_000_000)
        guard let photo = gst_video_convert_sample(frame, caps, limit, &error) else { throw Failure(error) }
        defer { gst_sample_unref(photo) }
        var map = GstMapInfo()
        guard let buffer = gst_sample_get_buffer(photo), gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
            throw Failure("The photo can't be read.")
        }
        defer { gst_buffer_unmap(buffer, &map) }
        let (path, file) = try newFile()
        let isWritten = fwrite(map.data, 1, Int(map.size), file) == Int(map.size)
        guard fclose(file) == 0, isWritten else { throw Failure(errno, path) }
        return path
    }

    /// The first number that no photo has.
    private func newFile() throws -> (path: String, file: UnsafeMutablePointer<FILE>) {
        var number = 1
        while true {
            let path = "\(folder)/photo-\(number).\(isPNG ? "png" : "jpg")"
            if let file = fopen(path, "wx") { return (path, file) }
            guard errno == EEXIST else { throw Failure(errno, path) }
            number += 1
        }
    }
}
