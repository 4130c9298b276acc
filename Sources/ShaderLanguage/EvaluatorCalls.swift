// SPDX-License-Identifier: MIT
internal import Expressions

extension Evaluator {
    /// Evaluates a call: of a type, of a function of the text, or of one of the language.
    func called(_ name: String, _ expressions: [Expression], _ position: TextPosition) throws(ShaderError) -> Value {
        var arguments: [Value] = []
        let functions = functions[name] ?? []
        // Of places that are written the index is evaluated once, in its turn.
        var targets: [Int: Target] = [:]
        for (index, expression) in expressions.enumerated() {
            let isWritten = functions.contains { $0.parameters.indices.contains(index) && $0.parameters[index].isOut }
            if isWritten, Self.isIndexed(expression), let target = try? target(expression) {
                targets[index] = target
                arguments.append(value(of: target))
            } else {
                arguments.append(try value(expression))
            }
        }
        if let type = ShaderType(named: name) { return try constructed(type, arguments, position) }
        guard !functions.isEmpty else {
            guard Self.isBuiltIn(name) else {
                throw fail(position, unknown("function", name) { Self.builtInNames + self.functions.keys })
            }
            return try builtIn(name, arguments, position)
        }
        var chosen: Function?
        for function in functions where chosen?.body == nil {
            try count(position)
            guard function.parameters.count == arguments.count else { continue }
            var matches = true
            for (parameter, argument) in zip(function.parameters, arguments) where matches {
                matches = try type(parameter.type, parameter.size) == argument.type
            }
            if matches { chosen = function }
        }
        guard let chosen else {
            let given = arguments.map(\.type.shown).joined(separator: ", ")
            let needed = functions.map { "(\($0.parameters.map(\.type.shown).joined(separator: ", ")))" }
            throw fail(
                position,
                "\"\(name)\" does not take (\(given)), but \(Array(Set(needed)).sorted().joined(separator: " or ")).")
        }
        var all: [Argument] = []
        for (index, parameter) in chosen.parameters.enumerated() {
            var place = targets[index]
            if parameter.isOut, place == nil { place = try target(expressions[index]) }
            all.append(Argument(value: arguments[index], target: parameter.isOut ? place : nil))
        }
        return try call(chosen, all, position)
    }

    /// A value of a type, made of the numbers of others.
    private func constructed(
        _ type: ShaderType, _ arguments: [Value], _ position: TextPosition
    ) throws(ShaderError) -> Value {
        guard type.base != .void, type.base != .sampler else {
            throw fail(position, "There are no values of \(type.shown).")
        }
        for argument in arguments where argument.type.count == 0 || argument.type.elements != nil {
            throw fail(position, "\(type.shown) can't be made of \(argument.type.shown).")
        }
        guard let first = arguments.first else { throw fail(position, "\(type.shown)() has no numbers.") }
        func converted(_ number: Scalar, _ base: ShaderType.Base) -> Scalar {
            switch type.base {
            case .bool: base == .bool ? number : .not(.isEqual(number, .zero))
            case .int: base == .float ? .truncate(number) : number
            default: number
            }
        }
        if arguments.count == 1, first.type.isScalar || type.isScalar || first.type.isMatrix && type.isMatrix {
            return constructed(type, first, converted(first.number, first.type.base))
        }
        guard !(type.isMatrix && arguments.contains { $0.type.isMatrix }) else {
            throw fail(position, "A matrix can't be made of a matrix and more.")
        }
        var numbers: [Scalar] = []
        for argument in arguments {
            guard numbers.count < type.count else {
                throw fail(position, "\(type.shown) has more numbers here than it takes.")
            }
            numbers += argument.numbers.map { converted($0, argument.type.base) }
        }
        guard numbers.count >= type.count else {
            throw fail(position, "\(type.shown) takes \(type.count) numbers, and here are \(numbers.count).")
        }
        return Value(type, Array(numbers.prefix(type.count)))
    }

    /// Of one argument: a number everywhere, or on the diagonal of a matrix; a part of a matrix.
    private func constructed(_ type: ShaderType, _ value: Value, _ number: Scalar) -> Value {
        guard type.isMatrix else { return Value(type, Array(repeating: number, count: type.count)) }
        let size = type.rows
        return Value(
            type,
            (0..<type.count).map { index in
                let (column, row) = (index / size, index % size)
                if value.type.isMatrix, column < value.type.columns, row < value.type.rows {
                    return value.numbers[column * value.type.rows + row]
                }
                return column == row ? value.type.isMatrix ? .one : number : .zero
            })
    }

    /// Whether an index names the place that an expression is, if it is one.
    private static func isIndexed(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .index: true
        case .field(let base, let name): Set(name).count == name.count && isIndexed(base)
        default: false
        }
    }

    /// What is said of a name that nothing has: each is looked up once.
    func unknown(_ what: String, _ name: String, among known: () -> [String]) -> String {
        let message = "There is no \(what) \"\(name)\""
        let suggestion = suggestions[message] ?? Self.suggestion(name, known())
        suggestions[message] = suggestion
        return message + suggestion
    }

    /// What to say of a name that is not known: the nearest that is, of the first thousand.
    static func suggestion(_ name: String, _ known: [String]) -> String {
        let known = known.count > 1000 ? Array(known.sorted().prefix(1000)) : known
        let near = known.map { ($0, editDistance(name, $0)) }.filter { $0.1 <= max(1, name.count / 3) }
        guard let best = near.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return "." }
        return "; did you mean \"\(best.0)\"?"
    }
}
