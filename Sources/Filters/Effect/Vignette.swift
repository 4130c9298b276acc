// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Fades to a colour towards the edges.
public struct Vignette: Filter {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var start = 0.3
    @Limited(0...2) public var end = 0.75
    public var color: ColorSetting = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftvignette", typeName: "GstSwiftVignette", longName: "Vignette",
        description: "Fades to a colour towards the edges of the frame", since: "0.1",
        example: "swiftvignette start=0.2 end=0.7",
        recipes: [
            (
                "Draw the eye to the middle of a camera's view",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftvignette start=0.3 end=0.9 ! videoconvert ! autovideosink"
            ),
            (
                "Frame a file in white",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftvignette start=0.4 end=0.8 color=0xffffff ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = in + (colour - in) * t^2 (3 - 2 t), with t = (distance - start) / (end - start) limited to 0...1. Distances are \
            fractions of the frame, so that the vignette has the frame's proportions.

            Where end is below start, the middle fades and the edges stay; where they are equal, the border is sharp.
            """)

    public static let properties: [Property<Vignette>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "start", \.$start, nick: "Start",
            "Distance from the centre at which the fade begins, as a fraction of the frame"),
        .double(
            "end", \.$end, nick: "End",
            "Distance from the centre from which on there is only the colour, as a fraction of the frame"),
        .color("color", \.color, nick: "Colour", "The colour, as 0xRRGGBB"),
    ]

    public static let probes = [
        FilterProbe<Vignette>((12, 9), (182, 200.1, 97.8)),
        FilterProbe<Vignette>((0, 35), (9.1, 8, 0)),
    ]

    /// 1 / (end - start); where they are equal, an edge.
    var slope: Double { steepness(over: end - start) }

    public static func color(_ p: Pixel, _ u: Parameters<Vignette>) -> Color<Num> {
        let distance = length(p.x - u(\.centerX), p.y - u(\.centerY))
        return mix(p.rgb, u.color(\.color), smoothstep(0, 1, (distance - u(\.start)) * u(\.slope)))
    }
}
