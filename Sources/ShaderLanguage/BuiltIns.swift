// SPDX-License-Identifier: MIT
/// The functions of the language, by name.
///
/// Source: The OpenGL ES Shading Language 1.00, chapter 8. Where it leaves a result open, it is that of the operations of laws: a
/// quotient by 0 is 0, the root of a negative number is 0, and a power of a base that is not positive is 0.
extension Evaluator {
    private static let pi = 3.14159265358979323846
    private static let log2e = 1.44269504088896340736

    /// Functions of one number, component by component.
    private static let ofOne: [String: @Sendable (Scalar) -> Scalar] = [
        "radians": { $0 * .constant(pi / 180) },
        "degrees": { $0 * .constant(180 / pi) },
        "sin": { .sine($0) },
        "cos": { .cosine($0) },
        "tan": { .sine($0) / .cosine($0) },
        "asin": { .arctangent($0, .squareRoot(.one - $0 * $0)) },
        "acos": { .arctangent(.squareRoot(.one - $0 * $0), $0) },
        "atan": { .arctangent($0, .one) },
        "exp": { .exponential2($0 * .constant(log2e)) },
        "log": { .logarithm2($0) * .constant(1 / log2e) },
        "exp2": { .exponential2($0) },
        "log2": { .logarithm2($0) },
        "sqrt": { .squareRoot($0) },
        "inversesqrt": { .one / .squareRoot($0) },
        "abs": { .absolute($0) },
        "sign": { .less(.zero, $0, .one, .less($0, .zero, .constant(-1), .zero)) },
        "floor": { .floor($0) },
        "ceil": { -.floor(-$0) },
        "fract": { .remainder($0, .one) },
    ]

    /// Functions of two numbers, component by component; of a vector and a number where `takesScalar` has it.
    private static let ofTwo: [String: @Sendable (Scalar, Scalar) -> Scalar] = [
        "pow": { .power($0, $1) },
        "atan": { .arctangent($0, $1) },
        "mod": { .remainder($0, $1) },
        "min": { .minimum($0, $1) },
        "max": { .maximum($0, $1) },
        "step": { .less($1, $0, .zero, .one) },
    ]

    /// Functions of three numbers, component by component.
    private static let ofThree: [String: @Sendable (Scalar, Scalar, Scalar) -> Scalar] = [
        "clamp": { .clamp($0, $1, $2) },
        "mix": { .mix($0, $1, $2) },
        "smoothstep": { .smooth(($2 - $0) / ($1 - $0)) },
    ]

    /// Which arguments may be one number for vectors.
    private static let scalarArguments: [String: Set<Int>] = [
        "mod": [1], "min": [1], "max": [1], "step": [0], "clamp": [1, 2], "mix": [2], "smoothstep": [0, 1],
    ]

    private static let comparisons: [String: String] = [
        "lessThan": "<", "lessThanEqual": "<=", "greaterThan": ">", "greaterThanEqual": ">=", "equal": "==",
        "notEqual": "!=",
    ]

    private static let others: Set<String> = [
        "length", "distance", "dot", "cross", "normalize", "faceforward", "reflect", "refract", "matrixCompMult",
        "any", "all", "not", "texture2D", "texture2DLod", "texture2DProj", "texture2DProjLod",
    ]

    static func isBuiltIn(_ name: String) -> Bool {
        ofOne[name] != nil || ofTwo[name] != nil || ofThree[name] != nil || comparisons[name] != nil
            || others.contains(name)
    }

    static let builtInNames: [String] =
        Array(ofOne.keys) + ofTwo.keys + ofThree.keys + comparisons.keys + others

    /// What a function makes of its arguments.
    func builtIn(_ name: String, _ arguments: [Value], _ position: TextPosition) throws(ShaderError) -> Value {
        func refuse() -> ShaderError {
            let types = arguments.map(\.type.shown).joined(separator: ", ")
            let isWhole = arguments.contains { $0.type.base == .int }
            return fail(
                position,
                "\(name) does not take (\(types))" + (isWhole ? ": write a point in numbers, such as 1.0." : "."))
        }
        if let function = Self.ofOne[name], arguments.count == 1 {
            let value = arguments[0]
            guard isFloats(value) else { throw refuse() }
            return Value(value.type, value.numbers.map(function))
        }
        if let function = Self.ofTwo[name], arguments.count == 2 {
            let all = try spread(name, arguments, refuse)
            return Value(all[0].type, zip(all[0].numbers, all[1].numbers).map(function))
        }
        if let function = Self.ofThree[name], arguments.count == 3 {
            let all = try spread(name, arguments, refuse)
            return Value(
                all[0].type,
                all[0].numbers.indices.map { function(all[0].numbers[$0], all[1].numbers[$0], all[2].numbers[$0]) })
        }
        if let symbol = Self.comparisons[name] { return try comparison(symbol, arguments, refuse) }
        if name.hasPrefix("texture2D") { return try texture(name, arguments, position, refuse) }
        return try geometry(name, arguments, refuse)
    }

    private func isFloats(_ value: Value) -> Bool {
        value.type.base == .float && value.type.columns == 1 && value.type.elements == nil
    }

    /// Arguments of one type; numbers are repeated where they stand for vectors.
    private func spread(_ name: String, _ arguments: [Value], _ refuse: () -> ShaderError) throws(ShaderError)
        -> [Value]
    {
        guard arguments.allSatisfy(isFloats), let type = arguments.map(\.type).max(by: { $0.rows < $1.rows }) else {
            throw refuse()
        }
        let scalars = arguments.indices.filter { arguments[$0].type != type }
        let allowed = Self.scalarArguments[name] ?? []
        // All that may be one number are, as in clamp(vec3, float, float).
        guard scalars.allSatisfy({ arguments[$0].type == .float && allowed.contains($0) }),
            scalars.isEmpty || scalars.count == allowed.count
        else { throw refuse() }
        return arguments.map {
            $0.type == type ? $0 : Value(type, Array(repeating: $0.number, count: type.count))
        }
    }

    private func comparison(
        _ symbol: String, _ arguments: [Value], _ refuse: () -> ShaderError
    ) throws(ShaderError) -> Value {
        guard arguments.count == 2, arguments[0].type == arguments[1].type, arguments[0].type.isVector else {
            throw refuse()
        }
        let isEquality = symbol == "==" || symbol == "!="
        guard isEquality || arguments[0].type.base != .bool else { throw refuse() }
        return Value(
            arguments[0].type.of(.bool),
            zip(arguments[0].numbers, arguments[1].numbers).map {
                symbol == "==" ? .isEqual($0, $1) : symbol == "!=" ? .not(.isEqual($0, $1)) : compared(symbol, $0, $1)
            })
    }

    // MARK: Geometry

    private func dot(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
        zip(a, b).dropFirst().reduce((a.first ?? .zero) * (b.first ?? .zero)) { $0 + $1.0 * $1.1 }
    }

    private func length(_ a: [Scalar]) -> Scalar { a.count == 1 ? .absolute(a[0]) : .squareRoot(dot(a, a)) }

    private func geometry(_ name: String, _ arguments: [Value], _ refuse: () -> ShaderError) throws(ShaderError)
        -> Value
    {
        let numbers = arguments.map(\.numbers)
        func needs(_ count: Int, _ matches: (Value) -> Bool) throws(ShaderError) {
            guard arguments.count == count, arguments.allSatisfy(matches),
                arguments.allSatisfy({ $0.type == arguments[0].type })
            else { throw refuse() }
        }
        func vector(_ numbers: [Scalar]) -> Value { Value(arguments[0].type, numbers) }
        switch name {
        case "length":
            try needs(1, isFloats)
            return Value(length(numbers[0]))
        case "distance":
            try needs(2, isFloats)
            return Value(length(zip(numbers[0], numbers[1]).map { $0 - $1 }))
        case "dot":
            try needs(2, isFloats)
            return Value(dot(numbers[0], numbers[1]))
        case "normalize":
            try needs(1, isFloats)
            let length = length(numbers[0])
            return vector(numbers[0].map { $0 / length })
        case "cross":
            try needs(2) { $0.type == .vector(3) }
            let (a, b) = (numbers[0], numbers[1])
            return vector([(1, 2), (2, 0), (0, 1)].map { a[$0] * b[$1] - b[$0] * a[$1] })
        case "faceforward":
            try needs(3, isFloats)
            let side = dot(numbers[2], numbers[1])
            return vector(numbers[0].map { .less(side, .zero, $0, -$0) })
        case "reflect":
            try needs(2, isFloats)
            let twice = dot(numbers[1], numbers[0]) * .constant(2)
            return vector(zip(numbers[0], numbers[1]).map { $0 - twice * $1 })
        case "refract":
            guard arguments.count == 3, arguments[2].type == .float, isFloats(arguments[0]),
                arguments[0].type == arguments[1].type
            else { throw refuse() }
            let (ratio, cosine) = (arguments[2].number, dot(numbers[1], numbers[0]))
            let rest = .one - ratio * ratio * (.one - cosine * cosine)
            let along = ratio * cosine + .squareRoot(rest)
            return vector(
                zip(numbers[0], numbers[1]).map { .less(rest, .zero, .zero, ratio * $0 - along * $1) })
        case "matrixCompMult":
            try needs(2) { $0.type.isMatrix }
            return vector(zip(numbers[0], numbers[1]).map { $0 * $1 })
        case "any", "all":
            try needs(1) { $0.type.base == .bool && $0.type.isVector }
            return Value(
                numbers[0].dropFirst().reduce(numbers[0][0]) { name == "any" ? .or($0, $1) : .and($0, $1) }, .bool)
        case "not":
            try needs(1) { $0.type.base == .bool && $0.type.isVector }
            return vector(numbers[0].map { .not($0) })
        default: throw refuse()
        }
    }

    // MARK: Frames

    private func texture(
        _ name: String, _ arguments: [Value], _ position: TextPosition, _ refuse: () -> ShaderError
    ) throws(ShaderError) -> Value {
        let hasLevel = name.hasSuffix("Lod")
        guard arguments.count == 2 || arguments.count == 3, arguments[0].type == .sampler else { throw refuse() }
        guard hasLevel == (arguments.count == 3) || !hasLevel else { throw refuse() }
        if arguments.count == 3 {
            guard arguments[2].type == .float else { throw refuse() }
            guard arguments[2].number.constant == 0 else {
                throw failOfValues(position, "Frames have one level, which is 0.0.")
            }
        }
        var place = arguments[1]
        if name.hasPrefix("texture2DProj") {
            guard place.type == .vector(3) || place.type == .vector(4), let divisor = place.numbers.last else {
                throw refuse()
            }
            place = Value(.vector(2), place.numbers.prefix(2).map { $0 / divisor })
        }
        guard place.type == .vector(2) else { throw refuse() }
        return Value(.vector(4), try read(image: arguments[0].image, place, position))
    }
}
