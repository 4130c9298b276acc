// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The way of a frame of bytes through a window and nothing else, plane by plane: sums of codes in 16 bits of frames without alpha, or
/// what else windows make of R'G'B' and gray.
///
/// A frame is cut in chunks of units. A thread that makes one replaces it as it goes, and finds in a copy what others may have
/// replaced: rows near the ends of chunks or, where planes go in strips of columns, all.
final class CodeWindow {
    private let layout: PixelLayout
    private let kernels: any KernelSet.Type
    private let window: Window
    private let planes: [CodePlane]
    /// Nil: the window is no sum.
    private let weights: CodeWeights?
    /// Whether alpha goes through it.
    private let takesAlpha: Bool
    /// Of the present size.
    private var passes: [any PlanePass] = []
    /// How many samples count to each side, and how many where they cover two pixels.
    private var (reach, halfReach) = (0, 0)
    private let frameCopy: FrameCopy
    /// Of the frame at hand.
    private var (chunkCount, unitCount) = (1, 0)

    /// Nil: the format has alpha or samples of two bytes, or the law is another.
    init?(_ graph: Graph, _ video: VideoInfo, _ copy: FrameCopy, kernels: any KernelSet.Type) throws {
        layout = video.format.layout
        guard layout.sampleBytes == 1, let window = graph.onlyWindow else { return nil }
        if window.isSum {
            guard !video.hasAlpha else { return nil }
        } else {
            // Variances are those of what is limited to 0...1, as codes of full range are.
            let isFull = video.colorimetry.lumaOffset == 0 && video.colorimetry.lumaScale == 255
            guard layout.model != .ycbcr, window != .kuwahara || isFull && layout.first.step == 4 else { return nil }
        }
        (self.kernels, self.window, frameCopy) = (kernels, window, copy)
        takesAlpha = graph.alpha != nil && video.hasAlpha
        let areWhole = !window.isSum || window == .box && layout.model != .ycbcr
        planes = CodePlane.all(layout, width: video.width, height: video.height, areWhole: areWhole)
        weights = window.isSum ? try CodeWeights() : nil
    }

    /// Takes another size.
    func update(size: Double) {
        if let weights {
            guard weights.update(window, size: size) else { return }
            (reach, halfReach) = (weights.full.reach, weights.half.reach)
            let mask = layout.colorMask(withAlpha: false)
            passes = planes.map { plane -> any PlanePass in
                guard isBox(plane) else { return CodePass(plane, weights, kernels: kernels) }
                return BoxPass(plane, reach: reach, mask: mask, kernels: kernels)
            }
            isFine =
                window != .box
                || planes.allSatisfy {
                    isBox($0) || ($0.coversColumns && $0.coversRows ? halfReach : reach) <= Self.finestBox
                }
        } else {
            reach = window.reach(size: size)
            passes = planes.map { plane -> any PlanePass in
                if window == .kuwahara { return KuwaharaPass(plane, layout, reach: reach, kernels: kernels) }
                return SquarePass(
                    plane, window, reach: reach, mask: layout.colorMask(withAlpha: takesAlpha), kernels: kernels)
            }
        }
        isInOneStrip = passes.allSatisfy(\.isInOneStrip)
        scratchBytes = passes.map(\.scratchBytes).max() ?? 0
    }

    /// Whether a plane's samples are one for each pixel, and all bytes of their rows.
    private func isBox(_ plane: CodePlane) -> Bool {
        guard window == .box, case .direct = plane.access else { return false }
        return !plane.coversColumns && !plane.coversRows
    }

    /// Whether a frame can be rendered. Where rows of chroma are of two fields in turn, no window over them does what one over pixels
    /// does.
    func canRender(_ frame: Frame) -> Bool { isFine && (!frame.interlaced || layout.chromaShiftY == 0) }

    /// Whether weights in 16 bits make codes that are as near as any.
    private(set) var isFine = true

    /// The farthest that equal weights reach so that what they are rounded by is less than a quarter of a code.
    private static let finestBox = 40

    /// What a byte costs, where reading, multiplying and writing it is 1: at x86-64-v3.
    var byteCost: Double {
        switch window {
        case .minimum, .maximum: 2 + Double(reach) / 4
        case .box where layout.model != .ycbcr: 8
        case .kuwahara: 12
        case .median: reach == 1 ? 4 : reach == 2 ? 16 : 196
        default: 4 + Double(2 * reach + 1) / 2
        }
    }

    /// Bytes of scratch memory for one thread.
    private(set) var scratchBytes = 0

    /// Whether a row may be replaced when it was read.
    private var isInOneStrip = false

    /// How many chunks a frame is cut in: some for each thread, so long as little is summed twice.
    func cut(_ frame: Frame, threads: Int) -> Int {
        let perThread = frame.height / (8 * max(1, reach) * threads)
        (chunkCount, unitCount) = (threads == 1 ? 1 : threads * max(1, min(8, perThread)), frame.unitCount)
        return chunkCount
    }

    /// Whether a copy has to be taken before.
    var takesCopy: Bool { chunkCount > 1 || !isInOneStrip }

    private func units(_ chunk: Int) -> Range<Int> {
        (unitCount * chunk / chunkCount)..<(unitCount * (chunk + 1) / chunkCount)
    }

    /// Copies what will be needed of a chunk when it was replaced.
    func copy(_ frame: Frame, chunk: Int) {
        let units = units(chunk)
        guard isInOneStrip else { return frameCopy.take(frame, units: units) }
        // Sums of columns that go on also need the row that they leave.
        let reach = (layout.chromaShiftY > 0 ? halfReach : reach) + 1
        if units.count <= 2 * reach { return frameCopy.take(frame, units: units) }
        frameCopy.take(frame, units: units.prefix(reach))
        frameCopy.take(frame, units: units.suffix(reach))
    }

    /// Makes a chunk.
    func render(_ frame: Frame, chunk: Int, scratch: ScratchMemory) {
        let (units, copy) = (units(chunk), frameCopy.frame(frame))
        for pass in passes {
            let index = pass.plane.index
            let rows = pass.plane.isChroma ? units : frame.lumaRows(ofUnits: units)
            pass.render(frame.plane(index), copy: copy.plane(index), rows: rows, scratch: scratch)
        }
    }
}

/// The way of a plane through a window.
protocol PlanePass {
    var plane: CodePlane { get }
    /// Whether rows of a frame that is read from top to bottom may be replaced when they were read.
    var isInOneStrip: Bool { get }
    /// For one thread.
    var scratchBytes: Int { get }

    /// Makes rows. Other rows are read from a copy and, if there are several strips, these too.
    func render(_ to: Plane, copy: Plane, rows: Range<Int>, scratch: ScratchMemory)
}

extension Graph {
    /// The window that makes all of the colour, and of alpha if that is not left; nil: the law is another.
    fileprivate var onlyWindow: Window? {
        guard let window = windows.first.flatMap({ $0.window?.window }) else { return nil }
        let isOnly = [color.r, color.g, color.b].enumerated().allSatisfy { component, number in
            guard window.isSum else { return number.node.window?.component == component }
            return number.node.operation == .divide && number.node.a?.window?.component == component
                && number.node.b?.window?.component == 3
        }
        return isOnly && (window.isSum || alpha.map { $0.node.window?.component == 3 } ?? true) ? window : nil
    }
}

extension Node {
    /// Where it is what a window makes.
    fileprivate var window: (window: Window, component: Int)? {
        guard case .window(let window, let component) = operation else { return nil }
        return (window, component)
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

    /// Those of a frame, with all bytes of a pixel of four where `areWhole`.
    static func all(_ layout: PixelLayout, width: Int, height: Int, areWhole: Bool = false) -> [CodePlane] {
        let planes = areWhole ? [CodePlane(index: 0, step: layout.first.step, access: .direct)] : planes(layout)
        return planes.map { plane in
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
