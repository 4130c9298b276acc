// SPDX-License-Identifier: MIT
/// Carries out the directives of a text and replaces its macros.
///
/// Source: The OpenGL ES Shading Language 1.00, section 3.4.
struct Preprocessor {
    private struct Macro {
        /// Nil: it is no function.
        let parameters: [String]?
        let body: [Token]
    }

    /// An `#if` that is open.
    private struct Condition {
        let start: TextPosition
        /// Whether its lines count, and whether any of its branches has counted.
        var isActive: Bool
        var wasActive: Bool
        let isOuterActive: Bool
        var hasElse = false
    }

    private(set) var warnings: [ShaderError] = []
    private var macros: [String: Macro] = [
        "GL_ES": Macro(parameters: nil, body: [Token(kind: .integer(1), position: TextPosition(line: 1, column: 1))]),
        "GL_FRAGMENT_PRECISION_HIGH": Macro(
            parameters: nil, body: [Token(kind: .integer(1), position: TextPosition(line: 1, column: 1))]),
        "__VERSION__": Macro(
            parameters: nil, body: [Token(kind: .integer(100), position: TextPosition(line: 1, column: 1))]),
    ]
    private var conditions: [Condition] = []
    private var output: [Token] = []
    /// How many macros were replaced: those that replace each other by nothing could take for ever.
    private var expansions = 0
    /// How deep in arguments of macros the present one is.
    private var depth = 0

    /// The tokens of the text as the parser sees them.
    mutating func run(_ tokens: [Token]) throws(ShaderError) -> [Token] {
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token.kind == .end { break }
            if token.isFirstOfLine, token.isSymbol("#") {
                let end = endOfLine(tokens, index + 1)
                try directive(Array(tokens[(index + 1)..<end]), token.position)
                index = end
            } else if conditions.last?.isActive == false {
                index += 1
            } else {
                var pending = Array(tokens[index..<endOfActive(tokens, index)])
                index += pending.count
                // What is not expanded yet, last token first.
                pending.reverse()
                try expand(&pending)
            }
        }
        if let open = conditions.last { throw ShaderError(open.start, "This #if has no #endif.") }
        return output + [tokens.last ?? Token(kind: .end, position: TextPosition(line: 1, column: 1))]
    }

    private func endOfLine(_ tokens: [Token], _ start: Int) -> Int {
        var end = start
        while end < tokens.count, !tokens[end].isFirstOfLine, tokens[end].kind != .end { end += 1 }
        return end
    }

    /// Up to the next directive, as calls of macros may go over lines.
    private func endOfActive(_ tokens: [Token], _ start: Int) -> Int {
        var end = start
        while end < tokens.count, tokens[end].kind != .end {
            if tokens[end].isFirstOfLine, tokens[end].isSymbol("#") { break }
            end += 1
        }
        return end
    }

    private mutating func directive(_ line: [Token], _ position: TextPosition) throws(ShaderError) {
        guard let first = line.first else { return }
        guard case .word(let name) = first.kind else {
            throw ShaderError(first.position, "\(first.shown) is no directive.")
        }
        let rest = Array(line.dropFirst())
        let isActive = conditions.last?.isActive ?? true
        switch name {
        case "if", "ifdef", "ifndef":
            guard conditions.count < Limit.nesting else {
                throw ShaderError(position, "More than \(Limit.nesting) #if lie within each other.")
            }
            var holds = false
            if isActive { holds = try condition(name, rest, first.position) }
            conditions.append(
                Condition(start: position, isActive: holds, wasActive: holds, isOuterActive: isActive))
            return
        case "elif", "else", "endif":
            guard var condition = conditions.popLast() else {
                throw ShaderError(position, "There is no #if before this #\(name).")
            }
            if name == "endif" { return }
            guard !condition.hasElse else { throw ShaderError(position, "#\(name) stands after #else.") }
            condition.hasElse = name == "else"
            let mayHold = condition.isOuterActive && !condition.wasActive
            condition.isActive = mayHold
            if mayHold, name == "elif" { condition.isActive = try self.condition("if", rest, first.position) }
            condition.wasActive = condition.wasActive || condition.isActive
            conditions.append(condition)
            return
        default: break
        }
        guard isActive else { return }
        switch name {
        case "define": try define(rest, first.position)
        case "undef": macros[try macroName(rest.first, first.position)] = nil
        case "version":
            guard rest.first?.kind == .integer(100) else {
                throw ShaderError(
                    rest.first?.position ?? first.position,
                    "The language is GLSL ES 1.00: write #version 100, or nothing.")
            }
        case "extension":
            let message = "There are no extensions; the line is left out."
            if !warnings.contains(where: { $0.message == message }) {
                warnings.append(ShaderError(first.position, message))
            }
        case "pragma", "line": break
        case "error":
            throw ShaderError(
                first.position, "#error" + rest.map { ($0.followsSpace ? " " : "") + Self.text($0) }.joined())
        default: throw ShaderError(first.position, "There is no directive \"#\(name)\".")
        }
    }

    private static func text(_ token: Token) -> String {
        switch token.kind {
        case .word(let text), .symbol(let text), .unreadable(let text, _): text
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .end: ""
        }
    }

    private func macroName(_ token: Token?, _ position: TextPosition) throws(ShaderError) -> String {
        guard let token, case .word(let name) = token.kind else {
            throw ShaderError(token?.position ?? position, "The name of a macro is missing.")
        }
        return name
    }

    private mutating func define(_ line: [Token], _ position: TextPosition) throws(ShaderError) {
        let name = try macroName(line.first, position)
        guard name != "defined", !name.hasPrefix("GL_"), !Lexer.hasTwoLines(name) else {
            throw ShaderError(line[0].position, "\"\(name)\" is a reserved name.")
        }
        guard line.count > 1, line[1].isSymbol("("), !line[1].followsSpace else {
            macros[name] = Macro(parameters: nil, body: Array(line.dropFirst()))
            return
        }
        var parameters: [String] = []
        var index = 2
        while index < line.count, !line[index].isSymbol(")") {
            if !parameters.isEmpty {
                guard line[index].isSymbol(",") else {
                    throw ShaderError(line[index].position, "A comma is missing between parameters.")
                }
                index += 1
            }
            let parameter = try macroName(index < line.count ? line[index] : nil, line[index - 1].position)
            guard !parameters.contains(parameter) else {
                throw ShaderError(line[index].position, "The macro has two parameters \"\(parameter)\".")
            }
            parameters.append(parameter)
            index += 1
        }
        guard index < line.count else {
            throw ShaderError(position, "The parameters of \"\(name)\" have no end: write ).")
        }
        macros[name] = Macro(parameters: parameters, body: Array(line.dropFirst(index + 1)))
    }

    /// Expands what is pending, last token first, and puts it out.
    private mutating func expand(_ pending: inout [Token]) throws(ShaderError) {
        while let token = pending.popLast() {
            guard case .word(let name) = token.kind, let macro = macros[name], !token.macros.contains(name) else {
                if let number = Self.number(token) {
                    output.append(Token(kind: .integer(number), position: token.position))
                } else if case .unreadable(_, let why) = token.kind {
                    throw ShaderError(token.position, why)
                } else {
                    output.append(token)
                }
                guard output.count <= Limit.tokens else {
                    throw ShaderError(token.position, "With its macros the text has more than \(Limit.tokens) tokens.")
                }
                continue
            }
            try checkDepth(token)
            var body = macro.body
            if let parameters = macro.parameters {
                // Without a parenthesis it is a name like any other.
                guard pending.last?.isSymbol("(") == true else {
                    output.append(token)
                    continue
                }
                let raw = try arguments(&pending, name, parameters.count, token.position)
                var arguments: [[Token]] = []
                for argument in raw { arguments.append(try expanded(argument, token.position)) }
                body = try replaced(body, parameters, by: arguments, token)
            }
            expansions += 1
            guard pending.count + body.count <= Limit.tokens, expansions <= Limit.tokens else {
                throw ShaderError(token.position, "With its macros the text has more than \(Limit.tokens) tokens.")
            }
            pending += placed(body, for: token, name).reversed()
        }
    }

    /// What a macro is replaced by where it is used, which is where errors are told.
    private func placed(_ body: [Token], for token: Token, _ name: String) -> [Token] {
        body.map { word in
            var word = word
            word.position = token.position
            word.macros.formUnion(token.macros)
            word.macros.insert(name)
            return word
        }
    }

    /// An argument with its own macros expanded, as it is before it takes its place.
    private mutating func expanded(_ argument: [Token], _ position: TextPosition) throws(ShaderError) -> [Token] {
        depth += 1
        guard depth <= Limit.nesting else {
            throw ShaderError(position, "Macros are nested more than \(Limit.nesting) times.")
        }
        var (pending, outer) = (Array(argument.reversed()), [Token]())
        swap(&output, &outer)
        try expand(&pending)
        swap(&output, &outer)
        depth -= 1
        return outer
    }

    /// Takes the arguments of a call from what is pending, with their parentheses.
    private func arguments(
        _ pending: inout [Token], _ name: String, _ count: Int, _ position: TextPosition
    ) throws(ShaderError) -> [[Token]] {
        pending.removeLast()
        var arguments: [[Token]] = [[]]
        var depth = 0
        while let token = pending.popLast() {
            if depth == 0, token.isSymbol(")") {
                if count == 0, arguments == [[]] { return [] }
                guard arguments.count == count else {
                    throw ShaderError(
                        position, "The macro \"\(name)\" takes \(count) arguments, and here are \(arguments.count).")
                }
                return arguments
            }
            if depth == 0, token.isSymbol(",") {
                arguments.append([])
                continue
            }
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            arguments[arguments.count - 1].append(token)
        }
        throw ShaderError(position, "The arguments of the macro \"\(name)\" have no end: write ).")
    }

    private func replaced(
        _ body: [Token], _ parameters: [String], by arguments: [[Token]], _ call: Token
    ) throws(ShaderError) -> [Token] {
        var result: [Token] = []
        for token in body {
            if token.isSymbol("##") || token.isSymbol("#") {
                throw ShaderError(call.position, "GLSL has no \(token.shown) in macros.")
            }
            if case .word(let word) = token.kind, let index = parameters.firstIndex(of: word) {
                result += arguments[index]
            } else {
                result.append(token)
            }
            guard result.count <= Limit.tokens else {
                throw ShaderError(call.position, "With its macros the text has more than \(Limit.tokens) tokens.")
            }
        }
        return result
    }

    /// What a macro is that has another value in each line, or file.
    private static func number(_ token: Token) -> Int? {
        token.isWord("__LINE__") ? token.position.line : token.isWord("__FILE__") ? 0 : nil
    }

    private func isDefined(_ name: String) -> Bool {
        macros[name] != nil || name == "__LINE__" || name == "__FILE__"
    }

    private func checkDepth(_ token: Token) throws(ShaderError) {
        guard token.macros.count < Limit.nesting else {
            throw ShaderError(token.position, "Macros are nested more than \(Limit.nesting) times.")
        }
    }

    // MARK: Conditions

    private mutating func condition(
        _ directive: String, _ line: [Token], _ position: TextPosition
    ) throws(ShaderError) -> Bool {
        if directive != "if" {
            let name = try macroName(line.first, position)
            return isDefined(name) == (directive == "ifdef")
        }
        var value = ConditionValue(tokens: try conditionTokens(line), position: position)
        return try value.whole() != 0
    }

    /// The tokens of a condition: `defined` is answered and macros are replaced.
    private mutating func conditionTokens(_ line: [Token]) throws(ShaderError) -> [Token] {
        let line = try answered(line)
        var result: [Token] = []
        var index = 0
        while index < line.count {
            let token = line[index]
            index += 1
            guard case .word(let name) = token.kind, let macro = macros[name], !token.macros.contains(name) else {
                result.append(
                    Self.number(token).map { Token(kind: .integer($0), position: token.position) } ?? token)
                continue
            }
            guard macro.parameters == nil else {
                // With its arguments, as elsewhere; without a parenthesis it is a name like any other.
                var (depth, end) = (0, index)
                while end < line.count, end > index || line[end].isSymbol("(") {
                    depth += line[end].isSymbol("(") ? 1 : line[end].isSymbol(")") ? -1 : 0
                    end += 1
                    if depth == 0 { break }
                }
                result += end == index ? [token] : try expanded(Array(line[index - 1..<end]), token.position)
                index = end
                continue
            }
            try checkDepth(token)
            let body = placed(macro.body, for: token, name)
            expansions += 1
            guard result.count + body.count <= Limit.tokens, expansions <= Limit.tokens else {
                throw ShaderError(token.position, "The condition is too long.")
            }
            result += try conditionTokens(body)
        }
        return result
    }

    /// A condition with numbers in the place of `defined`.
    private func answered(_ line: [Token]) throws(ShaderError) -> [Token] {
        var result: [Token] = []
        var index = 0
        while index < line.count {
            let token = line[index]
            index += 1
            guard token.isWord("defined") else {
                result.append(token)
                continue
            }
            let hasParenthesis = index < line.count && line[index].isSymbol("(")
            if hasParenthesis { index += 1 }
            let name = try macroName(index < line.count ? line[index] : nil, token.position)
            index += 1
            if hasParenthesis {
                guard index < line.count, line[index].isSymbol(")") else {
                    throw ShaderError(token.position, "defined( has no end: write ).")
                }
                index += 1
            }
            result.append(Token(kind: .integer(isDefined(name) ? 1 : 0), position: token.position))
        }
        return result
    }
}
