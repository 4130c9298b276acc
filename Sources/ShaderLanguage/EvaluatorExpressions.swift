// SPDX-License-Identifier: MIT
extension Evaluator {
    /// What an expression may write: numbers of a variable, of which an index that is not constant chooses some.
    struct Target {
        let variable: Variable
        var type: ShaderType
        /// For each choice of an index, when it holds, and the numbers.
        var choices: [(condition: Scalar?, indices: [Int])]
    }

    /// Evaluates an expression.
    func value(_ expression: Expression) throws(ShaderError) -> Value {
        try count(expression.position)
        return try nested(expression.position) { () throws(ShaderError) in
            try checked(try plainValue(expression), expression.position)
        }
    }

    private func checked(_ value: Value, _ position: TextPosition) throws(ShaderError) -> Value {
        try count(position, numbers: value.numbers.count)
        if value.numbers.contains(where: \.isTooDeep) {
            throw failOfValues(position, "More than \(Limit.operations) operations follow from each other.")
        }
        return value
    }

    private func plainValue(_ expression: Expression) throws(ShaderError) -> Value {
        let position = expression.position
        switch expression.kind {
        case .float(let value): return Value(.constant(Double(Float(value))))
        case .integer(let value): return Value(.constant(Double(value)), .int)
        case .bool(let value): return Value(value ? .one : .zero, .bool)
        case .name(let name): return try named(name, position)
        case .call(let name, let arguments): return try called(name, arguments, position)
        case .unary(let symbol, let operand): return try unary(symbol, try value(operand), position)
        case .step(let symbol, let operand, let isBefore): return try stepped(symbol, operand, isBefore, position)
        case .binary(let symbol, let a, let b):
            // Operators that follow each other are no levels of the stack.
            var (first, others) = (a, [(symbol, b, position)])
            while case .binary(let symbol, let a, let b) = first.kind {
                others.append((symbol, b, first.position))
                first = a
            }
            var value = try value(first)
            for (symbol, operand, position) in others.reversed() {
                try count(position)
                value = try checked(try joined(symbol, value, operand, position), position)
            }
            return value
        case .assign(let symbol, let target, let value): return try assigned(symbol, target, value, position)
        case .choice(let condition, let first, let second): return try chosen(condition, first, second, position)
        case .field(let base, let name):
            let value = try value(base)
            let indices = try swizzle(name, of: value.type, position)
            return Value(.vector(indices.count, value.type.base), indices.map { value.numbers[$0] })
        case .index(let base, let index):
            if Self.isFragmentData(base) { return try self.value(fragmentColor(index)) }
            return try indexed(try value(base), index, position)
        case .sequence(let first, let second):
            _ = try value(first)
            return try value(second)
        }
    }

    private func named(_ name: String, _ position: TextPosition) throws(ShaderError) -> Value {
        guard let variable = variable(name) else { throw fail(position, unknownName(name)) }
        var value = Value(variable.type, variable.numbers)
        value.image = variable.image
        return value
    }

    // MARK: Operators

    private func unary(_ symbol: String, _ value: Value, _ position: TextPosition) throws(ShaderError) -> Value {
        if symbol == "!" {
            guard value.type == .bool else { throw mismatch(value.type, .bool, position) }
            return Value(.not(value.number), .bool)
        }
        guard value.type.base == .float || value.type.base == .int, value.type.elements == nil else {
            throw fail(position, "The operator \"\(symbol)\" is for numbers, and here is \(value.type.shown).")
        }
        return symbol == "-" ? Value(value.type, value.numbers.map { -$0 }) : value
    }

    private func stepped(
        _ symbol: String, _ operand: Expression, _ isBefore: Bool, _ position: TextPosition
    ) throws(ShaderError) -> Value {
        let place = try target(operand)
        let old = operand.changes ? value(of: place) : try value(operand)
        let one = Value(.one, old.type.base)
        let new = try binary(symbol == "++" ? "+" : "-", old, one, position)
        try write(place, new, position)
        return isBefore ? new : old
    }

    private func assigned(
        _ symbol: String, _ target: Expression, _ expression: Expression, _ position: TextPosition
    ) throws(ShaderError) -> Value {
        var value = try value(expression)
        let place = try self.target(target)
        if !symbol.isEmpty {
            let old = target.changes ? self.value(of: place) : try self.value(target)
            value = try binary(symbol, old, value, position)
        }
        guard value.type == place.type else { throw mismatch(value.type, place.type, expression.position) }
        guard value.type.elements == nil else { throw fail(position, "Arrays are written element by element.") }
        try write(place, value, position)
        return value
    }

    /// The second operand of && and || changes variables where it is needed alone.
    private func joined(
        _ symbol: String, _ first: Value, _ second: Expression, _ position: TextPosition
    ) throws(ShaderError) -> Value {
        guard symbol == "&&" || symbol == "||", first.type == .bool else {
            return try binary(symbol, first, try value(second), position)
        }
        let other = try value(second, under: symbol == "&&" ? first.number : .not(first.number))
        return try binary(symbol, first, other, position)
    }

    /// The value of what is evaluated where a condition holds.
    private func value(_ expression: Expression, under condition: Scalar) throws(ShaderError) -> Value {
        var result: Value?
        try under(condition) { () throws(ShaderError) in result = try value(expression) }
        if let result { return result }
        // Outside of functions there are no conditions.
        return try value(expression)
    }

    private func chosen(
        _ condition: Expression, _ first: Expression, _ second: Expression, _ position: TextPosition
    ) throws(ShaderError) -> Value {
        let holds = try truth(condition)
        let (a, b) = (try value(first, under: holds), try value(second, under: .not(holds)))
        guard a.type == b.type else {
            throw fail(position, "Both values of ? are of one type, and here are \(a.type.shown) and \(b.type.shown).")
        }
        guard a.type.elements == nil, a.type.base != .sampler else {
            throw fail(position, "Arrays can't be chosen by ?.")
        }
        return Value(a.type, zip(a.numbers, b.numbers).map { .choose(holds, $0, $1) })
    }

    func binary(_ symbol: String, _ a: Value, _ b: Value, _ position: TextPosition) throws(ShaderError) -> Value {
        func refuse() -> ShaderError {
            fail(
                position,
                "The operator \"\(symbol)\" is not for \(a.type.shown) and \(b.type.shown)"
                    + (a.type.base != b.type.base && a.type.base != .bool && b.type.base != .bool
                        ? ": numbers with and without a point do not mix." : "."))
        }
        guard a.type.elements == nil, b.type.elements == nil else { throw refuse() }
        switch symbol {
        case "&&", "||", "^^":
            guard a.type == .bool, b.type == .bool else { throw refuse() }
            let (a, b) = (a.number, b.number)
            return Value(symbol == "&&" ? .and(a, b) : symbol == "||" ? .or(a, b) : .choose(a, .not(b), b), .bool)
        case "==", "!=":
            guard a.type == b.type, a.type.base != .sampler else { throw refuse() }
            let equal = zip(a.numbers, b.numbers).map { Scalar.isEqual($0, $1) }.reduce(Scalar.one) { .and($0, $1) }
            return Value(symbol == "==" ? equal : .not(equal), .bool)
        case "<", ">", "<=", ">=":
            guard a.type == b.type, a.type.isScalar, a.type.base != .bool else { throw refuse() }
            return Value(compared(symbol, a.number, b.number), .bool)
        default: break
        }
        guard a.type.base == b.type.base, a.type.base == .float || a.type.base == .int else { throw refuse() }
        if symbol == "*", a.type.isMatrix || b.type.isMatrix, !a.type.isScalar, !b.type.isScalar {
            return try product(a, b, refuse)
        }
        guard a.type == b.type || a.type.isScalar || b.type.isScalar else { throw refuse() }
        let type = a.type.isScalar ? b.type : a.type
        let numbers = (0..<type.count).map { index -> Scalar in
            let x = a.type.isScalar ? a.number : a.numbers[index]
            let y = b.type.isScalar ? b.number : b.numbers[index]
            switch symbol {
            case "+": return x + y
            case "-": return x - y
            case "*": return x * y
            default: return type.base == .int ? .truncate(x / y) : x / y
            }
        }
        return Value(type, numbers)
    }

    func compared(_ symbol: String, _ a: Scalar, _ b: Scalar) -> Scalar {
        switch symbol {
        case "<": .isLess(a, b)
        case ">": .isLess(b, a)
        case "<=": .not(.isLess(b, a))
        default: .not(.isLess(a, b))
        }
    }

    /// The linear algebra product of matrices and vectors.
    private func product(_ a: Value, _ b: Value, _ refuse: () -> ShaderError) throws(ShaderError) -> Value {
        let size = a.type.isMatrix ? a.type.columns : b.type.rows
        guard a.type.rows == b.type.rows, size == a.type.rows else { throw refuse() }
        func sum(_ term: (Int) -> Scalar) -> Scalar { (1..<size).reduce(term(0)) { $0 + term($1) } }
        if a.type.isVector {
            return Value(a.type, (0..<size).map { column in sum { a.numbers[$0] * b.numbers[column * size + $0] } })
        }
        let columns = b.type.isVector ? 1 : size
        var numbers: [Scalar] = []
        for column in 0..<columns {
            for row in 0..<size {
                numbers.append(sum { a.numbers[$0 * size + row] * b.numbers[column * size + $0] })
            }
        }
        return Value(b.type, numbers)
    }

    // MARK: Parts

    private static let letters: [[Character]] = [["x", "y", "z", "w"], ["r", "g", "b", "a"], ["s", "t", "p", "q"]]

    /// Which components of a vector a field names.
    func swizzle(_ name: String, of type: ShaderType, _ position: TextPosition) throws(ShaderError) -> [Int] {
        guard type.isVector else {
            throw fail(position, "\(type.shown) has no components; only vectors have.")
        }
        guard 1...4 ~= name.count else { throw fail(position, "There is no component \"\(name)\".") }
        for letters in Self.letters {
            let indices = name.compactMap { letters.firstIndex(of: $0) }
            guard indices.count == name.count else { continue }
            guard indices.allSatisfy({ $0 < type.rows }) else {
                throw fail(position, "\(type.shown) has no component \"\(name)\".")
            }
            return indices
        }
        throw fail(position, "There is no component \"\(name)\": write letters of xyzw, rgba or stpq.")
    }

    /// What one index of a type gives, how many there are, and how many numbers each has.
    private func parts(
        of type: ShaderType, _ position: TextPosition
    ) throws(ShaderError) -> (type: ShaderType, count: Int, size: Int) {
        if let elements = type.elements { return (type.element, elements, type.elementCount) }
        if type.isMatrix { return (.vector(type.rows), type.columns, type.rows) }
        if type.isVector { return (ShaderType(type.base), type.rows, 1) }
        throw fail(position, "\(type.shown) has no elements.")
    }

    /// The value of an index: a whole number, or nil where it is not constant.
    private func constant(
        _ index: Value, _ count: Int, _ position: TextPosition
    ) throws(ShaderError) -> Int? {
        guard index.type == .int else { throw mismatch(index.type, .int, position) }
        guard let constant = index.number.constant else {
            guard count <= Limit.indexedElements else {
                throw failOfValues(
                    position, "An index that is not constant is for at most \(Limit.indexedElements) elements.")
            }
            return nil
        }
        if 0..<Double(count) ~= constant { return Int(constant) }
        // Where no pixel comes, nothing is read.
        if activeOfAll.constant == 0 { return constant < 0 ? 0 : count - 1 }
        let index = Int(exactly: constant).map(String.init) ?? String(constant)
        throw failOfValues(position, "The index \(index) is beyond the \(count) elements.")
    }

    private func indexed(_ base: Value, _ expression: Expression, _ position: TextPosition) throws(ShaderError) -> Value
    {
        let parts = try parts(of: base.type, position)
        let index = try value(expression)
        func part(_ index: Int) -> [Scalar] { Array(base.numbers[(index * parts.size)..<((index + 1) * parts.size)]) }
        if let constant = try constant(index, parts.count, expression.position) {
            return Value(parts.type, part(constant))
        }
        // Beyond the ends, the nearest element.
        var numbers = part(0)
        for candidate in 1..<parts.count {
            numbers = zip(numbers, part(candidate)).map {
                .less(index.number, .constant(Double(candidate) - 0.5), $0, $1)
            }
        }
        return Value(parts.type, numbers)
    }

    // MARK: Targets

    /// What an expression that is written stands for.
    func target(_ expression: Expression) throws(ShaderError) -> Target {
        let position = expression.position
        switch expression.kind {
        case .name(let name):
            guard let variable = variable(name) else { throw fail(position, unknownName(name)) }
            guard variable.isWritable else { throw fail(position, "\"\(name)\" can't be written.") }
            return Target(variable: variable, type: variable.type, choices: [(nil, Array(0..<variable.type.count))])
        case .field(let base, let name):
            var target = try target(base)
            let components = try swizzle(name, of: target.type, position)
            guard Set(components).count == components.count else {
                throw fail(position, "A component is written twice by \"\(name)\".")
            }
            target.type = .vector(components.count, target.type.base)
            target.choices = target.choices.map { choice in (choice.condition, components.map { choice.indices[$0] }) }
            return target
        case .index(let base, let index):
            if Self.isFragmentData(base) { return try target(fragmentColor(index)) }
            return try indexedTarget(try target(base), index, position)
        default: throw fail(position, "This can't be written.")
        }
    }

    private func indexedTarget(
        _ base: Target, _ expression: Expression, _ position: TextPosition
    ) throws(ShaderError) -> Target {
        var target = base
        let parts = try parts(of: base.type, position)
        target.type = parts.type
        let index = try value(expression)
        func part(_ choice: [Int], _ index: Int) -> [Int] {
            Array(choice[(index * parts.size)..<((index + 1) * parts.size)])
        }
        if let constant = try constant(index, parts.count, expression.position) {
            target.choices = base.choices.map { ($0.condition, part($0.indices, constant)) }
            return target
        }
        guard base.choices.count * parts.count <= Limit.arrayElements else {
            throw failOfValues(position, "The place that is written depends on too many indices.")
        }
        target.choices = base.choices.flatMap { choice in
            (0..<parts.count).map { candidate in
                let isHere = Scalar.isEqual(index.number, .constant(Double(candidate)))
                return (choice.condition.map { .and($0, isHere) } ?? isHere, part(choice.indices, candidate))
            }
        }
        return target
    }

    /// What is at a place, whose indices are not evaluated again.
    func value(of target: Target) -> Value {
        func numbers(_ indices: [Int]) -> [Scalar] { indices.map { target.variable.numbers[$0] } }
        var result = numbers(target.choices.last?.indices ?? [])
        for choice in target.choices.dropLast() {
            guard let condition = choice.condition else { continue }
            result = zip(numbers(choice.indices), result).map { .choose(condition, $0, $1) }
        }
        return Value(target.type, result)
    }

    func write(_ target: Target, _ value: Value, _ position: TextPosition) throws(ShaderError) {
        // Each number of a place that depends on pixels is chosen, when it is read and when it is written.
        let weight = target.choices.count > 1 ? 8 : 1
        try count(position, numbers: weight * target.choices.count * value.numbers.count)
        if target.variable.name == "gl_FragColor" { hasWrittenColor = true }
        for choice in target.choices {
            for (index, number) in zip(choice.indices, value.numbers) {
                let old = target.variable.numbers[index]
                write(target.variable, index, choice.condition.map { .choose($0, number, old) } ?? number)
            }
        }
    }

    // MARK: gl_FragData

    private static func isFragmentData(_ expression: Expression) -> Bool {
        if case .name("gl_FragData") = expression.kind { return true }
        return false
    }

    /// `gl_FragData[0]` is `gl_FragColor`, and there are no others.
    private func fragmentColor(_ index: Expression) throws(ShaderError) -> Expression {
        guard try value(index).number.constant == 0 else {
            throw fail(index.position, "There is one output: gl_FragData[0], or gl_FragColor.")
        }
        return Expression(kind: .name("gl_FragColor"), position: index.position)
    }
}
