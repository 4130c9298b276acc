// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The frame as a ball of glass shows it, upside down.
public struct SphereRefraction: Filter, AlphaLaw {
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
            Pixels beyond the sphere become black and, in formats with alpha, transparent. Distances are in frame widths, so that \
            the sphere is round whatever the frame's proportions. The sphere lies around the point: GPUImage's moves off it where \
            that is not in the middle row.
            """)

    public static let properties: [Property<SphereRefraction>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .sphereRadius(\.$radius),
        .refractiveIndex(\.$refractiveIndex),
    ]

    public static let probes = [
        FilterProbe<SphereRefraction>((20, 11), (40.9, 26.5, 70.7)), FilterProbe<SphereRefraction>((0, 35), (0, 0, 0)),
    ]

    public static func pixel(_ p: Pixel, _ u: Parameters<SphereRefraction>) -> Pixel {
        let sphere = Sphere(of: p, u(\.centerX), u(\.centerY), u.value { Swift.max($0.radius, 1e-6) })
        let (x, y) = sphere.refracted(u(\.refractiveIndex))
        return sphere.cut(p.sample(0.5 * x + 0.5, 0.5 * y + 0.5))
    }
}
