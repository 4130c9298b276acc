// SPDX-License-Identifier: MIT
extension Parser {
    private static let assignments = ["=", "+=", "-=", "*=", "/="]
    private static let refusedOperators: Set<String> = [
        "%", "%=", "&", "|", "^", "~", "<<", ">>", "<<=", ">>=", "&=", "|=", "^=",
    ]
    private static let precedence: [String: Int] = [
        "||": 0, "^^": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6,
    ]

    /// An expression of parts, unless its tree is too high to be walked by recursion.
    private static func made(_ kind: Expression.Kind, _ position: TextPosition) throws(ShaderError) -> Expression {
        let expression = Expression(kind: kind, position: position)
        guard expression.depth <= Limit.depth else {
            throw ShaderError(position, "More than \(Limit.depth) operations lie within each other.")
        }
        return expression
    }

    /// An expression, with commas.
    mutating func expression() throws(ShaderError) -> Expression {
        var result = try assignment()
        var count = 0
        while isAt(",") {
            let position = take().position
            count += 1
            guard count <= Limit.nesting else {
                throw ShaderError(position, "More than \(Limit.nesting) expressions follow each other.")
            }
            result = try Self.made(.sequence(result, try assignment()), position)
        }
        return result
    }

    /// An expression without commas.
    mutating func assignment() throws(ShaderError) -> Expression {
        let target = try conditional()
        guard case .symbol(let symbol) = token.kind, Self.assignments.contains(symbol) else { return target }
        return try nested { parser throws(ShaderError) in
            let position = parser.take().position
            return try Self.made(.assign(String(symbol.dropLast()), target, try parser.assignment()), position)
        }
    }

    /// An expression without assignments.
    mutating func conditional() throws(ShaderError) -> Expression {
        let condition = try binary(0)
        guard isAt("?") else { return condition }
        return try nested { parser throws(ShaderError) in
            let position = parser.take().position
            let first = try parser.expression()
            try parser.expect(":", "between the two values of ?")
            return try Self.made(.choice(condition, first, try parser.assignment()), position)
        }
    }

    /// Operators of a precedence, or a higher one: each takes those of a higher one after it.
    private mutating func binary(_ least: Int) throws(ShaderError) -> Expression {
        var result = try unary()
        var count = 0
        while case .symbol(let symbol) = token.kind {
            if Self.refusedOperators.contains(symbol) {
                throw ShaderError(
                    token.position,
                    "GLSL ES 1.00 has no operator \"\(symbol)\""
                        + (symbol == "%" ? ": write mod(a, b), or a - b * (a / b) for int." : "."))
            }
            guard let level = Self.precedence[symbol], level >= least else { break }
            // Each operator is a level of the tree, which is taken apart by recursion.
            count += 1
            guard count <= 4 * Limit.nesting else {
                throw ShaderError(token.position, "More than \(4 * Limit.nesting) operators follow each other.")
            }
            let position = take().position
            result = try Self.made(.binary(symbol, result, try binary(level + 1)), position)
        }
        return result
    }

    private mutating func unary() throws(ShaderError) -> Expression {
        let start = token
        guard case .symbol(let symbol) = start.kind, ["+", "-", "!", "++", "--", "~"].contains(symbol) else {
            return try postfix()
        }
        guard symbol != "~" else { throw ShaderError(start.position, "GLSL ES 1.00 has no operator \"~\".") }
        return try nested { parser throws(ShaderError) in
            _ = parser.take()
            let operand = try parser.unary()
            let kind: Expression.Kind =
                symbol.count == 2 ? .step(symbol, operand, isBefore: true) : .unary(symbol, operand)
            return try Self.made(kind, start.position)
        }
    }

    private mutating func postfix() throws(ShaderError) -> Expression {
        var result = try primary()
        var count = 0
        while case .symbol(let symbol) = token.kind {
            let position = token.position
            count += 1
            guard count <= Limit.nesting else {
                throw ShaderError(position, "More than \(Limit.nesting) levels lie within each other.")
            }
            switch symbol {
            case ".":
                _ = take()
                let at = token.position
                guard case .word(let field) = take().kind else {
                    throw ShaderError(at, "The name of components is missing after the point.")
                }
                result = try Self.made(.field(result, field), at)
            case "[":
                _ = take()
                let index = try nested { parser throws(ShaderError) in try parser.expression() }
                try expect("]", "after the index")
                result = try Self.made(.index(result, index), position)
            case "++", "--":
                _ = take()
                result = try Self.made(.step(symbol, result, isBefore: false), position)
            default: return result
            }
        }
        return result
    }

    private mutating func primary() throws(ShaderError) -> Expression {
        let start = token
        switch start.kind {
        case .float(let value):
            _ = take()
            return try Self.made(.float(value), start.position)
        case .integer(let value):
            _ = take()
            return try Self.made(.integer(value), start.position)
        case .symbol("("):
            return try nested { parser throws(ShaderError) in
                _ = parser.take()
                let inner = try parser.expression()
                try parser.expect(")", "after the expression")
                return inner
            }
        case .word(let word):
            try checkWord(word)
            _ = take()
            if word == "true" || word == "false" {
                return try Self.made(.bool(word == "true"), start.position)
            }
            guard takes("(") else { return Expression(kind: .name(word), position: start.position) }
            return try nested { parser throws(ShaderError) in
                var arguments: [Expression] = []
                if parser.token.isWord("void") { _ = parser.take() }
                while !parser.isAt(")") {
                    if !arguments.isEmpty { try parser.expect(",", "between arguments") }
                    arguments.append(try parser.assignment())
                }
                _ = parser.take()
                return try Self.made(.call(word, arguments), start.position)
            }
        default: throw ShaderError(start.position, "An expression is missing; here is \(start.shown).")
        }
    }
}
