// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Sums of pixels and their neighbours with weights of your own.
public struct Convolution: Filter {
    /// Row by row, the uppermost first.
    public var kernel: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    @Limited(-10...10) public var bias = 0.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftconvolution", typeName: "GstSwiftConvolution", longName: "Convolution",
        family: .imageProcessing,
        description: "Makes each pixel a sum of those around it, with weights of your own", since: "0.1",
        example: "swiftconvolution kernel=\"<-1,-1,-1,-1,8,-1,-1,-1,-1>\" bias=0.5",
        recipes: [
            (
                "Blur what a camera sees to the side",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftconvolution kernel=\"<0,0,0, 0.33,0.34,0.33, 0,0,0>\" ! videoconvert ! autovideosink"
            ),
            (
                "Sharpen a file with a kernel of your own",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftconvolution kernel=\"<0,-1,0, -1,5,-1, 0,-1,0>\" ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The kernel has 9, 25 or 49 numbers: the weights of 3x3, 5x5 or 7x7 pixels, row by row, the first row for the pixels above. \
            out = bias + the sum of pixel * weight, on each component of R'G'B' from 0 to 1; the kernel is not turned around and not \
            divided by its sum. What is below 0 or above 1 is limited. Beyond its edges the frame goes on as its nearest pixels do. \
            Alpha stays.
            """)

    public static let properties: [Property<Convolution>] = [
        .numbers(
            "kernel", \.kernel, count: 9...49, in: -1000...1000, nick: "Kernel",
            "The weights of 3x3, 5x5 or 7x7 pixels, row by row. The default passes frames through"
        ) { [9, 25, 49].contains($0.count) ? nil : "takes 9, 25 or 49 numbers, not \($0.count)" },
        .double("bias", \.$bias, nick: "Bias", "What is added: 0.5 is middle gray. 0 adds nothing"),
    ]

    public static let examples = [
        FilterExample<Convolution>((200, 100, 50), (125.5, 75.5, 50.5)) {
            $0.kernel = [0, 0.125, 0, 0.125, 0, 0.125, 0, 0.125, 0]
            $0.bias = 0.1
        },
        FilterExample<Convolution>((200, 100, 50), (200, 100, 50)) { $0.kernel = Array(repeating: 1 / 25, count: 25) },
        FilterExample<Convolution>((200, 100, 50), (100, 50, 25)) { $0.kernel = Array(repeating: 0.5 / 49, count: 49) },
    ]

    public static let probes = [
        FilterProbe<Convolution>((20, 11), (147, 213, 255)) { $0.kernel = [-2, -1, 0, -1, 1, 1, 0, 1, 2] },
        FilterProbe<Convolution>((0, 35), (115.5, 123.5, 197)) {
            ($0.kernel, $0.bias) = ([0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], 0.5)
        },
    ]

    public var isPassthrough: Bool {
        bias == 0 && kernel.enumerated().allSatisfy { $1 == ($0 == kernel.count / 2 ? 1 : 0) }
    }

    /// How many pixels to each side have weights.
    var reach: Int { kernel.count == 49 ? 3 : kernel.count == 25 ? 2 : 1 }

    /// Which weights are not 0: pixels without are not read.
    private var used: [Bool] { kernel.map { $0 != 0 } }

    /// Whether what it makes of R'G'B' needs no limits.
    private var staysWithin: Bool {
        let (low, high) = (kernel.reduce(0) { $0 + min($1, 0) }, kernel.reduce(0) { $0 + max($1, 0) })
        return low + bias > -0.001 && high + bias < 1.001
    }

    public static func color(_ p: Pixel, _ u: Parameters<Convolution>) -> Color<Num> {
        let (reach, used) = (u.structure(\.reach), u.structure(\.used))
        let side = 2 * reach + 1
        var sum = gray(u(\.bias))
        for index in used.indices where used[index] {
            let (dx, dy) = (index % side - reach, index / side - reach)
            sum = sum + p[dx, dy] * u.value { index < $0.kernel.count ? $0.kernel[index] : 0 }
        }
        return u.structure(\.staysWithin) ? sum : clamp(sum)
    }
}
