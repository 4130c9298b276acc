// SPDX-License-Identifier: MIT
/// What the samples of a format mean.
public enum ColorModel: Sendable {
    /// R'G'B' components.
    case rgb
    /// Y'CbCr components.
    case ycbcr
    /// Luma alone.
    case gray
}

/// Where one component of a format lies: GStreamer's plane number, the first sample of it in a row,
/// and the distance to the next, both in samples (of one or two bytes).
public struct ComponentPosition: Sendable, Equatable {
    public let plane: Int
    public let offset: Int
    public let step: Int

    public init(_ plane: Int, _ offset: Int, _ step: Int) {
        self.plane = plane
        self.offset = offset
        self.step = step
    }
}

/// How a pixel format lays out its samples: all that kernels need to know about it.
///
/// Plain data without references: threads read it for every row.
public struct PixelLayout: Sendable {
    public let model: ColorModel
    /// Bits that carry the value of a sample: 8, 10 or 16.
    public let depth: Int
    /// How far the value is shifted up inside its sample (6 in P010, which keeps it in the high bits).
    public let sampleShift: Int
    /// Bytes of a sample: 1 or 2.
    public let sampleBytes: Int
    /// Whether two-byte samples are stored most significant byte first.
    public let bigEndian: Bool
    /// log2 of luma columns for each chroma sample.
    public let chromaShiftX: Int
    /// log2 of luma rows for each chroma sample.
    public let chromaShiftY: Int
    /// R or Y. Alpha and padding are no components: effects keep both.
    public let first: ComponentPosition
    /// G or Cb; in gray formats, luma again.
    public let second: ComponentPosition
    /// B or Cr; in gray formats, luma again.
    public let third: ComponentPosition
    public let planeCount: Int
    /// Samples from a pixel to the next in each plane.
    private let steps: (Int, Int, Int)

    init(
        _ model: ColorModel, depth: Int = 8, sampleShift: Int = 0, bigEndian: Bool = false,
        chromaShift: (x: Int, y: Int) = (0, 0), _ first: ComponentPosition, _ second: ComponentPosition,
        _ third: ComponentPosition
    ) {
        self.model = model
        self.depth = depth
        self.sampleShift = sampleShift
        self.sampleBytes = depth > 8 ? 2 : 1
        self.bigEndian = bigEndian
        self.chromaShiftX = chromaShift.x
        self.chromaShiftY = chromaShift.y
        (self.first, self.second, self.third) = (first, second, third)
        planeCount = max(first.plane, second.plane, third.plane) + 1
        func step(_ plane: Int) -> Int {
            first.plane == plane ? first.step : second.plane == plane ? second.step : third.step
        }
        steps = (step(0), step(1), step(2))
    }

    /// R, G, B or Y, Cb, Cr or Y, in this order.
    public var components: [ComponentPosition] {
        model == .gray ? [first] : [first, second, third]
    }

    /// Samples from a pixel, or chroma sample, to the next in `plane`: of luma, where chroma lies between.
    public func step(plane: Int) -> Int {
        plane == 0 ? steps.0 : plane == 1 ? steps.1 : steps.2
    }

    /// Whether luma and chroma bytes alternate in one plane: YUY2 and its like.
    public var isPacked422: Bool { model == .ycbcr && first.step == 2 }

    /// Whether a pixel's luma comes before its chroma, in packed 4:2:2.
    public var isLumaFirst: Bool { first.offset < second.offset }

    /// Whether Cb comes before Cr, where they share a plane.
    public var isCbFirst: Bool { second.offset < third.offset }

    /// The largest value of a sample, 2^depth - 1.
    public var maximum: Int { (1 << depth) - 1 }

    /// How two-byte samples are stored.
    public var storage: SampleStorage {
        SampleStorage(swapped: bigEndian != (UInt16(1).bigEndian == 1), shift: UInt16(sampleShift))
    }

    /// Whether `plane` holds chroma at the chroma resolution.
    public func isChroma(plane: Int) -> Bool {
        model == .ycbcr && plane > 0
    }

    /// Bytes that a row of `plane` uses in a frame `width` pixels wide, padding excluded.
    public func rowBytes(plane: Int, width: Int) -> Int {
        // A packed pixel ends at its step, so that alpha and padding are counted too; packed 4:2:2 ends with a pair.
        let samples = isChroma(plane: plane) ? chromaWidth(width) : isPacked422 ? 2 * chromaWidth(width) : width
        return samples * step(plane: plane) * sampleBytes
    }

    /// Rows of `plane` in a frame `height` pixels high.
    ///
    /// The chroma rows of an interlaced 4:2:0 frame belong to its fields in turn, so there is an even number of them,
    /// except in P010.
    public func rows(plane: Int, height: Int, interlaced: Bool) -> Int {
        guard isChroma(plane: plane), chromaShiftY > 0 else { return height }
        let rows = (height + 1) >> 1
        return interlaced && interlacedChromaIsEven ? (rows + 1) & ~1 : rows
    }

    /// Whether the chroma of interlaced 4:2:0 frames has an even number of rows.
    ///
    /// GStreamer (1.22, video-info.c) makes it so in every format but P010. There the last chroma row may stand alone,
    /// and serves the last row of both fields.
    public var interlacedChromaIsEven: Bool { sampleShift == 0 }

    /// Chroma samples in a row `width` pixels wide.
    public func chromaWidth(_ width: Int) -> Int {
        (width + (1 << chromaShiftX) - 1) >> chromaShiftX
    }
}
