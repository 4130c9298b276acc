/// A property as documentation shows it.
public struct PropertyDoc: Sendable {
    public let name: String
    public let type: String
    public let range: String
    public let initial: String
    public let description: String
    public let isReadOnly: Bool
    /// What an enum's choices are called, and what they are.
    public let choices: [(nick: String, label: String)]

    init<Settings>(_ property: Property<Settings>) {
        name = "\(property.name)"
        description = "\(property.blurb)"
        if case .computed = property.kind { isReadOnly = true } else { isReadOnly = false }
        switch property.kind {
        case .choice(_, let all), .preset(_, let all): choices = all.map { ("\($0.nick)", "\($0.label)") }
        default: choices = []
        }
        let value = property.read(Settings())
        switch (property.kind, value) {
        case (.double(let bounds), .double(let number)):
            (type, range, initial) = ("double", "\(bounds.lowerBound) - \(bounds.upperBound)", "\(number)")
        case (.int(let bounds), .int(let number)):
            (type, range, initial) = ("int", "\(bounds.lowerBound) - \(bounds.upperBound)", "\(number)")
        case (.uint64(let bounds), .uint64(let number)):
            (type, range, initial) = ("uint64", "\(bounds.lowerBound) - \(bounds.upperBound)", "\(number)")
        case (.computed(let bounds), .int(let number)):
            (type, range, initial) = ("int64", "\(bounds.lowerBound) - \(bounds.upperBound)", "\(number)")
        case (.boolean, .int(let number)):
            (type, range, initial) = ("boolean", "", number == 0 ? "false" : "true")
        case (.choice(_, let choices), .int(let number)), (.preset(_, let choices), .int(let number)):
            type = "enum"
            range = choices.map { "`\($0.nick)`" }.joined(separator: ", ")
            initial = choices.first { Int64($0.value) == number }.map { "\($0.nick)" } ?? ""
        case (_, .string(let text)):
            (type, range, initial) = ("string", "", text ?? "")
        default:
            (type, range, initial) = ("", "", "")
        }
    }
}
