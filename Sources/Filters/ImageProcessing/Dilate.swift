// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The greatest component of a square.
public struct Dilate: Filter {
    @Limited(1...16) public var radius: Int32 = 1
    public var channels = ChannelChoice.all

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftdilate", typeName: "GstSwiftDilate", longName: "Dilate", family: .imageProcessing,
        description: "Makes what is bright larger: each component becomes the greatest of a square", since: "0.1",
        example: "swiftdilate radius=4",
        recipes: [
            (
                "Make the lamps of a street at night larger",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftdilate radius=3 ! videoconvert ! autovideosink"
            ),
            (
                "Make thin white lines on black thicker",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftdilate channels=red ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Each component, and alpha, becomes the greatest of the (2 radius + 1)^2 pixels around. With channels=red all components \
            become the greatest red, and alpha stays. Beyond its edges the frame goes on as its nearest \
            pixels do.
            """)

    public static let properties: [Property<Dilate>] = [.squareRadius(\.$radius), .squareChannels(\.channels)]

    public static let examples = [
        FilterExample<Dilate>((200, 100, 50), (200, 100, 50)),
        FilterExample<Dilate>((200, 100, 50), (200, 200, 200)) { ($0.radius, $0.channels) = (16, .red) },
    ]

    public static let probes = [
        FilterProbe<Dilate>((20, 11), (250, 254, 252)) { $0.radius = 2 },
        FilterProbe<Dilate>((0, 35), (213, 187, 70)) { $0.radius = 2 },
        FilterProbe<Dilate>((20, 11), (47, 47, 47)) { $0.channels = .red },
        FilterProbe<Dilate>((0, 35), (206, 206, 206)) { $0.channels = .red },
    ]

    public static func graph(_ p: Pixel, _ u: Parameters<Dilate>) -> Graph {
        SquareRank.chosen(p.maximum(u(\.radius)), u.structure(\.channels))
    }

    public static func color(_ p: Pixel, _ u: Parameters<Dilate>) -> Color<Num> { graph(p, u).color }
}
