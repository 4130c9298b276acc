// SPDX-License-Identifier: MIT
import Effects
import KernelTypes
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Tiles: there and back")
struct TileRouteTests {
    private static let sizes = [
        (1, 1), (1, 2), (2, 1), (3, 3), (4, 4), (5, 7), (6, 5), (37, 23), (512, 2), (513, 1), (1025, 3), (2049, 2),
    ]

    /// Unpacked and packed again, a frame is what it was: whatever the matrix, the range and the size.
    @Test(arguments: PixelFormat.allCases) func identity(format: PixelFormat) {
        var generator = Generator(seed: 64)
        var turn = 0
        for size in Self.sizes {
            // The shapes matter for small frames; large ones are slow without optimization.
            let isLarge = size.0 > 256
            for _ in 0..<4 {
                let all = colorimetries(format)
                for (index, colorimetry) in all.enumerated() {
                    turn += 1
                    if isLarge && index != turn % all.count { continue }
                    let interlaced = FormatTable.yuv420.contains(format) && turn % 3 == 0
                    let frame = TestFrame(
                        format, width: size.0, height: size.1, interlaced: interlaced, padding: turn % 5,
                        placement: Placement.allCases[turn % 3])
                    let is8BitYCbCr = FormatTable.yuv.contains(format) && FormatTable.depth(format) == 8
                    if is8BitYCbCr && turn % 2 == 0 {
                        fillInGamut(frame, colorimetry, &generator)
                    } else {
                        frame.fill(turn % 7 == 0 ? .extreme : .random, &generator)
                    }
                    let original = frame.copy()
                    renderTiles(frame, colorimetry, CPULevel.best.kernels) { _, _ in }
                    // Every byte: the float route is exact to far less than half a code, so nothing rounds away.
                    let difference = frame.firstDifferentByte(from: original)
                    if let difference {
                        Issue.record("\(frame.summary) \(colorimetry): \(difference)")
                        return
                    }
                }
            }
        }
    }

    /// A point effect that mixes components, bends one and offsets another: in nominal R'G'B'.
    private func change(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(0.6 * rgb.x + 0.3 * rgb.y, 0.9 - 0.8 * rgb.y, 0.5 * rgb.z * rgb.z + 0.1)
    }

    private func change(_ rows: TileRows, _ position: TileSpan) {
        for i in 0..<position.count {
            let (r, g, b) = (rows.c0[i], rows.c1[i], rows.c2[i])
            (rows.c0[i], rows.c1[i], rows.c2[i]) = (0.6 * r + 0.3 * g, 0.9 - 0.8 * g, 0.5 * b * b + 0.1)
        }
    }

    /// A change of colour with chroma resampled, against the plain law in double precision.
    @Test(arguments: FormatTable.yuv)
    func colorChange(format: PixelFormat) {
        var generator = Generator(seed: 53)
        let sizes = [(1, 1), (1, 2), (2, 1), (3, 3), (4, 4), (5, 7), (6, 5), (37, 23), (1027, 2)]
        for (index, size) in sizes.enumerated() {
            for padding in 0..<4 {
                let all = colorimetries(format)
                for interlaced in FormatTable.yuv420.contains(format) ? [false, true] : [false] {
                    let colorimetry = all[(index + padding) % all.count]
                    let frame = TestFrame(
                        format, width: size.0, height: size.1, interlaced: interlaced, padding: padding)
                    frame.fill(.random, &generator)
                    let original = frame.copy()
                    renderTiles(frame, colorimetry, CPULevel.best.kernels, effect: change)
                    let law = TileLaw(colorimetry, maximum: format.layout.maximum, change: change)
                    let deviation = Deviation(Codes(frame), from: law.apply(Codes(original)))
                    let touched = untouchedDifference(frame, original: original)
                    if deviation.worst > 0.51 || touched != nil {
                        Issue.record("\(frame.summary) \(colorimetry): \(deviation.position) \(touched ?? "")")
                        return
                    }
                }
            }
        }
    }

    /// R'G'B' and gray take no chroma: the plain law, pixel by pixel.
    @Test(arguments: FormatTable.rgb) func colorChangeOfRGB(format: PixelFormat) {
        var generator = Generator(seed: 54)
        for colorimetry in colorimetries(format) {
            let frame = TestFrame(format, width: 37, height: 5)
            frame.fill(.random, &generator)
            let original = frame.copy()
            renderTiles(frame, colorimetry, CPULevel.best.kernels, effect: change)
            let law = TileLaw(colorimetry, maximum: format.layout.maximum, change: change)
            let deviation = Deviation(Codes(frame), from: law.applyRGB(Codes(original)))
            let touched = untouchedDifference(frame, original: original)
            #expect(deviation.worst < 0.51, "\(frame.summary) \(colorimetry): \(deviation.position)")
            #expect(touched == nil, "\(touched ?? "")")
        }
    }

    /// All levels and any split into units give the same bits.
    @Test(arguments: FormatTable.yuv420 + [.yuy2, .ayuv, .bgra, .argb64, .gray16be])
    func everyLevelAndSplitGiveTheSameBits(format: PixelFormat) {
        var generator = Generator(seed: 55)
        for colorimetry in colorimetries(format) {
            let original = TestFrame(format, width: 61, height: 9, padding: 3)
            original.fill(.random, &generator)
            let expected = original.copy()
            renderTiles(expected, colorimetry, CPULevel.baseline.kernels, effect: change)
            for level in CPULevel.available {
                let frame = original.repadded(0)
                renderTiles(frame, colorimetry, level.kernels, reversed: true, effect: change)
                let difference = frame.firstDifference(from: expected)
                #expect(difference == nil, "\(level) \(colorimetry): \(difference ?? "")")
            }
        }
    }
}

/// Renders through tiles; row by row from the last to the first if `reversed`.
func renderTiles(
    _ frame: TestFrame, _ colorimetry: Colorimetry, _ kernels: any KernelSet.Type,
    reversed: Bool = false, effect: TileEffect
) {
    var plan = ScratchPlan()
    let route = TileRoute(
        frame.format, width: frame.width, colorimetry: colorimetry, in: &plan, kernels: kernels)
    let scratch = GuardedMemory(byteCount: plan.byteCount, alignment: 64)
    scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let memory = ScratchMemory(scratch.base, byteCount: plan.byteCount)
    let units = 0..<frame.frame.unitCount
    if reversed {
        for unit in units.reversed() {
            route.render(frame.frame, units: unit..<unit + 1, scratch: memory, effect: effect)
        }
    } else {
        route.render(frame.frame, units: units, scratch: memory, effect: effect)
    }
}
