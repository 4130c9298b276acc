// SPDX-License-Identifier: MIT
import PixelCore

/// Where a frame lies in another one: its first column and row there, which may lie outside, and its size.
public struct MixPlace: Sendable, Equatable {
    /// The first column, of whole chroma samples.
    public var x: Int
    /// The first row, of whole chroma samples of its field.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// The place of a frame that is as large as the other, unless said otherwise.
    public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// In the middle.
    init(of size: (width: Int, height: Int), in output: Frame, interlaced: Bool) {
        self.init(of: size, in: (output.width, output.height), output.layout, interlaced: interlaced)
    }

    /// In the middle.
    package init(of size: (width: Int, height: Int), in video: VideoInfo, interlaced: Bool) {
        self.init(of: size, in: (video.width, video.height), video.format.layout, interlaced: interlaced)
    }

    private init(
        of size: (width: Int, height: Int), in whole: (width: Int, height: Int), _ layout: PixelLayout, interlaced: Bool
    ) {
        let step = Self.step(layout, interlaced: interlaced)
        self.init(
            x: (whole.width - size.width) / 2 / step.x * step.x, y: (whole.height - size.height) / 2 / step.y * step.y,
            width: size.width, height: size.height)
    }

    /// Columns and rows that go together.
    static func step(_ layout: PixelLayout, interlaced: Bool) -> (x: Int, y: Int) {
        (1 << layout.chromaShiftX, (interlaced ? 2 : 1) << layout.chromaShiftY)
    }

    /// Whether a frame of this size shows nothing else.
    func covers(width: Int, height: Int) -> Bool {
        x <= 0 && y <= 0 && x + self.width >= width && y + self.height >= height
    }

    /// Whether another place lies in it.
    func holds(_ other: MixPlace) -> Bool {
        x <= other.x && y <= other.y && x + width >= other.x + other.width && y + height >= other.y + other.height
    }

    /// The part of it that lies in a frame of this size; nil: none.
    func visible(width: Int, height: Int) -> MixPlace? {
        let (left, top) = (max(0, x), max(0, y))
        let (right, bottom) = (min(width, x + self.width), min(height, y + self.height))
        return left < right && top < bottom ? MixPlace(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// The same in a frame of `video`. Of packed 4:2:2 a pair of columns that it has one of is not changed, and of interlaced 4:2:0 not
    /// the last row where the other field has none beside it, as both have as many rows of chroma; nor two rows, where these would have
    /// one between them.
    func visible(in video: VideoInfo) -> MixPlace? {
        guard var seen = visible(width: video.width, height: video.height) else { return nil }
        let layout = video.format.layout
        if layout.isPacked422, seen.x + seen.width < video.width { seen.width &= ~1 }
        let cut = seen.height % 4
        if video.hasFields, layout.chromaShiftY > 0, cut == 1 || cut == 2 && !layout.interlacedChromaIsEven,
            seen.y + seen.height < video.height
        {
            seen.height -= cut
        }
        return seen.width == 0 || seen.height == 0 ? nil : seen
    }
}

extension Frame {
    /// Whether a part that lies in it has the chroma that its rows and columns have here.
    func keepsChroma(_ part: MixPlace) -> Bool {
        let step = MixPlace.step(layout, interlaced: interlaced)
        // Two last rows of fields would share one of chroma.
        let isShared =
            interlaced && layout.chromaShiftY > 0 && !layout.interlacedChromaIsEven && part.height % 4 == 2
            && part.y + part.height < height
        return part.x % step.x == 0 && part.y % step.y == 0 && !isShared
    }

    /// A part of the frame, as a frame: what is changed in it is changed here. It must be within the frame.
    func part(_ place: MixPlace) -> Frame {
        func part(_ index: Int) -> Plane {
            let used = index < layout.planeCount ? index : 0
            let row = layout.isChroma(plane: used) ? place.y >> layout.chromaShiftY : place.y
            return Plane(
                base: plane(used).row(row) + layout.rowBytes(plane: used, width: place.x), stride: plane(used).stride)
        }
        return Frame(
            format: format, width: place.width, height: place.height, interlaced: interlaced, firstField: firstField,
            onlyField: onlyField, planes: (part(0), part(1), part(2)), time: time, duration: duration, offset: offset,
            unclippedTime: unclippedTime)
    }
}
