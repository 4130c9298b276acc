// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Moves colours of skin.
public struct SkinTone: Filter {
    @Limited(-1...1) public var adjust = 0.0
    @Limited(0...1) public var skinHue = 0.05
    @Limited(0...1000) public var skinHueThreshold = 40.0
    @Limited(0...1) public var maxHueShift = 0.25
    @Limited(0...1) public var maxSaturationShift = 0.4
    public var upperColor = SkinToneColor.green

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftskintone", typeName: "GstSwiftSkinTone", longName: "Skin tone", family: .color,
        description: "Moves the colours of skin towards pink or towards another colour, and leaves others",
        since: "0.1",
        example: "swiftskintone adjust=0.3 upper-color=orange",
        recipes: [
            (
                "Make faces a little less red",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftskintone adjust=0.2 ! videoconvert ! autovideosink"
            ),
            (
                "Give pale faces a tan",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftskintone adjust=0.3 upper-color=orange ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            In HSV, with the distance d of a hue from the skin's around the circle, 1 for the opposite hue, \
            w = exp(-skin-hue-threshold d^2): \
            hue grows by adjust * w * max-hue-shift. With `upper-color=orange` and adjust above 0, saturation grows by \
            adjust * w * max-saturation-shift instead. Gray stays.

            Numbers from -0.3 to 0.3 look natural. Alpha stays.
            """)

    public static let properties: [Property<SkinTone>] = [
        .double(
            "adjust", \.$adjust, nick: "Adjust",
            "How far skin moves: below 0 to pink, above to the upper colour. 0 passes frames through"),
        .double(
            "skin-hue", \.$skinHue, nick: "Skin hue",
            "With adjust: the hue of skin, as a part of the circle that begins at red and goes to green and blue"),
        .double(
            "skin-hue-threshold", \.$skinHueThreshold, nick: "Skin hue threshold",
            "With adjust: how near to the skin's a hue must be to move. 0 moves all, 40 those within about a twelfth of the circle"
        ),
        .double(
            "max-hue-shift", \.$maxHueShift, nick: "Greatest hue shift",
            "With adjust: how far hues move at adjust=1, as a part of the circle. 0 moves none"),
        .double(
            "max-saturation-shift", \.$maxSaturationShift, nick: "Greatest saturation shift",
            "With upper-color=orange: how much saturation grows at adjust=1. 0 leaves it as it is"),
        .choice(
            "upper-color", \.upperColor, typeName: "GstSwiftSkinToneColor", nick: "Upper colour",
            "Where skin moves for adjust above 0"),
    ]

    public static let examples = [
        FilterExample<SkinTone>((200, 100, 50), (143, 200, 50)) { $0.adjust = 0.7 },
        FilterExample<SkinTone>((200, 100, 50), (200, 50, 157)) { $0.adjust = -0.7 },
        FilterExample<SkinTone>((200, 100, 50), (200, 63, 0)) { ($0.adjust, $0.upperColor) = (0.7, .orange) },
    ]

    public var isPassthrough: Bool { adjust == 0 }

    private var growsSaturation: Bool { upperColor == .orange && adjust > 0 }
    private var hueShift: Double { growsSaturation ? 0 : adjust * maxHueShift }
    private var saturationShift: Double { growsSaturation ? adjust * maxSaturationShift : 0 }

    public static func color(_ p: Pixel, _ u: Parameters<SkinTone>) -> Color<Num> {
        let c = clamp(p.rgb)
        var hsv = HueSaturationValue(c)
        let difference = abs(hsv.hue - u(\.skinHue))
        let distance = 2 * min(difference, 1 - difference)
        // exp(-a) is 2^(-a log2(e)).
        let weight = exp2(-1.442695040888963 * u(\.skinHueThreshold) * distance * distance)
        // Gray has a hue by chance.
        let shown = less(c.high - c.low, 0.002, 0, weight)
        hsv.hue = hsv.hue + weight * u(\.hueShift)
        hsv.saturation = hsv.saturation + shown * u(\.saturationShift)
        return hsv.rgb
    }
}

/// Where skin moves for an adjustment above 0.
public enum SkinToneColor: Int32, PropertyChoice {
    case green
    case orange

    public var nick: StaticString {
        switch self {
        case .green: "green"
        case .orange: "orange"
        }
    }

    public var label: StaticString {
        switch self {
        case .green: "Green: hue moves"
        case .orange: "Orange: saturation grows"
        }
    }
}
