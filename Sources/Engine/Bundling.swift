// SPDX-License-Identifier: MIT
internal import Expressions

extension Lowering {
    /// Finds the scalars that are computed alike for three planes, from the three results on: each argument of three alike
    /// scalars may be three alike scalars again. What a plane has in common with another belongs to no bundle.
    mutating func bundle(_ a: ScalarID, _ b: ScalarID, _ c: ScalarID) {
        guard a != .none, b != .none, c != .none, a != b, b != c, a != c else { return }
        guard bundles[a] == nil, bundles[b] == nil, bundles[c] == nil else { return }
        let (p, q, r) = (graph[a], graph[b], graph[c])
        if case .lookUp = p.operation, case .lookUp = q.operation, case .lookUp = r.operation {
            bundle(p.a, q.a, r.a)
            return
        }
        if case .law(let call, _) = p.operation {
            let arguments = graph.calls[call].arguments
            bundle(arguments[0], arguments[1], arguments[2])
            bundle(arguments[3], arguments[4], arguments[5])
            return
        }
        guard p.operation.isArithmetic, q.operation.isArithmetic, r.operation.isArithmetic else { return }
        guard !p.rate.isCoefficient, !q.rate.isCoefficient, !r.rate.isCoefficient else { return }
        for id in [a, b, c] { bundles[id] = [a, b, c] }
        guard p.operation == q.operation, q.operation == r.operation else { return }
        bundle(p.a, q.a, r.a)
        bundle(p.b, q.b, r.b)
        bundle(p.c, q.c, r.c)
        bundle(p.d, q.d, r.d)
    }
}
