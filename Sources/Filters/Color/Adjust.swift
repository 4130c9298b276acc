// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// What screens and cameras have knobs for, in one pass.
public struct Adjust: Filter {
    public var exposure = Exposure()
    public var whiteBalance = WhiteBalance()
    public var brightness = Brightness()
    public var contrast = Contrast()
    public var gamma = Gamma()
    public var saturation = Saturation()
    public var hue = Hue()

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftadjust", typeName: "GstSwiftAdjust", longName: "Adjust", family: .color,
        description: "Adjusts exposure, temperature, brightness, contrast, gamma, saturation and hue in one pass",
        since: "0.1", example: "swiftadjust contrast=1.3 saturation=1.3 temperature=5600",
        recipes: [
            (
                "Make a camera's dark, cold video lighter and warmer",
                "gst-launch-1.0 v4l2src ! swiftadjust exposure=0.4 contrast=1.1 temperature=5800 ! videoconvert ! autovideosink"
            ),
            (
                "Watch a file with more contrast and less colour",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftadjust brightness=0.05 contrast=0.8 saturation=0.7 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            Its properties are those of `swiftexposure`, `swiftwhitebalance`, `swiftbrightness`, `swiftcontrast`, `swiftgamma`, \
            `swiftsaturation` and `swifthue`, and it makes what these make one after the other on R'G'B', in this order, within a \
            code for each; but it reads and writes a frame once. (Of Y'CbCr and gray, `swiftsaturation` and `swifthue` by \
            themselves keep what lies beyond R'G'B'; here it is cut off before the next step.) What is at its default takes no time; a gamma takes longer than all else.

            It has the interface GstColorBalance with the channels BRIGHTNESS, CONTRAST, SATURATION and HUE, so players drive it as \
            they drive `videobalance`: 0 is the default, -1000 the least number of the property, and 1000 as far above.
            """)

    public static let properties: [Property<Adjust>] = [
        .double(
            "exposure", \.exposure.$exposure, nick: "Exposure",
            "The exponent of 2. -1 halves components, 0 leaves them as they are, 1 doubles them"),
        .double(
            "temperature", \.whiteBalance.$temperature, nick: "Temperature",
            "Colour temperature in kelvins. Below 5000 is cooler, 5000 changes nothing, above is warmer"
        ),
        .double(
            "tint", \.whiteBalance.$tint, nick: "Tint",
            "The tint, in hundredths. Below 0 video becomes greener, 0 changes nothing, above 0 it becomes more purple"),
        .double(
            "brightness", \.brightness.$brightness, nick: "Brightness",
            "What is added to each component. -1 makes all black, 0 leaves them as they are, 1 makes all white"
        ).balanced("BRIGHTNESS"),
        .double(
            "contrast", \.contrast.$contrast, nick: "Contrast",
            "Distance of components from middle gray. 0 is gray, 1 leaves it as it is, 2 doubles it"
        ).balanced("CONTRAST"),
        .double(
            "gamma", \.gamma.$gamma, nick: "Gamma",
            "The exponent. Below 1 lightens, 1 leaves components as they are, above 1 darkens; 0 makes all white"),
        .double(
            "saturation", \.saturation.$saturation, nick: "Saturation",
            "Distance of colours from gray. 0 is gray, 1 leaves it as it is, 2 doubles it"
        ).balanced("SATURATION"),
        .double(
            "hue", \.hue.$hue, nick: "Hue",
            "The angle in degrees by which hues turn, from red to green. 0 leaves them as they are"
        ).balanced("HUE"),
    ]

    public static var isColorBalance: Bool { true }

    public static let examples = [
        FilterExample<Adjust>((200, 100, 50), (251, 151, 101)) { $0.brightness.brightness = 0.2 },
        FilterExample<Adjust>((200, 100, 50), (241, 91, 16)) { $0.saturation.saturation = 1.5 },
    ]

    public var isPassthrough: Bool {
        exposure.isPassthrough && whiteBalance.isPassthrough && brightness.isPassthrough && contrast.isPassthrough
            && gamma.isPassthrough && saturation.isPassthrough && hue.isPassthrough
    }

    public static func color(_ p: Pixel, _ u: Parameters<Adjust>) -> Color<Num> {
        var color = p.rgb
        var isFirst = true
        func apply<Part: Filter>(_ path: KeyPath<Adjust, Part>) {
            guard !u.structure(path.appending(path: \.isPassthrough)) else { return }
            // As if what the one before makes were stored.
            color = u.part(path, Pixel(isFirst ? color : clamp(color), a: p.a))
            isFirst = false
        }
        apply(\.exposure)
        apply(\.whiteBalance)
        apply(\.brightness)
        apply(\.contrast)
        apply(\.gamma)
        apply(\.saturation)
        apply(\.hue)
        return color
    }
}
