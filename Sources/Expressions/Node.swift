// SPDX-License-Identifier: MIT
/// One operation of a graph with its arguments, which are nodes themselves.
///
/// Nodes never change, so that graphs share them and threads too.
public final class Node: Sendable {
    public let operation: Operation
    public let a: Node?
    public let b: Node?
    public let c: Node?
    public let d: Node?
    /// The compiled law that makes it as well, and which component it is.
    public let call: (law: LawCall, component: Int)?

    public init(_ operation: Operation, _ a: Node? = nil, _ b: Node? = nil, _ c: Node? = nil, _ d: Node? = nil) {
        self.operation = operation
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
        call = nil
    }

    private init(_ node: Node, call: (LawCall, Int)) {
        operation = node.operation
        (a, b, c, d) = (node.a, node.b, node.c, node.d)
        self.call = call
    }

    /// The same as what a compiled law makes.
    func calling(_ law: LawCall, _ component: Int) -> Node { Node(self, call: (law, component)) }
}

/// What a law computes of a pixel: its colour, and its alpha where it changes that.
public struct Graph: Sendable {
    public var color: Color<Num>
    /// nil: alpha, or the padding byte, stays as it is in the first image.
    public var alpha: Num?

    public init(_ color: Color<Num>, alpha: Num? = nil) {
        self.color = color
        self.alpha = alpha
    }

    /// The numbers that it computes.
    private var numbers: [Num] { [color.r, color.g, color.b] + (alpha.map { [$0] } ?? []) }

    /// Whether a node has such an operation.
    public func contains(_ matches: (Operation) -> Bool) -> Bool { numbers.contains(matches) }

    /// The means that it takes, each once.
    public var means: [Node] { nodes { $0 == .mean } }

    /// What it looks at of other pixels, each once.
    public var looked: [Node] {
        var seen: Set<ObjectIdentifier> = []
        let taps = nodes {
            if case .tap(let dx, let dy) = $0 { return dx != 0 || dy != 0 }
            return false
        }
        return taps.compactMap(\.a).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// What it finds by windows, each once.
    public var windows: [Node] {
        nodes {
            if case .window = $0 { return true }
            return false
        }
    }

    private func nodes(_ matches: (Operation) -> Bool) -> [Node] {
        var all: [Node] = []
        numbers.visit {
            if matches($0.operation) { all.append($0) }
            return true
        }
        return all
    }
}

extension Num {
    /// Whether a node of it has such an operation.
    public func contains(_ matches: (Operation) -> Bool) -> Bool { [self].contains(matches) }
}

extension Sequence where Element == Num {
    /// Whether a node of these numbers has such an operation.
    public func contains(_ matches: (Operation) -> Bool) -> Bool {
        var found = false
        visit {
            found = matches($0.operation)
            return !found
        }
        return found
    }

    /// Calls with each node once, as long as it is told to go on.
    fileprivate func visit(_ goesOn: (Node) -> Bool) {
        var seen: Set<ObjectIdentifier> = []
        var pending = map(\.node)
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            guard goesOn(node) else { return }
            pending += [node.a, node.b, node.c, node.d].compactMap { $0 }
        }
    }
}
