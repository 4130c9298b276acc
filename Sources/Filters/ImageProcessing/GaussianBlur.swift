// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Blurs frames by a Gaussian.
public struct GaussianBlur: Filter, AlphaLaw {
    @Limited(0...40) public var radius = 2.0

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
            """)

    public static let properties: [Property<GaussianBlur>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian, in pixels, rounded. 0 passes frames through")
    ]

    public static let examples = [FilterExample<GaussianBlur>((200, 100, 50), (200, 100, 50))]

    public var isPassthrough: Bool { radius < 0.5 }

    public static func pixel(_ p: Pixel, _ u: Parameters<GaussianBlur>) -> Pixel { p.gaussian(u(\.radius)) }
}
