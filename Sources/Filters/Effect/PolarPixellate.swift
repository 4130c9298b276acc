// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Large pixels in rings around a point.
public struct PolarPixellate: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var radialSize = 0.05
    @Limited(0...2) public var angularSize = 0.05

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftpolarpixellate", typeName: "GstSwiftPolarPixellate", longName: "Polar pixellate",
        description: "Draws video in large pixels that lie in rings around a point", since: "0.1",
        example: "swiftpolarpixellate radial-size=0.1 angular-size=0.1",
        recipes: [
            (
                "See a camera as through cut glass",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftpolarpixellate radial-size=0.08 angular-size=0.1 ! videoconvert ! autovideosink"
            ),
            (
                "Keep only rings of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftpolarpixellate radial-size=0.02 angular-size=0.5 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            With x and y from the centre, in halves of the frame, a pixel at the distance r and the angle a shows what is at the \
            distance r - (r mod radial-size) + 0.03 and the angle a - (a mod angular-size). The 0.03 is GPUImage's. Alpha moves with \
            colours; what is wholly transparent becomes black.
            """)

    public static let properties: [Property<PolarPixellate>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "radial-size", \.$radialSize, nick: "Radial size",
            "How wide a ring is, in halves of the frame. 0 leaves distances as they are, but for 0.03"),
        .double(
            "angular-size", \.$angularSize, nick: "Angular size",
            "How long the pixels of a ring are, in radians. 0 leaves angles as they are"),
    ]

    public static let probes = [
        FilterProbe<PolarPixellate>((20, 11), (20.7, 113.6, 210)),
        FilterProbe<PolarPixellate>((0, 35), (202.3, 176.4, 16.4)),
    ]

    private var hasRings: Bool { radialSize > 0 }
    private var hasAngles: Bool { angularSize > 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<PolarPixellate>) -> Pixel {
        let (x, y) = (2 * (p.x - u(\.centerX)), 2 * (p.y - u(\.centerY)))
        /// What lies on a border is in the next pixel, however numbers round.
        func cut(_ value: Num, _ isCut: Bool, _ size: Num) -> Num {
            isCut ? floor(value / size + 0.0001) * size : value
        }
        let radius = cut(length(x, y), u.structure(\.hasRings), u(\.radialSize)) + 0.03
        let angle = cut(atan2(y, x), u.structure(\.hasAngles), u(\.angularSize))
        return p.sample(
            u(\.centerX) + 0.5 * radius * cos(angle), u(\.centerY) + 0.5 * radius * sin(angle))
    }
}
