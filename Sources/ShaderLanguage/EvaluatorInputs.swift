// SPDX-License-Identifier: MIT
internal import Expressions

extension Evaluator {
    /// A place of a frame that is read.
    enum Read: Hashable {
        case itself(image: Int)
        case neighbour(dx: Int, dy: Int)
        case place(image: Int, ObjectIdentifier?, ObjectIdentifier?, Double, Double)
    }

    /// GPUImage's names of the places around a pixel.
    private static let neighbours: [String: (dx: Int, dy: Int)] = [
        "leftTextureCoordinate": (-1, 0), "rightTextureCoordinate": (1, 0), "topTextureCoordinate": (0, -1),
        "bottomTextureCoordinate": (0, 1), "topLeftTextureCoordinate": (-1, -1),
        "topRightTextureCoordinate": (1, -1), "bottomLeftTextureCoordinate": (-1, 1),
        "bottomRightTextureCoordinate": (1, 1),
    ]
    private static let coordinates: Set<String> = ["textureCoordinate", "textureCoordinate2", "v_texcoord"]
    /// What texts without `main` find declared.
    private static let bodyNames: Set<String> = ["tex", "tex2", "v_texcoord", "time", "width", "height"]
    /// The least that GLSL ES 1.00 allows, section 7.4.
    private static let implementationLimits = [
        ("gl_MaxVertexAttribs", 8.0), ("gl_MaxVertexUniformVectors", 128), ("gl_MaxVaryingVectors", 8),
        ("gl_MaxVertexTextureImageUnits", 0), ("gl_MaxCombinedTextureImageUnits", 8), ("gl_MaxTextureImageUnits", 8),
        ("gl_MaxFragmentUniformVectors", 16), ("gl_MaxDrawBuffers", 1),
    ]
    private static let secondSamplers: Set<String> = ["inputImageTexture2", "tex2"]

    private func number(_ num: Num) -> Scalar { .number(num, depth: 1) }

    private func constants(_ values: Double...) -> [Scalar] { values.map { .constant($0) } }

    /// The middle of a pixel in pixels, to the bit: a coordinate that is a fraction of the size is rounded.
    private func middle(_ coordinate: Num, _ size: Int) -> Scalar {
        .floor(number(coordinate) * .constant(Double(size))) + .constant(0.5)
    }

    /// Whether a declaration may replace one that was there before the text.
    static func mayReplace(_ name: String) -> Bool { bodyNames.contains(name) }

    /// Declares what every shader has.
    func predefine() {
        let pixel = inputs.pixel
        func define(_ name: String, _ type: ShaderType, _ numbers: [Scalar], isWritable: Bool = false, image: Int = 0) {
            var value = Value(type, numbers)
            value.image = image
            globals[name] = Variable(name, value, isWritable: isWritable, frame: 0, mask: 0)
        }
        define(
            "gl_FragCoord", .vector(4),
            [middle(pixel.x, pixel.frame.width), middle(pixel.y, pixel.frame.height)] + constants(0.5, 1))
        define("gl_FragColor", .vector(4), constants(0, 0, 0, 0), isWritable: true)
        define("gl_FrontFacing", .bool, constants(1))
        for (name, value) in Self.implementationLimits { define(name, .int, constants(value)) }
        guard shader.isBody else { return }
        define("tex", .sampler, [])
        if inputs.second != nil { define("tex2", .sampler, [], image: 1) }
        define("v_texcoord", .vector(2), [number(pixel.x), number(pixel.y)])
        define("time", .float, [number(inputs.number("time", 0))])
        for (name, size) in [("width", pixel.frame.width), ("height", pixel.frame.height)] {
            define(name, .float, inputs.isGiven(name) ? [number(inputs.number(name, 0))] : constants(Double(size)))
        }
    }

    /// Declares the pixel of a text without `main`.
    func declareBody() throws(ShaderError) {
        let own = try read(image: 0, Value(.vector(2), [number(inputs.pixel.x), number(inputs.pixel.y)]), bodyStart)
        globals["c"] = Variable("c", Value(.vector(4), own), isWritable: true, frame: 0, mask: 0)
    }

    private var bodyStart: TextPosition { TextPosition(line: 1, column: 1) }

    func declareVarying(_ declaration: Declaration, _ type: ShaderType) throws(ShaderError) {
        let (name, position) = (declaration.name, declaration.position)
        let pixel = inputs.pixel
        var place = (dx: 0, dy: 0)
        if let neighbour = Self.neighbours[name] {
            place = neighbour
        } else if !Self.coordinates.contains(name) {
            throw fail(
                position,
                "There is no varying \"\(name)\": the places are v_texcoord, textureCoordinate, and those like leftTextureCoordinate."
            )
        }
        guard type == .vector(2) else { throw fail(position, "The varying \"\(name)\" is a vec2.") }
        let numbers = [
            number(pixel.x) + .constant(Double(place.dx) / Double(pixel.frame.width)),
            number(pixel.y) + .constant(Double(place.dy) / Double(pixel.frame.height)),
        ]
        try declare(name, Value(type, numbers), isWritable: false, position)
    }

    func declareUniform(_ declaration: Declaration, _ type: ShaderType) throws(ShaderError) {
        let (name, position) = (declaration.name, declaration.position)
        var value = Value(type, [])
        if type.base == .sampler {
            guard type.elements == nil else { throw fail(position, "There are no arrays of sampler2D.") }
            value.image = Self.secondSamplers.contains(name) ? 1 : 0
            return try declare(name, value, isWritable: false, position)
        }
        let size = inputs.pixel.frame
        let known: [String: Double] = [
            "width": Double(size.width), "height": Double(size.height), "texelWidth": 1 / Double(size.width),
            "texelHeight": 1 / Double(size.height),
        ]
        let isSize = name == "width" || name == "height"
        if let constant = known[name], type == .float || type == .int && isSize, !inputs.isGiven(name) {
            value.numbers = constants(constant)
        } else {
            if name != "time" || type != .float { try add(ShaderUniform(name: name, type: type), position) }
            value.numbers = (0..<type.count).map { index in
                type.base == .float
                    ? number(inputs.number(name, index))
                    : .constant(inputs.whole(name, index, isBool: type.base == .bool))
            }
        }
        try declare(name, value, isWritable: false, position)
    }

    /// What is said of a name that nothing has.
    func unknownName(_ name: String) -> String {
        if name == "gl_PointCoord" { return "There are no points, so there is no gl_PointCoord." }
        if name.hasPrefix("gl_") { return "There is no \"\(name)\"." }
        return unknown("variable", name) {
            (calls.last?.scopes ?? []).reduce(into: Array(globals.keys)) { $0 += $1.keys }
        }
    }

    // MARK: Reading frames

    /// The pixel of a frame at a place: R', G', B' and alpha.
    func read(image: Int, _ place: Value, _ position: TextPosition) throws(ShaderError) -> [Scalar] {
        let (x, y) = (place.numbers[0], place.numbers[1])
        let pixel = inputs.pixel
        let dx = Self.offset(x, Operation.x, pixel.frame.width)
        let dy = Self.offset(y, Operation.y, pixel.frame.height)
        if image == 1 {
            guard let second = inputs.second else {
                throw fail(position, "The shader reads a second input, and there is one alone.")
            }
            if dx == 0, dy == 0 {
                return try remember(.itself(image: 1), position) {
                    [second.rgb.r, second.rgb.g, second.rgb.b, second.a]
                }
            }
        } else if dx == 0, dy == 0 {
            return try remember(.itself(image: 0), position) { [pixel.rgb.r, pixel.rgb.g, pixel.rgb.b, pixel.a] }
        }
        if inputs.second == nil, let dx, let dy, abs(dx) <= ShaderInputs.reach, abs(dy) <= ShaderInputs.reach {
            return try remember(.neighbour(dx: dx, dy: dy), position) {
                let color = Field(pixel.rgb)[dx, dy]
                return [color.r, color.g, color.b, Field(pixel.a)[dx, dy]]
            }
        }
        func node(_ scalar: Scalar) -> ObjectIdentifier? {
            scalar.constant == nil ? ObjectIdentifier(scalar.num.node) : nil
        }
        return try remember(.place(image: image, node(x), node(y), x.constant ?? 0, y.constant ?? 0), position) {
            let sampled = pixel.unweightedSample(x.num, y.num, image: image)
            return [sampled.rgb.r, sampled.rgb.g, sampled.rgb.b, sampled.a]
        }
    }

    private func remember(
        _ read: Read, _ position: TextPosition, _ make: () -> [Num]
    ) throws(ShaderError) -> [Scalar] {
        if let known = reads[read] { return known }
        guard reads.count < Limit.reads else {
            throw failOfValues(position, "The shader reads more than \(Limit.reads) places of the frame.")
        }
        let made = make().map { number($0) }
        reads[read] = made
        return made
    }

    /// How many pixels a coordinate lies beside the pixel's own; nil: it is no whole number that is the same everywhere.
    private static func offset(_ coordinate: Scalar, _ axis: Operation, _ size: Int) -> Int? {
        // Nodes are shared, so that a walk over all of them might take for ever.
        var budget = Limit.nesting
        guard coordinate.constant == nil, let form = affine(coordinate.num.node, axis, size, &budget), form.scale == 1
        else { return nil }
        let pixels = form.offset * Double(size)
        let whole = pixels.rounded()
        return (pixels - whole).magnitude < 1e-3 && whole.magnitude < 32768 ? Int(whole) : nil
    }

    /// A node as scale * axis + offset, where it is that.
    private static func affine(
        _ node: Node?, _ axis: Operation, _ size: Int, _ budget: inout Int
    ) -> (scale: Double, offset: Double)? {
        budget -= 1
        guard let node, budget >= 0 else { return nil }
        switch node.operation {
        case axis: return (1, 0)
        case .constant(let value): return (0, value)
        case .floor:
            // That of gl_FragCoord.
            guard let inner = affine(node.a, axis, size, &budget), inner.scale == Double(size), inner.offset == 0 else {
                return nil
            }
            return (inner.scale, -0.5)
        case .add, .subtract:
            guard let a = affine(node.a, axis, size, &budget), let b = affine(node.b, axis, size, &budget) else {
                return nil
            }
            let sign = node.operation == .add ? 1.0 : -1
            return (a.scale + sign * b.scale, a.offset + sign * b.offset)
        case .multiply:
            guard let a = affine(node.a, axis, size, &budget), let b = affine(node.b, axis, size, &budget),
                a.scale == 0 || b.scale == 0
            else {
                return nil
            }
            return (a.scale * b.offset + b.scale * a.offset, a.offset * b.offset)
        case .divide:
            guard let a = affine(node.a, axis, size, &budget), let b = affine(node.b, axis, size, &budget),
                b.scale == 0,
                b.offset != 0
            else {
                return nil
            }
            return (a.scale / b.offset, a.offset / b.offset)
        default: return nil
        }
    }
}
