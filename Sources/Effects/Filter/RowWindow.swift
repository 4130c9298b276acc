// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

/// Rows of a frame as floats, as far up and down from a row as a program looks: what a thread has of its own.
///
/// Beyond its edges a frame goes on as its nearest pixels do. A row is unpacked once for as long as rows are asked for from top
/// to bottom.
final class RowWindow {
    /// How many columns a program may look to either side.
    static let reach = 16
    /// Floats before and after a row: whole vectors are computed over its end.
    private static let margin = 2 * reach

    private let tiles: TileRoute
    private let (width, height): (Int, Int)
    private let componentCount: Int
    /// Of alpha, too.
    private let planeCount: Int
    /// How many rows of components are kept: one, where only fields are looked at.
    private let componentRows: Int
    private let stride: Int
    private let fields: [(frame: FrameState, thread: ThreadState)]
    private var source: Frame?
    /// The row that each slot has; -1: none.
    private var rows: [Int]
    private let memory: Scratch

    /// Rows of native components for a program of such a reach, of alpha where `tiles` has it and it is wanted, and of what `fields`
    /// make of the components.
    init(
        _ tiles: TileRoute, width: Int, height: Int, reach: PixelOffset, hasAlpha: Bool = false,
        fields: [FrameState] = [],
        keepsComponents: Bool = true
    ) throws {
        self.fields = try fields.map { ($0, try ThreadState($0.program, tileWidth: TileRoute.tileWidth)) }
        (self.tiles, self.width, self.height) = (tiles, width, height)
        componentCount = tiles.layout.components.count
        planeCount = componentCount + (hasAlpha ? 1 : 0)
        stride = (width + 15) & ~15 + 2 * Self.margin
        // Two luma rows that share chroma are made together, and lie two apart in interlaced frames.
        rows = Array(repeating: -1, count: 2 * reach.rows + 3)
        componentRows = keepsComponents ? rows.count : 1
        let rowCount = componentRows * planeCount + rows.count * fields.count
        memory = try Scratch(byteCount: rowCount * stride * MemoryLayout<Float>.stride)
    }

    /// Takes a frame, which must not change meanwhile.
    func begin(_ source: Frame) {
        self.source = source
        for field in fields { field.thread.begin(field.frame) }
        for slot in rows.indices { rows[slot] = -1 }
    }

    /// Where a row begins for a pixel of the frame and those after it.
    func row(_ input: InputRow, of y: Int, column: Int, scratch: UnsafeMutableRawPointer) -> Floats {
        let y = min(max(y + input.offset.rows, 0), height - 1)
        let slot = y % rows.count
        if rows[slot] != y { unpack(y, slot, scratch) }
        let base = input.isField ? fieldBase(slot, input.component) : base(slot, input.component)
        return base + column + input.offset.columns
    }

    /// Of gray there is one component; 3 is alpha.
    private func base(_ slot: Int, _ component: Int) -> Floats {
        let plane = component == 3 ? planeCount - 1 : min(component, componentCount - 1)
        return base(ofRow: slot % componentRows * planeCount + plane)
    }

    private func fieldBase(_ slot: Int, _ field: Int) -> Floats {
        base(ofRow: componentRows * planeCount + slot * fields.count + field)
    }

    private func base(ofRow index: Int) -> Floats {
        memory.base.assumingMemoryBound(to: Float.self) + index * stride + Self.margin
    }

    private func unpack(_ y: Int, _ slot: Int, _ scratch: UnsafeMutableRawPointer) {
        guard let source else { return }
        rows[slot] = y
        let rows = TileRows(base(slot, 0), base(slot, 1), base(slot, 2))
        let alpha = planeCount > componentCount ? base(slot, 3) : nil
        tiles.read(source, row: y, columns: 0..<width, into: ComponentRows(rows, alpha: alpha), scratch: scratch)
        for plane in 0..<planeCount { continueRow(base(slot, plane == componentCount ? 3 : plane)) }
        for (index, field) in fields.enumerated() {
            let to = fieldBase(slot, index)
            var x = 0
            while x < width {
                let count = min(TileRoute.tileWidth, width - x)
                let part = TileRows(rows.c0 + x, rows.c1 + x, rows.c2 + x)
                let made = field.thread.run(field.frame, ComponentRows(part), row: y, column: x, count: count, slot: 0)
                (to + x).update(from: made.colors.c0, count: count)
                x += count
            }
            continueRow(to)
        }
    }

    /// Repeats the ends of a row beyond them.
    private func continueRow(_ base: Floats) {
        (base - Self.margin).update(repeating: base[0], count: Self.margin)
        (base + width).update(repeating: base[width - 1], count: stride - Self.margin - width)
    }
}
