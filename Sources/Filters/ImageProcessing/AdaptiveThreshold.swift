// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions

/// White where a pixel is about as bright as those around it, or brighter.
public struct AdaptiveThreshold: ComposedFilter {
    @Limited(0...100) public var radius: Int32 = 4
    @Limited(-1...1) public var offset = 0.05

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftadaptivethreshold", typeName: "GstSwiftAdaptiveThreshold", longName: "Adaptive threshold",
        family: .imageProcessing,
        description: "Makes pixels white or black, as they compare with those around them", since: "0.1",
        example: "swiftadaptivethreshold radius=8",
        recipes: [
            (
                "Read a page of print in uneven light",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftadaptivethreshold radius=10 offset=0.08 ! videoconvert ! autovideosink"
            ),
            (
                "Turn a photograph of a drawing into black and white",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftadaptivethreshold radius=6 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            White where luma (0.2125 R' + 0.7154 G' + 0.0721 B', rounded to 8 bits) is at least the mean of luma over the \
            (2 radius + 1)^2 pixels around, less offset; else black. Beyond its edges the frame goes on as its nearest pixels do. \
            In the mean, pixels count by their alpha, which stays.
            """)

    public static let properties: [Property<AdaptiveThreshold>] = [
        .int("radius", \.$radius, nick: "Radius", "How many pixels to each side count in the mean"),
        .double(
            "offset", \.$offset, nick: "Offset",
            "How far below the mean is still white. Below 0, only what is brighter than the mean is"),
    ]

    public static let examples = [
        FilterExample<AdaptiveThreshold>((200, 100, 50), (255, 255, 255)),
        FilterExample<AdaptiveThreshold>((200, 100, 50), (0, 0, 0)) { $0.offset = -0.05 },
        FilterExample<AdaptiveThreshold>((217, 163, 130), (255, 255, 255)) { $0.offset = 0 },
        FilterExample<AdaptiveThreshold>((217, 163, 130), (255, 255, 255)) { ($0.radius, $0.offset) = (0, 0) },
    ]

    public static let parts = [
        FilterPart<AdaptiveThreshold> { _ in RoundedLuma() },
        FilterPart<AdaptiveThreshold> { AboveMean(radius: $0.radius, offset: $0.offset) },
    ]
}

/// Luma as a frame of 8 bits has it.
private struct RoundedLuma: PixelLaw {
    static func color(_ p: Pixel, _ u: Parameters<RoundedLuma>) -> Color<Num> { gray(roundedLuma(p.rgb).value) }
}

/// White where gray is at least the mean around, less an offset.
private struct AboveMean: PixelLaw {
    var radius: Int32 = 0
    var offset = 0.0

    static func color(_ p: Pixel, _ u: Parameters<AboveMean>) -> Color<Num> {
        gray(step(p.box(u(\.radius)).rgb.r - u(\.offset) - lumaTolerance, p.rgb.r))
    }
}
