// SPDX-License-Identifier: MIT
public import Expressions
internal import PixelCore

/// The law of a filter with settings, computed pixel by pixel in double precision: for tests.
public struct FilterReading {
    private let graph: Graph
    private let reading: ScalarReading

    /// `source` gives the components of pixels of a frame of this size: R', G', B' and alpha, nominal.
    public init<F: Filter>(
        _ settings: F, width: Int, height: Int,
        source: @escaping @Sendable (_ component: Int, _ x: Int, _ y: Int) -> Double
    ) throws {
        let stage = FilterStage<F>()
        graph = stage.graph(settings, of: Pixel()) ?? Graph(Pixel().rgb)
        var uniforms = [Double](repeating: 0, count: stage.slotCount)
        uniforms.withUnsafeMutableBufferPointer { stage.fill($0, settings) }
        var (tables, interpolation) = ([Int: LookUpTable](), CubeInterpolation.trilinear)
        try stage.forEachTable(settings) { (tables[$0], interpolation) = ($1, $2) }
        var reading = ScalarReading(
            width: width, height: height, uniforms: uniforms, tables: tables, interpolation: interpolation
        ) { _, component, x, y in source(component, x, y) }
        reading.prepare(graph)
        self.reading = reading
    }

    /// Whether it samples the frame at computed coordinates, which floats have within a hundredth of a pixel.
    public var samples: Bool { graph.contains { $0 == .sample } }

    /// The colour of a pixel, not limited.
    public func color(x: Int, y: Int) -> Color<Double> { reading.color(graph.color, x: x, y: y) }

    /// The alpha of a pixel, not limited; nil: it stays as it is.
    public func alpha(x: Int, y: Int) -> Double? { graph.alpha.map { reading.value($0, x: x, y: y) } }
}
