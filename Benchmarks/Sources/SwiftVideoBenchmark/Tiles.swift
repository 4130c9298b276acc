// SPDX-License-Identifier: MIT
import Effects
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference

/// The tile route on BGRx with a number of point effects in float, checked against the reference's kernels.
func tileItem(effects: Int, _ size: Size) -> TimedItem {
    let info = VideoInfo(.bgrx, size)
    let kernels = CPULevel.current.kernels
    let route = TimedRoute(info, effects: effects, kernels: kernels)
    let image = Image(info)
    return TimedItem(
        run: {
            route.render(image)
            return true
        },
        fingerprint: { tileFingerprint(effects: effects, size, kernels) })
}

/// Of noise that went through once.
func tileFingerprint(effects: Int, _ size: Size, _ kernels: any KernelSet.Type) -> UInt64 {
    let info = VideoInfo(.bgrx, size)
    let image = Image(info)
    TimedRoute(info, effects: effects, kernels: kernels).render(image)
    return image.fingerprint
}

/// The tile route with a number of effects, which is timed and checked alike.
private struct TimedRoute {
    private let route: TileRoute
    private let scratch: ScratchMemory
    private let effects: Int
    private let kernels: any KernelSet.Type

    init(_ info: VideoInfo, effects: Int, kernels: any KernelSet.Type) {
        var plan = ScratchPlan()
        route = TileRoute(
            info.format, width: info.width, colorimetry: info.colorimetry, in: &plan, kernels: kernels)
        scratch = ScratchMemory(
            .allocate(byteCount: plan.byteCount, alignment: 64), byteCount: plan.byteCount)
        self.effects = effects
        self.kernels = kernels
    }

    func render(_ image: Image) {
        route.render(image.frame, units: 0..<image.info.height, scratch: scratch) { rows, position in
            for _ in 0..<effects { saturate(rows, position.count, kernels) }
        }
    }
}

/// Saturation as a matrix: each component mixed with the luma, GPUImage's law at 0.9.
private func saturate(_ rows: TileRows, _ count: Int, _ kernels: any KernelSet.Type) {
    let (s, r, g, b): (Float, Float, Float, Float) = (0.9, 0.02125, 0.07154, 0.00721)
    kernels.matrixRows(
        rows, rows, count: count,
        matrix: TileMatrix((r + s, g, b), (r, g + s, b), (r, g, b + s)))
}
