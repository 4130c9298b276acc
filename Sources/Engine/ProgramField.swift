// SPDX-License-Identifier: MIT
internal import Expressions

/// What a law looks at of its neighbours, where that is computed: once for each pixel, by a program of its own, whose rows are an
/// image to the law.
enum ProgramField {
    /// The image, of which fields are the components.
    static let image = 4

    /// Those of a law, each once. What is no expression of the colours of one pixel is none, nor what is there as a row without
    /// computing.
    static func nodes(_ graph: Graph, _ target: ProgramTarget) -> [Node] {
        let computed = graph.looked.filter { $0.component == nil && $0.sources.isSubset(of: .tables) }
        let components = components(graph)
        let areRows = target.componentsAreRows && (target.model != .ycbcr || components.count > 1)
        return computed + (areRows ? [] : components)
    }

    /// The components that a law looks at, each once.
    static func components(_ graph: Graph) -> [Node] {
        var seen: Set<Int> = []
        return graph.looked.filter { node in node.component.map { seen.insert($0).inserted } ?? false }
    }
}

extension Program {
    /// The programs of fields, by component: each makes a number of a pixel.
    static func fields(_ nodes: [Node], _ target: ProgramTarget) throws -> [Program] {
        try nodes.map { try target.componentsAreRows ? Program(Num($0), target) : Program(ofPixels: Num($0), target) }
    }

    /// Whether it reads neighbours as pixels, which rows hold for it.
    public var takesPixels: Bool { inputs.contains(where: \.isPixels) }

    /// Whether fields are made of pixels, and not of rows.
    public var fieldsReadPixels: Bool { !target.componentsAreRows }

    /// Whether it reads colours of the frame at hand, besides its fields.
    public var readsColors: Bool { inputs.contains { $0.image == 0 && $0.component < 3 } }
}

extension InputRow {
    /// Whether it is of a field.
    public var isField: Bool { image == ProgramField.image }
    /// Whether it is of pixels of four bytes.
    public var isPixels: Bool { component == Taps.pixels }
}

extension Node {
    /// Which component of the frame at hand it is; nil: it is something else.
    var component: Int? {
        guard case .input(image: 0, let component) = operation else { return nil }
        return component
    }
}
