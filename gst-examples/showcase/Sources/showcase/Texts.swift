// SPDX-License-Identifier: MIT
import CGStreamer
import FlyingFox

/// A filter of a chain, as a page asks for it.
struct ChainStage: Decodable, Sendable {
    let name: String
    let settings: [String: Setting]
}

/// What a uniform of a shader is set to.
enum Uniform: Decodable, Sendable {
    case number(Double)
    case numbers([Double])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .numbers(try value.decode([Double].self))
        }
    }

    /// As a structure has it.
    var text: String {
        switch self {
        case .number(let number): "(double)\(number)"
        case .numbers(let numbers): "(double)<\(numbers.map { "\($0)" }.joined(separator: ", "))>"
        }
    }
}

/// Texts that a page may set. They can't name files: a shader can't, and that of a chain is made here.
extension Stage {
    /// Finds the filters that chains take: those elements of the same plugin whose name, without what all begin with, a chain knows.
    static func findStages(_ models: [Model]) throws -> [Model] {
        let suffix = "chain"
        return try models.map { model in
            guard model.name.hasSuffix(suffix), let filters = model.text("filters") else { return model }
            let prefix = model.name.dropLast(suffix.count)
            var chain = model
            chain.stages = try models.filter { $0.inputs == 1 && $0.name.hasPrefix(prefix) && $0.name != model.name }
                .map { String($0.name.dropFirst(prefix.count)) }
                .filter { try refusal(of: try model.make(), filters, $0) == nil }
            return chain
        }
    }

    /// Gives a chain these filters.
    func setFilters(_ name: String, _ stages: [ChainStage]) throws {
        let (model, _) = try model(name)
        guard let filters = model.text("filters"), !model.stages.isEmpty else {
            throw Refusal(.notFound, "\(name) is no chain of filters.")
        }
        let prefix = model.name.dropLast("chain".count)
        let texts = try stages.map { stage in
            let filter = models.first { $0.name == prefix + stage.name }
            guard model.stages.contains(stage.name), let filter else {
                throw Refusal(.badRequest, "\(name) has no filter \(showcase.shown(stage.name)).")
            }
            let settings = try stage.settings.sorted { $0.key < $1.key }.map { key, setting in
                "\(key)=\(try Self.value(key, setting, of: filter))"
            }
            return ([stage.name] + settings).joined(separator: " ")
        }
        try setText(name, filters, texts.joined(separator: " ! "))
    }

    /// The value of a filter's property, as a chain's text has it.
    private static func value(_ key: String, _ setting: Setting, of filter: Model) throws(Refusal) -> String {
        switch (key, setting) {
        // What every filter of a chain has.
        case ("enabled", .bool(let isEnabled)): return "\(isEnabled)"
        case ("mix", _) where !filter.has("mix") && setting.number.map((0...1).contains) == true:
            return "\(setting.number ?? 1)"
        case ("fragment", .text(let text)) where filter.text("fragment") != nil:
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\"\(escaped)\""
        default:
            let property = try filter.property(key)
            return property.text(try property.value(for: setting))
        }
    }

    /// Gives an element the text of a shader.
    func setFragment(_ name: String, _ fragment: String) throws {
        let (model, _) = try model(name)
        guard let property = model.text("fragment") else { throw Refusal(.notFound, "\(name) takes no shader.") }
        try setText(name, property, fragment)
    }

    /// Gives a shader the values of its uniforms; those that are not named have 0.
    func setUniforms(_ name: String, _ uniforms: [String: Uniform]) throws {
        let (model, _) = try model(name)
        guard let property = model.properties.first(where: { $0.name == "uniforms" && $0.kind == .structure }) else {
            throw Refusal(.notFound, "\(name) takes no uniforms.")
        }
        for name in uniforms.keys {
            let isName = name.utf8.allSatisfy { byte in
                let letter = Character(Unicode.Scalar(byte))
                return letter.isASCII && (letter.isLetter || letter.isNumber || letter == "_")
            }
            guard isName, let first = name.first, !first.isNumber, name.utf8.count <= 64 else {
                throw Refusal(.badRequest, "\(showcase.shown(name)) is no name of a uniform.")
            }
        }
        let fields = uniforms.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
        try setText(name, property, (["uniforms"] + fields).joined(separator: ", ") + ";")
    }

    /// Sets a text or a structure of an element that would start with it.
    private func setText(_ name: String, _ property: Property, _ text: String) throws {
        let (model, desk) = try model(name)
        guard !text.utf8.contains(0) else { throw Refusal(.badRequest, "\(property.name) has no character 0.") }
        let trial = try model.make()
        model.copy(from: desk, to: trial)
        if let refusal = try Self.refusal(of: trial, property, text) {
            // The lines of a text that was made here say nothing to who asked.
            let shown = property.name == "fragment" ? refusal : String(refusal.prefix { $0 != "\n" })
            throw Refusal(.unprocessableContent, shown)
        }
        property.set(text, of: desk)
        // The text itself: what is read of a chain leaves out what a filter that stays would keep.
        if let element = shownElement(of: name) { property.set(text, of: element) }
        follow(model, desk)
    }

    /// Why an element does not start with this text; nil if it does. Takes the element.
    private static func refusal(of element: Element, _ property: Property, _ text: String) throws -> String? {
        guard let pipeline = gst_pipeline_new(nil) else { throw Failure("No pipeline can be made.") }
        gst_object_ref_sink(pipeline)
        gst_bin_add(pipeline.bin, element)
        gst_object_unref(element)
        guard let bus = gst_element_get_bus(pipeline) else { throw Failure("The pipeline has no bus.") }
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(bus)
            gst_object_unref(pipeline)
        }
        property.set(text, of: element)
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        let kinds = GstMessageType(GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_WARNING.rawValue)
        guard let message = gst_bus_pop_filtered(bus, kinds) else { return nil }
        defer { gst_message_unref(message) }
        var error: UnsafeMutablePointer<GError>?
        if message.pointee.type == GST_MESSAGE_ERROR {
            gst_message_parse_error(message, &error, nil)
        } else {
            gst_message_parse_warning(message, &error, nil)
        }
        defer { g_clear_error(&error) }
        // With its lines: they say where in the text something is wrong.
        return string(error?.pointee.message)
    }

    // MARK: Inputs

    /// Sets all of these of an input or, if one is wrong, none.
    func setInput(_ name: String, _ input: String, _ settings: [String: Setting]) throws {
        let (model, desk) = try model(name)
        guard Model.inputNames.contains(input), !model.inputProperties.isEmpty else {
            throw Refusal(.notFound, "\(name) has no settings of an input \(showcase.shown(input)).")
        }
        let values = try settings.sorted { $0.key < $1.key }.map { key, setting in
            guard let property = model.inputProperties.first(where: { $0.name == key }) else {
                throw Refusal(.badRequest, "Inputs of \(name) have no property \(showcase.shown(key)).")
            }
            return (property, try property.value(for: setting))
        }
        desk.withPad(input) { pad in
            for (property, value) in values { property.set(value, of: pad) }
        }
        follow(model, desk)
    }
}

extension Property {
    /// Sets a text as it is, and a structure as GStreamer writes it.
    fileprivate func set(_ text: String, of element: Element) {
        // GStreamer's own function would take a text that begins with a quotation mark for one in quotes.
        guard kind == .text else { return gst_util_set_object_arg(element.object, name, text) }
        let value = Value(spec.pointee.value_type)
        g_value_set_string(&value.raw, text)
        set(value, of: element)
    }
}

extension Model {
    fileprivate func has(_ name: String) -> Bool { properties.contains { $0.name == name } }

    /// A property that is a text and can be set.
    func text(_ name: String) -> Property? {
        properties.first { $0.name == name && $0.kind == .text && $0.isSettable }
    }
}
