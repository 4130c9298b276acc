// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

/// Rows of a frame as floats, as far up and down from a row as a program looks: what a thread has of its own.
///
/// Beyond its edges a frame goes on as its nearest pixels do. A row is unpacked once for as long as rows are asked for from top
/// to bottom. So units of a frame that are rendered in order may be replaced as soon as their rows were asked for; what others
/// may have replaced is found in a copy.
final class RowWindow {
    /// How many columns a program may look to either side.
    static let reach = 16
    /// Floats before and after a row: whole vectors are computed over its end.
    private static let margin = 2 * reach

    private let tiles: TileRoute
    private let (width, height): (Int, Int)
    /// In rows.
    private let reach: Int
    private let componentCount: Int
    /// Of alpha, too.
    private let planeCount: Int
    /// How many rows of components are kept: one, where only fields are looked at, and none where these are made of pixels.
    private let componentRows: Int
    private let stride: Int
    private let fields: [(frame: FrameState, thread: ThreadState)]
    /// Whether fields are made of pixels of four bytes.
    private let fieldsReadPixels: Bool
    /// Whether rows hold pixels of four bytes, and not components.
    private let keepsPixels: Bool
    private var source: Frame?
    private var copy: Frame?
    /// Those of the source that only the caller replaces.
    private var units = 0..<0
    /// The row that each slot has; -1: none.
    private var rows: [Int]
    private let memory: Scratch

    /// Rows of native components for a program of such a reach, of alpha where `tiles` has it and it is wanted, and of what `fields`
    /// make of the components.
    init(
        _ tiles: TileRoute, width: Int, height: Int, reach: PixelOffset, hasAlpha: Bool = false,
        fields: [FrameState] = [], fieldsReadPixels: Bool = false, keepsComponents: Bool = true,
        keepsPixels: Bool = false
    ) throws {
        self.fields = try fields.map { field in
            let thread =
                fieldsReadPixels
                ? try ThreadState(field.program, width: width)
                : try ThreadState(field.program, tileWidth: TileRoute.tileWidth)
            return (field, thread)
        }
        (self.fieldsReadPixels, self.keepsPixels) = (fieldsReadPixels, keepsPixels)
        (self.tiles, self.width, self.height) = (tiles, width, height)
        self.reach = reach.rows
        componentCount = keepsPixels ? 1 : tiles.layout.components.count
        planeCount = componentCount + (hasAlpha ? 1 : 0)
        stride = (width + 15) & ~15 + 2 * Self.margin
        // Two luma rows that share chroma are made together, and lie two apart in interlaced frames.
        rows = Array(repeating: -1, count: 2 * reach.rows + 3)
        componentRows = keepsComponents ? rows.count : fieldsReadPixels ? 0 : 1
        let rowCount = componentRows * planeCount + rows.count * fields.count
        memory = try Scratch(byteCount: rowCount * stride * MemoryLayout<Float>.stride)
    }

    /// Takes a frame and a copy; what is no part of `units` is read from the copy.
    func begin(_ source: Frame, copy: Frame, units: Range<Int>) {
        (self.source, self.copy, self.units) = (source, copy, units)
        for field in fields { field.thread.begin(field.frame) }
        for slot in rows.indices { rows[slot] = -1 }
    }

    /// Reads the rows that count for a row, unless they were: before it is replaced.
    func prepare(row y: Int, scratch: UnsafeMutableRawPointer) {
        for y in max(0, y - reach)...min(height - 1, y + reach) where rows[y % rows.count] != y {
            unpack(y, y % rows.count, scratch)
        }
    }

    /// Where a row begins for a pixel of the frame and those after it. The row that counts for has been prepared.
    func row(_ input: InputRow, of y: Int, column: Int) -> Floats {
        let y = min(max(y + input.offset.rows, 0), height - 1)
        let slot = y % rows.count
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
        guard let own = source, let copy else { return }
        rows[slot] = y
        let unit = tiles.layout.chromaShiftY > 0 ? own.chromaRow(ofLumaRow: y) : y
        let source = units.contains(unit) ? own : copy
        if keepsPixels {
            UnsafeMutableRawPointer(base(slot, 0)).copyMemory(from: source.plane(0).row(y), byteCount: 4 * width)
            return continueRow(base(slot, 0))
        }
        if fieldsReadPixels {
            for (index, field) in fields.enumerated() {
                let to = fieldBase(slot, index)
                field.thread.make(field.frame, row: y, image: source.plane(0).row(y), to: to)
                continueRow(to)
            }
            return
        }
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
