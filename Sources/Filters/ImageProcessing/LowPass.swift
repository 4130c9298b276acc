// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Mixes each frame with what was made of the last.
public struct LowPass: Filter {
    @Limited(0...1) public var strength = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftlowpass", typeName: "GstSwiftLowPass", longName: "Low-pass filter over time",
        family: .imageProcessing,
        description: "Mixes each frame with those before it: moving things leave trails, noise becomes less",
        since: "0.1",
        example: "swiftlowpass strength=0.8",
        recipes: [
            (
                "Take the noise out of a camera that stands still in little light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftlowpass strength=0.7 ! videoconvert ! autovideosink"
            ),
            (
                "Let what moves leave long trails",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftlowpass strength=0.95 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = (1 - strength) in + strength last, on R'G'B' and alpha, where last is the output for the frame before, not \
            rounded. The first frame stays as it is, also after a seek, with the flag DISCONT, as after a frame that a camera lost, \
            or while strength was 0. A trail is half as strong after log(0.5) / log(strength) frames, whatever the frame rate.
            """)

    public static let properties: [Property<LowPass>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "Part of the last output in each frame. 0 passes frames through, 1 repeats the first"),
        .temporalWindow { $0.strength == 0 ? 0 : -1 },
    ]

    public static let examples = [FilterExample<LowPass>((200, 100, 50), (200, 100, 50))]

    public var isPassthrough: Bool { strength == 0 }

    public static func color(_ p: Pixel, _ u: Parameters<LowPass>) -> Color<Num> {
        mix(p.rgb, p.previous.rgb, u(\.strength))
    }

    public static func alpha(_ p: Pixel, _ u: Parameters<LowPass>) -> Num? { mix(p.a, p.previous.a, u(\.strength)) }
}
