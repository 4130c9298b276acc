// SPDX-License-Identifier: MIT
internal import Expressions

/// What a law looks at of its neighbours, where that is computed: once for each pixel, by a program of its own, whose rows are an
/// image to the law.
enum ProgramField {
    /// The image, of which fields are the components.
    static let image = 4

    /// Those of a law, each once. What is no expression of the colours of one pixel is none, nor what is there without computing.
    static func nodes(_ graph: Graph) -> [Node] {
        graph.looked.filter { node in
            if case .input = node.operation { return false }
            return node.sources.isSubset(of: .tables)
        }
    }
}

extension Program {
    /// The programs of fields, by component: each makes a number of a pixel.
    static func fields(_ nodes: [Node], _ target: ProgramTarget) throws -> [Program] {
        try nodes.map { try Program(Num($0), target) }
    }

    /// Whether it reads colours of the frame at hand, besides its fields.
    public var readsColors: Bool { inputs.contains { $0.image == 0 && $0.component < 3 } }
}

extension InputRow {
    /// Whether it is of a field.
    public var isField: Bool { image == ProgramField.image }
}
