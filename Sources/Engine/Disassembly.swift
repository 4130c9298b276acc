// SPDX-License-Identifier: MIT
internal import KernelTypes

extension Program: CustomStringConvertible {
    /// Opcodes, with 3 for three planes, the number of terms of a sum, ! for a clamp, < for reading and > for writing pixels.
    public var description: String {
        var text = pixels.text
        if let columns { text += " | columns: " + columns.text }
        return text
    }

    /// How many registers its rows take.
    public var registerCount: Int { pixels.registerCount }

    /// Every instruction with its rows.
    public var disassembly: String { pixels.lines.joined(separator: "\n") }
}

extension Code {
    fileprivate var text: String { instructions.map(\.text).joined(separator: " ") }

    fileprivate var lines: [String] {
        instructions.map { instruction in
            let (planes, first) = (Int(instruction.planes), Int(instruction.rows))
            let operands =
                instruction.opcode.sharesRows
                ? Int(instruction.operandCount) : planes * Int(instruction.operandCount)
            let isPack = instruction.opcode == .pack || instruction.opcode == .packOther
            let count = min(isPack ? planes : planes + operands, rows.count - first)
            let names = rows[first..<first + count].map { "r\($0)" }
            let results = isPack ? [] : Array(names.prefix(planes))
            let rest = names.dropFirst(results.count)
            return (results + ["="] + [instruction.text] + rest).joined(separator: " ")
        }
    }
}

extension MachineInstruction {
    fileprivate var text: String {
        "\(opcode)" + (planes == 3 && opcode != .unpack && opcode != .pack ? "3" : "")
            + (opcode == .linear || opcode == .floor && operandCount == 2 ? "/\(operandCount)" : "")
            + (flags.contains(.squares) ? "^2" : "")
            + (flags.contains(.clamps) ? "!" : "")
            + (flags.contains(.readsPixels) ? "<" : "") + (flags.contains(.readsSecondPixels) ? "<" : "")
            + (flags.contains(.writesPixels) ? ">" : "")
    }
}

extension MachineOpcode {
    /// Whether all planes have the same operands, and these are read before any result is written, column by column.
    var sharesRows: Bool { self == .matrix || self == .sample || self == .lookUpColor || self == .taps }
}
