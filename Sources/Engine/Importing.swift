// SPDX-License-Identifier: MIT
internal import Expressions

/// Why a graph has no program.
public enum LoweringError: Error, Equatable {
    /// It looks at what is computed elsewhere, at neighbours of neighbours, or at other pixels where samples are no rows; or it takes a
    /// mean of means, or samples both with weights and without.
    case looksElsewhere
    /// It reads more images than a tile has, or the last frame where samples are no rows.
    case tooManyImages
    /// It is longer than an instruction's indices reach.
    case tooLong
}

/// Brings nodes into a graph of scalars. What is looked at of a neighbour is computed of the neighbour's components.
struct Importer {
    private struct Import: Hashable {
        let node: ObjectIdentifier
        let offset: PixelOffset
    }

    private var known: [Import: ScalarID] = [:]

    private(set) var target: ProgramTarget
    /// Slots of means, by node.
    private var means: [ObjectIdentifier: Int] = [:]
    /// Components of fields, by node, and those that are components of the frame, by these.
    private var fields: [ObjectIdentifier: Int] = [:]
    private var fieldsOfComponents: [Int: Int] = [:]

    /// Of means only the slots are known, from `meanSlot` on, and fields are there as rows.
    init(_ target: ProgramTarget, means: [Node] = [], meanSlot: Int = 0, fields: [Node] = []) {
        self.target = target
        for (index, node) in means.enumerated() { self.means[ObjectIdentifier(node)] = meanSlot + index }
        for (index, node) in fields.enumerated() {
            if let component = node.component {
                fieldsOfComponents[component] = index
            } else {
                self.fields[ObjectIdentifier(node)] = index
            }
        }
    }

    /// The same of frames without alpha.
    var opaque: Importer {
        var result = self
        result.known = [:]
        result.target = target.opaque
        return result
    }

    mutating func scalar(
        _ node: Node, at offset: PixelOffset = .zero, in graph: inout ScalarGraph
    ) throws -> ScalarID {
        let key = Import(node: ObjectIdentifier(node), offset: offset)
        if let id = known[key] { return id }
        let id = try called(node, offset, &graph) ?? imported(node, offset, &graph)
        known[key] = id
        return id
    }

    private mutating func imported(
        _ node: Node, _ offset: PixelOffset, _ graph: inout ScalarGraph
    ) throws -> ScalarID {
        // A pixel's own components are read where all of them are.
        let component = offset == .zero ? nil : node.component.flatMap { fieldsOfComponents[$0] }
        if let field = fields[ObjectIdentifier(node)] ?? component {
            let own = graph.make(.input(image: ProgramField.image, component: field))
            return offset == .zero ? own : graph.make(.tap(dx: offset.columns, dy: offset.rows), own)
        }
        switch node.operation {
        case .tap(let dx, let dy):
            let there = PixelOffset(columns: dx, rows: dy)
            guard let value = node.a, there == .zero || offset == .zero else { throw LoweringError.looksElsewhere }
            return try scalar(value, at: there == .zero ? offset : there, in: &graph)
        case .sample(let component, let isWeighted, let image):
            guard image == 0 || target.stack != nil, offset == .zero, target.samples == .rows, let x = node.a,
                let y = node.b
            else {
                throw LoweringError.looksElsewhere
            }
            let (column, row) = (try scalar(x, in: &graph), try scalar(y, in: &graph))
            // Those of texts.
            if !isWeighted { [column, row].forEach { graph.keepWritten($0) } }
            return target.sample(component, image: image, x: column, y: row, in: &graph)
        case .mean:
            guard let slot = means[ObjectIdentifier(node)] else { throw LoweringError.looksElsewhere }
            return graph.make(.uniform(slot: slot))
        case .window(let window, let component):
            guard offset == .zero, target.samples == .rows else { throw LoweringError.looksElsewhere }
            return window.isSum
                ? target.input(component, image: ProgramWindow.image, in: &graph)
                : target.color(component, image: ProgramWindow.image, in: &graph)
        case .clamp:
            // Codes of R'G'B' have nothing beyond 0...1.
            if let value = node.a, case .input = value.operation, target.storingClamps, target.samples != .rows {
                return try scalar(value, at: offset, in: &graph)
            }
        case .x, .y:
            guard offset == .zero else { throw LoweringError.looksElsewhere }
        case .input(let image, let component):
            guard (0...1).contains(image) || image == 2 && target.samples == .rows else {
                throw LoweringError.tooManyImages
            }
            guard offset == .zero || target.componentsAreRows && image == 0 else {
                throw LoweringError.looksElsewhere
            }
            return target.input(component, image: image, at: offset, in: &graph)
        default:
            break
        }
        func argument(_ node: Node?, _ importer: inout Importer) throws -> ScalarID {
            guard let node else { return .none }
            return try importer.scalar(node, at: offset, in: &graph)
        }
        let (a, b) = (try argument(node.a, &self), try argument(node.b, &self))
        let (c, d) = (try argument(node.c, &self), try argument(node.d, &self))
        if node.isWritten { [a, b].forEach { graph.keepWritten($0) } }
        if node.operation == .power, !graph.isCoefficient(b) { return power(a, b, &graph) }
        let result = graph.make(node.operation, a, b, c, d)
        if node.isWritten, node.operation == .subtract { graph.keepWritten(result) }
        return result
    }

    /// What a compiled law makes; nil: nothing, or its uniforms or colours are such that its graph does better.
    private mutating func called(
        _ node: Node, _ offset: PixelOffset, _ graph: inout ScalarGraph
    ) throws -> ScalarID? {
        guard let (law, component) = node.call else { return nil }
        var arguments: [ScalarID] = []
        for argument in law.arguments { arguments.append(try scalar(argument, at: offset, in: &graph)) }
        guard arguments[6...].allSatisfy(graph.isCoefficient), !arguments[..<6].allSatisfy(graph.isCoefficient) else {
            return nil
        }
        return graph.make(ScalarCall(code: law.code, arguments: arguments), component)
    }

    /// a^b with an exponent that changes within a row, for which there is no instruction.
    private func power(_ a: ScalarID, _ b: ScalarID, _ graph: inout ScalarGraph) -> ScalarID {
        let power = graph.make(.exponential2, graph.make(.multiply, graph.make(.logarithm2, a), b))
        return graph.make(.less, ScalarGraph.zero, a, power, ScalarGraph.zero)
    }
}
