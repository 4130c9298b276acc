// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The way of rows of bytes from a frame to groups and back, where pixels are not of four bytes.
struct NtscBytes {
    private let layout: PixelLayout
    private let width: Int
    private let scales: PackedScale
    private let kernels: any KernelSet.Type
    /// The addresses of a group's rows, and a row for what nobody wants.
    private let sources: ScratchRows<ConstBytes>
    private let addresses: ScratchRows<Bytes>
    private let unwanted: ScratchRows<UInt8>

    /// Nil: samples are not such bytes.
    init?(
        _ layout: PixelLayout, _ scales: PackedScale, width: Int, in plan: inout ScratchPlan,
        kernels: any KernelSet.Type
    ) {
        guard layout.model != .gray, layout.chromaShiftX <= 1, layout.chromaShiftY <= 1 else { return nil }
        // Where luma has no plane of its own, a last column alone has room for another.
        if layout.isPacked422, width & 1 != 0 { return nil }
        for plane in 0..<layout.planeCount {
            let step = layout.step(plane: plane)
            guard step == 1 || step == 2 || step == 4 else { return nil }
            for byte in 0..<4 where !layout.components.contains(where: { Self.isAt($0, plane, byte) }) { return nil }
        }
        (self.layout, self.scales, self.width, self.kernels) = (layout, scales, width, kernels)
        sources = plan.reserve(3, of: RowGroup.rows, as: ConstBytes.self)
        addresses = plan.reserve(of: RowGroup.rows, as: Bytes.self)
        unwanted = plan.reserve(of: 4 * width + 16, as: UInt8.self)
    }

    /// Whether a component has this byte of each word of a plane.
    private static func isAt(_ component: ComponentPosition, _ plane: Int, _ byte: Int) -> Bool {
        component.plane == plane && byte % component.step == component.offset
    }

    /// Fills a group with codes less their offsets; `span` says where the row for a lane is.
    func load(_ group: NtscRowGroup, scratch: ScratchMemory, span: (_ lane: Int) -> (frame: Frame, row: Int)) {
        for lane in 0..<RowGroup.rows {
            let (frame, row) = span(lane)
            let chromaRow = layout.chromaShiftY > 0 ? frame.chromaRow(ofLumaRow: row) : row
            set(sources, 0, lane, frame, layout.first, row, scratch)
            set(sources, 1, lane, frame, layout.second, chromaRow, scratch)
            set(sources, 2, lane, frame, layout.third, chromaRow, scratch)
        }
        kernels.bytesToGroup(
            group.y, scratch[sources, 0], count: width, step: layout.first.step, repeats: false,
            offset: scales.scale0.offset)
        let (count, repeats) = (layout.chromaWidth(width), layout.chromaShiftX > 0)
        kernels.bytesToGroup(
            group.i, scratch[sources, 1], count: count, step: layout.second.step, repeats: repeats,
            offset: scales.scale1.offset)
        kernels.bytesToGroup(
            group.q, scratch[sources, 2], count: count, step: layout.third.step, repeats: repeats,
            offset: scales.scale2.offset)
    }

    private func set(
        _ rows: ScratchRows<ConstBytes>, _ index: Int, _ lane: Int, _ frame: Frame, _ component: ComponentPosition,
        _ row: Int, _ scratch: ScratchMemory
    ) {
        let bytes = frame.plane(component.plane).row(row).assumingMemoryBound(to: UInt8.self)
        (scratch[rows, index] + lane).initialize(to: ConstBytes(bytes + component.offset))
    }

    /// Whether each field can be stored without the other.
    func storesFields(_ fields: NtscFields) -> Bool {
        layout.chromaShiftY == 0 && !fields.isBob && fields.untouched == nil
    }

    /// Whether the rows of groups from `firstRow` of their fields on have all that chroma of theirs covers.
    func storesGroups(_ fields: NtscFields, _ frame: Frame, firstRow: Int) -> Bool {
        guard !fields.isBob, fields.untouched == nil else { return false }
        return pairsGroups(frame, count: fields.second == nil ? 1 : 2)
            ? frame.height & 1 == 0 : firstRow & 1 == 0 && frame.height & (fields.second == nil ? 1 : 3) == 0
    }

    /// Whether rows that share a row of chroma are in two groups.
    private func pairsGroups(_ frame: Frame, count: Int) -> Bool { count == 2 && !frame.interlaced }

    /// Stores a group with chroma in every row, from which `matrix` makes codes less their offsets; `row` says which row of the frame has
    /// a lane, nil: none. What is in the group changes.
    func store(
        _ group: NtscRowGroup, to frame: Frame, matrix: TileMatrix, scratch: ScratchMemory, row: (_ lane: Int) -> Int?
    ) {
        makeCodes(group, matrix)
        for plane in 0..<layout.planeCount { store(group, plane, to: frame, scratch: scratch, row: row) }
    }

    /// Stores the first `count` groups, whose rows share rows of chroma; `row` says which row of the frame has a lane of one.
    func store(
        _ groups: [NtscRowGroup], count: Int, to frame: Frame, matrix: TileMatrix, scratch: ScratchMemory,
        row: (_ index: Int, _ lane: Int) -> Int?
    ) {
        for index in 0..<count { makeCodes(groups[index], matrix) }
        let chromaWidth = layout.chromaWidth(width)
        let pairs = pairsGroups(frame, count: count)
        if pairs {
            let (a, b) = (groups[0], groups[1])
            kernels.meanRow(a.i, a.i, b.i, count: RowGroup.rows * chromaWidth)
            kernels.meanRow(a.q, a.q, b.q, count: RowGroup.rows * chromaWidth)
        }
        for index in 0..<count {
            let group = groups[index]
            store(group, 0, to: frame, scratch: scratch) { row(index, $0) }
            if pairs, index > 0 { continue }
            if !pairs {
                kernels.meanGroupRows(group.i, count: chromaWidth)
                kernels.meanGroupRows(group.q, count: chromaWidth)
            }
            for plane in 1..<layout.planeCount {
                store(group, plane, to: frame, scratch: scratch) {
                    row(index, $0).map { frame.chromaRow(ofLumaRow: $0) }
                }
            }
        }
    }

    /// Makes codes less their offsets, chroma of as many columns as the frame has of it.
    private func makeCodes(_ group: NtscRowGroup, _ matrix: TileMatrix) {
        kernels.matrixRows(group.components, group.components, count: RowGroup.rows * width, matrix: matrix)
        guard layout.chromaShiftX > 0 else { return }
        halve(group.i)
        halve(group.q)
    }

    private func store(
        _ group: NtscRowGroup, _ plane: Int, to frame: Frame, scratch: ScratchMemory, row: (_ lane: Int) -> Int?
    ) {
        let (rows, unwanted) = (scratch[addresses], scratch[unwanted])
        for lane in 0..<RowGroup.rows {
            let bytes = row(lane).map { frame.plane(plane).row($0).assumingMemoryBound(to: UInt8.self) }
            (rows + lane).initialize(to: bytes ?? unwanted)
        }
        kernels.groupToBytes(rows, words(group, plane), count: layout.rowBytes(plane: plane, width: width))
    }

    /// A last column of its own counts as two.
    private func halve(_ group: Floats) {
        if width & 1 != 0 {
            let last = group + RowGroup.rows * width
            last.update(from: last - RowGroup.rows, count: RowGroup.rows)
        }
        kernels.halveGroup(group, group, count: layout.chromaWidth(width))
    }

    private func words(_ group: NtscRowGroup, _ plane: Int) -> GroupWords {
        func byte(_ index: Int) -> GroupWords.Byte {
            func from(_ component: ComponentPosition, _ columns: Floats, _ scale: CodeScale) -> GroupWords.Byte {
                GroupWords.Byte(
                    columns + RowGroup.rows * (index / component.step), step: RowGroup.rows * 4 / component.step,
                    roundingOffset: scale.roundingOffset)
            }
            if Self.isAt(layout.first, plane, index) { return from(layout.first, group.y, scales.scale0) }
            if Self.isAt(layout.second, plane, index) { return from(layout.second, group.i, scales.scale1) }
            return from(layout.third, group.q, scales.scale2)
        }
        return GroupWords(byte(0), byte(1), byte(2), byte(3))
    }
}
