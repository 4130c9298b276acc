// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
internal import PixelCore

/// What a law takes: all of it is of one law. Shared, as a copy of it would take longer than a small frame.
final class ProgramWork {
    let program: Program
    let linear: LinearMap?
    let bytes: ByteRoute?
    let state: FrameState
    /// Of what the law looks at of its neighbours, where that is computed.
    let fields: [FrameState]
    /// Where the program is of R'G'B', whatever the frame has.
    let pairs: PairRoute?
    /// Nil: the machine reads and writes pixels itself.
    let tiles: TileRoute?
    /// Where the law looks at neighbours or through a window: the frame as it was, or what is near the ends of bands.
    let copy: FrameCopy?
    /// Where it looks through a window.
    let weights: WindowWeights?
    /// Where it samples means of cells.
    var grid: CellGrid?
    /// Where the law reads the last frame.
    let history: History?
    let slots: Scratch
    let slotCount: Int
    /// Nil: the law has none.
    let tables: FrameTables?
    /// The means that the law takes, for the slots after its settings.
    let means: [FrameMean]
    /// How these read frames.
    let measuredTiles: TileRoute
    var threads: [RowThread] = []
    /// Where rows that are the same as others are copied.
    let repeatedRows: RepeatedRows?

    init(
        program: Program, linear: LinearMap?, bytes: ByteRoute?, state: FrameState, fields: [FrameState],
        pairs: PairRoute?, tiles: TileRoute?, copy: FrameCopy?, weights: WindowWeights?, history: History?,
        slots: Scratch, slotCount: Int, tables: FrameTables?, means: [FrameMean], measuredTiles: TileRoute
    ) {
        (self.program, self.linear, self.bytes, self.state) = (program, linear, bytes, state)
        (self.fields, self.pairs, self.tiles, self.copy) = (fields, pairs, tiles, copy)
        (self.weights, self.history, self.slots, self.slotCount) = (weights, history, slots, slotCount)
        (self.tables, self.means, self.measuredTiles) = (tables, means, measuredTiles)
        repeatedRows = tiles.flatMap { RepeatedRows($0, program, width: state.width) }
    }

    /// Whether the law reads other pixels than the one it makes.
    var looksElsewhere: Bool { copy != nil || state.sampled != nil }
    /// Whether it reads more than the pixels that it makes.
    var needsRows: Bool { looksElsewhere || history != nil }
    /// Whether it samples the frame, and not means of it.
    var samplesFrame: Bool { grid == nil && state.sampled != nil }

    /// What the law finds in its slots.
    var numbers: UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(
            start: slots.base.assumingMemoryBound(to: Double.self), count: slotCount + means.count)
    }

    /// Whether neighbours are read from a copy of all of the frame: a window takes columns in strips, and interlaced units that share
    /// chroma are no runs of rows.
    func copiesAll(_ frame: Frame) -> Bool {
        weights != nil || frame.interlaced && frame.format.layout.chromaShiftY > 0
    }

    /// Copies what others need of units once they were replaced.
    func takeCopy(_ frame: Frame, units: Range<Int>) {
        guard let copy else { return }
        // What a unit covers is a row or more.
        let reach = program.reach.rows
        if copiesAll(frame) || units.count <= 2 * reach { return copy.take(frame, units: units) }
        copy.take(frame, units: units.prefix(reach))
        copy.take(frame, units: units.suffix(reach))
    }
}
