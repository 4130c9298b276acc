// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore
import PixelKernels

/// A frame of an input, with what its format and its codes mean.
public struct SourceFrame {
    /// The frame, of any size.
    public let frame: Frame
    /// What caps say of it.
    public let video: VideoInfo

    /// A frame with what caps say of it.
    public init(_ frame: Frame, _ video: VideoInfo) { (self.frame, self.video) = (frame, video) }
}

/// How frames of an input differ from those of an output of any size.
private enum InputDifference {
    /// They do not.
    case none
    /// Their Y'CbCr or gray is in full range, and the output's is not, or the other way round.
    case range
    /// Their format or their matrix is another.
    case format

    /// How codes of `input` differ from those of `output`.
    init(_ input: VideoInfo, _ output: VideoInfo) {
        let model = output.format.layout.model
        let haveSameMatrix = model != .ycbcr || input.colorimetry.hasMatrix(of: output.colorimetry)
        if input.format != output.format || !haveSameMatrix {
            self = .format
        } else if input.colorimetry.hasRange(of: output.colorimetry) {
            self = .none
        } else {
            self = model == .rgb ? .format : .range
        }
    }
}

/// A frame of an input in the format of an output.
public struct BroughtFrame {
    /// The frame, of any size.
    public let frame: Frame
    /// Whether its range is the other one.
    public let hasOtherRange: Bool
    /// Where it lies in the output, to which size it is still to be brought.
    public let place: MixPlace
}

/// Brings frames of an input to the format of an output, in a size of their own, and chroma of the same grid to its site.
///
/// A frame comes to its size first where that is less work, or where chroma would be lost otherwise: where it is to be smaller, moves, or
/// has fewer samples in the output. In an output of 16 bits it is stretched in these.
public final class InputConversion {
    private let conversion: FormatConversion
    /// Of the input's format.
    private let stretch: MixEffect
    private var (from, to): (VideoInfo?, VideoInfo?)
    private var stretched: FrameCopy?
    private var converted: FrameCopy?

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) {
        conversion = FormatConversion(kernels: kernels)
        stretch = MixEffect(kernels: kernels)
    }

    /// A frame that lies at `place` in the output, as that has it, but for its range and its size. It holds until the next one. Allocates
    /// only where something has changed.
    public func frame(
        _ input: SourceFrame, as output: VideoInfo, place: MixPlace, bands: BandExecutor
    ) throws -> BroughtFrame {
        let frame = input.frame
        let difference = InputDifference(input.video, output)
        let isConverted = difference == .format
        let moves = input.video.hasOtherChromaSite(output)
        func brought(_ frame: Frame, at place: MixPlace) -> BroughtFrame {
            BroughtFrame(frame: frame, hasOtherRange: difference == .range, place: place)
        }
        guard isConverted || moves else { return brought(frame, at: place) }
        let isSame = (place.width, place.height) == (frame.width, frame.height)
        let getsDeep = output.format.layout.depth == 16 && input.video.format.layout.depth < 16
        let isSmaller = place.width * place.height < frame.width * frame.height && !getsDeep
        let losesChroma = !isSame && input.video.format.layout.hasMoreChroma(than: output.format.layout)
        // Of what goes beyond an odd edge, chroma at the edge is of what is seen alone.
        let isCut = place.isCut(in: output) && input.video.format.layout.hasMoreChroma(than: output.format.layout)
        let stretches = isSmaller || moves || losesChroma || isCut
        // What is made smaller is made whole: its chroma may be coarser than the grid that the output cuts it on.
        let seen = stretches && !isSmaller ? place.shown(in: output, hasFields: input.video.hasFields) : place
        let size = stretches ? (seen.width, seen.height) : (frame.width, frame.height)
        var (from, to) = (input.video.sized(size), output.sized(size, hasFields: input.video.hasFields))
        // Colours are shown as they are, whatever alpha they had.
        if !output.hasAlpha { from.isOpaque = true }
        if from != self.from || to != self.to {
            (self.from, self.to, stretched, converted) = (nil, nil, nil, nil)
            try conversion.configure(from: from, to: to)
            try stretch.configure(from)
            stretch.update(MixSettings())
            stretch.newSite = moves ? output.chromaSite : nil
            let copy = try FrameCopy(to)
            copy.setBits()
            converted = copy
            (self.from, self.to) = (from, to)
        }
        var source = frame
        if stretches {
            let copy = try stretched ?? FrameCopy(from)
            stretched = copy
            source = copy.frame(Frame(frame, from))
            let inSeen = MixPlace(
                x: place.x - seen.x, y: place.y - seen.y, width: place.width, height: place.height)
            try stretch.render(
                source, first: nil, second: frame, otherRange: (false, false), place: inSeen, bands: bands)
        }
        guard isConverted, let converted else { return brought(source, at: seen) }
        let result = converted.frame(Frame(frame, to))
        try conversion.render(source, to: result, bands: bands)
        return brought(result, at: seen)
    }
}

/// Moves chroma of an input to the site that the output has for the same grid, in the input's format.
final class ChromaSiteConversion {
    private let conversion: InputConversion

    init(kernels: any KernelSet.Type) { conversion = InputConversion(kernels: kernels) }

    /// A frame that lies at `place` in the output, and the place of what is left of it: both as they are, where chroma has its site.
    func frame(
        _ input: SourceFrame, in output: VideoInfo, place: MixPlace, bands: BandExecutor
    ) throws -> (SourceFrame, MixPlace) {
        guard input.video.hasOtherChromaSite(output) else { return (input, place) }
        var moved = input.video.sized((output.width, output.height))
        moved.chromaSite = output.chromaSite
        let brought = try conversion.frame(input, as: moved, place: place, bands: bands)
        return (SourceFrame(brought.frame, moved.sized((brought.frame.width, brought.frame.height))), brought.place)
    }
}

extension MixPlace {
    /// What the output shows, with whole rows of chroma of both fields. It begins on the output's grid of chroma.
    fileprivate func shown(in output: VideoInfo, hasFields: Bool) -> MixPlace {
        guard var seen = visible(in: output) else { return self }
        if hasFields { seen.height = min((seen.height + 3) & ~3, y + height - seen.y) }
        return seen
    }
}

extension MixPlace {
    /// Whether it goes beyond an edge of an output that cuts a sample of chroma.
    fileprivate func isCut(in output: VideoInfo) -> Bool {
        let layout = output.format.layout
        return layout.chromaShiftX > 0 && output.width & 1 == 1 && x + width > output.width
            || layout.chromaShiftY > 0 && output.height & 1 == 1 && y + height > output.height
    }
}

extension PixelLayout {
    /// Whether chroma, or R'G'B' in place of it, has more columns or rows.
    func hasMoreChroma(than other: PixelLayout) -> Bool {
        chromaShiftX < other.chromaShiftX || chromaShiftY < other.chromaShiftY
    }
}

extension VideoInfo {
    /// Whether each code becomes one of `output` that means the same: chroma is repeated at most, and alpha added.
    func keepsCodes(in output: VideoInfo) -> Bool {
        let (a, b) = (format.layout, output.format.layout)
        guard a.model == b.model, a.depth == b.depth, !a.hasMoreChroma(than: b), !hasAlpha || output.hasAlpha else {
            return false
        }
        return colorimetry.hasRange(of: output.colorimetry)
            && (a.model != .ycbcr || colorimetry.hasMatrix(of: output.colorimetry))
    }

    /// Frames of 16 bits that are blended in place of these: R'G'B', or Y'CbCr of the same matrix. They are opaque if these have no alpha.
    var deep: VideoInfo {
        var deep = of(format.layout.model == .rgb ? .argb64 : .ayuv64)
        deep.isOpaque = !hasAlpha
        return deep
    }

    /// The same, where these are gray, with luma of the weights that it has in `first`, of Y'CbCr: gray has no matrix of its own.
    func lit(as first: VideoInfo) -> VideoInfo {
        var lit = self
        if format.layout.model == .gray, first.format.layout.model == .ycbcr {
            (lit.colorimetry.kr, lit.colorimetry.kb) = (first.colorimetry.kr, first.colorimetry.kb)
        }
        return lit
    }

    /// Frames with chroma for each pixel that are blended in place of these, of a format without alpha: the same codes where they have 8 bits.
    var withAllChroma: VideoInfo { format.layout.sampleBytes == 1 ? of(.y444) : deep }

    /// The same with another format, of the same matrix and range.
    private func of(_ other: PixelFormat) -> VideoInfo {
        VideoInfo(
            format: other, width: width, height: height,
            colorimetry: Colorimetry(
                kr: colorimetry.kr, kb: colorimetry.kb, fullRange: colorimetry.lumaOffset == 0,
                depth: other.layout.depth), frameRate: frameRate, hasFields: hasFields, chromaSite: chromaSite)
    }

    /// Whether chroma has the same grid, but lies elsewhere, as far as is known. Where one has more chroma it counts as in the middle.
    func hasOtherChromaSite(_ other: VideoInfo) -> Bool {
        let (a, b) = (format.layout, other.format.layout)
        let haveFields = hasFields || other.hasFields
        guard chromaSite.isKnown, other.chromaSite.isKnown else { return false }
        guard a.model == .ycbcr, b.model == .ycbcr, a.chromaShiftX == b.chromaShiftX, a.chromaShiftY == b.chromaShiftY
        else { return false }
        return chromaSite.seen(in: a, hasFields: haveFields) != other.chromaSite.seen(in: b, hasFields: haveFields)
    }

    /// The same with another size.
    func sized(_ size: (width: Int, height: Int), hasFields: Bool? = nil) -> VideoInfo {
        var sized = VideoInfo(
            format: format, width: size.width, height: size.height, colorimetry: colorimetry, frameRate: frameRate,
            hasFields: hasFields ?? self.hasFields, chromaSite: chromaSite)
        sized.isOpaque = isOpaque
        return sized
    }

    /// The format of frames that are to be blended over these with their alpha: the same pixels with it, or others of the same matrix and
    /// of no less depth.
    var withAlpha: VideoInfo {
        let layout = format.layout
        let isDeep = layout.sampleBytes == 2
        let other: PixelFormat =
            switch format {
            case .bgrx: .bgra
            case .rgbx: .rgba
            case .xrgb: .argb
            case .xbgr: .abgr
            case .argb64, .ayuv64: format
            default: layout.model == .rgb ? .rgba : isDeep ? .ayuv64 : .ayuv
            }
        return of(other)
    }
}

extension Frame {
    /// A frame without memory, of the fields of another one.
    fileprivate init(_ frame: Frame, _ video: VideoInfo) {
        self.init(
            format: video.format, width: video.width, height: video.height, interlaced: frame.interlaced,
            planes: frame.planes)
    }
}
