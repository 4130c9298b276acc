// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Transparent where a colour is: the law of the stage, and of the element's, ``ChromaKeyBlend``.
public struct ChromaKey: Filter, AlphaLaw {
    public var color: ColorSetting = 0x00ff00
    @Limited(0...1) public var threshold = 0.4
    @Limited(0...1) public var smoothing = 0.1
    @Limited(0...1) public var despill = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftchromakey", typeName: "GstSwiftChromaKey", longName: "Chroma key", family: .blending,
        description: "Makes what has a colour, such as a green screen, transparent", since: "0.1",
        example: "swiftchromakey despill=1")

    public static let properties: [Property<ChromaKey>] = [
        .color("color", \.color, nick: "Colour", "The colour that becomes transparent, as 0xRRGGBB"),
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "Distance of chroma from the colour up to which pixels are transparent. 0, without smoothing: the colour itself alone"
        ),
        .double(
            "smoothing", \.$smoothing, nick: "Smoothing",
            "Distance over which pixels become opaque beyond the threshold. 0 is a hard edge"),
        .double(
            "despill", \.$despill, nick: "Despill",
            "How much of the colour's light is taken off all pixels. 0 keeps colours as they are"),
    ]

    /// Worked out from the formulas above.
    public static let examples = [
        FilterExample<ChromaKey>((200, 100, 50), (200, 100, 50)),
        FilterExample<ChromaKey>((0, 255, 0), (149.583, 149.583, 149.583)) { $0.despill = 1 },
        FilterExample<ChromaKey>((50, 200, 100), (87.224, 173.767, 137.224)) { $0.despill = 0.5 },
    ]

    public static func pixel(_ p: Pixel, _ u: Parameters<ChromaKey>) -> Pixel {
        let own = KeyChroma(p.rgb)
        let (red, blue) = (u.value { $0.key.red }, u.value { $0.key.blue })
        let distance = length(own.red - red, own.blue - blue)
        // A hard edge is steep.
        let slope = u.value { 1 / max($0.smoothing, 1e-4) }
        let alpha = p.a * smoothstep(0, 1, (distance - u(\.threshold)) * slope)
        guard u.structure(\.despills) else { return Pixel(p.rgb, a: alpha) }
        let direction = (red: u.value { $0.direction.red }, blue: u.value { $0.direction.blue })
        let spill = max(own.red * direction.red + own.blue * direction.blue, 0) * u(\.despill)
        let change = Color(
            u.value { -$0.direction.red / KeyChroma<Double>.redScale },
            u.value { $0.greenChange },
            u.value { -$0.direction.blue / KeyChroma<Double>.blueScale })
        return Pixel(clamp(p.rgb + change * spill), a: alpha)
    }

    private var despills: Bool { despill > 0 }

    /// The chroma of the colour.
    private var key: KeyChroma<Double> {
        func part(_ shift: UInt32) -> Double { Double(color >> shift & 255) / 255 }
        return KeyChroma(Color(part(16), part(8), part(0)))
    }

    /// A step of 1 towards it; none, where it is gray.
    private var direction: (red: Double, blue: Double) {
        let key = key
        let length = (key.red * key.red + key.blue * key.blue).squareRoot()
        return length < 1e-6 ? (0, 0) : (key.red / length, key.blue / length)
    }

    /// How green changes with a step away from it, so that luma stays.
    private var greenChange: Double {
        let weights = KeyChroma<Double>.weights
        let red = weights.r * direction.red / KeyChroma<Double>.redScale
        return (red + weights.b * direction.blue / KeyChroma<Double>.blueScale) / weights.g
    }
}
