// SPDX-License-Identifier: MIT

/// Two frames of one height that a program samples: one below the other, with the last row of the first and the first row of the second once
/// more between them, so that no sample is of both.
public struct FrameStack: Sendable, Hashable {
    private let frameHeight: Int

    /// Of frames of this height.
    public init(frameHeight: Int) { self.frameHeight = frameHeight }

    /// Rows of all of it.
    var height: Int { 2 * frameHeight + 2 }

    /// Where the rows of an image begin.
    public func start(of image: Int) -> Int { image * (frameHeight + 2) }

    /// What a fraction of a frame's height is multiplied by to be one of the stack's.
    var scale: Double { Double(frameHeight) / Double(height) }

    /// The fraction of the stack's height where an image begins.
    func offset(of image: Int) -> Double { Double(start(of: image)) / Double(height) }
}

extension SampledFrame {
    /// Repeats the edge of an image of two, when all of it is there.
    public func closeEdge(of image: Int, _ stack: FrameStack) {
        let second = stack.start(of: 1)
        let (from, to) = image == 0 ? (second - 3, second - 2) : (second, second - 1)
        if bytes == nil {
            values(row: to).update(from: values(row: from), count: width)
        } else {
            pixels(row: to, column: 0).update(from: pixels(row: from, column: 0), count: 4 * width)
        }
    }
}
