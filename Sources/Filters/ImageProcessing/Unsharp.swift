// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Sharper by what a blur takes away.
public struct Unsharp: Filter {
    @Limited(0...10) public var intensity = 1.0
    @Limited(0...40) public var radius = 4.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftunsharp", typeName: "GstSwiftUnsharp", longName: "Unsharp mask", family: .imageProcessing,
        description: "Sharpens video by its difference from a blurred copy", since: "0.1",
        example: "swiftunsharp intensity=2",
        recipes: [
            (
                "Show a soft camera crisply",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftunsharp intensity=1.8 radius=2 ! videoconvert ! autovideosink"
            ),
            (
                "Bring out the details of a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftunsharp intensity=1.4 radius=12 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = blurred + intensity * (in - blurred), on each component of R'G'B', where blurred is what `swiftgaussianblur` makes \
            with the same radius. Other programs' amount is intensity - 1. Alpha stays.
            """)

    public static let properties: [Property<Unsharp>] = [
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the difference from the blur remains. 0 blurs, 1 passes frames through, more sharpens"),
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the blur's Gaussian, in pixels, rounded. 0 passes frames through"),
    ]

    public static let examples = [FilterExample<Unsharp>((200, 100, 50), (200, 100, 50)) { $0.intensity = 3 }]

    public var isPassthrough: Bool { intensity == 1 || radius < 0.5 }

    public static func color(_ p: Pixel, _ u: Parameters<Unsharp>) -> Color<Num> {
        // It leaves 0...1 where edges are steep, also in Y'CbCr.
        clamp(mix(p.gaussian(u(\.radius)).rgb, p.rgb, u(\.intensity)))
    }
}
