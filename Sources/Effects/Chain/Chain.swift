// SPDX-License-Identifier: MIT
/// A filter in a chain.
public struct ChainStage: Sendable {
    /// Its filter.
    public let type: StageType
    /// A name that no other stage of the chain has.
    public let label: String
    /// As many as the type has properties.
    package var values: [PropertyValue]
    /// Which of them a text has given; the others are the defaults.
    package let isGiven: [Bool]

    package init(_ type: StageType, label: String, values: [PropertyValue]? = nil, isGiven: [Bool]? = nil) {
        self.type = type
        self.label = label
        self.values = values ?? type.properties.map(\.initial)
        self.isGiven = isGiven ?? type.properties.map { _ in false }
    }

    /// Whether the filter is used.
    public var isEnabled: Bool { values[values.count - 2].integer != 0 }
    /// How much of the filter's result there is in what the stage makes.
    public var mix: Double { values[values.count - 1].number }
    /// Whether frames leave the stage as they came.
    public var isPassthrough: Bool { !isEnabled || mix == 0 || type.isPassthrough(values) }
}

/// Filters in a row, each of which takes what the one before makes.
public struct Chain: EffectSettings {
    /// In order.
    public internal(set) var stages: [ChainStage] = []

    /// A chain without stages, which leaves frames as they are.
    public init() {}

    package init(stages: [ChainStage]) { self.stages = stages }

    /// Sets each value of a stage to what `value` makes of the property and its index.
    package mutating func setValues(ofStage stage: Int, _ value: (Int, StageProperty) -> PropertyValue) {
        for (index, property) in stages[stage].type.properties.enumerated() {
            stages[stage].values[index] = value(index, property)
        }
    }

    /// As many stages as a chain has at most.
    public static let maximumStages = 64
    /// As many bytes as its text has at most.
    public static let maximumBytes = 16384

    /// The label of a stage that has none of its own.
    static func label(_ type: StageType, after stages: [ChainStage]) -> String {
        "\(type.name)\(stages.count { $0.type.id == type.id })"
    }

    /// What it reads like: values that are not the defaults, and labels that are not the usual ones.
    public var text: String {
        stages.indices.map { index in
            let stage = stages[index]
            var words = [stage.type.name]
            if stage.label != Self.label(stage.type, after: Array(stages[..<index])) {
                words.append("name=\(stage.label)")
            }
            for (property, value) in zip(stage.type.properties, stage.values) where value != property.initial {
                words.append("\(property.name)=\(property.text(value))")
            }
            return words.joined(separator: " ")
        }.joined(separator: " ! ")
    }
}
