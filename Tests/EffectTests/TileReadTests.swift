// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Tiles: looked at")
struct TileReadTests {
    private struct Pixel: Equatable {
        let row: Int
        let column: Int
        let bits: [UInt32]

        init(_ rows: TileRows, _ i: Int, _ position: TileSpan, _ components: Int) {
            (row, column) = (position.row, position.column + i)
            bits = [rows.c0, rows.c1, rows.c2].prefix(components).map { $0[i].bitPattern }
        }
    }

    private static let sizes = [(1, 1), (2, 2), (3, 5), (5, 6), (37, 7), (513, 2), (1027, 3)]

    /// What `read` shows of any part of a row are the floats that `render` gives to an effect; the frame stays.
    @Test(arguments: PixelFormat.allCases, [TileModel.rgb, .native])
    func seesWhatEffectsSee(format: PixelFormat, model: TileModel) {
        var generator = Generator(seed: 77)
        let components = model == .native ? FormatTable.components(format) : 3
        for (index, size) in Self.sizes.enumerated() {
            for interlaced in FormatTable.yuv420.contains(format) ? [false, true] : [false] {
                let frame = TestFrame(
                    format, width: size.0, height: size.1, interlaced: interlaced, padding: index % 3,
                    placement: Placement.allCases[index % 3])
                frame.fill(.random, &generator)
                let original = frame.copy()
                var plan = ScratchPlan()
                let route = TileRoute(
                    format, width: size.0, colorimetry: colorimetries(format)[index % 6], model: model, in: &plan,
                    kernels: CPULevel.best.kernels)
                let scratch = GuardedMemory(byteCount: plan.byteCount, alignment: 64)
                let memory = ScratchMemory(scratch.base, byteCount: plan.byteCount)
                scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
                let whole = frame.copy()
                var pixels: [[Pixel?]] = Array(repeating: Array(repeating: nil, count: size.0), count: size.1)
                withExtendedLifetime(whole) {
                    let units = 0..<whole.frame.unitCount
                    route.render(whole.frame, units: units, scratch: memory) { rows, position in
                        for i in 0..<position.count {
                            pixels[position.row][position.column + i] = Pixel(rows, i, position, components)
                        }
                    }
                }
                for row in 0..<size.1 {
                    let first = Int.random(in: 0..<size.0, using: &generator)
                    let parts = [
                        0..<size.0, first..<size.0, first..<first + 1, 0..<first,
                        first..<Int.random(in: first...size.0, using: &generator),
                    ]
                    for columns in parts {
                        scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
                        var seen: [Pixel?] = []
                        withExtendedLifetime(frame) {
                            route.read(frame.frame, row: row, columns: columns, scratch: memory) {
                                rows, position in
                                for i in 0..<position.count { seen.append(Pixel(rows, i, position, components)) }
                            }
                        }
                        guard seen == Array(pixels[row][columns]) else {
                            Issue.record("\(frame.summary), row \(row), columns \(columns)")
                            return
                        }
                    }
                }
                #expect(frame.firstDifferentByte(from: original) == nil)
                #expect(scratch.guardsAreIntact)
            }
        }
    }
}
