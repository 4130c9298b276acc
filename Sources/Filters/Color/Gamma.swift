// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Raises components to a power.
public struct Gamma: Filter {
    @Limited(0...3) public var gamma = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftgamma", typeName: "GstSwiftGamma", longName: "Gamma", family: .color,
        description: "Makes middle tones darker or lighter: raises each component to a power", since: "0.1",
        example: "swiftgamma gamma=0.6",
        recipes: [
            (
                "Lighten a dark camera view and keep black and white",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftgamma gamma=0.7 ! videoconvert ! autovideosink"
            ),
            (
                "Darken the middle tones of a pale file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftgamma gamma=1.4 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in^gamma for each component, on R'G'B' from 0 to 1. Black and white stay, but 0 makes all white, black too.

            This is the opposite of GStreamer's `gamma` element, whose exponent is 1 / gamma: there, above 1 lightens.

            R'G'B' of 8 bits goes through a table. Of Y'CbCr, each pixel takes three powers, some eight times as long.
            """)

    public static let properties: [Property<Gamma>] = [
        .double(
            "gamma", \.$gamma, nick: "Gamma",
            "The exponent. Below 1 lightens, 1 passes frames through, above 1 darkens; 0 makes all white")
    ]

    public static let examples = [
        FilterExample<Gamma>((200, 100, 50), (157, 39, 10)) { $0.gamma = 2 },
        FilterExample<Gamma>((200, 100, 0), (255, 255, 255)) { $0.gamma = 0 },
    ]

    public var isPassthrough: Bool { gamma == 1 }

    /// Whether all becomes white: 0^0 is 1 here.
    var isFlat: Bool { gamma == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Gamma>) -> Color<Num> {
        u.structure(\.isFlat) ? gray(1) : pow(p.rgb - blackTolerance, u(\.gamma))
    }
}

/// What rounding may add to black, which a small exponent would show.
let blackTolerance = Num(0x1p-20)
