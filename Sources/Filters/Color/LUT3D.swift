// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
internal import PixelCore

/// The colours that a file has for colours.
public struct LUT3D: Filter {
    public var file: LoadedFile<ColorCube>?
    @Limited(0...1) public var intensity = 1.0
    public var interpolation = Interpolation.trilinear

    public init() {}

    /// How colours between the file's are made.
    public enum Interpolation: Int32, PropertyChoice {
        case trilinear, tetrahedral

        public var nick: StaticString { self == .trilinear ? "trilinear" : "tetrahedral" }

        public var label: StaticString {
            self == .trilinear
                ? "Of the eight colours around, axis by axis" : "Of the four colours of a tetrahedron around"
        }
    }

    public static let metadata = ElementMetadata(
        factoryName: "swiftlut3d", typeName: "GstSwiftLUT3D", longName: "3D lookup table", family: .color,
        description: "Replaces colours by those of a .cube file, a Hald image or a lookup image", since: "0.1",
        example: "swiftlut3d location=Tests/Media/warm.cube",
        recipes: [
            (
                "Colour a camera by a .cube file",
                "gst-launch-1.0 v4l2src ! swiftlut3d location=look.cube ! videoconvert ! autovideosink"
            ),
            (
                "Apply half of the changes that an image editor made to a Hald image",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftlut3d location=hald.png intensity=0.5 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The file is one of these:

            - a `.cube` file, as Adobe and DaVinci Resolve write it, with a table of one axis (up to 65536 entries), of three (up \
            to 256 for each) or both. With a domain other than 0...1 or a table of one axis, it is first brought to a cube of 65 \
            or more entries for each axis. An error names the line.
            - a Hald image of level 2 to 16 (8x8 to 4096x4096 pixels): the pixels of an identity image after changes by any program.
            - a lookup image of GPUImage: 512x512 pixels, tiles of 64x64. Whether an image of this size is that or a Hald image is \
            seen from its colours.

            Images are PNG, of 8 bits, or of 16 bits with alpha, or JPEG, which changes colours. Without a file, frames pass \
            through. Then out = in + intensity * (found - in).

            `interpolation=tetrahedral` is what ffmpeg's `lut3d` does by default; gray stays gray in cubes that have it so. \
            GPUImage's lookup is trilinear.
            """)

    public static let properties: [Property<LUT3D>] = [
        .file(
            "location", \.file, kind: "a .cube file or an image", maximumBytes: 1 << 28, takesImages: true,
            nick: "Location",
            "A .cube file, Hald image or lookup image, read when this is set. NULL or nothing passes frames through"
        ) { try ColorCube($0) },
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the file's colours. 0 passes frames through, 1 is all of them"),
        .choice(
            "interpolation", \.interpolation, typeName: "GstSwiftLUT3DInterpolation", nick: "Interpolation",
            "How colours between the file's are made"),
    ]

    /// The cube of three dimensions in Adobe's Cube LUT Specification 1.0.
    private static let published = """
        LUT_3D_SIZE 2
        0 0 0
        1 0 0
        0 .75 0
        1 .75 0
        0 .25 1
        1 .25 1
        0 1 1
        1 1 1
        """

    public static var examples: [FilterExample<LUT3D>] {
        var text = published
        guard let cube = text.withUTF8({ try? ColorCube(.bytes(UnsafeRawBufferPointer($0))) }) else { return [] }
        let file = LoadedFile("published.cube", cube)
        return [
            FilterExample((200, 100, 50), (200, 87.5, 50)) { $0.file = file },
            FilterExample((200, 100, 50), (200, 87.5, 50)) { ($0.file, $0.interpolation) = (file, .tetrahedral) },
            FilterExample((200, 100, 50), (200, 95, 50)) { ($0.file, $0.intensity) = (file, 0.4) },
        ]
    }

    public var isPassthrough: Bool { file == nil || intensity == 0 }

    /// What the law depends on.
    private var hasFile: Bool { file != nil }

    public static func color(_ p: Pixel, _ u: Parameters<LUT3D>) -> Color<Num> {
        guard u.structure(\.hasFile) else { return p.rgb }
        let table = u.colorTable(\.file, { $0.interpolation == .trilinear ? .trilinear : .tetrahedral }) {
            file throws(OutOfMemory) in
            if let file { return file.content.table }
            return try LookUpTable(cube: 2) { _ in }
        }
        return mix(p.rgb, table(p.rgb), u(\.intensity))
    }
}
