// SPDX-License-Identifier: MIT
internal import Expressions

/// A variable with what it holds at present.
final class Variable {
    let name: String
    let type: ShaderType
    let isWritable: Bool
    /// The function call that it belongs to, and which pixels were computed when it was declared.
    let frame: Int
    let mask: Int
    var numbers: [Scalar]
    /// Of a sampler.
    var image = 0

    init(_ name: String, _ value: Value, isWritable: Bool, frame: Int, mask: Int) {
        (self.name, type, numbers, image) = (name, value.type, value.numbers, value.image)
        (self.isWritable, self.frame, self.mask) = (isWritable, frame, mask)
    }
}

/// Evaluates a shader with numbers that are nodes of a graph, so that the graph of the whole text results.
///
/// Calls are replaced by what is called and loops by their rounds. Of an `if`, both parts are evaluated, and what they write counts where
/// the condition holds. So every text has a bounded number of operations, which does not depend on pixels.
final class Evaluator {
    /// A loop that is being evaluated: for which pixels it goes on.
    struct Loop {
        var isRunning = Scalar.one
        var isInRound = Scalar.one
        var mayGoOn: Bool { isRunning.constant != 0 }
    }

    /// A function that is being evaluated.
    struct Call {
        let name: String
        let result: ShaderType
        var scopes: [[String: Variable]] = [[:]]
        /// For which pixels it was called, and is being evaluated within it.
        let caller: Scalar
        var condition = Scalar.one
        var hasNotReturned = Scalar.one
        var loops: [Loop] = []
        var value: Value?
    }

    let shader: Syntax
    let inputs: ShaderInputs
    private(set) var errors: [ShaderError] = []
    var steps = 0
    /// Statements and expressions that are being evaluated within each other.
    var depth = 0
    var globals: [String: Variable] = [:]
    var calls: [Call] = []
    /// What was read of the frames, by image and place.
    var reads: [Read: [Scalar]] = [:]
    /// The uniforms that the text declares.
    private(set) var uniforms: [ShaderUniform] = []
    /// A number for the pixels that are computed, which changes with them.
    var mask = 0
    var lastMask = 0
    /// How often `return`, `break` and `continue` have changed them.
    var leaves = 0
    /// Whether the step of a loop is evaluated, which is for all pixels that come to the loop: where this holds.
    var head: Scalar?
    var isInHead: Bool { head != nil }

    init(_ shader: Syntax, _ inputs: ShaderInputs) {
        (self.shader, self.inputs) = (shader, inputs)
        functions = Dictionary(grouping: shader.functions, by: \.name)
    }

    func fail(_ position: TextPosition, _ message: String) -> ShaderError { ShaderError(position, message) }

    /// Of what another value might mend, as it might where a function is called with others.
    func failOfValues(_ position: TextPosition, _ message: String) -> ShaderError {
        ShaderError(position, message, isOfValues: true)
    }

    func record(_ error: ShaderError) {
        if isUncalled, error.isOfValues { return hasIgnored = true }
        // A function that is called twice is wrong once.
        if !hasAllErrors, !errors.contains(error) { errors.append(error) }
    }

    /// Whether so much is wrong that no more is looked for.
    var hasAllErrors: Bool { errors.count >= Limit.errors }
    /// Whether functions are evaluated that nobody calls.
    private(set) var isUncalled = false
    /// Whether something was wrong in these that another value might mend.
    private var hasIgnored = false
    /// By name.
    let functions: [String: [Function]]
    /// By what is said before.
    var suggestions: [String: String] = [:]

    /// Counts work: a step, or what it takes to copy numbers.
    func count(_ position: TextPosition, numbers: Int? = nil) throws(ShaderError) {
        steps += numbers.map { $0 / 4 } ?? 1
        guard steps <= Limit.steps else {
            throw failOfValues(
                position, "The shader takes more than \(Limit.steps) steps once its loops and calls are written out.")
        }
    }

    /// Runs what takes room on the stack.
    func nested<Result>(
        _ position: TextPosition, _ body: () throws(ShaderError) -> Result
    ) throws(ShaderError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Limit.depth else {
            throw fail(position, "More than \(Limit.depth) statements, operations and calls lie within each other.")
        }
        return try body()
    }

    // MARK: Which pixels are computed

    func changeMask() {
        lastMask += 1
        mask = lastMask
    }

    /// For which pixels of the function's call the present statement counts.
    var active: Scalar {
        guard let call = calls.last else { return .one }
        var active = Scalar.and(call.condition, call.hasNotReturned)
        for loop in call.loops { active = .and(active, .and(loop.isRunning, loop.isInRound)) }
        return active
    }

    /// For which pixels of the frame.
    var activeOfAll: Scalar { .and(calls.last?.caller ?? .one, active) }

    /// Evaluates what counts only where a condition holds.
    func under(_ condition: Scalar, _ body: () throws(ShaderError) -> Void) throws(ShaderError) {
        guard let outer = calls.last?.condition else { return }
        let (savedMask, savedLeaves) = (mask, leaves)
        calls[calls.count - 1].condition = .and(outer, condition)
        changeMask()
        defer {
            calls[calls.count - 1].condition = outer
            if leaves == savedLeaves { mask = savedMask } else { changeMask() }
        }
        try body()
    }

    // MARK: Variables

    func variable(_ name: String) -> Variable? {
        for scope in (calls.last?.scopes ?? []).reversed() {
            if let variable = scope[name] { return variable }
        }
        return globals[name]
    }

    func declare(
        _ name: String, _ value: Value, isWritable: Bool, _ position: TextPosition
    ) throws(ShaderError) {
        let variable = Variable(name, value, isWritable: isWritable, frame: calls.count, mask: mask)
        if calls.isEmpty {
            guard globals[name] == nil || Self.mayReplace(name) else {
                throw fail(position, "\"\(name)\" is declared twice.")
            }
            globals[name] = variable
        } else {
            let (call, scope) = (calls.count - 1, calls[calls.count - 1].scopes.count - 1)
            guard calls[call].scopes[scope][name] == nil else { throw fail(position, "\"\(name)\" is declared twice.") }
            calls[call].scopes[scope][name] = variable
        }
    }

    /// Writes numbers of a variable for the pixels that are computed.
    func write(_ variable: Variable, _ index: Int, _ value: Scalar) {
        guard variable.numbers.indices.contains(index) else { return }
        if let head, let condition = calls.last?.condition, isOfHead(variable) {
            // Of a choice in it, what is chosen.
            variable.numbers[index] =
                condition.isSame(head) ? value : .choose(condition, value, variable.numbers[index])
        } else if variable.mask == mask {
            variable.numbers[index] = value
        } else {
            let active = variable.frame == calls.count ? active : activeOfAll
            variable.numbers[index] = .choose(active, value, variable.numbers[index])
        }
    }

    /// Whether the head of the loop declares a variable, which its step counts on for pixels too that have left it: nobody sees it then.
    private func isOfHead(_ variable: Variable) -> Bool {
        calls.last?.scopes.last?.values.contains { $0 === variable } ?? false
    }

    func scoped(_ body: () throws(ShaderError) -> Void) throws(ShaderError) {
        calls[calls.count - 1].scopes.append([:])
        defer { calls[calls.count - 1].scopes.removeLast() }
        try body()
    }

    // MARK: The text

    /// Evaluates the text and gives the pixel; nil: there are errors.
    func run() -> [Scalar]? {
        do throws(ShaderError) {
            predefine()
            if shader.isBody { try declareBody() }
            for declaration in shader.globals {
                do {
                    try global(declaration)
                } catch {
                    record(error)
                }
            }
            checkFunctions()
            guard let main = shader.functions.first(where: { $0.name == "main" && $0.body != nil }) else {
                throw fail(TextPosition(line: 1, column: 1), "There is no function main.")
            }
            guard main.parameters.isEmpty, main.result == .void else {
                throw fail(main.position, "The function main is void main().")
            }
            _ = try call(main, [], main.position)
            // A body may write either.
            let color = globals[shader.isBody && !hasWrittenColor ? "c" : "gl_FragColor"]
            guard let color, shader.isBody || hasWrittenColor || !errors.isEmpty else {
                throw fail(main.position, "The shader never writes gl_FragColor.")
            }
            let numbers = color.numbers
            try checkUncalled()
            return errors.isEmpty ? numbers : nil
        } catch {
            record(error)
            return nil
        }
    }

    /// Whether `gl_FragColor` was written at all.
    var hasWrittenColor = false
    /// Functions that were evaluated.
    private var evaluated: Set<String> = []

    private func checkFunctions() {
        var known: Set<String> = []
        for function in shader.functions where function.body != nil {
            if !known.insert(Self.key(function)).inserted {
                record(fail(function.position, "\"\(function.name)\" is defined twice."))
            }
            if Self.isBuiltIn(function.name) {
                record(
                    fail(function.position, "\"\(function.name)\" is a function of the language; take another name."))
            }
        }
    }

    /// Evaluates functions that nobody calls, to find what is wrong with them whatever they are called with.
    private func checkUncalled() throws(ShaderError) {
        (isUncalled, steps) = (true, 0)
        for function in shader.functions where function.body != nil && !evaluated.contains(Self.key(function)) {
            guard function.name != "main" else { continue }
            var arguments: [Argument] = []
            for parameter in function.parameters {
                let type = try self.type(parameter.type, parameter.size)
                arguments.append(Argument(value: unknown(type), target: nil))
            }
            do {
                _ = try call(function, arguments, function.position)
            } catch {
                record(error)
            }
        }
    }

    /// What tells functions from each other; two that a macro makes have the same position.
    private static func key(_ function: Function) -> String {
        function.name + function.parameters.map { " " + $0.type.shown }.joined()
    }

    /// Numbers that nothing is known of.
    func unknown(_ type: ShaderType) -> Value {
        Value(type, (0..<type.count).map { _ in .number(inputs.pixel.rgb.r, depth: 1) })
    }

    private func global(_ declaration: Declaration) throws(ShaderError) {
        let type = try self.type(declaration.type, declaration.size)
        switch declaration.qualifier {
        case .uniform: try declareUniform(declaration, type)
        case .varying: try declareVarying(declaration, type)
        case .none, .constant: try declareVariable(declaration, type)
        }
    }

    func add(_ uniform: ShaderUniform, _ position: TextPosition) throws(ShaderError) {
        uniforms.append(uniform)
        guard uniforms.count <= Limit.uniforms else {
            throw fail(position, "There are more than \(Limit.uniforms) uniforms.")
        }
    }

    /// A type with the size of an array.
    func type(_ type: ShaderType, _ size: Expression?) throws(ShaderError) -> ShaderType {
        guard let size else { return type }
        let value = try value(size)
        guard value.type == .int, let count = value.number.constant else {
            throw fail(size.position, "The size of an array is a constant whole number.")
        }
        guard 1...Double(Limit.arrayElements) ~= count else {
            throw failOfValues(size.position, "An array has 1 to \(Limit.arrayElements) elements.")
        }
        var array = type
        array.elements = Int(count)
        return array
    }

    func declareVariable(_ declaration: Declaration, _ type: ShaderType) throws(ShaderError) {
        let isConstant = declaration.qualifier == .constant
        var value = Value(type, Array(repeating: .zero, count: type.count))
        if let written = declaration.value {
            guard type.elements == nil else { throw fail(written.position, "An array can't be given a value here.") }
            let made = try self.value(written)
            guard made.type == type else { throw mismatch(made.type, type, written.position) }
            if isConstant, made.numbers.contains(where: { $0.constant == nil }) {
                throw fail(written.position, "The value of a const has to be constant.")
            }
            value = made
        }
        try declare(declaration.name, value, isWritable: !isConstant, declaration.position)
    }

    func mismatch(_ given: ShaderType, _ needed: ShaderType, _ position: TextPosition) -> ShaderError {
        var message = "Here is \(given.shown) where \(needed.shown) is needed"
        if given.base == .int, needed.base == .float {
            message += ": write a point in numbers, or \(needed.shown)(...)"
        }
        return fail(position, message + ".")
    }

    // MARK: Calls

    /// An argument of a call, and where an `out` parameter goes.
    struct Argument {
        let value: Value
        let target: Target?
    }

    /// Evaluates a function for arguments of its parameters' types.
    func call(_ function: Function, _ arguments: [Argument], _ position: TextPosition) throws(ShaderError) -> Value {
        guard let body = function.body else {
            throw fail(position, "The function \"\(function.name)\" is announced, but has no body.")
        }
        guard !calls.contains(where: { $0.name == Self.key(function) }) else {
            throw fail(position, "\"\(function.name)\" calls itself, which GLSL does not allow.")
        }
        guard calls.count < Limit.calls else {
            throw fail(position, "More than \(Limit.calls) calls lie within each other.")
        }
        evaluated.insert(Self.key(function))
        let (savedMask, savedHead) = (mask, head)
        head = nil
        calls.append(Call(name: Self.key(function), result: function.result, caller: activeOfAll))
        var written: [(Target, Value)] = []
        func leave() {
            calls.removeLast()
            (mask, head) = (savedMask, savedHead)
        }
        do {
            for (parameter, argument) in zip(function.parameters, arguments) where !parameter.name.isEmpty {
                let value =
                    parameter.isIn
                    ? argument.value
                    : Value(argument.value.type, Array(repeating: .zero, count: argument.value.type.count))
                try declare(parameter.name, value, isWritable: true, parameter.position)
            }
            let parameters = calls[calls.count - 1].scopes[0]
            try scoped { () throws(ShaderError) in run(body) }
            for (parameter, argument) in zip(function.parameters, arguments) {
                guard parameter.isOut, let target = argument.target, let variable = parameters[parameter.name] else {
                    continue
                }
                written.append((target, Value(variable.type, variable.numbers)))
            }
        } catch {
            leave()
            throw error
        }
        let value = calls.last?.value
        leave()
        for (target, value) in written { try write(target, value, position) }
        guard function.result != .void else { return Value(.void, []) }
        guard let value else {
            // What is wrong in it says why.
            guard errors.isEmpty, !hasIgnored else { return unknown(function.result) }
            throw fail(function.position, "The function \"\(function.name)\" returns no value.")
        }
        return value
    }
}
