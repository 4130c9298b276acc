// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Lightens shadows and darkens highlights.
public struct HighlightShadow: Filter {
    @Limited(0...1) public var shadows = 0.0
    @Limited(0...1) public var highlights = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthighlightshadow", typeName: "GstSwiftHighlightShadow", longName: "Highlights and shadows",
        family: .color,
        description: "Lightens shadows and darkens highlights; what lies between stays", since: "0.1",
        example: "swifthighlightshadow shadows=1 highlights=0.2",
        recipes: [
            (
                "See faces in front of a window",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifthighlightshadow shadows=0.8 highlights=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Bring out what the shadows of a file hide",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifthighlightshadow shadows=0.6 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            With l = 0.3 (R' + G' + B'), m = 1 - l, p = 1 / (shadows + 1) and q = 1 / (2 - highlights), components are multiplied \
            by (l + lift + drop) / l, where lift = l^p - 0.76 l^2p - l if that is above 0, and \
            drop = 1 - m^q + 0.8 m^2q - l if that is below 0; else they are 0.

            Shadows are where l is below 0.32, highlights where it is above 0.69. Black stays.
            """)

    public static let properties: [Property<HighlightShadow>] = [
        .double(
            "shadows", \.$shadows, nick: "Shadows",
            "How much shadows lighten. 0 leaves them as they are, 1 lightens most"),
        .double(
            "highlights", \.$highlights, nick: "Highlights",
            "How much of highlights stays. 0 darkens them most, 1 leaves them as they are"),
    ]

    public static let examples = [
        FilterExample<HighlightShadow>((200, 100, 50), (200, 100, 50)) { ($0.shadows, $0.highlights) = (0.6, 0.3) },
        FilterExample<HighlightShadow>((40, 30, 20), (75.5, 56.6, 37.8)) { ($0.shadows, $0.highlights) = (0.6, 0.3) },
        FilterExample<HighlightShadow>((250, 220, 200), (228.5, 201.1, 182.8)) { $0.highlights = 0.2 },
    ]

    public var isPassthrough: Bool { keepsShadows && keepsHighlights }

    private var keepsShadows: Bool { shadows == 0 }
    private var keepsHighlights: Bool { highlights == 1 }

    /// GPUImage's law; where l is 0, what it divides by 0 is black here.
    public static func color(_ p: Pixel, _ u: Parameters<HighlightShadow>) -> Color<Num> {
        let l = clamp(dot(p.rgb, Weights(0.3, 0.3, 0.3)))
        // No root of what stays.
        let light = u.structure(\.keepsShadows) ? l : pow(l, 1 / (u(\.shadows) + 1))
        let dark = u.structure(\.keepsHighlights) ? 1 - l : pow(1 - l, 1 / (2 - u(\.highlights)))
        let lift = clamp(light - 0.76 * light * light - l)
        let drop = min(1 - dark + 0.8 * dark * dark - l, 0)
        return p.rgb * ((l + lift + drop) / l)
    }
}
