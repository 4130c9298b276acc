// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The middle at twice its size, the rest squeezed.
public struct Stretch: Filter, AlphaLaw {
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftstretch", typeName: "GstSwiftStretch", longName: "Stretch",
        description: "Shows what is around a point at twice its size, and squeezes what is beyond", since: "0.1",
        example: "swiftstretch center-x=0.4",
        recipes: [
            (
                "Look into a distorting mirror",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftstretch ! videoconvert ! autovideosink"
            ),
            (
                "Widen the left of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftstretch center-x=0.25 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Of a, the distance of a column or row from the centre in halves of the frame, becomes a / 2 + (a / 2) s, where s goes \
            smoothly from 0 at a = 0.25 to 1 at a = 0.5: up to a quarter of the frame from the centre pixels move, those beyond stay. \
            Alpha moves with colours; what is wholly transparent becomes black.
            """)

    public static let properties: [Property<Stretch>] = [
        .centerX(\.$centerX),
        .centerY(\.$centerY),
    ]

    public static let probes = [
        FilterProbe<Stretch>((20, 11), (75.5, 79.3, 45.9)),
        FilterProbe<Stretch>((36, 20), (224, 183.5, 120.8)),
    ]

    public static func pixel(_ p: Pixel, _ u: Parameters<Stretch>) -> Pixel {
        func moved(_ position: Num, _ center: Num) -> Num {
            let away = position - center
            return center + away * (0.5 + 0.5 * smoothstep(0.25, 0.5, 2 * abs(away)))
        }
        return p.sample(moved(p.x, u(\.centerX)), moved(p.y, u(\.centerY)))
    }
}
