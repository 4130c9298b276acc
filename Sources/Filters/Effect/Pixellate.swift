// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Large square pixels.
public struct Pixellate: Filter, AlphaLaw {
    @Limited(0...1) public var size = 0.05
    @Limited(0...1) public var centerX = 0.5
    @Limited(0...1) public var centerY = 0.5
    @Limited(0...2) public var radius = 2.0
    public var average = false

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftpixellate", typeName: "GstSwiftPixellate", longName: "Pixellate",
        description: "Draws video in large square pixels, all of it or inside a circle", since: "0.1",
        example: "swiftpixellate size=0.03",
        recipes: [
            (
                "See a camera in large pixels",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftpixellate size=0.02 ! videoconvert ! autovideosink"
            ),
            (
                "Hide a face in a file",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftpixellate size=0.02 center-x=0.4 center-y=0.3 radius=0.12 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The frame is a grid of square cells, and each pixel has the colour in the middle of its cell or, with `average=true`, \
            the mean of its cell, which flickers less where video moves. With a radius below 2, only pixels nearer to the centre \
            than that change; the circle is round whatever the frame's proportions. Alpha moves with colours; what is wholly \
            transparent becomes black.

            GPUImage moves its circle off the point where that is not in the middle row; this one lies around the point. It also \
            begins with a radius of 0.25, in a filter of its own; here the default is the whole frame.
            """)

    public static let properties: [Property<Pixellate>] = [
        .double(
            "size", \.$size, nick: "Size",
            "Width of the large pixels, as a fraction of the frame's width: one pixel or more"),
        .centerX(\.$centerX),
        .centerY(\.$centerY),
        .double(
            "radius", \.$radius, nick: "Radius",
            "Radius of the circle that changes, as a fraction of the frame's width. 2 is the whole frame"),
        .boolean(
            "average", \.average, nick: "Average",
            "Whether large pixels have the mean colour of what they cover, and not the colour in their middle"),
    ]

    public static let probes = [
        FilterProbe<Pixellate>((20, 11), (25.2, 189.6, 217.2)),
        FilterProbe<Pixellate>((0, 35), (206.7, 178.9, 38.5)),
    ]

    public var isPassthrough: Bool { size == 0 || radius == 0 }

    private var isWhole: Bool { radius >= 2 }

    public static func pixel(_ p: Pixel, _ u: Parameters<Pixellate>) -> Pixel {
        let cell = GridCell(of: p, size: u(\.size))
        let isWhole = u.structure(\.isWhole)
        let (distance, rim) = (p.distance(from: u(\.centerX), u(\.centerY)), u(\.radius) - rimTolerance)
        func chosen(_ inside: Num, _ own: Num) -> Num { isWhole ? inside : less(distance, rim, inside, own) }
        guard u.structure(\.average) else { return p.sample(chosen(cell.x, p.x), chosen(cell.y, p.y)) }
        let mean = p.mean(ofCell: cell.column, cell.row, size: u(\.size))
        return Pixel(mean.rgb.map(p.rgb, chosen), a: chosen(mean.a, p.a), of: p.frame)
    }
}
