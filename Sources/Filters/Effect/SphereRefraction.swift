// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The frame as a ball of glass shows it, upside down.
public struct SphereRefraction: Filter {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...1) public var radius = 0.25
    @Limited(0...2) public var refractiveIndex = 0.71

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsphererefraction", typeName: "GstSwiftSphereRefraction", longName: "Sphere refraction",
        description: "Shows video in a ball of glass, upside down, with nothing around", since: "0.1",
        example: "swiftsphererefraction radius=0.28",
        recipes: [
            (
                "See a camera in a crystal ball",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsphererefraction radius=0.28 ! videoconvert ! autovideosink"
            ),
            (
                "Lay the ball over a colour, in formats with alpha",
                "gst-launch-1.0 v4l2src ! videoconvert ! video/x-raw,format=BGRA ! swiftsphererefraction ! compositor background=white ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            With the normal n of the sphere at a pixel, and the direction r of a ray from the front that the surface refracts by \
            Snell's law, a pixel shows what is at ((r_x + 1) / 2, (r_y + 1) / 2) of the frame; where no ray leaves, at its middle. \
            Pixels beyond the sphere become black and, in formats with alpha, transparent. Distances are in frame widths, so that the \
            sphere is round whatever the frame's proportions.
            """)

    public static let properties: [Property<SphereRefraction>] = [
        .double(
            "center-x", \.$centerX, nick: "Centre x", "Column of the centre, as a fraction of the frame's width"),
        .double(
            "center-y", \.$centerY, nick: "Centre y", "Row of the centre, as a fraction of the frame's height"),
        .double("radius", \.$radius, nick: "Radius", "Radius of the sphere, as a fraction of the frame's width"),
        .double(
            "refractive-index", \.$refractiveIndex, nick: "Refractive index",
            "Of the air by that of the sphere: 0.71 is glass, nearly. 1 shows one point of the frame; above 1 the frame is the other way up, and no rays come in at the rim"
        ),
    ]

    public static let probes = [
        FilterProbe<SphereRefraction>((20, 11), (40.9, 26.5, 70.7)), FilterProbe<SphereRefraction>((0, 35), (0, 0, 0)),
    ]

    private static func pixel(_ p: Pixel, _ u: Parameters<SphereRefraction>) -> Pixel {
        let sphere = Sphere(of: p, u(\.centerX), u(\.centerY), u.value { Swift.max($0.radius, 1e-6) })
        let (x, y) = sphere.refracted(u(\.refractiveIndex))
        let seen = p.sample(0.5 * x + 0.5, 0.5 * y + 0.5)
        return Pixel(less(sphere.depth, 1e-6, gray(0), seen.rgb), a: less(sphere.depth, 1e-6, 0, seen.a))
    }

    public static func color(_ p: Pixel, _ u: Parameters<SphereRefraction>) -> Color<Num> { pixel(p, u).rgb }

    public static func alpha(_ p: Pixel, _ u: Parameters<SphereRefraction>) -> Num? { pixel(p, u).a }
}

/// A sphere in front of the frame, at a pixel: its normal there.
struct Sphere {
    /// The normal's columns and rows, and what is left of its length 1 towards the front; 0 beyond the sphere.
    let (x, y, depth): (Num, Num, Num)

    init(of p: Pixel, _ centerX: Num, _ centerY: Num, _ radius: Num) {
        (x, y) = ((p.x - centerX) / radius, (p.y - centerY) * p.height / (p.width * radius))
        depth = sqrt(1 - x * x - y * y)
    }

    /// Columns and rows of the direction of a ray from the front, of length 1; 0 where none is refracted.
    func refracted(_ index: Num) -> (x: Num, y: Num) {
        // Of GLSL's refract(I, n, index), with I = (0, 0, -1): index I - (index I.n + sqrt(k)) n.
        let rest = 1 - index * index * (1 - depth * depth)
        let factor = less(rest, 0, 0, index * depth - sqrt(rest))
        return (x * factor, y * factor)
    }
}
