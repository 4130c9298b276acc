// SPDX-License-Identifier: MIT
public import Effects

extension VideoFilter {
    /// The settings that an effect alone gets where properties have values as a launch line has them, and the others their
    /// defaults. Nil if there is no such property, or the text is no value of it.
    public func settings(_ values: [String: String]) -> Effect.Settings? {
        var settings = Effect.Settings()
        for (name, text) in values {
            guard let property = properties.first(where: { "\($0.name)" == name }),
                !StageProperty(property).setsOthers,
                let value = try? StageProperty(property).value(text, read: readFile)
            else { return nil }
            property.store(&settings, value)
        }
        return settings
    }
}
