// SPDX-License-Identifier: MIT
extension Parser {
    /// A text without `main`, whose statements are one.
    mutating func body() -> Syntax {
        var syntax = Syntax()
        syntax.isBody = true
        let position = token.position
        let statements = statements(&syntax)
        if statements.isEmpty, errors.isEmpty, let function = syntax.functions.first {
            let isShadertoy = syntax.functions.contains { $0.name == "mainImage" }
            record(
                ShaderError(
                    function.position,
                    "There is no function main"
                        + (isShadertoy
                            ? ": add void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }"
                            : ", and no statement outside of functions.")))
        }
        syntax.functions.append(
            Function(name: "main", result: .void, parameters: [], body: statements, position: position))
        return syntax
    }

    /// Statements without a function around; uniforms, constants and functions may stand between them.
    private mutating func statements(_ syntax: inout Syntax) -> [Statement] {
        var statements: [Statement] = []
        while token.kind != .end, errors.count < Limit.errors {
            do {
                if token.isWord("uniform") || token.isWord("const") || isAtFunction {
                    try external(&syntax)
                } else {
                    statements.append(try statement())
                }
            } catch {
                record(error)
                skipStatement()
            }
        }
        return statements
    }

    /// Whether a type, a name and a parenthesis follow.
    private var isAtFunction: Bool {
        var at = index
        func word() -> String? {
            guard at < tokens.count, case .word(let word) = tokens[at].kind else { return nil }
            return word
        }
        while let word = word(), Self.precisions.contains(word) { at += 1 }
        guard let type = word(), ShaderType(named: type) != nil else { return false }
        at += 1
        guard word() != nil, at + 1 < tokens.count else { return false }
        return tokens[at + 1].isSymbol("(")
    }
}
