// SPDX-License-Identifier: MIT
import Expressions
import TestSupport

/// A random law with values for its uniforms.
struct RandomGraph {
    let graph: Graph
    let uniforms: [Double]

    init(seed: UInt64) {
        var generator = Generator(seed: seed)
        func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        uniforms = (0..<6).map { _ in Double(Float.random(in: -1.5...1.5, using: &generator)) }
        let (p, q) = (Pixel(), Pixel(image: 1))
        var colors: [Color<Num>] = [p.rgb, pick(3) == 0 ? q.rgb : p.rgb]
        var numbers: [Num] = [p.rgb.r, p.rgb.b, p.x, p.y, pick(3) == 0 ? p.a : p.rgb.g, 0.5, 1, 0, 0.3, -1.25]
        numbers += (0..<6).map { Num.uniform($0) }
        func number() -> Num {
            // The latest ones most often, so that graphs become deep.
            pick(2) == 0 ? numbers[pick(numbers.count)] : numbers[max(0, numbers.count - 1 - pick(4))]
        }
        func color() -> Color<Num> { colors[max(0, colors.count - 1 - pick(3))] }
        for _ in 0..<2 + pick(14) {
            switch pick(3) {
            case 0: numbers.append(Self.number(pick(24), number(), number(), number(), number()))
            case 1: numbers.append(pick(2) == 0 ? dot(color(), luma) : dot(color(), color()))
            default:
                let (a, b, c) = (color(), color(), number())
                let which = pick(32)
                if which > 29 {
                    colors.append(Self.law(pick(CompiledLaws.all.count), a, b, (0..<4).map { _ in .uniform(pick(6)) }))
                } else if which < 24 {
                    let (d, e) = (number(), pick(24))
                    colors.append(
                        Color(
                            Self.number(e, a.r, b.r, c, d), Self.number(e, a.g, b.g, c, d),
                            Self.number(e, a.b, b.b, c, d)))
                } else {
                    colors.append(which < 27 ? Color(a.b, c, a.r) : Color(number(), number(), c))
                }
            }
        }
        let last = color()
        graph = Graph(pick(4) == 0 ? gray(number()) : last, alpha: pick(5) == 0 ? number() : nil)
    }

    private static func law(_ code: Int, _ a: Color<Num>, _ b: Color<Num>, _ uniforms: [Num]) -> Color<Num> {
        CompiledLaws.all[code].apply(a, b, uniforms)
    }

    private static func number(_ which: Int, _ a: Num, _ b: Num, _ c: Num, _ d: Num) -> Num {
        switch which {
        case 0, 1: a + b
        case 2, 3: a - b
        case 4, 5: a * b
        case 6: a * c + b
        case 7: (a + 1) / (b * b + 0.5)
        case 8: a / b
        case 9: min(a, b)
        case 10: max(a, c)
        case 11: mix(a, b, c)
        case 12: less(a, b, c, d)
        case 13: clamp(a)
        case 14: smoothstep(0.2, c, a)
        case 15: sqrt(a)
        case 16: abs(a - b)
        case 17: floor(a * 4) * 0.25
        case 18: sin(a * 3)
        case 19: cos(a + b)
        case 20: exp2(a)
        case 21: log2(a + 1.5)
        case 22: pow(a, b)
        default: atan2(a, b)
        }
    }
}

/// A reading that rounds every step to about a float's precision, up or down at random: where several differ, no program of
/// floats can be expected to give the exact value.
struct NoisyReading {
    let uniforms: [Double]
    let x: Double
    let y: Double
    let source: (_ image: Int, _ component: Int) -> Double
    private(set) var isExtreme = false
    private var known: [ObjectIdentifier: Double] = [:]
    private var generator: Generator

    init(
        uniforms: [Double], x: Double, y: Double, seed: UInt64,
        source: @escaping (_ image: Int, _ component: Int) -> Double
    ) {
        (self.uniforms, self.x, self.y, self.source) = (uniforms, x, y, source)
        generator = Generator(seed: seed)
    }

    mutating func value(_ node: Node?) -> Double {
        guard let node else { return 0 }
        if let value = known[ObjectIdentifier(node)] { return value }
        var value: Double
        switch node.operation {
        case .constant(let constant): value = constant
        case .uniform(let slot): value = uniforms[slot]
        case .x: value = x
        case .y: value = y
        case .input(let image, let component): value = source(image, component)
        default:
            let (a, b, c, d) = (self.value(node.a), self.value(node.b), self.value(node.c), self.value(node.d))
            value = node.operation.value(a, b, c, d)
            // Forms are added up in another order, so that what cancels leaves what the terms were rounded by.
            let size = max(value.magnitude, [a, b].map(\.magnitude).max() ?? 0)
            let isSum = node.operation == .add || node.operation == .subtract || node.operation == .mix
            value += (isSum ? size : value.magnitude) * 0x1p-20 * (generator.next() & 1 == 0 ? 1 : -1)
        }
        if !(value.magnitude < 1e15) || value != 0 && value.magnitude < 1e-15 { isExtreme = true }
        known[ObjectIdentifier(node)] = value
        return value
    }
}
