// SPDX-License-Identifier: MIT
public import Expressions
internal import KernelTypes

/// Where the components of a pixel of four bytes are.
public struct PixelOrder: Sendable, Hashable {
    /// The component at each of the three colour bytes in order: 0, 1, 2 are R', G', B'.
    public let components: [Int]
    /// Whether the remaining byte, alpha or padding, comes before them, and not after.
    public let otherIsFirst: Bool

    /// `offsets` are the bytes of R', G' and B'; nil: they are no three of the first or the last three bytes.
    public init?(offsets: (Int, Int, Int)) {
        let bytes = [offsets.0, offsets.1, offsets.2]
        guard let first = bytes.min(), bytes.sorted() == [first, first + 1, first + 2], (0...1).contains(first) else {
            return nil
        }
        components = (0..<3).compactMap { byte in bytes.firstIndex(of: first + byte) }
        otherIsFirst = first == 1
    }
}

/// Instructions for rows of floats, with the coefficients that they take.
struct Code: Sendable {
    var instructions: [MachineInstruction] = []
    /// Rows of each instruction, as indices of planes: 0 zeros, registers, and then rows that are there before.
    var rows: [UInt16] = []
    var coefficients: CoefficientProgram
    var registerCount = 0
}

/// A law, lowered for the samples of a target. It never changes; threads share it.
public final class Program: Sendable {
    let pixels: Code
    /// Makes the rows that depend on columns only; nil: there are none.
    let columns: Code?
    /// The planes of `columns` that are its results, in the order in which `pixels` has them after its registers.
    let columnPlanes: [Int]
    /// The rows of images that it reads, in the order in which `pixels` has them after those.
    let inputs: [InputRow]
    public var inputCount: Int { inputs.count }
    /// What makes the numbers that it looks at, where these are no colours of the frame.
    public let fields: [Program]
    /// How far it looks from the pixel that it makes, in columns and in rows.
    public let reach: PixelOffset
    /// Whether it samples the frame anywhere.
    public let samples: Bool
    /// Whether colours count there by their alpha.
    public let samplesAreWeighted: Bool
    /// The coefficients that are the row of what it samples, where all that it samples is in one row; else empty.
    let sampleRows: [Int]
    /// The values of a frame that these follow from.
    let sampleRowValues: [Int]
    /// Whether its results follow from where a pixel is, and from what it samples.
    public var isOfPlaceAlone: Bool { inputs.isEmpty && target.samples == .rows }
    /// The window whose results it reads; nil: none.
    public let window: ProgramWindow?
    /// The components of these that it reads; 3 is alpha.
    public var windowComponents: Set<Int> { Set(inputs.filter(\.isWindowed).map(\.component)) }
    /// The cells whose means it samples; nil: it samples the frame, if anything.
    public let cells: ProgramCells?
    /// Whether it reads what it made of the last frame.
    public var remembers: Bool { inputs.contains { $0.image == 2 } }
    /// Whether it reads a second frame.
    public let readsSecond: Bool
    /// Whether it reads neighbours besides the pixel that it makes, and nothing else, and no alpha.
    public var looksAtNeighboursAlone: Bool {
        reach != .zero && window == nil && !samples && !remembers && !readsSecond && !usesAlpha
    }
    /// Where `pixels` leaves what is to be stored, where that is not in pixels; of gray once.
    let outputs: [Int]
    let alphaOutput: Int?
    /// Whether it reads alpha, where that is a row.
    public var readsAlpha: Bool { inputs.contains { $0.component == 3 } }
    /// Whether it reads alpha of neighbours.
    public var looksAtAlpha: Bool { inputs.contains { $0.component == 3 && $0.offset != .zero } }
    /// Whether it makes alpha, where that is a row.
    public var writesAlpha: Bool { alphaOutput != nil }
    /// Whether it needs rows of alpha.
    public var usesAlpha: Bool { readsAlpha || writesAlpha }
    public let target: ProgramTarget
    /// Whether its R'G'B' is limited to 0...1 before it is stored, as that of laws that are not linear.
    public let isLimited: Bool
    /// What a pixel costs, about, where reading, multiplying and writing a byte is 1.
    public let cost: Double

    /// Lowers a law. The means that it takes are uniforms, in its order from `meanSlot` on.
    public convenience init(_ graph: Graph, _ target: ProgramTarget, meanSlot: Int = 0) throws {
        try self.init(graph, target, meanSlot: meanSlot, isStored: true, looksAround: target.samples == .rows)
    }

    /// Lowers a number, which takes no means: each row of the results has it as it is.
    public convenience init(_ number: Num, _ target: ProgramTarget) throws {
        try self.init(Graph(gray(number)), target.asRows, meanSlot: 0, isStored: false, looksAround: false)
    }

    /// Lowers three numbers, which take no means: each has its row of the results, as it is.
    public convenience init(numbers: Color<Num>, _ target: ProgramTarget) throws {
        try self.init(Graph(numbers), target.asRows, meanSlot: 0, isStored: false, looksAround: false)
    }

    /// The same of a number of pixels of four bytes.
    convenience init(ofPixels number: Num, _ target: ProgramTarget) throws {
        try self.init(Graph(gray(number)), target, meanSlot: 0, isStored: false, looksAround: false)
    }

    /// Lowers a law that looks at neighbours and stores pixels of four bytes, as `target` has them, and no alpha.
    public convenience init(around graph: Graph, _ target: ProgramTarget, meanSlot: Int) throws {
        try self.init(graph, target.around(graph), meanSlot: meanSlot, isStored: true, looksAround: true)
    }

    /// Whether colours are limited because the law would limit them without alpha: the quotient of a mean by that of alpha is a mean. Nil:
    /// there is no alpha.
    private static func isLimited(_ graph: Graph, _ importer: Importer) throws -> Bool? {
        guard graph.isLimited == nil, importer.target.hasAnyAlpha, !importer.target.storingClamps else {
            return graph.isLimited
        }
        var (importer, scalars) = (importer.opaque, ScalarGraph())
        let rgb = try [graph.color.r, graph.color.g, graph.color.b].map { try importer.scalar($0.node, in: &scalars) }
        return importer.target.limited(rgb, nil, in: &scalars) != rgb
    }

    private init(
        _ graph: Graph, _ target: ProgramTarget, meanSlot: Int, isStored: Bool, looksAround: Bool
    ) throws {
        var scalars = ScalarGraph()
        let fieldNodes = looksAround ? ProgramField.nodes(graph, target) : []
        fields = try Program.fields(fieldNodes, target)
        var importer = Importer(target, means: isStored ? graph.means : [], meanSlot: meanSlot, fields: fieldNodes)
        /// The outermost clamp is left to storing, where that does it.
        func imported(_ number: Num, clamps: Bool) throws -> ScalarID {
            let isLeft = clamps && number.node.operation == .clamp
            return try importer.scalar(isLeft ? number.node.a ?? number.node : number.node, in: &scalars)
        }
        let rgb = try [graph.color.r, graph.color.g, graph.color.b].map {
            try imported($0, clamps: isStored && target.storingClamps)
        }
        let limited = isStored ? try target.limited(rgb, Self.isLimited(graph, importer), in: &scalars) : rgb
        isLimited = limited != rgb || isStored && target.storingClamps
        var colors = isStored ? target.stored(limited, in: &scalars) : rgb
        var alpha: ScalarID?
        if let number = graph.alpha, target.hasAlpha {
            alpha = target.storedAlpha(try imported(number, clamps: true), in: &scalars)
        }
        let isRows = target.samples == .rows || !isStored
        if isRows {
            // What is stored may be changed, which rows of columns must not be, nor those that neighbours or the next frame read.
            let isKept = graph.looksElsewhere || graph.remembers
            func ownRow(_ id: ScalarID) -> ScalarID {
                let isShared = isKept && InputRow(scalars, id) != nil
                let isColumns = !scalars[id].rate.contains(.pixel) && !scalars.isCoefficient(id)
                return isShared || isColumns ? scalars.copy(id) : id
            }
            colors = colors.map(ownRow)
            alpha = alpha.map(ownRow)
        }

        var lowering = Lowering(
            scalars, results: colors + (alpha.map { [$0] } ?? []), inputsAreRows: target.componentsAreRows)
        if colors.count == 3 { lowering.bundle(colors[0], colors[1], colors[2]) }
        if target.model != .rgb { lowering.bundle(limited[0], limited[1], limited[2]) }
        for id in colors { lowering.need(id) }
        if let alpha { lowering.need(alpha) }
        var drafts = lowering.drafts
        drafts.append(
            Draft(opcode: .pack, planes: 3, operandCount: 0, results: [], operands: colors, coefficients: []))
        if let alpha {
            drafts.append(Draft(opcode: .packOther, operandCount: 0, results: [], operands: [alpha], coefficients: []))
        }
        if target.samples != .rows, target.componentsAreRows, isStored {
            Taps.fuse(&drafts, colors: colors, target, &lowering.graph)
        }
        if target.samples != .rows { Ends.fuse(&drafts, colors: isStored ? colors : [], &lowering.graph) }

        let ready = lowering.rowsBefore(drafts)
        // Lowering has made more scalars.
        let made = lowering.graph
        let rows = ready.filter { !made[$0].rate.contains(.pixel) }
        let components = ready.filter { made[$0].rate.contains(.pixel) }
        lowering.restart(makesColumns: true)
        for id in rows { lowering.need(id) }
        let registers = Registers(drafts, rows: rows + components)
        // The last drafts have kept results in their registers; storing them is somebody else's.
        if isRows { drafts.removeAll { $0.opcode == .pack || $0.opcode == .packOther } }
        pixels = try Code(drafts, registers.planes, registerCount: registers.count, lowering.graph)
        inputs = components.compactMap { InputRow(made, $0) }
        reach = PixelOffset(
            columns: inputs.map { abs($0.offset.columns) }.max() ?? 0,
            rows: inputs.map { abs($0.offset.rows) }.max() ?? 0)
        samples = drafts.contains { $0.opcode == .sample }
        guard let isWeighted = graph.samplesAreWeighted else { throw LoweringError.looksElsewhere }
        samplesAreWeighted = isWeighted
        sampleRows = pixels.sampleRows
        sampleRowValues = pixels.coefficients.valuesBehind(sampleRows)
        window = try ProgramWindow(graph)
        cells = try ProgramCells(graph)
        readsSecond = graph.readsSecond
        outputs = isRows ? colors.map { registers.planes[$0] ?? 0 } : []
        alphaOutput = isRows ? alpha.map { registers.planes[$0] ?? 0 } : nil
        self.target = target
        cost = drafts.reduce(0) { $0 + $1.cost } + fields.reduce(0) { $0 + $1.cost }
        guard !rows.isEmpty else {
            columns = nil
            columnPlanes = []
            return
        }
        // Every row of a column program has a plane of its own, as its results stay.
        let results = lowering.drafts.flatMap(\.results)
        let planes = Dictionary(uniqueKeysWithValues: results.enumerated().map { ($1, $0 + 1) })
        columns = try Code(lowering.drafts, planes, registerCount: results.count, lowering.graph)
        columnPlanes = rows.map { planes[$0] ?? 0 }
    }
}

/// A component of the pixels in a row, or of pixels that are elsewhere.
public struct InputRow: Sendable {
    /// As of `Operation.input`.
    public let image: Int
    /// 0, 1 and 2 are those of the frame in order, 3 is alpha, and 4 is all of them as pixels of four bytes.
    public let component: Int
    public let offset: PixelOffset

    /// Nil: the scalar is computed.
    init?(_ graph: ScalarGraph, _ id: ScalarID) {
        switch graph[id].operation {
        case .input(let image, let component):
            (self.image, self.component, offset) = (image, component, .zero)
        case .tap(let dx, let dy):
            guard case .input(let image, let component) = graph[graph[id].a].operation else { return nil }
            (self.image, self.component, offset) = (image, component, PixelOffset(columns: dx, rows: dy))
        default:
            return nil
        }
    }
}

/// A window that passes over the frame before a program runs, which finds the results as an image of their own.
public struct ProgramWindow: Sendable, Equatable {
    public let window: Window
    private let slot: Int

    /// The image of its results.
    static let image = 3

    /// Nil: there is none. All that a graph finds by windows is of one, whose size is a setting.
    public init?(_ graph: Graph) throws {
        var all: [ProgramWindow] = []
        for node in graph.windows {
            guard case .window(let window, _) = node.operation, case .uniform(let slot)? = node.a?.operation else {
                throw LoweringError.looksElsewhere
            }
            all.append(ProgramWindow(window, slot: slot))
        }
        guard let first = all.first else { return nil }
        guard all.allSatisfy({ $0 == first }) else { throw LoweringError.tooManyImages }
        self = first
    }

    private init(_ window: Window, slot: Int) { (self.window, self.slot) = (window, slot) }

    /// Its size, with such uniforms by slot.
    public func size(_ uniforms: UnsafeBufferPointer<Double>) -> Double { uniforms[slot] }
}

/// The cells of a grid, whose means a program samples in place of the frame.
public struct ProgramCells: Sendable, Equatable {
    private let slot: Int
    private let isMiddle: Bool

    /// Nil: there are none. All that a graph samples is of one grid, whose size is a setting.
    init?(_ graph: Graph) throws {
        guard let (size, isMiddle) = graph.cells else { return nil }
        guard case .uniform(let slot) = size.operation,
            graph.samples.allSatisfy({ $0.c?.operation == size.operation && ($0.d != nil) == isMiddle })
        else { throw LoweringError.looksElsewhere }
        (self.slot, self.isMiddle) = (slot, isMiddle)
    }

    /// Over frames of a size, with such uniforms by slot.
    public func grid(_ uniforms: UnsafeBufferPointer<Double>, width: Int, height: Int) -> CellGrid {
        CellGrid(size: uniforms[slot], isMiddle: isMiddle, width: width, height: height)
    }
}

extension InputRow {
    /// Whether it is of what a window makes.
    public var isWindowed: Bool { image == ProgramWindow.image }
    /// Whether it is of the second frame.
    public var isSecond: Bool { image == 1 }
    /// Whether it is of the last frame.
    public var isRemembered: Bool { image == 2 }
}

extension Graph {
    /// Whether it reads what was made of the last frame.
    public var remembers: Bool { sources.contains(.previous) }

    /// Whether it reads a second frame.
    var readsSecond: Bool { sources.contains(.second) }

    /// Whether it looks up tables.
    public var looksUp: Bool { sources.contains(.tables) }

    /// Whether it reads other pixels than the one it makes.
    public var looksElsewhere: Bool { looksAround || sources.contains(.samples) }

    /// Whether it reads neighbours at constant offsets, or through a window.
    public var looksAround: Bool { !sources.isDisjoint(with: [.neighbours, .window]) }
}

extension Lowering {
    /// Rows that instructions take and that are there before: of columns and, where they are rows, of components.
    func rowsBefore(_ drafts: [Draft]) -> [ScalarID] {
        var rows: [ScalarID] = []
        for draft in drafts {
            for id in draft.operands where id != .none && isRow(id) && !graph.isCoefficient(id) && !rows.contains(id) {
                rows.append(id)
            }
        }
        return rows
    }
}

extension Code {
    /// Where samples have the coefficients that are their row, if all have no other.
    fileprivate var sampleRows: [Int] {
        let samples = instructions.filter { $0.opcode == .sample }
        let isKnown = samples.allSatisfy { rows[Int($0.rows) + Int($0.planes) + 1] == 0 }
        return isKnown ? samples.map { Int($0.coefficients) + 3 } : []
    }

    init(_ drafts: [Draft], _ planes: [ScalarID: Int], registerCount: Int, _ graph: ScalarGraph) throws {
        var coefficients: [ScalarID] = []
        for draft in drafts {
            instructions.append(
                MachineInstruction(
                    draft.opcode, planes: draft.planes, operandCount: draft.operandCount, flags: draft.flags,
                    rows: rows.count, coefficients: coefficients.count))
            for id in draft.results + draft.operands { rows.append(UInt16(truncatingIfNeeded: planes[id] ?? 0)) }
            coefficients += draft.coefficients
        }
        let limit = Int(UInt16.max)
        guard rows.count <= limit, coefficients.count <= limit, planes.count < limit else {
            throw LoweringError.tooLong
        }
        self.coefficients = CoefficientProgram(graph, coefficients: coefficients)
        self.registerCount = registerCount
    }
}
