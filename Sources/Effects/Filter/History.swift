// SPDX-License-Identifier: MIT
internal import Engine
internal import PixelCore

/// What a filter made of the last frame, as floats: codes of 8 bits would never reach what they are near to.
final class History {
    private let memory: Scratch
    private let planeCount: Int
    private let stride: Int
    private let height: Int
    /// What the codes of each plane reach to.
    private let limits: [(low: Float, high: Float)]
    /// Whether there is alpha.
    let hasAlpha: Bool
    /// Whether there is a last frame.
    var isFilled = false

    /// Native components of frames, and alpha where a law makes it.
    init(_ video: VideoInfo, hasAlpha: Bool) throws {
        let layout = video.format.layout
        planeCount = layout.components.count + (hasAlpha ? 1 : 0)
        self.hasAlpha = hasAlpha
        let (c, top) = (video.colorimetry, Double(layout.maximum))
        limits = (0..<planeCount).map { plane in
            if plane == layout.components.count { return (0, 1) }
            let isChroma = layout.model == .ycbcr && plane > 0
            let (zero, scale) = isChroma ? (c.chromaOffset, c.chromaScale) : (c.lumaOffset, c.lumaScale)
            return (Float(-zero / scale), Float((top - zero) / scale))
        }
        // Whole vectors are read over the end of a row.
        (stride, height) = ((video.width + 15) & ~15 + 16, video.height)
        memory = try Scratch(byteCount: planeCount * stride * height * MemoryLayout<Float>.stride)
    }

    /// Where a row of a component begins, from a column on; 3 is alpha. Of gray there is one component.
    func row(_ component: Int, of y: Int, column: Int) -> Floats {
        let plane = component == 3 ? planeCount - 1 : min(component, planeCount - 1)
        return memory.values(as: Float.self) + (plane * height + y) * stride + column
    }

    /// Takes what was made of some pixels, as it is stored: within what codes hold.
    func store(_ rows: ComponentRows, _ span: TileSpan) {
        let colors = [rows.colors.c0, rows.colors.c1, rows.colors.c2]
        let colorCount = min(3, planeCount)
        for component in 0..<planeCount {
            guard let from = component < colorCount ? colors[component] : rows.alpha else { continue }
            let to = row(component < colorCount ? component : 3, of: span.row, column: span.column)
            let (low, high) = limits[component]
            for i in 0..<span.count { to[i] = max(low, min(from[i], high)) }
        }
    }
}
