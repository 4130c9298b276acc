// SPDX-License-Identifier: MIT
import Engine
import Expressions
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Laws: programs beside the scalar reading")
struct LawTests {
    private func bgrx() throws -> PixelOrder { try #require(PixelOrder(offsets: (2, 1, 0))) }

    @Test(arguments: testLaws) func program(law: TestLaw) throws {
        let program = try Program(law.graph, ProgramTarget(bgrx()))
        if !law.program.isEmpty { #expect(program.description == law.program) }
    }

    /// Every sample within a code at every level, and the same bits.
    @Test(arguments: testLaws) func samples(law: TestLaw) throws {
        for (name, order) in TestImages.orders {
            let program = try Program(law.graph, ProgramTarget(order))
            let images = TestImages(width: 67, height: 9, order: order, seed: 5)
            let reading = images.reading(law.uniforms)
            let expected = try #require(try images.rendered(program, law.uniforms, MachineReference.self))
            for level in CPULevel.available {
                let made = try #require(try images.rendered(program, law.uniforms, level.kernels.machine))
                #expect(made == expected, "\(law.name), \(name), \(level): other bits than the reference")
            }
            var worst = 0.0
            for y in 0..<images.height {
                for x in 0..<images.width {
                    let color = reading.color(law.graph.color, x: x, y: y)
                    let alpha = law.graph.alpha.map { reading.value($0, x: x, y: y) }
                    for (component, value) in [color.r, color.g, color.b, alpha].enumerated() {
                        let index = 4 * (y * images.width + x) + images.offset(component)
                        guard let value else {
                            #expect(expected[index] == images.images[0][index], "the remaining byte stays")
                            continue
                        }
                        let nominal = min(max(value, 0), 1) * 255
                        worst = max(worst, (nominal - Double(expected[index])).magnitude)
                    }
                }
            }
            #expect(worst <= 1.001, "\(law.name), \(name)")
        }
    }

    /// Any width, in index or not, any bands, any alignment: the same pixels.
    @Test(arguments: testLaws) func shapes(law: TestLaw) throws {
        let order = try bgrx()
        let program = try Program(law.graph, ProgramTarget(order))
        for width in [1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 300, 530, 1283] {
            let images = TestImages(width: width, height: 3, order: order, seed: UInt64(width))
            let expected = try #require(try images.rendered(program, law.uniforms, MachineReference.self))
            for level in CPULevel.available {
                for placement in Placement.allCases {
                    for inPlace in [false, true] {
                        let made = try images.rendered(
                            program, law.uniforms, level.kernels.machine, inPlace: inPlace, bands: inPlace ? 3 : 1,
                            placement: placement)
                        #expect(made == expected, "\(width) columns, \(level), \(placement), in index: \(inPlace)")
                    }
                }
            }
        }
    }

    /// New uniforms need no new program, and a state that got them is as a new one.
    @Test func newUniforms() throws {
        let order = try bgrx()
        for law in testLaws where !law.uniforms.isEmpty {
            let program = try Program(law.graph, ProgramTarget(order))
            let images = TestImages(width: 40, height: 5, order: order, seed: 9)
            let state = try FrameState(program, width: 40, height: 5, kernels: CPULevel.best.kernels.machine)
            for factor in [1, 0.5, 0, 1.25, 1] {
                let uniforms = law.uniforms.map { $0 * factor }
                state.update(uniforms: uniforms)
                let fresh = try images.rendered(program, uniforms, CPULevel.best.kernels.machine)
                #expect(try images.rendered(state) == fresh, "\(law.name), \(factor)")
            }
        }
    }

    @Test func refusals() throws {
        let (p, order) = (Pixel(), try bgrx())
        #expect(throws: LoweringError.looksElsewhere) { try Program(Graph(p[1, 0]), ProgramTarget(order)) }
        #expect(throws: LoweringError.looksElsewhere) {
            try Program(Graph(p.sample(p.y, p.x).rgb), ProgramTarget(order))
        }
        #expect(throws: LoweringError.tooManyImages) { try Program(Graph(Pixel(image: 2).rgb), ProgramTarget(order)) }
        #expect(PixelOrder(offsets: (0, 1, 3)) == nil && PixelOrder(offsets: (0, 0, 1)) == nil)
        #expect(PixelOrder(offsets: (2, 3, 4)) == nil)
    }
}
