// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Dots of the video's colours on black.
public struct PolkaDot: Filter, AlphaLaw {
    @Limited(0...1) public var size = 0.05
    @Limited(0...1) public var dotScaling = 0.9

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftpolkadot", typeName: "GstSwiftPolkaDot", longName: "Polka dots",
        description: "Draws video as dots of its colours on black", since: "0.1",
        example: "swiftpolkadot size=0.03",
        recipes: [
            (
                "See a camera as a wall of lamps",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftpolkadot size=0.02 ! videoconvert ! autovideosink"
            ),
            (
                "Draw a still image in few large dots",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftpolkadot size=0.08 dot-scaling=0.8 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            The frame is a grid of square cells. A pixel that is less than dot-scaling * size / 2 from the middle of its cell has the \
            colour there; others are black. Pixels have the alpha of their cell's middle.
            """)

    public static let properties: [Property<PolkaDot>] = [
        .double(
            "size", \.$size, nick: "Size", "Width of a cell, as a fraction of the frame's width: one pixel or more"),
        .double(
            "dot-scaling", \.$dotScaling, nick: "Dot scaling",
            "Diameter of the dots, as a fraction of the cell's. 0 leaves none, 1 makes them touch"),
    ]

    public static let probes = [
        FilterProbe<PolkaDot>((20, 11), (25.2, 189.6, 217.2)), FilterProbe<PolkaDot>((0, 35), (0, 0, 0)),
    ]

    public static func pixel(_ p: Pixel, _ u: Parameters<PolkaDot>) -> Pixel {
        let cell = GridCell(of: p, size: u(\.size))
        let beyond = p.distance(from: cell.x, cell.y) - u(\.dotScaling) * cell.width * 0.5
        let middle = p.sample(cell.x, cell.y)
        return Pixel(less(beyond + rimTolerance, 0, middle.rgb, gray(0)), a: middle.a)
    }
}
