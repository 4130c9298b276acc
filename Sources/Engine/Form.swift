// SPDX-License-Identifier: MIT
internal import Expressions

/// A linear form: atoms times coefficients, and an offset. Coefficients and offset are one number for a row.
struct Form {
    struct Term {
        var atom: ScalarID
        var coefficient: ScalarID
    }

    /// The most terms that an instruction adds up.
    static let limit = 9
    /// The most terms that are repeated for each user of a sum, rather than computed once.
    static let sharedLimit = 3

    var terms: [Term] = []
    var offset = ScalarGraph.zero

    init(atom: ScalarID) { terms = [Term(atom: atom, coefficient: ScalarGraph.one)] }
    init(offset: ScalarID) { self.offset = offset }

    /// Multiplied by a coefficient.
    func scaled(by factor: ScalarID, _ graph: inout ScalarGraph) -> Form {
        var form = self
        for i in form.terms.indices {
            form.terms[i].coefficient = graph.make(.multiply, terms[i].coefficient, factor)
        }
        form.offset = graph.make(.multiply, offset, factor)
        form.terms.removeAll { $0.coefficient == ScalarGraph.zero }
        return form
    }

    /// The sum or the difference of two; nil where it has too many terms.
    static func sum(_ a: Form, _ b: Form, _ operation: Operation, _ graph: inout ScalarGraph) -> Form? {
        var form = a
        for term in b.terms {
            if let i = form.terms.firstIndex(where: { $0.atom == term.atom }) {
                form.terms[i].coefficient = graph.make(operation, form.terms[i].coefficient, term.coefficient)
            } else {
                guard form.terms.count < limit else { return nil }
                let coefficient =
                    operation == .add ? term.coefficient : graph.make(.subtract, ScalarGraph.zero, term.coefficient)
                form.terms.append(Term(atom: term.atom, coefficient: coefficient))
            }
        }
        form.offset = graph.make(operation, a.offset, b.offset)
        form.terms.removeAll { $0.coefficient == ScalarGraph.zero }
        return form
    }
}

extension Lowering {
    /// A scalar as a form. At its root a sum is taken apart whoever else uses it.
    mutating func form(_ id: ScalarID, isRoot: Bool = false) -> Form {
        if graph.isCoefficient(id) { return Form(offset: id) }
        if isRow(id) { return Form(atom: id) }
        guard !isRoot else { return newForm(id, isRoot: true) }
        // Sums of shared sums would be taken apart again for each way that leads to them.
        if let known = forms[id] { return known }
        let form = newForm(id, isRoot: false)
        forms[id] = form
        return form
    }

    private mutating func newForm(_ id: ScalarID, isRoot: Bool) -> Form {
        let scalar = graph[id]
        var form: Form?
        switch scalar.operation {
        case .add, .subtract:
            form = Form.sum(self.form(scalar.a), self.form(scalar.b), scalar.operation, &graph)
        case .multiply:
            if graph.isCoefficient(scalar.a) {
                form = factor(scalar.b, of: id).scaled(by: scalar.a, &graph)
            } else if graph.isCoefficient(scalar.b) {
                form = factor(scalar.a, of: id).scaled(by: scalar.b, &graph)
            }
        case .divide:
            // The nearest float of a quotient matters where it is compared: that of whole numbers may be one itself.
            if graph.isCoefficient(scalar.b), !compared.contains(id), !isWritten(id) {
                let reciprocal = graph.make(.divide, ScalarGraph.one, scalar.b)
                form = self.form(scalar.a).scaled(by: reciprocal, &graph)
            }
        case .mix:
            if !isWritten(id) { form = mixed(scalar) }
        default:
            break
        }
        guard let form, isRoot || form.terms.count <= Form.sharedLimit || uses[Int(id)] <= 1 else {
            return Form(atom: id)
        }
        // A sum that is computed as it is written comes before what it is part of: scaled term by term, it would lose what cancels.
        let isSum = form.terms.count > 1 || !form.terms.isEmpty && form.offset != ScalarGraph.zero
        return !isRoot && isSum && isWritten(id) ? Form(atom: id) : form
    }

    /// What a product with a coefficient is of. Of one that is computed as it is written, whatever is computed comes before.
    private mutating func factor(_ id: ScalarID, of product: ScalarID) -> Form {
        isWritten(product) && !graph.isCoefficient(id) ? Form(atom: id) : form(id)
    }

    /// A mix whose weight, or both whose ends, are coefficients.
    private mutating func mixed(_ scalar: Scalar) -> Form? {
        if graph.isCoefficient(scalar.c) {
            let rest = graph.make(.subtract, ScalarGraph.one, scalar.c)
            let a = form(scalar.a).scaled(by: rest, &graph)
            return Form.sum(a, form(scalar.b).scaled(by: scalar.c, &graph), .add, &graph)
        }
        guard graph.isCoefficient(scalar.a), graph.isCoefficient(scalar.b) else { return nil }
        let difference = graph.make(.subtract, scalar.b, scalar.a)
        var weight = form(scalar.c).scaled(by: difference, &graph)
        weight.offset = graph.make(.add, weight.offset, scalar.a)
        return weight
    }

    /// Whether it is a row that is there before the program runs.
    func isRow(_ id: ScalarID) -> Bool {
        guard !makesColumns else { return false }
        if !graph[id].rate.contains(.pixel) { return true }
        switch graph[id].operation {
        case .input(let image, _): return inputsAreRows || image == ProgramField.image
        case .tap: return true
        default: return false
        }
    }
}
