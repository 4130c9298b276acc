// SPDX-License-Identifier: MIT
public import PixelCore

/// Computes a graph at a pixel, in Double, node by node as it was written.
///
/// It is the reference of every faster reading, and as slow as that: for tests.
public struct ScalarReading: Sendable {
    /// A component (3 is alpha) of a pixel of an image; coordinates lie within the frame.
    public typealias Source = @Sendable (_ image: Int, _ component: Int, _ x: Int, _ y: Int) -> Double

    public let width: Int
    public let height: Int
    public let uniforms: [Double]
    private let source: Source
    private let tables: [Int: LookUpTable]
    private let interpolation: CubeInterpolation
    /// Means that are known, by node.
    private var means: [ObjectIdentifier: Double] = [:]
    /// What windows make of each pixel, row by row, where that is known, by node.
    private var windows: [ObjectIdentifier: [Double]] = [:]
    /// What is sampled in place of the frame: means of the cells of a grid, by component.
    private var cells: (grid: CellGrid, means: [[Double]])?

    /// `tables` are by slot.
    public init(
        width: Int, height: Int, uniforms: [Double] = [], tables: [Int: LookUpTable] = [:],
        interpolation: CubeInterpolation = .trilinear, source: @escaping Source
    ) {
        (self.width, self.height, self.uniforms, self.source) = (width, height, uniforms, source)
        (self.tables, self.interpolation) = (tables, interpolation)
    }

    /// Computes the means that a graph takes, of the frame or of cells, and the sums of its windows. Before, these are nothing but 0.
    public mutating func prepare(_ graph: Graph) {
        for node in graph.means { means[ObjectIdentifier(node)] = value(Num(node), x: 0, y: 0) }
        for node in graph.windows {
            guard case .window(let window, let component) = node.operation, window.isSum, let size = node.a else {
                continue
            }
            windows[ObjectIdentifier(node)] = windowed(component, window.weights(size: value(Num(size), x: 0, y: 0)))
        }
        if let (size, isMiddle) = graph.cells {
            let size = value(Num(size), x: 0, y: 0)
            let grid = CellGrid(size: size, isMiddle: isMiddle, width: width, height: height)
            cells = (grid, (0..<4).map { cellMeans(grid, $0) })
        }
    }

    /// A component times alpha, or alpha, after a window has passed over rows and then over columns.
    private func windowed(_ component: Int, _ weights: [Double]) -> [Double] {
        let (reach, width, height) = (weights.count - 1, width, height)
        func near(_ i: Int, _ count: Int) -> Int { Swift.min(Swift.max(i, 0), count - 1) }
        func summed(_ values: [Double], _ index: (_ x: Int, _ y: Int, _ offset: Int) -> Int) -> [Double] {
            (0..<width * height).map { pixel in
                (-reach...reach).reduce(0) {
                    $0 + weights[abs($1)] * values[index(pixel % width, pixel / width, $1)]
                }
            }
        }
        let values = (0..<width * height).map { weighted(component, $0 % width, $0 / width) }
        let rows = summed(values) { x, y, offset in y * width + near(x + offset, width) }
        return summed(rows) { x, y, offset in near(y + offset, height) * width + x }
    }

    /// The means of a component times alpha, or of alpha, over the cells of a grid, row by row.
    private func cellMeans(_ grid: CellGrid, _ component: Int) -> [Double] {
        (0..<grid.rows * grid.columns).map { cell in
            let rows = grid.pixels(ofRow: cell / grid.columns)
            let columns = grid.pixels(ofColumn: cell % grid.columns)
            return Self.mean(rows.flatMap { y in columns.map { weighted(component, $0, y) } })
        }
    }

    /// A component at a pixel, of what a window that is no sum makes of the first image.
    private func square(_ window: Window, _ component: Int, reach: Int, _ x: Int, _ y: Int) -> Double {
        func values(_ component: Int, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> [Double] {
            rows.flatMap { y in
                columns.map {
                    source(0, component, Swift.min(Swift.max($0, 0), width - 1), Swift.min(Swift.max(y, 0), height - 1))
                }
            }
        }
        let (left, right, above, below) = (x - reach...x, x...x + reach, y - reach...y, y...y + reach)
        if window == .kuwahara {
            var best = (mean: 0.0, spread: Double.infinity)
            for (columns, rows) in [(left, above), (right, above), (right, below), (left, below)] {
                let spread = (0..<3).map {
                    Self.variance(values($0, columns, rows), scale: Double(Window.spreadScale))
                }.reduce(0, +)
                guard spread < best.spread else { continue }
                best = (Self.mean(values(component, columns, rows)), spread)
            }
            return best.mean
        }
        let square = values(component, x - reach...x + reach, y - reach...y + reach)
        switch window {
        case .minimum: return square.min() ?? 0
        case .maximum: return square.max() ?? 0
        default: return square.sorted()[square.count / 2]
        }
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    /// Of whole numbers, times the square of their count.
    private static func variance(_ values: [Double], scale: Double) -> Double {
        let codes = values.map { (Swift.min(Swift.max($0, 0), 1) * scale + 0.5).rounded(.down) }
        let sum = codes.reduce(0, +)
        return Double(codes.count) * codes.reduce(0) { $0 + $1 * $1 } - sum * sum
    }

    /// The size of what is sampled.
    private var sampledSize: (width: Int, height: Int) {
        cells.map { ($0.grid.columns, $0.grid.rows) } ?? (width, height)
    }

    /// A component of that, times alpha if it is weighted, or alpha.
    private func sampled(_ component: Int, _ isWeighted: Bool, _ image: Int, _ x: Int, _ y: Int) -> Double {
        guard let cells else { return isWeighted ? weighted(component, x, y) : source(image, component, x, y) }
        return cells.means[component][y * cells.grid.columns + x]
    }

    /// A component of the first image times alpha, or alpha.
    private func weighted(_ component: Int, _ x: Int, _ y: Int) -> Double {
        let alpha = source(0, 3, x, y)
        return component == 3 ? alpha : alpha * source(0, component, x, y)
    }

    /// The value of a number at a pixel.
    public func value(_ number: Num, x: Int, y: Int) -> Double {
        var walk = Walk(reading: self)
        return walk.value(number.node, x, y)
    }

    /// The value of a colour at a pixel.
    public func color(_ color: Color<Num>, x: Int, y: Int) -> Color<Double> {
        var walk = Walk(reading: self)
        return Color(walk.value(color.r.node, x, y), walk.value(color.g.node, x, y), walk.value(color.b.node, x, y))
    }

    /// A node at a pixel.
    private struct NodeAtPixel: Hashable {
        let node: ObjectIdentifier
        let x: Int
        let y: Int
    }

    private struct Walk {
        let reading: ScalarReading
        private var known: [NodeAtPixel: Double] = [:]

        init(reading: ScalarReading) { self.reading = reading }

        mutating func value(_ node: Node?, _ x: Int, _ y: Int) -> Double {
            guard let node else { return 0 }
            let key = NodeAtPixel(node: ObjectIdentifier(node), x: x, y: y)
            if let value = known[key] { return value }
            let value = computed(node, x, y)
            known[key] = value
            return value
        }

        private mutating func computed(_ node: Node, _ x: Int, _ y: Int) -> Double {
            switch node.operation {
            case .constant(let value): value
            case .uniform(let slot): reading.uniforms[slot]
            case .x: (Double(x) + 0.5) / Double(reading.width)
            case .y: (Double(y) + 0.5) / Double(reading.height)
            case .input(let image, let component): reading.source(image, component, x, y)
            case .tap(let dx, let dy):
                value(node.a, column(Double(x + dx)), row(Double(y + dy)))
            case .sample(let component, let isWeighted, let image):
                sampled(component, isWeighted, image, value(node.a, x, y), value(node.b, x, y))
            case .lookUp(let slot):
                reading.tables[slot]?.value(value(node.a, x, y)) ?? .nan
            case .lookUpColor(let slot, let component):
                reading.tables[slot]?.color(
                    [value(node.a, x, y), value(node.b, x, y), value(node.c, x, y)], reading.interpolation)[component]
                    ?? .nan
            case .window(let window, let component) where !window.isSum:
                reading.square(window, component, reach: window.reach(size: value(node.a, x, y)), x, y)
            case .window:
                reading.windows[ObjectIdentifier(node)]?[y * reading.width + x] ?? 0
            case .mean:
                reading.means[ObjectIdentifier(node)] ?? mean(node.a)
            default:
                node.operation.value(
                    value(node.a, x, y), value(node.b, x, y), value(node.c, x, y), value(node.d, x, y))
            }
        }

        private mutating func mean(_ node: Node?) -> Double {
            var sum = 0.0
            for y in 0..<reading.height { for x in 0..<reading.width { sum += value(node, x, y) } }
            return sum / Double(reading.width * reading.height)
        }

        /// Between the four pixels whose middles surround a point.
        private func sampled(
            _ component: Int, _ isWeighted: Bool, _ image: Int, _ x: Double, _ y: Double
        ) -> Double {
            let (width, height) = reading.sampledSize
            let (left, top) = (near(x * Double(width) - 0.5, width), near(y * Double(height) - 0.5, height))
            let (x0, y0) = (left.rounded(.down), top.rounded(.down))
            let (right, lower) = (left - x0, top - y0)
            let (c0, c1) = (nearest(x0, width), nearest(x0 + 1, width))
            let (r0, r1) = (nearest(y0, height), nearest(y0 + 1, height))
            func between(_ row: Int) -> Double {
                reading.sampled(component, isWeighted, image, c0, row) * (1 - right)
                    + reading.sampled(component, isWeighted, image, c1, row) * right
            }
            return between(r0) * (1 - lower) + between(r1) * lower
        }

        /// Limited to what is still between pixels of an extended frame; so it is finite.
        private func near(_ position: Double, _ count: Int) -> Double {
            let raised = position > -1 ? position : -1
            return raised < Double(count) ? raised : Double(count)
        }

        private func column(_ x: Double) -> Int { nearest(x, reading.width) }
        private func row(_ y: Double) -> Int { nearest(y, reading.height) }

        /// The whole number of 0..<count that is nearest to one; 0 for NaN.
        private func nearest(_ position: Double, _ count: Int) -> Int {
            position > 0 ? Int(position < Double(count - 1) ? position : Double(count - 1)) : 0
        }
    }
}
