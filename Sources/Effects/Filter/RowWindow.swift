// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

/// Rows of a frame as floats, as far up and down from a row as a program looks: what a thread has of its own.
///
/// Beyond its edges a frame goes on as its nearest pixels do. A row is unpacked once for as long as rows are asked for from top
/// to bottom, and so is chroma that two rows share. So units of a frame that are rendered in order may be replaced as soon as their rows
/// were asked for; what others may have replaced is found in a copy.
final class RowWindow {
    /// What rows hold.
    enum Content {
        /// Pixels of four bytes as they are.
        case pixels
        /// What fields make of pixels of four bytes.
        case fieldsOfPixels
        /// Native components, and what fields make of them: of alpha where the reader has it and it is wanted. Those that are not kept
        /// are there for the fields alone.
        case components(alpha: Bool, areKept: Bool)
    }

    /// How many columns a program may look to either side.
    static let reach = 16
    /// Floats before and after a row: whole vectors are computed over its end.
    private static let margin = 2 * reach

    private let reader: TileReader
    private let (width, height): (Int, Int)
    /// In rows.
    private let reach: Int
    private let content: Content
    private let componentCount: Int
    /// Of alpha, too.
    private let planeCount: Int
    /// How many rows of components are kept.
    private let componentRows: Int
    /// Whether luma rows share rows of chroma.
    private let sharesChroma: Bool
    private let fields: [(frame: FrameState, thread: ThreadState)]
    private var source: Frame?
    private var copy: Frame?
    /// Those of the source that only the caller replaces.
    private var units = 0..<0
    /// The row that each slot has; -1: none.
    private var rows: [Int]
    /// The row of chroma that each slot has, where rows share it.
    private var chromaRows: [Int]
    private let scratch: Scratch
    private let components: ScratchRows<Float>
    private let fieldRows: ScratchRows<Float>

    /// Rows for a program of such a reach.
    init(
        _ reader: TileReader, width: Int, height: Int, reach: PixelOffset, content: Content,
        fields: [FrameState] = []
    ) throws {
        (self.reader, self.width, self.height, self.content) = (reader, width, height, content)
        self.reach = reach.rows
        // Two luma rows that share chroma are made together, and lie two apart in interlaced frames.
        rows = Array(repeating: -1, count: 2 * reach.rows + 3)
        let hasAlpha: Bool
        switch content {
        case .pixels: (componentCount, hasAlpha, componentRows) = (1, false, rows.count)
        case .fieldsOfPixels: (componentCount, hasAlpha, componentRows) = (0, false, 0)
        case .components(let alpha, let areKept):
            (componentCount, hasAlpha) = (reader.layout.components.count, alpha)
            componentRows = areKept ? rows.count : 1
        }
        planeCount = componentCount + (hasAlpha ? 1 : 0)
        self.fields = try fields.map { field in
            if case .fieldsOfPixels = content { return (field, try ThreadState(field: field.program, width: width)) }
            return (field, try ThreadState(field.program, tileWidth: TileReader.tileWidth))
        }
        sharesChroma = reader.layout.chromaShiftY > 0
        chromaRows = Array(repeating: -1, count: sharesChroma ? componentRows : 0)
        var plan = ScratchPlan()
        let length = (width + 15) & ~15 + Self.margin
        components = plan.reserve(componentRows * planeCount, of: length, before: Self.margin, as: Float.self)
        fieldRows = plan.reserve(rows.count * fields.count, of: length, before: Self.margin, as: Float.self)
        scratch = try Scratch(plan)
    }

    /// Takes a frame and a copy; what is no part of `units` is read from the copy.
    func begin(_ source: Frame, copy: Frame, units: Range<Int>) {
        (self.source, self.copy, self.units) = (source, copy, units)
        for field in fields { field.thread.begin(field.frame) }
        for slot in rows.indices { rows[slot] = -1 }
        for slot in chromaRows.indices { chromaRows[slot] = -1 }
    }

    /// Reads the rows that count for a row, unless they were: before it is replaced.
    func prepare(row y: Int, scratch: ScratchMemory) {
        for y in max(0, y - reach)...min(height - 1, y + reach) where rows[y % rows.count] != y {
            fill(y, scratch)
        }
    }

    /// Where a row begins for a pixel of the frame and those after it. The row that counts for has been prepared.
    func row(_ input: InputRow, of y: Int, column: Int) -> Floats {
        let y = min(max(y + input.offset.rows, 0), height - 1)
        let base = input.isField ? fieldRow(input.component, of: y) : row(input.component, of: y)
        return base + column + input.offset.columns
    }

    /// Of gray there is one component; 3 is alpha.
    private func row(_ component: Int, of y: Int) -> Floats {
        let plane = component == 3 ? planeCount - 1 : min(component, componentCount - 1)
        let slot = (plane > 0 && sharesChroma ? chromaRow(y) : y % rows.count) % componentRows
        return scratch.memory[components, slot * planeCount + plane]
    }

    private func fieldRow(_ field: Int, of y: Int) -> Floats {
        scratch.memory[fieldRows, y % rows.count * fields.count + field]
    }

    /// Of 4:2:0, which has no alpha. Those of as many luma rows as there are slots have slots of their own.
    private func chromaRow(_ y: Int) -> Int { source?.chromaRow(ofLumaRow: y) ?? 0 }

    private func fill(_ y: Int, _ scratch: ScratchMemory) {
        guard let own = source, let copy else { return }
        rows[y % rows.count] = y
        let source = units.contains(sharesChroma ? chromaRow(y) : y) ? own : copy
        switch content {
        case .pixels:
            let to = row(0, of: y)
            UnsafeMutableRawPointer(to).copyMemory(from: source.plane(0).row(y), byteCount: 4 * width)
            continueRow(to)
        case .fieldsOfPixels:
            for (index, field) in fields.enumerated() {
                let to = fieldRow(index, of: y)
                field.thread.make(field.frame, row: y, image: source.plane(0).row(y), to: to)
                continueRow(to)
            }
        case .components:
            if sharesChroma {
                readShared(source, y, scratch)
            } else {
                let alpha = planeCount > componentCount ? row(3, of: y) : nil
                reader.read(
                    source, row: y, columns: 0..<width, into: ComponentRows(colors(y), alpha: alpha), scratch: scratch)
                for plane in 0..<planeCount { continueRow(row(plane == componentCount ? 3 : plane, of: y)) }
            }
            makeFields(y)
        }
    }

    private func colors(_ y: Int) -> TileRows { TileRows(row(0, of: y), row(1, of: y), row(2, of: y)) }

    /// Reads a row of luma and, unless it is there, its chroma.
    private func readShared(_ source: Frame, _ y: Int, _ scratch: ScratchMemory) {
        let (rows, chromaRow) = (colors(y), chromaRow(y))
        reader.readLuma(source, row: y, into: rows.c0)
        continueRow(rows.c0)
        guard chromaRows[chromaRow % componentRows] != chromaRow else { return }
        chromaRows[chromaRow % componentRows] = chromaRow
        reader.readChroma(source, chromaRow: chromaRow, into: (rows.c1, rows.c2), scratch: scratch)
        continueRow(rows.c1)
        continueRow(rows.c2)
    }

    /// Makes fields of the components of a row.
    private func makeFields(_ y: Int) {
        let rows = colors(y)
        for (index, field) in fields.enumerated() {
            let to = fieldRow(index, of: y)
            var x = 0
            while x < width {
                let count = min(TileReader.tileWidth, width - x)
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
        (base + width).update(repeating: base[width - 1], count: (width + 15) & ~15 + Self.margin - width)
    }
}
