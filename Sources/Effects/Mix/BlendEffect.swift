// SPDX-License-Identifier: MIT
internal import Expressions
public import KernelTypes
public import PixelCore

/// How bytes of opaque pixels are made of two.
private enum OpaqueBytes {
    case law(ByteBlend)
    /// By the part of the second, of 32768.
    case mix(Int)
}

/// Makes a frame of two by a blend, in every format.
///
/// A first or a second frame of another size or range comes to those of the output as ``MixEffect`` brings it; around one that is
/// fitted to less than the whole, the first alone is shown, and of what is missing the other.
///
/// A blend that only mixes frames without alpha is one pass over their codes. Most frames with alpha are opaque: rows that are take
/// the shorter way of frames without alpha, where the blend keeps them so.
public final class BlendEffect<B: Blend>: BandedEffect, MixingEffect {
    private let general: BlendProgram<B>
    private let opaque: BlendProgram<B>
    /// Of the first frame alone, where it changes.
    private let alone: BlendProgram<B>
    private var changesAlone = false
    /// Whether that is what is rendered.
    private var isAlone = false
    /// Shows one frame alone, and brings it to size and range.
    private let mix: MixEffect
    /// Brings second frames that have alpha where the others have none; nil: they are as the others.
    private var alphaMix: MixEffect?
    /// What second frames are like.
    private var secondVideo: VideoInfo?
    /// Whether all that there is to do is to mix.
    private var onlyMixes = false
    /// The format of opaque rows; nil: none are looked for.
    private var opaqueFormat: PixelFormat?
    /// How bytes of opaque rows are made of two; nil: they are made otherwise.
    private var bytes: OpaqueBytes?
    private let changed = PatternBuffer()
    private var isUpdated = false
    private var broughtFirst: FrameCopy?
    private var broughtSecond: FrameCopy?
    /// For inputs that are read as they came; nil: there were none.
    private var direct: DirectBlend<B>?
    private var settings: B?
    // Of the frame being rendered.
    private var first: Frame?
    private var second: Frame?
    /// Whether the first frame is read where it is; otherwise the output has its samples.
    private var readsFirst = false

    /// Uses `kernels`, which the CPU must be able to run.
    public override init(kernels: any KernelSet.Type) {
        general = BlendProgram(kernels: kernels, hasSecond: true)
        opaque = BlendProgram(kernels: kernels, hasSecond: true)
        alone = BlendProgram(kernels: kernels, hasSecond: false)
        mix = MixEffect(kernels: kernels)
        super.init(kernels: kernels)
    }

    public static func shown(_ settings: B) -> MixInput? { settings.isPassthrough ? .first : nil }

    public static func changesFirst(_ settings: B) -> Bool { settings.changesAlone && !settings.isPassthrough }

    public static func isSharp(_ settings: B) -> Bool { settings.opaqueMix == nil }

    public static func isSteep(_ settings: B) -> Bool { settings.isSteep }

    public static func fittedSize(
        of second: FrameSize, in video: VideoInfo, pixelAspect: Double, interlaced: Bool, _ settings: B
    ) -> (width: Int, height: Int) {
        var mix = MixSettings()
        mix.sizing = settings.sizing
        return MixEffect.fittedSize(
            of: second, in: video, pixelAspect: pixelAspect, interlaced: interlaced, mix)
    }

    public func configure(_ video: VideoInfo) throws { try configure(video, second: nil) }

    /// The same with second frames that have alpha, where `video` has none: `second` is the same with alpha.
    func configure(_ video: VideoInfo, second: VideoInfo?) throws {
        (isUpdated, opaqueFormat, bytes, broughtFirst, broughtSecond) = (false, nil, nil, nil, nil)
        (alphaMix, secondVideo, direct, settings) = (nil, second ?? video, nil, nil)
        try begin(video)
        try general.configure(video, second: second)
        try alone.configure(video, second: nil)
        try mix.configure(video)
        mix.update(MixSettings())
        if let second {
            let own = MixEffect(kernels: kernels)
            try own.configure(second)
            own.update(MixSettings())
            alphaMix = own
        }
        if let format = video.format.withoutAlpha {
            try opaque.configure(
                VideoInfo(
                    format: format, width: video.width, height: video.height, colorimetry: video.colorimetry,
                    hasFields: video.hasFields), second: nil)
        }
        changed.clear()
        for component in video.format.layout.components { changed.set(component, mask: 255, value: 255) }
    }

    public func update(_ settings: B) throws {
        guard let video else { return }
        self.settings = settings
        try direct?.update(settings)
        let hasAlpha = video.hasAlpha
        let part = alphaMix == nil && !hasAlpha ? settings.opaqueMix : nil
        onlyMixes = part != nil
        if let part {
            var mixed = MixSettings()
            mixed.factor = part
            mix.update(mixed)
            isUpdated = true
            return
        }
        try general.update(settings)
        changesAlone = Self.changesFirst(settings)
        if changesAlone { try alone.update(settings) }
        // Black is 0 and white 255. Else rows with alpha would be limited, and those without it not.
        let isFull = video.colorimetry.lumaOffset == 0 && video.colorimetry.lumaScale == 255
        opaqueFormat = settings.keepsOpaque && isFull ? video.format.withoutAlpha : nil
        if opaqueFormat != nil { try opaque.update(settings) }
        let layout = video.format.layout
        let takesBytes =
            layout.sampleBytes == 1 && layout.model != .ycbcr && isFull && (opaqueFormat != nil || !hasAlpha)
            && alphaMix == nil
        bytes = takesBytes ? settings.bytes.map { .law($0) } : nil
        let weight = settings.opaqueMix.map(MixSettings.weight)
        if bytes == nil, opaqueFormat != nil, let weight, weight < MixSettings.unit { bytes = .mix(weight) }
        isUpdated = true
    }

    public func takeWarning() -> String? {
        // Both have the same settings.
        let (warning, other) = (general.takeWarning(), direct?.takeWarning())
        return warning ?? other
    }

    public func render(
        _ output: Frame, reading first: SourceFrame, _ second: SourceFrame?, fitted: (width: Int, height: Int),
        bands: BandExecutor
    ) throws {
        guard let video, let settings else { throw EffectError("A frame came before its caps.") }
        try check(output)
        let effect = direct ?? DirectBlend(kernels: kernels)
        if direct == nil {
            try effect.configure(video)
            try effect.update(settings)
            direct = effect
        }
        let interlaced = output.interlaced || second?.frame.interlaced == true
        let place = MixPlace(of: fitted, in: output, interlaced: interlaced)
        try effect.render(output, first, second, place: place, bands: bands)
    }

    public func render(
        _ output: Frame, first: Frame?, second: Frame?, otherRange: (first: Bool, second: Bool) = (false, false),
        fitted: (width: Int, height: Int)? = nil, bands: BandExecutor
    ) throws {
        guard let first, let second else {
            guard isUpdated else { throw EffectError("A frame came before its caps.") }
            if let first, changesAlone { return try render(output, first, isOfOtherRange: otherRange.first, bands) }
            return try mix.render(
                output, first: first, second: second, otherRange: otherRange, fitted: fitted, bands: bands)
        }
        let place = MixPlace(
            of: fitted ?? (second.width, second.height), in: output, interlaced: output.interlaced || second.interlaced)
        try render(output, first, second, otherRange: otherRange, place: place, bands: bands)
    }

    /// Writes the second frame at a place that covers the output.
    func show(_ output: Frame, _ second: Frame, _ isOfOtherRange: Bool, place: MixPlace, bands: BandExecutor) throws {
        try mix.render(
            output, first: nil, second: second, otherRange: (false, isOfOtherRange), place: place, bands: bands)
    }

    /// Writes what becomes of the first frame alone.
    private func render(_ output: Frame, _ first: Frame, isOfOtherRange: Bool, _ bands: BandExecutor) throws {
        try check(output)
        try alone.takeTime(output)
        let isRead = first.format == output.format && isLike(first, output, isOfOtherRange) && alone.readsPixels
        if !isRead {
            try mix.render(output, first: first, second: nil, otherRange: (isOfOtherRange, false), bands: bands)
        }
        try alone.begin(first: isRead ? first : nil, second: nil, threads: threadCount(bands))
        isAlone = true
        defer {
            isAlone = false
            alone.end()
        }
        try renderBands(output, bands: bands)
    }

    /// Whether a frame of the right format has the size, the fields and the range of the output.
    private func isLike(_ frame: Frame, _ output: Frame, _ isOfOtherRange: Bool) -> Bool {
        (frame.width, frame.height, frame.interlaced) == (output.width, output.height, output.interlaced)
            && !isOfOtherRange
    }

    /// The same of two frames, with the second at a place, of which the output shows what lies in it. The first may be the output.
    func render(
        _ output: Frame, _ first: Frame, _ second: Frame, otherRange: (first: Bool, second: Bool), place: MixPlace,
        bands: BandExecutor
    ) throws {
        guard let video, let secondVideo, isUpdated else { throw EffectError("A frame came before its caps.") }
        if onlyMixes {
            return try mix.render(
                output, first: first, second: second, otherRange: otherRange, place: place, bands: bands)
        }
        try check(output)
        func isOfFormat(_ frame: Frame, _ video: VideoInfo) -> Bool {
            frame.format == video.format && frame.width > 0 && frame.height > 0
        }
        guard isOfFormat(first, video), isOfFormat(second, secondVideo) else {
            throw EffectError("A frame is not of the format that the effect was configured for.")
        }
        let size = (video.width, video.height)
        let isWhole = place == MixPlace(width: size.0, height: size.1)
        var (a, b) = (first, second)
        if !isLike(a, output, otherRange.first) {
            a = try brought(&broughtFirst, video, like: output)
            try mix.render(a, first: first, second: nil, otherRange: otherRange, bands: bands)
        }
        if !isWhole || !isLike(b, output, otherRange.second) {
            b = try brought(&broughtSecond, secondVideo, like: output)
            try (alphaMix ?? mix).render(
                b, first: nil, second: second, otherRange: otherRange, place: place, bands: bands)
        }
        let isInPlace = a.planes.0.base == output.planes.0.base
        // Routes may depend on it.
        try general.takeTime(output)
        try opaque.takeTime(output)
        readsFirst =
            !isInPlace
            && (bytes != nil && opaqueFormat == nil
                || general.readsPixels && (opaqueFormat == nil || bytes != nil || opaque.readsPixels))
        if !readsFirst, !isInPlace { try mix.render(output, first: a, second: nil, bands: bands) }
        let threads = threadCount(bands)
        try general.begin(first: readsFirst ? a : nil, second: b, threads: threads)
        try opaque.begin(first: readsFirst ? a : nil, second: b, threads: threads)
        (self.first, self.second) = (a, b)
        defer {
            (self.first, self.second) = (nil, nil)
            general.end()
            opaque.end()
        }
        try general.renderPasses(output, bands: bands)
        try renderBands(output, bands: bands)
        if !isInPlace, !place.covers(width: size.0, height: size.1) { surround(output, a, place) }
    }

    public override var scratchBytes: Int { max(general.scratchBytes, opaque.scratchBytes, alone.scratchBytes) }

    public override var pixelCost: Double {
        isAlone ? alone.pixelCost : bytes == nil ? general.pixelCost : bytesPerPixel
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        if isAlone { return alone.renderBand(frame, units: units, pass: pass, on: thread) }
        guard let first, let second else { return }
        guard let format = opaqueFormat, let alphaFirst = video?.format.alphaOffset.map({ $0 == 0 }) else {
            guard let bytes else { return general.renderBand(frame, units: units, pass: pass, on: thread) }
            return blend(frame, first, second, rows: units, bytes)
        }
        let shown = Frame(frame, as: format)
        func isOpaque(_ frame: Frame, _ row: Int) -> Bool {
            kernels.isOpaqueRow8(
                frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self), count: frame.width,
                alphaFirst: alphaFirst)
        }
        // A few rows at a time, so that they are still in the cache.
        let count = 4
        var areOpaque: UInt32 = 15
        for start in stride(from: units.lowerBound, to: units.upperBound, by: count) {
            let rows = start..<min(start + count, units.upperBound)
            // Bytes are blended before alpha is looked at, so that rows are read while others are written: memory bounds both.
            let isBlended = bytes != nil && readsFirst && areOpaque == 15
            areOpaque = 15
            for row in rows {
                if isBlended, let bytes { blend(frame, first, second, rows: row..<row + 1, bytes) }
                if !isOpaque(first, row) || !isOpaque(second, row) { areOpaque &= ~(1 << UInt32(row - start)) }
            }
            var row = rows.lowerBound
            while row < rows.upperBound {
                func isOpaque(_ row: Int) -> Bool { areOpaque >> UInt32(row - start) & 1 != 0 }
                var next = row + 1
                while next < rows.upperBound, isOpaque(row) == isOpaque(next) { next += 1 }
                if !isOpaque(row) {
                    general.renderBand(frame, units: row..<next, pass: pass, on: thread)
                } else if let bytes {
                    if !isBlended { blend(frame, first, second, rows: row..<next, bytes) }
                } else {
                    opaque.renderBand(shown, units: row..<next, pass: pass, on: thread)
                }
                row = next
            }
        }
    }

    private func blend(_ output: Frame, _ first: Frame, _ second: Frame, rows: Range<Int>, _ bytes: OpaqueBytes) {
        let count = output.format.layout.rowBytes(plane: 0, width: output.width)
        func row(_ frame: Frame, _ row: Int) -> Bytes { frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self) }
        for y in rows {
            switch bytes {
            case .law(let law):
                kernels.blendRow8(
                    row(output, y), row(first, y), row(second, y), count: count, law: law,
                    changed: changed.select.value)
            case .mix(let weight):
                kernels.mixRow8(
                    row(output, y), row(first, y), row(second, y), count: count,
                    weight: Int16(truncatingIfNeeded: weight))
            }
        }
    }

    /// Memory for a frame of `video`, of the fields of the output.
    private func brought(_ copy: inout FrameCopy?, _ video: VideoInfo, like output: Frame) throws -> Frame {
        let memory = try copy ?? FrameCopy(video)
        copy = memory
        return memory.frame(Frame(output, as: video.format))
    }

    /// Puts what is around a fitted second frame back, as the first frame has it.
    private func surround(_ output: Frame, _ first: Frame, _ place: MixPlace) {
        let layout = output.format.layout
        for plane in 0..<layout.planeCount {
            let isChroma = layout.isChroma(plane: plane)
            let top = isChroma ? place.y >> layout.chromaShiftY : place.y
            let inside = top..<top + layout.rows(plane: plane, height: place.height, interlaced: output.interlaced)
            let left = layout.rowBytes(plane: plane, width: place.x)
            let right = left + layout.rowBytes(plane: plane, width: place.width)
            let count = layout.rowBytes(plane: plane, width: output.width)
            for row in 0..<layout.rows(plane: plane, height: output.height, interlaced: output.interlaced) {
                let (to, from) = (output.plane(plane).row(row), first.plane(plane).row(row))
                guard inside.contains(row) else {
                    to.copyMemory(from: from, byteCount: count)
                    continue
                }
                if left > 0 { to.copyMemory(from: from, byteCount: left) }
                if right < count { (to + right).copyMemory(from: from + right, byteCount: count - right) }
            }
        }
    }
}

extension PixelFormat {
    /// The same pixels without alpha; nil: there is no such format.
    fileprivate var withoutAlpha: PixelFormat? {
        switch self {
        case .bgra: .bgrx
        case .rgba: .rgbx
        case .argb: .xrgb
        case .abgr: .xbgr
        default: nil
        }
    }
}

extension Frame {
    /// The same frame, whose samples are taken for those of another format.
    init(_ frame: Frame, as format: PixelFormat) {
        self.init(
            format: format, width: frame.width, height: frame.height, interlaced: frame.interlaced,
            planes: frame.planes)
    }
}
