// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A factor for each component.
public struct RGBGain: Filter {
    @Limited(0...10) public var red = 1.0
    @Limited(0...10) public var green = 1.0
    @Limited(0...10) public var blue = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftrgbgain", typeName: "GstSwiftRGBGain", longName: "Red, green and blue gain", family: .color,
        description: "Multiplies red, green and blue, each by a number of its own", since: "0.1",
        example: "swiftrgbgain red=1.3 blue=0.7",
        recipes: [
            (
                "Balance a camera by hand",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftrgbgain red=0.9 blue=1.15 ! videoconvert ! autovideosink"
            ),
            (
                "Show the red channel alone",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftrgbgain green=0 blue=0 ! videoconvert ! autovideosink"
            ),
        ],
        details: "out = in * gain, on R'G'B' from 0 to 1; what is above 1 is cut off. Black stays.")

    public static let properties: [Property<RGBGain>] = [
        .double("red", \.$red, nick: "Red", "What red is multiplied by. 0 removes red, 1 leaves it as it is"),
        .double(
            "green", \.$green, nick: "Green", "What green is multiplied by. 0 removes green, 1 leaves it as it is"),
        .double("blue", \.$blue, nick: "Blue", "What blue is multiplied by. 0 removes blue, 1 leaves it as it is"),
    ]

    public static let examples = [
        FilterExample<RGBGain>((200, 100, 50), (240, 80, 25)) { ($0.red, $0.green, $0.blue) = (1.2, 0.8, 0.5) }
    ]

    public var isPassthrough: Bool { red == 1 && green == 1 && blue == 1 }

    /// Whether results may be above 1.
    var amplifies: Bool { red > 1 || green > 1 || blue > 1 }

    public static func color(_ p: Pixel, _ u: Parameters<RGBGain>) -> Color<Num> {
        let multiplied = p.rgb * Color(u(\.red), u(\.green), u(\.blue))
        return u.structure(\.amplifies) ? clamp(multiplied) : multiplied
    }
}
