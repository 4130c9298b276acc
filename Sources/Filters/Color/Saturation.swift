// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Moves colours towards the gray of their luma, or away from it.
public struct Saturation: Filter {
    @Limited(0...2) public var saturation = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsaturation", typeName: "GstSwiftSaturation", longName: "Saturation", family: .color,
        description: "Makes colours paler or stronger", since: "0.1", example: "swiftsaturation saturation=1.6",
        recipes: [
            (
                "Give a file stronger colours",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftsaturation saturation=1.4 ! videoconvert ! autovideosink"
            ),
            (
                "Show a file in pale colours",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftsaturation saturation=0.5 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = L + (in - L) * saturation with L = 0.2125 R' + 0.7154 G' + 0.0721 B'; what leaves 0...1 is cut off, \
            in Y'CbCr where codes end. Luma stays.
            """)

    public static let properties: [Property<Saturation>] = [
        .double(
            "saturation", \.$saturation, nick: "Saturation",
            "Distance of colours from gray. 0 is gray, 1 passes frames through, 2 doubles it")
    ]

    public static let examples = [
        FilterExample<Saturation>((200, 100, 50), (159, 109, 84)) { $0.saturation = 0.5 },
        FilterExample<Saturation>((200, 100, 50), (241, 91, 16)) { $0.saturation = 1.5 },
    ]

    public var isPassthrough: Bool { saturation == 1 }

    public static func color(_ p: Pixel, _ u: Parameters<Saturation>) -> Color<Num> {
        mix(gray(dot(p.rgb, luma)), p.rgb, u(\.saturation))
    }
}
