// SPDX-License-Identifier: MIT
/// Reads tokens as a shader: declarations, functions and statements.
///
/// Source: The OpenGL ES Shading Language 1.00, section 9. After an error it goes on with the next statement, so that several are told.
struct Parser {
    let tokens: [Token]
    private(set) var index = 0
    private(set) var depth = 0
    private(set) var errors: [ShaderError] = []

    init(_ tokens: [Token]) { self.tokens = tokens }

    /// Words that GLSL has and this language has not, with what to write instead.
    private static let refused: [String: String] = [
        "while": "There is no while: write a for loop whose count is constant.",
        "do": "There is no do: write a for loop whose count is constant.",
        "discard": "There is no discard, as every pixel is stored: write the alpha that it should have.",
        "struct": "There is no struct: write its members as variables.",
        "attribute": "A fragment shader has no attributes.",
        "switch": "GLSL ES 1.00 has no switch: write if.",
        "samplerCube": "There is no samplerCube: frames are of the type sampler2D.",
        "dFdx": "There are no derivatives.", "dFdy": "There are no derivatives.", "fwidth": "There are no derivatives.",
        "gl_LastFragData": "What was there before can't be read.",
    ]
    private static let reserved: Set<String> = [
        "asm", "class", "union", "enum", "typedef", "template", "this", "packed", "goto", "default", "inline",
        "noinline", "volatile", "public", "static", "extern", "external", "interface", "flat", "long", "short",
        "double", "half", "fixed", "unsigned", "superp", "input", "output", "hvec2", "hvec3", "hvec4", "dvec2",
        "dvec3", "dvec4", "fvec2", "fvec3", "fvec4", "sampler1D", "sampler3D", "sampler1DShadow", "sampler2DShadow",
        "sampler2DRect", "sampler3DRect", "sampler2DRectShadow", "sizeof", "cast", "namespace", "using", "case",
    ]
    static let precisions: Set<String> = ["lowp", "mediump", "highp"]

    // MARK: Tokens

    var token: Token { tokens[min(index, tokens.count - 1)] }
    private var following: Token { tokens[min(index + 1, tokens.count - 1)] }

    func isAt(_ symbol: String) -> Bool { token.isSymbol(symbol) }

    mutating func take() -> Token {
        let taken = token
        if index < tokens.count - 1 { index += 1 }
        return taken
    }

    mutating func takes(_ symbol: String) -> Bool {
        guard isAt(symbol) else { return false }
        _ = take()
        return true
    }

    mutating func expect(_ symbol: String, _ after: String) throws(ShaderError) {
        guard takes(symbol) else {
            throw ShaderError(token.position, "\"\(symbol)\" is missing \(after); here is \(token.shown).")
        }
    }

    /// A name that the text may declare.
    private mutating func takeName(of what: String) throws(ShaderError) -> String {
        guard case .word(let word) = token.kind else {
            throw ShaderError(token.position, "The name of \(what) is missing; here is \(token.shown).")
        }
        try checkWord(word)
        guard ShaderType(named: word) == nil else {
            throw ShaderError(token.position, "\"\(word)\" is a type and can't be the name of \(what).")
        }
        guard !word.hasPrefix("gl_"), !Lexer.hasTwoLines(word), !Self.reserved.contains(word) else {
            throw ShaderError(token.position, "\"\(word)\" is a reserved name.")
        }
        _ = take()
        return word
    }

    /// Refuses words of GLSL that this language has not.
    func checkWord(_ word: String) throws(ShaderError) {
        if let why = Self.refused[word] { throw ShaderError(token.position, why) }
        if Self.reserved.contains(word) { throw ShaderError(token.position, "\"\(word)\" is a reserved name.") }
    }

    /// Runs what may nest.
    mutating func nested<Result>(_ body: (inout Parser) throws(ShaderError) -> Result) throws(ShaderError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Limit.nesting else {
            throw ShaderError(token.position, "More than \(Limit.nesting) levels lie within each other.")
        }
        return try body(&self)
    }

    mutating func record(_ error: ShaderError) {
        if errors.count < Limit.errors { errors.append(error) }
    }

    // MARK: The text

    /// The whole text.
    mutating func syntax() -> Syntax {
        var syntax = Syntax()
        let hasMain = zip(tokens, tokens.dropFirst()).contains { $0.isWord("main") && $1.isSymbol("(") }
        guard hasMain else { return body() }
        while token.kind != .end, errors.count < Limit.errors {
            do {
                try external(&syntax)
            } catch {
                record(error)
                skipExternal()
            }
        }
        return syntax
    }

    mutating func external(_ syntax: inout Syntax) throws(ShaderError) {
        if takes(";") { return }
        if token.isWord("precision") { return try precision() }
        if token.isWord("invariant") { _ = take() }
        let start = token.position
        let qualifier = takeQualifier()
        let type = try self.type()
        if qualifier == .none, case .word = token.kind, following.isSymbol("(") {
            return syntax.functions.append(try function(type, start))
        }
        if takes(";") { return }
        syntax.globals += try declarations(qualifier, type)
    }

    /// A default precision, which says nothing here.
    private mutating func precision() throws(ShaderError) {
        _ = take()
        guard case .word(let word) = take().kind, Self.precisions.contains(word), case .word = take().kind else {
            throw ShaderError(token.position, "Write precision mediump float;")
        }
        try expect(";", "after the precision")
    }

    private mutating func takeQualifier() -> Qualifier {
        let qualifier: Qualifier
        switch token.kind {
        case .word("const"): qualifier = .constant
        case .word("uniform"): qualifier = .uniform
        case .word("varying"): qualifier = .varying
        default: return .none
        }
        _ = take()
        return qualifier
    }

    private mutating func type() throws(ShaderError) -> ShaderType {
        while case .word(let word) = token.kind, Self.precisions.contains(word) { _ = take() }
        guard case .word(let word) = token.kind else {
            throw ShaderError(token.position, "A type is missing; here is \(token.shown).")
        }
        try checkWord(word)
        guard let type = ShaderType(named: word) else {
            throw ShaderError(token.position, "There is no type \"\(word)\".")
        }
        _ = take()
        return type
    }

    private mutating func declarations(
        _ qualifier: Qualifier, _ type: ShaderType
    ) throws(ShaderError) -> [Declaration] {
        var all: [Declaration] = []
        repeat {
            let position = token.position
            let name = try takeName(of: "a variable")
            guard type != .void else { throw ShaderError(position, "A variable can't be void.") }
            guard type != .sampler || qualifier == .uniform else {
                throw ShaderError(position, "A sampler2D has to be a uniform.")
            }
            let size = try arraySize()
            var value: Expression?
            if takes("=") {
                guard qualifier == .none || qualifier == .constant else {
                    throw ShaderError(position, "A \(qualifier) has no value in the text.")
                }
                value = try assignment()
            } else if qualifier == .constant {
                throw ShaderError(position, "The constant \"\(name)\" has no value.")
            }
            all.append(
                Declaration(
                    qualifier: qualifier, type: type, name: name, size: size, value: value, position: position))
        } while takes(",")
        try expect(";", "after the declaration")
        return all
    }

    private mutating func arraySize() throws(ShaderError) -> Expression? {
        guard takes("[") else { return nil }
        let size = try conditional()
        try expect("]", "after the size")
        return size
    }

    private mutating func function(_ result: ShaderType, _ position: TextPosition) throws(ShaderError) -> Function {
        guard result != .sampler else { throw ShaderError(position, "A function can't return a sampler2D.") }
        let at = token.position
        let name = try takeName(of: "a function")
        try expect("(", "after the name")
        var parameters: [Parameter] = []
        if token.isWord("void"), following.isSymbol(")") { _ = take() }
        while !isAt(")") {
            if !parameters.isEmpty { try expect(",", "between parameters") }
            parameters.append(try parameter())
        }
        try expect(")", "after the parameters")
        if takes(";") { return Function(name: name, result: result, parameters: parameters, body: nil, position: at) }
        return Function(name: name, result: result, parameters: parameters, body: try block(), position: at)
    }

    private mutating func parameter() throws(ShaderError) -> Parameter {
        let position = token.position
        if token.isWord("const") { _ = take() }
        var (isIn, isOut) = (true, false)
        switch token.kind {
        case .word("in"): _ = take()
        case .word("out"):
            _ = take()
            (isIn, isOut) = (false, true)
        case .word("inout"):
            _ = take()
            isOut = true
        default: break
        }
        let type = try self.type()
        guard type != .void else { throw ShaderError(position, "A parameter can't be void.") }
        var name = ""
        if case .word = token.kind { name = try takeName(of: "a parameter") }
        return Parameter(
            isIn: isIn, isOut: isOut, type: type, size: try arraySize(), name: name, position: position)
    }

    /// Goes to what follows a function or declaration.
    private mutating func skipExternal() {
        var open = 0
        while token.kind != .end {
            let taken = take()
            if taken.isSymbol("{") { open += 1 }
            if taken.isSymbol("}") {
                open -= 1
                if open <= 0 { return }
            }
            if taken.isSymbol(";"), open <= 0 { return }
        }
    }

    // MARK: Statements

    private mutating func block() throws(ShaderError) -> [Statement] {
        try expect("{", "before the statements")
        var statements: [Statement] = []
        while !isAt("}") {
            guard token.kind != .end else {
                throw ShaderError(token.position, "\"}\" is missing at the end of the text.")
            }
            guard errors.count < Limit.errors else { break }
            do {
                statements.append(try statement())
            } catch {
                record(error)
                skipStatement()
            }
        }
        _ = take()
        return statements
    }

    /// Goes to what follows a statement with all its else, or to the end of the block.
    mutating func skipStatement() {
        repeat { skipPart() } while takesWord("else")
    }

    private mutating func takesWord(_ word: String) -> Bool {
        guard token.isWord(word) else { return false }
        _ = take()
        return true
    }

    private mutating func skipPart() {
        var open = 0
        while token.kind != .end {
            if isAt("}"), open == 0 { return }
            let taken = take()
            if taken.isSymbol("{") { open += 1 }
            if taken.isSymbol("}") {
                open -= 1
                if open == 0 { return }
            }
            if taken.isSymbol(";"), open == 0 { return }
        }
    }

    mutating func statement() throws(ShaderError) -> Statement {
        try nested { parser throws(ShaderError) in try parser.plainStatement() }
    }

    /// What if, else or for is about. Braces are no level of their own.
    private mutating func controlled() throws(ShaderError) -> Statement {
        let position = token.position
        guard isAt("{") else { return try statement() }
        return Statement(kind: .block(try block()), position: position)
    }

    private mutating func plainStatement() throws(ShaderError) -> Statement {
        let position = token.position
        func made(_ kind: Statement.Kind) -> Statement { Statement(kind: kind, position: position) }
        guard case .word(let word) = token.kind else {
            if takes(";") { return made(.empty) }
            if isAt("{") { return made(.block(try block())) }
            return made(.expression(try expressionStatement()))
        }
        switch word {
        case "if":
            _ = take()
            try expect("(", "after if")
            let condition = try expression()
            try expect(")", "after the condition")
            let then = try controlled()
            guard token.isWord("else") else { return made(.branch(condition, then, nil)) }
            _ = take()
            return made(.branch(condition, then, try controlled()))
        case "else": throw ShaderError(position, "There is no if before this else.")
        case "for": return made(try loop())
        case "return":
            _ = take()
            if takes(";") { return made(.return(nil)) }
            return made(.return(try expressionStatement()))
        case "break", "continue":
            _ = take()
            try expect(";", "after \(word)")
            return made(word == "break" ? .break : .continue)
        case "precision":
            try precision()
            return made(.empty)
        case "const":
            _ = take()
            return made(.declarations(try declarations(.constant, try type())))
        case "uniform", "varying":
            throw ShaderError(position, "A \(word) is declared outside of functions, and the text needs void main().")
        default:
            try checkWord(word)
            let isType = ShaderType(named: word) != nil && !following.isSymbol("(")
            if isType || Self.precisions.contains(word) {
                return made(.declarations(try declarations(.none, try type())))
            }
            return made(.expression(try expressionStatement()))
        }
    }

    private mutating func expressionStatement() throws(ShaderError) -> Expression {
        let expression = try expression()
        try expect(";", "after the statement")
        return expression
    }

    private mutating func loop() throws(ShaderError) -> Statement.Kind {
        _ = take()
        try expect("(", "after for")
        // Its semicolon belongs to it.
        let first = try statement()
        let condition = isAt(";") ? nil : try expression()
        try expect(";", "after the condition")
        let step = isAt(")") ? nil : try expression()
        try expect(")", "after the loop's head")
        return .loop(first, condition, step, try controlled())
    }
}
