// SPDX-License-Identifier: MIT
internal import Expressions
internal import KernelTypes
internal import PixelCore

/// The least, the greatest or the median of squares, of codes of 8 bits: for frames that have no more, where nothing else is made of it.
///
/// Codes are those of R'G'B', which keep the order of what they are rounded from, so that rounding before is rounding after. Four
/// times as many bytes as floats are compared at a time.
final class CodeRows: WindowRows {
    private static let mostReach = Window.minimum.reach(size: Window.minimum.maximumSize)
    private static let length = TileReader.tileWidth + 2 * mostReach

    private let memory: Scratch
    /// A row that goes on beyond its edges, what kernels need, and four results of each component.
    private let line: ScratchRows<UInt8>
    private let work: ScratchRows<UInt8>
    private let results: ScratchRows<UInt8>
    /// Rows that count for four.
    private var pointers: [ConstBytes] = []

    required init(
        _ tiles: TileReader, width: Int, height: Int, hasAlpha: Bool, components: Set<Int>, weights: WindowWeights,
        kernels: any KernelSet.Type
    ) throws {
        var plan = ScratchPlan()
        line = plan.reserve(of: Self.length, as: UInt8.self)
        work = plan.reserve(of: 5 * (Self.length + 127), as: UInt8.self)
        results = plan.reserve(16, of: TileReader.tileWidth + 16, as: UInt8.self)
        memory = try Scratch(plan)
        try super.init(
            tiles, width: width, height: height, hasAlpha: hasAlpha, components: components, weights: weights,
            kernels: kernels)
    }

    private var size: Int { 2 * weights.reach + 1 }
    private var isMedian: Bool { weights.window == .median }
    private var scratch: ScratchMemory { memory.memory }

    override func fit() throws {
        try super.fit()
        guard pointers.count != allRows.count else { return }
        pointers = Array(repeating: ConstBytes(scratch[line]), count: allRows.count)
    }

    /// Of medians a row is kept as it is, from `reach` columns before the first on.
    private func codes(_ floats: Floats) -> Bytes {
        UnsafeMutableRawPointer(floats).assumingMemoryBound(to: UInt8.self)
    }

    override func take(_ line: ConstFloats, plane: Int, to slot: Int) {
        let (kept, read) = (codes(kept(slot, plane)), columns.count + 2 * weights.reach)
        let to = isMedian ? kept : scratch[self.line]
        kernels.packRow8(to, line - weights.reach, count: read, scale: .bytes)
        if isMedian { return }
        kernels.foldRow8(
            kept, to, count: columns.count, size: size, step: 1, isMaximum: weights.window == .maximum,
            scratch: scratch[work])
    }

    override func makeRows(_ first: Int) {
        let start = isMedian ? weights.reach : 0
        for plane in planes {
            for row in allRows { pointers[row] = ConstBytes(codes(kept(row: row, plane)) + start) }
            let (r0, r1) = (result(0, plane), result(1, plane))
            let (r2, r3) = (result(2, plane), result(3, plane))
            if isMedian {
                makeMedian(r0, 0)
                makeMedian(r1, 1)
                makeMedian(r2, 2)
                makeMedian(r3, 3)
            } else {
                kernels.foldColumns8(
                    (r0, r1, r2, r3), pointers, count: columns.count, size: size,
                    isMaximum: weights.window == .maximum)
            }
        }
    }

    /// Floats are made of one row at a time, so that these and what is made of them stay in the cache.
    override func show(_ row: Int) -> Int {
        for plane in planes {
            kernels.unpackRow8(rows(plane).0, result(row, plane), count: columns.count, scale: .bytes)
        }
        return 0
    }

    private func result(_ row: Int, _ plane: Int) -> Bytes { scratch[results, 4 * plane + row] }

    private func makeMedian(_ to: Bytes, _ row: Int) {
        guard weights.reach > 0 else { return to.update(from: pointers[row], count: columns.count) }
        pointers.withUnsafeBufferPointer { pointers in
            guard let base = pointers.baseAddress else { return }
            kernels.medianRow8(
                to, base + row, count: columns.count, reach: weights.reach, step: 1, scratch: scratch[work])
        }
    }
}

extension Graph {
    /// Whether each component, and alpha if that does not stay, is of a window over squares that is no sum, and nothing else.
    var isOfSquares: Bool {
        func isOfSquares(_ number: Num) -> Bool {
            guard case .window(let window, _) = number.node.operation else { return false }
            return !window.isSum && window != .kuwahara
        }
        return [color.r, color.g, color.b].allSatisfy(isOfSquares) && alpha.map(isOfSquares) ?? true
    }
}

extension CodeScale {
    /// Numbers of 0...1 in 8 bits, rounded half up.
    static let bytes = CodeScale(offset: 0, range: 255, maximum: 255)
}
