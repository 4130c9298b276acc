// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Blurs frames by a Gaussian, several times if wanted.
public struct GaussianBlur: ComposedFilter {
    @Limited(0...40) public var radius = 2.0
    @Limited(0...1) public var radiusFraction = 0.0
    @Limited(1...8) public var passes: Int32 = 1

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftgaussianblur", typeName: "GstSwiftGaussianBlur", longName: "Gaussian blur",
        family: .imageProcessing,
        description: "Blurs video by a Gaussian", since: "0.1",
        example: "swiftgaussianblur radius=4",
        recipes: [
            (
                "Hide what a camera sees, but for its colours",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftgaussianblur radius=20 ! videoconvert ! autovideosink"
            ),
            (
                "Blur before edges, so that noise shows less",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftgaussianblur radius=1 ! swiftsobel ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Each pixel becomes the mean of those around it, weighted by exp(-d^2 / (2 radius^2)) in rows and then in columns, where \
            radius is rounded to a whole number. Weights of less than 1/256 are left out: 6, 18 and 36 pixels to each side count at \
            radius 2, 8 and 20. Beyond its edges the frame goes on as its nearest pixels do. Colours count by their alpha.

            With `passes` all of that is done as often; n passes are about as wide as one of sqrt(n) times the radius, but also \
            beyond a radius of 40. What each makes has 16 bits. `radius-fraction` makes the look independent of the frame's size, \
            up to the largest radius: at 1280 pixels, 0.03125 is 40.
            """)

    public static let properties: [Property<GaussianBlur>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian, in pixels, rounded. 0 passes frames through. Needs radius-fraction=0"),
        .double(
            "radius-fraction", \.$radiusFraction, nick: "Radius as a fraction",
            "Radius as a fraction of the frame's width, 40 pixels at most. 0 takes radius instead"),
        .int("passes", \.$passes, nick: "Passes", "How often the blur is done"),
    ]

    public static let examples = [FilterExample<GaussianBlur>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<GaussianBlur>((20, 11), (68.4, 150.1, 167.4)),
        FilterProbe<GaussianBlur>((0, 35), (194.3, 176.5, 26.6)),
        FilterProbe<GaussianBlur>((20, 11), (116.9, 131.7, 129.8)) { $0.radius = 5 },
        FilterProbe<GaussianBlur>((0, 35), (181.6, 164.7, 49.8)) { $0.radius = 5 },
    ]

    public var storage: PartStorage { passes > 1 ? .wide : .frame }

    public var isPassthrough: Bool { radiusFraction == 0 && radius < 0.5 }

    public static let parts = [
        FilterPart<GaussianBlur>(times: { Int($0.passes) }) { settings, frame in
            let fraction = settings.radiusFraction
            return GaussianMean(radius: fraction == 0 ? settings.radius : fraction * Double(frame.width))
        }
    ]
}

/// The mean of the pixels around one, weighted by a Gaussian.
public struct GaussianMean: AlphaLaw {
    /// Its standard deviation, in pixels. It is rounded.
    @Limited(0...40) public var radius = 2.0

    public init() {}

    /// A radius that is too large becomes the largest.
    public init(radius: Double) { self.radius = radius }

    public var isPassthrough: Bool { radius < 0.5 }

    public static func pixel(_ p: Pixel, _ u: Parameters<GaussianMean>) -> Pixel { p.gaussian(u(\.radius)) }
}
