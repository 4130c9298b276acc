// SPDX-License-Identifier: MIT
/// One plane of a frame in memory that somebody else owns.
public struct Plane {
    /// The first sample of the first row.
    public var base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    public var stride: Int

    public init(base: UnsafeMutableRawPointer, stride: Int) {
        self.base = base
        self.stride = stride
    }

    /// The first sample of `row`.
    @inline(__always)
    public func row(_ row: Int) -> UnsafeMutableRawPointer {
        base + row &* stride
    }
}

/// One of the two fields of an interlaced frame.
public enum VideoField: Sendable {
    /// Rows 0, 2, ...
    case top
    /// Rows 1, 3, ...
    case bottom
}

/// A frame that an effect reads, and writes unless it is an input of one that makes another frame.
///
/// The owner of the memory promises that every plane has the rows and row bytes that `PixelLayout` names for
/// this size, that strides are at least the row bytes, that bases and strides are multiples of the sample's bytes, that
/// planes do not overlap, and that nobody writes to it while an effect renders. All of it may be written, but of the inputs of
/// `ConvertingEffect` and `MixingEffect`, which may be shared, nothing is.
public struct Frame {
    public let format: PixelFormat
    /// That of the format. Stored, as it is asked for with every row.
    public let layout: PixelLayout
    public let width: Int
    public let height: Int
    /// Whether rows belong to two fields in turn, so that 4:2:0 chroma does too.
    public let interlaced: Bool
    /// Of an interlaced frame, the field that is shown first.
    public let firstField: VideoField
    /// Of an interlaced frame, the only field that it has; nil: it has both.
    public let onlyField: VideoField?
    /// The planes in GStreamer's order; unused ones repeat the first.
    public let planes: (Plane, Plane, Plane)
    /// Stream time in nanoseconds; nil: the frame has none, or begins outside the segment that is played.
    public let time: Int64?
    /// Stream time in nanoseconds as if the segment had neither start nor end: below 0 before the stream. Without segments in
    /// time, the time stamp.
    public let unclippedTime: Int64?
    /// How long the frame is shown, in nanoseconds.
    public let duration: Int64?
    /// How many frames of the stream came before, where its source counts them.
    public let offset: UInt64?
    /// Whether it does not go on from the frame before, as some are missing between.
    public let isDiscontinuous: Bool

    public init(
        format: PixelFormat, width: Int, height: Int, interlaced: Bool = false,
        firstField: VideoField = .top, onlyField: VideoField? = nil, planes: (Plane, Plane, Plane),
        time: Int64? = nil, duration: Int64? = nil, offset: UInt64? = nil, unclippedTime: Int64? = nil,
        isDiscontinuous: Bool = false
    ) {
        // In the segment they are the same.
        self.unclippedTime = unclippedTime ?? time
        (self.firstField, self.onlyField, self.offset) = (firstField, onlyField, offset)
        self.isDiscontinuous = isDiscontinuous
        self.time = time
        self.duration = duration
        self.format = format
        layout = format.layout
        self.width = width
        self.height = height
        self.interlaced = interlaced
        self.planes = planes
    }

    @inline(__always)
    public func plane(_ index: Int) -> Plane {
        switch index {
        case 0: planes.0
        case 1: planes.1
        default: planes.2
        }
    }

    /// What a frame can be cut in without cutting chroma samples: rows of 4:2:0 chroma, or rows.
    public var unitCount: Int {
        layout.chromaShiftY > 0 ? layout.rows(plane: 1, height: height, interlaced: interlaced) : height
    }

    /// The chroma row of a 4:2:0 frame that covers luma row `row`.
    public func chromaRow(ofLumaRow row: Int) -> Int {
        // One that stands alone serves both fields: see `lumaRows(ofChromaRow:)`.
        interlaced ? min((row >> 2) &* 2 &+ (row & 1), unitCount &- 1) : row >> 1
    }

    /// The luma rows that chroma row `row` of a 4:2:0 frame covers; both are the same at an odd lower edge.
    ///
    /// Nil when it covers none, which only the padding row of an interlaced frame does.
    @inline(__always)
    public func lumaRows(ofChromaRow row: Int) -> (Int, Int)? {
        let first = interlaced ? (row >> 1) &* 4 &+ (row & 1) : row &* 2
        let second = first &+ (interlaced ? 2 : 1)
        guard first < height else { return nil }
        if second < height { return (first, second) }
        let isAlone = interlaced && row & 1 == 0 && !layout.interlacedChromaIsEven
        return (first, isAlone && first &+ 1 < height ? first &+ 1 : first)
    }
}
