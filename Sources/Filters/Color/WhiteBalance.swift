// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Warmer or cooler light.
public struct WhiteBalance: Filter {
    @Limited(2000...10_000) public var temperature = 5000.0
    @Limited(-200...200) public var tint = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftwhitebalance", typeName: "GstSwiftWhiteBalance", longName: "White balance", family: .color,
        description: "Makes light warmer or cooler, greener or more purple", since: "0.1",
        example: "swiftwhitebalance temperature=6500",
        recipes: [
            (
                "Take the yellow out of lamp light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftwhitebalance temperature=4300 ! videoconvert ! autovideosink"
            ),
            (
                "Take the green out of fluorescent light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftwhitebalance tint=60 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            GPUImage's law, on R'G'B' from 0 to 1. The tint first: with Q = 0.114 R' - 0.322 G' + 0.311 B', the step d from Q to \
            Q + 0.0005226 tint, limited to -0.5226...0.5226, adds (1, -1.105, 1.702) d. Then, with w = (0.93, 0.54, 0), \
            o = 2 c w below 0.5 and 1 - 2 (1 - c) (1 - w) above, out = c + (o - c) k, where k is 0.0004 (temperature - 5000) \
            below 5000 and 0.00006 (temperature - 5000) above.

            4000 to 7000 is usual. GPUImage's text has other weights for Q and the tint; these are those that it computes with.
            """)

    public static let properties: [Property<WhiteBalance>] = [
        .double(
            "temperature", \.$temperature, nick: "Temperature",
            "Colour temperature in kelvins. Below 5000 is cooler, 5000 changes nothing, above is warmer"),
        .double(
            "tint", \.$tint, nick: "Tint",
            "The tint, in hundredths. Below 0 video becomes greener, 0 changes nothing, above 0 it becomes more purple"),
    ]

    public static let examples = [
        FilterExample<WhiteBalance>((200, 100, 50), (181, 97, 70)) { $0.temperature = 4000 },
        FilterExample<WhiteBalance>((200, 100, 50), (206, 101, 44)) { $0.temperature = 7000 },
        FilterExample<WhiteBalance>((200, 100, 50), (213, 85, 73)) { $0.tint = 100 },
        FilterExample<WhiteBalance>((200, 100, 50), (207, 81, 99)) { ($0.temperature, $0.tint) = (4300, 120) },
    ]

    public var isPassthrough: Bool { temperature == 5000 && tint == 0 }

    /// As GPUImage computes it: its matrices are filled in by columns. They are each other's inverse but for 0.13 %, which
    /// is left out here.
    public static func color(_ p: Pixel, _ u: Parameters<WhiteBalance>) -> Color<Num> {
        let strength = u.value { $0.temperature - 5000 }
        let warmth = strength * less(strength, 0, 0.0004, 0.00006)
        let q = dot(p.rgb, Weights(0.114, -0.322, 0.311))
        let change = clamp(q + u(\.tint) * 0.0005226, -0.5226, 0.5226) - q
        let tinted = p.rgb + change * Color(1, -1.105, 1.702)
        return mix(tinted, overlaid(tinted, Color(0.93, 0.54, 0)), warmth)
    }

    private static func overlaid(_ c: Color<Num>, _ w: Color<Num>) -> Color<Num> {
        c.map(w) { c, w in less(c, 0.5, 2 * c * w, 1 - 2 * (1 - c) * (1 - w)) }
    }
}
