// SPDX-License-Identifier: MIT
import PixelCore

/// A copy of a frame's planes.
final class FrameCopy {
    private let memory: Scratch
    private let strides: [Int]
    private let offsets: [Int]

    init(_ video: VideoInfo) throws {
        let layout = video.format.layout
        strides = (0..<layout.planeCount).map { layout.rowBytes(plane: $0, width: video.width) }
        var size = 0
        var offsets: [Int] = []
        for plane in strides.indices {
            offsets.append(size)
            size += (strides[plane] * layout.rows(plane: plane, height: video.height, interlaced: true) + 63) & ~63
        }
        self.offsets = offsets
        memory = try Scratch(byteCount: size, zeroed: false)
    }

    /// Sets all bits, so that samples that nobody writes are always the same.
    func setBits() { memory.base.initializeMemory(as: UInt8.self, repeating: .max, count: memory.byteCount) }

    /// Copies luma rows, and the chroma that covers them.
    func take(_ frame: Frame, rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        var units = rows
        if frame.layout.chromaShiftY > 0 {
            // A chroma row of the other field may come first or last.
            let (first, last) = (
                frame.chromaRow(ofLumaRow: rows.lowerBound), frame.chromaRow(ofLumaRow: rows.upperBound - 1)
            )
            units = max(0, first - 1)..<min(frame.unitCount, last + 2)
        }
        take(frame, lumaRows: rows, chromaRows: units)
    }

    /// Copies what units of a frame cover, and maybe more.
    func take(_ frame: Frame, units: Range<Int>) {
        take(frame, lumaRows: frame.lumaRows(ofUnits: units), chromaRows: units)
    }

    /// Copies what units of a frame cover, and gives it what was there before.
    func exchange(_ frame: Frame, units: Range<Int>, scratch: ScratchMemory) {
        forRows(of: frame, units) { _, own, other, count in
            scratch.base.copyMemory(from: own, byteCount: count)
            own.copyMemory(from: other, byteCount: count)
            other.copyMemory(from: scratch.base, byteCount: count)
        }
    }

    /// Puts rows of one parity back that units of an interlaced frame cover, and their chroma.
    func restore(_ frame: Frame, units: Range<Int>, parity: Int) {
        forRows(of: frame, units) { row, own, other, count in
            if row & 1 == parity { other.copyMemory(from: own, byteCount: count) }
        }
    }

    /// Calls with each row that is covered by units and by no others: its number, the copy's, the frame's, and their bytes.
    private func forRows(
        of frame: Frame, _ units: Range<Int>,
        _ body: (Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void
    ) {
        for plane in strides.indices {
            let isShared = plane > 0 && frame.layout.chromaShiftY > 0
            for row in isShared ? units : frame.lumaRows(ofUnits: units) {
                let own = memory.base + offsets[plane] + row * strides[plane]
                body(row, own, frame.plane(plane).row(row), strides[plane])
            }
        }
    }

    private func take(_ frame: Frame, lumaRows: Range<Int>, chromaRows: Range<Int>) {
        for plane in strides.indices {
            for row in plane == 0 || frame.layout.chromaShiftY == 0 ? lumaRows : chromaRows {
                (memory.base + offsets[plane] + row * strides[plane]).copyMemory(
                    from: frame.plane(plane).row(row), byteCount: strides[plane])
            }
        }
    }

    /// The copy of `frame` as a frame.
    func frame(_ frame: Frame) -> Frame {
        func plane(_ index: Int) -> Plane {
            let used = index < strides.count ? index : 0
            return Plane(base: memory.base + offsets[used], stride: strides[used])
        }
        return Frame(
            format: frame.format, width: frame.width, height: frame.height, interlaced: frame.interlaced,
            planes: (plane(0), plane(1), plane(2)))
    }
}

extension Frame {
    /// Sets all bits of rows whose pixels have bytes that mean nothing.
    func setUnusedBytes(rows: Range<Int>) {
        guard layout.sampleBytes == 1, layout.first.step == 4, format.alphaOffset == nil else { return }
        for row in rows {
            plane(0).row(row).initializeMemory(
                as: UInt8.self, repeating: .max, count: layout.rowBytes(plane: 0, width: width))
        }
    }

    /// Makes all pixels opaque, where the format has alpha.
    func setAlpha() {
        guard let offset = format.alphaOffset else { return }
        let (bytes, step) = (layout.sampleBytes, layout.first.step)
        for y in 0..<height {
            let row = plane(0).row(y) + offset * bytes
            for x in 0..<width {
                let sample = row + step * bytes * x
                if bytes == 1 {
                    sample.storeBytes(of: .max, as: UInt8.self)
                } else {
                    sample.storeBytes(of: .max, as: UInt16.self)
                }
            }
        }
    }

    /// The luma rows of units, of which each row of the frame is in one.
    func lumaRows(ofUnits units: Range<Int>) -> Range<Int> {
        guard layout.chromaShiftY > 0 else { return units }
        let first = 2 * units.lowerBound
        // A last unit may have no luma.
        return first..<max(first, min(height, 2 * units.upperBound))
    }
}
