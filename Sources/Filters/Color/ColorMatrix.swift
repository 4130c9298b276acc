// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A matrix for R', G', B' and alpha.
public struct ColorMatrix: Filter {
    /// Row by row, each the weights of R', G', B' and alpha in one result.
    public var matrix = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0.0 }
    @Limited(0...1) public var intensity = 1.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcolormatrix", typeName: "GstSwiftColorMatrix", longName: "Color matrix", family: .color,
        description: "Makes each component of red, green, blue and alpha as you choose", since: "0.1",
        example: "swiftcolormatrix matrix=\"<0.4,0.6,0.1,0,0.2,0.7,0.2,0,0.1,0.4,0.6,0,0,0,0,1>\"",
        recipes: [
            (
                "Swap red and blue of a camera",
                "gst-launch-1.0 v4l2src ! swiftcolormatrix matrix=\"<0,0,1,0, 0,1,0,0, 1,0,0,0, 0,0,0,1>\" ! videoconvert ! autovideosink"
            ),
            (
                "See a file through an orange filter",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftcolormatrix matrix=\"<1,0,0,0, 0,0.7,0,0, 0,0,0.3,0, 0,0,0,1>\" ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The four rows of the matrix make R', G', B' and alpha, each a sum of R', G', B' and alpha with the row's numbers. \
            Alpha is 1 in formats without it, so the fourth number of a row is what is added to every pixel: 0.1 is a tenth of \
            white. Then out = in + intensity * (made - in). What is below 0 or above 1 is limited.

            Its rows are GPUImageColorMatrixFilter's. A matrix with another count of numbers is refused with a warning.
            """)

    public static let properties: [Property<ColorMatrix>] = [
        .numbers(
            "matrix", \.matrix, count: 16...16, in: -100...100, nick: "Matrix",
            "Four rows of four numbers: the weights of red, green, blue and alpha in red, then in green, blue and alpha. The default changes nothing"
        ),
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the matrix's result. 0 passes frames through, 1 is all of it"),
    ]

    public static let examples = [
        FilterExample<ColorMatrix>((200, 100, 50), (149, 124, 99)) {
            $0.matrix = [
                0.3588, 0.7044, 0.1368, 0, 0.299, 0.587, 0.114, 0, 0.2392, 0.4696, 0.0912, 0, 0, 0, 0, 1,
            ]
        },
        FilterExample<ColorMatrix>((200, 100, 50), (125, 125.5, 112.75)) {
            $0.matrix = [0, 0, 1, 0, 0, 0.5, 0, 0.4, 0.5, 0, 1, 0.1, 0, 0, 0, 1]
            $0.intensity = 0.5
        },
    ]

    public var isPassthrough: Bool { intensity == 0 || matrix == ColorMatrix().matrix }

    /// A number of the matrix; where there are not sixteen, of the one that changes nothing.
    func weight(_ row: Int, _ column: Int) -> Double {
        matrix.count == 16 ? matrix[4 * row + column] : row == column ? 1 : 0
    }

    /// Whether alpha becomes something else.
    var changesAlpha: Bool { intensity != 0 && matrix.suffix(4) != [0, 0, 0, 1] }

    /// Whether what it makes of opaque R'G'B' needs no limits.
    private var staysWithin: Bool {
        (0..<3).allSatisfy { row in
            let weights = (0..<3).map { weight(row, $0) }
            let (low, high) = (weights.reduce(0) { $0 + min($1, 0) }, weights.reduce(0) { $0 + max($1, 0) })
            return low + weight(row, 3) > -0.001 && high + weight(row, 3) < 1.001
        }
    }

    public static func color(_ p: Pixel, _ u: Parameters<ColorMatrix>) -> Color<Num> {
        let made = mix(p.rgb, Color(row(0, p, u), row(1, p, u), row(2, p, u)), u(\.intensity))
        return u.structure(\.staysWithin) ? made : clamp(made)
    }

    public static func alpha(_ p: Pixel, _ u: Parameters<ColorMatrix>) -> Num? {
        u.structure(\.changesAlpha) ? mix(p.a, row(3, p, u), u(\.intensity)) : nil
    }

    private static func row(_ row: Int, _ p: Pixel, _ u: Parameters<ColorMatrix>) -> Num {
        func weight(_ column: Int) -> Num { u.value { $0.weight(row, column) } }
        return (p.rgb.r * weight(0) + p.rgb.g * weight(1)) + (p.rgb.b * weight(2) + p.a * weight(3))
    }
}
