// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Which of its neighbours are as bright as a pixel, as a number.
public struct BinaryPattern: Filter {
    public var channels = ChannelChoice.all

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftbinarypattern", typeName: "GstSwiftBinaryPattern", longName: "Local binary pattern",
        family: .imageProcessing,
        description: "Shows for each pixel which of its neighbours are at least as bright", since: "0.1",
        example: "swiftbinarypattern channels=red",
        recipes: [
            (
                "See the texture of what a camera sees, whatever the light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftbinarypattern channels=red ! videoconvert ! autovideosink"
            ),
            (
                "Write the pattern of a still image for a program that sorts textures",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftbinarypattern channels=red ! jpegenc quality=100 ! filesink location=out.jpg"
            ),
        ],
        details: """
            Each component becomes the sum of 1, 2, 4, 8, 16, 32, 64 and 128 of those neighbours north-east, north, north-west, west, \
            south-west, south, south-east and east that are not below the pixel. With channels=red, all components are that of red. \
            Alpha stays.

            Codes that differ by one make other patterns: R'G'B' is read exactly, Y'CbCr as its R'G'B'.
            """)

    public static let properties: [Property<BinaryPattern>] = [
        .choice(
            "channels", \.channels, typeName: "GstSwiftChannels", nick: "Channels",
            "Whether each component has its own pattern, or all have that of red")
    ]

    public static let examples = [FilterExample<BinaryPattern>((200, 100, 50), (255, 255, 255))]

    public static let probes = [
        FilterProbe<BinaryPattern>((20, 11), (240, 32, 240)), FilterProbe<BinaryPattern>((0, 35), (248, 248, 255)),
        FilterProbe<BinaryPattern>((20, 11), (240, 240, 240)) { $0.channels = .red },
        FilterProbe<BinaryPattern>((0, 35), (248, 248, 248)) { $0.channels = .red },
    ]

    /// Column and row of the neighbours, from the least bit on.
    private static let neighbours = [(1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0)]

    private static func pattern(_ component: Num) -> Num {
        neighbours.enumerated().reduce(Num(0)) { sum, neighbour in
            let (dx, dy) = neighbour.element
            return sum + step(component - lumaTolerance, Field(component)[dx, dy])
                * Num(Double(1 << neighbour.offset) / 255)
        }
    }

    public static func color(_ p: Pixel, _ u: Parameters<BinaryPattern>) -> Color<Num> {
        u.structure(\.channels) == .red ? gray(pattern(p.rgb.r)) : p.rgb.map(pattern)
    }
}

/// Which components a filter reads.
public enum ChannelChoice: Int32, PropertyChoice {
    case all
    case red

    public var nick: StaticString {
        switch self {
        case .all: "all"
        case .red: "red"
        }
    }

    public var label: StaticString {
        switch self {
        case .all: "Each component by itself"
        case .red: "Red, for all components"
        }
    }
}
