// SPDX-License-Identifier: MIT

/// A number of each pixel of a frame, and what becomes of them.
public struct Measurement: Sendable {
    /// One number of all pixels, or how many of them have each of 256 codes.
    public enum Kind: Sendable {
        case mean, least, greatest, counts
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
}
