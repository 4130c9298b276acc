// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation
import Synchronization

/// What makes frames and streams on this machine: names and versions.
enum Versions {
    /// Libraries whose versions the plugins that use them do not tell.
    private static let libraries = [
        "libavcodec", "libaom", "libdav1d", "libjpeg", "libpng16", "libswscale", "libtheoradec", "libtheoraenc",
        "libvpx", "libx264",
    ]

    /// Of the plugins of elements, of files that they read, and of libraries that this process has loaded for them.
    static func of(_ elements: [Element]) -> [String: String] {
        var versions = ["GStreamer": taken(gst_version_string())]
        for element in elements {
            guard let factory = element.factory,
                let plugin = gst_plugin_feature_get_plugin(factory)
            else { continue }
            let name = "plugin \(string(gst_plugin_get_name(plugin)))"
            versions[name] = string(gst_plugin_get_version(plugin))
            // Two builds may have the same version.
            versions["\(name), by content,"] = hash(string(gst_plugin_get_filename(plugin)))
            gst_object_unref(UnsafeMutableRawPointer(plugin))
            // Sources are compared by themselves.
            guard element.factoryName != "filesrc" else { continue }
            for object in [element.object] + element.parts {
                for property in ["location", "preset-location"] where object.has(property) {
                    if let path = object.path(property) { versions["file \(path)"] = hash(path) }
                }
            }
        }
        // A String of a file would have the first 4 KiB of this one.
        let maps = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            guard let slash = line.lastIndex(of: "/") else { continue }
            let file = line[line.index(after: slash)...]
            // libx264.so.164
            guard let range = file.range(of: ".so."), libraries.contains(String(file[..<range.lowerBound])) else {
                continue
            }
            let name = "library \(file[..<range.lowerBound])"
            versions[name] = String(file[range.upperBound...])
            if let path = line.firstIndex(of: "/") { versions["\(name), by content,"] = hash(String(line[path...])) }
        }
        return versions
    }

    /// Of a file's content; nil if there is none that can be read.
    private static func hash(_ path: String) -> String? {
        hashes.withLock { hashes in
            if hashes[path] == nil { hashes[path] = (try? Digest.ofFile(path)).map { String($0.prefix(16)) } }
            return hashes[path]
        }
    }

    /// Of files that have been read: plan looks at each plugin once for each source.
    private static let hashes = Mutex<[String: String]>([:])

    /// Says what is otherwise here than where a job was planned.
    static func compare(_ elements: [Element], with planned: [String: String]) throws {
        let here = of(elements)
        for (name, version) in here.sorted(by: { $0.key < $1.key }) {
            guard let planned = planned[name], planned != version else { continue }
            throw Failure(
                """
                \(hostName) has \(name) \(version), and the job was planned with \(planned): frames might differ. \
                Install that version here, or plan the job anew.
                """)
        }
    }
}
