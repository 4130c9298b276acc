// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Few levels for each component.
public struct Posterize: Filter {
    @Limited(1...256) public var levels: Int32 = 10

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftposterize", typeName: "GstSwiftPosterize", longName: "Posterize",
        description: "Rounds each component to few levels, as on a poster", since: "0.1",
        example: "swiftposterize levels=4",
        recipes: [
            (
                "Show a camera in eight colours",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftposterize levels=1 ! videoconvert ! autovideosink"
            ),
            (
                "Write a still image as a poster",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftposterize levels=3 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            out = floor(in * levels + 0.5) / levels, on R'G'B' from 0 to 1, and on alpha: there is one value more than levels.
            """)

    public static let properties: [Property<Posterize>] = [
        .int(
            "levels", \.$levels, nick: "Levels",
            "Steps from black to white of each component. 1 leaves none between them, 256 changes 8-bit codes by one at most"
        )
    ]

    public static let examples = [
        FilterExample<Posterize>((200, 100, 50), (204, 102, 51)),
        FilterExample<Posterize>((200, 100, 50), (191, 128, 64)) { $0.levels = 4 },
    ]

    public static func color(_ p: Pixel, _ u: Parameters<Posterize>) -> Color<Num> {
        floor(p.rgb * u(\.levels) + 0.5) / u(\.levels)
    }

    public static func alpha(_ p: Pixel, _ u: Parameters<Posterize>) -> Num? {
        floor(p.a * u(\.levels) + 0.5) / u(\.levels)
    }
}
