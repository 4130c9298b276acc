// SPDX-License-Identifier: MIT
/// How the second frame comes to the size of the first.
public enum MixSizing: Int32, Sendable, CaseIterable {
    /// Width and height each for itself.
    case stretch = 0
    /// As large as fits, in its own shape, in the middle.
    case keepAspect = 1
}

extension MixSizing: PropertyChoice {
    /// What gst-launch takes.
    public var nick: StaticString {
        switch self {
        case .stretch: "stretch"
        case .keepAspect: "keep-aspect"
        }
    }

    /// For people.
    public var label: StaticString {
        switch self {
        case .stretch: "Stretch width and height to those of the first input"
        case .keepAspect:
            "Fit into the first input, keep the aspect ratio, centre; the first input alone is shown around it"
        }
    }
}

extension Property {
    /// For how a second input comes to the size of the first.
    public static func sizing(_ path: SettingPath<Settings, MixSizing>) -> Property {
        .choice(
            "sizing", path, typeName: "GstSwiftMixSizing", nick: "Sizing",
            "How a second input of another size or shape is brought to the size of the first")
    }
}

/// What the user chooses of a mix.
public struct MixSettings: EffectSettings, Equatable {
    /// The part of the second frame, 0...1.
    @Limited(0...1) public var factor = 0.5
    /// How the second frame comes to the size of the first.
    public var sizing = MixSizing.stretch
    /// For live video: whether an input that has not begun is waited for. It does not change frames.
    public var ignoresInactivePads = false

    /// The defaults: half of each.
    public init() {}

    /// The weights' sum.
    public static let unit = 32768

    /// The factor in steps of 1/32768, rounded half up: what is mixed is exactly this part.
    public var weight: Int { Self.weight(factor) }

    /// A part, 0...1, in these steps.
    static func weight(_ part: Double) -> Int { Int((part * Double(unit) + 0.5).rounded(.down)) }
}
