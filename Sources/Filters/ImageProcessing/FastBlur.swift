// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions

/// A small blur, several times if wanted.
public struct FastBlur: ComposedFilter {
    @Limited(0...10) public var size = 1.0
    @Limited(1...8) public var passes: Int32 = 1

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftfastblur", typeName: "GstSwiftFastBlur", longName: "Fast blur", family: .imageProcessing,
        description: "Blurs video a little, as often as you like", since: "0.1",
        example: "swiftfastblur passes=3",
        recipes: [
            (
                "Soften what a camera sees",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftfastblur passes=2 ! videoconvert ! autovideosink"
            ),
            (
                "Take the grain out of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftfastblur ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Rows and then columns become sums of five points between pixels, at 0, 1.385 size and 3.231 size pixels to each side, with \
            the weights 0.227, 0.316 and 0.070; at size 1 that is nearly a Gaussian of 1.7 pixels. What each of `passes` makes has 16 \
            bits. It is GPUImage's first blur, kept for its look: `swiftgaussianblur` is as fast. Colours count by their alpha.
            """)

    public static let properties: [Property<FastBlur>] = [
        .double(
            "size", \.$size, nick: "Size",
            "How far apart the pixels are that count: 1 leaves none out. 0 passes frames through"),
        .int("passes", \.$passes, nick: "Passes", "How often the blur is done"),
    ]

    public static let examples = [FilterExample<FastBlur>((200, 100, 50), (200, 100, 50)) { $0.passes = 3 }]

    public var storage: PartStorage { passes > 1 ? .wide : .frame }

    public var isPassthrough: Bool { size == 0 }

    public static let parts = [
        FilterPart<FastBlur>(times: { Int($0.passes) }) { settings, _ in FivePointMean(size: settings.size) }
    ]
}

/// The mean of five points in rows and columns.
struct FivePointMean: AlphaLaw {
    @Limited(0...10) var size = 1.0

    init() {}
    init(size: Double) { self.size = size }

    var isPassthrough: Bool { size == 0 }

    static func pixel(_ p: Pixel, _ u: Parameters<FivePointMean>) -> Pixel { p.fivePoints(u(\.size)) }
}
