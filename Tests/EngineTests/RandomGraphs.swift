// SPDX-License-Identifier: MIT
import Expressions
import TestSupport

/// A random law with values for its uniforms.
struct RandomGraph {
    /// Slots of a table and of a cube, after those of uniforms.
    static let (table, cube) = (6, 7)
    static let slotCount = 8

    let graph: Graph
    let uniforms: [Double]

    /// One that looks beyond the pixel or not: at neighbours, at what is computed of them, at samples, into tables, at the last frame.
    init(seed: UInt64, looksElsewhere: Bool = false) {
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
        func addNeighbours() {
            // What is looked at is of single pixels.
            var own: [Num] = [p.rgb.r, p.rgb.g, p.rgb.b, pick(4) == 0 ? p.a : dot(p.rgb, luma)]
            func any() -> Num { pick(3) == 0 ? [.uniform(pick(6)), 0.5, 1][pick(3)] : own[pick(own.count)] }
            for _ in 0..<pick(4) {
                own.append(
                    pick(4) == 0 ? Table(slot: Self.table)(any()) : Self.number(pick(24), any(), any(), any(), any()))
            }
            func offset() -> Int { pick(7) - 3 }
            for _ in 0..<1 + pick(5) {
                numbers.append(Field(own[own.count - 1 - pick(min(3, own.count))])[offset(), offset()])
            }
            // Sums of the same neighbours of all components are an instruction of their own.
            let (a, b, weight) = (p[offset(), offset()], p[offset(), offset()], Num.uniform(pick(6)))
            colors.append(pick(2) == 0 ? (a + b) * weight + p.rgb * 0.5 : a - b * number())
        }
        func addSample() {
            let (u, v) = (Num.uniform(pick(6)) * 0.1, pick(2) == 0 ? number() * 0.2 : Num.uniform(pick(6)))
            let sample = pick(2) == 0 ? p.sample(p.x + u, p.y + v * 0.3) : p.sample(u, p.y * v)
            colors.append(sample.rgb)
            numbers.append(sample.a)
        }
        if looksElsewhere {
            if pick(3) > 0 { addNeighbours() }
            if pick(3) == 0 { addSample() }
            if pick(3) == 0 { colors.append(p.previous.rgb) }
        }
        for _ in 0..<2 + pick(14) {
            switch pick(looksElsewhere ? 4 : 3) {
            case 3 where pick(2) == 0: numbers.append(Table(slot: Self.table)(number()))
            case 3: colors.append(ColorTable(slot: Self.cube)(color()))
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
    private struct NodeAtPixel: Hashable {
        let node: ObjectIdentifier
        let x: Int
        let y: Int
    }

    private let reading: ScalarReading
    private(set) var isExtreme = false
    private var known: [NodeAtPixel: Double] = [:]
    private var generator: Generator

    init(_ reading: ScalarReading, seed: UInt64) {
        self.reading = reading
        generator = Generator(seed: seed)
    }

    mutating func value(_ node: Node?, _ x: Int, _ y: Int) -> Double {
        guard let node else { return 0 }
        let key = NodeAtPixel(node: ObjectIdentifier(node), x: x, y: y)
        if let value = known[key] { return value }
        var value: Double
        switch node.operation {
        case .constant, .uniform, .x, .y, .input: value = reading.value(Num(node), x: x, y: y)
        case .tap(let dx, let dy):
            value = self.value(
                node.a, min(max(x + dx, 0), reading.width - 1), min(max(y + dy, 0), reading.height - 1))
        default:
            let (a, b) = (self.value(node.a, x, y), self.value(node.b, x, y))
            let (c, d) = (self.value(node.c, x, y), self.value(node.d, x, y))
            if node.operation.isArithmetic {
                value = node.operation.value(a, b, c, d)
            } else {
                let arguments = [a, b, c].map { Node(.constant($0)) }
                let number = Num(Node(node.operation, arguments[0], arguments[1], arguments[2]))
                value = reading.value(number, x: x, y: y)
            }
            // Forms are added up in another order, so that what cancels leaves what the terms were rounded by.
            let size = max(value.magnitude, [a, b].map(\.magnitude).max() ?? 0)
            let isSum = node.operation == .add || node.operation == .subtract || node.operation == .mix
            value += (isSum ? size : value.magnitude) * 0x1p-20 * (generator.next() & 1 == 0 ? 1 : -1)
        }
        if !(value.magnitude < 1e15) || value != 0 && value.magnitude < 1e-15 { isExtreme = true }
        known[key] = value
        return value
    }
}
