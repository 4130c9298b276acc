// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Removes haze, or adds it.
public struct Haze: Filter {
    @Limited(-0.3...1) public var distance = 0.2
    @Limited(-0.3...0.3) public var slope = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthaze", typeName: "GstSwiftHaze", longName: "Haze", family: .color,
        description: "Removes the white of haze, or adds it, the same in all rows or more towards one edge",
        since: "0.1", example: "swifthaze distance=0.3",
        recipes: [
            (
                "Clear the upper part of a landscape",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifthaze distance=0.3 slope=-0.3 ! videoconvert ! autovideosink"
            ),
            (
                "Add morning mist",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifthaze distance=-0.3 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            out = (in - d) / (1 - d), with d = distance + slope * y, on R'G'B' from 0 to 1; y is 0 at the upper edge and 1 at the \
            lower. White stays. d is limited to 0.999, where all but white is black.

            Numbers above 0 remove haze; the default does. Alpha stays.
            """)

    public static let properties: [Property<Haze>] = [
        .double(
            "distance", \.$distance, nick: "Distance",
            "The part of white that is removed in the uppermost row. Below 0 adds white, 0 changes nothing"),
        .double(
            "slope", \.$slope, nick: "Slope",
            "How much more is removed in the lowest row. 0 treats all rows alike"),
    ]

    public static let examples = [
        FilterExample<Haze>((200, 100, 50), (186, 61, 0)),
        FilterExample<Haze>((200, 100, 50), (209, 126, 84)) { $0.distance = -0.2 },
    ]

    public var isPassthrough: Bool { distance == 0 && slope == 0 }

    /// Rows that are all alike have faster ways.
    var hasSlope: Bool { slope != 0 }
    /// Whether results may be below 0.
    var removes: Bool { distance > 0 || distance + slope > 0 }

    public static func color(_ p: Pixel, _ u: Parameters<Haze>) -> Color<Num> {
        let d = u.structure(\.hasSlope) ? p.y * u(\.slope) + u(\.distance) : u(\.distance)
        let limited = min(d, 0.999)
        let cleared = (p.rgb - limited) / (1 - limited)
        return u.structure(\.removes) ? clamp(cleared) : cleared
    }
}
