// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// Straight lines through pixels on edges, by votes for directions and distances.
///
/// A line is x cos(a) + y sin(a) = r, with x and y counted in pixels from the middle of the upper left one. Each pixel votes for the
/// lines through it whose direction is its own gradient's to `tolerance`: so what it takes is proportional to pixels, and noise, which
/// has all directions, votes for no line. Sources: R. O. Duda, P. E. Hart, Communications of the ACM 15, 1972; D. H. Ballard,
/// Generalizing the Hough Transform to Detect Arbitrary Shapes, 1981.
final class LineVotes {
    /// A direction and a distance.
    struct Line {
        let cos, sin: Double
        let distance: Int
    }

    /// Directions in half a turn: one for each degree.
    static let directions = 180
    /// How many directions to each side a pixel votes for besides its own.
    static let tolerance = 3
    /// How far away, in directions and in pixels, there is no line with fewer votes.
    static let clearance = (directions: 4, distance: 6)

    private let (width, height): (Int, Int)
    /// The distances that there may be, from -`width` on.
    private let distances: Int
    /// The direction of each pixel; 255: it is on no edge.
    private let edges: Scratch
    private let votes: Scratch
    private let turns: [(cos: Double, sin: Double)]
    private let best: GreatestNumbers

    init(width: Int, height: Int) throws {
        (self.width, self.height) = (width, height)
        let diagonal = Double(width * width + height * height).squareRoot()
        distances = width + Int(diagonal) + 3
        edges = try Scratch(byteCount: width * height)
        votes = try Scratch(byteCount: Self.directions * distances * MemoryLayout<UInt32>.stride)
        turns = (0..<Self.directions).map {
            let angle = Double($0) * .pi / Double(Self.directions)
            let (sine, cosine) = Elementary.sinCos(angle)
            return (cosine, sine)
        }
        best = try GreatestNumbers(capacity: Measurement.lineCount)
    }

    private var edge: UnsafeMutablePointer<UInt8> { edges.values(as: UInt8.self) }
    private var vote: UnsafeMutablePointer<UInt32> { votes.values(as: UInt32.self) }

    /// Takes directions of pixels of a row, each 0...1 or, on no edge, less.
    func take(_ numbers: Floats, _ span: TileSpan) {
        let to = edge + (span.row * width + span.column)
        for i in 0..<span.count {
            let direction = numbers[i] * Float(Self.directions) + 0.5
            to[i] = direction >= 0.5 ? UInt8(min(direction, Float(Self.directions))) % UInt8(Self.directions) : 255
        }
    }

    /// Finds the lines of all that was taken that have so many votes; `found` is called with each, most votes first.
    func find(least: Int, found: (_ line: Line, _ angle: Int, _ votes: Int) -> Void) {
        vote.update(repeating: 0, count: Self.directions * distances)
        for y in 0..<height {
            let row = edge + y * width
            for x in 0..<width where row[x] != 255 {
                for change in -Self.tolerance...Self.tolerance {
                    let direction = (Int(row[x]) + change + Self.directions) % Self.directions
                    let turn = turns[direction]
                    // Above 0, so that cutting rounds down.
                    let place = Double(x) * turn.cos + Double(y) * turn.sin + Double(width) + 0.5
                    vote[direction * distances + Int(place)] &+= 1
                }
            }
        }
        best.clear()
        for index in 0..<Self.directions * distances
        where vote[index] >= max(1, least) && best.keeps(Float(vote[index])) && isGreatest(index) {
            best.take(.init(number: Float(vote[index]), index: index))
        }
        best.sort()
        for place in 0..<best.count {
            let index = best[place].index
            let (angle, distance) = (index / distances, index % distances - width)
            found(Line(cos: turns[angle].cos, sin: turns[angle].sin, distance: distance), angle, Int(vote[index]))
        }
    }

    /// Where a line enters and leaves the frame, in pixels from its upper left corner: the left end first, of upright ones the upper one.
    func ends(_ line: Line) -> (x0: Double, y0: Double, x1: Double, y1: Double) {
        // From its point that is nearest to the corner, in a direction of the length 1.
        let distance = Double(line.distance) + (line.cos + line.sin) / 2
        let (x, y) = (distance * line.cos, distance * line.sin)
        let (stepX, stepY) = (line.sin, -line.cos)
        var (first, last) = (-Double.infinity, Double.infinity)
        for (at, step, size) in [(x, stepX, Double(width)), (y, stepY, Double(height))] where abs(step) > 1e-9 {
            let (a, b) = (-at / step, (size - at) / step)
            first = max(first, min(a, b))
            last = min(last, max(a, b))
        }
        // It may pass a corner by a part of a pixel.
        if first > last { (first, last) = ((first + last) / 2, (first + last) / 2) }
        func end(_ t: Double) -> (Double, Double) {
            (max(0, min(Double(width), x + t * stepX)), max(0, min(Double(height), y + t * stepY)))
        }
        var (from, to) = (end(first), end(last))
        if from.0 > to.0 || from.0 == to.0 && from.1 > to.1 { (from, to) = (to, from) }
        return (from.0, from.1, to.0, to.1)
    }

    /// Whether nothing around a line has more votes, nor as many before it.
    private func isGreatest(_ index: Int) -> Bool {
        let (direction, place) = (index / distances, index % distances)
        let own = vote[index]
        for turn in -Self.clearance.directions...Self.clearance.directions {
            let other = direction + turn
            // Half a turn further on, distances count the other way.
            let isTurned = !(0..<Self.directions).contains(other)
            let middle = isTurned ? 2 * width - place : place
            let row = (other + Self.directions) % Self.directions * distances
            for there in max(
                0, middle - Self.clearance.distance)..<max(
                    0, min(distances, middle + Self.clearance.distance + 1))
            where row + there != index {
                let votes = vote[row + there]
                if votes > own || votes == own && row + there < index { return false }
            }
        }
        return true
    }
}
