// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A blur outside a circle.
public struct SelectiveBlur: Filter, AlphaLaw {
    @Limited(0...40) public var radius = 5.0
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var focusRadius = 0.1875
    @Limited(0...2) public var falloff = 0.09375
    public var inside = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftselectiveblur", typeName: "GstSwiftSelectiveBlur", longName: "Selective blur",
        family: .imageProcessing,
        description: "Blurs video outside a circle, or inside it", since: "0.1",
        example: "swiftselectiveblur radius=8 focus-radius=0.3",
        recipes: [
            (
                "Keep only the middle of a camera sharp",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftselectiveblur radius=10 focus-radius=0.3 ! videoconvert ! autovideosink"
            ),
            (
                "Hide a number plate in a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftselectiveblur inside=true radius=20 center-x=0.3 center-y=0.7 focus-radius=0.1 falloff=0.02 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel at the distance d from the centre, in frame widths, is mixed of itself and of what `swiftgaussianblur` makes \
            with the same radius, of that the part t^2 (3 - 2 t), with t = (d - focus-radius + falloff) / falloff limited to 0...1: \
            the circle is round whatever the frame's proportions, and the fade lies inside it. inside=true blurs where else is \
            sharp. Colours count by their alpha.

            GPUImage moves its circle off the point where that is not in the middle row; this one lies around the point. Inside a \
            circle GPUImage blurs by nine pixels that are `size` apart, about as a radius of 2 does; here both sides are blurred \
            alike.
            """)

    public static let properties: [Property<SelectiveBlur>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian, in pixels, rounded. 0 passes frames through"),
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "focus-radius", \.$focusRadius, nick: "Focus radius",
            "Radius of the circle, as a fraction of the frame's width"),
        .double(
            "falloff", \.$falloff, nick: "Falloff",
            "How wide the fade inside the circle is, as a fraction of the frame's width. 0 is a sharp rim"),
        .boolean("inside", \.inside, nick: "Inside", "Blur inside the circle, and not outside"),
    ]

    public static let examples = [FilterExample<SelectiveBlur>((200, 100, 50), (200, 100, 50))]

    public var isPassthrough: Bool { radius < 0.5 }

    /// 1 / falloff; where that is 0, an edge.
    private var slope: Double { 1 / max(falloff, 1e-5) }

    public static func pixel(_ p: Pixel, _ u: Parameters<SelectiveBlur>) -> Pixel {
        let distance = p.distance(from: u(\.centerX), u(\.centerY))
        let outside = smoothstep(0, 1, (distance - u(\.focusRadius)) * u(\.slope) + 1)
        return mix(p, p.gaussian(u(\.radius)), u.structure(\.inside) ? 1 - outside : outside)
    }
}
