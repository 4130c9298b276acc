// SPDX-License-Identifier: MIT
internal import Engine
internal import KernelTypes
internal import PixelCore

/// What a thread has of its own, and where its program finds rows.
final class RowThread {
    let state: ThreadState
    /// Where it keeps something else than it makes.
    let memory: ThreadState?
    /// Where it looks through a window.
    let window: WindowRows?
    /// Where the law looks at neighbours.
    private let neighbours: RowWindow?
    /// Where it reads a first frame in place of the one that is made, and a second one.
    private let (first, second): (RowWindow?, RowWindow?)
    /// Where each input begins that is the same row for all tiles of a row; nil: not known yet. Twice, for rows that are made together.
    private let bases: UnsafeMutablePointer<Floats?>
    private let inputCount: Int
    /// The rows that these are of.
    private var baseRows = (-1, -1)

    /// Of frames that `reader` reads, and first ones that `firstReader` does. `fields` and `weights` are for a program that `looksAround`.
    init(
        _ program: Program, _ video: VideoInfo, memory other: Program?, reader: TileReader?,
        firstReader: TileReader?, looksAround: Bool, fields: [FrameState], weights: WindowWeights?,
        kernels: any KernelSet.Type
    ) throws {
        let (width, height) = (video.width, video.height)
        state =
            program.target.samples == .rows
            ? try ThreadState(program, tileWidth: TileReader.tileWidth) : try ThreadState(program, width: width)
        memory = try other.map { try ThreadState($0, tileWidth: TileReader.tileWidth) }
        let around = looksAround ? reader : nil
        neighbours = try around.map {
            try RowWindow(
                $0, width: width, height: height, reach: program.reach, content: .neighbours(of: program),
                fields: fields)
        }
        window = try around.flatMap { reader in
            try weights.map {
                try WindowRows.make(
                    reader, width: width, height: height, hasAlpha: program.usesAlpha,
                    components: program.windowComponents, weights: $0, kernels: kernels)
            }
        }
        func reads(_ reader: TileReader) throws -> RowWindow {
            try RowWindow(
                reader, width: width, height: height, reach: .zero,
                content: .components(alpha: program.readsAlpha, areKept: true))
        }
        first = try firstReader.map(reads)
        second = try program.readsSecond ? reader.map(reads) : nil
        inputCount = program.inputCount
        bases = .allocate(capacity: 2 * inputCount)
    }

    deinit { bases.deallocate() }

    /// Takes the frames that rows are of. Only `units` of the first may change meanwhile, from top to bottom; where it has a copy,
    /// neighbours in others are read from that.
    func begin(
        _ frame: Frame, units: Range<Int>, copy: Frame?, first one: Frame? = nil, second other: Frame? = nil
    ) {
        if let copy { neighbours?.begin(frame, copy: copy, units: units) }
        if let one { first?.begin(one, copy: one, units: 0..<0) }
        if let other { second?.begin(other, copy: other, units: 0..<0) }
        baseRows = (-1, -1)
    }

    /// Renders a row of pixels of four bytes, after `begin`.
    func render(_ frame: Frame, row y: Int, _ state: FrameState, scratch: ScratchMemory) {
        guard let neighbours else { return }
        neighbours.prepare(row: y, scratch: scratch)
        self.state.render(state, row: y, pixels: frame.plane(0).row(y)) { neighbours.row($0, of: y, column: 0) }
    }

    /// Where input number `index` begins; nil: it is the tile's own.
    func row(
        _ index: Int, _ input: InputRow, _ span: TileSpan, _ slot: Int, scratch: ScratchMemory
    ) -> Floats? {
        if input.isWindowed, let window {
            return window.row(input.component, of: span.row, column: span.column, scratch: scratch)
        }
        let isKnown = span.row == (slot == 0 ? baseRows.0 : baseRows.1)
        let base = bases + (slot * inputCount + index)
        if isKnown, let known = base.pointee { return known + span.column }
        let takesNeighbours = input.component < 3 || input.isField || input.offset != .zero
        guard let rows = input.isSecond ? second : first ?? (takesNeighbours ? neighbours : nil) else { return nil }
        if !isKnown {
            (bases + slot * inputCount).initialize(repeating: nil, count: inputCount)
            if slot == 0 { baseRows.0 = span.row } else { baseRows.1 = span.row }
            neighbours?.prepare(row: span.row, scratch: scratch)
            first?.prepare(row: span.row, scratch: scratch)
            second?.prepare(row: span.row, scratch: scratch)
        }
        let made = rows.row(input, of: span.row, column: 0)
        base.pointee = made
        return made + span.column
    }
}

extension RowWindow.Content {
    /// What a program looks at.
    fileprivate static func neighbours(of program: Program) -> RowWindow.Content {
        if program.takesPixels { return .pixels }
        if program.fieldsReadPixels { return .fieldsOfPixels }
        return .components(alpha: program.looksAtAlpha, areKept: program.readsColors || program.looksAtAlpha)
    }
}
