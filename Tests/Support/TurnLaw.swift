// SPDX-License-Identifier: MIT
import PixelCore

/// The law of video directions, under their names in gst-launch, one sample at a time.
public struct TurnLaw {
    private let direction: String
    private let source: TestFrame
    private let layout: PixelLayout

    public init(_ direction: String, _ source: TestFrame) {
        (self.direction, self.source, layout) = (direction, source, source.format.layout)
    }

    /// Those that turn.
    public static let directions = ["identity", "90r", "180", "90l", "horiz", "vert", "ul-lr", "ur-ll"]

    /// Whether width and height change places.
    public static func transposes(_ direction: String) -> Bool { ["90r", "90l", "ul-lr", "ur-ll"].contains(direction) }

    /// The pixel of the source that comes to (x, y).
    private func origin(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        let (right, bottom) = (source.width - 1, source.height - 1)
        return switch direction {
        case "90r": (y, bottom - x)
        case "180": (right - x, bottom - y)
        case "90l": (right - y, x)
        case "horiz": (right - x, y)
        case "vert": (x, bottom - y)
        case "ul-lr": (y, x)
        case "ur-ll": (right - y, bottom - x)
        default: (x, y)
        }
    }

    /// The turned source: `result` with each visible sample as it should be.
    public func applied(over result: TestFrame) -> TestFrame {
        let expected = result.copy()
        for y in 0..<expected.height {
            for x in 0..<expected.width { movePixel(expected, x, y) }
        }
        guard layout.model == .ycbcr, layout.chromaShiftX > 0 else { return expected }
        for component in [layout.second, layout.third] {
            for y in 0..<(layout.chromaShiftY > 0 ? expected.rows(1) : expected.height) {
                for x in 0..<layout.chromaWidth(expected.width) { mean(expected, component, x, y) }
            }
        }
        return expected
    }

    /// Takes luma, and of formats with chroma for each pixel all that belongs to it.
    private func movePixel(_ expected: TestFrame, _ x: Int, _ y: Int) {
        let from = origin(x, y)
        let isWhole = layout.chromaShiftX == 0
        for plane in 0..<(isWhole ? layout.planeCount : 1) {
            let step = layout.step(plane: plane) * layout.sampleBytes
            let offset = isWhole ? 0 : layout.first.offset * layout.sampleBytes
            let count = isWhole ? step : layout.sampleBytes
            (expected.rowBase(plane, y) + (x * step + offset)).copyMemory(
                from: source.rowBase(plane, from.y) + (from.x * step + offset), byteCount: count)
        }
    }

    private func address(_ frame: TestFrame, _ component: ComponentPosition, _ x: Int, _ y: Int)
        -> UnsafeMutableRawPointer
    {
        frame.rowBase(component.plane, y) + (x * component.step + component.offset) * layout.sampleBytes
    }

    private func code(_ component: ComponentPosition, _ x: Int, _ y: Int) -> Int {
        let position = address(source, component, x, y)
        if layout.sampleBytes == 1 { return Int(position.load(as: UInt8.self)) }
        return Int(UInt16(littleEndian: position.load(as: UInt16.self))) >> layout.sampleShift
    }

    /// Stores the mean of the chroma of the pixels under a sample, rounded half up.
    private func mean(_ expected: TestFrame, _ component: ComponentPosition, _ x: Int, _ y: Int) {
        var rows = [y]
        if layout.chromaShiftY > 0 {
            guard let covered = expected.frame.lumaRows(ofChromaRow: y) else { return }
            rows = [covered.0, covered.1]
        }
        var (sum, count) = (0, 0)
        for row in rows {
            for column in (2 * x)..<min(2 * x + 2, expected.width) {
                let from = origin(column, row)
                let chromaRow = layout.chromaShiftY > 0 ? source.frame.chromaRow(ofLumaRow: from.y) : from.y
                sum += code(component, from.x / 2, chromaRow)
                count += 1
            }
        }
        let mean = (2 * sum + count) / (2 * count)
        let position = address(expected, component, x, y)
        if layout.sampleBytes == 1 {
            position.storeBytes(of: UInt8(mean), as: UInt8.self)
        } else {
            position.storeBytes(of: (UInt16(mean) << layout.sampleShift).littleEndian, as: UInt16.self)
        }
    }
}
