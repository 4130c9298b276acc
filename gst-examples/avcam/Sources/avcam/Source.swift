// SPDX-License-Identifier: MIT
import CGStreamer
import Glibc

/// Where frames come from.
enum Source: CustomStringConvertible {
    /// A camera that GStreamer has found.
    case device(OpaquePointer, name: String)
    case v4l2(path: String)
    case file(path: String)
    case elements(String)

    /// What the user names, or the first camera, or the bundled clip.
    static func video(_ name: String?, media: String) throws -> Source {
        if let name { return try named(name) }
        if let camera = camera({ !isDepth($0) }) { return camera }
        return try bundled("\(media)/bigbuckbunny.mp4")
    }

    /// What the user names, or the first camera of depth, or the bundled depth video.
    static func depth(_ name: String?, media: String) throws -> Source {
        if let name { return try named(name) }
        if let camera = camera(isDepth) { return camera }
        return try bundled("\(media)/aloe-depth.mkv")
    }

    private static func named(_ name: String) throws -> Source {
        var status = stat()
        guard stat(name, &status) == 0 else {
            // Paths with a folder are never elements.
            guard !name.hasPrefix("/"), !name.hasPrefix(".") else { throw Failure("There is no \(name).") }
            return .elements(name)
        }
        switch status.st_mode & S_IFMT {
        case S_IFCHR: return .v4l2(path: name)
        case S_IFREG: return .file(path: name)
        // Opening a pipe would wait until somebody writes to it.
        default: throw Failure("\(name) is neither a device nor a file.")
        }
    }

    private static func bundled(_ path: String) throws -> Source {
        guard access(path, R_OK) == 0 else {
            throw Failure("There is no camera and no \(path): name a source, or the folder of that video with --media.")
        }
        return .file(path: path)
    }

    private static func camera(_ isWanted: (OpaquePointer) -> Bool) -> Source? {
        guard let monitor = gst_device_monitor_new() else { return nil }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, "Video/Source", nil)
        let list = gst_device_monitor_get_devices(monitor)
        defer { g_list_free_full(list) { gst_object_unref($0) } }
        var entry = list
        while let item = entry {
            let device = UnsafeMutablePointer<GstDevice>(OpaquePointer(item.pointee.data))
            if let device, let caps = gst_device_get_caps(device) {
                defer { gst_caps_unref(caps) }
                if isWanted(OpaquePointer(caps)), let name = gst_device_get_display_name(device) {
                    defer { g_free(name) }
                    gst_object_ref(device)
                    return .device(OpaquePointer(device), name: String(cString: name))
                }
            }
            entry = item.pointee.next
        }
        return nil
    }

    /// Whether a camera gives gray of 16 bits and no colours.
    private static func isDepth(_ caps: OpaquePointer) -> Bool {
        func gives(_ text: String) -> Bool {
            let wanted = gst_caps_from_string(text)
            defer { gst_caps_unref(wanted) }
            return gst_caps_can_intersect(UnsafePointer(caps), wanted) != 0
        }
        return gives("video/x-raw, format={GRAY16_LE, GRAY16_BE}")
            && !gives("video/x-raw, format={YUY2, UYVY, NV12, I420, RGB, BGR, BGRx}; image/jpeg")
    }

    var description: String {
        switch self {
        case .device(_, let name): name
        case .v4l2(let path): path
        case .file(let path): path
        case .elements(let text): text
        }
    }

    /// Whether its frames come in their own time.
    var isFile: Bool {
        if case .file = self { true } else { false }
    }

    /// Elements with a pad for the frames.
    func element() throws -> UnsafeMutablePointer<GstElement> {
        // Cameras that offer no limit give all they have.
        let camera = "video/x-raw,width=(int)[1,1280],height=(int)[1,720]"
        switch self {
        case .device(let device, let name):
            guard let source = gst_device_create_element(UnsafeMutablePointer(device), nil) else {
                throw Failure("\(name) can't be opened.")
            }
            let made = try parsed("capsfilter name=start caps=\(camera) ! queue name=end")
            gst_bin_add(bin(made), source)
            guard let start = gst_bin_get_by_name(bin(made), "start") else { throw Failure("There is no start.") }
            defer { gst_object_unref(start) }
            guard gst_element_link(source, start) != 0 else { throw Failure("\(name) gives no raw video.") }
            return made
        case .v4l2(let path):
            return try parsed("v4l2src name=start ! \(camera) ! queue name=end", path, property: "device")
        case .file(let path):
            let text = "filesrc name=start ! decodebin ! video/x-raw ! queue name=end"
            return try parsed(text, path, property: "location")
        case .elements(let text):
            return try parsed("\(text) ! queue name=end")
        }
    }
}

/// A bin of a description, with a pad for what its element `end` gives; `property` of its element `start` becomes `value`.
private func parsed(
    _ text: String, _ value: String = "", property: String? = nil
) throws -> UnsafeMutablePointer<GstElement> {
    var error: UnsafeMutablePointer<GError>?
    guard let made = gst_parse_bin_from_description(text, 0, &error), error == nil else { throw Failure(error) }
    let element = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self)
    if let property, let start = gst_bin_get_by_name(bin(element), "start") {
        set(start, property, value)
        gst_object_unref(start)
    }
    guard let end = gst_bin_get_by_name(bin(element), "end") else { throw Failure("Nothing comes out of \(text).") }
    defer { gst_object_unref(end) }
    let pad = gst_element_get_static_pad(end, "src")
    defer { gst_object_unref(pad) }
    gst_element_add_pad(element, gst_ghost_pad_new("src", pad))
    return element
}
