// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Brings codes of Y'CbCr from limited to full range, or back.
///
/// By BT.601 and BT.709 (ITU-R, both: 219 steps of luma from 16 on, 224 of chroma around 128, times 2^(depth - 8)) and
/// JFIF (all codes): luma is scaled and moved, chroma scaled around its middle, each rounded half up and kept within what
/// the format has. Alpha stays. Neither depends on the matrix.
final class RangeConversion {
    private struct Part {
        let position: ComponentPosition
        let table: Scratch
        let mask: PatternBuffer
    }

    private let layout: PixelLayout
    private var parts: [Part] = []

    /// To the range of a frame; nil: its codes are R'G'B', which have one range.
    init?(_ video: VideoInfo) throws {
        layout = video.format.layout
        guard layout.model != .rgb else { return nil }
        let toFull = video.colorimetry.lumaOffset == 0
        let (unit, maximum) = (1 << (layout.depth - 8), layout.maximum)
        let bytes = (maximum + 1) * layout.sampleBytes
        let (luma, chroma) = (try Scratch(byteCount: bytes), try Scratch(byteCount: bytes))
        func fill(_ table: Scratch, limited: (start: Int, length: Int), full: (start: Int, length: Int)) {
            let (from, to) = toFull ? (limited, full) : (full, limited)
            for code in 0...maximum {
                // Rounded half up, also below 0.
                let twice = 2 * (code - from.start) * to.length + from.length
                let whole = twice.quotientAndRemainder(dividingBy: 2 * from.length)
                let value = to.start + whole.quotient - (whole.remainder < 0 ? 1 : 0)
                let result = min(max(0, value), maximum)
                if layout.sampleBytes == 1 {
                    table.base.storeBytes(of: UInt8(result), toByteOffset: code, as: UInt8.self)
                } else {
                    table.base.storeBytes(of: UInt16(result), toByteOffset: 2 * code, as: UInt16.self)
                }
            }
        }
        fill(luma, limited: (16 * unit, 219 * unit), full: (0, maximum))
        fill(chroma, limited: (128 * unit, 224 * unit), full: (128 * unit, maximum))
        for (index, position) in layout.components.enumerated() {
            let mask = PatternBuffer()
            mask.set(position, mask: 255, value: 255)
            parts.append(Part(position: position, table: index == 0 ? luma : chroma, mask: mask))
        }
    }

    /// Makes a row of `byteCount` bytes of a plane; in place too.
    func row(
        _ to: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, plane: Int, byteCount: Int, kernels: any KernelSet.Type
    ) {
        var source = from
        for part in parts where part.position.plane == plane {
            let (offset, step) = (part.position.offset, part.position.step)
            if layout.sampleBytes == 1 {
                let table = LookUpPattern.Table(
                    values: part.table.base.assumingMemoryBound(to: UInt8.self), mask: part.mask.select.value,
                    offset: offset)
                kernels.lookUpRow8(
                    to.assumingMemoryBound(to: UInt8.self), source.assumingMemoryBound(to: UInt8.self),
                    count: byteCount, pattern: LookUpPattern(table, step: step))
            } else {
                if source != UnsafeRawPointer(to) { to.copyMemory(from: source, byteCount: byteCount) }
                let samples = to.assumingMemoryBound(to: UInt16.self) + offset
                let run = SampleRun(
                    step: step, storage: layout.storage, maximum: UInt16(truncatingIfNeeded: layout.maximum))
                kernels.lookUpRow16(
                    samples, samples, count: byteCount / 2 / step, run: run,
                    table: part.table.base.assumingMemoryBound(to: UInt16.self))
            }
            source = UnsafeRawPointer(to)
        }
    }
}
