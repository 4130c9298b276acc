// SPDX-License-Identifier: MIT

/// How a frame is turned: which pixel of the input comes where.
public struct FrameTurn: Sendable, Equatable {
    /// Whether the input's rows become columns, so that width and height change places.
    public var transposes: Bool
    /// Whether the input's columns are taken from the right.
    public var isFromRight: Bool
    /// Whether the input's rows are taken from the bottom.
    public var isFromBottom: Bool

    /// A turn of pixels.
    public init(transposes: Bool, fromRight: Bool, fromBottom: Bool) {
        (self.transposes, isFromRight, isFromBottom) = (transposes, fromRight, fromBottom)
    }

    /// Every pixel stays where it is.
    public static let none = FrameTurn(transposes: false, fromRight: false, fromBottom: false)
}

/// What a converting effect makes of frames' sizes and orientation.
public struct FramePlan: Sendable, Equatable {
    /// A property and the value that asks for it, as messages name it: `decimation=2`.
    public let name: String
    /// How many times as large the input is, about.
    public let reduction: Int
    /// How frames are turned.
    public let turn: FrameTurn

    /// A plan with a name for messages.
    public init(_ name: String, reduction: Int = 1, turn: FrameTurn = .none) {
        (self.name, self.reduction, self.turn) = (name, reduction, turn)
    }
}
