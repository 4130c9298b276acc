// SPDX-License-Identifier: MIT
public import Effects

extension VideoFilter {
    /// The settings that an effect alone gets where properties have values as a launch line has them, and the others their
    /// defaults. Nil if there is no such property, or the text is no value of it.
    public func settings(_ values: [String: String]) -> Effect.Settings? {
        var settings = Effect.Settings()
        for (name, text) in values {
            guard let property = properties.first(where: { "\($0.name)" == name }),
                let value = property.value(of: text)
            else { return nil }
            property.store(&settings, value)
        }
        return settings
    }
}

extension Property {
    /// A number, a boolean or a choice that a text stands for.
    fileprivate func value(of text: String) -> PropertyValue? {
        switch kind {
        case .double(let bounds): Double(text).flatMap { bounds.contains($0) ? .double($0) : nil }
        case .int(let bounds): Int32(text).flatMap { bounds.contains($0) ? .int(Int64($0)) : nil }
        case .uint(let bounds):
            (text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text))
                .flatMap { bounds.contains($0) ? .int(Int64($0)) : nil }
        case .boolean: Bool(text).map { .int($0 ? 1 : 0) }
        case .choice(_, let choices): choices.first { "\($0.nick)" == text }.map { .int(Int64($0.value)) }
        default: nil
        }
    }
}
