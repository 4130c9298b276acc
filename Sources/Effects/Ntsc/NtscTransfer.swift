// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The way of rows from a frame to groups and back. An object, as all chunks share it.
final class NtscTransfer {
    /// The matrix of the signal: NTSC's I and Q, as ntsc-rs rounds it.
    private static let toYIQ = ColorMatrix(
        [0.299, 0.587, 0.114], [0.5959, -0.2746, -0.3213], [0.2115, -0.5227, 0.3112])
    private static let fromYIQ = ColorMatrix([1, 0.956, 0.619], [1, -0.272, -0.647], [1, -1.106, 1.703])

    private let route: TileRoute
    private let kernels: any KernelSet.Type
    /// Where pixels have four bytes, the addresses of a group's rows, and a row for what nobody wants.
    private let sources: ScratchRows<ConstBytes>
    private let addresses: ScratchRows<Bytes>
    private let unwanted: ScratchRows<UInt8>
    /// Where samples are other bytes.
    private let bytes: NtscBytes?
    /// Rows on their way, one after the other.
    private let stacks: [ScratchRows<Float>]
    /// For one thread.
    let scratchBytes: Int
    /// From what `load` fills groups with to Y, I and Q.
    let toSignal: TileMatrix
    /// From Y, I and Q to a frame's components, as ntsc-rs rounds it, and as the inverse of `toSignal`.
    private let fromSignal: (nominal: TileMatrix, codes: TileMatrix)
    private let fromSignalExactly: (nominal: TileMatrix, codes: TileMatrix)

    init(_ video: VideoInfo, kernels: any KernelSet.Type) {
        self.kernels = kernels
        var plan = ScratchPlan()
        route = TileRoute(
            video.format, width: video.width, colorimetry: video.colorimetry, model: .native, in: &plan,
            kernels: kernels)
        let isPacked = route.packedScale != nil
        sources = isPacked ? plan.reserve(of: RowGroup.rows, as: ConstBytes.self) : .none
        addresses = isPacked ? plan.reserve(of: RowGroup.rows, as: Bytes.self) : .none
        unwanted = isPacked ? plan.reserve(of: 4 * video.width, as: UInt8.self) : .none
        // As for pixels of four bytes, groups have codes.
        let scale = route.reader.format.bytesScale
        if let scale, !isPacked {
            bytes = NtscBytes(route.layout, scale, width: video.width, in: &plan, kernels: kernels)
        } else {
            bytes = nil
        }
        stacks = [RowStack.reserve(in: &plan), RowStack.reserve(in: &plan)]
        scratchBytes = plan.byteCount
        let (toRGB, fromRGB): (ColorMatrix, ColorMatrix)
        switch video.format.layout.model {
        case .rgb: (toRGB, fromRGB) = (.diagonal((1, 1, 1)), .diagonal((1, 1, 1)))
        case .ycbcr: (toRGB, fromRGB) = (.toRGB(video.colorimetry), .fromRGB(video.colorimetry))
        case .gray: (toRGB, fromRGB) = (ColorMatrix([1, 0, 0], [1, 0, 0], [1, 0, 0]), .fromRGB(video.colorimetry))
        }
        // Bytes come as codes, and go as codes where groups are stored.
        var (toNominal, toCodes) = (ColorMatrix.diagonal((1, 1, 1)), ColorMatrix.diagonal((1, 1, 1)))
        if let scale, isPacked || bytes != nil {
            let ranges = (Double(scale.scale0.range), Double(scale.scale1.range), Double(scale.scale2.range))
            toNominal = .diagonal((1 / ranges.0, 1 / ranges.1, 1 / ranges.2))
            toCodes = .diagonal(ranges)
        }
        toSignal = (Self.toYIQ * toRGB * toNominal).tile
        func fromSignal(_ toRGB: ColorMatrix) -> (nominal: TileMatrix, codes: TileMatrix) {
            ((fromRGB * toRGB).tile, (toCodes * fromRGB * toRGB).tile)
        }
        self.fromSignal = fromSignal(Self.fromYIQ)
        fromSignalExactly = fromSignal(Self.toYIQ.inverse)
    }

    /// Fills a group; `span` says where the row for a lane is.
    func load(
        _ group: NtscRowGroup, width: Int, scratch: ScratchMemory, span: (_ lane: Int) -> (frame: Frame, row: Int)
    ) {
        if let scale = route.packedScale {
            let rows = scratch[sources]
            for lane in 0..<RowGroup.rows {
                let (frame, row) = span(lane)
                (rows + lane).initialize(to: ConstBytes(frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)))
            }
            kernels.packedToGroup(group.components, rows, count: width, scale: scale)
            return
        }
        if let bytes { return bytes.load(group, scratch: scratch, span: span) }
        let stack = RowStack(scratch, stacks[0])
        if route.layout.model == .gray { stack.clearChroma() }
        for column in stride(from: 0, to: width, by: RowStack.width) {
            let columns = column..<min(column + RowStack.width, width)
            for lane in 0..<RowGroup.rows {
                let (frame, row) = span(lane)
                route.reader.read(
                    frame, row: row, columns: columns, into: ComponentRows(stack.lane(lane)), scratch: scratch)
            }
            group.take(stack, column: column, count: columns.count)
        }
    }

    /// Whether each field can be stored without the other.
    func storesFields(_ fields: NtscFields) -> Bool {
        route.packedScale != nil ? !fields.isBob : bytes?.storesFields(fields) == true
    }

    /// Stores rows of a group; `row` says which row of the frame has a lane's, nil: none.
    func store(
        _ group: NtscRowGroup, to frame: Frame, exactly: Bool, scratch: ScratchMemory, row: (_ lane: Int) -> Int?
    ) {
        let matrix = exactly ? fromSignalExactly.codes : fromSignal.codes
        if let bytes { return bytes.store(group, to: frame, matrix: matrix, scratch: scratch, row: row) }
        guard let scale = route.packedScale else { return }
        let (rows, unwanted) = (scratch[addresses], scratch[unwanted])
        for lane in 0..<RowGroup.rows {
            let span = row(lane).map { frame.plane(0).row($0).assumingMemoryBound(to: UInt8.self) }
            (rows + lane).initialize(to: span ?? unwanted)
        }
        kernels.groupToPacked(rows, group.components, count: frame.width, matrix: matrix, scale: scale)
    }

    /// Stores rows of the first `count` groups, whose lane 0 has `firstRow` of their fields; `row` says which row of the frame has a lane of
    /// one, nil: none. False where they can't be stored by themselves.
    func store(
        _ groups: [NtscRowGroup], count: Int, to frame: Frame, exactly: Bool, fields: NtscFields, firstRow: Int,
        scratch: ScratchMemory, row: (_ index: Int, _ lane: Int) -> Int?
    ) -> Bool {
        guard let bytes, bytes.storesGroups(fields, frame, firstRow: firstRow) else { return false }
        let matrix = exactly ? fromSignalExactly.codes : fromSignal.codes
        bytes.store(groups, count: count, to: frame, matrix: matrix, scratch: scratch, row: row)
        return true
    }

    /// Fills `units` of the frame from the first `count` groups; `lanes` says which group has a row of the frame and in which lanes, one or two for their mean.
    func store(
        _ groups: [NtscRowGroup], count: Int, to frame: Frame, exactly: Bool, units: Range<Int>,
        scratch: ScratchMemory,
        lanes: (_ row: Int) -> (part: Int, lanes: (Int, Int))
    ) {
        let matrix = exactly ? fromSignalExactly.nominal : fromSignal.nominal
        func stack(_ index: Int) -> RowStack { RowStack(scratch, stacks[index]) }
        for column in stride(from: 0, to: frame.width, by: RowStack.width) {
            let columns = column..<min(column + RowStack.width, frame.width)
            for index in 0..<count { groups[index].give(stack(index), column: column, count: columns.count) }
            route.write(frame, units: units, columns: columns, scratch: scratch) { rows, span in
                let (group, lanes) = lanes(span.row)
                let first = stack(group).lane(lanes.0)
                guard lanes.0 != lanes.1 else {
                    kernels.matrixRows(rows, first, count: span.count, matrix: matrix)
                    return
                }
                let second = stack(group).lane(lanes.1)
                kernels.meanRow(rows.c0, first.c0, second.c0, count: span.count)
                kernels.meanRow(rows.c1, first.c1, second.c1, count: span.count)
                kernels.meanRow(rows.c2, first.c2, second.c2, count: span.count)
                kernels.matrixRows(rows, rows, count: span.count, matrix: matrix)
            }
        }
    }
}
