// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Turns colours around the gray of their luma.
public struct Hue: Filter {
    @Limited(-180...180) public var hue = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthue", typeName: "GstSwiftHue", longName: "Hue", family: .color,
        description: "Turns the hue of all colours and keeps their luma", since: "0.1", example: "swifthue hue=90",
        recipes: [
            (
                "Turn all hues of a test video by a third of the circle",
                "gst-launch-1.0 videotestsrc ! swifthue hue=120 ! videoconvert ! autovideosink"
            ),
            (
                "Correct the skin of an old broadcast that is too green",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifthue hue=-8 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            In YIQ (NTSC 1953, luma of BT.601), the angle of (I, Q) becomes less by `hue`: red turns to yellow and green for \
            positive numbers. Luma stays; strong colours may leave R'G'B', where they are cut off; in Y'CbCr \
            that is where codes end.

            `videobalance hue` and frei0r's `hueshift0r` turn colours by other laws. GPUImage's default is 90 degrees, ours 0.
            """)

    public static let properties: [Property<Hue>] = [
        .double(
            "hue", \.$hue, nick: "Hue",
            "The angle in degrees by which hues turn, from red to green. 0 passes frames through")
    ]

    public static let examples = [
        FilterExample<Hue>((200, 100, 50), (83, 172, 0)) { $0.hue = 90 },
        FilterExample<Hue>((200, 100, 50), (169, 127, 0)) { $0.hue = 30 },
    ]

    public var isPassthrough: Bool { hue == 0 }

    /// GPUImage's matrices. Only the change of (I, Q) goes back through the second, which is not quite the first's inverse.
    public static func color(_ p: Pixel, _ u: Parameters<Hue>) -> Color<Num> {
        let angle = u(\.hue) * Num(Double.pi / 180)
        let i = dot(p.rgb, Weights(0.595716, -0.274453, -0.321263))
        let q = dot(p.rgb, Weights(0.211456, -0.522591, 0.311350))
        let changeI = i * (cos(angle) - 1) + q * sin(angle)
        let changeQ = q * (cos(angle) - 1) - i * sin(angle)
        return p.rgb + changeI * Color(0.9563, -0.2721, -1.1070) + changeQ * Color(0.6210, -0.6474, 1.7046)
    }
}
