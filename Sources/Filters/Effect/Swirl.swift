// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Rotates pixels around a point, most near it.
public struct Swirl: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var radius = 0.5
    @Limited(-10...10) public var angle = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftswirl", typeName: "GstSwiftSwirl", longName: "Swirl",
        description: "Rotates pixels around a point, most near it", since: "0.1",
        example: "swiftswirl angle=0.5",
        recipes: [
            (
                "Turn the middle of what a camera sees, as water in a drain",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftswirl radius=0.4 ! videoconvert ! autovideosink"
            ),
            (
                "Turn it the other way, a little",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftswirl angle=-0.2 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel at the distance d from the centre, less than radius, shows what is at the same distance, turned by 8 angle \
            ((radius - d) / radius)^2 radians, between four pixels in proportion to nearness. Distances are fractions of the \
            frame, so that the swirl has the frame's proportions. Alpha moves with colours; what is wholly transparent becomes black.
            """)

    public static let properties: [Property<Swirl>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "radius", \.$radius, nick: "Radius", "How far from the centre pixels move, as a fraction of the frame"),
        .double(
            "angle", \.$angle, nick: "Angle",
            "How far the centre turns: 1 is 8 radians. 0 passes frames through, below 0 turns the other way"),
    ]

    public static let probes = [
        FilterProbe<Swirl>((20, 11), (246.2, 24, 122.1)),
        FilterProbe<Swirl>((36, 20), (217.5, 78.9, 96.9)),
    ]

    public var isPassthrough: Bool { angle == 0 || radius == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<Swirl>) -> Pixel {
        let (x, y) = (p.x - u(\.centerX), p.y - u(\.centerY))
        let near = max(1 - length(x, y) * u.value { 1 / Swift.max($0.radius, 1e-6) }, 0)
        let turn = near * near * u(\.angle) * 8
        let (s, c) = (sin(turn), cos(turn))
        return p.sample(x * c - y * s + u(\.centerX), x * s + y * c + u(\.centerY))
    }
}
