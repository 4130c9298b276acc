// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Hue, saturation and brightness in one matrix.
public struct HSB: Filter {
    @Limited(-180...180) public var hue = 0.0
    @Limited(0...2) public var saturation = 1.0
    @Limited(0...2) public var brightness = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthsb", typeName: "GstSwiftHSB", longName: "Hue, saturation, brightness", family: .color,
        description: "Turns hues, makes colours paler or stronger, and video darker or lighter", since: "0.1",
        example: "swifthsb hue=40 saturation=1.4",
        recipes: [
            (
                "Make a camera's video paler and a little lighter",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifthsb saturation=0.6 brightness=1.1 ! videoconvert ! autovideosink"
            ),
            (
                "Turn the colours of a file by a third of the circle",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifthsb hue=120 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            With luma L = 0.3 R' + 0.59 G' + 0.11 B': colours turn around the line of grays so that L stays, then their distance \
            from the gray of L is multiplied by the saturation, then all components by the brightness; what leaves 0...1 is cut off, in \
            Y'CbCr where codes end.

            `swifthue` turns hues in YIQ, which gives other colours.
            """)

    public static let properties: [Property<HSB>] = [
        .double(
            "hue", \.$hue, nick: "Hue",
            "The angle in degrees by which hues turn, from red to green. 0 leaves them as they are"),
        .double(
            "saturation", \.$saturation, nick: "Saturation",
            "Distance of colours from gray. 0 is gray, 1 leaves it as it is, 2 doubles it"),
        .double(
            "brightness", \.$brightness, nick: "Brightness",
            "What components are multiplied by. 0 is black, 1 leaves them as they are, 2 doubles them"),
    ]

    public static let examples = [
        FilterExample<HSB>((200, 100, 50), (60, 175, 31)) { $0.hue = 90 },
        FilterExample<HSB>((200, 100, 50), (190, 70, 10)) { ($0.saturation, $0.brightness) = (1.5, 0.8) },
    ]

    public var isPassthrough: Bool { hue == 0 && saturation == 1 && brightness == 1 }

    /// Whether results may be above white.
    var lightens: Bool { brightness > 1 }

    /// Paul Haeberli's matrices (Matrix Operations for Image Processing, 1993): a turn around the grays, and a shear that
    /// brings luma back.
    public static func color(_ p: Pixel, _ u: Parameters<HSB>) -> Color<Num> {
        let weights = Weights(0.3, 0.59, 0.11)
        let angle = u(\.hue) * Num(Double.pi / 180)
        let offset = p.rgb - dot(p.rgb, Weights(1.0 / 3, 1.0 / 3, 1.0 / 3))
        let across = Color(offset.b - offset.g, offset.r - offset.b, offset.g - offset.r)
        let turned = offset * cos(angle) + across * (sin(angle) * Num(1 / 3.0.squareRoot()))
        let colorful = (turned - dot(turned, weights)) * u(\.saturation)
        let result = (dot(p.rgb, weights) + colorful) * u(\.brightness)
        return u.structure(\.lightens) ? clamp(result) : result
    }
}
