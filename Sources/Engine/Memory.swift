// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Floats that start on a cache line and are 0 at first.
final class FloatMemory {
    let base: Floats
    private let memory: Scratch

    /// Where the next row of floats begins after one of a tile's width: no power of two, so that rows don't share cache sets.
    static func stride(_ width: Int) -> Int { padded(width) + MachineTile.rowPadding }

    /// The width in whole vectors of every level.
    static func padded(_ width: Int) -> Int { (width + 15) / 16 * 16 }

    init(count: Int) throws(OutOfMemory) {
        memory = try Scratch(byteCount: MemoryLayout<Float>.stride * count)
        base = memory.base.bindMemory(to: Float.self, capacity: count)
    }
}

/// A code with the present values of its coefficients.
///
/// What is read for each tile is in memory of its own: arrays count who reads them, which takes longer than a short instruction.
final class CodeState {
    private let program: CoefficientProgram
    private let instructions: UnsafeMutableBufferPointer<MachineInstruction>
    private let rows: UnsafeMutableBufferPointer<UInt16>
    private let values: UnsafeMutablePointer<Double>
    private let memory: FloatMemory
    var coefficients: Floats { memory.base }

    init(_ code: Code) throws {
        program = code.coefficients
        instructions = UnsafeMutableBufferPointer(copying: code.instructions)
        rows = UnsafeMutableBufferPointer(copying: code.rows)
        memory = try FloatMemory(count: program.coefficientCount)
        values = .allocate(capacity: program.valueCount)
        program.prepare(values)
    }

    deinit {
        values.deallocate()
        instructions.deallocate()
        rows.deallocate()
    }

    func run(
        planes: UnsafePointer<Floats>, count: Int, column: Int, image0: UnsafeRawPointer, image1: UnsafeRawPointer,
        destination: UnsafeMutableRawPointer, otherIsFirst: Bool, sampled: SampledImage? = nil,
        tables: UnsafePointer<MachineTable>? = nil, _ kernels: any MachineKernels.Type
    ) {
        guard let first = instructions.baseAddress, let row = rows.baseAddress else { return }
        var tile = MachineTile(
            instructions: first, instructionCount: instructions.count, rows: row, planes: planes,
            coefficients: coefficients, count: count, column: column, image0: image0, image1: image1,
            destination: destination, otherIsFirst: otherIsFirst)
        tile.sampled = sampled
        tile.tables = tables
        kernels.run(tile)
    }

    /// The present value of a scalar that is the same for all rows: see `valuesBehind`.
    func frameValue(_ value: Int) -> Double { values[value] }

    /// The present value of a coefficient, before it is rounded to a float. Only of those that are the same for all rows.
    func value(_ coefficient: Int) -> Double { program.value(values, coefficient) }

    func computeFrame(_ uniforms: UnsafeBufferPointer<Double>, width: Int) {
        program.computeFrame(values, coefficients, uniforms: uniforms, width: width)
    }

    /// Says whether the coefficients of the row before were others.
    @discardableResult
    func computeRow(y: Double) -> Bool { program.hasRows && program.computeRow(values, coefficients, y: y) }

    /// Takes the values of another state of the same code.
    func copy(_ other: CodeState) {
        coefficients.update(from: other.coefficients, count: program.coefficientCount)
        if program.hasRows { values.update(from: other.values, count: program.valueCount) }
    }
}

extension UnsafeMutableBufferPointer {
    /// The elements of an array, which are plain values, in memory of its own that is to be deallocated.
    init(copying elements: [Element]) {
        self = .allocate(capacity: elements.count)
        _ = initialize(from: elements)
    }
}
