// SPDX-License-Identifier: MIT
import PixelCore

/// A frame of any format in guarded memory.
public final class TestFrame {
    public let format: PixelFormat
    public let width: Int
    public let height: Int
    public let interlaced: Bool
    public let memories: [GuardedMemory]
    public let strides: [Int]

    /// `padding` samples follow every row but the last.
    ///
    /// The default makes strides that are no multiple of anything, and with `unaligned` planes whose rows are
    /// aligned to their samples only. The last row ends where the memory does.
    public init(
        _ format: PixelFormat, width: Int, height: Int, interlaced: Bool = false, padding: Int = 7,
        placement: Placement = .beforeForbiddenPage
    ) {
        let layout = format.layout
        self.format = format
        self.width = width
        self.height = height
        self.interlaced = interlaced
        strides = (0..<layout.planeCount).map { plane in
            layout.rowBytes(plane: plane, width: width) + padding * layout.sampleBytes
        }
        memories = strides.enumerated().map { plane, stride in
            let rows = layout.rows(plane: plane, height: height, interlaced: interlaced)
            return GuardedMemory(
                byteCount: stride * (rows - 1) + layout.rowBytes(plane: plane, width: width),
                alignment: layout.sampleBytes, placement: placement)
        }
    }

    /// The frame as effects see it.
    public var frame: Frame {
        func plane(_ index: Int) -> Plane {
            let used = index < memories.count ? index : 0
            return Plane(base: memories[used].base, stride: strides[used])
        }
        return Frame(
            format: format, width: width, height: height, interlaced: interlaced,
            planes: (plane(0), plane(1), plane(2)))
    }

    /// Fills samples, alpha and padding alike; samples are codes of the format's depth.
    public func fill(_ fill: Fill = .random, _ generator: inout Generator) {
        let layout = format.layout
        for memory in memories {
            if layout.sampleBytes == 1 {
                memory.fill8(fill, &generator)
            } else {
                memory.fill16(
                    fill, &generator, maximum: layout.maximum, shift: layout.sampleShift,
                    swapped: layout.bigEndian != (UInt16(1).bigEndian == 1))
            }
        }
    }

    /// The same frame, padding included, in memory of its own.
    public func copy(placement: Placement = .beforeForbiddenPage) -> TestFrame {
        let padding = (strides[0] - format.layout.rowBytes(plane: 0, width: width)) / format.layout.sampleBytes
        let other = TestFrame(
            format, width: width, height: height, interlaced: interlaced, padding: padding, placement: placement)
        for (from, to) in zip(memories, other.memories) {
            to.bytes.copyMemory(from: UnsafeRawBufferPointer(from.bytes))
        }
        return other
    }

    /// The same image with another padding, which holds zeros.
    public func repadded(_ padding: Int, placement: Placement = .beforeForbiddenPage) -> TestFrame {
        let other = TestFrame(
            format, width: width, height: height, interlaced: interlaced, padding: padding, placement: placement)
        for plane in memories.indices {
            other.memories[plane].bytes.initializeMemory(as: UInt8.self, repeating: 0)
            for row in 0..<rows(plane) {
                other.rowBase(plane, row).copyMemory(from: rowBase(plane, row), byteCount: rowBytes(plane))
            }
        }
        return other
    }

    public func rows(_ plane: Int) -> Int {
        format.layout.rows(plane: plane, height: height, interlaced: interlaced)
    }

    public func rowBytes(_ plane: Int) -> Int { format.layout.rowBytes(plane: plane, width: width) }

    public func rowBase(_ plane: Int, _ row: Int) -> UnsafeMutableRawPointer {
        memories[plane].base + row * strides[plane]
    }

    /// Whether nothing was written around the planes.
    public var guardsAreIntact: Bool { memories.allSatisfy(\.guardsAreIntact) }

    /// The first sample where the images differ, padding excluded; nil if they are the same.
    public func firstDifference(from other: TestFrame) -> String? {
        for plane in memories.indices {
            for row in 0..<rows(plane) {
                let ours = UnsafeRawBufferPointer(start: rowBase(plane, row), count: rowBytes(plane))
                let theirs = UnsafeRawBufferPointer(start: other.rowBase(plane, row), count: rowBytes(plane))
                if ours.elementsEqual(theirs) { continue }
                let byte = ours.indices.first { ours[$0] != theirs[$0] } ?? 0
                return "plane \(plane), row \(row), byte \(byte): \(ours[byte]) instead of \(theirs[byte])"
            }
        }
        return nil
    }

    /// The first byte that differs, padding included, of frames with the same strides, or a write around the planes.
    public func firstDifferentByte(from other: TestFrame) -> String? {
        guard guardsAreIntact else { return "bytes around the planes were written" }
        for plane in memories.indices {
            if let index = memories[plane].firstDifference(from: other.memories[plane]) {
                let (row, byte) = index.quotientAndRemainder(dividingBy: strides[plane])
                return "plane \(plane), row \(row), byte \(byte): \(memories[plane].bytes[index])"
                    + " instead of \(other.memories[plane].bytes[index])"
            }
        }
        return nil
    }

    /// What describes the frame in a failure message.
    public var summary: String {
        "\(format.name) \(width)x\(height)\(interlaced ? " interlaced" : "") strides \(strides)"
    }
}
