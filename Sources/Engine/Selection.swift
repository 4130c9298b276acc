// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes

/// The instruction for a scalar.
struct Choice {
    var opcode: MachineOpcode
    var operands: [ScalarID]
    var coefficients: [ScalarID]
    var flags: MachineFlags = []
}

/// An operand with its affine part: atom * factor + offset.
struct Affine {
    var atom: ScalarID
    var factor: ScalarID
    var offset: ScalarID

    static func plain(_ atom: ScalarID) -> Affine {
        Affine(atom: atom, factor: ScalarGraph.one, offset: ScalarGraph.zero)
    }

    var isPlain: Bool { factor == ScalarGraph.one && offset == ScalarGraph.zero }
}

extension Lowering {
    mutating func select(_ id: ScalarID) -> Choice {
        if graph.isCoefficient(id) { return Choice(opcode: .linear, operands: [], coefficients: [id]) }
        let scalar = graph[id]
        guard scalar.operation == .clamp else { return unclamped(id) }
        // What others use as well, or has a row, is clamped from there.
        let isShared = uses[Int(scalar.a)] > 1 && isFunction(scalar.a) || hasRow(scalar.a) || isRow(scalar.a)
        var choice = isShared ? linear(Form(atom: scalar.a)) : unclamped(scalar.a)
        if choice.flags.contains(.clamps) { choice = linear(Form(atom: scalar.a)) }
        choice.flags.insert(.clamps)
        return choice
    }

    private mutating func unclamped(_ id: ScalarID) -> Choice {
        if graph[id].operation == .clamp { return select(id) }
        if let (taps, corner, middle) = gradient(id) {
            return Choice(
                opcode: .gradient, operands: taps,
                coefficients: [middle, graph.make(.multiply, corner, corner), ScalarGraph.zero], flags: .squares)
        }
        let form = form(id, isRoot: true)
        if form.terms.count == 1, form.terms[0].atom == id { return function(id, .plain(id), []) }
        if form.terms.count == 1, isAbsorbed(form.terms[0].atom) {
            let term = form.terms[0]
            let outer = Affine(atom: id, factor: term.coefficient, offset: form.offset)
            return function(term.atom, outer, [])
        }
        if (2...3).contains(form.terms.count),
            let i = form.terms.firstIndex(where: { isAbsorbed($0.atom) && isProduct($0.atom) })
        {
            var others = form.terms
            let term = others.remove(at: i)
            let outer = Affine(atom: id, factor: term.coefficient, offset: form.offset)
            return function(term.atom, outer, others)
        }
        return linear(form)
    }

    /// The sum of a form. There are instructions for 0 to 4, 6 and 9 terms.
    private mutating func linear(_ form: Form) -> Choice {
        var form = form
        if form.terms.count == 3, let components = components(form.terms.map(\.atom)) {
            // In order of position, which is what the ends read.
            form.terms.sort { components.firstIndex(of: $0.atom) ?? 0 < components.firstIndex(of: $1.atom) ?? 0 }
        }
        let missing = form.terms.count == 5 ? 1 : form.terms.count > 6 ? Form.limit - form.terms.count : 0
        return Choice(
            opcode: .linear, operands: form.terms.map(\.atom) + Array(repeating: .none, count: missing),
            coefficients: form.terms.map(\.coefficient) + Array(repeating: ScalarGraph.zero, count: missing)
                + [form.offset])
    }

    /// The three components of an image, where all atoms are of those.
    mutating func components(_ atoms: [ScalarID]) -> [ScalarID]? {
        guard let first = atoms.first, case .input(let image, _) = graph[first].operation else { return nil }
        let all = (0..<3).map { graph.make(.input(image: image, component: $0)) }
        // Where they are rows, there are those that the law has, and no others: gray has one.
        guard !inputsAreRows && image != ProgramField.image || all.allSatisfy({ Int($0) < uses.count }) else {
            return nil
        }
        return atoms.allSatisfy(all.contains) ? all : nil
    }

    /// Whether it is no sum, but has an instruction of its own.
    private func isFunction(_ id: ScalarID) -> Bool {
        switch graph[id].operation {
        case .add, .subtract, .input, .x, .constant, .uniform, .y, .tap, .sample, .lookUpColor, .law: false
        case .multiply: isProduct(id)
        default: true
        }
    }

    private func isProduct(_ id: ScalarID) -> Bool {
        let scalar = graph[id]
        return scalar.operation == .multiply && !graph.isCoefficient(scalar.a) && !graph.isCoefficient(scalar.b)
    }

    /// Whether an atom is computed within its only user's instruction, which scales and shifts it.
    private func isAbsorbed(_ id: ScalarID) -> Bool {
        guard uses[Int(id)] == 1, !hasRow(id), !isRow(id) else { return false }
        switch graph[id].operation {
        case .squareRoot, .absolute, .floor, .sine, .cosine, .exponential2, .logarithm2, .power, .smooth:
            return true
        case .divide, .multiply, .mix, .less:
            // Scaled before and not after it is computed.
            return !isWritten(id)
        default:
            return false
        }
    }

    /// A scalar as one atom with its affine part; what is more is made first.
    mutating func affine(_ id: ScalarID) -> Affine {
        if graph.isCoefficient(id) { return Affine(atom: .none, factor: ScalarGraph.zero, offset: id) }
        let form = form(id)
        guard form.terms.count == 1, form.terms[0].atom == id || !isAbsorbed(form.terms[0].atom) else {
            return form.terms.isEmpty
                ? Affine(atom: .none, factor: ScalarGraph.zero, offset: form.offset) : .plain(id)
        }
        return Affine(atom: form.terms[0].atom, factor: form.terms[0].coefficient, offset: form.offset)
    }

    /// An affine part within another.
    private mutating func scaled(_ inner: Affine, by outer: Affine) -> Affine {
        Affine(
            atom: inner.atom, factor: graph.make(.multiply, inner.factor, outer.factor),
            offset: graph.make(.multiply, inner.offset, outer.factor))
    }

    private mutating func shifted(_ inner: Affine, by outer: Affine) -> Affine {
        Affine(atom: inner.atom, factor: inner.factor, offset: graph.make(.add, inner.offset, outer.offset))
    }

    /// The instruction for `id` times outer's factor plus its offset, plus other terms if it is a product.
    private mutating func function(_ id: ScalarID, _ outer: Affine, _ others: [Form.Term]) -> Choice {
        let scalar = graph[id]
        switch scalar.operation {
        case .multiply:
            var (a, b) = (affine(scalar.a), affine(scalar.b))
            if outer.isPlain && others.isEmpty && a.isPlain && b.isPlain {
                return Choice(opcode: .multiply, operands: [a.atom, b.atom], coefficients: [])
            }
            a = scaled(a, by: outer)
            // One factor does for both.
            if b.offset == ScalarGraph.zero, !isWritten(id) {
                a = scaled(a, by: b)
                b = .plain(b.atom)
            }
            return Choice(
                opcode: others.isEmpty ? .product : others.count == 1 ? .product1 : .product2,
                operands: [a.atom, b.atom] + others.map(\.atom),
                coefficients: [a.factor, a.offset, b.factor, b.offset, outer.offset] + others.map(\.coefficient))
        case .divide:
            let (a, b) = (scaled(affine(scalar.a), by: outer), affine(scalar.b))
            return Choice(
                opcode: .divide, operands: [a.atom, b.atom],
                coefficients: [a.factor, a.offset, b.factor, b.offset, outer.offset])
        case .minimum: return pair(.minimum, scalar)
        case .maximum: return pair(.maximum, scalar)
        case .arctangent: return pair(.arctangent, scalar)
        case .mix:
            let a = shifted(scaled(affine(scalar.a), by: outer), by: outer)
            let b = shifted(scaled(affine(scalar.b), by: outer), by: outer)
            let t = affine(scalar.c)
            return Choice(
                opcode: .mix, operands: [a.atom, b.atom, t.atom],
                coefficients: [a.factor, a.offset, b.factor, b.offset, t.factor, t.offset])
        case .less: return comparison(scalar, outer)
        case .lookUp(let slot):
            let a = affine(scalar.a)
            return Choice(
                opcode: .lookUp, operands: [a.atom], coefficients: [a.factor, a.offset, graph.constant(Double(slot))])
        case .squareRoot: return root(scalar, outer)
        case .absolute: return value(.absolute, scalar, outer)
        case .floor: return value(.floor, scalar, outer)
        case .smooth: return value(.smooth, scalar, outer)
        case .sine: return value(.sine, scalar, outer)
        case .cosine: return value(.cosine, scalar, outer)
        case .exponential2: return value(.exponential2, scalar, outer)
        case .logarithm2: return value(.logarithm2, scalar, outer)
        case .power:
            var choice = value(.power, scalar, outer)
            choice.coefficients.append(scalar.b)
            return choice
        case .add, .subtract:
            // A sum of more terms than a form has.
            let factor = scalar.operation == .add ? outer.factor : graph.make(.subtract, ScalarGraph.zero, outer.factor)
            return Choice(
                opcode: .linear, operands: [scalar.a, scalar.b], coefficients: [outer.factor, factor, outer.offset])
        default:
            // What has a row already.
            return Choice(opcode: .linear, operands: [id], coefficients: [outer.factor, outer.offset])
        }
    }

    private mutating func pair(_ opcode: MachineOpcode, _ scalar: Scalar) -> Choice {
        let (a, b) = (affine(scalar.a), affine(scalar.b))
        return Choice(
            opcode: opcode, operands: [a.atom, b.atom], coefficients: [a.factor, a.offset, b.factor, b.offset])
    }

    private mutating func value(_ opcode: MachineOpcode, _ scalar: Scalar, _ outer: Affine) -> Choice {
        let a = affine(scalar.a)
        return Choice(
            opcode: opcode, operands: [a.atom], coefficients: [a.factor, a.offset, outer.factor, outer.offset])
    }

    private mutating func root(_ scalar: Scalar, _ outer: Affine) -> Choice {
        if let (taps, corner, middle) = gradient(scalar.a) {
            return Choice(
                opcode: .gradient, operands: taps,
                coefficients: [middle, graph.make(.multiply, outer.factor, corner), outer.offset])
        }
        let form = form(scalar.a, isRoot: true)
        let isSum = form.terms.count == 2 && !form.terms.contains { isAbsorbed($0.atom) }
        if isSum {
            let (p, q) = (form.terms[0], form.terms[1])
            return Choice(
                opcode: .squareRoot, operands: [p.atom, q.atom],
                coefficients: [p.coefficient, q.coefficient, form.offset, outer.factor, outer.offset])
        }
        let a = affine(scalar.a)
        return Choice(
            opcode: .squareRoot, operands: [a.atom, .none],
            coefficients: [a.factor, ScalarGraph.zero, a.offset, outer.factor, outer.offset])
    }

    private mutating func comparison(_ scalar: Scalar, _ outer: Affine) -> Choice {
        let (a, b) = (affine(scalar.a), affine(scalar.b))
        let x = shifted(scaled(affine(scalar.c), by: outer), by: outer)
        let y = shifted(scaled(affine(scalar.d), by: outer), by: outer)
        return Choice(
            opcode: .less, operands: [a.atom, b.atom, x.atom, y.atom],
            coefficients: [
                a.factor, graph.make(.subtract, ScalarGraph.zero, b.factor), graph.make(.subtract, a.offset, b.offset),
                x.factor, x.offset, y.factor, y.offset,
            ])
    }
}
