// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The mean colour of each frame.
public struct AverageColor: MeasuringFilter {
    public var postsMessages = true
    public var interval: UInt64 = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmeter", typeName: "GstSwiftMeter", longName: "Light meter",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells the mean colour and luminance of each frame, and passes it", since: "0.1",
        example: "swiftmeter",
        recipes: [
            (
                "Print how light a camera's frames are, five times a second",
                "gst-launch-1.0 -m v4l2src ! swiftmeter interval=200000000 ! fakesink"
            )
        ],
        details: """
            Frames pass as they came, in their memory. An element message `swift-average` has the times that `level` posts, and as \
            doubles the means of the frame: `red`, `green` and `blue` of R'G'B' and `alpha`, each 0...1, and `luminance`, \
            0.2125 red + 0.7154 green + 0.0721 blue. Sums are exact to a part in a million, whatever the number of threads. Alpha does \
            not weigh colours. Codes beyond black and white count as what they are.

            GPUImageAverageColor and GPUImageLuminosity tell the same, to a code of 255, as they round on the way.
            """)

    public static let properties: [Property<AverageColor>] = []

    public static func measurements(_ p: Pixel, _ u: Parameters<AverageColor>) -> [Measurement] {
        [p.rgb.r, p.rgb.g, p.rgb.b, p.a].map { Measurement(mean: $0) }
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport {
        let (red, green, blue) = (frame.numbers[0], frame.numbers[1], frame.numbers[2])
        let luminance = luma.r * red + luma.g * green + luma.b * blue
        return EffectReport(
            [
                .init("red", .number(red)), .init("green", .number(green)), .init("blue", .number(blue)),
                .init("alpha", .number(frame.numbers[3])), .init("luminance", .number(luminance)),
            ], name: "swift-average")
    }
}
