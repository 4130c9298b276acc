// SPDX-License-Identifier: MIT
internal import Expressions

/// A number while a text is evaluated: known, or a node of the graph. Truth is 1 or 0.
enum Scalar {
    case constant(Double)
    /// With how many nodes follow each other up to it.
    case number(Num, depth: Int)

    static let zero = Scalar.constant(0)
    static let one = Scalar.constant(1)

    var constant: Double? {
        if case .constant(let value) = self { return value }
        return nil
    }

    var num: Num {
        switch self {
        case .constant(let value): Num(value)
        case .number(let num, _): num
        }
    }

    private var depth: Int {
        switch self {
        case .constant: 0
        case .number(_, let depth): depth
        }
    }

    /// The deepest of all that were made.
    var isTooDeep: Bool { depth > Limit.operations }

    func isSame(_ other: Scalar) -> Bool {
        switch (self, other) {
        case (.constant(let a), .constant(let b)): a == b
        case (.number(let a, _), .number(let b, _)): a.node === b.node
        default: false
        }
    }

    private static func made(
        _ operation: Operation, _ a: Scalar, _ b: Scalar? = nil, _ c: Scalar? = nil, _ d: Scalar? = nil,
        isWritten: Bool = false
    ) -> Scalar {
        let arguments = [a, b, c, d].compactMap { $0 }
        let known = arguments.compactMap(\.constant)
        if known.count == arguments.count {
            let value = operation.value(
                known[0], known.count > 1 ? known[1] : 0, known.count > 2 ? known[2] : 0,
                known.count > 3 ? known[3] : 0)
            // As pixels are computed.
            let rounded = Double(Float(value))
            return .constant(rounded.isFinite ? rounded : 0)
        }
        let depth = arguments.map(\.depth).max() ?? 0
        let node = Node(
            operation, a.num.node, b?.num.node, c?.num.node, d?.num.node,
            isWritten: isWritten || operation == .floor || operation == .less)
        return .number(Num(node), depth: depth + 1)
    }

    static func + (a: Scalar, b: Scalar) -> Scalar {
        if a.constant == 0 { return b }
        return b.constant == 0 ? a : made(.add, a, b)
    }

    static func - (a: Scalar, b: Scalar) -> Scalar { b.constant == 0 ? a : made(.subtract, a, b) }

    static func * (a: Scalar, b: Scalar) -> Scalar {
        if a.constant == 0 || b.constant == 0 { return .zero }
        if a.constant == 1 { return b }
        return b.constant == 1 ? a : made(.multiply, a, b)
    }

    static func / (a: Scalar, b: Scalar) -> Scalar { b.constant == 1 ? a : made(.divide, a, b) }

    static prefix func - (a: Scalar) -> Scalar { .zero - a }

    static func minimum(_ a: Scalar, _ b: Scalar) -> Scalar { made(.minimum, a, b) }
    static func maximum(_ a: Scalar, _ b: Scalar) -> Scalar { made(.maximum, a, b) }
    static func squareRoot(_ a: Scalar) -> Scalar { made(.squareRoot, a) }
    static func absolute(_ a: Scalar) -> Scalar { made(.absolute, a) }
    static func floor(_ a: Scalar) -> Scalar { made(.floor, a) }

    /// What is left of a / b, of the sign of b.
    static func remainder(_ a: Scalar, _ b: Scalar) -> Scalar { made(.subtract, a, b * floor(a / b), isWritten: true) }

    static func sine(_ a: Scalar) -> Scalar { made(.sine, a) }
    static func cosine(_ a: Scalar) -> Scalar { made(.cosine, a) }
    static func exponential2(_ a: Scalar) -> Scalar { made(.exponential2, a) }
    static func logarithm2(_ a: Scalar) -> Scalar { made(.logarithm2, a) }
    static func power(_ a: Scalar, _ b: Scalar) -> Scalar { made(.power, a, b) }
    static func arctangent(_ a: Scalar, _ b: Scalar) -> Scalar { made(.arctangent, a, b) }
    static func smooth(_ a: Scalar) -> Scalar { made(.smooth, a) }
    static func mix(_ a: Scalar, _ b: Scalar, _ t: Scalar) -> Scalar { made(.mix, a, b, t) }

    /// a limited to 0...1 where those are the limits, which is one node.
    static func clamp(_ a: Scalar, _ low: Scalar, _ high: Scalar) -> Scalar {
        if low.constant == 0, high.constant == 1 { return made(.clamp, a) }
        return minimum(maximum(a, low), high)
    }

    /// Towards 0.
    static func truncate(_ a: Scalar) -> Scalar { less(a, .zero, -floor(-a), floor(a)) }

    /// a < b ? x : y
    static func less(_ a: Scalar, _ b: Scalar, _ x: Scalar, _ y: Scalar) -> Scalar {
        if x.isSame(y) { return x }
        if let a = a.constant, let b = b.constant { return a < b ? x : y }
        return made(.less, a, b, x, y)
    }

    // MARK: Truth

    static func isLess(_ a: Scalar, _ b: Scalar) -> Scalar { less(a, b, .one, .zero) }
    static func isEqual(_ a: Scalar, _ b: Scalar) -> Scalar {
        a.isSame(b) ? .one : less(a, b, .zero, less(b, a, .zero, .one))
    }
    static func and(_ a: Scalar, _ b: Scalar) -> Scalar { a.isSame(b) ? a : a * b }
    static func or(_ a: Scalar, _ b: Scalar) -> Scalar {
        if a.constant == 1 || b.constant == 0 { return a }
        if b.constant == 1 || a.constant == 0 { return b }
        return maximum(a, b)
    }
    static func not(_ a: Scalar) -> Scalar { choose(a, .zero, .one) }

    /// x where `condition` is true, else y.
    static func choose(_ condition: Scalar, _ x: Scalar, _ y: Scalar) -> Scalar {
        if x.isSame(y) { return x }
        switch condition {
        case .constant(let value): return value != 0 ? x : y
        case .number(let num, let depth):
            if x.constant == 1, y.constant == 0 { return condition }
            // A comparison chooses by itself.
            if num.node.operation == .less, let a = num.node.a, let b = num.node.b,
                case .constant(let first)? = num.node.c?.operation, case .constant(let second)? = num.node.d?.operation,
                first != second, [0, 1].contains(first), [0, 1].contains(second)
            {
                let (a, b) = (Scalar.number(Num(a), depth: depth - 1), Scalar.number(Num(b), depth: depth - 1))
                return first == 1 ? made(.less, a, b, x, y) : made(.less, a, b, y, x)
            }
            return made(.less, condition, .constant(0.5), y, x)
        }
    }
}

/// A value while a text is evaluated: the numbers of its type, columns of matrices and elements of arrays one after the other.
struct Value {
    let type: ShaderType
    var numbers: [Scalar]
    /// Of a sampler: which input it is.
    var image = 0

    init(_ type: ShaderType, _ numbers: [Scalar]) { (self.type, self.numbers) = (type, numbers) }

    init(_ number: Scalar, _ base: ShaderType.Base = .float) { self.init(ShaderType(base), [number]) }

    /// Its only number; 0 where it has none.
    var number: Scalar { numbers.first ?? .zero }
}
