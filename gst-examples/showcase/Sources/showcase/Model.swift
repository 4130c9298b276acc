// SPDX-License-Identifier: MIT
import CGStreamer

/// An element of the plugin, as its factory and its class describe it.
struct Model {
    let name, title, summary, classification: String
    /// What its elements are grouped by; empty where its class says nothing.
    let family: String
    /// How many videos it takes.
    let inputs: Int
    /// What its second input may get.
    let seconds: [SecondVideo]
    /// Whether it takes frames in colours; else they are gray, as depth is.
    let takesColours: Bool
    /// Whether it can make frames in colours.
    let makesColours: Bool
    let properties: [Property]
    /// Of each input of one that has two: what its class of pads has.
    let inputProperties: [Property]
    /// Of its properties, which its own class has, and which one that it is made from.
    private let ownType: GType
    let hasPresets: Bool
    /// The property whose values are built-in looks: setting it sets others. Nil if there is none.
    private(set) var looks: String?
    /// What the looks have, from the least to the greatest, of every property that is a number.
    private var usual: [String: ClosedRange<Double>] = [:]
    /// What a new element has, which is not always what the class calls the default.
    private var initial: [String: Setting] = [:]
    /// What the filters of a chain are called, if it is one that takes them as a text.
    var stages: [String] = []

    /// All elements of a plugin that take video.
    static func all(of plugin: String) throws -> [Model] {
        guard let list = gst_registry_get_feature_list_by_plugin(gst_registry_get(), plugin) else {
            throw Failure("GStreamer knows no plugin \(plugin): build it, and set GST_PLUGIN_PATH to its folder.")
        }
        defer { gst_plugin_feature_list_free(list) }
        let names = items(list, of: GstObject.self).map { string($0.pointee.name) }
        let models = try names.sorted().compactMap(Model.init).filter { $0.inputs > 0 }
        if models.isEmpty { throw Failure("The plugin \(plugin) has no elements.") }
        return models
    }

    /// Nil for what is no element.
    private init?(factory name: String) throws {
        guard let factory = gst_element_factory_find(name) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        func metadata(_ key: String) -> String { string(gst_element_factory_get_metadata(factory, key)) }
        self.name = name
        (title, summary) = (metadata("long-name"), metadata("description"))
        (classification, family) = (metadata("klass"), metadata("family"))

        let templates = items(gst_element_factory_get_static_pad_templates(factory), of: GstStaticPadTemplate.self)
        let sinks = templates.filter { $0.pointee.direction == GST_PAD_SINK }
        // One that is asked for pads mixes what they bring.
        inputs = sinks.contains { $0.pointee.presence == GST_PAD_REQUEST } ? 2 : sinks.count
        takesColours = sinks.allSatisfy(Self.hasColours)
        makesColours = templates.contains { $0.pointee.direction == GST_PAD_SRC && Self.hasColours($0) }

        let element = try Element.made(by: name)
        defer { gst_object_unref(element) }
        ownType = element.type
        seconds = inputs < 2 ? [] : Self.repeats(element) ? SecondVideo.allCases : [.middle]
        hasPresets = g_type_is_a(ownType, gst_preset_get_type()) != 0
        properties = Property.all(of: element)
        inputProperties = inputs < 2 ? [] : Self.inputProperties(element)
        initial = settings(of: element)
        try findLooks()
    }

    /// Tries every value of every choice: looks are those of the choice that sets most of the others.
    private mutating func findLooks() throws {
        var most = 1
        for property in properties where property.kind == .choice && property.isSettable {
            var found: [[String: Setting]] = []
            for choice in property.choices {
                let trial = try Element.made(by: name)
                defer { gst_object_unref(trial) }
                property.set(try property.value(for: .text(choice.nick)), of: trial)
                found.append(settings(of: trial))
            }
            // What can only be read may follow from any setting.
            let others = properties.filter { $0.isSettable && $0.name != property.name }.map(\.name)
            let count = others.filter { name in found.contains { $0[name] != initial[name] } }.count
            // One alone may be the choice that says whose look the settings are.
            guard count > most else { continue }
            (looks, most) = (property.name, count)
            for name in initial.keys {
                let numbers = found.compactMap { $0[name]?.number }
                if let least = numbers.min(), let greatest = numbers.max() { usual[name] = least...greatest }
            }
        }
    }

    /// Whether inputs may be repeated when they have ended.
    private static func repeats(_ element: Element) -> Bool {
        guard let pad = gst_element_request_pad_simple(element, "sink_%u") else { return false }
        defer {
            gst_element_release_request_pad(element, pad)
            gst_object_unref(pad)
        }
        let classes = UnsafeMutableRawPointer(pad.pointee.object.object.g_type_instance.g_class)
        return g_object_class_find_property(
            classes?.assumingMemoryBound(to: GObjectClass.self), "repeat-after-eos") != nil
    }

    private static func hasColours(_ template: UnsafeMutablePointer<GstStaticPadTemplate>) -> Bool {
        let caps = gst_static_pad_template_get_caps(template)
        let colours = gst_caps_from_string(coloured)
        defer {
            gst_caps_unref(caps)
            gst_caps_unref(colours)
        }
        return gst_caps_can_intersect(caps, colours) != 0
    }

    /// Caps of frames in colours.
    static let coloured = "video/x-raw,format={I420,NV12,YUY2,BGRx,RGBA,RGB}"

    func property(_ name: String) throws(Refusal) -> Property {
        guard let property = properties.first(where: { $0.name == name }) else {
            throw Refusal(.badRequest, "\(self.name) has no property \(shown(name)).")
        }
        return property
    }

    // MARK: Values

    /// Makes what can be set of one element what it is of another.
    func copy(from source: Element, to target: Element) {
        // One that sets others changes what was copied before it: then once more.
        for _ in 0..<3 {
            let different = differences(source, target)
            if different.isEmpty { return }
            for property in different { property.set(property.value(of: source), of: target) }
        }
    }

    private func differences(_ one: Element, _ other: Element) -> [Property] {
        properties.filter { $0.isSettable && !$0.areEqual($0.value(of: one), $0.value(of: other)) }
    }

    func settings(of element: Element) -> [String: Setting] {
        Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.setting($0.value(of: element))) })
    }

    /// What has to be set of a new element to make it like this one, as few properties as will do.
    func assignments(for element: Element) throws -> [String] {
        let new = try Element.made(by: name)
        defer { gst_object_unref(new) }
        // The one first that sets most of the others, if there is one.
        var different = differences(element, new)
        let best = try different.filter { $0.kind == .choice }.map { property in
            let trial = try Element.made(by: name)
            defer { gst_object_unref(trial) }
            property.set(property.value(of: element), of: trial)
            return (property, differences(element, trial).count)
        }.min { $0.1 < $1.1 }
        var set: [Property] = []
        if let (property, left) = best, left < different.count - 1 {
            property.set(property.value(of: element), of: new)
            set.append(property)
            different = differences(element, new)
        }
        // Setting one property may change another, as near and far change auto-range: look again until nothing differs.
        for _ in 0..<3 {
            for property in different where !property.areEqual(property.value(of: element), property.value(of: new)) {
                property.set(property.value(of: element), of: new)
                if !set.contains(where: { $0.name == property.name }) { set.append(property) }
            }
            different = differences(element, new)
        }
        return set.map { "\($0.name)=\($0.text($0.value(of: element)))" }
    }
}

/// What a request said, short enough for a sentence.
func shown(_ text: String) -> String {
    text.count > 60 ? "\"\(text.prefix(60))...\"" : "\"\(text)\""
}

// MARK: As JSON

extension Model: Encodable {
    private enum Key: String, CodingKey {
        case name, title, summary, classification, family, inputs, takesColours, hasPresets, looks, stages, properties
        case inputProperties
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(title, forKey: .title)
        try values.encode(summary, forKey: .summary)
        try values.encode(classification, forKey: .classification)
        try values.encode(family, forKey: .family)
        try values.encode(inputs, forKey: .inputs)
        try values.encode(takesColours, forKey: .takesColours)
        try values.encode(hasPresets, forKey: .hasPresets)
        try values.encode(looks, forKey: .looks)
        try values.encode(stages, forKey: .stages)
        let names = Set(properties.map(\.name))
        let inputNames = Set(inputProperties.map(\.name))
        let inputDescriptions = inputProperties.map { property in
            Description(property, isOwn: true, property.initial, nil, inputNames)
        }
        try values.encode(inputDescriptions, forKey: .inputProperties)
        let descriptions = properties.map { property in
            Description(
                property, isOwn: property.spec.pointee.owner_type == ownType, initial[property.name],
                usual[property.name], names)
        }
        try values.encode(descriptions, forKey: .properties)
    }

    private struct Description: Encodable {
        let name, nick, blurb, owner: String
        let kind: Property.Kind
        let isOwn, isSettable: Bool
        let choices: [Property.Choice]
        let initial, minimum, maximum: Setting?
        let usual: [Double]
        let when: [[Condition]]?

        init(
            _ property: Property, isOwn: Bool, _ initial: Setting?, _ usual: ClosedRange<Double>?, _ names: Set<String>
        ) {
            (name, kind, choices) = (property.name, property.kind, property.choices)
            nick = string(g_param_spec_get_nick(property.spec))
            blurb = string(g_param_spec_get_blurb(property.spec))
            owner = string(g_type_name(property.spec.pointee.owner_type))
            // Texts and lists are not set from a page.
            let isShown = property.kind == .text || property.kind == .numbers || property.kind == .structure
            (self.isOwn, isSettable) = (isOwn, property.isSettable && !isShown)
            self.initial = initial
            (minimum, maximum) = (property.range?.0, property.range?.1)
            self.usual = usual.map { [$0.lowerBound, $0.upperBound] } ?? []
            when = Condition.alternatives(in: blurb, names: names)
        }
    }
}
