// SPDX-License-Identifier: MIT
import CGStreamerApp
import Foundation

/// What frames go through, in words of gst-launch-1.0.
///
/// A text whose elements have the names of stages of `swiftchain`, without `swift`, is the text of a chain.
func launchText(ofFilters text: String) -> String {
    let names = text.split(separator: "!").map { part in
        String(part.split(whereSeparator: \.isWhitespace).first ?? "")
    }
    func isElement(_ name: String) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }
    let isChain = !names.isEmpty && names.allSatisfy { !$0.isEmpty && isElement("swift\($0)") }
    return isChain ? "swiftchain filters=\(launchText(text))" : text
}

/// The text of an encoder, parted before the encoder: elements before it are filters, and count as those of --filters.
///
/// Without an encoder all are filters, and the stream is of raw frames.
func parted(encoder text: String) throws -> (filters: String, encoder: String) {
    let parts = links(text)
    func isEncoder(_ name: Substring) -> Bool {
        guard let factory = gst_element_factory_find(String(name)) else { return false }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        return string(gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS)).contains("Encoder")
    }
    let words = parts.map { $0.split { $0.isWhitespace || "().".contains($0) } }
    let count = words.joined().count(where: isEncoder)
    guard count > 0 else { return (text, "identity") }
    let place = parts.firstIndex { $0.split(whereSeparator: \.isWhitespace).first.map(isEncoder) == true }
    let before = parts[..<(place ?? 0)].joined(separator: "!")
    // A bin is not parted.
    let isWhole = before.count { $0 == "(" } == before.count { $0 == ")" }
    guard count == 1, let place, isWhole else {
        throw Failure(
            "--encoder \(text) has to be one encoder, outside of bins: put what comes before it in --filters.")
    }
    return (before, parts[place...].joined(separator: "!"))
}

/// The parts of a text of gst-launch-1.0 between its exclamation marks, but those in quotation marks.
private func links(_ text: String) -> [Substring] {
    var (parts, begin, quotation): ([Substring], String.Index, Character?) = ([], text.startIndex, nil)
    var isEscaped = false
    for index in text.indices {
        let character = text[index]
        defer { isEscaped = character == "\\" && !isEscaped }
        if isEscaped { continue }
        if let open = quotation {
            if character == open { quotation = nil }
        } else if character == "\"" || character == "'" {
            quotation = character
        } else if character == "!" {
            parts.append(text[begin..<index])
            begin = text.index(after: index)
        }
    }
    return parts + [text[begin...]]
}

/// How far back frames of a pipeline part look.
struct History {
    /// In nanoseconds: the sum of its elements.
    var window: Int64 = 0
    /// Why its output can't be made in pieces; nil: it can.
    var refusal: String?
    /// Whether it looks back to the beginning, so that no window is enough.
    var isUnbounded = false

    /// Elements of GStreamer whose frames depend on nothing before them. They do not say so themselves.
    private static let stateless: Set = [
        "alpha", "alphacolor", "appsink", "appsrc", "bin", "capsfilter", "clocksync", "gamma", "identity", "queue",
        "videobalance", "videobox",
        "videoconvert", "videoconvertscale", "videocrop", "videoflip", "videoscale",
    ]

    init(of part: Element) {
        for element in part.elements {
            guard element.has("temporal-window") else {
                if !isUnbounded, !Self.stateless.contains(element.factoryName), !element.isOurs {
                    refusal = """
                        \(element.factoryName) does not say how far back it looks, so its output can't be cut: use --whole, \
                        or name what is enough with --window.
                        """
                }
                continue
            }
            let window = element.int("temporal-window")
            if window < 0 {
                isUnbounded = true
                // Of a chain, the filter.
                let part = element.parts.first { $0.has("temporal-window") && $0.int("temporal-window") < 0 }
                let owner =
                    part.map { "The filter \(taken(gst_object_get_name($0.cast(to: GstObject.self)))) of " } ?? ""
                refusal = """
                    \(owner)\(element.factoryName) looks back to the beginning (its temporal-window is -1), so its output can't be cut: \
                    use --whole.
                    """
            } else {
                self.window = self.window.addingReportingOverflow(window).partialValue
            }
        }
    }
}

extension UnsafeMutablePointer<GstElement> {
    /// Whether it is of this plugin, where an element without `temporal-window` remembers nothing.
    fileprivate var isOurs: Bool { plugin == "swiftvideo" }
}
