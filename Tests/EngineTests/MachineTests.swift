// SPDX-License-Identifier: MIT
import Expressions
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// One instruction with rows, pixels and coefficients of its own.
private final class MachineCase {
    static let planeCount = 20
    let count: Int
    private let rows: [GuardedMemory]
    private let pixels: [GuardedMemory]
    /// 5x3 pixels to be sampled.
    private let sampled: GuardedMemory
    /// A cube of three entries along each axis, which serves as a table of 27 numbers and more as well.
    private let table: GuardedMemory
    private let isTetrahedral: Bool
    /// What pixels to be sampled mean where they are of bytes; the rest of the memory is then beyond them.
    private let sampledBytes = PackedScale(
        offsets: (2, 1, 0),
        scales: (
            CodeScale(offset: 16, range: 219, maximum: 255), CodeScale(offset: 128, range: 224, maximum: 255),
            CodeScale(offset: 0, range: 255, maximum: 255)
        ))
    /// The number of a compiled law.
    private let law: Int
    private let coefficients: [Float]

    /// Rows of floats end where padding to sixteen does.
    init(count: Int, fill: Fill, seed: UInt64, placement: Placement, law: Int) {
        (self.count, self.law) = (count, law)
        var generator = Generator(seed: seed)
        rows = (0..<Self.planeCount).map { _ in
            let memory = GuardedMemory(byteCount: 4 * ((count + 15) / 16 * 16), alignment: 4, placement: placement)
            memory.fillFloats(fill, &generator)
            return memory
        }
        pixels = (0..<3).map { _ in
            let memory = GuardedMemory(byteCount: 4 * count, alignment: 1, placement: placement)
            memory.fill8(.random, &generator)
            return memory
        }
        sampled = GuardedMemory(byteCount: 5 * 3 * 16, alignment: 16, placement: placement)
        sampled.fillFloats(.random, &generator)
        table = GuardedMemory(byteCount: 27 * 16, alignment: 16, placement: placement)
        table.fillFloats(.random, &generator)
        isTetrahedral = seed % 2 == 1
        coefficients = (0..<64).map { _ in
            let value = Float.random(in: -2...2, using: &generator)
            return value > 1.5 ? 1 : value < -1.5 ? 0 : value
        }
    }

    /// Those of tables are their numbers, and those of groups their sizes.
    private func coefficients(_ opcode: MachineOpcode, operands: Int) -> [Float] {
        switch opcode {
        case .lookUp: coefficients.enumerated().map { $0 % 3 == 2 ? Float($0 / 3 % 2) : $1 }
        case .taps:
            // One or two, and the others.
            coefficients.enumerated().map { index, value in
                let first = min(isTetrahedral ? 1 : 2, operands)
                return index == 1 ? Float(first) : index == 3 ? Float(operands - first) : value
            }
        case .lookUpColor: coefficients.enumerated().map { $0 == 6 ? 1 : $1 }
        case .law: coefficients.enumerated().map { $0 == 10 ? Float(law) : $1 }
        default: coefficients
        }
    }

    func run(
        _ instruction: MachineInstruction, rows list: [UInt16], otherIsFirst: Bool, inPlace: Bool,
        _ kernels: any MachineKernels.Type
    ) {
        let planes = rows.map { $0.base.assumingMemoryBound(to: Float.self) }
        let values = UnsafePointer(table.base.assumingMemoryBound(to: Float.self))
        let tables = [
            MachineTable(values, size: 27 * 4), MachineTable(values, size: 3, isTetrahedral: isTetrahedral),
        ]
        let coefficients = coefficients(instruction.opcode, operands: Int(instruction.operandCount))
        withUnsafePointer(to: instruction) { instruction in
            var tile = MachineTile(
                instructions: instruction, instructionCount: 1, rows: list, planes: planes,
                coefficients: coefficients, count: count, column: 7, image0: pixels[0].base,
                image1: pixels[1].base, destination: inPlace ? pixels[0].base : pixels[2].base,
                otherIsFirst: otherIsFirst)
            tile.sampled = SampledImage(
                sampled.base, bytes: isTetrahedral ? sampledBytes : nil, width: 5,
                height: 3)
            tables.withUnsafeBufferPointer {
                tile.tables = $0.baseAddress
                kernels.run(tile)
            }
        }
    }

    /// What differs, padding apart; nil: nothing.
    func difference(from other: MachineCase) -> String? {
        for (index, (ours, theirs)) in zip(rows, other.rows).enumerated() {
            guard ours.guardsAreIntact else { return "row \(index): written around it" }
            let (a, b) = (
                ours.base.assumingMemoryBound(to: Float.self), theirs.base.assumingMemoryBound(to: Float.self)
            )
            for i in 0..<count where a[i].bitPattern != b[i].bitPattern && !(a[i].isNaN && b[i].isNaN) {
                return "row \(index), column \(i): \(a[i]) instead of \(b[i])"
            }
        }
        for (index, (ours, theirs)) in zip(pixels, other.pixels).enumerated() {
            guard ours.guardsAreIntact else { return "pixels \(index): written around them" }
            if let position = ours.firstDifference(from: theirs) {
                return "pixels \(index), byte \(position): \(ours.bytes[position]) instead of \(theirs.bytes[position])"
            }
        }
        return nil
    }
}

@Suite("Tile machine: every instruction beside its reference")
struct MachineTests {
    /// Of laws there are numbers.
    private static func operandCounts(_ opcode: MachineOpcode) -> [Int] {
        switch opcode {
        case .unpack, .unpackOther, .pack, .packOther, .columns: [0]
        case .linear: [0, 1, 2, 3, 4, 6, 9]
        case .taps: [1, 2, 5, 9]
        case .gradient: [8]
        case .matrix, .lookUpColor, .mix, .product1: [3]
        case .multiply, .product, .divide, .minimum, .maximum, .arctangent, .squareRoot, .sample: [2]
        case .product2, .less: [4]
        case .floor: [1, 3]
        case .absolute, .smooth, .sine, .cosine, .exponential2, .logarithm2, .power, .lookUp:
            [1]
        case .law: Array(0..<CompiledLaws.all.count)
        }
    }

    private static func planes(_ opcode: MachineOpcode) -> [Int] {
        switch opcode {
        case .unpack, .pack, .matrix, .lookUpColor, .law, .taps: [3]
        case .unpackOther, .packOther, .columns: [1]
        case .sample: [1, 3, 4]
        default: [1, 3]
        }
    }

    /// Those with which the machine has the instruction.
    private static func flags(_ opcode: MachineOpcode, planes: Int, operands: Int) -> [MachineFlags] {
        var all: [MachineFlags] = [[]]
        let isPass =
            switch opcode {
            case .matrix, .multiply, .product, .mix, .law: planes == 3
            case .floor: planes == 3 && operands == 1
            case .linear: planes == 3 && operands == 1
            default: false
            }
        switch opcode {
        case .pack, .packOther, .columns, .sample, .lookUpColor: return all
        case .unpack, .unpackOther: return [[], .secondImage]
        case .taps: return [.writesPixels]
        case .gradient: all += [.squares] + (planes == 1 ? [.writesPixels] : [])
        case .floor where operands == 3: return planes == 1 ? [.readsPixels] : []
        case .linear where planes == 1 && operands == 3: all += [.readsPixels]
        default: break
        }
        if isPass {
            all += [.readsPixels, [.readsPixels, .secondImage], .writesPixels, [.readsPixels, .writesPixels]]
        }
        if opcode == .law || isPass && opcode == .product {
            all += [[.readsPixels, .readsSecondPixels], [.readsPixels, .readsSecondPixels, .writesPixels]]
        }
        if opcode == .law { all += all.map { $0.union(.reversesPlanes) } }
        let clamped = all.filter { !$0.contains(.writesPixels) }.map { $0.union(.clamps) }
        return all + clamped
    }

    @Test(arguments: MachineOpcode.allCases, CPULevel.available)
    func instruction(opcode: MachineOpcode, level: CPULevel) {
        var seed: UInt64 = 0
        for planes in Self.planes(opcode) {
            for operands in Self.operandCounts(opcode) {
                for flags in Self.flags(opcode, planes: planes, operands: operands) {
                    for count in [1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 67] {
                        for fill in [Fill.random, .nearZero, .nearMaximum, .extreme] {
                            seed += 1
                            check(opcode, level, planes, operands, flags, count, fill, seed)
                        }
                    }
                }
            }
        }
    }

    private func check(
        _ opcode: MachineOpcode, _ level: CPULevel, _ planes: Int, _ number: Int, _ flags: MachineFlags, _ count: Int,
        _ fill: Fill, _ seed: UInt64
    ) {
        let operands = opcode == .law ? 2 : number
        let placement = Placement.allCases[Int(seed % 3)]
        // Rows from 1 on; results take the place of the first operand in every second case.
        let isInPlace = seed % 2 == 0
        let operandRows = [.matrix, .sample, .lookUpColor, .taps].contains(opcode) ? operands : planes * operands
        var list = (0..<UInt16(planes)).map { $0 + (isInPlace && operandRows > 0 ? 4 : 1) }
        // Fifteen rows at most: where they come again, it is for the same plane.
        list += (0..<UInt16(operandRows)).map { 4 + $0 % 15 }
        let instruction = MachineInstruction(
            opcode, planes: planes, operandCount: operands, flags: flags, rows: 0, coefficients: 0)
        let ours = MachineCase(count: count, fill: fill, seed: seed, placement: placement, law: number)
        let theirs = MachineCase(count: count, fill: fill, seed: seed, placement: placement, law: number)
        for (test, kernels) in [(ours, level.kernels.machine), (theirs, MachineReference.self)]
            as [(MachineCase, any MachineKernels.Type)]
        {
            test.run(
                instruction, rows: list, otherIsFirst: seed % 4 < 2, inPlace: seed % 8 < 4, kernels)
        }
        if let difference = ours.difference(from: theirs) {
            let name = "\(opcode) of \(planes) planes, \(operands) operands, flags \(flags.rawValue)"
            Issue.record("\(name), \(count) pixels, \(fill), in place \(isInPlace): \(difference)")
        }
    }

    @Test("A compiled law has its number in the list")
    func lawNumbers() { #expect(CompiledLaws.all.map { $0.code } == Array(0..<CompiledLaws.all.count)) }

    // MARK: The reference beside the law

    private func compare(
        _ from: Double, _ to: Double, within error: Double, relative: Bool = false, _ ours: (Float) -> Float,
        _ law: (Double) -> Double
    ) {
        var worst = 0.0
        for step in 0...20_000 {
            let v = Float(from + (to - from) * Double(step) / 20_000)
            let exact = law(Double(v))
            let size = relative ? max(exact.magnitude, 1e-30) : 1
            worst = max(worst, (Double(ours(v)) - exact).magnitude / size)
        }
        #expect(worst <= error, "\(from)...\(to)")
    }

    @Test func accuracy() {
        compare(-100, 100, within: 2e-7, MachineReference.sine) { Operation.sine.value($0) }
        compare(-100, 100, within: 2e-7, MachineReference.cosine) { Operation.cosine.value($0) }
        compare(-1000, 1000, within: 2e-6, MachineReference.sine) { Operation.sine.value($0) }
        compare(1e-6, 4, within: 5e-7 * 4, MachineReference.logarithm2) { Operation.logarithm2.value($0) }
        compare(0.5, 2, within: 2e-7, MachineReference.logarithm2) { Operation.logarithm2.value($0) }
        compare(-130, 130, within: 3e-7, relative: true, MachineReference.exponential2) {
            Operation.exponential2.value($0)
        }
        for exponent in [0.1, 0.45, 1, 2.2, 10] {
            compare(-0.1, 4, within: 5e-6, relative: true, { MachineReference.power($0, Float(exponent)) }) {
                Operation.power.value($0, Double(Float(exponent)))
            }
        }
        for other in [-2, -0.5, 0, 0.25, 3] {
            compare(-4, 4, within: 4e-7, { MachineReference.arctangent($0, Float(other)) }) {
                Operation.arctangent.value($0, other)
            }
            compare(-4, 4, within: 4e-7, { MachineReference.arctangent(Float(other), $0) }) {
                Operation.arctangent.value(other, $0)
            }
        }
    }
}
