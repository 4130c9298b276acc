// SPDX-License-Identifier: MIT
/// A number of a law, as a graph.
public struct Num: Sendable {
    public let node: Node

    public init(_ node: Node) { self.node = node }
    public init(_ value: Double) { node = Node(.constant(value)) }

    private init(_ operation: Operation, _ a: Num, _ b: Num? = nil, _ c: Num? = nil, _ d: Num? = nil) {
        node = Node(operation, a.node, b?.node, c?.node, d?.node)
    }

    /// The value of a slot.
    public static func uniform(_ slot: Int) -> Num { Num(Node(.uniform(slot: slot))) }
}

/// The mean of a number over all pixels of the frame, which is the same for each of them.
public func mean(_ number: Num) -> Num { Num(Node(.mean, number.node)) }

/// A table of numbers that a law looks up.
public struct Table: Sendable {
    private let slot: Int

    /// That of a slot.
    public init(slot: Int) { self.slot = slot }

    /// What it has at a number, limited to 0...1, in proportion between its entries.
    public func callAsFunction(_ a: Num) -> Num { Num(Node(.lookUp(slot: slot), a.node)) }
}

/// A table of colours for colours that a law looks up.
public struct ColorTable: Sendable {
    private let slot: Int

    /// That of a slot.
    public init(slot: Int) { self.slot = slot }

    /// What it has at a colour, each component limited to 0...1.
    public func callAsFunction(_ color: Color<Num>) -> Color<Num> {
        func component(_ index: Int) -> Num {
            Num(Node(.lookUpColor(slot: slot, component: index), color.r.node, color.g.node, color.b.node))
        }
        return Color(component(0), component(1), component(2))
    }
}

/// What the uniforms of a graph are taken from: nothing, as it only names their slots, or other numbers.
public struct UniformSlots: Sendable {
    fileprivate let numbers: [Num]?

    public init() { numbers = nil }

    /// Numbers instead of slots.
    init(_ numbers: [Num]) { self.numbers = numbers }
}

extension Num: Lane {
    public init(floatLiteral value: Double) { self.init(value) }
    public init(integerLiteral value: Int) { self.init(Double(value)) }

    public static func uniform(slot: Int, of source: UniformSlots) -> Num { source.numbers?[slot] ?? uniform(slot) }
    public static func + (a: Num, b: Num) -> Num { Num(.add, a, b) }
    public static func - (a: Num, b: Num) -> Num { Num(.subtract, a, b) }
    public static func * (a: Num, b: Num) -> Num { Num(.multiply, a, b) }
    public static func divide(_ a: Num, _ b: Num) -> Num { Num(.divide, a, b) }
    public static func minimum(_ a: Num, _ b: Num) -> Num { Num(.minimum, a, b) }
    public static func maximum(_ a: Num, _ b: Num) -> Num { Num(.maximum, a, b) }
    public static func squareRoot(_ a: Num) -> Num { Num(.squareRoot, a) }
    public static func absolute(_ a: Num) -> Num { Num(.absolute, a) }
    public static func floor(_ a: Num) -> Num { Num(.floor, a) }
    public static func sine(_ a: Num) -> Num { Num(.sine, a) }
    public static func cosine(_ a: Num) -> Num { Num(.cosine, a) }
    public static func exponential2(_ a: Num) -> Num { Num(.exponential2, a) }
    public static func logarithm2(_ a: Num) -> Num { Num(.logarithm2, a) }
    public static func power(_ a: Num, _ b: Num) -> Num { Num(.power, a, b) }
    public static func arctangent(_ a: Num, _ b: Num) -> Num { Num(.arctangent, a, b) }
    public static func smooth(_ a: Num) -> Num { Num(.smooth, a) }
    public static func clamp(_ a: Num) -> Num { Num(.clamp, a) }
    public static func less(_ a: Num, _ b: Num, _ c: Num, _ d: Num) -> Num { Num(.less, a, b, c, d) }
    public static func mix(_ a: Num, _ b: Num, _ c: Num) -> Num { Num(.mix, a, b, c) }
}

/// The uniforms of a law, by slot.
public struct Uniforms<L: Lane> {
    @usableFromInline let source: L.UniformSource

    @inlinable @inline(__always)
    public init(_ source: L.UniformSource) { self.source = source }

    @inlinable @inline(__always)
    public subscript(slot: Int) -> L { L.uniform(slot: slot, of: source) }

    /// The colour in a slot and the two after it.
    @inlinable @inline(__always)
    public func color(_ slot: Int) -> Color<L> { Color(self[slot], self[slot + 1], self[slot + 2]) }
}

extension Uniforms where L == Num {
    public init() { self.init(UniformSlots()) }
}

extension Uniforms: Sendable where L.UniformSource: Sendable {}
