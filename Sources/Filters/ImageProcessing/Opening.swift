// SPDX-License-Identifier: MIT
public import Effects

/// Less of what is bright and small.
public struct Opening: ComposedFilter {
    @Limited(1...16) public var radius: Int32 = 1
    public var channels = ChannelChoice.all

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftopening", typeName: "GstSwiftOpening", longName: "Opening", family: .imageProcessing,
        description: "Takes away what is bright and small", since: "0.1",
        example: "swiftopening radius=3",
        recipes: [
            (
                "Take white specks out of a scan",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftopening ! jpegenc ! filesink location=out.jpg"
            ),
            (
                "Take bright noise out of a camera in little light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftopening ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            `swifterode` and then `swiftdilate`, with the same settings.
            """)

    public static let properties: [Property<Opening>] = [.squareRadius(\.$radius), .squareChannels(\.channels)]

    public static let examples = [
        FilterExample<Opening>((200, 100, 50), (200, 100, 50)),
        FilterExample<Opening>((200, 100, 50), (200, 200, 200)) { ($0.radius, $0.channels) = (16, .red) },
    ]

    public static let probes = [
        FilterProbe<Opening>((20, 11), (27, 98, 136)) { $0.radius = 2 },
        FilterProbe<Opening>((0, 35), (173, 165, 0)) { $0.radius = 2 },
    ]

    public static let parts = [
        FilterPart<Opening> { SquareRank($0.radius, $0.channels, isMaximum: false) },
        FilterPart<Opening> { SquareRank($0.radius, $0.channels, isMaximum: true) },
    ]
}
