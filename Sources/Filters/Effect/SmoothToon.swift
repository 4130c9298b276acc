// SPDX-License-Identifier: MIT
public import Effects

/// Few levels for each component and black lines at edges, of a blurred frame.
public struct SmoothToon: ComposedFilter {
    public var blur = GaussianMean()
    public var toon = Toon()

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsmoothtoon", typeName: "GstSwiftSmoothToon", longName: "Smooth toon",
        description: "Makes video look drawn, in smooth lines, as noise is blurred before", since: "0.1",
        example: "swiftsmoothtoon levels=6",
        recipes: [
            (
                "See yourself as a comic",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsmoothtoon threshold=0.25 levels=6 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftsmoothtoon radius=3 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            `swiftgaussianblur` and then `swifttoon`, with the same settings as theirs.
            """)

    public static let properties: [Property<SmoothToon>] = [
        .double(
            "radius", \.blur.$radius, nick: "Radius",
            "Standard deviation of the blur's Gaussian, in pixels, rounded. 0 blurs nothing"
        ),
        .double(
            "threshold", \.toon.$threshold, nick: "Threshold",
            "The gradient from which on there is a black line. 0 makes all black, 6 draws none"),
        .int(
            "levels", \.toon.$levels, nick: "Levels",
            "Steps from black to white of each component. 1 leaves none between them, 256 changes 8-bit codes by one at most"
        ),
    ]

    public static let examples = [FilterExample<SmoothToon>((200, 100, 50), (204, 102, 51))]

    public static let parts = [FilterPart<SmoothToon> { $0.blur }, FilterPart<SmoothToon> { $0.toon }]
}
