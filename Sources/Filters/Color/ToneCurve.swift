// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
internal import PixelCore

/// Curves through points, of each component and then of all.
public struct ToneCurve: Filter {
    /// Each x, y, and so on; what is not whole pairs of different x does not count.
    public var master = identity
    public var red = identity
    public var green = identity
    public var blue = identity
    public var file: LoadedFile<CurveFile>?

    public init() {}

    private static let identity = [0.0, 0, 0.5, 0.5, 1, 1]
    public static let metadata = ElementMetadata(
        factoryName: "swifttonecurve", typeName: "GstSwiftToneCurve", longName: "Tone curve", family: .color,
        description: "Changes dark, middle and light tones by curves through points, or of an .acv file", since: "0.1",
        example: "swifttonecurve master=\"<0,0,0.25,0.15,0.75,0.85,1,1>\" blue=\"<0,0.1,1,0.9>\"",
        recipes: [
            (
                "More contrast in the middle tones of a camera",
                "gst-launch-1.0 v4l2src ! swifttonecurve master=\"<0,0, 0.25,0.18, 0.75,0.82, 1,1>\" ! videoconvert ! autovideosink"
            ),
            (
                "Use curves that were saved by an image editor",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swifttonecurve location=curves.acv ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A curve is a natural cubic spline through its points, level before the first and after the last, limited to 0...1. R', G' \
            and B' go through their own curve, then through the master. There are 2 to 32 points; two with the same x are refused \
            with a warning, and the curve stays as it was.

            `location` names a file of curves as Photoshop and GIMP save them (`.acv`); its curves take the place of the four \
            properties. GPUImage's tables are cut to bytes and read half an entry off; these are not.
            """)

    public static let properties: [Property<ToneCurve>] = [
        curve(
            "master", \.master, nick: "Master",
            "Points of the curve of all components, after their own: x and y of each. The default changes nothing"),
        curve(
            "red", \.red, nick: "Red", "Points of the curve of red: x and y of each. The default changes nothing"),
        curve(
            "green", \.green, nick: "Green",
            "Points of the curve of green: x and y of each. The default changes nothing"),
        curve(
            "blue", \.blue, nick: "Blue", "Points of the curve of blue: x and y of each. The default changes nothing"),
        .file(
            "location", \.file, kind: "an .acv file", maximumBytes: 65536, nick: "Location",
            "An .acv file, read when this is set, whose curves count instead of the points of the other properties. NULL or nothing: none"
        ) { try CurveFile($0) },
    ]

    private static func curve(
        _ name: StaticString, _ path: SettingPath<ToneCurve, [Double]>, nick: StaticString, _ blurb: StaticString
    ) -> Property<ToneCurve> {
        .numbers(name, path, count: 4...64, in: 0...1, nick: nick, blurb) { points in
            guard points.count.isMultiple(of: 2) else {
                return "takes x and y of each point, not \(points.count) numbers"
            }
            return Spline(points) == nil ? "takes no two points with the same x" : nil
        }
    }

    public static let examples = [
        FilterExample<ToneCurve>((200, 100, 50), (174, 131, 83)) { $0.master = [0, 0, 0.3, 0.45, 0.8, 0.7, 1, 1] }
    ]

    /// Master, red, green, blue.
    private var curves: [Spline] { file?.content.curves ?? [master, red, green, blue].map { Spline($0) ?? .identity } }

    public var isPassthrough: Bool { curves.allSatisfy(\.isIdentity) }

    var redCurves: CurvePair { CurvePair(own: curves[1], master: curves[0]) }
    var greenCurves: CurvePair { CurvePair(own: curves[2], master: curves[0]) }
    var blueCurves: CurvePair { CurvePair(own: curves[3], master: curves[0]) }

    public static func color(_ p: Pixel, _ u: Parameters<ToneCurve>) -> Color<Num> {
        func curve(_ path: KeyPath<ToneCurve, CurvePair>) -> Table {
            u.table(path) { curves throws(OutOfMemory) in try curves.table() }
        }
        return Color(
            curve(\.redCurves)(p.rgb.r), curve(\.greenCurves)(p.rgb.g), curve(\.blueCurves)(p.rgb.b))
    }
}
