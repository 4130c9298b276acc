// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The negative of a frame.
public struct Invert: Filter {
    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftinvert", typeName: "GstSwiftInvert", longName: "Invert", family: .color,
        description: "Makes the negative: subtracts each component from white", since: "0.1",
        example: "swiftinvert",
        recipes: [
            (
                "See a photographic negative as a positive",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftinvert ! videoconvert ! autovideosink"
            ),
            (
                "Read black text of a scanned page as white",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftinvert ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: "out = 1 - in, on R'G'B' from 0 to 1. Alpha stays. Two of them in a row give back the frame.")

    public static let properties: [Property<Invert>] = []

    public static let examples = [FilterExample<Invert>((200, 100, 50), (55, 155, 205))]

    public static func color(_ p: Pixel, _ u: Parameters<Invert>) -> Color<Num> { 1 - p.rgb }
}
