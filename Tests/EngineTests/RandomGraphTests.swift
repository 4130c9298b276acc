// SPDX-License-Identifier: MIT
import Engine
import Expressions
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Random graphs: lowered, beside the scalar reading")
struct RandomGraphTests {
    private static let (width, height) = (19, 3)

    /// Samples that were compared, and all.
    private struct Tally {
        var compared = 0
        var all = 0
    }

    private func check(_ seed: UInt64, _ tally: inout Tally) throws {
        let orders = TestImages.orders
        let order = orders[Int(seed % UInt64(orders.count))].1
        let random = RandomGraph(seed: seed)
        let program = try Program(random.graph, ProgramTarget(order))
        let images = TestImages(width: Self.width, height: Self.height, order: order, seed: seed)
        let level = CPULevel.available[Int(seed % UInt64(CPULevel.available.count))]
        let made = try #require(try images.rendered(program, random.uniforms, level.kernels.machine))
        let inPlace = try images.rendered(program, random.uniforms, level.kernels.machine, inPlace: true, bands: 2)
        #expect(inPlace == made, "\(seed): in place")
        let expected = try images.rendered(program, random.uniforms, MachineReference.self)
        #expect(expected == made, "\(seed): \(level) and the reference differ")
        let reading = images.reading(random.uniforms)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let color = random.graph.color
                for (component, number) in [color.r, color.g, color.b, random.graph.alpha].enumerated() {
                    guard let number else { continue }
                    func code(_ value: Double) -> Double { min(max(value, 0), 1) * 255 }
                    let exact = code(reading.value(number, x: x, y: y))
                    tally.all += 1
                    let isStable = (0..<6).allSatisfy { round in
                        var noisy = NoisyReading(
                            uniforms: random.uniforms, x: (Double(x) + 0.5) / Double(Self.width),
                            y: (Double(y) + 0.5) / Double(Self.height), seed: UInt64(round)
                        ) { Double(images.code($0, $1, x, y)) / 255 }
                        let value = noisy.value(number.node)
                        return !noisy.isExtreme && (code(value) - exact).magnitude < 0.125
                    }
                    guard isStable else { continue }
                    tally.compared += 1
                    let sample = made[4 * (y * Self.width + x) + images.offset(component)]
                    if (Double(sample) - exact).magnitude > 1 {
                        Issue.record(
                            """
                            seed \(seed), pixel \(x), \(y), component \(component), \(level): \(sample) instead of \
                            \(exact)
                            \(program)
                            """)
                        return
                    }
                }
            }
        }
    }

    @Test func programs() throws {
        var tally = Tally()
        for seed in 0..<UInt64(isLong ? 1_000_000 : 1500) { try check(seed, &tally) }
        // Where few were compared, the test would say little.
        #expect(tally.compared * 2 > tally.all, "\(tally.compared) of \(tally.all) samples are stable")
    }
}
