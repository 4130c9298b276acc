// SPDX-License-Identifier: MIT
/// The type of a value: numbers in a scalar, vector or matrix, or arrays of these.
struct ShaderType: Hashable, Sendable {
    enum Base: Hashable, Sendable { case void, float, int, bool, sampler }

    let base: Base
    /// 1 for scalars, 2 to 4 for vectors and the columns of matrices.
    let rows: Int
    /// 2 to 4 for matrices, which are square; else 1.
    let columns: Int
    /// Nil: no array.
    var elements: Int?

    init(_ base: Base, rows: Int = 1, columns: Int = 1, elements: Int? = nil) {
        (self.base, self.rows, self.columns, self.elements) = (base, rows, columns, elements)
    }

    static let void = ShaderType(.void)
    static let float = ShaderType(.float)
    static let int = ShaderType(.int)
    static let bool = ShaderType(.bool)
    static let sampler = ShaderType(.sampler)
    static func vector(_ rows: Int, _ base: Base = .float) -> ShaderType { ShaderType(base, rows: rows) }

    private static let named: [String: ShaderType] = {
        var named: [String: ShaderType] = [
            "void": .void, "float": .float, "int": .int, "bool": .bool, "sampler2D": .sampler,
        ]
        for rows in 2...4 {
            named["vec\(rows)"] = .vector(rows)
            named["ivec\(rows)"] = .vector(rows, .int)
            named["bvec\(rows)"] = .vector(rows, .bool)
            named["mat\(rows)"] = ShaderType(.float, rows: rows, columns: rows)
        }
        return named
    }()

    init?(named name: String) {
        guard let type = Self.named[name] else { return nil }
        self = type
    }

    var isScalar: Bool { rows == 1 && columns == 1 && elements == nil }
    var isVector: Bool { rows > 1 && columns == 1 && elements == nil }
    var isMatrix: Bool { columns > 1 && elements == nil }
    /// How many numbers one element has.
    var elementCount: Int { rows * columns }
    /// How many numbers it has.
    var count: Int { base == .void || base == .sampler ? 0 : elementCount * (elements ?? 1) }
    /// The same without being an array.
    var element: ShaderType { ShaderType(base, rows: rows, columns: columns) }
    /// The same of another base.
    func of(_ base: Base) -> ShaderType { ShaderType(base, rows: rows, columns: columns, elements: elements) }

    /// As GLSL writes it.
    var shown: String {
        let name: String
        switch (base, rows, columns) {
        case (.void, _, _): name = "void"
        case (.sampler, _, _): name = "sampler2D"
        case (.float, 1, 1): name = "float"
        case (.int, 1, _): name = "int"
        case (.bool, 1, _): name = "bool"
        case (.float, _, 1): name = "vec\(rows)"
        case (.int, _, _): name = "ivec\(rows)"
        case (.bool, _, _): name = "bvec\(rows)"
        default: name = "mat\(rows)"
        }
        return elements.map { "\(name)[\($0)]" } ?? name
    }
}

/// An expression as it was written.
struct Expression: Sendable {
    indirect enum Kind: Sendable {
        case float(Double)
        case integer(Int)
        case bool(Bool)
        case name(String)
        case call(String, [Expression])
        case unary(String, Expression)
        /// `++` or `--`; whether before the operand.
        case step(String, Expression, isBefore: Bool)
        case binary(String, Expression, Expression)
        /// The operator before `=`, or nothing.
        case assign(String, Expression, Expression)
        case choice(Expression, Expression, Expression)
        case field(Expression, String)
        case index(Expression, Expression)
        case sequence(Expression, Expression)
    }

    let kind: Kind
    let position: TextPosition
    /// Levels of the tree, with its own; operators that follow each other are one.
    let depth: Int

    init(kind: Kind, position: TextPosition) {
        (self.kind, self.position) = (kind, position)
        let parts: [Expression] =
            switch kind {
            case .float, .integer, .bool, .name: []
            case .call(_, let arguments): arguments
            case .unary(_, let a), .step(_, let a, _), .field(let a, _): [a]
            case .binary(_, let a, let b), .assign(_, let a, let b), .index(let a, let b), .sequence(let a, let b):
                [a, b]
            case .choice(let a, let b, let c): [a, b, c]
            }
        let depths = parts.map(\.depth)
        if case .binary(_, let a, _) = kind, case .binary = a.kind {
            depth = max(depths[0], depths[1] + 1)
        } else {
            depth = 1 + (depths.max() ?? 0)
        }
    }

    /// Whether evaluating it a second time would change more.
    var changes: Bool {
        switch kind {
        case .float, .integer, .bool, .name: false
        case .call, .step, .assign: true
        case .unary(_, let a), .field(let a, _): a.changes
        case .binary(_, let a, let b), .index(let a, let b), .sequence(let a, let b): a.changes || b.changes
        case .choice(let a, let b, let c): a.changes || b.changes || c.changes
        }
    }
}

/// How a variable is declared.
enum Qualifier: Sendable { case none, constant, uniform, varying }

/// A variable of a declaration.
struct Declaration: Sendable {
    let qualifier: Qualifier
    let type: ShaderType
    let name: String
    /// Of an array.
    let size: Expression?
    let value: Expression?
    let position: TextPosition
}

struct Statement: Sendable {
    indirect enum Kind: Sendable {
        case empty
        case declarations([Declaration])
        case expression(Expression)
        case block([Statement])
        case branch(Expression, Statement, Statement?)
        case loop(Statement, Expression?, Expression?, Statement)
        case `return`(Expression?)
        case `break`
        case `continue`
    }

    let kind: Kind
    let position: TextPosition
}

struct Parameter: Sendable {
    let isIn: Bool
    let isOut: Bool
    let type: ShaderType
    let size: Expression?
    let name: String
    let position: TextPosition
}

struct Function: Sendable {
    let name: String
    let result: ShaderType
    let parameters: [Parameter]
    /// Nil: it is only announced.
    let body: [Statement]?
    let position: TextPosition
}

/// A text as it was written: its functions, and its other declarations in order.
struct Syntax: Sendable {
    var functions: [Function] = []
    var globals: [Declaration] = []
    /// Whether it is a body alone, which changes `c`.
    var isBody = false
}
