// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

/// What goes around streams.
enum Container: String, CaseIterable {
    case mp4, mov, mkv

    var muxer: String {
        switch self {
        case .mp4: "mp4mux"
        case .mov: "qtmux"
        case .mkv: "matroskamux"
        }
    }

    /// What its inputs take, by the beginning of the name of their template: "video" or "audio".
    func caps(_ kind: String) throws -> Caps {
        guard let factory = gst_element_factory_find(muxer) else {
            throw Failure("GStreamer has no \(muxer): install gstreamer1.0-plugins-good.")
        }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        var entry = gst_element_factory_get_static_pad_templates(factory)
        while let item = entry {
            if let template = item.pointee.data?.assumingMemoryBound(to: GstStaticPadTemplate.self),
                string(template.pointee.name_template).hasPrefix(kind),
                let caps = gst_static_pad_template_get_caps(template)
            {
                return caps
            }
            entry = UnsafePointer(item.pointee.next)
        }
        throw Failure("\(muxer) takes no \(kind).")
    }

    func takes(video given: Caps) throws -> Bool {
        let all = try caps("video")
        defer { gst_mini_object_unref(all.cast(to: GstMiniObject.self)) }
        return gst_caps_can_intersect(given, all) != 0
    }

    /// The element by which sound goes to the muxer with its packets as they are; nil: the muxer does not take it.
    func passage(ofAudio text: String) throws -> String? {
        let all = try caps("audio")
        defer { gst_mini_object_unref(all.cast(to: GstMiniObject.self)) }
        guard let caps = gst_caps_from_string(text) else { return nil }
        defer { gst_mini_object_unref(caps.cast(to: GstMiniObject.self)) }
        if gst_caps_can_intersect(caps, all) != 0 { return "identity" }
        // AAC of transport streams has a header in each packet.
        guard let structure = gst_caps_get_structure(caps, 0),
            string(gst_structure_get_string(structure, "stream-format")) == "adts"
        else { return nil }
        var raw = GValue()
        g_value_init(&raw, GType(16 << 2))
        g_value_set_string(&raw, "raw")
        gst_caps_set_value(caps, "stream-format", &raw)
        g_value_unset(&raw)
        return gst_caps_can_intersect(caps, all) != 0 ? "aacparse" : nil
    }
}

/// Makes an encoder's output the same on every machine, or says why it can't be.
enum Pins {
    /// Encoders whose output is the same in each run with one thread, and what their number of threads is called.
    private static let threads = [
        "x264enc": "threads", "avenc_ffv1": "threads", "avenc_mpeg4": "threads",
        "avenc_mjpeg": "threads", "avenc_prores_ks": "threads", "avenc_huffyuv": "threads",
    ]
    /// Those that have none.
    private static let single: Set = ["jpegenc"]

    /// The properties to set, each as the name of a factory, property and value. `text` is what the user wrote.
    static func find(in part: Element, text: String, container: Container, allowsAny: Bool) throws -> [[String]] {
        var pins: [[String]] = []
        for element in part.elements {
            let factory = element.factoryName
            guard element.kind.contains("Encoder"), !single.contains(factory) else { continue }
            guard let threads = threads[factory], element.has(threads) else {
                if allowsAny { continue }
                throw Failure(
                    """
                    \(factory) is not known to give the same stream in each run. Known are \
                    \((Array(self.threads.keys) + single).sorted().joined(separator: ", ")); --any-encoder takes it all the same.
                    """)
            }
            guard !factory.hasPrefix("avenc_") || !element.has("max-bframes") || element.int("max-bframes") <= 0 else {
                throw Failure(
                    "\(factory) does not tell which frame a packet is where it gives them in another order: set max-bframes=0."
                )
            }
            guard factory != "avenc_prores_ks" || container == .mov else {
                throw Failure("\(factory) in \(container) is read without times by GStreamer: use --container mov.")
            }
            // 0 is as many as there are CPUs, or in some as the decoder likes.
            let count = element.int(threads)
            if count == 0 { pins.append([factory, threads, "1"]) }
            if factory == "x264enc" { pins += try pinX264(element, text: text, threads: count == 0 ? 1 : count) }
        }
        return pins
    }

    /// Options of x264 by which it gives another stream in each run, or that undo what is pinned.
    private static let unsteady: Set = [
        "deterministic", "lookahead-threads", "n-deterministic", "opencl", "pass", "sliced-threads", "stats",
        "sync-lookahead", "threads",
    ]

    private static func check(_ options: String, _ mode: String) throws {
        for option in options.split(separator: ":") {
            // x264 takes no-NAME for NAME=0, and knows non-deterministic so.
            let name = String(option.prefix { $0 != "=" }).replacing("_", with: "-").replacing(/^(non?-?)/, with: "")
            guard unsteady.contains(name) || name.hasPrefix("vbv-") && mode != "cbr" else { continue }
            throw Failure(
                "x264enc with option-string=\(option) may give another stream in each run, or on each machine: leave it out."
            )
        }
    }

    private static func pinX264(_ element: Element, text: String, threads: Int64) throws -> [[String]] {
        let mode = element.text("pass").trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        let options = element.path("option-string") ?? ""
        try check(options, mode)
        // Else the instructions of the CPU decide how some sums are rounded.
        let independent = [
            "x264enc", "option-string", options.isEmpty ? "cpu-independent=1" : "\(options):cpu-independent=1",
        ]
        switch mode {
        case "quant": return [independent]
        case "qual":
            // With more than one thread it plans on sizes of frames that are not encoded yet.
            if !text.contains("vbv-buf-capacity") { return [independent, ["x264enc", "vbv-buf-capacity", "0"]] }
            guard element.int("vbv-buf-capacity") == 0 else {
                throw Failure(
                    """
                    x264enc with pass=qual and a VBV (vbv-buf-capacity=\(element.int("vbv-buf-capacity"))) may give another stream in \
                    each run: set vbv-buf-capacity=0.
                    """)
            }
            return [independent]
        case "cbr":
            guard threads == 1 else {
                throw Failure(
                    "x264enc with pass=cbr and \(threads) threads may give another stream in each run: set threads=1.")
            }
            return [independent]
        default:
            throw Failure("x264enc with pass=\(mode) needs several passes over a file: use pass=quant, qual or cbr.")
        }
    }
}
