// SPDX-License-Identifier: MIT
internal import Expressions

/// Compiled laws as instructions.
extension Lowering {
    /// Three scalars that are what a law makes, scaled and shifted alike, and perhaps limited after that; nil: they are something else.
    mutating func law(_ bundle: Bundle) -> Draft? {
        let clamps = bundle.allSatisfy { graph[$0].operation == .clamp }
        var call: Int?
        var outer: Affine?
        var order: [Int] = []
        for id in bundle {
            let form = form(clamps ? graph[id].a : id, isRoot: true)
            guard form.terms.count == 1, uses[Int(form.terms[0].atom)] == 1,
                case .law(let made, let component) = graph[form.terms[0].atom].operation, call == nil || call == made
            else { return nil }
            let own = Affine(atom: .none, factor: form.terms[0].coefficient, offset: form.offset)
            guard outer == nil || outer?.factor == own.factor && outer?.offset == own.offset else { return nil }
            (call, outer) = (made, own)
            order.append(component)
        }
        guard let call, let outer, order.sorted() == [0, 1, 2] else { return nil }
        var draft = law(bundle, call, outer, order)
        if clamps { draft?.flags.insert(.clamps) }
        return draft
    }

    /// The instruction that makes a law's components.
    mutating func law(_ call: Int) -> Draft? {
        let results = (0..<3).map { graph.make(graph.calls[call], $0) }
        // Pixels are read in order of position.
        let isReversed =
            form(graph.calls[call].arguments[0]).terms.first?.atom == graph.make(.input(image: 0, component: 2))
        let order = isReversed ? [2, 1, 0] : [0, 1, 2]
        return law(order.map { results[$0] }, call, .plain(.none), order)
    }

    /// The instruction that makes a law's components in such an order, times outer's factor plus its offset; nil: the machine has none.
    private mutating func law(_ results: [ScalarID], _ call: Int, _ outer: Affine, _ order: [Int]) -> Draft? {
        let (code, arguments) = (graph.calls[call].code, graph.calls[call].arguments)
        let isByComponent = CompiledLaws.all[code].isByComponent
        guard isByComponent || order == [0, 1, 2] || order == [2, 1, 0] else { return nil }
        var first = order.map { affine(arguments[$0]) }
        // The machine has one factor and one offset for all three.
        if first.contains(where: { $0.factor != first[0].factor || $0.offset != first[0].offset }) {
            first = order.map { Affine.plain(arguments[$0]) }
        }
        let second = order.map { affine(arguments[3 + $0]) }
        var uniforms = Array(arguments[6...])
        uniforms += Array(repeating: ScalarGraph.zero, count: CompiledLaws.uniformLimit - uniforms.count)
        return Draft(
            opcode: .law, planes: 3, operandCount: 2,
            flags: order == [0, 1, 2] || isByComponent ? [] : .reversesPlanes, results: results,
            operands: first.map(\.atom) + second.map(\.atom),
            coefficients: [first[0].factor, first[0].offset, outer.factor, outer.offset]
                + second.flatMap { [$0.factor, $0.offset] } + [graph.constant(Double(code))] + uniforms)
    }
}
