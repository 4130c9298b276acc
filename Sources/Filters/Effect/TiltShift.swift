// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A blur above and below a band.
public struct TiltShift: Filter, AlphaLaw {
    @Limited(0...40) public var radius = 7.0
    @Limited(-1...2) public var focusTop = 0.4
    @Limited(-1...2) public var focusBottom = 0.6
    @Limited(0...1) public var falloff = 0.2

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifttiltshift", typeName: "GstSwiftTiltShift", longName: "Tilt shift",
        description: "Blurs video above and below a band, so that scenes look like models", since: "0.1",
        example: "swifttiltshift focus-top=0.45 focus-bottom=0.65",
        recipes: [
            (
                "Make a street seen from above look like a model",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifttiltshift radius=8 focus-top=0.5 focus-bottom=0.7 ! swiftsaturation saturation=1.4 ! videoconvert ! autovideosink"
            ),
            (
                "Keep a camera sharp only in its middle rows",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifttiltshift ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Rows from focus-top to focus-bottom stay, those beyond them by falloff or more are as `swiftgaussianblur` makes them with \
            the same radius, and those between are mixed of both, smoothly. Where focus-top lies below focus-bottom, both fades \
            add up, to the blur alone at most. Colours count by their alpha.
            """)

    public static let properties: [Property<TiltShift>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian, in pixels, rounded. 0 passes frames through"),
        .double(
            "focus-top", \.$focusTop, nick: "Focus top", "The first sharp row, as a fraction of the frame's height"),
        .double(
            "focus-bottom", \.$focusBottom, nick: "Focus bottom",
            "The last sharp row, as a fraction of the frame's height"),
        .double(
            "falloff", \.$falloff, nick: "Falloff",
            "How wide the fade to either side is, as a fraction of the frame's height. 0 is a sharp border"),
    ]

    public static let examples = [FilterExample<TiltShift>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<TiltShift>((20, 11), (62.5, 194.6, 183)), FilterProbe<TiltShift>((0, 35), (167.4, 158.2, 54.1)),
    ]

    public var isPassthrough: Bool { radius < 0.5 }

    /// 1 / falloff; where that is 0, an edge.
    private var slope: Double { 1 / max(falloff, 1e-5) }

    public static func pixel(_ p: Pixel, _ u: Parameters<TiltShift>) -> Pixel {
        let above = smoothstep(0, 1, (u(\.focusTop) - p.y) * u(\.slope))
        let below = smoothstep(0, 1, (p.y - u(\.focusBottom)) * u(\.slope))
        return mix(p, p.gaussian(u(\.radius)), min(above + below, 1))
    }
}
