// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes

/// An instruction before rows are given out.
struct Draft {
    var opcode: MachineOpcode
    var planes = 1
    var operandCount: Int
    var flags: MachineFlags = []
    var results: [ScalarID]
    /// For each operand one for each plane; none: a row of zeros.
    var operands: [ScalarID]
    var coefficients: [ScalarID]
}

/// The scalars of three planes that one instruction may make.
typealias Bundle = [ScalarID]

/// Makes instructions of a graph of scalars, of what is asked for and no more.
struct Lowering {
    var graph: ScalarGraph
    /// How many scalars of the law use each. Those that lowering makes itself are coefficients, which nobody counts.
    var uses: [Int]
    /// By scalar.
    var bundles: [ScalarID: Bundle] = [:]
    /// Quotients of which it matters whether they are below a number, as those in `floor`.
    private(set) var compared: Set<ScalarID> = []
    /// By scalar, where it is no root.
    var forms: [ScalarID: Form] = [:]
    /// Whether columns are computed, and not taken as rows.
    var makesColumns = false
    /// Whether components of images are rows already, and not pixels.
    let inputsAreRows: Bool
    private(set) var drafts: [Draft] = []
    /// What has a row.
    private var done: Set<ScalarID> = []
    /// Bundles whose operands are being made: one of them may need the bundle's own scalars.
    private var open: Set<ScalarID> = []

    init(_ graph: ScalarGraph, results: [ScalarID], inputsAreRows: Bool) {
        self.graph = graph
        self.inputsAreRows = inputsAreRows
        uses = Array(repeating: 0, count: graph.scalars.count)
        for id in results { count(id) }
        compared = comparedQuotients()
    }

    private func comparedQuotients() -> Set<ScalarID> {
        var (found, marked) = (Set<ScalarID>(), Set<ScalarID>())
        // Arguments come before what is computed of them.
        for id in graph.scalars.indices.reversed().map(ScalarID.init) where uses[Int(id)] > 0 {
            let scalar = graph[id]
            switch scalar.operation {
            case .floor: marked.insert(scalar.a)
            case .less: marked.formUnion([scalar.a, scalar.b])
            case .divide where marked.contains(id):
                found.insert(id)
                marked.insert(scalar.a)
            case .add, .subtract, .multiply, .mix, .minimum, .maximum, .absolute, .clamp:
                if marked.contains(id) { marked.formUnion([scalar.a, scalar.b]) }
            default: break
            }
        }
        return found
    }

    /// Starts again, for other results of the same graph.
    mutating func restart(makesColumns: Bool) {
        drafts = []
        done = []
        forms = [:]
        self.makesColumns = makesColumns
    }

    private mutating func count(_ id: ScalarID) {
        guard id != .none else { return }
        uses[Int(id)] += 1
        guard uses[Int(id)] == 1 else { return }
        for argument in graph.arguments(id) { count(argument) }
    }

    /// Sees that a scalar has a row.
    mutating func need(_ id: ScalarID) {
        guard id != .none, !done.contains(id), !isRow(id) || graph.isCoefficient(id) else { return }
        let scalar = graph[id]
        switch scalar.operation {
        case .x:
            // The coefficient is filled in with the width.
            append(Draft(opcode: .columns, operandCount: 0, results: [id], operands: [], coefficients: [id]))
        case .input(let image, let component):
            unpack(id, image: image, component: component)
        case .sample:
            sample(id)
        case .lookUpColor(let slot, _):
            lookUpColor(id, slot)
        case .law(let call, _):
            if let draft = law(call) { append(draft) }
        default:
            if let bundle = bundles[id], isWhole(bundle), makeBundle(bundle) { return }
            let choice = select(id)
            for operand in choice.operands { need(operand) }
            guard !done.contains(id) else { return }
            append(
                Draft(
                    opcode: choice.opcode, operandCount: choice.operands.count, flags: choice.flags, results: [id],
                    operands: choice.operands, coefficients: choice.coefficients))
        }
    }

    private mutating func append(_ draft: Draft) {
        for operand in draft.operands { need(operand) }
        guard draft.results.allSatisfy({ !done.contains($0) }) else { return }
        drafts.append(draft)
        done.formUnion(draft.results)
    }

    func hasRow(_ id: ScalarID) -> Bool { done.contains(id) }

    /// Whether a scalar is computed step by step.
    func isWritten(_ id: ScalarID) -> Bool { graph.written.contains(id) }

    private mutating func unpack(_ id: ScalarID, image: Int, component: Int) {
        let flags: MachineFlags = image == 1 ? .secondImage : []
        if component == 3 {
            append(
                Draft(
                    opcode: .unpackOther, operandCount: 0, flags: flags, results: [id], operands: [],
                    coefficients: []))
        } else {
            let all = (0..<3).map { graph.make(.input(image: image, component: $0)) }
            append(
                Draft(
                    opcode: .unpack, planes: 3, operandCount: 0, flags: flags, results: all, operands: [],
                    coefficients: []))
        }
    }

    private mutating func sample(_ id: ScalarID) {
        let (column, row) = (graph[id].a, graph[id].b)
        // There are those that the law has: of gray one, and alpha where the frame has it.
        let all = (0..<4).map { graph.make(.sample(component: $0), column, row) }.filter { Int($0) < uses.count }
        let (x, y) = (affine(column), affine(row))
        need(x.atom)
        need(y.atom)
        append(
            Draft(
                opcode: .sample, planes: all.count, operandCount: 2, results: all, operands: [x.atom, y.atom],
                coefficients: [x.factor, x.offset, y.factor, y.offset]))
    }

    private mutating func lookUpColor(_ id: ScalarID, _ slot: Int) {
        let scalar = graph[id]
        let all = (0..<3).map {
            graph.make(.lookUpColor(slot: slot, component: $0), scalar.a, scalar.b, scalar.c)
        }
        let (r, g, b) = (affine(scalar.a), affine(scalar.b), affine(scalar.c))
        for operand in [r, g, b] { need(operand.atom) }
        let table = graph.constant(Double(slot))
        append(
            Draft(
                opcode: .lookUpColor, planes: 3, operandCount: 3, results: all, operands: [r.atom, g.atom, b.atom],
                coefficients: [r.factor, r.offset, g.factor, g.offset, b.factor, b.offset, table]))
    }

    // MARK: Bundles

    /// Whether none of them has a row yet, all are wanted and none is a coefficient.
    private func isWhole(_ bundle: Bundle) -> Bool {
        !open.contains(bundle[0])
            && bundle.allSatisfy { !done.contains($0) && uses[Int($0)] > 0 && !graph.isCoefficient($0) && !isRow($0) }
    }

    private mutating func makeBundle(_ bundle: Bundle) -> Bool {
        let choices = bundle.map { select($0) }
        guard let draft = law(bundle) ?? matrix(bundle, choices) ?? triple(bundle, choices) else { return false }
        open.insert(bundle[0])
        for operand in draft.operands { need(operand) }
        open.remove(bundle[0])
        // Where an operand needed one of them, that one is made by now, and the others follow singly.
        guard bundle.allSatisfy({ !done.contains($0) }) else { return false }
        append(draft)
        return true
    }

    /// Three forms of at most three atoms between them.
    private mutating func matrix(_ bundle: Bundle, _ choices: [Choice]) -> Draft? {
        guard choices.allSatisfy({ $0.opcode == .linear && $0.flags == choices[0].flags }) else { return nil }
        var atoms: [ScalarID] = []
        for choice in choices { for atom in choice.operands where !atoms.contains(atom) { atoms.append(atom) } }
        guard atoms.count <= 3 else { return nil }
        // All three components in order, which is what the ends read.
        let components = components(atoms)
        if let components { atoms = components }
        let isMixed = choices.contains { $0.operands.count > 1 }
        guard isMixed || components != nil && choices.map({ $0.operands.first }) != atoms else { return nil }
        atoms += Array(repeating: .none, count: 3 - atoms.count)
        var coefficients: [ScalarID] = []
        for choice in choices {
            coefficients += atoms.map { atom in
                guard atom != .none, let i = choice.operands.firstIndex(of: atom) else { return ScalarGraph.zero }
                return choice.coefficients[i]
            }
            coefficients.append(choice.coefficients[choice.operands.count])
        }
        return Draft(
            opcode: .matrix, planes: 3, operandCount: 3, flags: choices[0].flags, results: bundle, operands: atoms,
            coefficients: coefficients)
    }

    /// The same for each plane.
    private func triple(_ bundle: Bundle, _ choices: [Choice]) -> Draft? {
        let first = choices[0]
        guard
            choices.allSatisfy({
                $0.opcode == first.opcode && $0.flags == first.flags && $0.operands.count == first.operands.count
            }), !choices.contains(where: { $0.operands.contains(where: bundle.contains) })
        else { return nil }
        let operands = first.operands.indices.flatMap { i in choices.map { $0.operands[i] } }
        var flags = first.flags
        if sharesOperands(choices) { flags.insert(.sharesOperands) }
        return Draft(
            opcode: first.opcode, planes: 3, operandCount: first.operands.count, flags: flags, results: bundle,
            operands: operands, coefficients: choices.flatMap(\.coefficients))
    }

    /// Whether the machine's shorter loop does: see MachineFlags.sharesOperands.
    private func sharesOperands(_ choices: [Choice]) -> Bool {
        let first = choices[0]
        switch first.opcode {
        case .product:
            return choices.allSatisfy {
                $0.operands[1] == first.operands[1] && $0.coefficients[2...3] == first.coefficients[2...3]
            }
        case .mix:
            return choices.allSatisfy {
                $0.operands[1] == .none && $0.operands[2] == first.operands[2]
                    && $0.coefficients[4...5] == first.coefficients[4...5]
            }
        case .less:
            return choices.allSatisfy {
                $0.operands[0...1] == first.operands[0...1] && $0.operands[3] == .none
                    && $0.coefficients[0...2] == first.coefficients[0...2]
            }
        default:
            return false
        }
    }
}
