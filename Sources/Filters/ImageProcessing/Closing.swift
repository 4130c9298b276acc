// SPDX-License-Identifier: MIT
public import Effects

/// Less of what is dark and small.
public struct Closing: ComposedFilter {
    @Limited(1...16) public var radius: Int32 = 1
    public var channels = ChannelChoice.all

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftclosing", typeName: "GstSwiftClosing", longName: "Closing", family: .imageProcessing,
        description: "Takes away what is dark and small", since: "0.1",
        example: "swiftclosing radius=3",
        recipes: [
            (
                "Take black specks out of a scan",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftclosing ! jpegenc ! filesink location=out.jpg"
            ),
            (
                "Close small gaps in white shapes",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftthreshold ! swiftclosing radius=4 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            `swiftdilate` and then `swifterode`, with the same settings.
            """)

    public static let properties: [Property<Closing>] = [.squareRadius(\.$radius), .squareChannels(\.channels)]

    public static let examples = [
        FilterExample<Closing>((200, 100, 50), (200, 100, 50)),
        FilterExample<Closing>((200, 100, 50), (200, 200, 200)) { ($0.radius, $0.channels) = (16, .red) },
    ]

    public static let probes = [
        FilterProbe<Closing>((20, 11), (80, 231, 220)) { $0.radius = 2 },
        FilterProbe<Closing>((0, 35), (213, 187, 70)) { $0.radius = 2 },
    ]

    public static let parts = [
        FilterPart<Closing> { SquareRank($0.radius, $0.channels, isMaximum: true) },
        FilterPart<Closing> { SquareRank($0.radius, $0.channels, isMaximum: false) },
    ]
}
