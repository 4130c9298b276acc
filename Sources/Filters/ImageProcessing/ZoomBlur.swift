// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A blur towards a point, as of a lens that zooms.
public struct ZoomBlur: Filter, AlphaLaw {
    @Limited(0...10) public var size = 1.0
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftzoomblur", typeName: "GstSwiftZoomBlur", longName: "Zoom blur", family: .imageProcessing,
        description: "Blurs video towards a point, as a lens does that zooms", since: "0.1",
        example: "swiftzoomblur size=3",
        recipes: [
            (
                "See a camera as at great speed",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftzoomblur size=4 ! videoconvert ! autovideosink"
            ),
            (
                "Draw the eye to a part of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftzoomblur size=2 center-x=0.3 center-y=0.4 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Each pixel becomes the sum of nine on the line through it and the centre, with the weights 0.05, 0.09, 0.12, 0.15, 0.18, 0.15, \
            0.12, 0.09 and 0.05, taken between four pixels in proportion to nearness. From one to the next is size hundredths of the \
            way to the centre. Beyond its edges the frame goes on as its nearest pixels do. Colours count by their alpha.
            """)

    public static let properties: [Property<ZoomBlur>] = [
        .double(
            "size", \.$size, nick: "Size",
            "From one of nine pixels to the next, in hundredths of the way to the centre. 0 passes frames through"),
        .centerX(\.$centerX),
        .centerY(\.$centerY),
    ]

    public static let examples = [FilterExample<ZoomBlur>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<ZoomBlur>((20, 11), (27, 167, 216)) { $0.size = 3 },
        FilterProbe<ZoomBlur>((0, 35), (198.8, 178.9, 27.3)) { $0.size = 3 },
    ]

    public var isPassthrough: Bool { size == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<ZoomBlur>) -> Pixel {
        let part = u(\.size) * 0.01
        func step(_ position: Num, _ center: Num) -> Num { (center - position) * part }
        let (dx, dy) = (step(p.x, u(\.centerX)), step(p.y, u(\.centerY)))
        return weightedMean(nineWeights.map { k, weight in (p.sample(p.x + Num(k) * dx, p.y + Num(k) * dy), weight) })
    }
}
