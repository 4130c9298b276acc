// SPDX-License-Identifier: MIT
import Effects
import Filters
import KernelTypes
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Sources: frames of nothing")
struct SourceEffectTests {
    private func colorimetry(_ format: PixelFormat) -> Colorimetry {
        Colorimetry(matrix: .bt709, fullRange: true, depth: FormatTable.depth(format))
    }

    private func perlin(_ change: (inout Perlin) -> Void = { _ in }) -> Perlin {
        var settings = Perlin()
        change(&settings)
        return settings
    }

    /// A frame whose bytes were all `byte`.
    private func made(
        _ settings: Perlin, _ format: PixelFormat, _ width: Int = 37, _ height: Int = 11, byte: UInt8 = 0,
        time: Int64? = 0, interlaced: Bool = false, _ kernels: any KernelSet.Type = CPULevel.best.kernels
    ) throws -> TestFrame {
        let frame = TestFrame(format, width: width, height: height, interlaced: interlaced)
        for plane in 0..<format.layout.planeCount {
            for row in 0..<frame.rows(plane) {
                frame.rowBase(plane, row).initializeMemory(
                    as: UInt8.self, repeating: byte, count: frame.rowBytes(plane))
            }
        }
        let effect = SourceEffect<Perlin>(kernels: kernels)
        try effect.configure(frame.image(colorimetry(format)))
        try effect.update(settings)
        let (view, last) = (frame.frame, format.layout.planeCount - 1)
        try withExtendedLifetime(frame) {
            try effect.render(
                Frame(
                    format: format, width: width, height: height, interlaced: interlaced,
                    planes: (view.plane(0), view.plane(min(1, last)), view.plane(last)),
                    time: time), bands: .serial)
        }
        #expect(frame.guardsAreIntact, "\(frame.summary)")
        return frame
    }

    @Test("Nothing of what was in memory shows, in any format and size", arguments: PixelFormat.allCases)
    func everyByte(format: PixelFormat) throws {
        for (width, height, interlaced) in [(37, 11, false), (1, 1, false), (34, 7, true), (1029, 3, false)] {
            let first = try made(perlin(), format, width, height, byte: 0x55, interlaced: interlaced)
            let second = try made(perlin(), format, width, height, byte: 0xaa, interlaced: interlaced)
            #expect(first.firstDifferentByte(from: second) == nil, "\(first.summary)")
        }
    }

    @Test("The fourth byte of formats without alpha is 255", arguments: [PixelFormat.bgrx, .rgbx, .xrgb, .xbgr])
    func opaque(format: PixelFormat) throws {
        let frame = try made(perlin(), format, byte: 3)
        let offset = Set(0..<4).subtracting(format.layout.components.map(\.offset)).first ?? 0
        for row in 0..<frame.height {
            for x in 0..<frame.width {
                #expect(frame.rowBase(0, row).load(fromByteOffset: 4 * x + offset, as: UInt8.self) == 255)
            }
        }
    }

    @Test("Alpha is blended as colours are")
    func alpha() throws {
        let clear = try made(perlin { $0.startColor = 0x00ff_ffff }, .bgra)
        let gray = try made(perlin(), .gray8)
        for row in 0..<clear.height {
            for x in 0..<clear.width {
                let alpha = clear.rowBase(0, row).load(fromByteOffset: 4 * x + 3, as: UInt8.self)
                let luma = gray.rowBase(0, row).load(fromByteOffset: x, as: UInt8.self)
                #expect(abs(Int(alpha) - Int(luma)) <= 1)
            }
        }
    }

    /// Each pixel is the middle of a cell, where all four slopes count: a wrong hash shows.
    @Test("Hashes of whole numbers are exact at every CPU level")
    func hashes() throws {
        for offset in [0, 40.0 / 256] {
            let settings = perlin { ($0.scale, $0.offsetX, $0.offsetY) = (256, offset, offset) }
            let reading = FilterReading(settings, width: 256, height: 256) { _, _, _ in 0 }
            for level in CPULevel.available {
                let frame = try made(settings, .argb64, 256, 256, level.kernels)
                var worst = 0.0
                for y in 0..<256 {
                    for x in 0..<256 {
                        let code = frame.rowBase(0, y).load(fromByteOffset: 8 * x + 2, as: UInt16.self)
                        let exact = max(0, min(1, reading.color(x: x, y: y).r)) * 65535
                        worst = max(worst, abs(Double(code) - exact))
                    }
                }
                #expect(worst < 2, "\(level), offset \(offset): \(worst)")
            }
        }
    }

    @Test("The law is the published one, computed with whole numbers")
    func published() throws {
        func perm(_ number: Int) -> Int { (34 * number + 1) * number % 289 }
        func noise(_ x: Double, _ y: Double) -> Double {
            let (ix, iy) = (x.rounded(.down), y.rounded(.down))
            func corner(_ dx: Int, _ dy: Int) -> Double {
                let hash = Double(perm(perm(Int(ix) % 289 + dx) + Int(iy) % 289 + dy))
                let g = 2 * (hash / 41 - (hash / 41).rounded(.down)) - 1
                let (gx, gy) = (g - (g + 0.5).rounded(.down), abs(g) - 0.5)
                let length = 1.79284291400159 - 0.85373472095314 * (gx * gx + gy * gy)
                return length * (gx * (x - ix - Double(dx)) + gy * (y - iy - Double(dy)))
            }
            func fade(_ t: Double) -> Double { t * t * t * (t * (6 * t - 15) + 10) }
            let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fade(x - ix)
            let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fade(x - ix)
            return 2.3 * (top + (bottom - top) * fade(y - iy))
        }
        for (scale, offset) in [(8.0, 0.0), (100, 2.5), (37, 7.8)] {
            let settings = perlin { ($0.scale, $0.offsetX, $0.offsetY) = (scale, offset, offset / 3) }
            let reading = FilterReading(settings, width: 64, height: 36) { _, _, _ in 0 }
            for y in 0..<36 {
                for x in 0..<64 {
                    let (u, v) = ((Double(x) + 0.5) / 64 + offset, (Double(y) + 0.5) / 36 + offset / 3)
                    let n = noise(u * scale, v * scale)
                    #expect(abs(reading.color(x: x, y: y).g - (n + 1) / 2) < 1e-9, "\(scale) \(x) \(y)")
                }
            }
        }
    }

    @Test("A frame depends on its time, and on nothing before it")
    func time() throws {
        let moving = perlin { ($0.speedX, $0.speedY) = (0.25, -0.5) }
        let later = try made(moving, .i420, time: 2_000_000_000)
        let there = try made(perlin { ($0.offsetX, $0.offsetY) = (0.5, -1) }, .i420, time: 77)
        #expect(later.firstDifferentByte(from: there) == nil)
        let first = try made(moving, .i420)
        #expect(first.firstDifferentByte(from: later) != nil)
        #expect(first.firstDifferentByte(from: try made(perlin(), .i420)) == nil)
        #expect(first.firstDifferentByte(from: try made(moving, .i420, time: nil)) == nil)
    }

    @Test("Seeds make other noise; 0 is the published one, and noise repeats after 289 cells")
    func seeds() throws {
        let seeds: [Int32] = [0, 1, 2, 3, 1000, .max]
        let frames = try seeds.map { seed in try made(perlin { $0.seed = seed }, .gray8) }
        for (i, frame) in frames.enumerated() {
            for other in frames[(i + 1)...] { #expect(frame.firstDifferentByte(from: other) != nil) }
        }
        let moved = try made(perlin { ($0.scale, $0.offsetX, $0.offsetY) = (1, 289, -578) }, .gray8)
        #expect(moved.firstDifferentByte(from: try made(perlin { $0.scale = 1 }, .gray8)) == nil)
    }

    @Test("Frames of another size are refused, and before settings come they stay")
    func contract() throws {
        let effect = SourceEffect<Perlin>()
        let (frame, other) = (TestFrame(.bgrx, width: 16, height: 4), TestFrame(.bgrx, width: 15, height: 4))
        let (before, otherBefore) = (frame.copy(), other.copy())
        try effect.configure(frame.image(colorimetry(.bgrx)))
        try effect.render(frame.frame, bands: .serial)
        #expect(frame.firstDifferentByte(from: before) == nil)
        try effect.update(Perlin())
        #expect(throws: EffectError.self) { try effect.render(other.frame, bands: .serial) }
        #expect(other.firstDifferentByte(from: otherBefore) == nil)
    }
}
