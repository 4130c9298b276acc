// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// Makes a frame of two by a blend, which reads each as it came: nothing is rounded before.
///
/// A frame of another size, or one that is cut where a chroma sample is not whole, is brought to its place in 16 bits before.
final class DirectBlend<B: Blend> {
    private let kernels: any KernelSet.Type
    private let inputs: (first: DirectInput, second: DirectInput)
    /// For what lies around a smaller second frame.
    private let around: InputConversion
    private let base: MixEffect
    private var video: VideoInfo?
    private var settings: B?
    /// Of two frames, and of the first alone.
    private var (pair, alone): (Made?, Made?)

    /// A program for inputs that are like these.
    private struct Made {
        let program: BlendProgram<B>
        let (video, first, second): (VideoInfo, VideoInfo, VideoInfo?)
    }

    init(kernels: any KernelSet.Type) {
        self.kernels = kernels
        inputs = (DirectInput(kernels: kernels), DirectInput(kernels: kernels))
        around = InputConversion(kernels: kernels)
        base = MixEffect(kernels: kernels)
    }

    /// Takes what frames become.
    func configure(_ video: VideoInfo) throws {
        (self.video, pair, alone) = (nil, nil, nil)
        try base.configure(video)
        base.update(MixSettings())
        self.video = video
    }

    func update(_ settings: B) throws {
        self.settings = settings
        try pair?.program.update(settings)
        try alone?.program.update(settings)
    }

    /// What the user should know of settings.
    func takeWarning() -> String? {
        let (warning, other) = (pair?.program.takeWarning(), alone?.program.takeWarning())
        return warning ?? other
    }

    /// Writes every visible sample of `output`: `first` fills it, and `second` lies at `place` over it; around that, the first is shown
    /// as it is. Without a second one all of the first changes.
    func render(
        _ output: Frame, _ first: SourceFrame, _ second: SourceFrame?, place: MixPlace, bands: BandExecutor
    ) throws {
        guard let video else { throw EffectError("A frame came before its caps.") }
        let whole = MixPlace(width: video.width, height: video.height)
        let seen = second == nil ? whole : place.visible(in: video)
        if seen != whole {
            let shown = try around.frame(first, as: video, place: whole, bands: bands)
            try base.render(
                output, first: shown.frame, second: nil, otherRange: (shown.hasOtherRange, false), bands: bands)
        }
        guard let seen else { return }
        let part = output.part(seen)
        var firstVideo = first.video
        // Its alpha counts for nothing then.
        if !video.hasAlpha { firstVideo.isOpaque = true }
        let a = try inputs.first.frame(
            SourceFrame(first.frame, firstVideo), place: whole, seen: seen, like: part, in: video, bands: bands)
        let b = try second.map {
            try inputs.second.frame($0, place: place, seen: seen, like: part, in: video, bands: bands)
        }
        let program = try program(video.lit(as: a.video).sized((seen.width, seen.height)), a.video, b?.video)
        try program.takeTime(part)
        try program.begin(first: a.frame, second: b?.frame, threads: program.threadCount(bands))
        defer { program.end() }
        try program.renderPasses(part, bands: bands)
        try program.renderBands(part, bands: bands)
    }

    private func program(_ video: VideoInfo, _ first: VideoInfo, _ second: VideoInfo?) throws -> BlendProgram<B> {
        if let made = second == nil ? alone : pair, (made.video, made.first) == (video, first), made.second == second {
            return made.program
        }
        guard let settings else { throw EffectError("A frame came before its caps.") }
        let program = BlendProgram<B>(kernels: kernels, hasSecond: second != nil)
        try program.configure(video, first: first, second: second)
        try program.update(settings)
        let made = Made(program: program, video: video, first: first, second: second)
        if second == nil { alone = made } else { pair = made }
        return program
    }
}

/// An input as a law reads it.
private final class DirectInput {
    private let site: ChromaSiteConversion
    private let conversion: InputConversion
    private let stretch: MixEffect
    private var deep: VideoInfo?
    private var copy: FrameCopy?

    init(kernels: any KernelSet.Type) {
        site = ChromaSiteConversion(kernels: kernels)
        conversion = InputConversion(kernels: kernels)
        stretch = MixEffect(kernels: kernels)
    }

    /// What is `seen` of an input that lies at `place` in the output, of the size of `part`: as it is, or in 16 bits.
    func frame(
        _ input: SourceFrame, place: MixPlace, seen: MixPlace, like part: Frame, in output: VideoInfo,
        bands: BandExecutor
    ) throws -> SourceFrame {
        let (input, place) = try site.frame(input, in: output, place: place, bands: bands)
        let (frame, size) = (input.frame, (seen.width, seen.height))
        let inside = MixPlace(x: seen.x - place.x, y: seen.y - place.y, width: seen.width, height: seen.height)
        if (place.width, place.height) == (frame.width, frame.height), frame.interlaced == part.interlaced,
            frame.keepsChroma(inside)
        {
            return SourceFrame(frame.part(inside), input.video.sized(size))
        }
        let deep = input.video.deep.sized(size, hasFields: output.hasFields)
        if deep != self.deep {
            (self.deep, copy) = (nil, nil)
            try stretch.configure(deep)
            stretch.update(MixSettings())
            copy = try FrameCopy(deep)
            self.deep = deep
        }
        let brought = try conversion.frame(
            input, as: deep.sized((output.width, output.height)), place: place, bands: bands)
        guard let copy else { return input }
        let made = copy.frame(Frame(part, as: deep.format))
        var inSeen = brought.place
        (inSeen.x, inSeen.y) = (inSeen.x - seen.x, inSeen.y - seen.y)
        try stretch.render(
            made, first: nil, second: brought.frame, otherRange: (false, brought.hasOtherRange), place: inSeen,
            bands: bands)
        return SourceFrame(made, deep)
    }
}
