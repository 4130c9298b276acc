// SPDX-License-Identifier: MIT
/// The value of a condition of `#if`, which is of whole numbers.
struct ConditionValue {
    let tokens: [Token]
    let position: TextPosition
    private var index = 0
    private var depth = 0
    /// Whether the value of what is read does not count.
    private var isLeft = false

    init(tokens: [Token], position: TextPosition) { (self.tokens, self.position) = (tokens, position) }

    private static let precedence: [[String]] = [
        ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"],
        ["*", "/", "%"],
    ]

    mutating func whole() throws(ShaderError) -> Int {
        let value = try binary(0)
        if index < tokens.count {
            throw ShaderError(tokens[index].position, "\(tokens[index].shown) does not belong here.")
        }
        return value
    }

    private mutating func binary(_ level: Int) throws(ShaderError) -> Int {
        guard level < Self.precedence.count else { return try unary() }
        var value = try binary(level + 1)
        while index < tokens.count, case .symbol(let symbol) = tokens[index].kind,
            Self.precedence[level].contains(symbol)
        {
            let at = tokens[index].position
            index += 1
            let wasLeft = isLeft
            if symbol == "&&" && value == 0 || symbol == "||" && value != 0 { isLeft = true }
            defer { isLeft = wasLeft }
            let right = try binary(level + 1)
            value = try result(symbol, value, right, at)
        }
        return value
    }

    private func result(_ symbol: String, _ a: Int, _ b: Int, _ at: TextPosition) throws(ShaderError) -> Int {
        switch symbol {
        case "||": return a != 0 || b != 0 ? 1 : 0
        case "&&": return a != 0 && b != 0 ? 1 : 0
        case "|": return a | b
        case "^": return a ^ b
        case "&": return a & b
        case "==": return a == b ? 1 : 0
        case "!=": return a != b ? 1 : 0
        case "<": return a < b ? 1 : 0
        case ">": return a > b ? 1 : 0
        case "<=": return a <= b ? 1 : 0
        case ">=": return a >= b ? 1 : 0
        case "<<": return b >= 0 && b < 32 ? a << b : 0
        case ">>": return b >= 0 && b < 64 ? a >> b : 0
        case "+": return a &+ b
        case "-": return a &- b
        case "*": return a &* b
        default:
            if b == 0, isLeft { return 0 }
            guard b != 0 else { throw ShaderError(at, "The condition divides by 0.") }
            return symbol == "/"
                ? a.dividedReportingOverflow(by: b).partialValue
                : a.remainderReportingOverflow(dividingBy: b).partialValue
        }
    }

    private mutating func unary() throws(ShaderError) -> Int {
        guard index < tokens.count else {
            throw ShaderError(tokens.last?.position ?? position, "The condition is not complete.")
        }
        let token = tokens[index]
        index += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Limit.nesting else { throw ShaderError(token.position, "The condition is nested too deeply.") }
        switch token.kind {
        case .integer(let value): return value
        case .symbol("!"): return try unary() == 0 ? 1 : 0
        case .symbol("-"): return try 0 &- unary()
        case .symbol("+"): return try unary()
        case .symbol("~"): return try ~unary()
        case .symbol("("):
            let value = try binary(0)
            guard index < tokens.count, tokens[index].isSymbol(")") else {
                throw ShaderError(token.position, "The parenthesis has no end: write ).")
            }
            index += 1
            return value
        case .word where isLeft: return 0
        case .word(let name): throw ShaderError(token.position, "There is no macro \"\(name)\".")
        default: throw ShaderError(token.position, "\(token.shown) does not belong here.")
        }
    }
}
