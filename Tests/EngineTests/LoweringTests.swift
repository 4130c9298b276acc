// SPDX-License-Identifier: MIT
import CTestSupport
import Engine
import Expressions
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Lowering: what becomes of graphs")
struct LoweringTests {
    private func program(_ law: (Pixel, Uniforms<Num>) -> Color<Num>) throws -> Program {
        let order = try #require(PixelOrder(offsets: (2, 1, 0)))
        return try Program(Graph(law(Pixel(), Uniforms())), ProgramTarget(order))
    }

    /// What is linear is one matrix, however it was written.
    @Test func linearForms() throws {
        let laws: [(Pixel, Uniforms<Num>) -> Color<Num>] = [
            { p, u in mix(gray(dot(p.rgb, luma)), p.rgb, u[0]) },
            { p, u in gray(dot(p.rgb, luma)) * (1 - u[0]) + p.rgb * u[0] },
            { p, u in (p.rgb - gray(dot(p.rgb, luma))) * u[0] + gray(dot(p.rgb, luma)) },
            { p, u in p.rgb / u[0] - dot(p.rgb, luma) / (u[0] * u[1]) * u.color(2) },
        ]
        for law in laws { #expect(try program(law).description == "matrix3<>") }
    }

    /// Constants are computed, and only those: a uniform that is 1 or 0 now keeps its instructions.
    @Test func folding() throws {
        #expect(try program { p, _ in p.rgb * 1 + 0 }.description == "linear3/1<>")
        #expect(try program { p, _ in mix(p.rgb, floor(p.rgb), 0) }.description == "linear3/1<>")
        #expect(try program { p, _ in p.rgb * (exp2(2) - 3) }.description == "linear3/1<>")
        let text = try program { p, u in mix(p.rgb, floor(p.rgb * u[1]), u[0]) }.description
        #expect(text == "unpack floor3 linear3/2 pack")
    }

    /// What others need too is made once.
    @Test func sharing() throws {
        let text = try program { p, _ in
            let l = sqrt(dot(p.rgb, luma))
            return Color(l * p.rgb.r, sqrt(dot(p.rgb, luma)) + 0.1, l)
        }.description
        #expect(text.components(of: "squareRoot") == 1)
    }

    /// Where components are rows, a law that has not all of them takes none that are not there.
    @Test func missingComponents() throws {
        let law = { (p: Pixel) in clamp(Color(p.rgb.r * 0.5, p.rgb.r + 0.1, p.rgb.r * 2)) * 0.9 }
        for model in [ColorModel.rgb, .gray] {
            let colorimetry = Colorimetry(matrix: .bt601, fullRange: true, depth: 8)
            let target = ProgramTarget(
                .rows, model: model, colorimetry: colorimetry, maximum: 255, hasAlpha: false)
            let text = try Program(Graph(law(Pixel())), target).description
            #expect(!text.contains("matrix3"), "\(text)")
        }
    }

    /// A bundle whose planes need each other is made singly.
    @Test func dependentPlanes() throws {
        let text = try program { p, _ in
            let a = floor(p.rgb.r * 3)
            let b = floor(a * p.rgb.g + 0.5)
            return Color(a, b, floor(b * p.rgb.b - a))
        }.description
        #expect(!text.contains("floor3"))
    }

    /// Laws of neighbours read pixels themselves, or rows of what they look at.
    @Test func neighbours() throws {
        let target = ProgramTarget(try #require(PixelOrder(offsets: (2, 1, 0))))
        func text(_ law: (Pixel, Uniforms<Num>) -> Color<Num>) throws -> String {
            let program = try Program(around: Graph(law(Pixel(), Uniforms())), target, meanSlot: 1)
            return ([program] + program.fields).map(\.description).joined(separator: ", ")
        }
        func length(_ field: Field<Num>, corner: Double, middle: Double) -> Num {
            func side(_ x: Int, _ y: Int) -> Num {
                (field[x == 0 ? -1 : x, y == 0 ? -1 : y] + field[x == 0 ? 1 : x, y == 0 ? 1 : y]) * Num(corner)
                    + field[x, y] * Num(middle)
            }
            return Expressions.length(side(1, 0) - side(-1, 0), side(0, 1) - side(0, -1))
        }
        for (corner, middle) in [(1.0, 2.0), (1, 1), (0.5, -0.25)] {
            let gray = try text { p, u in
                Expressions.gray(length(Field(dot(p.rgb, luma)), corner: corner, middle: middle) * u[0])
            }
            #expect(gray == "gradient>, linear/3<")
        }
        let rounded = try text { p, _ in
            Expressions.gray(length(Field(floor(dot(p.rgb, luma) * 255 + 0.5) / 255), corner: 1, middle: 2))
        }
        #expect(rounded == "gradient>, floor<")
        // Red alone, and the pixel's own colours.
        let red = try text { p, u in p.rgb * length(Field(p.rgb.r), corner: 1, middle: 2) }
        #expect(red == "gradient product3<>, linear/3<")
        let square = try text { p, _ in
            let (field, l) = (Field(p.rgb.r), Field(p.rgb.r))
            let x = (field[1, -1] + field[1, 1] + 2 * l[1, 0]) - (field[-1, -1] + field[-1, 1] + 2 * l[-1, 0])
            let y = (field[-1, 1] + field[1, 1] + 2 * l[0, 1]) - (field[-1, -1] + field[1, -1] + 2 * l[0, -1])
            return less(x * x + y * y, 0.1, p.rgb, gray(0))
        }
        #expect(square == "gradient^2 unpack less3>, linear/3<")
        let other = try text { p, _ in
            let field = Field(dot(p.rgb, luma))
            return Expressions.gray(
                Expressions.length(field[1, 0] - field[-1, 0], field[0, 1] - field[0, -1]))
        }
        #expect(!other.contains("gradient"))
        let sharpened = try text { p, u in p.rgb * (u[0] * 4 + 1) - (p[-1, 0] + p[1, 0] + p[0, -1] + p[0, 1]) * u[0] }
        #expect(sharpened == "taps3>")
        // Each colour for itself: rows of components.
        let mixed = try text { p, u in Color(p[1, 0].g, p[0, 1].r * u[0], p.rgb.b) }
        #expect(!mixed.contains("taps") && !mixed.contains("unpack"), "\(mixed)")
    }

    /// Sums of any length, each term with its own function.
    @Test func longSums() throws {
        for count in [4, 5, 6, 7, 8, 9, 10, 12, 30] {
            var sum: Num = 0
            let p = Pixel()
            for index in 0..<count { sum = sum + sin(p.rgb.r * Num(Double(index) + 0.5)) * (1 / Double(count)).number }
            let order = try #require(PixelOrder(offsets: (0, 1, 2)))
            let program = try Program(Graph(gray(abs(sum))), ProgramTarget(order))
            let images = TestImages(width: 40, height: 2, order: order, seed: 3)
            let made = try #require(try images.rendered(program, [], CPULevel.best.kernels.machine))
            let reading = images.reading([])
            for x in 0..<40 {
                let value = min(reading.value(abs(sum), x: x, y: 1), 1) * 255
                #expect((Double(made[4 * (40 + x)]) - value).magnitude <= 1, "\(count) terms, column \(x)")
            }
        }
    }

    /// A long chain keeps few rows alive.
    @Test func registers() throws {
        let program = try program { p, u in
            var rgb = p.rgb
            for _ in 0..<8 { rgb = clamp(rgb * rgb + u[0]) }
            return rgb
        }
        #expect(program.registerCount == 3, "\(program.disassembly)")
    }

    /// No allocation for a frame, with new uniforms or without.
    @Test(.enabled(if: tst_can_count_allocations())) func allocations() throws {
        let order = try #require(PixelOrder(offsets: (2, 1, 0)))
        for law in testLaws {
            let program = try Program(law.graph, ProgramTarget(order))
            let (width, height) = (333, 40)
            let state = try FrameState(program, width: width, height: height, kernels: CPULevel.best.kernels.machine)
            let thread = try ThreadState(program, width: width)
            let memory = GuardedMemory(byteCount: 4 * width * height)
            let uniforms = [0.5, 0.75, 1].map { factor in law.uniforms.map { $0 * factor } }
            func frame(_ index: Int) {
                state.update(uniforms: uniforms[index % 3])
                thread.begin(state)
                thread.render(
                    state, rows: 0..<height, image0: PixelRows(base: memory.base, stride: 4 * width),
                    image1: PixelRows(base: memory.base, stride: 4 * width),
                    destination: MutablePixelRows(base: memory.base, stride: 4 * width))
            }
            frame(0)
            let before = tst_allocations()
            tst_count_allocations(true)
            for index in 0..<6 { frame(index) }
            tst_count_allocations(false)
            #expect(tst_allocations() == before, "\(law.name)")
        }
    }
}

extension Double {
    fileprivate var number: Num { Num(self) }
}

extension String {
    /// How often a word comes.
    fileprivate func components(of word: String) -> Int {
        split(separator: " ").filter { $0 == word }.count
    }
}
