// SPDX-License-Identifier: MIT
public import Expressions
public import PixelCore

/// Finds scalars that are linear in the three components of image 0, or, `ofAny`, of pixels anywhere in any image.
struct LinearForms {
    /// Coefficients of the components, and an offset: scalars that are one number for a row.
    typealias Row = [ScalarID]

    private(set) var graph: ScalarGraph
    private let ofAny: Bool
    private var known: [ScalarID: Row?] = [:]

    init(_ graph: ScalarGraph, ofAny: Bool = false) { (self.graph, self.ofAny) = (graph, ofAny) }

    /// Nil: it is no such form.
    mutating func row(_ id: ScalarID) -> Row? {
        if let row = known[id] { return row }
        let row = computed(id)
        known[id] = row
        return row
    }

    private mutating func computed(_ id: ScalarID) -> Row? {
        let zero = ScalarGraph.zero
        if graph.isCoefficient(id) { return [zero, zero, zero, id] }
        let scalar = graph[id]
        switch scalar.operation {
        case .sample where ofAny:
            return row(scalar.a)
        case .input(let image, let component) where component < 3 && (image == 0 || ofAny):
            var row = [zero, zero, zero, zero]
            row[component] = ScalarGraph.one
            return row
        case .add, .subtract:
            guard let a = row(scalar.a), let b = row(scalar.b) else { return nil }
            return (0..<4).map { graph.make(scalar.operation, a[$0], b[$0]) }
        case .multiply:
            if graph.isCoefficient(scalar.a) { return scaled(scalar.b, by: scalar.a) }
            return graph.isCoefficient(scalar.b) ? scaled(scalar.a, by: scalar.b) : nil
        case .divide:
            guard graph.isCoefficient(scalar.b) else { return nil }
            return scaled(scalar.a, by: graph.make(.divide, ScalarGraph.one, scalar.b))
        case .mix:
            return mixed(scalar)
        default:
            return nil
        }
    }

    private mutating func scaled(_ id: ScalarID, by factor: ScalarID) -> Row? {
        row(id).map { row in row.map { graph.make(.multiply, $0, factor) } }
    }

    private mutating func mixed(_ scalar: Scalar) -> Row? {
        if graph.isCoefficient(scalar.c) {
            guard let a = row(scalar.a), let b = row(scalar.b) else { return nil }
            return (0..<4).map { graph.make(.mix, a[$0], b[$0], scalar.c) }
        }
        guard graph.isCoefficient(scalar.a), graph.isCoefficient(scalar.b) else { return nil }
        let difference = graph.make(.subtract, scalar.b, scalar.a)
        guard var row = scaled(scalar.c, by: difference) else { return nil }
        row[3] = graph.make(.add, row[3], scalar.a)
        return row
    }
}

/// A law that is one linear map of a frame's components, the same for all pixels: for routes that work on codes.
public final class LinearMap {
    private let program: CoefficientProgram
    private let state: CodeState

    /// Nil: the law is no such map, changes alpha, or reads alpha that there is.
    public init?(_ graph: Graph, model: ColorModel, colorimetry: Colorimetry, hasAlpha: Bool) throws {
        guard graph.alpha == nil, !graph.samplesSecond else { return nil }
        let target = ProgramTarget(.rows, model: model, colorimetry: colorimetry, maximum: 0, hasAlpha: hasAlpha)
        var scalars = ScalarGraph()
        var importer = Importer(target)
        let rgb = try [graph.color.r, graph.color.g, graph.color.b].map { try importer.scalar($0.node, in: &scalars) }
        let results = target.native(rgb, in: &scalars)
        var forms = LinearForms(scalars)
        var coefficients: [ScalarID] = []
        for id in results {
            guard let row = forms.row(id) else { return nil }
            coefficients += row
        }
        guard coefficients.allSatisfy({ !forms.graph[$0].rate.contains(.row) }) else { return nil }
        let code = Code(coefficients: CoefficientProgram(forms.graph, coefficients: coefficients))
        program = code.coefficients
        state = try CodeState(code)
    }

    /// Takes new uniforms, by slot.
    public func update(uniforms: UnsafeBufferPointer<Double>) { state.computeFrame(uniforms, width: 1) }

    /// The coefficients of the three components for a result, in nominal units, and its offset.
    public func row(_ component: Int) -> (SIMD3<Double>, offset: Double) {
        func value(_ index: Int) -> Double { state.value(4 * component + index) }
        return (SIMD3(value(0), value(1), value(2)), value(3))
    }

    /// Whether each result is of its own component alone.
    public var isDiagonal: Bool {
        (0..<program.coefficientCount / 4).allSatisfy { result in
            let row = row(result).0
            return (0..<3).allSatisfy { $0 == result || row[$0] == 0 }
        }
    }
}
