// SPDX-License-Identifier: MIT
internal import PixelCore

extension LookUpTable {
    /// Where an argument lies: after so many entries, and which part of the way to the next.
    private func position(_ argument: Double) -> (cell: Int, part: Double) {
        let limited = argument > 0 ? min(argument, 1) : 0
        let position = limited * Double(size - 1)
        let cell = min(Int(position), size - 2)
        return (cell, position - Double(cell))
    }

    /// The number for an argument; that of 0 for NaN.
    func value(_ argument: Double) -> Double {
        let (cell, part) = position(argument)
        return Double(values[cell]) * (1 - part) + Double(values[cell + 1]) * part
    }

    /// The colour for three arguments.
    func color(_ arguments: [Double], _ interpolation: CubeInterpolation) -> [Double] {
        let positions = arguments.map(position)
        func entry(_ steps: [Int]) -> [Double] {
            let index = (0..<3).reversed().reduce(0) { $0 * size + positions[$1].cell + steps[$1] }
            return (0..<3).map { Double(entries[index][$0]) }
        }
        /// The entries of corners with what each counts for.
        var corners: [(steps: [Int], weight: Double)] = []
        switch interpolation {
        case .trilinear:
            for corner in 0..<8 {
                let steps = (0..<3).map { corner >> $0 & 1 }
                let weights = (0..<3).map { steps[$0] == 1 ? positions[$0].part : 1 - positions[$0].part }
                corners.append((steps, weights.reduce(1, *)))
            }
        case .tetrahedral:
            // Along the axes in order of their parts.
            var steps = [0, 0, 0]
            var last = 1.0
            for axis in (0..<3).sorted(by: { positions[$0].part > positions[$1].part }) {
                corners.append((steps, last - positions[axis].part))
                last = positions[axis].part
                steps[axis] = 1
            }
            corners.append((steps, last))
        }
        return (0..<3).map { component in corners.reduce(0) { $0 + $1.weight * entry($1.steps)[component] } }
    }
}
