// SPDX-License-Identifier: MIT
import PixelCore
import TestSupport

/// Where samples lie, written from GStreamer's description of raw video formats and not from `PixelLayout`.
enum FormatTable {
    static let yuv420: [PixelFormat] = [.i420, .yv12, .nv12, .nv21, .i420_10, .p010]
    static let yuv422: [PixelFormat] = [.yuy2, .uyvy, .yvyu, .y42b]
    static let yuv444: [PixelFormat] = [.y444, .ayuv, .ayuv64]
    static let gray: [PixelFormat] = [.gray8, .gray16le, .gray16be]
    static let yuv = yuv420 + yuv422 + yuv444
    static let rgb: [PixelFormat] = PixelFormat.allCases.filter { !(yuv + gray).contains($0) }

    static func sampleBytes(_ format: PixelFormat) -> Int {
        [.i420_10, .p010, .argb64, .ayuv64, .gray16le, .gray16be].contains(format) ? 2 : 1
    }

    static func depth(_ format: PixelFormat) -> Int {
        [.i420_10, .p010].contains(format) ? 10 : 8 * sampleBytes(format)
    }

    static func components(_ format: PixelFormat) -> Int { gray.contains(format) ? 1 : 3 }

    /// Columns and rows of luma for each chroma sample.
    static func chroma(_ format: PixelFormat) -> (columns: Int, rows: Int) {
        yuv420.contains(format) ? (2, 2) : yuv422.contains(format) ? (2, 1) : (1, 1)
    }

    /// Plane and byte within the row of sample `x` of a component: R, G, B or Y, Cb, Cr.
    static func position(_ format: PixelFormat, _ component: Int, _ x: Int) -> (plane: Int, byte: Int) {
        let bytes = sampleBytes(format)
        switch format {
        case .i420, .i420_10, .y42b, .y444: return (component, x * bytes)
        case .yv12: return ([0, 2, 1][component], x)
        case .nv12, .p010: return component == 0 ? (0, x * bytes) : (1, (2 * x + component - 1) * bytes)
        case .nv21: return component == 0 ? (0, x) : (1, 2 * x + 2 - component)
        case .yuy2: return (0, component == 0 ? 2 * x : 4 * x + [0, 1, 3][component])
        case .uyvy: return (0, component == 0 ? 2 * x + 1 : 4 * x + [0, 0, 2][component])
        case .yvyu: return (0, component == 0 ? 2 * x : 4 * x + [0, 3, 1][component])
        case .ayuv, .ayuv64, .argb64: return (0, (4 * x + 1 + component) * bytes)
        case .gray8, .gray16le, .gray16be: return (0, x * bytes)
        default:
            // The name spells the bytes of a pixel.
            let letters = Array(format.name)
            let offset = letters.firstIndex(of: ["R", "G", "B"][component]) ?? 0
            return (0, letters.count * x + offset)
        }
    }
}

extension TestFrame {
    /// Writes a code where the format has it.
    func store(_ code: Int, _ component: Int, _ x: Int, _ y: Int) {
        let (plane, byte) = FormatTable.position(format, component, x)
        let position = rowBase(plane, y) + byte
        guard FormatTable.sampleBytes(format) == 2 else { return position.storeBytes(of: UInt8(code), as: UInt8.self) }
        let sample = UInt16(format == .p010 ? code << 6 : code)
        position.storeBytes(of: format == .gray16be ? sample.bigEndian : sample, as: UInt16.self)
    }
}

/// The codes of a frame, component by component.
struct Codes {
    let format: PixelFormat
    let width: Int
    let height: Int
    let interlaced: Bool
    /// Rows of codes for each component.
    var values: [[[Int]]]

    /// The size of a component.
    func size(_ component: Int) -> (width: Int, height: Int) {
        (values[component].first?.count ?? 0, values[component].count)
    }

    init(_ frame: TestFrame) {
        format = frame.format
        (width, height, interlaced) = (frame.width, frame.height, frame.interlaced)
        let chroma = FormatTable.chroma(frame.format)
        values = (0..<FormatTable.components(frame.format)).map { component in
            let columns = component == 0 ? frame.width : (frame.width + chroma.columns - 1) / chroma.columns
            // The planes of an interlaced frame have rows for either field that may cover nothing: left out.
            let last = [frame.height - 1, max(0, frame.height - 2)].map {
                Self.chromaRow($0, frame.interlaced, chroma.rows, of: Self.chromaRows(frame.format, frame.height))
            }
            let rows = component == 0 ? frame.height : max(last[0], last[1]) + 1
            let positions = (0..<columns).map { FormatTable.position(frame.format, component, $0) }
            return (0..<rows).map { row in
                positions.map { plane, byte in
                    Self.load(frame.rowBase(plane, row) + byte, frame.format)
                }
            }
        }
    }

    /// By how much codes of each component differ at most.
    func distances(to other: Codes) -> [Int] {
        zip(values, other.values).map { rows in
            zip(rows.0.joined(), rows.1.joined()).map { abs($0 - $1) }.max() ?? 0
        }
    }

    private static func load(_ position: UnsafeMutableRawPointer, _ format: PixelFormat) -> Int {
        guard FormatTable.sampleBytes(format) == 2 else { return Int(position.load(as: UInt8.self)) }
        let sample = Int(position.load(as: UInt16.self))
        switch format {
        case .p010: return sample >> 6
        case .gray16be: return Int(UInt16(sample).bigEndian)
        default: return sample
        }
    }

    /// Chroma rows there are in memory, where that may be fewer than fields need: interlaced P010.
    private static func chromaRows(_ format: PixelFormat, _ height: Int) -> Int {
        format == .p010 ? (height + 1) / 2 : .max
    }

    /// The chroma row of `count` that covers luma row `y`.
    static func chromaRow(_ y: Int, _ interlaced: Bool, _ rows: Int, of count: Int = .max) -> Int {
        guard rows == 2 else { return y }
        return min(count - 1, interlaced ? y / 4 * 2 + y % 2 : y / 2)
    }

    /// The chroma sample that covers a luma sample.
    func chromaPosition(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        let chroma = FormatTable.chroma(format)
        let rows = Self.chromaRows(format, height)
        return (x / chroma.columns, Self.chromaRow(y, interlaced, chroma.rows, of: rows))
    }
}

/// A copy of a frame with the components of another one: what is no component, not even alpha, is the same in both.
func withComponents(_ frame: TestFrame, of other: TestFrame) -> TestFrame {
    let (result, format) = (frame.copy(), frame.format)
    let codes = Codes(other)
    for component in codes.values.indices {
        let size = codes.size(component)
        for row in 0..<size.height {
            for (plane, byte) in (0..<size.width).map({ FormatTable.position(format, component, $0) }) {
                (result.rowBase(plane, row) + byte).copyMemory(
                    from: other.rowBase(plane, row) + byte, byteCount: FormatTable.sampleBytes(format))
            }
        }
    }
    return result
}

/// Checks that a rendered frame differs from the original in component samples only.
func untouchedDifference(_ frame: TestFrame, original: TestFrame) -> String? {
    guard frame.guardsAreIntact else { return "bytes around the planes were written" }
    let format = frame.format
    let codes = Codes(frame)
    var copies = original.memories.map { Array($0.bytes) }
    // What belongs to components may change: take it over, then all must be equal.
    for component in codes.values.indices {
        let size = codes.size(component)
        let positions = (0..<size.width).map { FormatTable.position(format, component, $0) }
        for row in 0..<size.height {
            for (plane, byte) in positions {
                for i in 0..<FormatTable.sampleBytes(format) {
                    let index = row * frame.strides[plane] + byte + i
                    copies[plane][index] = frame.memories[plane].bytes[index]
                }
            }
        }
    }
    for (plane, copy) in copies.enumerated() where !copy.elementsEqual(frame.memories[plane].bytes) {
        let index = copy.indices.first { copy[$0] != frame.memories[plane].bytes[$0] } ?? 0
        let (row, byte) = (index / frame.strides[plane], index % frame.strides[plane])
        return "plane \(plane), row \(row), byte \(byte) is no component and was written"
    }
    return nil
}
