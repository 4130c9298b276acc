// SPDX-License-Identifier: MIT
public import Expressions

/// A number, or several, that a shader takes from outside.
public struct ShaderUniform: Hashable, Sendable {
    public let name: String
    /// As GLSL writes it, such as "vec3".
    public let type: String
    /// How many numbers it has.
    public let count: Int
    /// Whether the program depends on it: whole numbers and truths, which may be bounds of loops.
    public let isWhole: Bool

    init(name: String, type: ShaderType) {
        (self.name, self.type, count) = (name, type.shown, type.count)
        isWhole = type.base != .float
    }
}

/// What a shader is evaluated with.
public struct ShaderInputs {
    /// How many pixels away neighbours are read as such; what is farther is sampled.
    static let reach = 16

    /// The pixel of the frame.
    public let pixel: Pixel
    /// That of the second input; nil: there is none.
    public let second: Pixel?
    /// A number of a uniform, or the time in seconds as that of "time".
    let number: (_ name: String, _ index: Int) -> Num
    private let values: [String: [Double]]

    /// `values` are what uniforms are set to, of which whole numbers and those set at all matter here. Where there is nothing, it is 0.
    public init(
        pixel: Pixel, second: Pixel? = nil, values: [String: [Double]] = [:],
        number: @escaping (_ name: String, _ index: Int) -> Num
    ) {
        (self.pixel, self.second, self.values, self.number) = (pixel, second, values, number)
    }

    func isGiven(_ name: String) -> Bool { values[name] != nil }

    func whole(_ name: String, _ index: Int, isBool: Bool) -> Double {
        guard let numbers = values[name], numbers.indices.contains(index) else { return 0 }
        let number = numbers[index]
        if isBool { return number == 0 ? 0 : 1 }
        // Floats hold no more whole numbers.
        return max(-0x1p24, min(number, 0x1p24)).rounded(.towardZero)
    }
}

/// A fragment shader in the OpenGL ES Shading Language 1.00, or the body of one, as a law.
///
/// A text without `main` is the body: it changes `c`, the pixel. Work is bounded and known before the first frame: loops are written out,
/// both parts of an `if` are computed, and nothing but pixels of the frames is read.
public struct Shader: Hashable, Sendable {
    /// The text.
    public let text: String
    /// What it takes from outside, in order.
    public let uniforms: [ShaderUniform]
    /// What is left out of it.
    public let warnings: [String]
    private let syntax: Syntax

    public static func == (a: Shader, b: Shader) -> Bool { a.text == b.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Reads a text. `hasSecond` says whether there is a second input, and `values` what uniforms are set to.
    public init(
        _ text: String, hasSecond: Bool = false, values: [String: [Double]] = [:]
    ) throws(ShaderErrors) {
        self.text = text
        do {
            guard text.utf8.count <= Limit.textBytes else {
                throw ShaderError(
                    TextPosition(line: 1, column: 1), "The text has more than \(Limit.textBytes) bytes.")
            }
            var lexer = Lexer(text)
            var preprocessor = Preprocessor()
            let tokens = try preprocessor.run(try lexer.tokens())
            var parser = Parser(tokens)
            syntax = parser.syntax()
            warnings = preprocessor.warnings.map { "\($0.position.line):\($0.position.column): \($0.message)" }
            guard parser.errors.isEmpty else { throw ShaderErrors(parser.errors, in: text) }
        } catch let error as ShaderErrors {
            throw error
        } catch let error as ShaderError {
            throw ShaderErrors([error], in: text)
        } catch {
            throw ShaderErrors([], in: text)
        }
        let (syntax, text) = (syntax, text)
        var steps = 0
        func uniforms(
            _ size: Pixel.Size, _ values: [String: [Double]]
        ) -> (all: [ShaderUniform], failure: ShaderErrors?) {
            let inputs = ShaderInputs(
                pixel: Pixel(of: size), second: hasSecond ? Pixel(image: 1, of: size) : nil, values: values
            ) { _, index in .uniform(index) }
            let evaluator = Evaluator(syntax, inputs)
            defer { steps += evaluator.steps }
            guard let numbers = evaluator.run() else {
                return (evaluator.uniforms, ShaderErrors(evaluator.errors, in: text))
            }
            return (evaluator.uniforms, Self.failure(numbers, text))
        }
        let found = uniforms(Pixel.Size(width: 64, height: 64), values)
        self.uniforms = found.all
        guard let failure = found.failure else { return }
        guard failure.errors.contains(where: \.isOfValues) else { throw failure }
        // A text is right where it is with some values and some size, which are not known yet.
        let whole = found.all.filter { $0.isWhole && values[$0.name] == nil }
        for size in [Pixel.Size(width: 64, height: 64), Pixel.Size(width: 1920, height: 1080)] {
            for value in whole.isEmpty ? [0] : [0, 1, 2, 4, 16] as [Double] where steps < 2 * Limit.steps {
                let others = Dictionary(
                    whole.map { ($0.name, Array(repeating: value, count: $0.count)) }, uniquingKeysWith: { a, _ in a })
                if uniforms(size, values.merging(others) { a, _ in a }).failure == nil { return }
            }
        }
        throw failure
    }

    /// Its graph, of colour and alpha; an error where the values of uniforms, as bounds of loops, ask for too much.
    public func graph(_ inputs: ShaderInputs) throws(ShaderErrors) -> Graph {
        let evaluator = Evaluator(syntax, inputs)
        guard let numbers = evaluator.run(), numbers.count == 4 else { throw ShaderErrors(evaluator.errors, in: text) }
        if let failure = Self.failure(numbers, text) { throw failure }
        return Graph(Color(numbers[0].num, numbers[1].num, numbers[2].num), alpha: numbers[3].num)
    }

    private static func failure(_ numbers: [Scalar], _ text: String) -> ShaderErrors? {
        let count = Graph(Color(numbers[0].num, numbers[1].num, numbers[2].num), alpha: numbers[3].num).operationCount
        guard count > Limit.operations else { return nil }
        return ShaderErrors(
            [
                ShaderError(
                    TextPosition(line: 1, column: 1),
                    "The shader has \(count) operations once its loops and calls are written out; \(Limit.operations) are allowed.",
                    isOfValues: true)
            ], in: text)
    }
}
