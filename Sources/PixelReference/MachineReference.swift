// SPDX-License-Identifier: MIT
internal import Expressions
public import KernelTypes
internal import PixelCore

/// The tile machine, one value at a time.
public enum MachineReference: MachineKernels {
    public static func run(_ tile: MachineTile) {
        for index in 0..<tile.instructionCount { run(tile.instructions[index], tile) }
    }

    private static func run(_ instruction: MachineInstruction, _ tile: MachineTile) {
        let (planes, operandCount) = (Int(instruction.planes), Int(instruction.operandCount))
        let rows = tile.rows + Int(instruction.rows)
        func row(_ index: Int) -> Floats { tile.planes[Int(rows[index])] + tile.start }
        let (reads, writes) = (
            instruction.flags.contains(.readsPixels), instruction.flags.contains(.writesPixels)
        )
        let image = instruction.flags.contains(.secondImage) ? tile.image1 : tile.image0
        /// The bytes of a pixel: three colours, and the remaining one.
        func offset(_ byte: Int) -> Int { tile.shift == 0 ? byte : (byte + 1) % 4 }
        func code(_ i: Int, _ byte: Int) -> Float {
            Float(image.load(fromByteOffset: 4 * i + offset(byte), as: UInt8.self))
        }
        func secondCode(_ i: Int, _ byte: Int) -> Float {
            Float(tile.image1.load(fromByteOffset: 4 * i + offset(byte), as: UInt8.self))
        }
        func store(_ value: Float, _ i: Int, _ byte: Int) {
            tile.destination.storeBytes(of: self.byte(value), toByteOffset: 4 * i + offset(byte), as: UInt8.self)
        }
        func storeColor(_ values: [Float], _ i: Int) {
            let other = tile.image0.load(fromByteOffset: 4 * i + offset(3), as: UInt8.self)
            for byte in 0..<3 { store(values[byte], i, byte) }
            tile.destination.storeBytes(of: other, toByteOffset: 4 * i + offset(3), as: UInt8.self)
        }
        for i in 0..<tile.count {
            var results: [Float] = []
            switch instruction.opcode {
            case .unpack: results = (0..<3).map { code(i, $0) }
            case .unpackOther: results = [code(i, 3)]
            case .pack:
                storeColor((0..<3).map { row($0)[i] }, i)
                continue
            case .packOther:
                store(row(0)[i], i, 3)
                continue
            case .columns:
                results = [(Float(tile.column + i) + 0.5) * tile.coefficients[Int(instruction.coefficients)]]
            case .taps:
                let k = tile.coefficients + Int(instruction.coefficients)
                results = (0..<3).map { byte in
                    var (sum, next, group) = (k[0], 0, 1)
                    while next < operandCount {
                        let taps = next..<min(next + Int(k[group]), operandCount)
                        let codes = taps.map { tap in
                            Int(
                                UnsafeRawPointer(row(planes + tap)).load(
                                    fromByteOffset: 4 * i + offset(byte), as: UInt8.self))
                        }
                        sum = sum + Float(codes.reduce(0, +)) * k[group + 1]
                        (next, group) = (taps.upperBound, group + 2)
                    }
                    return sum
                }
                storeColor(results, i)
                continue
            case .matrix:
                let p = (0..<3).map { reads ? code(i, $0) : row(3 + $0)[i] }
                let k = tile.coefficients + Int(instruction.coefficients)
                results = [0, 4, 8].map { (p[0] * k[$0] + p[1] * k[$0 + 1]) + (p[2] * k[$0 + 2] + k[$0 + 3]) }
            case .sample:
                let k = tile.coefficients + Int(instruction.coefficients)
                let x = row(planes)[i] * k[0] + k[1]
                let y = row(planes + 1)[i] * k[2] + k[3]
                results = Array((tile.sampled.map { sample($0, x, y) } ?? []).prefix(planes))
            case .lookUpColor:
                let k = tile.coefficients + Int(instruction.coefficients)
                let arguments = (0..<3).map { row(3 + $0)[i] * k[2 * $0] + k[2 * $0 + 1] }
                results = tile.tables.map { color($0[Int(k[6])], arguments) } ?? []
            case .law:
                let k = tile.coefficients + Int(instruction.coefficients)
                let readsSecond = instruction.flags.contains(.readsSecondPixels)
                let p = (0..<3).map { reads ? code(i, $0) : row(3 + $0)[i] }
                let q = (0..<3).map { readsSecond ? secondCode(i, $0) : row(6 + $0)[i] }
                results = CompiledLaws.all[Int(k[10])].made(
                    k, p, q, isSecondPixels: readsSecond, reverses: instruction.flags.contains(.reversesPlanes))
            case .lookUp:
                for plane in 0..<planes {
                    let k = tile.coefficients + (Int(instruction.coefficients) + 3 * plane)
                    guard let table = tile.tables?[Int(k[2])] else { continue }
                    let (cell, part) = position(row(planes + plane)[i] * k[0] + k[1], table)
                    let (low, high) = (table.values[cell], table.values[cell + 1])
                    results.append((high - low) * part + low)
                }
            default:
                let used = coefficientCount(instruction.opcode, operandCount)
                for plane in 0..<planes {
                    let k = tile.coefficients + (Int(instruction.coefficients) + plane * used)
                    let values = (0..<operandCount).map { operand in
                        if reads && planes == 1 { return code(i, operand) }
                        if reads && operand == 0 { return code(i, plane) }
                        if instruction.flags.contains(.readsSecondPixels) { return secondCode(i, plane) }
                        return row((operand + 1) * planes + plane)[i]
                    }
                    if instruction.flags.contains(.readsSecondPixels) {
                        results.append((values[0] * k[0] + k[1]) * values[1] + k[4])
                        continue
                    }
                    results.append(value(instruction.opcode, values, k, squares: instruction.flags.contains(.squares)))
                }
            }
            if writes {
                storeColor(planes == 1 ? Array(repeating: results[0], count: 3) : results, i)
            } else {
                for (plane, result) in results.enumerated() {
                    row(plane)[i] = instruction.flags.contains(.clamps) ? limit(result, 0, 1) : result
                }
            }
        }
    }

    /// Coefficients of one plane.
    public static func coefficientCount(_ opcode: MachineOpcode, _ operandCount: Int) -> Int {
        switch opcode {
        case .unpack, .unpackOther, .pack, .packOther, .multiply: 0
        case .columns: 1
        case .lookUp: 3
        case .lookUpColor: 7
        case .law: 11 + CompiledLaws.uniformLimit
        case .linear: operandCount + 1
        case .taps: 2 * operandCount + 1
        case .matrix: 12
        case .product, .divide, .squareRoot, .power: 5
        case .product1, .mix: 6
        case .product2, .less: 7
        case .minimum, .maximum, .arctangent, .sample: 4
        case .floor: operandCount == 1 ? 4 : operandCount == 2 ? 7 : 6
        case .absolute, .smooth, .sine, .cosine, .exponential2, .logarithm2: 4
        case .gradient: 3
        }
    }

    private static func value(_ opcode: MachineOpcode, _ p: [Float], _ k: ConstFloats, squares: Bool) -> Float {
        switch opcode {
        case .linear:
            var sum = k[p.count]
            for (index, value) in p.enumerated() { sum = sum + value * k[index] }
            return sum
        case .multiply: return p[0] * p[1]
        case .product: return (p[0] * k[0] + k[1]) * (p[1] * k[2] + k[3]) + k[4]
        case .product1: return (p[0] * k[0] + k[1]) * (p[1] * k[2] + k[3]) + (p[2] * k[5] + k[4])
        case .product2:
            return (p[0] * k[0] + k[1]) * (p[1] * k[2] + k[3]) + ((p[2] * k[5] + p[3] * k[6]) + k[4])
        case .divide: return quotient(p[0] * k[0] + k[1], p[1] * k[2] + k[3]) + k[4]
        case .minimum:
            let (a, b) = (p[0] * k[0] + k[1], p[1] * k[2] + k[3])
            return a < b ? a : b
        case .maximum:
            let (a, b) = (p[0] * k[0] + k[1], p[1] * k[2] + k[3])
            return a > b ? a : b
        case .arctangent: return arctangent(p[0] * k[0] + k[1], p[1] * k[2] + k[3])
        case .mix:
            let a = p[0] * k[0] + k[1]
            return ((p[1] * k[2] + k[3]) - a) * (p[2] * k[4] + k[5]) + a
        case .less:
            return p[0] * k[0] + (p[1] * k[1] + k[2]) < 0 ? p[2] * k[3] + k[4] : p[3] * k[5] + k[6]
        case .squareRoot:
            let sum = p[0] * k[0] + (p[1] * k[1] + k[2])
            return (sum > 0 ? sum : 0).squareRoot() * k[3] + k[4]
        case .gradient:
            let (falling, rising) = (p[7] - p[0], p[2] - p[5])
            let x = (falling + rising) + (p[4] - p[3]) * k[0]
            let y = (falling - rising) + (p[6] - p[1]) * k[0]
            let sum = x * x + y * y
            return (squares ? sum : (sum > 0 ? sum : 0).squareRoot()) * k[1] + k[2]
        case .absolute: return (p[0] * k[0] + k[1]).magnitude * k[2] + k[3]
        case .floor where p.count == 2:
            return p[1] * k[4] + k[5] < 0 ? (p[0] * k[0] + k[1]).rounded(.down) * k[2] + k[3] : k[6]
        case .floor where p.count == 3:
            return (((k[3] + p[0] * k[0]) + p[1] * k[1]) + p[2] * k[2]).rounded(.down) * k[4] + k[5]
        case .floor: return (p[0] * k[0] + k[1]).rounded(.down) * k[2] + k[3]
        case .smooth: return smooth(p[0] * k[0] + k[1]) * k[2] + k[3]
        case .sine: return sine(p[0] * k[0] + k[1]) * k[2] + k[3]
        case .cosine: return cosine(p[0] * k[0] + k[1]) * k[2] + k[3]
        case .exponential2: return exponential2(p[0] * k[0] + k[1]) * k[2] + k[3]
        case .logarithm2: return logarithm2(p[0] * k[0] + k[1]) * k[2] + k[3]
        case .power: return power(p[0] * k[0] + k[1], k[4]) * k[2] + k[3]
        case .unpack, .unpackOther, .pack, .packOther, .columns, .matrix, .sample, .lookUp, .lookUpColor, .law, .taps:
            return .nan
        }
    }
}
