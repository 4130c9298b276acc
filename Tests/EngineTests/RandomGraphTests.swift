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
        /// Programs that store pixels.
        var ofPixels = 0
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
        compare(random, images.reading(random.uniforms), "seed \(seed), \(level), \(program)", &tally) {
            made[4 * ($2 * Self.width + $1) + images.offset($0)]
        }
    }

    /// The same of a law that looks beyond the pixel: on rows of floats and, of neighbours alone, on pixels.
    private func checkPasses(_ seed: UInt64, _ tally: inout Tally) throws {
        let orders = TestImages.orders
        let order = orders[Int(seed % UInt64(orders.count))].1
        let random = RandomGraph(seed: seed, looksElsewhere: true)
        let images = TestImages(width: Self.width, height: Self.height, order: order, seed: seed)
        let passes = try PassImages(images, random, seed: seed)
        let level = CPULevel.available[Int(seed % UInt64(CPULevel.available.count))]
        let target = ProgramTarget(order)
        var programs = [try Program(random.graph, target.asRows)]
        // What a law mentions and does not read may not be there.
        if programs[0].looksAtNeighboursAlone, let around = try? Program(around: random.graph, target, meanSlot: 0) {
            programs.append(around)
        }
        tally.ofPixels += programs.count - 1
        for program in programs {
            let made = try passes.rendered(program, level.kernels.machine)
            let expected = try passes.rendered(program, MachineReference.self)
            #expect(expected == made, "\(seed): \(level) and the reference differ")
            compare(random, passes.reading, "seed \(seed), \(level), \(program)", &tally) {
                made[$0][$2 * Self.width + $1]
            }
        }
    }

    /// Compares codes with a reading where that is stable.
    private func compare(
        _ random: RandomGraph, _ reading: ScalarReading, _ name: String, _ tally: inout Tally,
        _ made: (_ component: Int, _ x: Int, _ y: Int) -> UInt8
    ) {
        let color = random.graph.color
        func code(_ value: Double) -> Double { min(max(value, 0), 1) * 255 }
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                for (component, number) in [color.r, color.g, color.b, random.graph.alpha].enumerated() {
                    guard let number else { continue }
                    let exact = code(reading.value(number, x: x, y: y))
                    tally.all += 1
                    let isStable = (0..<6).allSatisfy { round in
                        var noisy = NoisyReading(reading, seed: UInt64(round))
                        let value = noisy.value(number.node, x, y)
                        return !noisy.isExtreme && (code(value) - exact).magnitude < 0.125
                    }
                    guard isStable else { continue }
                    tally.compared += 1
                    let sample = made(component, x, y)
                    if (Double(sample) - exact).magnitude > 1 {
                        Issue.record("\(name), pixel \(x), \(y), component \(component): \(sample), not \(exact)")
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

    @Test func passes() throws {
        var tally = Tally()
        let count = isLong ? 1_000_000 : 600
        for seed in 0..<UInt64(count) { try checkPasses(seed, &tally) }
        #expect(tally.ofPixels * 20 > count, "\(tally.ofPixels) programs store pixels")
        #expect(tally.compared * 2 > tally.all, "\(tally.compared) of \(tally.all) samples are stable")
    }
}
