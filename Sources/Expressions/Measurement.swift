// SPDX-License-Identifier: MIT

/// A number of each pixel of a frame, and what becomes of them.
public struct Measurement: Sendable {
    /// What becomes of the numbers of all pixels.
    public enum Kind: Sendable, Equatable {
        /// One number.
        case mean, least, greatest
        /// How many have each of 256 codes.
        case counts
        /// The pixels with the greatest ones.
        case points
        /// The lines that most pixels are on, of those that the uniform in a slot says that a line needs.
        case lines(least: Int)
        /// An image to be shown.
        case image
    }

    public let number: Num
    public let kind: Kind

    private init(_ number: Num, _ kind: Kind) { (self.number, self.kind) = (number, kind) }

    /// The mean over all pixels.
    public init(mean number: Num) { self.init(number, .mean) }

    /// The least one.
    public init(least number: Num) { self.init(number, .least) }

    /// The greatest one.
    public init(greatest number: Num) { self.init(number, .greatest) }

    /// How many pixels have each of the codes 0 to 255, which stand for 0...1. What lies beyond counts as the first or the last.
    public init(countsOf number: Num) { self.init(number, .counts) }

    /// The pixels whose number is above 0, as points: those with the greatest numbers, of equal ones the first from the top and the
    /// left. There are `pointCount` at most.
    public init(pointsOf number: Num) { self.init(number, .points) }

    /// How many points there are at most.
    public static let pointCount = 4096

    /// Straight lines through pixels that are on edges. The number is the direction of the gradient there, as a part of half a turn from
    /// the right to below, 0...1; below 0, a pixel is on no edge. `least`, a setting, is how many such pixels a line needs. There are
    /// `lineCount` at most.
    public init(linesAlong direction: Num, least: Num) {
        guard case .uniform(let slot) = least.node.operation else {
            preconditionFailure("What a line needs is no setting.")
        }
        self.init(direction, .lines(least: slot))
    }

    /// How many lines there are at most.
    public static let lineCount = 1024

    /// An image of 0...1, which is shown instead of the frame.
    public init(imageOf number: Num) { self.init(number, .image) }
}
