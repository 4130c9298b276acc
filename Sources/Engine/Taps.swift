// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// Lets sums of weighted neighbours read pixels of four bytes themselves, without rows of components between.
enum Taps {
    /// The component that stands for all of a pixel.
    static let pixels = 4

    /// Where the colours are sums of the same neighbours with the same weights, and nothing else reads components.
    static func fuse(_ drafts: inout [Draft], colors: [ScalarID], _ target: ProgramTarget, _ graph: inout ScalarGraph) {
        guard case .pixels(let order) = target.samples, let pack = drafts.lastIndex(where: { $0.opcode == .pack }),
            let writer = drafts.firstIndex(where: { $0.results == colors }), drafts[writer].opcode == .linear,
            drafts[writer].planes == 3, drafts[writer].flags.isEmpty,
            !drafts.indices.contains(where: { $0 != pack && $0 > writer }),
            !drafts[..<writer].contains(where: { $0.operands.contains { isOfComponents($0, graph) } }),
            let sums = Sums(drafts[writer], order, target, &graph)
        else { return }
        drafts[writer].opcode = .taps
        drafts[writer].flags = .writesPixels
        drafts[writer].operandCount = sums.taps.count
        drafts[writer].operands = sums.taps
        drafts[writer].coefficients = sums.coefficients
        drafts.remove(at: pack)
    }

    /// Whether a row is of a component of the frame at hand, or is made of such.
    private static func isOfComponents(_ id: ScalarID, _ graph: ScalarGraph) -> Bool {
        guard id != .none, let row = InputRow(graph, id) else { return false }
        return row.image == 0 || row.isField
    }

    private struct Sums {
        var taps: [ScalarID] = []
        var coefficients: [ScalarID]

        /// Nil: the three planes are no sums of the same neighbours.
        init?(_ draft: Draft, _ order: PixelOrder, _ target: ProgramTarget, _ graph: inout ScalarGraph) {
            let (count, perPlane) = (draft.operandCount, draft.operandCount + 1)
            var groups: [(weight: ScalarID, taps: [ScalarID])] = []
            for operand in 0..<count {
                let rows = (0..<3).map { draft.operands[3 * operand + $0] }
                let weights = (0..<3).map { draft.coefficients[perPlane * $0 + operand] }
                if rows.allSatisfy({ $0 == .none }) { continue }
                let places = rows.compactMap { $0 == .none ? nil : InputRow(graph, $0) }
                guard places.count == 3, weights[1] == weights[0], weights[2] == weights[0],
                    places.enumerated().allSatisfy({
                        $1.image == 0 && $1.component == order.components[$0] && $1.offset == places[0].offset
                    })
                else { return nil }
                let pixel = graph.make(.input(image: 0, component: Taps.pixels))
                let offset = places[0].offset
                let tap =
                    offset == .zero ? pixel : graph.make(.tap(dx: offset.columns, dy: offset.rows), pixel)
                if let group = groups.firstIndex(where: { $0.weight == weights[0] }) {
                    groups[group].taps.append(tap)
                } else {
                    groups.append((weights[0], [tap]))
                }
            }
            let offsets = (0..<3).map { draft.coefficients[perPlane * $0 + count] }
            // The machine has a shorter loop for one and four.
            groups.sort { $0.taps.count < $1.taps.count }
            guard !groups.isEmpty, offsets[1] == offsets[0], offsets[2] == offsets[0] else { return nil }
            coefficients = [offsets[0]]
            // Rows of components are nominal, and bytes are codes.
            let scale = graph.constant(1 / Double(target.maximum))
            for group in groups {
                taps += group.taps
                coefficients += [graph.constant(Double(group.taps.count)), graph.make(.multiply, group.weight, scale)]
            }
        }
    }
}
