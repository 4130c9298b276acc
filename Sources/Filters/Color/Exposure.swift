// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Multiplies all components by a power of two.
public struct Exposure: Filter {
    @Limited(-10...10) public var exposure = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftexposure", typeName: "GstSwiftExposure", longName: "Exposure", family: .color,
        description: "Makes video lighter or darker: multiplies each component by a power of two", since: "0.1",
        example: "swiftexposure exposure=0.7",
        recipes: [
            (
                "Lighten a file that is too dark",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftexposure exposure=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Halve the brightness of a camera",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftexposure exposure=-1 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in * 2^exposure, on R'G'B' from 0 to 1; what is above 1 is cut off. Black stays.

            R'G'B' is gamma-coded, so one unit is more than one stop of a camera: about two.
            """)

    public static let properties: [Property<Exposure>] = [
        .double(
            "exposure", \.$exposure, nick: "Exposure",
            "The exponent of 2. -1 halves components, 0 passes frames through, 1 doubles them")
    ]

    public static let examples = [
        FilterExample<Exposure>((200, 100, 50), (255, 141, 71)) { $0.exposure = 0.5 }
    ]

    public var isPassthrough: Bool { exposure == 0 }

    /// Whether results may be above 1.
    var lightens: Bool { exposure > 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Exposure>) -> Color<Num> {
        let exposed = p.rgb * exp2(u(\.exposure))
        return u.structure(\.lightens) ? clamp(exposed) : exposed
    }
}
