// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Moves components away from middle gray, or towards it.
public struct Contrast: Filter {
    @Limited(0...4) public var contrast = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcontrast", typeName: "GstSwiftContrast", longName: "Contrast", family: .color,
        description: "Moves components away from middle gray, or towards it", since: "0.1",
        example: "swiftcontrast contrast=1.6",
        recipes: [
            (
                "Give a flat camera view more contrast",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftcontrast contrast=1.3 ! videoconvert ! autovideosink"
            ),
            (
                "Soften the contrast of a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftcontrast contrast=0.8 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = (in - 0.5) * contrast + 0.5, on R'G'B' from 0 to 1; what leaves that is cut off. `videobalance` keeps black \
            instead of middle gray.
            """)

    public static let properties: [Property<Contrast>] = [
        .double(
            "contrast", \.$contrast, nick: "Contrast",
            "Distance of components from middle gray. 0 is gray, 1 passes frames through, 2 doubles it")
    ]

    public static let examples = [
        FilterExample<Contrast>((200, 100, 50), (236, 86, 11)) { $0.contrast = 1.5 }
    ]

    public var isPassthrough: Bool { contrast == 1 }

    /// Whether results may leave 0...1.
    var isRaised: Bool { contrast > 1 }

    public static func color(_ p: Pixel, _ u: Parameters<Contrast>) -> Color<Num> {
        let moved = (p.rgb - 0.5) * u(\.contrast) + 0.5
        return u.structure(\.isRaised) ? clamp(moved) : moved
    }
}
