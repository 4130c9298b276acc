// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions

/// Thin white edges on black.
public struct Canny: ComposedFilter {
    @Limited(0...40) public var radius = 2.0
    @Limited(0...1) public var upperThreshold = 0.4
    @Limited(0...1) public var lowerThreshold = 0.1

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcanny", typeName: "GstSwiftCanny", longName: "Canny edge detection",
        family: .imageProcessing,
        description: "Shows edges as thin white lines on black", since: "0.1",
        example: "swiftcanny radius=3",
        recipes: [
            (
                "Show the edges of what a camera sees",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=640,height=480 ! swiftcanny ! videoconvert ! autovideosink"
            ),
            (
                "Draw the outlines of a photo in black on white",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftcanny radius=3 ! swiftinvert ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Luma (0.2125 R' + 0.7154 G' + 0.0721 B') is blurred by a Gaussian, and its gradient is that of `swiftsobel`. Where that is \
            at least as long as at both neighbours in its direction, to 45 degrees, it counts by smoothstep(lower-threshold, \
            upper-threshold, length), elsewhere not. White is what counts 0.01 and has 1.5 together with its eight neighbours. \
            GPUImage compares lengths of up to 1, so that its lines are thick where edges are strong. Alpha stays.
            """)

    public static let properties: [Property<Canny>] = [
        .double(
            "radius", \.$radius, nick: "Radius",
            "Standard deviation of the blur's Gaussian, in pixels, rounded. 0 blurs nothing"),
        .double(
            "upper-threshold", \.$upperThreshold, nick: "Upper threshold",
            "The gradient from which on an edge counts in full; 1 is what a step of a quarter of full scale has"),
        .double(
            "lower-threshold", \.$lowerThreshold, nick: "Lower threshold",
            "The gradient up to which an edge does not count"),
    ]

    public static let examples = [FilterExample<Canny>((200, 100, 50), (0, 0, 0))]

    public var storage: PartStorage { .rgb16 }

    public static let parts = [
        FilterPart<Canny> { BlurredLuma(radius: $0.radius) },
        FilterPart<Canny> { _ in Gradient() },
        FilterPart<Canny> { Ridge(lower: $0.lowerThreshold, upper: $0.upperThreshold) },
        FilterPart<Canny> { _ in ConnectedRidge() },
    ]
}

private struct BlurredLuma: PixelLaw {
    var radius = 0.0

    static func color(_ p: Pixel, _ u: Parameters<BlurredLuma>) -> Color<Num> {
        gray(dot(p.gaussian(u(\.radius)).rgb, luma))
    }
}

/// An eighth of the gradient's length, and its direction: for columns and for rows 0, a half, or 1.
private struct Gradient: PixelLaw {
    static func color(_ p: Pixel, _ u: Parameters<Gradient>) -> Color<Num> {
        let (columns, rows) = differences(of: Field(p.rgb.r), middleWeight: 2)
        let long = length(columns, rows)
        let (column, row) = directions(columns, rows, length: long)
        return Color(long * 0.125, column + 0.5, row + 0.5)
    }
}

/// The direction of a gradient to 45 degrees: for columns and for rows -0.5, 0 or 0.5.
func directions(_ columns: Num, _ rows: Num, length: Num) -> (columns: Num, rows: Num) {
    // sin(22.5 degrees)
    let least = length * 0.382683432365090
    func direction(_ difference: Num) -> Num {
        less(abs(difference), least, 0, less(difference, 0, -0.5, less(0, difference, 0.5, 0)))
    }
    return (direction(columns), direction(rows))
}

/// The greater one of the two neighbours in a direction to 45 degrees.
func greatest(_ field: Field<Num>, along columns: Num, _ rows: Num) -> Num {
    func neighbour(_ dx: Int, _ dy: Int) -> Num { max(field[dx, dy], field[-dx, -dy]) }
    let diagonal = less(columns * rows, 0, neighbour(1, -1), neighbour(1, 1))
    return less(abs(columns), 0.25, neighbour(0, 1), less(abs(rows), 0.25, neighbour(1, 0), diagonal))
}

/// How much a gradient counts that is no shorter than those before and after it.
private struct Ridge: PixelLaw {
    var lower = 0.0
    var upper = 0.0

    /// 1 / (upper - lower); where that is 0, an edge.
    private var slope: Double { steepness(over: upper - lower) }

    static func color(_ p: Pixel, _ u: Parameters<Ridge>) -> Color<Num> {
        let most = greatest(Field(p.rgb.r), along: p.rgb.g - 0.5, p.rgb.b - 0.5)
        let weight = smoothstep(0, 1, (p.rgb.r * 8 - u(\.lower)) * u(\.slope))
        return gray(less(p.rgb.r, most, 0, weight))
    }
}

/// White where ridges go on.
private struct ConnectedRidge: PixelLaw {
    static func color(_ p: Pixel, _ u: Parameters<ConnectedRidge>) -> Color<Num> {
        let weight = Field(p.rgb.r)
        let sum = (-1...1).flatMap { y in (-1...1).map { weight[$0, y] } }.reduce(Num(0), +)
        return gray(step(0.01 - lumaTolerance, p.rgb.r) * step(1.5 - lumaTolerance, sum))
    }
}
