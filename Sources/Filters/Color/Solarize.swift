// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Inverts what is dark.
public struct Solarize: Filter {
    @Limited(0...1) public var threshold = 0.5

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsolarize", typeName: "GstSwiftSolarize", longName: "Solarize", family: .color,
        description: "Inverts dark colours, as light does to a photograph while it develops", since: "0.1",
        example: "swiftsolarize threshold=0.4",
        recipes: [
            (
                "Turn dark parts of a camera's video into their negative",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsolarize threshold=0.3 ! videoconvert ! autovideosink"
            ),
            (
                "Write a solarized still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftsolarize threshold=0.5 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            out = 1 - in where 0.2125 R' + 0.7154 G' + 0.0721 B' is the threshold or less, else in. A threshold of 0 inverts \
            black alone, 1 inverts all, as `swiftinvert`. To invert what is bright, put `swiftinvert` after it.
            """)

    public static let properties: [Property<Solarize>] = [
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "The greatest luma that is inverted, from 0, which inverts black, to 1, which inverts all")
    ]

    public static let examples = [FilterExample<Solarize>((200, 100, 50), (55, 155, 205))]

    public static func color(_ p: Pixel, _ u: Parameters<Solarize>) -> Color<Num> {
        less(u(\.threshold) + lumaTolerance, dot(p.rgb, luma), p.rgb, 1 - p.rgb)
    }
}
