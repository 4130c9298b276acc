// SPDX-License-Identifier: MIT
import Expressions
import Glibc
import Testing

@Suite("Operations: closed values and edges")
struct OperationTests {
    private let third = 1.0 / 3

    /// An operation, its arguments, and what it gives.
    static let values: [(Operation, [Double], Double)] = [
        (.add, [1, 2], 3), (.subtract, [1, 2], -1), (.multiply, [3, -2], -6),
        (.divide, [1, 4], 0.25), (.divide, [1, 0], 0), (.divide, [0, 0], 0), (.divide, [1, -0.0], 0),
        (.divide, [.infinity, 0], 0),
        (.minimum, [1, 2], 1), (.minimum, [2, 1], 1), (.minimum, [.nan, 1], 1),
        (.maximum, [1, 2], 2), (.maximum, [2, 1], 2), (.maximum, [.nan, 1], 1),
        (.squareRoot, [2.25], 1.5), (.squareRoot, [0], 0), (.squareRoot, [-4], 0), (.squareRoot, [.nan], 0),
        (.absolute, [-3], 3), (.absolute, [3], 3),
        (.floor, [1.75], 1), (.floor, [-1.25], -2), (.floor, [-2], -2), (.floor, [1e300], 1e300),
        (.sine, [.pi / 2], 1), (.sine, [0], 0), (.cosine, [0], 1), (.cosine, [.pi], -1),
        (.exponential2, [3], 8), (.exponential2, [-1], 0.5), (.exponential2, [1000], 0x1p126),
        (.exponential2, [-1000], 0x1p-126), (.exponential2, [.nan], 0x1p-126),
        (.logarithm2, [8], 3), (.logarithm2, [0], -126), (.logarithm2, [-1], -126), (.logarithm2, [.nan], -126),
        (.power, [4, 0.5], 2), (.power, [2, -1], 0.5), (.power, [0, 2], 0), (.power, [0, 0], 0), (.power, [0, -1], 0),
        (.power, [-8, 2], 0), (.power, [5, 0], 1),
        (.arctangent, [0, 0], 0), (.arctangent, [0, -0.0], 0), (.arctangent, [1, 0], .pi / 2),
        (.arctangent, [-1, 0], -.pi / 2), (.arctangent, [0, -1], .pi), (.arctangent, [1, 1], .pi / 4),
        (.smooth, [0], 0), (.smooth, [1], 1), (.smooth, [0.5], 0.5), (.smooth, [0.25], 0.15625), (.smooth, [-3], 0),
        (.smooth, [7], 1), (.smooth, [.nan], 0),
        (.clamp, [0.5], 0.5), (.clamp, [-1], 0), (.clamp, [2], 1), (.clamp, [.nan], 0), (.clamp, [.infinity], 1),
        (.less, [1, 2, 3, 4], 3), (.less, [2, 1, 3, 4], 4), (.less, [1, 1, 3, 4], 4), (.less, [.nan, 1, 3, 4], 4),
        (.mix, [1, 3, 0], 1), (.mix, [1, 3, 1], 3), (.mix, [1, 3, 0.25], 1.5), (.mix, [1, 3, -1], -1),
        (.mix, [1, 3, 2], 5),
    ]

    @Test func closedValues() {
        for (operation, arguments, expected) in Self.values {
            var four = arguments
            #expect(arguments.count == operation.argumentCount, "\(operation)")
            while four.count < 4 { four.append(99) }
            let value = operation.value(four[0], four[1], four[2], four[3])
            #expect((value - expected).magnitude <= 1e-15 * max(1, expected.magnitude), "\(operation) of \(arguments)")
        }
    }

    /// They are no library's, as those differ between machines.
    @Test("Elementary functions are those of the C library but for their last bits")
    func elementary() {
        for step in -4000...4000 {
            let x = Double(step) * 0.00731
            let y = Double(step % 97) * 0.173
            let pairs: [(Operation, Double, Double)] = [
                (.sine, x, sin(x)), (.cosine, x, cos(x)), (.exponential2, x, exp2(x)),
                (.arctangent, x, step == 0 && y == 0 ? 0 : atan2(x, y)),
            ]
            for (operation, argument, expected) in pairs {
                let error = (operation.value(argument, y) - expected).magnitude
                #expect(error <= 1e-14 * max(1, expected.magnitude), "\(operation) of \(x), \(y)")
            }
            guard step > 0 else { continue }
            for (operation, expected) in [(Operation.logarithm2, log2(x)), (.power, pow(x, y))] {
                let error = (operation.value(x, y) - expected).magnitude
                #expect(error <= 1e-13 * max(1, expected.magnitude), "\(operation) of \(x), \(y)")
            }
        }
    }

    /// Every arithmetic operation has values above, and only those have any.
    @Test func all() {
        let all: [Operation] = [
            .constant(1), .uniform(slot: 0), .x, .y, .input(image: 0, component: 0), .tap(dx: 0, dy: 0),
            .sample(component: 0), .mean,
            .lookUp(slot: 0), .lookUpColor(slot: 0, component: 0),
            .law(call: 0, component: 0), .add, .subtract, .multiply, .divide, .minimum,
            .maximum, .squareRoot, .absolute, .floor, .sine, .cosine,
            .exponential2, .logarithm2, .power, .arctangent, .smooth, .clamp, .less, .mix,
        ]
        for operation in all {
            #expect(operation.isArithmetic == Self.values.contains { $0.0 == operation }, "\(operation)")
            #expect(operation.isArithmetic == !operation.value(0.5, 0.25, 0.5, 0.5).isNaN, "\(operation)")
        }
    }
}
