// SPDX-License-Identifier: MIT
internal import Expressions

/// The index of a scalar in its graph.
typealias ScalarID = Int32

extension ScalarID {
    /// Where an argument or an operand is missing.
    static let none: ScalarID = -1
}

/// What a scalar changes with. A constant changes with nothing.
struct Rate: OptionSet {
    let rawValue: UInt8

    static let frame = Rate(rawValue: 1)
    static let row = Rate(rawValue: 2)
    static let column = Rate(rawValue: 4)
    static let pixel = Rate(rawValue: 8)

    /// Whether it is one number for a whole row, so that it can be a coefficient.
    var isCoefficient: Bool { isDisjoint(with: [.column, .pixel]) }
}

/// A number that a program computes. Components of images are codes here, not nominal values.
struct Scalar {
    let operation: Operation
    let a: ScalarID
    let b: ScalarID
    let c: ScalarID
    let d: ScalarID
    let rate: Rate
}

/// A compiled law with its arguments: the components of two colours, and uniforms.
struct ScalarCall: Hashable {
    let code: Int
    let arguments: [ScalarID]
}

/// All numbers of a law, each once.
///
/// What depends on constants alone is computed here. Present values of uniforms play no part, so that new ones never need a
/// new program.
struct ScalarGraph {
    private struct Key: Hashable {
        let operation: Operation
        let a: ScalarID
        let b: ScalarID
        let c: ScalarID
        let d: ScalarID
    }

    private(set) var scalars: [Scalar] = []
    /// Compiled laws with their arguments.
    private(set) var calls: [ScalarCall] = []
    private var known: [Key: ScalarID] = [:]
    /// What is computed step by step, as a text has it.
    private(set) var written: Set<ScalarID> = []
    static let zero: ScalarID = 0
    static let one: ScalarID = 1

    init() {
        scalars.reserveCapacity(90)
        known.reserveCapacity(90)
        _ = constant(0)
        _ = constant(1)
    }

    subscript(id: ScalarID) -> Scalar { scalars[Int(id)] }

    func isCoefficient(_ id: ScalarID) -> Bool { self[id].rate.isCoefficient }

    /// Has a number computed step by step, with all that it is made of. Coefficients are rounded at each step, as pixels are.
    mutating func keepWritten(_ id: ScalarID) {
        guard id != .none, written.insert(id).inserted, self[id].operation.isArithmetic else { return }
        for argument in arguments(id) { keepWritten(argument) }
    }

    /// The value of a constant; nil: it is none.
    func constantValue(_ id: ScalarID) -> Double? {
        if case .constant(let value) = self[id].operation { return value }
        return nil
    }

    mutating func constant(_ value: Double) -> ScalarID { intern(.constant(value), .none, .none, .none, .none) }

    /// The scalar of an operation, which may be simpler than it was asked for.
    mutating func make(
        _ operation: Operation, _ a: ScalarID = .none, _ b: ScalarID = .none, _ c: ScalarID = .none,
        _ d: ScalarID = .none
    ) -> ScalarID {
        if let same = simpler(operation, a, b, c, d) { return same }
        if operation.isArithmetic, case let arguments = [a, b, c, d].filter({ $0 != .none }),
            case let values = arguments.compactMap(constantValue), values.count == arguments.count
        {
            func value(_ index: Int) -> Double { index < values.count ? values[index] : 0 }
            return constant(operation.value(value(0), value(1), value(2), value(3)))
        }
        return intern(operation, a, b, c, d)
    }

    /// The same number as a scalar of its own, which no other is taken for.
    mutating func copy(_ id: ScalarID) -> ScalarID {
        scalars.append(Scalar(operation: .add, a: id, b: Self.zero, c: .none, d: .none, rate: .pixel))
        return ScalarID(scalars.count - 1)
    }

    /// An equal number that is there already. Equal arguments count as such; no number is taken for another that is only
    /// equal where all are finite, but for products with 0.
    private func simpler(
        _ operation: Operation, _ a: ScalarID, _ b: ScalarID, _ c: ScalarID, _ d: ScalarID
    ) -> ScalarID? {
        switch operation {
        case .add: a == Self.zero ? b : b == Self.zero ? a : nil
        case .subtract: b == Self.zero ? a : nil
        case .multiply:
            a == Self.zero || b == Self.zero ? Self.zero : a == Self.one ? b : b == Self.one ? a : nil
        case .divide: b == Self.one ? a : a == Self.zero ? Self.zero : nil
        case .minimum, .maximum: a == b ? a : nil
        case .mix: a == b || c == Self.zero ? a : c == Self.one ? b : nil
        case .less: c == d ? c : nil
        case .clamp: self[a].operation == .clamp || self[a].operation == .smooth ? a : nil
        default: nil
        }
    }

    /// A component of what a compiled law makes.
    mutating func make(_ call: ScalarCall, _ component: Int) -> ScalarID {
        let index = calls.firstIndex(of: call) ?? calls.count
        if index == calls.count { calls.append(call) }
        return intern(.law(call: index, component: component), .none, .none, .none, .none)
    }

    /// What a scalar is computed of.
    func arguments(_ id: ScalarID) -> [ScalarID] {
        if case .law(let call, _) = self[id].operation { return calls[call].arguments }
        return [self[id].a, self[id].b, self[id].c, self[id].d]
    }

    private mutating func intern(
        _ operation: Operation, _ a: ScalarID, _ b: ScalarID, _ c: ScalarID, _ d: ScalarID
    ) -> ScalarID {
        let key = Key(operation: operation, a: a, b: b, c: c, d: d)
        if let id = known[key] { return id }
        // Order is kept, as positions of arguments tell which scalars belong together.
        if operation == .add || operation == .multiply,
            let id = known[Key(operation: operation, a: b, b: a, c: c, d: d)]
        {
            return id
        }
        let id = ScalarID(scalars.count)
        scalars.append(Scalar(operation: operation, a: a, b: b, c: c, d: d, rate: rate(operation, a, b, c, d)))
        known[key] = id
        return id
    }

    private func rate(_ operation: Operation, _ a: ScalarID, _ b: ScalarID, _ c: ScalarID, _ d: ScalarID) -> Rate {
        switch operation {
        case .constant: return []
        case .uniform: return .frame
        case .x: return .column
        case .y: return .row
        case .input, .tap, .sample, .lookUp, .lookUpColor, .law: return .pixel
        default:
            var rate: Rate = []
            for id in [a, b, c, d] where id != .none { rate.formUnion(self[id].rate) }
            return rate.isSuperset(of: [.row, .column]) ? rate.union(.pixel) : rate
        }
    }
}
