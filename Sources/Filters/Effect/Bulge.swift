// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Swells or dents video around a point.
public struct Bulge: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var radius = 0.25
    @Limited(-1...1) public var scale = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftbulge", typeName: "GstSwiftBulge", longName: "Bulge",
        description: "Swells or dents video around a point, as a lens does", since: "0.1",
        example: "swiftbulge scale=0.7",
        recipes: [
            (
                "Give a face in front of a camera a big nose",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftbulge radius=0.15 scale=0.6 ! videoconvert ! autovideosink"
            ),
            (
                "Dent the middle of a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftbulge radius=0.4 scale=-0.5 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel at the distance d from the centre, less than radius, shows what is at the distance d (1 - scale (radius - d) / \
            radius)^2, between four pixels in proportion to nearness. Distances are in frame widths, so that the lens is round whatever \
            the frame's proportions. Alpha moves with colours; what is wholly transparent becomes black.
            """)

    public static let properties: [Property<Bulge>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "radius", \.$radius, nick: "Radius",
            "How far from the centre pixels move, as a fraction of the frame's width"),
        .double("scale", \.$scale, nick: "Scale", "How strong the lens is. Below 0 it dents, 0 passes frames through"),
    ]

    public static let probes = [
        FilterProbe<Bulge>((20, 11), (54.5, 221.8, 28.1)),
        FilterProbe<Bulge>((36, 20), (220, 125.5, 110.2)),
    ]

    public var isPassthrough: Bool { radius == 0 || scale == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<Bulge>) -> Pixel {
        let distance = p.distance(from: u(\.centerX), u(\.centerY))
        let near = (u(\.radius) - distance) * u.value { 1 / Swift.max($0.radius, 1e-6) }
        let shrunk = 1 - u(\.scale) * near
        let moved = shrunk * shrunk
        let factor = less(distance, u(\.radius) - rimTolerance, moved, 1)
        return p.sample(factor, awayFrom: u(\.centerX), u(\.centerY))
    }
}
