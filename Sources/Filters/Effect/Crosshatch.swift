// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Black lines on white, the more the darker it is.
public struct Crosshatch: Filter {
    @Limited(0...1) public var spacing = 0.03
    @Limited(0...1) public var lineWidth = 0.003

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftcrosshatch", typeName: "GstSwiftCrosshatch", longName: "Crosshatch",
        description: "Draws video as slanted black lines on white", since: "0.1",
        example: "swiftcrosshatch spacing=0.02 line-width=0.004",
        recipes: [
            (
                "See yourself as an engraving",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftcrosshatch spacing=0.015 line-width=0.0025 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image with a pen",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftcrosshatch spacing=0.01 line-width=0.002 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Where luma (BT.709) is below 1 there are lines that rise to the right, below 0.75 also such as fall, below 0.5 twice as \
            many rise, and below 0.3 twice as many fall. Lines are slanted as the frame's diagonals are. Alpha stays.
            """)

    public static let properties: [Property<Crosshatch>] = [
        .double(
            "spacing", \.$spacing, nick: "Spacing",
            "From one line to the next of the same kind, as a fraction of the frame's width and height"),
        .double(
            "line-width", \.$lineWidth, nick: "Line width",
            "How wide lines are, measured as spacing is. 0 draws almost none"),
    ]

    public static let examples = [
        FilterExample<Crosshatch>((255, 255, 255), (255, 255, 255)),
        FilterExample<Crosshatch>((0, 0, 0), (0, 0, 0)) { ($0.spacing, $0.lineWidth) = (0.1, 0.1) },
    ]

    public static let probes = [
        FilterProbe<Crosshatch>((20, 11), (0, 0, 0)), FilterProbe<Crosshatch>((0, 35), (255, 255, 255)),
    ]

    /// A spacing that can be divided by.
    private var step: Double { max(spacing, 1e-4) }

    public static func color(_ p: Pixel, _ u: Parameters<Crosshatch>) -> Color<Num> {
        let (light, spacing) = (dot(p.rgb, luma), u(\.step))
        /// 0 on lines where a coordinate is a multiple of the spacing, if it is darker than a limit.
        func lines(_ coordinate: Num, below limit: Num) -> Num {
            // What lies on a rim belongs to the line, however numbers round.
            let turns = coordinate / spacing + 0.0001
            let beside = (turns - floor(turns)) * spacing
            let isOff = less(u(\.lineWidth) + 0.0002 * spacing, beside, 1, 0)
            return less(light + lumaTolerance, limit, isOff, 1)
        }
        let (rising, falling, half) = (p.x + p.y, p.x - p.y, spacing * 0.5)
        return gray(
            min(
                min(lines(rising, below: 1), lines(falling, below: 0.75)),
                min(lines(rising - half, below: 0.5), lines(falling - half, below: 0.3))))
    }
}
