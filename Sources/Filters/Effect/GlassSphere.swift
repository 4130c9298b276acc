// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A ball of glass with lights on it.
public struct GlassSphere: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...1) public var radius = 0.25
    @Limited(0...2) public var refractiveIndex = 0.71

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftglasssphere", typeName: "GstSwiftGlassSphere", longName: "Glass sphere",
        description: "Shows video in a shining ball of glass, with nothing around", since: "0.1",
        example: "swiftglasssphere radius=0.28",
        recipes: [
            (
                "See a camera in a glass ball",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftglasssphere radius=0.28 ! videoconvert ! autovideosink"
            ),
            (
                "Write the ball as an image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftglasssphere ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            As `swiftsphererefraction`, but upright: a pixel shows what is at (0.5 - r_x, 0.5 - r_y). The rim is lighter by 2.5 (1 \
            - n_z^(1/4)), and there is a highlight of 0.8 (n . l)^15 with l = (-0.5, 0.5, 1), made one long. As in GPUImage, it is \
            below left. Pixels beyond the sphere become black and, in formats with alpha, transparent; those of the sphere are \
            opaque. The sphere lies around the point: GPUImage's moves off it where that is not in the middle row.
            """)

    public static let properties: [Property<GlassSphere>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .sphereRadius(\.$radius),
        .refractiveIndex(\.$refractiveIndex),
    ]

    public static let probes = [
        FilterProbe<GlassSphere>((20, 11), (255, 199.2, 230.8)), FilterProbe<GlassSphere>((0, 35), (0, 0, 0)),
    ]

    public static func pixel(_ p: Pixel, _ u: Parameters<GlassSphere>) -> Pixel {
        let sphere = Sphere(of: p, u(\.centerX), u(\.centerY), u.value { Swift.max($0.radius, 1e-6) })
        let (x, y) = sphere.refracted(u(\.refractiveIndex))
        let rim = 2.5 * (1 - pow(sphere.depth, 0.25))
        // (-0.5, 0.5, 1) / sqrt(1.5)
        let toLight = (sphere.depth + 0.5 * (sphere.y - sphere.x)) * 0.816496580927726
        let lit = p.sample(0.5 - x, 0.5 - y).rgb + (rim + 0.8 * pow(max(toLight, 0), 15))
        return sphere.cut(Pixel(lit, a: 1))
    }
}
