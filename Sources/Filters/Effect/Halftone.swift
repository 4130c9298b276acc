// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Black dots on white, larger where it is darker.
public struct Halftone: Filter {
    @Limited(0...1) public var size = 0.01
    public var smooth = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swifthalftone", typeName: "GstSwiftHalftone", longName: "Halftone",
        description: "Draws video as a newspaper does, in black dots on white", since: "0.1",
        example: "swifthalftone size=0.02",
        recipes: [
            (
                "See yourself in a newspaper",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swifthalftone size=0.015 smooth=true ! videoconvert ! autovideosink"
            ),
            (
                "Print a still image with large dots",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swifthalftone size=0.03 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            The frame is a grid of square cells. A pixel is black where its distance from the middle of its cell is less than (1 - \
            luma) * size / 2, with the luma (BT.709) of the video in that middle; else it is white. So black becomes a disc that \
            fills the cell but for its corners. smooth=true draws the rims of dots in gray. Alpha stays. GPUImage also makes a \
            pixel black whose distance is equal, and so draws a point in the middle of white cells.
            """)

    public static let properties: [Property<Halftone>] = [
        .double(
            "size", \.$size, nick: "Size", "Width of a cell, as a fraction of the frame's width: one pixel or more"),
        .boolean("smooth", \.smooth, nick: "Smooth", "Draw the rims of dots in gray, a pixel wide"),
    ]

    public static let examples = [
        FilterExample<Halftone>((0, 0, 0), (0, 0, 0)) { $0.size = 0 },
        FilterExample<Halftone>((255, 255, 255), (255, 255, 255)) { ($0.size, $0.smooth) = (1 / 7, true) },
    ]

    public static let probes = [
        FilterProbe<Halftone>((20, 11), (0, 0, 0)) { $0.size = 0.05 },
        FilterProbe<Halftone>((0, 35), (255, 255, 255)) { $0.size = 0.05 },
    ]

    public static func color(_ p: Pixel, _ u: Parameters<Halftone>) -> Color<Num> {
        let cell = GridCell(of: p, size: u(\.size))
        let radius = (1 - dot(p.sample(cell.x, cell.y).rgb, luma)) * cell.width * 0.5
        let beyond = p.distance(from: cell.x, cell.y) - radius
        guard u.structure(\.smooth) else { return gray(less(beyond + rimTolerance, 0, 0, 1)) }
        // A dot smaller than a pixel is as much lighter.
        let ink = clamp(0.5 - beyond * p.width) * min(2 * radius * p.width, 1)
        return gray(1 - ink)
    }
}
