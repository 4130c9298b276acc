// SPDX-License-Identifier: MIT
import CGStreamer

/// The inputs of an element that has two, which have properties of their own.
extension Model {
    /// What the page calls them, and the element.
    static let inputNames = ["sink_0", "sink_1"]

    /// What is set of each input: of its class of pads alone, and not what the second video decides.
    static func inputProperties(_ element: Element) -> [Property] {
        guard let pad = gst_element_request_pad_simple(element, "sink_%u") else { return [] }
        defer {
            gst_element_release_request_pad(element, pad)
            gst_object_unref(pad)
        }
        return Property.all(of: pad).filter { property in
            property.spec.pointee.owner_type == pad.type && property.isSettable && property.name != "repeat-after-eos"
        }
    }

    /// A new element, with its inputs where they are set. The caller owns it.
    func make() throws -> Element {
        let element = try Element.made(by: name)
        if inputProperties.isEmpty { return element }
        for input in Self.inputNames {
            // The element keeps it.
            if let pad = gst_element_request_pad_simple(element, input) { gst_object_unref(pad) }
        }
        return element
    }

    func copyInputs(from source: Element, to target: Element) {
        for input in Self.inputNames where !inputProperties.isEmpty {
            source.withPad(input) { one in
                target.withPad(input) { other in
                    for property in inputProperties { property.set(property.value(of: one), of: other) }
                }
            }
        }
    }

    /// What each input is set to; empty where there is nothing to set.
    func inputSettings(of element: Element) -> [String: [String: Setting]] {
        var settings: [String: [String: Setting]] = [:]
        for input in Self.inputNames where !inputProperties.isEmpty {
            element.withPad(input) { pad in
                settings[input] = Dictionary(
                    uniqueKeysWithValues: inputProperties.map { ($0.name, $0.setting($0.value(of: pad))) })
            }
        }
        return settings
    }

    /// What has to be set of the inputs of a new element to make them like these.
    func inputAssignments(for element: Element) -> [String] {
        Self.inputNames.flatMap { input in
            var assignments: [String] = []
            element.withPad(input) { pad in
                assignments = inputProperties.map { ($0, $0.value(of: pad)) }
                    .filter { $0.0.setting($0.1) != $0.0.initial }
                    .map { "\(input)::\($0.0.name)=\($0.0.text($0.1))" }
            }
            return assignments
        }
    }
}

extension Property {
    /// What the class says is the default.
    var initial: Setting {
        let value = Value(spec.pointee.value_type)
        g_param_value_set_default(spec, &value.raw)
        return setting(value)
    }
}

extension UnsafeMutablePointer<GstElement> {
    /// Nothing is done where it has no such pad.
    func withPad(_ name: String, _ body: (UnsafeMutablePointer<GstPad>) -> Void) {
        guard let pad = gst_element_get_static_pad(self, name) else { return }
        body(pad)
        gst_object_unref(pad)
    }
}
