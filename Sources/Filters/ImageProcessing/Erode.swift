// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The least component of a square.
public struct Erode: Filter {
    @Limited(1...16) public var radius: Int32 = 1
    public var channels = ChannelChoice.all

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifterode", typeName: "GstSwiftErode", longName: "Erode", family: .imageProcessing,
        description: "Makes what is bright smaller: each component becomes the least of a square", since: "0.1",
        example: "swifterode radius=4",
        recipes: [
            (
                "Make print thicker",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swifterode ! jpegenc ! filesink location=out.jpg"
            ),
            (
                "Take small bright spots out of a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifterode radius=2 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Each component, and alpha, becomes the least of the (2 radius + 1)^2 pixels around. With channels=red all components \
            become the least red, and alpha stays. Beyond its edges the frame goes on as its nearest \
            pixels do.
            """)

    public static let properties: [Property<Erode>] = [.squareRadius(\.$radius), .squareChannels(\.channels)]

    public static let examples = [
        FilterExample<Erode>((200, 100, 50), (200, 100, 50)),
        FilterExample<Erode>((200, 100, 50), (200, 200, 200)) { ($0.radius, $0.channels) = (16, .red) },
    ]

    public static let probes = [
        FilterProbe<Erode>((20, 11), (0, 3, 4)) { $0.radius = 2 },
        FilterProbe<Erode>((0, 35), (173, 165, 0)) { $0.radius = 2 },
    ]

    public static func graph(_ p: Pixel, _ u: Parameters<Erode>) -> Graph {
        SquareRank.chosen(p.minimum(u(\.radius)), u.structure(\.channels))
    }

    public static func color(_ p: Pixel, _ u: Parameters<Erode>) -> Color<Num> { graph(p, u).color }
}
