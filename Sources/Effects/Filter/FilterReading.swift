// SPDX-License-Identifier: MIT
public import Expressions
internal import PixelCore

/// A law with its settings, computed pixel by pixel in double precision: for tests.
public struct FilterReading {
    private let graph: Graph
    private let reading: ScalarReading

    /// `source` gives the components of pixels of a frame of this size: R', G', B' and alpha, nominal.
    public init<F: PixelLaw>(
        _ settings: F, width: Int, height: Int,
        source: @escaping @Sendable (_ component: Int, _ x: Int, _ y: Int) -> Double
    ) {
        let size = Pixel.Size(width: width, height: height)
        self.init(settings, width, height, { $0.graph(settings, of: Pixel(of: size)) }) { _, component, x, y in
            source(component, x, y)
        }
    }

    /// The law of a blend, of frames with alpha or without. `source` gives the components of pixels of frame 0 or 1; without a second
    /// frame of 0 alone.
    public init<B: Blend>(
        _ settings: B, width: Int, height: Int, hasAlpha: Bool, hasSecond: Bool = true,
        source: @escaping ScalarReading.Source
    ) {
        let size = Pixel.Size(width: width, height: height)
        self.init(
            settings, width, height,
            { stage in stage.graph(settings) { B.graph(size, hasAlpha: hasAlpha, hasSecond: hasSecond, $0) } }, source)
    }

    private init<Settings: EffectSettings>(
        _ settings: Settings, _ width: Int, _ height: Int, _ read: (LawStage<Settings>) -> Graph?,
        _ source: @escaping ScalarReading.Source
    ) {
        let stage = LawStage<Settings>()
        graph = read(stage) ?? Graph(Pixel().rgb)
        var uniforms = [Double](repeating: 0, count: stage.slotCount)
        uniforms.withUnsafeMutableBufferPointer { stage.fill($0, settings) }
        var (tables, interpolation) = ([Int: LookUpTable](), CubeInterpolation.trilinear)
        // Without memory for a table, its numbers are NaN.
        try? stage.forEachTable(settings) { (tables[$0], interpolation) = ($1, $2) }
        var reading = ScalarReading(
            width: width, height: height, uniforms: uniforms, tables: tables, interpolation: interpolation,
            source: source)
        reading.prepare(graph)
        self.reading = reading
    }

    /// Whether it samples the frame at computed coordinates, which floats have within a hundredth of a pixel.
    public var samples: Bool {
        graph.contains {
            if case .sample = $0 { return true }
            return false
        }
    }

    /// Whether colours that it samples count by their alpha, all or some of them.
    public var samplesAreWeighted: Bool { samples && graph.samplesAreWeighted != false }

    /// Whether it reads alpha.
    public var readsAlpha: Bool {
        graph.contains {
            switch $0 {
            case .input(_, 3), .window(_, 3), .sample(3, _, _): true
            default: false
            }
        }
    }

    /// The colour of a pixel, not limited.
    public func color(x: Int, y: Int) -> Color<Double> { reading.color(graph.color, x: x, y: y) }

    /// The alpha of a pixel, not limited; nil: it stays as it is.
    public func alpha(x: Int, y: Int) -> Double? { graph.alpha.map { reading.value($0, x: x, y: y) } }
}
