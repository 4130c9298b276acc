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

/// How far back frames of a pipeline part look.
struct History {
    /// In nanoseconds: the sum of its elements.
    var window: Int64 = 0
    /// Why its output can't be made in pieces; nil: it can.
    var refusal: String?

    /// Elements of GStreamer whose frames depend on nothing before them. They do not say so themselves.
    private static let stateless: Set = [
        "alpha", "alphacolor", "appsink", "appsrc", "bin", "capsfilter", "clocksync", "gamma", "identity", "queue",
        "videobalance", "videobox",
        "videoconvert", "videoconvertscale", "videocrop", "videoflip", "videoscale",
    ]

    init(of part: Element) {
        for element in part.elements {
            guard element.has("temporal-window") else {
                if !Self.stateless.contains(element.factoryName), !element.isOurs {
                    refusal = """
                        \(element.factoryName) does not say how far back it looks, so its output can't be cut: use --whole, \
                        or name what is enough with --window.
                        """
                }
                continue
            }
            let window = element.int("temporal-window")
            if window < 0 {
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
