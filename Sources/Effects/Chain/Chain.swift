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

    /// What it reads like after its type and its label: values that are not the defaults. Where they are those of a preset, its name
    /// stands for all that it sets.
    fileprivate var words: [String] {
        let choice = type.properties.firstIndex(where: \.isPreset)
        let preset = choice.flatMap { type.presets?.values(values[$0].integer) } ?? []
        return type.properties.indices.compactMap { index in
            let (property, value) = (type.properties[index], values[index])
            let isInPreset = preset.indices.contains(index) && preset[index] != nil
            // Values that are no preset's are said themselves.
            let isCustom = index == choice && preset.isEmpty
            guard property.isWritten, value != property.initial, !isInPreset, !isCustom else { return nil }
            return "\(property.name)=\(property.text(value))"
        }
    }
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

    /// Why a stage that is used can't change frames of `video`; nil: all can.
    package func refusal(of video: VideoInfo) -> String? {
        for stage in stages where !stage.isPassthrough {
            if let reason = stage.type.refusal(video, stage.values) { return Self.refusal(stage.label, video, reason) }
        }
        return nil
    }

    /// A sentence that names a stage, and what came.
    static func refusal(_ label: String, _ video: VideoInfo, _ reason: String) -> String {
        "\"\(ChainError.word(label))\" can't change \(video.width)x\(video.height) \(video.format.name) video: \(reason)"
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
            return (words + stage.words).joined(separator: " ")
        }.joined(separator: " ! ")
    }
}
