// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Video as if it were painted.
public struct Kuwahara: Filter {
    @Limited(1...16) public var radius: Int32 = 3

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftkuwahara", typeName: "GstSwiftKuwahara", longName: "Kuwahara",
        description: "Shows video as if it were painted in oil: smooth areas with sharp edges", since: "0.1",
        example: "swiftkuwahara radius=5",
        recipes: [
            (
                "A portrait in oil, as the camera sees you",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=640,height=480 ! swiftkuwahara radius=4 ! videoconvert ! autovideosink"
            ),
            (
                "A painting of a photo",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftkuwahara radius=8 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Four squares of (radius + 1)^2 pixels have the pixel in a corner. It becomes the mean of that whose variance, added up \
            over R', G' and B', is least: the first such of upper left, upper right, lower right and lower left. Alpha stays. \
            Beyond its edges the frame goes on as its nearest pixels do. Variances are those of R', G' and B' rounded to 1/32640, a \
            part of a code of 8 bits. The time of a frame hardly grows with the radius.
            """)

    public static let properties: [Property<Kuwahara>] = [
        .int("radius", \.$radius, nick: "Radius", "How many pixels a square reaches from the pixel in its corner")
    ]

    public static let examples = [FilterExample<Kuwahara>((200, 100, 50), (200, 100, 50))]

    public static func color(_ p: Pixel, _ u: Parameters<Kuwahara>) -> Color<Num> { p.kuwahara(u(\.radius)) }
}
