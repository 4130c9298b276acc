// SPDX-License-Identifier: MIT
internal import Expressions

extension Lowering {
    /// What a sum of two squares has, where these are the differences between both sides of a pixel, with three neighbours each: the
    /// eight neighbours row by row, the weight of those in corners, and that of the others beside it.
    mutating func gradient(_ sum: ScalarID) -> (taps: [ScalarID], corner: ScalarID, middle: ScalarID)? {
        let scalar = graph[sum]
        guard scalar.operation == .add, let columns = squared(scalar.a), let rows = squared(scalar.b),
            let across = differences(columns, { ($0, $1) }), let down = differences(rows, { ($1, $0) }),
            across.field == down.field,
            (across.corner, across.middle) == (down.corner, down.middle)
                || (across.corner, across.middle) == (-down.corner, -down.middle)
        else { return nil }
        let places = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        let taps = places.map { graph.make(.tap(dx: $0.0, dy: $0.1), across.field) }
        return (taps, graph.constant(across.corner.magnitude), graph.constant(across.middle / across.corner))
    }

    /// What is multiplied by itself there, if nobody else needs that.
    private func squared(_ id: ScalarID) -> ScalarID? {
        let scalar = graph[id]
        guard scalar.operation == .multiply, scalar.a == scalar.b, uses[Int(id)] == 1, uses[Int(scalar.a)] <= 2,
            !hasRow(scalar.a)
        else { return nil }
        return scalar.a
    }

    /// The right three neighbours less the left three, with constant weights; `place` says where a tap is, or turned.
    private mutating func differences(
        _ id: ScalarID, _ place: (Int, Int) -> (Int, Int)
    ) -> (field: ScalarID, corner: Double, middle: Double)? {
        let form = form(id, isRoot: true)
        guard form.terms.count == 6, form.offset == ScalarGraph.zero else { return nil }
        var weights: [Int: Double] = [:]
        var fields: Set<ScalarID> = []
        for term in form.terms {
            let atom = graph[term.atom]
            guard case .tap(let dx, let dy) = atom.operation,
                case .constant(let weight) = graph[term.coefficient].operation
            else { return nil }
            let (x, y) = place(dx, dy)
            guard (-1...1).contains(x), (-1...1).contains(y) else { return nil }
            weights[3 * y + x] = weight
            fields.insert(atom.a)
        }
        guard let field = fields.first, fields.count == 1, weights.count == 6, let corner = weights[-2],
            let middle = weights[1], weights[4] == corner, weights[-4] == -corner, weights[2] == -corner,
            weights[-1] == -middle, corner != 0
        else { return nil }
        return (field, corner, middle)
    }
}
