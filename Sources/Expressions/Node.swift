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
    /// What it and its arguments take from beyond the pixel.
    public let sources: Sources
    /// How many nodes follow each other up to it.
    public let depth: Int
    /// The compiled law that makes it as well, and which component it is.
    public let call: (law: LawCall, component: Int)?
    /// Whether what it is of, and a difference itself, is computed step by step, as it is written, and not as equal sums: a text counts on
    /// whole numbers being exact.
    public let isWritten: Bool

    public init(
        _ operation: Operation, _ a: Node? = nil, _ b: Node? = nil, _ c: Node? = nil, _ d: Node? = nil,
        isWritten: Bool = false
    ) {
        self.operation = operation
        self.isWritten = isWritten
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
        var sources = Sources(operation)
        if let a { sources.formUnion(a.sources) }
        if let b { sources.formUnion(b.sources) }
        if let c { sources.formUnion(c.sources) }
        if let d { sources.formUnion(d.sources) }
        self.sources = sources
        depth = 1 + max(a?.depth ?? 0, b?.depth ?? 0, c?.depth ?? 0, d?.depth ?? 0)
        call = nil
    }

    private init(_ node: Node, call: (LawCall, Int)) {
        operation = node.operation
        (a, b, c, d) = (node.a, node.b, node.c, node.d)
        (sources, depth, isWritten) = (node.sources, node.depth, node.isWritten)
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
    /// Whether colours are limited to 0...1 where they are stored as something else; nil: if they are not linear in what is read.
    public var isLimited: Bool?
    /// The colour that is kept for the next frame, made before the others, which find it as that of ``Pixel/previous``; nil: what is made.
    public var memory: Color<Num>?

    public init(_ color: Color<Num>, alpha: Num? = nil) {
        self.color = color
        self.alpha = alpha
    }

    /// How many of its nodes follow each other, at most.
    public var depth: Int { numbers.map(\.node.depth).max() ?? 0 }

    /// The numbers that it computes.
    private var numbers: [Num] { [color.r, color.g, color.b] + (alpha.map { [$0] } ?? []) }

    /// Whether colours stay as they are in the first image.
    public var keepsColors: Bool {
        zip([color.r, color.g, color.b], 0...).allSatisfy { $0.node.operation == .input(image: 0, component: $1) }
    }

    /// What it takes from beyond the pixel.
    public var sources: Sources {
        let colors = color.r.node.sources.union(color.g.node.sources).union(color.b.node.sources)
        return alpha.map { colors.union($0.node.sources) } ?? colors
    }

    /// Whether a node has such an operation.
    public func contains(_ matches: (Operation) -> Bool) -> Bool { numbers.contains(matches) }

    /// The means that it takes, each once.
    public var means: [Node] { sources.contains(.mean) ? nodes { $0 == .mean } : [] }

    /// What it looks at of other pixels, each once.
    public var looked: [Node] {
        guard sources.contains(.neighbours) else { return [] }
        var seen: Set<ObjectIdentifier> = []
        let taps = nodes {
            if case .tap(let dx, let dy) = $0 { return dx != 0 || dy != 0 }
            return false
        }
        return taps.compactMap(\.a).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// What it finds by windows, each once.
    public var windows: [Node] {
        guard sources.contains(.window) else { return [] }
        return nodes {
            if case .window = $0 { return true }
            return false
        }
    }

    /// The cells whose means it samples, by their size and whether their middle counts alone; nil: it samples the frame, or nothing.
    public var cells: (size: Node, isMiddle: Bool)? {
        samples.lazy.compactMap { node in node.c.map { ($0, node.d != nil) } }.first
    }

    /// What it samples, each once.
    public var samples: [Node] {
        guard sources.contains(.samples) else { return [] }
        return nodes {
            if case .sample = $0 { return true }
            return false
        }
    }

    /// Whether it samples a second image.
    public var samplesSecond: Bool {
        samples.contains {
            if case .sample(_, _, image: 1) = $0.operation { return true }
            return false
        }
    }

    /// Whether colours that it samples count by their alpha; nil: some do and some do not.
    public var samplesAreWeighted: Bool? {
        let kinds = Set(
            samples.map {
                if case .sample(_, let isWeighted, _) = $0.operation { return isWeighted }
                return true
            })
        return kinds.count < 2 ? kinds.first ?? true : nil
    }

    /// How many operations it has.
    public var operationCount: Int { nodes { $0.argumentCount > 0 }.count }

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

/// What a law takes from beyond the colour of the pixel, or that depends on its place.
public struct Sources: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Other pixels, at constant offsets.
    public static let neighbours = Sources(rawValue: 1)
    /// The frame at computed coordinates.
    public static let samples = Sources(rawValue: 2)
    /// What a window makes of the frame.
    public static let window = Sources(rawValue: 4)
    /// A mean of the frame.
    public static let mean = Sources(rawValue: 8)
    /// Tables.
    public static let tables = Sources(rawValue: 16)
    /// A second frame.
    public static let second = Sources(rawValue: 32)
    /// What was made of the last frame.
    public static let previous = Sources(rawValue: 64)
    /// The place of the pixel.
    public static let place = Sources(rawValue: 128)
    /// Alpha.
    public static let alpha = Sources(rawValue: 256)
    /// The pixel itself, by an offset of nothing.
    public static let itself = Sources(rawValue: 512)

    /// Those of an operation, without its arguments.
    init(_ operation: Operation) {
        switch operation {
        case .tap(let dx, let dy): self = dx == 0 && dy == 0 ? .itself : .neighbours
        case .sample: self = .samples
        case .window: self = .window
        case .mean: self = .mean
        case .lookUp, .lookUpColor: self = .tables
        case .x, .y: self = .place
        case .input(let image, let component):
            let frame: Sources = image == 1 ? .second : image == 2 ? .previous : []
            self = component > 2 ? frame.union(.alpha) : frame
        default: self = []
        }
    }
}
