// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore
import PixelKernels

/// A blend of any number of inputs: each is laid over what is below it.
public protocol LayeredBlend: BlendElement {
    /// Multiplies alpha of the second frame.
    mutating func fade(_ alpha: Double)
    /// Whether an opaque second frame alone is shown.
    var hidesFirst: Bool { get }
    /// Whether colours are no more than weighted by alpha.
    var isLinear: Bool { get }
}

/// An input of a mixer before its frame is at hand, and what becomes of it.
public struct LayerInput: Sendable {
    /// What caps say of its frame; nil: there is none.
    public var size: FrameSize?
    /// Whether its format has alpha.
    public var hasAlpha = false
    /// What its pad is set to.
    public var settings = LayerSettings()
    /// Where it lies, of an input that is seen.
    public internal(set) var place = MixPlace(width: 0, height: 0)
    /// Whether it is seen.
    public internal(set) var isSeen = false

    /// An input that shows nothing.
    public init() {}
}

/// A frame of an input that is seen.
public struct LayerFrame {
    /// Which input's.
    public let input: Int
    /// The frame, of any format.
    public fileprivate(set) var content: SourceFrame
    /// Where it lies.
    public fileprivate(set) var place: MixPlace
    /// What alpha is multiplied by.
    public let alpha: Double
    fileprivate let order: Int32

    /// The frame of an input.
    public init(_ content: SourceFrame, of input: Int, _ layer: LayerInput) {
        (self.input, self.content) = (input, content)
        (place, alpha) = (layer.place, layer.settings.alpha)
        // The backdrop is below all.
        order = input == 0 ? -1 : layer.settings.order
    }

    fileprivate var isStretched: Bool {
        (place.width, place.height) != (content.frame.width, content.frame.height)
    }

    fileprivate func isOver(_ other: LayerFrame) -> Bool { (order, input) > (other.order, other.input) }
}

/// An effect that lays frames over each other.
public protocol LayeringEffect: VideoEffect, SendableMetatype {
    /// Finds where inputs lie, of which the first is the backdrop, and which are seen. Returns the only one that is, if it fills the
    /// output as it is.
    func arrange(_ inputs: inout [LayerInput], pixelAspect: Double, interlaced: Bool, _ settings: Settings) -> Int?

    /// Writes every visible sample of `output`, which no input overlaps. `layers` are those that are seen, in any order; they come back
    /// in order, and may have been moved or changed. Rendering allocates nothing, but where the size of what is seen of an input changes.
    func render(_ output: Frame, _ layers: inout [LayerFrame], bands: BandExecutor) throws
}

/// Lays frames over each other by a blend, in every format: each as ``BlendEffect`` does it, in its place.
///
/// A frame of another format comes to that of the output before, in the size that it will have. If it has alpha and the output has none,
/// it keeps it until it is blended. The first frame that is seen is shown as it is, with black around it where it does not fill the output.
/// Blends that could make much of what is lost where frames are rounded to codes of the output read two inputs as they came, and are made
/// of more in pixels of 16 bits. The steep ones do so also where frames have codes of the output but are stretched. Where means of chroma
/// would be weighted by means of alpha, they are made with chroma for each pixel.
public final class LayersEffect<B: LayeredBlend>: LayeringEffect {
    /// An input's blend, for frames of the size that is seen of it.
    private final class Layer {
        let blend: BlendEffect<B>
        let conversion: InputConversion
        let site: ChromaSiteConversion
        /// In place of the blend, where one has been seen that it can do.
        var over: OverEffect?
        var size = (width: 0, height: 0)
        /// The format of frames that keep their alpha; nil: they are as the output.
        var second: VideoInfo?
        var isOver = false
        var alpha: Double?

        init(kernels: any KernelSet.Type) {
            blend = BlendEffect(kernels: kernels)
            conversion = InputConversion(kernels: kernels)
            site = ChromaSiteConversion(kernels: kernels)
        }
    }

    private let kernels: any KernelSet.Type
    private let base: MixEffect
    /// By input; nil: it has not been seen.
    private var layers: [Layer?] = []
    private var video: VideoInfo?
    private var settings: B?
    /// The same in other formats that were needed; none, if this is of one.
    private var others: [Other] = []
    private let isOther: Bool
    /// Two layers that are read as they came, and what alpha of the upper one is multiplied by in it.
    private let direct: DirectBlend<B>
    private var directAlpha: Double?

    /// Layers in another format than the output's.
    private struct Other {
        let layers: LayersEffect
        let output: OutputConversion
    }

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public convenience init(kernels: any KernelSet.Type) { self.init(kernels: kernels, isOther: false) }

    private init(kernels: any KernelSet.Type, isOther: Bool) {
        (self.kernels, self.isOther) = (kernels, isOther)
        base = MixEffect(kernels: kernels)
        direct = DirectBlend(kernels: kernels)
    }

    public func configure(_ video: VideoInfo) throws {
        (self.video, layers, others, directAlpha) = (nil, [], [], nil)
        try direct.configure(video)
        try base.configure(video)
        base.update(MixSettings())
        self.video = video
    }

    public func update(_ settings: B) {
        (self.settings, directAlpha) = (settings, nil)
        for layer in layers { layer?.alpha = nil }
        for other in others { other.layers.update(settings) }
    }

    public func takeWarning() -> String? {
        // All have the same settings.
        var first = direct.takeWarning()
        for other in others {
            let warning = other.layers.takeWarning()
            first = first ?? warning
        }
        for layer in layers {
            let warning = layer?.blend.takeWarning()
            first = first ?? warning
        }
        return first
    }

    private static func faded(_ settings: B, _ alpha: Double) -> B {
        var faded = settings
        faded.fade(alpha)
        return faded
    }

    public func arrange(
        _ inputs: inout [LayerInput], pixelAspect: Double, interlaced: Bool, _ settings: B
    ) -> Int? {
        guard let video else { return nil }
        let hasBackdrop = inputs.first?.size != nil
        for index in inputs.indices {
            inputs[index].isSeen = false
            guard let size = inputs[index].size else { continue }
            let layer = inputs[index].settings
            guard index > 0 else {
                inputs[index].place = MixPlace(width: video.width, height: video.height)
                inputs[index].isSeen = true
                continue
            }
            let place = layer.place(of: size, in: video, pixelAspect: pixelAspect, interlaced: interlaced)
            let changes = !hasBackdrop || !Self.faded(settings, layer.alpha).isPassthrough
            inputs[index].place = place
            inputs[index].isSeen =
                layer.alpha > 0 && changes && place.visible(in: video) != nil
        }
        hideCovered(&inputs, video, settings)
        var alone: Int?
        for index in inputs.indices where inputs[index].isSeen {
            guard alone == nil else { return nil }
            alone = index
        }
        return alone.flatMap { inputs[$0].place == MixPlace(width: video.width, height: video.height) ? $0 : nil }
    }

    /// What lies under an opaque input is not seen. The lowest one is seen where others are seen beside it, as it is what these lie over.
    private func hideCovered(_ inputs: inout [LayerInput], _ video: VideoInfo, _ settings: B) {
        func isUnder(_ a: Int, _ b: Int, _ inputs: [LayerInput]) -> Bool {
            a == 0 || (inputs[a].settings.order, a) < (inputs[b].settings.order, b)
        }
        for top in inputs.indices where top > 0 && inputs[top].isSeen && !inputs[top].hasAlpha {
            guard Self.faded(settings, inputs[top].settings.alpha).hidesFirst else { continue }
            let place = inputs[top].place
            let coversAll = place.covers(width: video.width, height: video.height)
            for index in inputs.indices where index != top && inputs[index].isSeen && isUnder(index, top, inputs) {
                let isLowest = inputs.indices.allSatisfy {
                    $0 == index || !inputs[$0].isSeen || isUnder(index, $0, inputs)
                }
                let part = inputs[index].place.visible(in: video)
                if coversAll || !isLowest && part.map(place.holds) == true { inputs[index].isSeen = false }
            }
        }
    }

    public func render(_ output: Frame, _ layers: inout [LayerFrame], bands: BandExecutor) throws {
        guard let video, let settings else { throw EffectError("A frame came before its caps.") }
        try base.check(output)
        for index in layers.indices {
            var place = index
            while place > 0, layers[place - 1].isOver(layers[place]) {
                layers.swapAt(place - 1, place)
                place -= 1
            }
        }
        guard let bottom = layers.first else { throw EffectError("There is no frame to show.") }
        let whole = MixPlace(width: video.width, height: video.height)
        if let format = otherFormat(layers, video, settings) {
            if layers.count == 2, bottom.place == whole, format.format.layout.depth == 16 {
                return try blend(layers[1], reading: bottom, output, settings, bands)
            }
            for index in layers.indices {
                let layer = layers[index]
                (layers[index].content, layers[index].place) = try self.layer(layer.input).site.frame(
                    layer.content, in: video, place: layer.place, bands: bands)
            }
            let other = try other(format, video, settings)
            return try other.output.render(output, bands: bands) {
                try other.layers.render($0, &layers, bands: bands)
            }
        }
        let base = try brought(bottom, video, bands)
        var next = 1
        // Alpha of the backdrop counts for nothing in frames that are opaque, though their format has some.
        if !video.isOpaque, layers.count > 1, base.place == whole,
            layers[1].place.covers(width: video.width, height: video.height),
            alphaFormat(layers[1], video) == nil
        {
            // Both are read at once.
            try blend(layers[1], over: base.frame, base.hasOtherRange, output, whole, bands)
            next = 2
        } else {
            try self.base.render(
                output, first: nil, second: base.frame, otherRange: (false, base.hasOtherRange), place: base.place,
                bands: bands)
            if video.isOpaque { output.setAlpha() }
        }
        while next < layers.count {
            if let seen = layers[next].place.visible(in: video) {
                let part = output.part(seen)
                try blend(layers[next], over: part, false, part, seen, bands)
            }
            next += 1
        }
    }

    /// Lays a frame over one that fills the output, reading both as they came.
    private func blend(
        _ layer: LayerFrame, reading bottom: LayerFrame, _ output: Frame, _ settings: B, _ bands: BandExecutor
    ) throws {
        if directAlpha != layer.alpha {
            directAlpha = nil
            try direct.update(Self.faded(settings, layer.alpha))
            directAlpha = layer.alpha
        }
        try direct.render(output, bottom.content, layer.content, place: layer.place, bands: bands)
    }

    /// What layers are blended in, in order; nil: the output's format.
    private func otherFormat(_ layers: [LayerFrame], _ video: VideoInfo, _ settings: B) -> VideoInfo? {
        guard !isOther, layers.count > 1 else { return nil }
        // Weighted sums without alpha are exact enough in codes of the output. But they are divided by alpha, which is not to be rounded
        // to fewer bits before.
        let losesAlpha =
            video.hasAlpha
            && layers.contains {
                $0.content.video.hasAlpha && $0.content.video.format.layout.depth > video.format.layout.depth
            }
        let isRounded =
            settings.overOpacity == nil && (!settings.isLinear || video.hasAlpha)
            && (layers.count > 2
                || layers.contains {
                    !$0.content.video.keepsCodes(in: video) || $0.isStretched && settings.isSteep
                })
        if losesAlpha || isRounded { return video.lit(as: layers[0].content.video).deep }
        let layout = video.format.layout
        guard !video.hasAlpha, layout.chromaShiftX + layout.chromaShiftY > 0 else { return nil }
        let below = layers.firstIndex { $0.content.video.format.layout.hasMoreChroma(than: layout) }
        guard let below, layers[(below + 1)...].contains(where: { $0.content.video.hasAlpha }) else { return nil }
        return settings.overOpacity == nil ? video.deep : video.withAllChroma
    }

    /// The layers in a format, made where it is first needed.
    private func other(_ format: VideoInfo, _ video: VideoInfo, _ settings: B) throws -> Other {
        if let other = others.first(where: { $0.output.video == format }) { return other }
        let made = try Other(
            layers: LayersEffect(kernels: kernels, isOther: true),
            output: OutputConversion(from: format, to: video, kernels: kernels))
        try made.layers.configure(format)
        made.layers.update(settings)
        others.append(made)
        return made
    }

    /// The format that an input's frames have when they are laid over others, if they have alpha and the output has none; nil: the output's.
    private func alphaFormat(_ layer: LayerFrame, _ video: VideoInfo) -> VideoInfo? {
        let own = layer.content.video
        guard !video.hasAlpha, own.format.alphaOffset != nil, let settings else { return nil }
        let isOver = Self.faded(settings, layer.alpha).overOpacity != nil && OverEffect.suits(video, second: own)
        return (isOver ? own : video.withAlpha).sized((video.width, video.height), hasFields: video.hasFields)
    }

    /// What an input's layer needs, made where it is first seen.
    private func layer(_ input: Int) -> Layer {
        while layers.count <= input { layers.append(nil) }
        let layer = layers[input] ?? Layer(kernels: kernels)
        layers[input] = layer
        return layer
    }

    /// A frame in a format.
    private func brought(
        _ layer: LayerFrame, _ video: VideoInfo, _ bands: BandExecutor
    ) throws -> BroughtFrame {
        try self.layer(layer.input).conversion.frame(layer.content, as: video, place: layer.place, bands: bands)
    }

    /// Lays a frame over another in `output`, the part of the whole output that is at `seen`.
    private func blend(
        _ layer: LayerFrame, over first: Frame, _ hasOtherRange: Bool, _ output: Frame, _ seen: MixPlace,
        _ bands: BandExecutor
    ) throws {
        guard let video, let settings else { return }
        let own = self.layer(layer.input)
        let second = alphaFormat(layer, video)
        let faded = Self.faded(settings, layer.alpha)
        let opacity = second.flatMap { OverEffect.suits(video, second: $0) ? faded.overOpacity : nil }
        let size = (seen.width, seen.height)
        if own.size != size || own.second != second || own.isOver != (opacity != nil) {
            (own.size, own.alpha) = ((0, 0), nil)
            if opacity == nil {
                try own.blend.configure(video.sized(size), second: second?.sized(size))
            } else if let second {
                let over = own.over ?? OverEffect(kernels: kernels)
                try over.configure(video.sized(size), second: second.sized(size))
                own.over = over
            }
            (own.size, own.second, own.isOver) = (size, second, opacity != nil)
        }
        if own.alpha != layer.alpha {
            own.alpha = nil
            if let opacity { own.over?.update(opacity: opacity) } else { try own.blend.update(faded) }
            own.alpha = layer.alpha
        }
        let brought = try brought(layer, second ?? video, bands)
        let (frame, isOfOtherRange) = (brought.frame, brought.hasOtherRange)
        var place = brought.place
        (place.x, place.y) = (place.x - seen.x, place.y - seen.y)
        if opacity != nil, let over = own.over { return try over.render(output, frame, place: place, bands: bands) }
        if !video.hasAlpha, second == nil, faded.hidesFirst {
            // The blend is what it is.
            return try own.blend.show(output, frame, isOfOtherRange, place: place, bands: bands)
        }
        try own.blend.render(
            output, first, frame, otherRange: (hasOtherRange, isOfOtherRange), place: place, bands: bands)
    }
}
