// SPDX-License-Identifier: MIT
internal import Expressions
internal import PixelCore

/// The way of a frame of bytes without alpha through a window and nothing else: sums of codes in 16 bits, plane by plane.
final class CodeWindow {
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let planes: [CodePlane]
    private let weights: CodeWeights
    /// Of the present weights.
    private var passes: [CodePass] = []

    /// Nil: the format has alpha or samples of two bytes, or the law is another.
    init?(_ graph: Graph, _ video: VideoInfo, kernels: any KernelSet.Type) throws {
        layout = video.format.layout
        guard layout.sampleBytes == 1, video.format.alphaOffset == nil, graph.isWindow else { return nil }
        self.kernels = kernels
        planes = CodePlane.all(layout, width: video.width, height: video.height)
        weights = try CodeWeights()
    }

    /// Takes another size.
    func update(_ window: Window, size: Double) {
        guard weights.update(window, size: size) else { return }
        passes = planes.map { CodePass($0, weights, kernels: kernels) }
        isInOneStrip = passes.allSatisfy(\.isInOneStrip)
        scratchBytes = passes.map(\.scratchBytes).max() ?? 0
    }

    /// Whether a frame can be rendered. Where rows of chroma are of two fields in turn, no window over them does what one over pixels
    /// does.
    func canRender(_ frame: Frame) -> Bool { !frame.interlaced || layout.chromaShiftY == 0 }

    /// What a byte costs, where reading, multiplying and writing it is 1: at x86-64-v3.
    var byteCost: Double { 4 + Double(2 * weights.full.reach + 1) / 2 }

    /// Whether no column is needed after its row was made.
    private(set) var isInOneStrip = false

    /// Bytes of scratch memory for one thread.
    private(set) var scratchBytes = 0

    /// Makes `units` of a frame of what is in `source`: the same frame if all its units are made at once in one strip, else a copy.
    func render(_ frame: Frame, from source: Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer) {
        for pass in passes {
            let index = pass.plane.index
            let rows = pass.plane.isChroma ? units : frame.lumaRows(ofUnits: units)
            pass.render(frame.plane(index), from: source.plane(index), rows: rows, scratch: scratch)
        }
    }
}

extension Graph {
    /// Whether the colour is what a window makes of the frame, and nothing else.
    fileprivate var isWindow: Bool {
        [color.r, color.g, color.b].enumerated().allSatisfy { component, number in
            guard number.node.operation == .divide, case .window(_, component)? = number.node.a?.operation,
                case .window(_, 3)? = number.node.b?.operation
            else { return false }
            return true
        }
    }
}

/// Samples that go through a window together.
struct CodePlane {
    /// How samples lie in the bytes of a plane.
    enum Access {
        /// One after the other.
        case direct
        /// Three of four, from a byte on.
        case pixels(first: Int)
        /// The first byte of each two, or the second.
        case pairs(isSecond: Bool)
    }

    let index: Int
    /// Samples from one to the next of the same component.
    let step: Int
    let access: Access
    var isChroma = false
    /// In groups of `step` samples.
    private(set) var (width, height) = (0, 0)
    /// Whether they cover two columns and two rows each, but for the last of an odd number.
    private(set) var (coversColumns, coversRows) = (false, false)
    /// Whether there is such a last one.
    private(set) var (hasLastColumn, hasLastRow) = (false, false)

    /// Those of a frame.
    static func all(_ layout: PixelLayout, width: Int, height: Int) -> [CodePlane] {
        planes(layout).map { plane in
            var plane = plane
            let (x, y) = plane.isChroma ? (layout.chromaShiftX, layout.chromaShiftY) : (0, 0)
            (plane.width, plane.height) = ((width + x) >> x, (height + y) >> y)
            (plane.coversColumns, plane.coversRows) = (x == 1, y == 1)
            (plane.hasLastColumn, plane.hasLastRow) = (x == 1 && width & 1 == 1, y == 1 && height & 1 == 1)
            return plane
        }
    }

    private static func planes(_ layout: PixelLayout) -> [CodePlane] {
        if layout.isPacked422 {
            let isSecond = !layout.isLumaFirst
            return [
                CodePlane(index: 0, step: 1, access: .pairs(isSecond: isSecond)),
                CodePlane(index: 0, step: 2, access: .pairs(isSecond: !isSecond), isChroma: true),
            ]
        }
        if layout.planeCount == 1, layout.first.step == 4 {
            let first = min(layout.first.offset, layout.second.offset, layout.third.offset)
            return [CodePlane(index: 0, step: 3, access: .pixels(first: first))]
        }
        return (0..<layout.planeCount).map {
            CodePlane(index: $0, step: layout.step(plane: $0), access: .direct, isChroma: $0 > 0)
        }
    }

    init(index: Int, step: Int, access: Access, isChroma: Bool = false) {
        (self.index, self.step, self.access, self.isChroma) = (index, step, access, isChroma)
    }
}
