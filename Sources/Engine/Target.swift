// SPDX-License-Identifier: MIT
public import Expressions
public import PixelCore

/// Where another pixel is: so many columns to the right and rows down.
public struct PixelOffset: Sendable, Hashable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// The pixel itself.
    public static let zero = PixelOffset(columns: 0, rows: 0)
}

/// What components of a frame stand for that a program reads.
public struct ProgramImage: Sendable {
    let model: ColorModel
    let colorimetry: Colorimetry
    let hasAlpha: Bool

    /// `hasAlpha` false: a law finds 1.
    public init(model: ColorModel, colorimetry: Colorimetry, hasAlpha: Bool) {
        (self.model, self.colorimetry, self.hasAlpha) = (model, colorimetry, hasAlpha)
    }

    fileprivate var opaque: ProgramImage { ProgramImage(model: model, colorimetry: colorimetry, hasAlpha: false) }
}

/// What samples a program reads and writes, and how these stand for colours.
///
/// A law is of R'G'B'. What frames hold instead is a linear form of that, which melts into the forms of the law.
public struct ProgramTarget: Sendable {
    /// Where a program finds samples.
    public enum Samples: Sendable, Hashable {
        /// Codes of pixels of four bytes, 0 to 255.
        case pixels(PixelOrder)
        /// Rows of floats, one for each component, in nominal units: black 0, white 1, chroma -0.5...0.5.
        case rows
    }

    public let samples: Samples
    /// Whether components come as rows, whatever results are stored as.
    let componentsAreRows: Bool
    public let model: ColorModel
    public let colorimetry: Colorimetry
    /// The largest code of the frame's samples.
    public let maximum: Int
    /// Whether there is alpha; else a law finds 1, and what it makes of alpha is left.
    public let hasAlpha: Bool
    /// What a first and a second frame hold, which are read.
    private let images: (first: ProgramImage, second: ProgramImage)
    /// How both of them are sampled; nil: the first alone is.
    public let stack: FrameStack?

    /// `first` and `second` nil: as the frame that is stored. Only rows may be of another model. With a `stack`, both may be sampled.
    public init(
        _ samples: Samples, model: ColorModel, colorimetry: Colorimetry, maximum: Int, hasAlpha: Bool,
        first: ProgramImage? = nil, second: ProgramImage? = nil, stack: FrameStack? = nil
    ) {
        let own = ProgramImage(model: model, colorimetry: colorimetry, hasAlpha: hasAlpha)
        self.init(
            samples, componentsAreRows: samples == .rows, model: model, colorimetry: colorimetry, maximum: maximum,
            hasAlpha: hasAlpha, images: (first ?? own, second ?? own), stack: stack)
    }

    private init(
        _ samples: Samples, componentsAreRows: Bool, model: ColorModel, colorimetry: Colorimetry, maximum: Int,
        hasAlpha: Bool, images: (first: ProgramImage, second: ProgramImage), stack: FrameStack? = nil
    ) {
        (self.samples, self.componentsAreRows, self.model) = (samples, componentsAreRows, model)
        (self.colorimetry, self.maximum) = (colorimetry, maximum)
        (self.hasAlpha, self.images, self.stack) = (hasAlpha, images, stack)
    }

    /// Pixels of four bytes, R'G'B' from 0 to 255 and alpha.
    public init(_ order: PixelOrder) {
        self.init(
            .pixels(order), model: .rgb, colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: 8),
            maximum: 255, hasAlpha: true)
    }

    /// The same frames without alpha.
    var opaque: ProgramTarget {
        ProgramTarget(
            samples, componentsAreRows: componentsAreRows, model: model, colorimetry: colorimetry, maximum: maximum,
            hasAlpha: false, images: (images.first.opaque, images.second.opaque), stack: stack)
    }

    /// Whether there is alpha in any frame.
    var hasAnyAlpha: Bool { hasAlpha || images.first.hasAlpha || images.second.hasAlpha }

    private func image(_ index: Int) -> ProgramImage { index == 1 ? images.second : images.first }

    /// The same frames, where samples are rows.
    public var asRows: ProgramTarget {
        ProgramTarget(
            .rows, componentsAreRows: true, model: model, colorimetry: colorimetry, maximum: maximum,
            hasAlpha: hasAlpha, images: images, stack: stack)
    }

    /// The same frames for a law that looks at neighbours. Where it looks at several of their components, all of them come as rows;
    /// else each that it looks at does, and the pixel's own are read from it.
    func around(_ graph: Graph) -> ProgramTarget {
        guard ProgramField.components(graph).count > 1 else { return self }
        return ProgramTarget(
            samples, componentsAreRows: true, model: model, colorimetry: colorimetry, maximum: maximum,
            hasAlpha: hasAlpha, images: images, stack: stack)
    }

    /// Rows of R'G'B' that are limited to 0...1 as they are stored; there is no alpha.
    public static let limitedRows = ProgramTarget(
        .rows, model: .rgb, colorimetry: Colorimetry(matrix: .bt709, fullRange: true, depth: 8), maximum: 255,
        hasAlpha: false)

    /// Components that rows hold: three or, of gray, one.
    var componentCount: Int { model == .gray ? 1 : 3 }

    /// What is found of colours that were stored, without rounding: `isLimited` says whether they were limited to 0...1 before. They
    /// are limited to what codes can say then.
    public func found(_ color: Color<Num>, isLimited: Bool) -> Color<Num> {
        if storingClamps || isLimited && model != .gray { return color.map(limited) }
        func ofCodes(_ number: Num, _ component: Int) -> Num {
            let (offset, scale) = codes(component)
            let codes = Num(Double(maximum) / scale)
            let start = Num(-offset / Double(maximum))
            let inside: Num = clamp(number / codes - start)
            return (inside + start) * codes
        }
        func sum(_ color: Color<Num>, _ row: SIMD3<Double>) -> Num { dot(color, Weights(row.x, row.y, row.z)) }
        let (from, to) = (ColorMatrix.fromRGB(colorimetry).rows, ColorMatrix.toRGB(colorimetry).rows)
        switch model {
        case .rgb: return color.map { ofCodes($0, 0) }
        case .gray:
            let luma = sum(isLimited ? color.map(limited) : color, from.0)
            return gray(isLimited ? luma : ofCodes(luma, 0))
        case .ycbcr:
            let native = Color(
                ofCodes(sum(color, from.0), 0), ofCodes(sum(color, from.1), 1), ofCodes(sum(color, from.2), 2))
            return Color(sum(native, to.0), sum(native, to.1), sum(native, to.2))
        }
    }

    private func limited(_ number: Num) -> Num { number.node.operation == .clamp ? number : clamp(number) }

    /// Whether storing a component of R'G'B' as a code limits it to 0...1.
    public var storingClamps: Bool {
        model == .rgb && colorimetry.lumaOffset == 0 && colorimetry.lumaScale == Double(maximum)
    }

    // MARK: Components as scalars

    /// A component of a law's pixel: R', G', B' or alpha. Of a neighbour, where components are rows.
    func input(
        _ component: Int, image: Int, at offset: PixelOffset = .zero, in graph: inout ScalarGraph
    ) -> ScalarID {
        guard component < 3 else { return alpha(image, offset, &graph) }
        return color(component, of: self.image(image), &graph) { native($0, image, offset, &$1) }
    }

    /// A component of an image that has R'G'B' whatever the frame has, or gray, and alpha, in rows.
    func color(_ component: Int, image: Int, in graph: inout ScalarGraph) -> ScalarID {
        guard component < 3 else { return alpha(image, .zero, &graph) }
        return graph.make(.input(image: image, component: model == .gray ? 0 : component))
    }

    /// R', G' or B', times alpha where samples are weighted, or alpha, of an image at a point, in fractions of the frame.
    func sample(
        _ component: Int, image index: Int, x: ScalarID, y: ScalarID, in graph: inout ScalarGraph
    ) -> ScalarID {
        let image = image(index)
        var y = y
        if let stack {
            let inside = graph.make(.clamp, y)
            let scaled = graph.make(.multiply, inside, graph.constant(stack.scale))
            y = graph.make(.add, scaled, graph.constant(stack.offset(of: index)))
        }
        // All of them, as one instruction makes them.
        let components = (0..<(image.model == .gray ? 1 : 3)).map { graph.make(.sample(component: $0), x, y) }
        let alpha = image.hasAlpha ? graph.make(.sample(component: 3), x, y) : ScalarGraph.one
        return component == 3 ? alpha : color(component, of: image, &graph) { index, _ in components[index] }
    }

    /// R', G' or B' of components as an image has them.
    private func color(
        _ component: Int, of image: ProgramImage, _ graph: inout ScalarGraph,
        _ native: (Int, inout ScalarGraph) -> ScalarID
    ) -> ScalarID {
        switch image.model {
        case .rgb: return native(component, &graph)
        case .gray: return native(0, &graph)
        case .ycbcr:
            let rows = ColorMatrix.toRGB(image.colorimetry).rows
            let row = component == 0 ? rows.0 : component == 1 ? rows.1 : rows.2
            let components = (0..<3).map { native($0, &graph) }
            return graph.dot(components, row)
        }
    }

    private func alpha(_ image: Int, _ offset: PixelOffset, _ graph: inout ScalarGraph) -> ScalarID {
        guard self.image(image).hasAlpha else { return ScalarGraph.one }
        let alpha = graph.make(.input(image: image, component: 3))
        guard offset == .zero else { return graph.make(.tap(dx: offset.columns, dy: offset.rows), alpha) }
        return samples == .rows ? alpha : graph.make(.multiply, alpha, graph.constant(1 / Double(maximum)))
    }

    /// A component of the frame, in nominal units.
    private func native(
        _ component: Int, _ image: Int, _ offset: PixelOffset, _ graph: inout ScalarGraph
    ) -> ScalarID {
        guard case .pixels(let order) = samples, !componentsAreRows else {
            let own = graph.make(.input(image: image, component: component))
            return offset == .zero ? own : graph.make(.tap(dx: offset.columns, dy: offset.rows), own)
        }
        // A scalar's component is the position of its byte, and its value a code.
        let position = order.components.firstIndex(of: component) ?? 0
        let code = graph.make(.input(image: image, component: position))
        let (offset, scale) = codes(component)
        let shifted = graph.make(.subtract, code, graph.constant(offset))
        return graph.make(.multiply, shifted, graph.constant(1 / scale))
    }

    /// The code of 0, and codes for 1.
    private func codes(_ component: Int) -> (offset: Double, scale: Double) {
        model == .ycbcr && component > 0
            ? (colorimetry.chromaOffset, colorimetry.chromaScale) : (colorimetry.lumaOffset, colorimetry.lumaScale)
    }

    // MARK: Results as scalars

    /// A law's R'G'B' as it counts: what is not linear in the components of pixels, row by row, is limited to 0...1, as it is where it
    /// is stored as R'G'B'. So is what is made of neighbours, which may be sharper than they are. `isLimited`: so, whatever it is.
    func limited(_ rgb: [ScalarID], _ isLimited: Bool?, in graph: inout ScalarGraph) -> [ScalarID] {
        if storingClamps || isLimited == false { return rgb }
        var forms = LinearForms(graph, ofAny: true)
        if isLimited == nil, rgb.allSatisfy({ forms.row($0) != nil }) { return rgb }
        return rgb.map { graph.make(.clamp, $0) }
    }

    /// The frame's components of R'G'B', in nominal units.
    func native(_ rgb: [ScalarID], in graph: inout ScalarGraph) -> [ScalarID] {
        let weights = ColorMatrix.fromRGB(colorimetry).rows
        switch model {
        case .rgb: return rgb
        case .gray:
            if rgb[0] == rgb[1], rgb[1] == rgb[2] { return [rgb[0]] }
            return [graph.dot(rgb, weights.0)]
        case .ycbcr:
            return [graph.dot(rgb, weights.0), graph.dot(rgb, weights.1), graph.dot(rgb, weights.2)]
        }
    }

    /// What is stored: codes to be cut, in order of position, or nominal values.
    func stored(_ rgb: [ScalarID], in graph: inout ScalarGraph) -> [ScalarID] {
        let components = native(rgb, in: &graph)
        guard case .pixels(let order) = samples else { return components }
        return order.components.map { component in
            let (offset, scale) = codes(component)
            let value = components[min(component, components.count - 1)]
            let code = graph.make(.multiply, value, graph.constant(scale))
            return graph.make(.add, code, graph.constant(offset + 0.5))
        }
    }

    func storedAlpha(_ alpha: ScalarID, in graph: inout ScalarGraph) -> ScalarID {
        guard samples != .rows else { return alpha }
        let code = graph.make(.multiply, alpha, graph.constant(Double(maximum)))
        return graph.make(.add, code, graph.constant(0.5))
    }
}

extension ScalarGraph {
    /// (a * row.x + b * row.y) + c * row.z
    mutating func dot(_ values: [ScalarID], _ row: SIMD3<Double>) -> ScalarID {
        let products = (0..<3).map { make(.multiply, values[$0], constant(row[$0])) }
        return make(.add, make(.add, products[0], products[1]), products[2])
    }
}
