// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// The frame as a plane that is moved, turned or tilted.
public struct Transform: Filter, AlphaLaw {
    /// Row by row; points are rows, as CATransform3D has them.
    public var matrix = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0.0 }
    public var keepAspect = true
    public var anchorTopLeft = false
    public var background: ColorSetting = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifttransform", typeName: "GstSwiftTransform", longName: "Transform", family: .imageProcessing,
        description: "Moves, turns, scales or tilts video by a matrix", since: "0.1",
        example: "swifttransform matrix=\"<0.8,0.1,0,0,-0.1,0.8,0,0.3,0,0,1,0,0,0,0,1>\"",
        recipes: [
            (
                "Show a camera at half its size in the upper left",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifttransform matrix=\"<0.5,0,0,0, 0,0.5,0,0, 0,0,1,0, -0.5,-0.28,0,1>\" ! videoconvert ! autovideosink"
            ),
            (
                "Turn a file by 30 degrees",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifttransform matrix=\"<0.866,0.5,0,0, -0.5,0.866,0,0, 0,0,1,0, 0,0,0,1>\" ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The frame is a plane from -1 to 1, left to right and top to bottom. A point (x, y, 0, 1) of it, as a row, times the \
            matrix is (X, Y, Z, W), and is seen at (X / W, Y / W): the fourth row moves, and the fourth column makes what is far \
            small. With keep-aspect=true, y goes from -height / width to height / width, so that what is turned keeps its shape. \
            With anchor-top-left=true, (0, 0) is the upper left corner and 1 the frame's width, of y without keep-aspect its \
            height.

            Pixels lie between four of the frame in proportion to nearness. Where the plane is not, there is the background: black \
            and, in formats with alpha, transparent. What is before or behind the view, with |Z| > W, is not seen either. The \
            matrix is GPUImage's transform3D; its third row counts for nothing, as points have no depth.
            """)

    public static let properties: [Property<Transform>] = [
        .numbers(
            "matrix", \.matrix, count: 16...16, in: -1_000_000...1_000_000, nick: "Matrix",
            "Four rows of four numbers, by which points are multiplied, as rows. The default passes frames through"),
        .boolean(
            "keep-aspect", \.keepAspect, nick: "Keep aspect",
            "Let y have the units of x, so that what is turned keeps its shape"),
        .boolean(
            "anchor-top-left", \.anchorTopLeft, nick: "Anchor top left",
            "Let points begin at the upper left corner, and not in the middle"),
        .color(
            "background", \.background, nick: "Background",
            "The colour where the frame is not, as 0xAARRGGBB. The default is transparent black"),
    ]

    public static let examples = [
        FilterExample<Transform>((200, 100, 50), (0, 0, 255)) {
            ($0.matrix[12], $0.background) = (3, 0xff00_00ff)
        },
        FilterExample<Transform>((200, 100, 50), (0, 0, 255)) { ($0.matrix[14], $0.background) = (5, 0xff00_00ff) },
        FilterExample<Transform>((200, 100, 50), (200, 100, 50)) { $0.matrix[14] = -0.5 },
        FilterExample<Transform>((200, 100, 50), (200, 100, 50)) { ($0.matrix[0], $0.matrix[5]) = (3, -3) },
    ]

    public var isPassthrough: Bool { inverse == Transform().inverse && !hasDepth }

    /// Whether what is seen has a third coordinate.
    private var hasDepth: Bool { matrix.count == 16 && [2, 6, 14].contains { matrix[$0] != 0 } }

    /// What is seen at (x, y, 1), a column, comes from this times it; zeros where nothing is seen. Row by row.
    private var inverse: [Double] {
        let m = scaled
        let (a, b, c) = (m[0], m[4], m[12])
        let (d, e, f) = (m[1], m[5], m[13])
        let (g, h, i) = (m[3], m[7], m[15])
        let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        guard determinant.magnitude > 1e-12 else { return Array(repeating: 0, count: 9) }
        return [
            e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g,
            b * g - a * h, a * e - b * d,
        ].map { $0 / determinant }
    }

    /// The matrix without what all numbers are multiplied by, as where points are seen does not depend on it.
    private var scaled: [Double] {
        let numbers = matrix.count == 16 ? matrix : Transform().matrix
        let scale = [0, 1, 3, 4, 5, 7, 12, 13, 15].map { numbers[$0].magnitude }.max() ?? 0
        return numbers.map { $0 / max(scale, .leastNormalMagnitude) }
    }

    /// Z / W of what is seen at (x, y, 1): their sum by these.
    private var depths: [Double] {
        let (m, inverse) = (scaled, inverse)
        return (0..<3).map { m[2] * inverse[$0] + m[6] * inverse[3 + $0] + m[14] * inverse[6 + $0] }
    }

    public static func pixel(_ p: Pixel, _ u: Parameters<Transform>) -> Pixel {
        let (keeps, isAnchored) = (u.structure(\.keepAspect), u.structure(\.anchorTopLeft))
        let aspect = keeps ? p.height / p.width : Num(1)
        // From fractions of the frame to the plane and back.
        func point(_ position: Num) -> Num { isAnchored ? position : 2 * position - 1 }
        func position(_ point: Num) -> Num { isAnchored ? point : 0.5 * point + 0.5 }
        let (x, y) = (point(p.x), point(p.y) * aspect)
        func row(_ index: Int) -> Num {
            func weight(_ column: Int) -> Num { u.value { $0.inverse[3 * index + column] } }
            return x * weight(0) + y * weight(1) + weight(2)
        }
        let (third, tolerance) = (row(2), Num(1e-6))
        let (column, line) = (position(row(0) / third), position(row(1) / (third * aspect)))
        let beyond = max(abs(column - 0.5), abs(line - 0.5))
        // Behind the eye there is nothing either.
        var isSeen = less(0, third, less(0.5 + tolerance, beyond, 0, 1), 0)
        if u.structure(\.hasDepth) {
            func weight(_ column: Int) -> Num { u.value { $0.depths[column] } }
            let depth = x * weight(0) + y * weight(1) + weight(2)
            isSeen = less(1 + tolerance, abs(depth), 0, isSeen)
        }
        let back = u.color(\.background)
        let backAlpha = u.value { Double($0.background >> 24) / 255 }
        let seen = p.sample(column, line)
        return Pixel(less(isSeen, 0.5, back, seen.rgb), a: less(isSeen, 0.5, backAlpha, seen.a))
    }
}
