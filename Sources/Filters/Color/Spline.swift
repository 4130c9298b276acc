// SPDX-License-Identifier: MIT
internal import PixelCore

/// A natural cubic spline through points, level before the first and after the last, limited to 0...1.
struct Spline: Sendable, Hashable {
    private let x: [Double]
    private let y: [Double]
    /// Second derivatives at the points.
    private let bends: [Double]

    /// The straight line from (0, 0) to (1, 1).
    static let identity = Spline(sorted: [0, 1], [0, 1])

    /// `points` are x, y, and so on, in any order. Nil: they are fewer than two, or two have the same x.
    init?(_ points: [Double]) {
        guard points.count >= 4, points.count.isMultiple(of: 2) else { return nil }
        let sorted = stride(from: 0, to: points.count, by: 2).map { (points[$0], points[$0 + 1]) }.sorted {
            $0.0 < $1.0
        }
        guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.0 < $1.0 }) else { return nil }
        self.init(sorted: sorted.map(\.0), sorted.map(\.1))
    }

    private init(sorted x: [Double], _ y: [Double]) {
        (self.x, self.y) = (x, y)
        bends = Self.bends(x, y)
    }

    /// What second derivatives make the first ones continuous, and are 0 at both ends: a tridiagonal system.
    private static func bends(_ x: [Double], _ y: [Double]) -> [Double] {
        let last = x.count - 1
        var (upper, right) = (Array(repeating: 0.0, count: last + 1), Array(repeating: 0.0, count: last + 1))
        for i in 1..<max(last, 1) {
            let (before, after) = (x[i] - x[i - 1], x[i + 1] - x[i])
            let diagonal = (before + after) / 3 - before / 6 * upper[i - 1]
            upper[i] = after / 6 / diagonal
            let change = (y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before
            right[i] = (change - before / 6 * right[i - 1]) / diagonal
        }
        for i in (1..<max(last, 1)).reversed() { right[i] -= upper[i] * right[i + 1] }
        return right
    }

    /// Whether it changes nothing from 0 to 1.
    var isIdentity: Bool { x == y && x.first == 0 && x.last == 1 }

    /// Its value, 0...1.
    func value(_ at: Double) -> Double {
        let last = x.count - 1
        if at <= x[0] { return limited(y[0]) }
        if at >= x[last] { return limited(y[last]) }
        let i = (x.firstIndex { $0 > at } ?? last) - 1
        let width = x[i + 1] - x[i]
        let b = (at - x[i]) / width
        let a = 1 - b
        let bend = (a * a * a - a) * bends[i] + (b * b * b - b) * bends[i + 1]
        return limited(a * y[i] + b * y[i + 1] + width * width / 6 * bend)
    }

    /// 0 for NaN, which points have that are next to nothing apart.
    private func limited(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

/// A curve of a component, and one after it.
struct CurvePair: Sendable, Hashable {
    let own: Spline
    let master: Spline

    /// Both as a table, which has an entry for each code of 8 bits, and fifteen between two.
    func table() throws(OutOfMemory) -> LookUpTable {
        try LookUpTable(size: 255 * 16 + 1) { master.value(own.value($0)) }
    }
}
