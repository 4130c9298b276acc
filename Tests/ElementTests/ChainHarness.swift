// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Elements
import PixelCore
import Testing

/// `swiftchain` between a source and a sink.
struct ChainHarness {
    let harness: ElementHarness
    var element: UnsafeMutablePointer<GstElement> { harness.element }

    init(_ text: String? = nil, factory: String = "swiftchain") throws {
        harness = try ElementHarness(factory)
        if let text { filters = text }
    }

    /// What the property says, "NULL" where that is what it says.
    var filters: String {
        get { Self.filters(of: element) }
        nonmutating set { tst_set_string(element, "filters", newValue) }
    }

    static func filters(of element: UnsafeMutablePointer<GstElement>) -> String {
        guard let text = tst_get_string(element, "filters") else { return "NULL" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The labels of the children in order.
    var labels: [String] {
        (0..<Int(tst_child_count(element))).compactMap { index in
            guard let name = tst_child_name(element, UInt32(index)) else { return nil }
            defer { g_free(name) }
            return String(cString: name)
        }
    }

    /// A number of a child, as `gst_child_proxy_get` finds it.
    func number(_ path: String) -> Double { tst_child_get(element, path) }

    func set(_ path: String, _ value: Double) { tst_child_set(element, path, value) }

    /// What the bus has got to say.
    func messages() -> [Message] {
        var all: [Message] = []
        while let message = harness.message() { all.append(message) }
        return all
    }
}

extension Image {
    /// What a chain alone makes of it.
    func rendered(_ text: String, _ colorimetry: Colorimetry) throws -> [UInt8] {
        try rendered(ChainEffect.self, Chain(text, types: Catalogue.stageTypes), colorimetry).bytes
    }
}
