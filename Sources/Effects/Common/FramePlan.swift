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

/// How much of a frame's width and height a part of it has, from 0 to 1.
public struct FrameShare: Sendable, Equatable {
    /// That of the width.
    public var width: Double
    /// That of the height.
    public var height: Double

    /// A part of a frame.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// All.
    public static let whole = FrameShare(width: 1, height: 1)

    /// How many of `length` pixels a share of a side has: the nearest number, at least 1.
    public static func pixels(_ share: Double, of length: Int) -> Int {
        max(1, Int((share * Double(length)).rounded()))
    }
}

/// What of a frame another one shows, in pixels.
public struct FramePlace: Sendable, Equatable {
    /// How far from the left side it begins.
    public var x: Double
    /// How far from the upper side it begins.
    public var y: Double
    /// How many columns it has.
    public var width: Double
    /// How many rows it has.
    public var height: Double

    /// A part of a frame, from its upper left corner on.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// What a converting effect makes of frames' sizes and orientation.
public struct FramePlan: Sendable, Equatable {
    /// What asks for it, as messages name it, such as a property with the value: `decimation=2`.
    public let name: String
    /// How many times as large the input is, about.
    public let reduction: Int
    /// How frames are turned.
    public let turn: FrameTurn
    /// Whether the output is as large as the share of the input that the settings say. The last plan alone may be so.
    public let showsPart: Bool

    /// A plan with a name for messages.
    public init(_ name: String, reduction: Int = 1, turn: FrameTurn = .none, showsPart: Bool = false) {
        (self.name, self.reduction, self.turn, self.showsPart) = (name, reduction, turn, showsPart)
    }
}
