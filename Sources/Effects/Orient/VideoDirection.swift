// SPDX-License-Identifier: MIT
/// How frames are turned or mirrored: the values of GStreamer's GstVideoOrientationMethod.
public enum VideoDirection: Int32, PropertyChoice {
    /// Not at all.
    case identity
    /// By 90 degrees clockwise.
    case right90
    /// By 180 degrees.
    case rotate180
    /// By 90 degrees counter-clockwise.
    case left90
    /// Left and right change places.
    case horizontal
    /// Top and bottom change places.
    case vertical
    /// Mirrored at the diagonal from upper left to lower right.
    case upperLeft
    /// Mirrored at the diagonal from upper right to lower left.
    case upperRight
    /// As the stream's tag says.
    case automatic
    /// By an application: not supported.
    case custom

    /// What gst-launch takes.
    public var nick: StaticString {
        switch self {
        case .identity: "identity"
        case .right90: "90r"
        case .rotate180: "180"
        case .left90: "90l"
        case .horizontal: "horiz"
        case .vertical: "vert"
        case .upperLeft: "ul-lr"
        case .upperRight: "ur-ll"
        case .automatic: "auto"
        case .custom: "custom"
        }
    }

    /// For people.
    public var label: StaticString {
        switch self {
        case .identity: "Frames pass unchanged"
        case .right90: "Turn by 90 degrees clockwise"
        case .rotate180: "Turn by 180 degrees"
        case .left90: "Turn by 90 degrees counter-clockwise"
        case .horizontal: "Mirror left and right"
        case .vertical: "Mirror top and bottom"
        case .upperLeft: "Mirror at the diagonal from upper left to lower right"
        case .upperRight: "Mirror at the diagonal from upper right to lower left"
        case .automatic: "As the image-orientation tag says"
        case .custom: "Not supported: the value set before stays"
        }
    }

    /// The turn; of those that name none, none.
    var turn: FrameTurn {
        switch self {
        case .identity, .automatic, .custom: .none
        case .right90: FrameTurn(transposes: true, fromRight: false, fromBottom: true)
        case .rotate180: FrameTurn(transposes: false, fromRight: true, fromBottom: true)
        case .left90: FrameTurn(transposes: true, fromRight: true, fromBottom: false)
        case .horizontal: FrameTurn(transposes: false, fromRight: true, fromBottom: false)
        case .vertical: FrameTurn(transposes: false, fromRight: false, fromBottom: true)
        case .upperLeft: FrameTurn(transposes: true, fromRight: false, fromBottom: false)
        case .upperRight: FrameTurn(transposes: true, fromRight: true, fromBottom: true)
        }
    }

    /// Those that name a turn.
    static let turns = allCases.filter { $0 != .automatic && $0 != .custom }
}

/// What the user chooses of how frames are turned.
public struct OrientSettings: EffectSettings {
    /// The turn.
    public var direction = VideoDirection.identity

    /// Frames pass unchanged.
    public init() {}
}
