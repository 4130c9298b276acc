// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// How much each frame differs from the mean of those before it.
public struct HighPass: Filter {
    @Limited(0...1) public var strength = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthighpass", typeName: "GstSwiftHighPass", longName: "High-pass filter over time",
        family: .imageProcessing,
        description: "Shows what changes: how much each frame differs from those before it",
        since: "0.1",
        example: "swifthighpass strength=0.9",
        recipes: [
            (
                "Show what moves in front of a camera that stands still",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifthighpass strength=0.95 ! videoconvert ! autovideosink"
            )
        ],
        details: """
            out = |in - mean|, on R'G'B', where mean = (1 - strength) in + strength last mean, not rounded: what \
            [swiftlowpass](swiftlowpass.md) makes. Alpha stays. A first frame is black, also after a seek and with the flag DISCONT, \
            as after a frame that a camera lost. A change is half as bright after log(0.5) / log(strength) frames, whatever the \
            frame rate.
            """)

    public static let properties: [Property<HighPass>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "Part of the last mean in each. 0 makes all black, 1 compares with the first frame"),
        .temporalWindow { $0.strength == 0 ? 0 : -1 },
    ]

    public static let examples = [FilterExample<HighPass>((200, 100, 50), (0, 0, 0))]

    public static func color(_ p: Pixel, _ u: Parameters<HighPass>) -> Color<Num> { graph(p, u).color }

    public static func graph(_ p: Pixel, _ u: Parameters<HighPass>) -> Graph {
        var graph = Graph(abs(p.rgb - p.previous.rgb))
        graph.memory = mix(p.rgb, p.previous.rgb, u(\.strength))
        return graph
    }
}
