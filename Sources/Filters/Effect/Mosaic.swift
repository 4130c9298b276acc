// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
internal import PixelCore

/// Tiles of an image, chosen by how dark the frame is.
public struct Mosaic: Filter {
    var file: LoadedFile<TileAtlas>?
    @Limited(1...16) public var tileColumns: Int32 = 8
    @Limited(1...128) public var tiles: Int32 = 64
    @Limited(0...1) public var size = 0.025
    public var tint = true

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmosaic", typeName: "GstSwiftMosaic", longName: "Mosaic",
        description: "Draws video with tiles of an image, chosen by luma", since: "0.1",
        example: "swiftmosaic location=Tests/Media/tiles.png size=0.02",
        recipes: [
            (
                "See a camera as dots of many sizes",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftmosaic location=tiles.png ! videoconvert ! autovideosink"
            ),
            (
                "Draw a file with sixteen tiles, in their own colours",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftmosaic location=tiles.png tile-columns=4 tiles=16 tint=false ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            The frame is a grid of square cells, each of which becomes a tile. The image has `tile-columns` tiles in a row and as many \
            rows; the first tile, at the upper left, is for white, the last one for black, and they are counted row by row. Which one it \
            is follows from luma (BT.601) at the upper left corner of the cell: (1 - luma) * `tiles`, rounded down. With `tint`, tiles \
            are multiplied by the colour there. Tiles are drawn smoothly and do not run into each other; those of more than 128 pixels \
            across or down are reduced to that first. What is transparent in the image is black. Without an image, frames pass through. \
            Alpha stays.
            """)

    public static let properties: [Property<Mosaic>] = [
        .file(
            "location", \.file, kind: "a PNG or JPEG image", maximumBytes: 1 << 28, takesImages: true, nick: "Location",
            "An image of tiles, read when this is set. NULL or nothing passes frames through"
        ) { try TileAtlas($0) },
        .int(
            "tile-columns", \.$tileColumns, nick: "Tile columns",
            "How many tiles the image has in a row, and how many rows"),
        .int(
            "tiles", \.$tiles, nick: "Tiles",
            "How many tiles of the image are used, at most as many as it has"),
        .double(
            "size", \.$size, nick: "Size",
            "Width of the tiles in the frame, as a fraction of its width: one pixel or more. 0 passes frames through"),
        .boolean(
            "tint", \.tint, nick: "Tint", "Whether tiles are multiplied by the colour of the frame"),
    ]

    public var isPassthrough: Bool { file == nil || size == 0 }

    /// What the table of tiles follows from.
    private struct Tiles: Hashable, Sendable {
        let file: LoadedFile<TileAtlas>
        let columns: Int
        let count: Int

        /// Steps from the first to the last entry of the table.
        var steps: Int { file.content.tableSize(columns: columns, tiles: count) - 1 }
    }

    private var used: Tiles? {
        let columns = Int(tileColumns)
        return file.map { Tiles(file: $0, columns: columns, count: min(Int(tiles), columns * columns)) }
    }

    private var hasTiles: Bool { file != nil }

    public static func color(_ p: Pixel, _ u: Parameters<Mosaic>) -> Color<Num> {
        guard u.structure(\.hasTiles) else { return p.rgb }
        let table = u.colorTable(\.used, { _ in .trilinear }) { tiles throws(OutOfMemory) in
            guard let tiles else { return try LookUpTable(cube: 2) { _ in } }
            return try tiles.file.content.table(columns: tiles.columns, tiles: tiles.count)
        }
        let cell = GridCell(of: p, size: u(\.size))
        let seen = clamp(p.sample(cell.column * cell.width, cell.row * cell.height).rgb)
        let count = u.value { Double($0.used?.count ?? 1) }
        let wanted = floor((1 - dot(seen, luma601)) * count + tileTolerance)
        /// From the middle of a tile's first pixel, at 0, to that of its last.
        func place(_ position: Num, _ first: Num, _ size: Num, _ pixels: @escaping (Tiles) -> Int) -> Num {
            let pixels = u.value { Double($0.used.map(pixels) ?? 1) }
            return ((position - first * size) / size * pixels - 0.5) / (pixels - 1)
        }
        let tile = min(wanted, count - 1) / u.value { Double($0.used?.steps ?? 1) }
        let found = table(
            Color(
                place(p.x, cell.column, cell.width) { $0.file.content.side(columns: $0.columns).0 },
                place(p.y, cell.row, cell.height) { $0.file.content.side(columns: $0.columns).1 }, tile))
        return u.structure(\.tint) ? found * seen : found
    }
}

/// What lies between two tiles is the darker one, however numbers round.
private let tileTolerance: Num = 0.0001
