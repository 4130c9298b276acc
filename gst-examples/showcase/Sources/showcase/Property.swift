// SPDX-License-Identifier: MIT
import CGStreamer

/// A property, as its element's class describes it.
struct Property {
    /// GLib's name of the kind of value.
    enum Kind: String, Encodable {
        case bool = "gboolean"
        case int = "gint"
        case uint = "guint"
        case int64 = "gint64"
        case uint64 = "guint64"
        case float = "gfloat"
        case double = "gdouble"
        case choice = "GEnum"
        case text = "gchararray"
        case numbers = "GstValueArray"
        /// A GstStructure.
        case structure = "GBoxed"
    }

    struct Choice: Encodable {
        let nick, label: String
        let value: Int32
    }

    let spec: UnsafeMutablePointer<GParamSpec>
    let name: String
    let kind: Kind
    let choices: [Choice]

    /// Nil for what has no value that a page could show.
    init?(_ listed: UnsafeMutablePointer<GParamSpec>) {
        let spec = g_param_spec_get_redirect_target(listed) ?? listed
        let type = spec.pointee.value_type
        guard let kind = Kind(rawValue: string(g_type_name(g_type_fundamental(type)))), listed.has(G_PARAM_READABLE),
            kind != .structure || type == gst_structure_get_type()
        else { return nil }
        (self.spec, name, self.kind) = (listed, string(spec.pointee.name), kind)
        choices = kind == .choice ? Self.choices(of: type) : []
    }

    /// All of an object's class, but those of GstObject: the name and the parent are the pipeline's.
    static func all(of object: UnsafeMutablePointer<some Any>) -> [Property] {
        var count: UInt32 = 0
        let classes = UnsafeMutableRawPointer(object.object.pointee.g_type_instance.g_class)
        let list = g_object_class_list_properties(classes?.assumingMemoryBound(to: GObjectClass.self), &count)
        defer { g_free(list) }
        return (0..<Int(count)).compactMap { list?[$0] }
            .filter { $0.pointee.owner_type != gst_object_get_type() }.compactMap(Property.init)
    }

    private static func choices(of type: GType) -> [Choice] {
        guard let raw = g_type_class_ref(type) else { return [] }
        defer { g_type_class_unref(raw) }
        let values = raw.assumingMemoryBound(to: GEnumClass.self).pointee
        return (0..<Int(values.n_values)).map { index in
            let value = values.values[index]
            return Choice(nick: string(value.value_nick), label: string(value.value_name), value: value.value)
        }
    }

    /// Whether it can be set at any time.
    var isSettable: Bool { spec.has(G_PARAM_WRITABLE) && !spec.has(G_PARAM_CONSTRUCT_ONLY) }

    // MARK: Values

    /// `object`: an element or a pad.
    func value(of object: UnsafeMutablePointer<some Any>) -> Value {
        let value = Value(spec.pointee.value_type)
        g_object_get_property(object.object, name, &value.raw)
        return value
    }

    func set(_ value: Value, of object: UnsafeMutablePointer<some Any>) {
        g_object_set_property(object.object, name, &value.raw)
    }

    func areEqual(_ one: Value, _ other: Value) -> Bool {
        // GLib compares where structures are, and each reading gives a new one.
        if kind == .structure { return setting(one) == setting(other) }
        return g_param_values_cmp(spec, &one.raw, &other.raw) == 0
    }

    /// As JSON has it. It has no 64-bit numbers that every reader keeps, so these are texts.
    func setting(_ value: Value) -> Setting {
        switch kind {
        case .bool: .bool(g_value_get_boolean(&value.raw) != 0)
        case .int: .int(Int64(g_value_get_int(&value.raw)))
        case .uint: .int(Int64(g_value_get_uint(&value.raw)))
        case .int64: .text("\(g_value_get_int64(&value.raw))")
        case .uint64: .text("\(g_value_get_uint64(&value.raw))")
        // The decimal number that was meant, not all digits of the binary one.
        case .float: .double(Double("\(g_value_get_float(&value.raw))") ?? 0)
        case .double: .double(g_value_get_double(&value.raw))
        case .choice:
            .text(choices.first { $0.value == g_value_get_enum(&value.raw) }?.nick ?? "\(g_value_get_enum(&value.raw))")
        case .text: .text(string(g_value_get_string(&value.raw)))
        case .numbers: .text(serialized(value))
        case .structure: .text(g_value_get_boxed(&value.raw) == nil ? "" : serialized(value))
        }
    }

    private func serialized(_ value: Value) -> String {
        let text = gst_value_serialize(&value.raw)
        defer { g_free(text) }
        return string(text)
    }

    /// As `gst-launch-1.0` takes it.
    func text(_ value: Value) -> String {
        switch setting(value) {
        case .bool(let bool): "\(bool)"
        case .int(let int): "\(int)"
        case .double(let double): "\(double)"
        case .text(let text): text
        }
    }

    /// The value for what a request says, or why it can't be.
    func value(for setting: Setting) throws(Refusal) -> Value {
        if !isSettable {
            let when = spec.has(G_PARAM_WRITABLE) ? "can be set only when the element is made" : "can only be read"
            throw Refusal(.badRequest, "\(name) \(when).")
        }
        let value = Value(spec.pointee.value_type)
        switch (kind, setting) {
        case (.bool, .bool(let bool)): g_value_set_boolean(&value.raw, bool ? 1 : 0)
        case (.int, .int(let int)):
            g_value_set_int(&value.raw, Int32(try checked(int, ints.lowerBound, ints.upperBound)))
        case (.uint, .int(let int)):
            g_value_set_uint(&value.raw, UInt32(try checked(int, ints.lowerBound, ints.upperBound)))
        case (.int64, .int), (.int64, .text):
            guard let int = gint64(plain(setting)) else { throw wrongType }
            let range = described(GParamSpecInt64.self)
            g_value_set_int64(&value.raw, try checked(int, range.minimum, range.maximum))
        case (.uint64, .int), (.uint64, .text):
            guard let int = guint64(plain(setting)) else { throw wrongType }
            let range = described(GParamSpecUInt64.self)
            g_value_set_uint64(&value.raw, try checked(int, range.minimum, range.maximum))
        case (.float, .int), (.float, .double):
            g_value_set_float(&value.raw, Float(try checkedNumber(setting)))
        case (.double, .int), (.double, .double):
            g_value_set_double(&value.raw, try checkedNumber(setting))
        case (.choice, .text(let nick)):
            guard let choice = choices.first(where: { $0.nick == nick }) else {
                throw Refusal(.badRequest, "\(name) is one of \(choices.map(\.nick).joined(separator: ", ")).")
            }
            g_value_set_enum(&value.raw, choice.value)
        case (.text, .text):
            // Texts of elements name files, and a page is no way to them.
            throw Refusal(.forbidden, "\(name) is a text, which a page may not set: it could name any file here.")
        case (.numbers, .text):
            throw Refusal(.forbidden, "\(name) is a list of numbers, which a page can't set.")
        case (.structure, .text):
            throw Refusal(.forbidden, "\(name) is a structure, which a page can't set.")
        default: throw wrongType
        }
        return value
    }

    private func checked<Number: Comparable>(
        _ number: Number, _ low: Number, _ high: Number
    ) throws(Refusal) -> Number {
        guard number >= low, number <= high else { throw Refusal(.badRequest, "\(name) is from \(low) to \(high).") }
        return number
    }

    private func checkedNumber(_ setting: Setting) throws(Refusal) -> Double {
        try checked(setting.number ?? .nan, doubles.lowerBound, doubles.upperBound)
    }

    private var wrongType: Refusal {
        let wanted =
            switch kind {
            case .bool: "true or false"
            case .int, .uint: "a whole number"
            case .int64, .uint64: "a whole number, as a text"
            case .float, .double: "a number"
            case .choice: "one of \(choices.map(\.nick).joined(separator: ", "))"
            case .text: "a text"
            case .numbers: "a list of numbers, as a text"
            case .structure: "a structure, as a text"
            }
        return Refusal(.badRequest, "\(name) is \(wanted).")
    }

    private func plain(_ setting: Setting) -> String {
        switch setting {
        case .int(let int): "\(int)"
        case .text(let text): text
        default: ""
        }
    }

    // MARK: Ranges

    private func described<Spec>(_ type: Spec.Type) -> Spec {
        UnsafeMutableRawPointer(g_param_spec_get_redirect_target(spec) ?? spec).assumingMemoryBound(to: type).pointee
    }

    private var ints: ClosedRange<Int64> {
        if kind == .int {
            let int = described(GParamSpecInt.self)
            return Int64(int.minimum)...Int64(int.maximum)
        }
        let uint = described(GParamSpecUInt.self)
        return Int64(uint.minimum)...Int64(uint.maximum)
    }

    private var doubles: ClosedRange<Double> {
        if kind == .double {
            let double = described(GParamSpecDouble.self)
            return double.minimum...double.maximum
        }
        let float = described(GParamSpecFloat.self)
        return Double(float.minimum)...Double(float.maximum)
    }

    /// The least and the greatest value, as JSON has them.
    var range: (Setting, Setting)? {
        switch kind {
        case .int, .uint: (.int(ints.lowerBound), .int(ints.upperBound))
        case .float, .double: (.double(doubles.lowerBound), .double(doubles.upperBound))
        case .int64:
            (.text("\(described(GParamSpecInt64.self).minimum)"), .text("\(described(GParamSpecInt64.self).maximum)"))
        case .uint64:
            (.text("\(described(GParamSpecUInt64.self).minimum)"), .text("\(described(GParamSpecUInt64.self).maximum)"))
        case .bool, .choice, .text, .numbers, .structure: nil
        }
    }
}

extension UnsafeMutablePointer<GParamSpec> {
    func has(_ flag: GParamFlags) -> Bool { pointee.flags.rawValue & flag.rawValue != 0 }
}
