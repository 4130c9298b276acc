// SPDX-License-Identifier: MIT
extension Evaluator {
    /// Evaluates statements; what is wrong with one is recorded, and the next is looked at.
    func run(_ statements: [Statement]) {
        for statement in statements {
            guard !hasAllErrors else { return }
            do {
                try nested(statement.position) { () throws(ShaderError) in try run(statement) }
            } catch {
                record(error)
                if steps > Limit.steps { return }
            }
        }
    }

    private func run(_ statement: Statement) throws(ShaderError) {
        try count(statement.position)
        switch statement.kind {
        case .empty: break
        case .declarations(let declarations):
            for declaration in declarations {
                do {
                    try declareVariable(declaration, try type(declaration.type, declaration.size))
                } catch {
                    // So that not every use of it is an error as well.
                    if variable(declaration.name) == nil, declaration.size == nil {
                        try declare(
                            declaration.name, unknown(declaration.type), isWritable: true, declaration.position)
                    }
                    throw error
                }
            }
        case .expression(let expression): _ = try value(expression)
        case .block(let statements): try scoped { () throws(ShaderError) in run(statements) }
        case .branch(let condition, let then, let other):
            let holds = try truth(condition)
            try under(holds) { () throws(ShaderError) in try scoped { () throws(ShaderError) in run([then]) } }
            if let other {
                try under(.not(holds)) { () throws(ShaderError) in
                    try scoped { () throws(ShaderError) in run([other]) }
                }
            }
        case .loop(let first, let condition, let step, let body):
            try scoped { () throws(ShaderError) in try loop(first, condition, step, body, statement.position) }
        case .return(let expression): try leaveFunction(expression, statement.position)
        case .break, .continue:
            guard let call = calls.last, !call.loops.isEmpty else {
                throw fail(statement.position, "There is no loop to leave here.")
            }
            let (left, last) = (Scalar.not(active), call.loops.count - 1)
            if case .break = statement.kind {
                let running = call.loops[last].isRunning
                calls[calls.count - 1].loops[last].isRunning = .and(running, left)
            } else {
                let isInRound = call.loops[last].isInRound
                calls[calls.count - 1].loops[last].isInRound = .and(isInRound, left)
            }
            leaves += 1
            changeMask()
        }
    }

    func truth(_ expression: Expression) throws(ShaderError) -> Scalar {
        let value = try value(expression)
        guard value.type == .bool else { throw mismatch(value.type, .bool, expression.position) }
        return value.number
    }

    private func leaveFunction(_ expression: Expression?, _ position: TextPosition) throws(ShaderError) {
        guard let call = calls.last else { return }
        let value = try expression.map { expression throws(ShaderError) in try self.value(expression) }
        if let value, let expression {
            guard value.type == call.result else { throw mismatch(value.type, call.result, expression.position) }
        } else if call.result != .void {
            throw fail(position, "A value of \(call.result.shown) is missing after return.")
        }
        let active = active
        if let value {
            var result = value
            // Where nothing was returned before, nothing is defined.
            if let old = call.value {
                for index in result.numbers.indices {
                    result.numbers[index] = .choose(active, value.numbers[index], old.numbers[index])
                }
            }
            calls[calls.count - 1].value = result
        }
        calls[calls.count - 1].hasNotReturned = .and(call.hasNotReturned, .not(active))
        leaves += 1
        changeMask()
    }

    private func loop(
        _ first: Statement, _ condition: Expression?, _ step: Expression?, _ body: Statement, _ position: TextPosition
    ) throws(ShaderError) {
        try run(first)
        guard let condition else { throw fail(position, "The loop has no condition, so it would never end.") }
        let (savedMask, savedLeaves) = (mask, leaves)
        calls[calls.count - 1].loops.append(Loop())
        defer {
            calls[calls.count - 1].loops.removeLast()
            if leaves == savedLeaves { mask = savedMask } else { changeMask() }
        }
        var rounds = 0
        while true {
            guard let goesOn = try truth(condition).constant else {
                // What it does may be wrong however often.
                if isUncalled { return try scoped { () throws(ShaderError) in run([body]) } }
                throw failOfValues(
                    condition.position,
                    "How often a loop runs has to be constant: its condition compares a variable of its head with constants."
                )
            }
            guard goesOn != 0, calls.last?.loops.last?.mayGoOn == true else { return }
            rounds += 1
            guard rounds <= Limit.iterations else {
                throw failOfValues(position, "The loop runs more than \(Limit.iterations) times.")
            }
            let errorCount = errors.count
            try scoped { () throws(ShaderError) in run([body]) }
            // What is wrong in one round is wrong in the next.
            if errors.count > errorCount { return }
            if let loop = calls.last?.loops.last, loop.isInRound.constant != 1 {
                calls[calls.count - 1].loops[calls[calls.count - 1].loops.count - 1].isInRound = .one
                changeMask()
            }
            guard let step else { continue }
            head = calls.last?.condition
            defer { head = nil }
            _ = try value(step)
        }
    }
}
