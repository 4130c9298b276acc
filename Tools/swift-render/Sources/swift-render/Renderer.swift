// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

/// Filters, then an encoder, one frame after another.
final class Renderer {
    private let filtering, encoding: Pipeline
    private let filterInput, encoderInput: UnsafeMutablePointer<GstAppSrc>
    private let filterOutput, encoderOutput: UnsafeMutablePointer<GstAppSink>
    private let names: (filters: String, encoder: String)
    private var isFirst = true
    /// Frames that filters were given, and that they gave.
    private var counts = (fed: 0, taken: 0)
    private var encoderCaps = ""

    /// What comes out.
    var rendered: (Sample) throws -> Void = { _ in }
    var encoded: (Sample) throws -> Void = { _ in }

    init(filters: String, encoder: String, pinned: [[String]], container: Container, threads: Int) throws {
        names = (filters, encoder)
        filtering = try Self.pipeline(launchText(ofFilters: filters), "--filters")
        encoding = try Self.pipeline(encoder, "--encoder")
        filterInput = try filtering.element.child(Self.input).cast(to: GstAppSrc.self)
        filterOutput = try filtering.element.child(Self.output).cast(to: GstAppSink.self)
        encoderInput = try encoding.element.child(Self.input).cast(to: GstAppSrc.self)
        encoderOutput = try encoding.element.child(Self.output).cast(to: GstAppSink.self)
        limitThreads(of: filtering.element, threads)
        for pin in pinned where pin.count == 3 {
            for element in encoding.element.elements where element.factoryName == pin[0] { element.set(pin[1], pin[2]) }
        }
        try checkStream(container)
        let caps = try container.caps("video")
        gst_app_sink_set_caps(encoderOutput, caps)
        gst_mini_object_unref(caps.cast(to: GstMiniObject.self))
        agree()
        try filtering.element.setState(GST_STATE_PLAYING)
        try encoding.element.setState(GST_STATE_PLAYING)
    }

    /// Throws if no stream of the encoder can go into the container.
    private func checkStream(_ container: Container) throws {
        guard let pad = gst_element_get_static_pad(encoderOutput.cast(to: GstElement.self), "sink") else { return }
        defer { gst_object_unref(pad) }
        guard let caps = gst_pad_peer_query_caps(pad, nil) else { return }
        defer { gst_mini_object_unref(caps.cast(to: GstMiniObject.self)) }
        guard try !container.takes(video: caps) else { return }
        let others = try Container.allCases.filter { try $0.takes(video: caps) }.map { "--container \($0)" }
        throw Failure(
            """
            --encoder \(names.encoder): its stream can't go into \(container): \
            \(others.isEmpty ? "use another encoder, or end it with the parser of its stream, as in \"x265enc ! h265parse\"." : "use \(others.joined(separator: " or ")).")
            """)
    }

    /// Has the filters give what the encoder takes, as if they were linked.
    private func agree() {
        guard let pad = gst_element_get_static_pad(encoderInput.cast(to: GstElement.self), "src") else { return }
        defer { gst_object_unref(pad) }
        guard let caps = gst_pad_peer_query_caps(pad, nil) else { return }
        gst_app_sink_set_caps(filterOutput, caps)
        gst_mini_object_unref(caps.cast(to: GstMiniObject.self))
    }

    private static let (input, output) = ("swift-render-input", "swift-render-output")

    /// `part` between what frames are put into and taken from.
    static func pipeline(_ part: String, _ option: String) throws -> Pipeline {
        do {
            return try Pipeline(
                "appsrc name=\(input) format=time max-buffers=0 max-bytes=0 max-time=0 ! \(part) "
                    // A source among filters would give frames without end.
                    + "! appsink name=\(output) sync=false max-buffers=4")
        } catch {
            let hint =
                hasPlugin ? "" : " GStreamer does not find the plugin swiftvideo: set GST_PLUGIN_PATH to its folder."
            throw Failure("\(option) \(part): \(error)\(hint)")
        }
    }

    private static var hasPlugin: Bool {
        guard let plugin = gst_registry_find_plugin(gst_registry_get(), "swiftvideo") else { return false }
        gst_object_unref(UnsafeMutableRawPointer(plugin))
        return true
    }

    var elements: [Element] { filtering.element.elements + encoding.element.elements }
    var filterPart: Element { filtering.element }

    /// Gives the filters a frame, and takes what has become ready.
    func feed(_ sample: Sample, time: Int64, duration: Int64) throws {
        guard let buffer = sample.buffer, let copy = gst_buffer_copy(buffer) else {
            throw Failure("There is no memory for a frame.")
        }
        copy.pointee.pts = GstClockTime(time)
        copy.pointee.dts = GstClockTime.max
        copy.pointee.duration = duration > 0 ? GstClockTime(duration) : GstClockTime.max
        copy.pointee.offset = GstClockTime.max
        copy.pointee.offset_end = GstClockTime.max
        // What is cut off before a frame is no gap in the video.
        let resets = GST_BUFFER_FLAG_DISCONT.rawValue | GST_BUFFER_FLAG_RESYNC.rawValue
        gst_buffer_unset_flags(copy, GstBufferFlags(resets))
        if isFirst {
            gst_app_src_set_caps(filterInput, sample.caps)
            isFirst = false
        }
        gst_app_src_push_buffer(filterInput, copy)
        counts.fed += 1
        do { try drain(filterOutput, filterInput, filtering, "--filters \(names.filters)") { try take($0) } } catch {
            throw mismatch ?? error
        }
        try drainEncoder()
    }

    /// Takes what is ready, and more until there is room for a frame. An error would let one that just waits wait for ever.
    private func drain(
        _ sink: UnsafeMutablePointer<GstAppSink>, _ input: UnsafeMutablePointer<GstAppSrc>, _ pipeline: Pipeline,
        _ name: String, _ body: (Sample) throws -> Void
    ) throws {
        var (wait, waited) = (GstClockTime(0), GstClockTime(0))
        repeat {
            while let sample = gst_app_sink_try_pull_sample(sink, wait) {
                try body(Sample(sample))
                waited = 0
            }
            if let failure = pipeline.element.failure { throw Failure("\(name): \(failure)") }
            guard gst_app_sink_is_eos(sink) == 0 else { throw Failure("\(name) ends before the video does.") }
            waited += wait
            try Self.check(waited, name)
            wait = Self.patience
        } while gst_app_src_get_current_level_buffers(input) >= Self.waiting
    }

    /// Throws where nothing has come for a minute: the sum of waits, so that a process which was stopped goes on.
    private static func check(_ waited: GstClockTime, _ name: String) throws {
        guard waited < 60 * GstClockTime(1_000_000_000) else {
            throw Failure(
                "\(name): nothing has come out for a minute: frames are dropped, or two branches wait for each other.")
        }
    }

    private func take(_ sample: Sample) throws {
        counts.taken += 1
        guard counts.taken <= counts.fed else {
            let source = filterPart.elements.first { $0.kind.contains("Source") && $0.name != Self.input }
            throw Failure(
                """
                --filters \(names.filters): the filters do not give one frame for each: they gave \(counts.taken) for \(counts.fed).\
                \(source.map { " \($0.factoryName) gives frames of its own, also after the end of the video." } ?? "")
                """)
        }
        try rendered(sample)
    }

    /// Why filters can't begin: the encoder does not take what they give; nil: it does, or they have begun.
    private var mismatch: Failure? {
        guard counts.taken == 0, let source = gst_app_src_get_caps(filterInput) else { return nil }
        let sourceForm = taken(gst_caps_to_string(source))
        gst_mini_object_unref(source.cast(to: GstMiniObject.self))
        guard let pad = gst_element_get_static_pad(filterOutput.cast(to: GstElement.self), "sink") else { return nil }
        defer { gst_object_unref(pad) }
        guard let offered = gst_pad_peer_query_caps(pad, nil) else { return nil }
        defer { gst_mini_object_unref(offered.cast(to: GstMiniObject.self)) }
        guard let wanted = gst_app_sink_get_caps(filterOutput) else { return nil }
        defer { gst_mini_object_unref(wanted.cast(to: GstMiniObject.self)) }
        guard gst_caps_can_intersect(offered, wanted) == 0 else { return nil }
        // Without any, they begin with something else than the source has.
        guard gst_caps_is_empty(offered) == 0 else {
            return Failure(
                "--filters \(names.filters): they can't make frames for the encoder of those of the source: \(sourceForm). Begin the filters with \"videoconvert !\", or the encoder."
            )
        }
        let given = taken(gst_caps_to_string(offered))
        let isPlain = given.hasPrefix("video/x-raw,")
        let form = gst_caps_get_structure(offered, 0).map { string(gst_structure_get_string($0, "format")) } ?? ""
        return Failure(
            """
            --encoder \(names.encoder) does not take the frames of the filters (\(form.isEmpty ? given : form))\
            \(isPlain ? ": use --encoder \"videoconvert ! \(names.encoder)\"." : ": end the filters with frames in memory.")
            """)
    }

    private func drainEncoder() throws {
        try drain(encoderOutput, encoderInput, encoding, "--encoder \(names.encoder)") { try encoded($0) }
    }

    /// How many frames wait for filters or encoder at most, and how long nothing is looked at meanwhile.
    private static let (waiting, patience) = (guint64(2), GstClockTime(2_000_000))

    /// Gives the encoder a rendered frame.
    func encode(_ sample: Sample) throws {
        guard let buffer = sample.buffer, let caps = sample.caps else { return }
        let text = sample.capsText
        if encoderCaps.isEmpty {
            encoderCaps = text
            gst_app_src_set_caps(encoderInput, caps)
        } else if text != encoderCaps {
            throw Failure("The video changes from \(encoderCaps) to \(text); a stream has one form.")
        }
        gst_app_src_push_buffer(encoderInput, gst_buffer_copy(buffer))
        try drainEncoder()
    }

    /// Takes all that is still to come.
    func end() throws {
        gst_app_src_end_of_stream(filterInput)
        do {
            try pull(filterOutput, filtering, "--filters \(names.filters)") { try take($0) }
            guard counts.taken > 0 || counts.fed == 0 else {
                throw Failure("--filters \(names.filters): they give no frames.")
            }
        } catch {
            throw mismatch ?? error
        }
        gst_app_src_end_of_stream(encoderInput)
        try pull(encoderOutput, encoding, "--encoder \(names.encoder)") { try encoded($0) }
        // They may hold this.
        (rendered, encoded) = ({ _ in }, { _ in })
    }

    private func pull(
        _ sink: UnsafeMutablePointer<GstAppSink>, _ pipeline: Pipeline, _ name: String, _ body: (Sample) throws -> Void
    ) throws {
        let wait: GstClockTime = 100_000_000
        var waited: GstClockTime = 0
        while true {
            // An error does not end the stream at a sink.
            if let failure = pipeline.element.failure { throw Failure("\(name): \(failure)") }
            guard let sample = gst_app_sink_try_pull_sample(sink, wait) else {
                if gst_app_sink_is_eos(sink) != 0 { return }
                waited += wait
                try Self.check(waited, name)
                continue
            }
            waited = 0
            try body(Sample(sample))
        }
    }
}

/// SHA-256 of a frame's visible rows, half of it.
func frameHash(_ sample: Sample) throws -> String {
    var info = GstVideoInfo()
    var frame = GstVideoFrame()
    guard let buffer = sample.buffer, let caps = sample.caps, gst_video_info_from_caps(&info, caps) != 0,
        gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0
    else { throw Failure("A rendered frame can't be read: \(sample.capsText).") }
    defer { gst_video_frame_unmap(&frame) }
    let digest = try Digest()
    for plane in 0..<plane_count(&frame) {
        var bytes: Int32 = 0
        let rows = visible_rows(&frame, plane, &bytes)
        for row in 0..<rows {
            digest.add(UnsafeRawBufferPointer(start: plane_row(&frame, plane, row), count: Int(bytes)))
        }
    }
    return digest.end(digits: 32)
}
