// SPDX-License-Identifier: MIT
internal import Expressions

/// Computes a program's coefficients: what is the same for a whole frame once a frame, what changes with y for every row.
struct CoefficientProgram: Sendable {
    private struct Step: Sendable {
        let operation: Operation
        let a: Int
        let b: Int
        let c: Int
        let d: Int
        let result: Int
        /// Whether it is rounded to a float, as the steps of pixels are.
        let isRounded: Bool
    }

    /// A value that goes to a coefficient.
    private struct Move: Sendable {
        let value: Int
        let coefficient: Int
    }

    private var constants: [(value: Int, Double)] = []
    private var frameSteps: [Step] = []
    private var rowSteps: [Step] = []
    private var frameMoves: [Move] = []
    private var rowMoves: [Move] = []
    let valueCount: Int
    let coefficientCount: Int

    /// `coefficients` are the scalars in the order of the machine.
    init(_ graph: ScalarGraph, coefficients: [ScalarID]) {
        var needed = Array(repeating: false, count: graph.scalars.count)
        var pending = coefficients
        while let id = pending.popLast() {
            guard id != .none, !needed[Int(id)] else { continue }
            needed[Int(id)] = true
            pending += graph.arguments(id)
        }
        // Value 0 stands for arguments that are missing.
        var values: [ScalarID: Int] = [.none: 0]
        for (index, scalar) in graph.scalars.enumerated() where needed[index] {
            let result = values.count
            values[ScalarID(index)] = result
            if case .constant(let value) = scalar.operation {
                constants.append((result, value))
                continue
            }
            func value(_ id: ScalarID) -> Int { values[id] ?? 0 }
            let step = Step(
                operation: scalar.operation, a: value(scalar.a), b: value(scalar.b), c: value(scalar.c),
                d: value(scalar.d), result: result, isRounded: graph.written.contains(ScalarID(index)))
            if scalar.rate.contains(.row) { rowSteps.append(step) } else { frameSteps.append(step) }
        }
        for (index, id) in coefficients.enumerated() {
            let move = Move(value: values[id] ?? 0, coefficient: index)
            if graph[id].rate.contains(.row) { rowMoves.append(move) } else { frameMoves.append(move) }
        }
        valueCount = values.count
        coefficientCount = coefficients.count
    }

    /// Whether some coefficients change from row to row.
    var hasRows: Bool { !rowMoves.isEmpty }

    /// Fills in what never changes.
    func prepare(_ values: UnsafeMutablePointer<Double>) {
        values.initialize(repeating: 0, count: valueCount)
        for (index, value) in constants { values[index] = value }
    }

    /// Computes what changes with uniforms and the frame's width.
    func computeFrame(
        _ values: UnsafeMutablePointer<Double>, _ coefficients: UnsafeMutablePointer<Float>,
        uniforms: UnsafeBufferPointer<Double>, width: Int
    ) {
        for step in frameSteps {
            switch step.operation {
            case .uniform(let slot): keep(uniforms.indices.contains(slot) ? uniforms[slot] : 0, step, values)
            // What columns are multiplied by.
            case .x: values[step.result] = 1 / Double(width)
            default: compute(step, values)
            }
        }
        for move in frameMoves { coefficients[move.coefficient] = Float(values[move.value]) }
    }

    /// The value of a coefficient that is the same for all rows.
    func value(_ values: UnsafeMutablePointer<Double>, _ coefficient: Int) -> Double {
        frameMoves.first { $0.coefficient == coefficient }.map { values[$0.value] } ?? 0
    }

    /// Where the values are that coefficients of rows are made of, besides y and what never changes.
    func valuesBehind(_ coefficients: [Int]) -> [Int] {
        let moves = (frameMoves + rowMoves).filter { coefficients.contains($0.coefficient) }
        var needed = Set(moves.map(\.value))
        // Steps come after those that they take values from.
        for step in rowSteps.reversed() where needed.remove(step.result) != nil {
            if step.operation != .y { needed.formUnion([step.a, step.b, step.c, step.d]) }
        }
        return needed.subtracting(constants.map(\.value)).subtracting([0]).sorted()
    }

    /// Computes what changes with y, the middle of the row as a fraction of the height. Says whether any coefficient did.
    func computeRow(
        _ values: UnsafeMutablePointer<Double>, _ coefficients: UnsafeMutablePointer<Float>, y: Double
    ) -> Bool {
        for step in rowSteps {
            if step.operation == .y { keep(y, step, values) } else { compute(step, values) }
        }
        var isChanged = false
        for move in rowMoves {
            let value = Float(values[move.value])
            isChanged = isChanged || coefficients[move.coefficient].bitPattern != value.bitPattern
            coefficients[move.coefficient] = value
        }
        return isChanged
    }

    private func compute(_ step: Step, _ values: UnsafeMutablePointer<Double>) {
        keep(step.operation.value(values[step.a], values[step.b], values[step.c], values[step.d]), step, values)
    }

    private func keep(_ value: Double, _ step: Step, _ values: UnsafeMutablePointer<Double>) {
        values[step.result] = step.isRounded ? Double(Float(value)) : value
    }
}
