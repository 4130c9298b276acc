// SPDX-License-Identifier: MIT
import PixelCore

extension MixEffect {
    public static func fittedSize(
        of second: FrameSize, in video: VideoInfo, pixelAspect: Double, interlaced: Bool, _ settings: MixSettings
    ) -> (width: Int, height: Int) {
        let (width, height) = (video.width, video.height)
        guard settings.sizing == .keepAspect, second.width > 0, second.height > 0, second.pixelAspect > 0,
            pixelAspect > 0
        else { return (width, height) }
        // The second's width for each row of it, in the output's pixels.
        let shape = Double(second.width) * second.pixelAspect / pixelAspect / Double(second.height)
        let step = MixOffset.step(video.format.layout, interlaced: interlaced)
        if Double(width) > Double(height) * shape {
            return (whole(Double(height) * shape, step: step.x, limit: width), height)
        }
        return (width, whole(Double(width) / shape, step: step.y, limit: height))
    }

    /// The nearest multiple of `step` that is not 0, or the limit where that is beyond it.
    private static func whole(_ length: Double, step: Int, limit: Int) -> Int {
        let steps = (min(length, Double(limit)) / Double(step) + 0.5).rounded(.down)
        let result = max(1, Int(steps)) * step
        return result < limit ? result : limit
    }
}

/// Where the second frame's first pixel lies in the output: in the middle, on whole chroma samples of its field.
struct MixOffset {
    let x: Int
    let y: Int

    init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    init(of size: (width: Int, height: Int), in output: Frame, interlaced: Bool) {
        let step = Self.step(output.format.layout, interlaced: interlaced)
        x = (output.width - size.width) / 2 / step.x * step.x
        y = (output.height - size.height) / 2 / step.y * step.y
    }

    /// Columns and rows that go together.
    static func step(_ layout: PixelLayout, interlaced: Bool) -> (x: Int, y: Int) {
        (1 << layout.chromaShiftX, (interlaced ? 2 : 1) << layout.chromaShiftY)
    }
}

/// A row of black for each plane of a frame, to be shown where there is nothing else.
final class BlackRow {
    private var rows: [Scratch] = []

    /// Makes opaque black of the frame's format and range.
    func fill(_ video: VideoInfo) throws {
        let layout = video.format.layout
        rows = []
        rows = try (0..<layout.planeCount).map { plane in
            let scratch = try Scratch(byteCount: layout.rowBytes(plane: plane, width: video.width))
            for component in layout.components where component.plane == plane {
                let isLuma = layout.model != .ycbcr || component == layout.first
                let code = isLuma ? Int(video.colorimetry.lumaOffset) : (layout.maximum + 1) / 2
                scratch.set(component, layout, code)
            }
            if let alpha = video.format.alphaOffset {
                scratch.set(ComponentPosition(0, alpha, 4), layout, layout.maximum)
            }
            return scratch
        }
    }

    func row(_ plane: Int) -> UnsafeRawPointer { UnsafeRawPointer(rows[plane].base) }
}

extension Scratch {
    /// Stores a code in a component of every pixel.
    fileprivate func set(_ component: ComponentPosition, _ layout: PixelLayout, _ code: Int) {
        for i in stride(from: component.offset, to: byteCount / layout.sampleBytes, by: component.step) {
            if layout.sampleBytes == 1 {
                base.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: i, as: UInt8.self)
            } else {
                let sample = UInt16(truncatingIfNeeded: code << layout.sampleShift)
                base.storeBytes(
                    of: layout.storage.swapped ? sample.byteSwapped : sample, toByteOffset: 2 * i, as: UInt16.self)
            }
        }
    }
}
