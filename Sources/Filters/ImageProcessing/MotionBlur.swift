// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A blur along a line, as of a camera that moves.
public struct MotionBlur: Filter, AlphaLaw {
    @Limited(0...20) public var size = 2.5
    @Limited(-360...360) public var angle = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmotionblur", typeName: "GstSwiftMotionBlur", longName: "Motion blur",
        family: .imageProcessing,
        description: "Blurs video along a line, as a camera does that moves", since: "0.1",
        example: "swiftmotionblur size=8 angle=30",
        recipes: [
            (
                "See a camera as from a car",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftmotionblur size=10 ! videoconvert ! autovideosink"
            ),
            (
                "Blur a still image along a slope",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftmotionblur size=6 angle=45 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Each pixel becomes the sum of nine on a line through it, with the weights 0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09 \
            and 0.05, taken between four pixels in proportion to nearness. From one to the next are size * height / width pixels, as \
            in GPUImage: of a frame of 16:9, the line is 4.5 size pixels long. Beyond its edges the frame goes on as its nearest \
            pixels do. Colours count by their alpha.
            """)

    public static let properties: [Property<MotionBlur>] = [
        .double(
            "size", \.$size, nick: "Size",
            "From one of nine pixels to the next, in pixels times height / width. 0 passes frames through"
        ),
        .double(
            "angle", \.$angle, nick: "Angle",
            "Direction of the line, in degrees: 0 is along rows, 90 along columns, 45 falls to the right"),
    ]

    public static let examples = [FilterExample<MotionBlur>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<MotionBlur>((20, 11), (83.3, 153, 151.4)) { $0.angle = 30 },
        FilterProbe<MotionBlur>((0, 35), (198.5, 182.2, 36.7)) { $0.angle = 30 },
    ]

    public var isPassthrough: Bool { size == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<MotionBlur>) -> Pixel {
        let (step, angle) = (u(\.size) * p.height / p.width, u(\.angle) * Num(Double.pi / 180))
        let (dx, dy) = (step * cos(angle) / p.width, step * sin(angle) / p.height)
        return weightedMean(nineWeights.map { k, weight in (p.sample(p.x + Num(k) * dx, p.y + Num(k) * dy), weight) })
    }
}
