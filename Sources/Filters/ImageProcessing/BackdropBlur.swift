// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions

/// A strong blur of little contrast, as a background of texts.
public struct BackdropBlur: ComposedFilter {
    @Limited(0...40) public var radius = 12.0
    @Limited(0...2) public var saturation = 0.8
    @Limited(1...16) public var downsampling: Int32 = 4
    @Limited(0...1) public var rangeReduction = 0.6
    public var average = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftbackdropblur", typeName: "GstSwiftBackdropBlur", longName: "Backdrop blur",
        family: .imageProcessing,
        description: "Blurs video strongly, with less contrast and saturation, as a background of texts", since: "0.1",
        example: "swiftbackdropblur radius=8",
        recipes: [
            (
                "Show a title over a blurred camera",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftbackdropblur ! textoverlay text=Soon ! videoconvert ! autovideosink"
            ),
            (
                "Make a calm background of a photo",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftbackdropblur radius=20 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            The frame is cut into squares of `downsampling` pixels. The colour in the middle of each or, with `average=true`, its mean, \
            which flickers less where video moves, is a pixel of a small frame. There `saturation` changes colours as `swiftsaturation` \
            does, and a Gaussian blurs them. The small frame is enlarged again, in proportion to nearness between four of its pixels. \
            Then out = c + (0.5 - luma) * range-reduction, of BT.709. Colours count by their alpha.
            """)

    public static let properties: [Property<BackdropBlur>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the Gaussian, in pixels of the small frame, rounded. 0 blurs by the small frame alone"
        ),
        .double(
            "saturation", \.$saturation, nick: "Saturation", "Saturation. 0 is gray, 1 leaves colours as they are"),
        .int(
            "downsampling", \.$downsampling, nick: "Downsampling",
            "How many pixels across and down become one of the small frame"),
        .double(
            "range-reduction", \.$rangeReduction, nick: "Range reduction",
            "How far luma is brought to the middle. 0 leaves it, 1 makes it the same everywhere"),
        .boolean(
            "average", \.average, nick: "Average",
            "Whether pixels of the small frame are means of what they cover, and not the colour in its middle"),
    ]

    public static let probes = [
        FilterProbe<BackdropBlur>((20, 11), (129.5, 121.5, 89.2)),
        FilterProbe<BackdropBlur>((0, 35), (132.3, 126.8, 85.1)),
    ]

    public var isPassthrough: Bool { downsampling == 1 && radius < 0.5 && saturation == 1 && rangeReduction == 0 }

    public static let parts = [
        FilterPart<BackdropBlur>(
            of: [
                FilterPart {
                    var law = Saturation()
                    law.saturation = $0.saturation
                    return law
                },
                FilterPart { GaussianMean(radius: $0.radius) },
            ]
        ) { settings, frame in
            Enlarged(
                size: Double(settings.downsampling) / Double(frame.width), isMiddle: !settings.average,
                rangeReduction: settings.rangeReduction)
        }
    ]
}

/// The small frame as large as the frame, with less contrast.
private struct Enlarged: AlphaLaw {
    var size = 0.0
    var isMiddle = false
    var rangeReduction = 0.0

    static func pixel(_ p: Pixel, _ u: Parameters<Enlarged>) -> Pixel {
        let seen = p.reduced(size: u(\.size), isMiddle: u.structure(\.isMiddle))
        return Pixel(seen.rgb + gray((0.5 - dot(seen.rgb, luma)) * u(\.rangeReduction)), a: seen.a, of: p.frame)
    }
}
