// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The mean of the pixels in a square.
public struct BoxBlur: Filter, AlphaLaw {
    @Limited(0...100) public var radius: Int32 = 4

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftboxblur", typeName: "GstSwiftBoxBlur", longName: "Box blur", family: .imageProcessing,
        description: "Blurs video: each pixel becomes the mean of a square around it", since: "0.1",
        example: "swiftboxblur radius=8",
        recipes: [
            (
                "Blur what a camera sees, evenly",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftboxblur radius=12 ! videoconvert ! autovideosink"
            ),
            (
                "Take the grain out of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftboxblur radius=1 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Each pixel becomes the mean of the (2 radius + 1)^2 pixels around it. Beyond its edges the frame goes on as its nearest \
            pixels do. Colours count by their alpha. GPUImage rounds the radius to even numbers; here odd ones count as they are.
            """)

    public static let properties: [Property<BoxBlur>] = [
        .int("radius", \.$radius, nick: "Radius", "How many pixels to each side count. 0 passes frames through")
    ]

    public static let examples = [FilterExample<BoxBlur>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<BoxBlur>((20, 11), (93.4, 140.4, 150.5)), FilterProbe<BoxBlur>((0, 35), (192.3, 179.4, 37.7)),
    ]

    public var isPassthrough: Bool { radius == 0 }

    public static func pixel(_ p: Pixel, _ u: Parameters<BoxBlur>) -> Pixel { p.box(u(\.radius)) }
}
