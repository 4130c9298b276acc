// SPDX-License-Identifier: MIT
internal import PixelCore

/// Lets the first and the last instruction read and write pixels themselves, without rows between.
enum Ends {
    /// Where nothing is stored, `colors` is empty.
    static func fuse(_ drafts: inout [Draft], colors: [ScalarID], _ graph: inout ScalarGraph) {
        fuseChoices(&drafts, &graph)
        if !colors.isEmpty { fuseWriter(&drafts, colors) }
        fuseReaders(&drafts)
        fuseFloors(&drafts)
        fuseSecond(&drafts)
    }

    /// An instruction that reads pixels of image 0 may read those of image 1 as well.
    private static func fuseSecond(_ drafts: inout [Draft]) {
        for unpack in drafts.indices where drafts[unpack].opcode == .unpack && drafts[unpack].flags == .secondImage {
            let rows = drafts[unpack].results
            let readers = drafts.indices.filter { drafts[$0].operands.contains(where: rows.contains) }
            guard readers.count == 1, let reader = readers.first, readsSecond(drafts[reader]),
                Array(drafts[reader].operands.dropFirst(3)) == rows
            else { continue }
            drafts[reader].flags.insert(.readsSecondPixels)
            drafts[unpack].results = []
        }
        drafts.removeAll { $0.opcode == .unpack && $0.results.isEmpty }
    }

    private static func fuseReaders(_ drafts: inout [Draft]) {
        for unpack in drafts.indices where drafts[unpack].opcode == .unpack {
            let rows = drafts[unpack].results
            let readers = drafts.indices.filter { drafts[$0].operands.contains(where: rows.contains) }
            guard readers.count == 1, let reader = readers.first else { continue }
            complete(&drafts[reader], rows)
            guard reads(drafts[reader]) else { continue }
            guard Array(drafts[reader].operands.prefix(3)) == rows,
                !drafts[reader].operands.dropFirst(3).contains(where: rows.contains)
            else { continue }
            drafts[reader].flags.insert(.readsPixels)
            drafts[reader].flags.formUnion(drafts[unpack].flags)
            drafts[unpack].results = []
        }
        drafts.removeAll { $0.opcode == .unpack && $0.results.isEmpty }
    }

    /// A form of fewer components is one of all three: the machine has a loop of it.
    private static func complete(_ draft: inout Draft, _ rows: [ScalarID]) {
        guard draft.opcode == .linear, draft.planes == 1, (1...2).contains(draft.operandCount),
            draft.operands.allSatisfy(rows.contains), let offset = draft.coefficients.last
        else { return }
        let (operands, coefficients) = (draft.operands, draft.coefficients)
        draft.operandCount = 3
        draft.operands = rows
        draft.coefficients = rows.map { operands.firstIndex(of: $0).map { coefficients[$0] } ?? ScalarGraph.zero }
        draft.coefficients.append(offset)
    }

    /// Nothing that comes later may read pixels: the destination may be what is read.
    private static func fuseWriter(_ drafts: inout [Draft], _ colors: [ScalarID]) {
        guard let pack = drafts.lastIndex(where: { $0.opcode == .pack }),
            let writer = drafts.firstIndex(where: { $0.results == colors || isGray($0, colors) }),
            writes(drafts[writer]),
            !drafts[writer].flags.contains(.clamps)
        else { return }
        let others = drafts.indices.filter { $0 > writer && $0 != pack }
        guard !others.contains(where: { drafts[$0].operands.contains(where: colors.contains) }),
            !others.contains(where: { drafts[$0].opcode == .unpack })
        else { return }
        drafts[writer].flags.insert(.writesPixels)
        drafts.remove(at: pack)
    }

    /// Whether it makes one number that is stored as all colours.
    private static func isGray(_ draft: Draft, _ colors: [ScalarID]) -> Bool {
        draft.planes == 1 && colors.allSatisfy { draft.results == [$0] }
    }

    /// Floors that one row chooses, and nobody else reads, are made where they are chosen.
    private static func fuseChoices(_ drafts: inout [Draft], _ graph: inout ScalarGraph) {
        for choice in drafts.indices
        where drafts[choice].opcode == .less && drafts[choice].flags.contains(.sharesOperands) {
            // Operands: p, which decides, no q, and r, which is chosen.
            let (operands, k) = (drafts[choice].operands, drafts[choice].coefficients)
            let rows = Array(operands[6..<9])
            guard operands[3] == .none,
                let floor = drafts.firstIndex(where: {
                    $0.opcode == .floor && $0.planes == 3 && $0.results == rows && $0.flags.isEmpty
                }), !rows.contains(operands[0]),
                drafts.filter({ $0.operands.contains(where: rows.contains) }).count == 1
            else { continue }
            var coefficients: [ScalarID] = []
            for plane in 0..<3 {
                let (own, outer) = (Array(drafts[floor].coefficients[4 * plane..<4 * plane + 4]), 7 * plane)
                let offset = graph.make(.add, graph.make(.multiply, own[3], k[outer + 3]), k[outer + 4])
                coefficients += [own[0], own[1], graph.make(.multiply, own[2], k[outer + 3]), offset]
                coefficients += [k[0], k[2], k[outer + 6]]
            }
            drafts[choice].opcode = .floor
            drafts[choice].operandCount = 2
            drafts[choice].operands = drafts[floor].operands + Array(operands[0..<3])
            drafts[choice].coefficients = coefficients
            drafts[floor].results = []
        }
        drafts.removeAll { $0.opcode == .floor && $0.results.isEmpty }
    }

    /// The floor of a form of the colour bytes, which nobody else reads, is made of these.
    private static func fuseFloors(_ drafts: inout [Draft]) {
        for form in drafts.indices
        where drafts[form].opcode == .linear && drafts[form].planes == 1 && drafts[form].flags == .readsPixels {
            let row = drafts[form].results[0]
            let readers = drafts.indices.filter { drafts[$0].operands.contains(row) }
            guard readers.count == 1, let floor = readers.first, drafts[floor].opcode == .floor,
                drafts[floor].planes == 1, drafts[floor].flags.isEmpty,
                drafts[floor].coefficients.starts(with: [ScalarGraph.one, ScalarGraph.zero])
            else { continue }
            drafts[floor].operandCount = 3
            drafts[floor].operands = drafts[form].operands
            drafts[floor].coefficients.replaceSubrange(0..<2, with: drafts[form].coefficients)
            drafts[floor].flags = .readsPixels
            drafts[form].results = []
        }
        drafts.removeAll { $0.opcode == .linear && $0.results.isEmpty }
    }

    /// Whether the machine has loops of it between pixels and rows.
    private static func writes(_ draft: Draft) -> Bool {
        guard draft.planes == 3 else { return draft.opcode == .gradient && !draft.flags.contains(.squares) }
        switch draft.opcode {
        case .matrix, .multiply, .product, .mix, .floor, .law: return true
        case .linear: return draft.operandCount == 1
        case .less: return draft.flags.contains(.sharesOperands)
        default: return false
        }
    }

    private static func readsSecond(_ draft: Draft) -> Bool {
        guard draft.flags.contains(.readsPixels), draft.flags.isDisjoint(with: [.secondImage, .sharesOperands]) else {
            return false
        }
        let k = draft.coefficients
        switch draft.opcode {
        case .product where draft.planes == 3:
            return [0, 5, 10].allSatisfy { k[$0 + 2] == ScalarGraph.one && k[$0 + 3] == ScalarGraph.zero }
        case .law:
            return [1, 5, 7, 9].allSatisfy { k[$0] == ScalarGraph.zero } && k[4] == k[6] && k[4] == k[8]
        default:
            return false
        }
    }

    private static func reads(_ draft: Draft) -> Bool {
        writes(draft) && draft.opcode != .less && draft.opcode != .gradient
            || draft.planes == 1 && draft.opcode == .linear && draft.operandCount == 3
    }
}
