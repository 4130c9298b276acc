// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Writes rows of depth to a frame.
struct DepthPainter {
    /// How depth becomes one of 257 levels, or a code of gray.
    enum Law {
        case scale(DepthSpan, inverts: Bool, invalid: UInt16)
        /// A table with an entry for each depth.
        case table(DepthTables)
    }

    let layout: PixelLayout
    let palette: DepthPalette
    let kernels: any KernelSet.Type
    var law = Law.scale(DepthSpan(near: 0, far: 1), inverts: false, invalid: 0)

    init(_ format: PixelFormat, kernels: any KernelSet.Type) throws {
        layout = format.layout
        palette = try DepthPalette()
        self.kernels = kernels
    }

    /// Bytes of scratch memory for `paint`: a row of levels, one of gray, and components of two rows.
    static func scratchBytes(width: Int) -> Int { 16 * (width + 64) }

    /// Writes the rows of `unit`. `depth` gives a row of samples in the machine's byte order.
    func paint(
        _ output: Frame, unit: Int, scratch: UnsafeMutableRawPointer, depth: (_ row: Int) -> ConstSamples
    ) {
        let width = output.width
        let pitch = (width + 63) & ~63
        let levels = scratch.assumingMemoryBound(to: UInt16.self)
        let bytes = (scratch + 2 * pitch).assumingMemoryBound(to: UInt8.self)
        let row = output.plane(0).row(unit)
        let pixels = row.assumingMemoryBound(to: UInt8.self)
        switch (layout.model, layout.chromaShiftY, layout.isPacked422) {
        case (.gray, _, _):
            if layout.sampleBytes == 2 {
                makeDeep(row.assumingMemoryBound(to: UInt16.self), depth(unit), width)
            } else if palette.isIdentity {
                makeGray(pixels, depth(unit), width)
            } else {
                makeLevels(levels, depth(unit), width)
                kernels.lookUpRow16to8(pixels, levels, count: width, table: palette.codes.0)
            }
        case (.rgb, _, _):
            if palette.isIdentity {
                makeGray(bytes, depth(unit), width)
                spread(pixels, bytes, width)
            } else {
                makeLevels(levels, depth(unit), width)
                color(pixels, levels, bytes, pitch, width)
            }
        case (_, 1, _):
            guard let rows = output.lumaRows(ofChromaRow: unit) else { return }
            paint420(output, rows, unit, levels, bytes, pitch, depth)
        default:
            makeLevels(levels, depth(unit), width)
            paint422(pixels, levels, bytes, pitch, width)
        }
    }

    // MARK: Levels

    private func makeGray(_ to: Bytes, _ depth: ConstSamples, _ count: Int) {
        switch law {
        case .scale(let span, let inverts, let invalid):
            let scale = span.scale(
                maximum: 255, inverts: inverts, invalid: invalid,
                invalidCode: UInt16(palette.codes.0[Int(DepthPalette.invalidLevel)]))
            kernels.depthRow8(to, depth, count: count, scale: scale)
        case .table(let tables):
            kernels.lookUpRow16to8(to, depth, count: count, table: tables.grays)
        }
    }

    private func makeLevels(_ to: Samples, _ depth: ConstSamples, _ count: Int) {
        makeCodes(to, depth, count, maximum: 255, invalidCode: DepthPalette.invalidLevel)
    }

    private func makeDeep(_ to: Samples, _ depth: ConstSamples, _ count: Int) {
        makeCodes(to, depth, count, maximum: 65535, invalidCode: palette.deepInvalid)
        if layout.storage.swapped { kernels.swapRow16(to, to, count: count) }
    }

    private func makeCodes(_ to: Samples, _ depth: ConstSamples, _ count: Int, maximum: Int, invalidCode: UInt16) {
        switch law {
        case .scale(let span, let inverts, let invalid):
            let scale = span.scale(maximum: maximum, inverts: inverts, invalid: invalid, invalidCode: invalidCode)
            kernels.depthRow16(to, depth, count: count, scale: scale)
        case .table(let tables):
            kernels.lookUpRow16(to, depth, count: count, run: .all, table: tables.levels)
        }
    }

    // MARK: R'G'B'

    private func spread(_ to: Bytes, _ gray: ConstBytes, _ count: Int) {
        guard layout.step(plane: 0) == 4 else {
            kernels.merge3x8(to, (gray, gray, gray), count: count)
            return
        }
        // Three bytes of four; the other is alpha or unused.
        let other = 6 - layout.first.offset - layout.second.offset - layout.third.offset
        let others: UInt32 = 255 << UInt32(8 * other)
        kernels.spreadRow8(to, gray, count: count, mask: ~others, others: others)
    }

    private func color(_ to: Bytes, _ levels: ConstSamples, _ bytes: Bytes, _ pitch: Int, _ count: Int) {
        guard layout.step(plane: 0) == 3 else {
            kernels.lookUpRow16to32(to, levels, count: count, table: palette.pixels)
            return
        }
        let rows = (bytes, bytes + pitch, bytes + 2 * pitch)
        kernels.lookUpRow16to8(rows.0, levels, count: count, table: palette.codes.0)
        kernels.lookUpRow16to8(rows.1, levels, count: count, table: palette.codes.1)
        kernels.lookUpRow16to8(rows.2, levels, count: count, table: palette.codes.2)
        let isRedFirst = layout.first.offset == 0
        let (first, last) = isRedFirst ? (rows.0, rows.2) : (rows.2, rows.0)
        kernels.merge3x8(to, (ConstBytes(first), ConstBytes(rows.1), ConstBytes(last)), count: count)
    }

    // MARK: Y'CbCr

    /// Two rows of luma, or one, and the chroma that covers them: the mean of theirs.
    private func paint420(
        _ output: Frame, _ rows: (Int, Int), _ unit: Int, _ levels: Samples, _ bytes: Bytes, _ pitch: Int,
        _ depth: (Int) -> ConstSamples
    ) {
        let width = output.width
        let chroma = (bytes, bytes + pitch, bytes + 2 * pitch, bytes + 3 * pitch)
        func paintRow(_ row: Int, _ cb: Bytes, _ cr: Bytes) {
            makeLevels(levels, depth(row), width)
            let luma = output.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
            kernels.lookUpRow16to8(luma, levels, count: width, table: palette.codes.0)
            guard !palette.isGray else { return }
            kernels.lookUpRow16to8(cb, levels, count: width, table: palette.codes.1)
            kernels.lookUpRow16to8(cr, levels, count: width, table: palette.codes.2)
        }
        paintRow(rows.0, chroma.0, chroma.2)
        if rows.1 != rows.0 { paintRow(rows.1, chroma.1, chroma.3) }
        let count = layout.chromaWidth(width)
        // Where both share a plane they are made apart and then joined.
        let isJoined = layout.second.plane == layout.third.plane
        let position = output.plane(1).row(unit).assumingMemoryBound(to: UInt8.self)
        let cb =
            isJoined
            ? bytes + 4 * pitch : output.plane(layout.second.plane).row(unit).assumingMemoryBound(to: UInt8.self)
        let cr =
            isJoined
            ? bytes + 5 * pitch : output.plane(layout.third.plane).row(unit).assumingMemoryBound(to: UInt8.self)
        if palette.isGray {
            cb.update(repeating: palette.codes.1[0], count: count)
            cr.update(repeating: palette.codes.2[0], count: count)
        } else {
            let isTwo = rows.0 != rows.1
            kernels.meanPairs8(cb, chroma.0, isTwo ? chroma.1 : chroma.0, width: width)
            kernels.meanPairs8(cr, chroma.2, isTwo ? chroma.3 : chroma.2, width: width)
        }
        guard isJoined else { return }
        kernels.merge2x8(position, layout.isCbFirst ? cb : cr, layout.isCbFirst ? cr : cb, count: count)
    }

    /// A row of luma and chroma in turn, chroma being the mean of two columns.
    private func paint422(_ to: Bytes, _ levels: ConstSamples, _ bytes: Bytes, _ pitch: Int, _ width: Int) {
        let (luma, cb, cr) = (bytes, bytes + 2 * pitch, bytes + 3 * pitch)
        let (full, chroma) = (bytes + 4 * pitch, bytes + 5 * pitch)
        let count = layout.chromaWidth(width)
        kernels.lookUpRow16to8(luma, levels, count: width, table: palette.codes.0)
        if palette.isGray {
            cb.update(repeating: palette.codes.1[0], count: count)
            cr.update(repeating: palette.codes.2[0], count: count)
        } else {
            kernels.lookUpRow16to8(full, levels, count: width, table: palette.codes.1)
            kernels.meanPairs8(cb, full, full, width: width)
            kernels.lookUpRow16to8(full, levels, count: width, table: palette.codes.2)
            kernels.meanPairs8(cr, full, full, width: width)
        }
        kernels.merge2x8(chroma, layout.isCbFirst ? cb : cr, layout.isCbFirst ? cr : cb, count: count)
        // The luma of the column that completes the last pair repeats the last.
        if width & 1 != 0 { luma[width] = luma[width - 1] }
        kernels.merge2x8(
            to, layout.isLumaFirst ? luma : chroma, layout.isLumaFirst ? chroma : luma, count: 2 * count)
    }
}

/// What each depth becomes.
final class DepthTables {
    /// Levels 0...256, or codes of deep gray.
    let levels: Samples
    /// Codes of 8-bit gray.
    let grays: Bytes
    private let memory: Scratch

    init() throws {
        memory = try Scratch(byteCount: 3 * DepthCounts.count)
        levels = memory.values(as: UInt16.self)
        grays = memory.values(as: UInt8.self, from: 2 * DepthCounts.count)
    }

    /// The part of the counted depths that are at most as far, as librealsense's colorizer has it: code
    /// floor(maximum C(z) / C(65535) + 1/2), with C from 1 on to z; `inverts` takes it from `maximum`.
    func equalize(
        _ counts: DepthCounts, maximum: UInt64, inverts: Bool, invalid: UInt16, invalidCode: UInt16, invalidGray: UInt8
    ) {
        counts.counts[Int(invalid)] = 0
        var total: UInt64 = 0
        for i in 0..<DepthCounts.count { total &+= UInt64(counts.counts[i]) }
        let divisor = max(1, total)
        var sum: UInt64 = 0
        for i in 0..<DepthCounts.count {
            sum &+= UInt64(counts.counts[i])
            let code = (2 * maximum * (inverts ? total - sum : sum) + divisor) / (2 * divisor)
            levels[i] = UInt16(truncatingIfNeeded: code)
            grays[i] = UInt8(truncatingIfNeeded: code)
        }
        levels[Int(invalid)] = invalidCode
        grays[Int(invalid)] = invalidGray
    }
}

extension SampleRun {
    /// Samples of 16 bits, one after the other.
    static let all = SampleRun(step: 1, storage: .native, maximum: 65535)
}
