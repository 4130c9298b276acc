// SPDX-License-Identifier: MIT
import PixelCore

extension MixEffect {
    public static func fittedSize(
        of second: FrameSize, in video: VideoInfo, pixelAspect: Double, interlaced: Bool, _ settings: MixSettings
    ) -> (width: Int, height: Int) {
        let size = (video.width, video.height)
        guard settings.sizing == .keepAspect else { return size }
        let step = MixPlace.step(video.format.layout, interlaced: interlaced)
        return fitted(second, into: size, pixelAspect: pixelAspect, step: step)
    }

    /// The largest size of a frame's shape, of whole steps, that fits into another.
    static func fitted(
        _ second: FrameSize, into size: (width: Int, height: Int), pixelAspect: Double, step: (x: Int, y: Int)
    ) -> (width: Int, height: Int) {
        let (width, height) = size
        guard second.width > 0, second.height > 0, second.pixelAspect > 0, pixelAspect > 0 else { return size }
        // The second's width for each row of it, in the output's pixels.
        let shape = Double(second.width) * second.pixelAspect / pixelAspect / Double(second.height)
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
