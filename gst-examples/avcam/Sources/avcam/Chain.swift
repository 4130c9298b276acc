// SPDX-License-Identifier: MIT
import CGStreamer
import Glibc

/// Something that ends the program, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What the system says of a file or the like.
    init(_ code: Int32, _ name: String) { description = "\(name): \(String(cString: strerror(code)))" }

    /// What GStreamer says. Takes the error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        description = error.map { String(cString: $0.pointee.message) } ?? "GStreamer gave no reason."
        if let error { g_error_free(error) }
    }
}

/// The pipeline: video through `swiftrosy`, depth through `swiftdepthgray`, and `swiftmix` over both.
final class Chain {
    let pipeline: UnsafeMutablePointer<GstElement>
    private let filter, depth, mix, still: UnsafeMutablePointer<GstElement>
    /// Of the pipeline, which keeps them.
    private var sources: [UnsafeMutablePointer<GstElement>] = []
    /// The file to be written, and where it is until it is whole; nil: none is.
    private let recording: (path: String, partial: String)?

    /// `record`: an MP4 file that is written besides.
    init(_ video: Source, _ map: Source, screen: Bool, record: String?) throws {
        // The still is what is on the screen. Queues before the mixer let both inputs work at the same time.
        let text = """
            swiftrosy name=filter ! queue ! mix.sink_0
            swiftdepthgray name=depth ! video/x-raw,format=I420 ! queue ! mix.sink_1
            swiftmix name=mix ! tee name=out
            out. ! queue ! \(screen ? "videoconvert ! autovideosink" : "fakesink sync=true")
            out. ! queue ! fakesink name=still sync=true
            \(record == nil ? "" : """
                out. ! queue ! videoconvert ! x264enc tune=zerolatency speed-preset=veryfast ! h264parse
                     ! mp4mux ! filesink name=file
                """)
            """
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch(text, &error)
        guard let parsed = made, error == nil else {
            if let made { gst_object_unref(made) }
            throw Failure(error)
        }
        pipeline = parsed
        recording = record.map { ($0, $0 + ".part") }
        func element(_ name: String) throws -> UnsafeMutablePointer<GstElement> {
            guard let element = gst_bin_get_by_name(bin(parsed), name) else { throw Failure("No element is \(name).") }
            return element
        }
        (filter, depth) = (try element("filter"), try element("depth"))
        (mix, still) = (try element("mix"), try element("still"))
        if let recording { set(try element("file"), "location", recording.partial) }
        try add(video, before: filter)
        try add(map, before: depth)
        // A file may be shorter than what a camera sends.
        if map.isFile, let pad = gst_element_get_static_pad(mix, "sink_1") {
            if !video.isFile { gst_util_set_object_arg(object(pad), "repeat-after-eos", "true") }
            gst_object_unref(pad)
        }
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        for element in [filter, depth, mix, still, pipeline] { gst_object_unref(element) }
        // What was left without an end; a file that was there before is as it was.
        if let recording { unlink(recording.partial) }
    }

    private func add(_ source: Source, before element: UnsafeMutablePointer<GstElement>) throws {
        let made = try source.element()
        sources.append(made)
        gst_bin_add(bin(pipeline), made)
        guard gst_element_link(made, element) != 0 else {
            throw Failure("\(source) gives nothing that \(name(element)) takes.")
        }
    }

    // MARK: What can be changed while it plays

    /// The part of depth, from 0 to 1.
    var mixFactor = 0.5 { didSet { set(mix, "mix-factor", "\(mixFactor)") } }
    var filters = true { didSet { set(filter, "intensity", filters ? "1" : "0") } }
    var smooths = true { didSet { set(depth, "smoothing", "\(smooths)") } }
    /// Depth frames a second at most; 0: all.
    var depthRate = 0.0 { didSet { set(depth, "max-rate", "\(depthRate)") } }

    /// The frame that is on the screen; nil before the first. The caller owns it.
    func frame() -> OpaquePointer? {
        var value = GValue()
        g_value_init(&value, gst_sample_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(object(still), "last-sample", &value)
        return g_value_dup_boxed(&value).map { OpaquePointer($0) }
    }

    /// How many frames were shown so far.
    var frameCount: guint64 {
        var value = GValue()
        g_value_init(&value, gst_structure_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(object(still), "stats", &value)
        var count: guint64 = 0
        if let stats = gst_value_get_structure(&value) { gst_structure_get_uint64(stats, "rendered", &count) }
        return count
    }

    func begin() { gst_element_set_state(pipeline, GST_STATE_PLAYING) }

    /// Ends the stream behind the mixer, so that files are whole. At the sources it would end when they have been played.
    func end() {
        guard let pad = gst_element_get_static_pad(mix, "src") else { return }
        gst_pad_push_event(pad, gst_event_new_eos())
        gst_object_unref(pad)
    }

    /// Gives the file its name, once the stream has ended.
    func keepRecording() throws {
        guard let recording else { return }
        guard frameCount > 0 else { throw Failure("\(recording.path) is not written: there was no frame.") }
        guard rename(recording.partial, recording.path) != 0 else { return }
        throw Failure("\(recording.path): \(String(cString: strerror(errno)))")
    }

    /// Whether a file is being written that can go to its end although a source has failed.
    var canEnd: Bool { recording != nil && frameCount > 0 }

    /// Whether an element is part of a source.
    func isOfSource(_ element: UnsafeMutablePointer<GstObject>) -> Bool {
        sources.contains { source in
            let source = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstObject.self)
            return gst_object_has_as_ancestor(element, source) != 0
        }
    }

    func repeatFromStart() {
        gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0)
    }
}
