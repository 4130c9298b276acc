// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The median of a square.
public struct Median: Filter {
    @Limited(0...3) public var radius: Int32 = 1

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmedian", typeName: "GstSwiftMedian", longName: "Median", family: .imageProcessing,
        description: "Takes specks away and keeps edges: each component becomes the median of a square", since: "0.1",
        example: "swiftmedian radius=2",
        recipes: [
            (
                "Take the specks out of an old video",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftmedian ! videoconvert ! autovideosink"
            ),
            (
                "Take the noise of a camera in little light away, before edges",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=640,height=480 ! swiftmedian ! swiftsobel ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Each component becomes the value in the middle of the (2 radius + 1)^2 pixels around, were these in order; alpha stays. \
            Beyond its edges the frame goes on as its nearest pixels do. R'G'B' of 8 bits and gray are the fastest.
            """)

    public static let properties: [Property<Median>] = [
        .int("radius", \.$radius, nick: "Radius", "How many pixels to each side count. 0 passes frames through")
    ]

    public static let examples = [FilterExample<Median>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<Median>((20, 11), (27, 114, 220)), FilterProbe<Median>((0, 35), (199, 175, 0)),
    ]

    public var isPassthrough: Bool { radius == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Median>) -> Color<Num> { p.median(u(\.radius)) }
}
