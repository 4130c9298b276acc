// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Edges by Sobel's operator, bright on black.
public struct Sobel: Filter {
    @Limited(0...10) public var strength = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftsobel", typeName: "GstSwiftSobel", longName: "Sobel edges", family: .imageProcessing,
        description: "Shows edges bright on black, by Sobel's operator", since: "0.1",
        example: "swiftsobel strength=0.5",
        recipes: [
            (
                "Show the edges of what a camera sees",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftsobel strength=0.5 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a file as dark lines on white",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftsobel strength=0.5 ! swiftinvert ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The length of the gradient of luma (BT.709) over 3x3 pixels, weighted 1, 2, 1, times strength. It is not normalised, \
            as in GPUImage: a step of a quarter of full scale is white at strength 1. Luma is rounded to 8 bits before.
            """)

    public static let properties: [Property<Sobel>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "What edges are multiplied by. 0 makes frames black, 1 is GPUImage's default")
    ]

    public static let examples = [FilterExample<Sobel>((200, 100, 50), (0, 0, 0))]

    public static func color(_ p: Pixel, _ u: Parameters<Sobel>) -> Color<Num> {
        gray(gradient(of: roundedLuma(p.rgb), middleWeight: 2) * u(\.strength))
    }
}

/// Luma as a frame of 8 bits would have it. That of Y'CbCr is no substitute, not even by BT.709, whose weights are nearly these: what
/// lies near a half would be another code, and of a natural clip 2 % of the edges be off by more than one.
func roundedLuma(_ color: Color<Num>) -> Field<Num> {
    Field(floor(dot(color, luma) * 255 + (0.5 + codeTolerance)) / 255)
}

/// The length of the differences of columns and of rows over 3x3 pixels, whose middle ones have a weight and others 1.
func gradient(of field: Field<Num>, middleWeight: Num) -> Num {
    let (columns, rows) = differences(of: field, middleWeight: middleWeight)
    return length(columns, rows)
}

/// The right column of 3x3 pixels less the left one, and the lower row less the upper one.
func differences(of field: Field<Num>, middleWeight: Num) -> (columns: Num, rows: Num) {
    func side(_ a: (Int, Int), _ b: (Int, Int), _ c: (Int, Int)) -> Num {
        field[a.0, a.1] + middleWeight * field[b.0, b.1] + field[c.0, c.1]
    }
    return (
        side((1, -1), (1, 0), (1, 1)) - side((-1, -1), (-1, 0), (-1, 1)),
        side((-1, 1), (0, 1), (1, 1)) - side((-1, -1), (0, -1), (1, -1))
    )
}

/// What lies between two codes is the upper one, in whatever order components are added. Luma of codes has four decimals.
private let codeTolerance: Num = 0.00005
