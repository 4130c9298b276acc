// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Pinches video around a point.
public struct Pinch: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var radius = 1.0
    @Limited(-2...2) public var scale = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftpinch", typeName: "GstSwiftPinch", longName: "Pinch",
        description: "Pinches video around a point, or spreads it", since: "0.1",
        example: "swiftpinch scale=0.8",
        recipes: [
            (
                "Pinch a face in front of a camera",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftpinch radius=0.4 scale=0.6 ! videoconvert ! autovideosink"
            ),
            (
                "Spread the middle of a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftpinch radius=0.5 scale=-0.6 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel at the distance d from the centre, less than radius, shows what is at the distance d (1 + scale (0.5 - d) / \
            0.5), between four pixels in proportion to nearness. As in GPUImage, pixels 0.5 from the centre stay, whatever the \
            radius: there is no step at the rim for radius=0.5 alone. Distances are in frame widths, so that the circle is round \
            whatever the frame's proportions, and lies around the point: GPUImage's moves off it where that is not in the middle \
            row. Alpha moves with colours; what is wholly transparent becomes black.
            """)

    public static let properties: [Property<Pinch>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "radius", \.$radius, nick: "Radius",
            "How far from the centre pixels move, as a fraction of the frame's width"),
        .double(
            "scale", \.$scale, nick: "Scale", "How strong the pinch is. Below 0 it spreads, 0 passes frames through"),
    ]

    public static let probes = [
        FilterProbe<Pinch>((20, 11), (234.6, 107.2, 151.1)),
        FilterProbe<Pinch>((0, 35), (198.6, 181.4, 67.3)),
    ]

    public var isPassthrough: Bool { radius == 0 || scale == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<Pinch>) -> Pixel {
        let distance = p.distance(from: u(\.centerX), u(\.centerY))
        let moved = 1 + u(\.scale) * (1 - 2 * distance)
        let factor = less(distance, u(\.radius) - rimTolerance, moved, 1)
        return p.sample(factor, awayFrom: u(\.centerX), u(\.centerY))
    }
}
