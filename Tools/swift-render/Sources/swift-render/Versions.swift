// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

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
            versions["plugin \(string(gst_plugin_get_name(plugin)))"] = string(gst_plugin_get_version(plugin))
            gst_object_unref(UnsafeMutableRawPointer(plugin))
            // Sources are compared by themselves.
            guard element.factoryName != "filesrc" else { continue }
            for property in ["location", "preset-location"] where element.has(property) {
                guard let path = element.path(property), let hash = try? Digest.ofFile(path) else { continue }
                versions["file \(path)"] = String(hash.prefix(16))
            }
        }
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        for line in maps.split(separator: "\n") {
            guard let slash = line.lastIndex(of: "/") else { continue }
            let file = line[line.index(after: slash)...]
            // libx264.so.164
            guard let range = file.range(of: ".so."), libraries.contains(String(file[..<range.lowerBound])) else {
                continue
            }
            versions["library \(file[..<range.lowerBound])"] = String(file[range.upperBound...])
        }
        return versions
    }

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
