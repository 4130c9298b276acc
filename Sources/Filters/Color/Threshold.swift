// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Black and white by luma.
public struct Threshold: Filter {
    @Limited(0...1) public var threshold = 0.5
    public var auto = false
    @Limited(0...4) public var multiplier = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftthreshold", typeName: "GstSwiftThreshold", longName: "Luma threshold", family: .color,
        description: "Makes bright pixels white and all others black", since: "0.1",
        example: "swiftthreshold threshold=0.4",
        recipes: [
            (
                "Read a printed page as black and white",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftthreshold threshold=0.55 ! videoconvert ! autovideosink"
            ),
            (
                "Read it in changing light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftthreshold auto=true multiplier=0.8 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            White where 0.2125 R' + 0.7154 G' + 0.0721 B' is at least the threshold, else black. With auto=true the threshold is \
            the mean of that over the frame, times multiplier. Alpha stays.

            Y'CbCr loses its colours; luma sees the chroma that covers it.
            """)

    public static let properties: [Property<Threshold>] = [
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "With auto=false: the least luma that becomes white, from 0, which makes all white, to 1, which leaves only white"
        ),
        .boolean(
            "auto", \.auto, nick: "Auto", "Take the mean luma of each frame, times multiplier, for the threshold"),
        .double(
            "multiplier", \.$multiplier, nick: "Multiplier",
            "With auto=true: the threshold, as a multiple of the mean luma"),
    ]

    public static let examples = [
        FilterExample<Threshold>((200, 100, 50), (0, 0, 0)),
        FilterExample<Threshold>((200, 100, 50), (255, 255, 255)) { $0.threshold = 0.4 },
        FilterExample<Threshold>((200, 100, 50), (255, 255, 255)) { $0.auto = true },
        FilterExample<Threshold>((200, 100, 50), (0, 0, 0)) { ($0.auto, $0.multiplier) = (true, 1.1) },
    ]

    public static func color(_ p: Pixel, _ u: Parameters<Threshold>) -> Color<Num> {
        let light = dot(p.rgb, luma)
        let threshold = u.structure(\.auto) ? mean(light) * u(\.multiplier) : u(\.threshold)
        return gray(step(threshold - lumaTolerance, light))
    }
}

/// Half a 16-bit code: what rounding may take from a luma that is equal to a threshold.
let lumaTolerance = Num(1 / 131_072)
