// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects
internal import PixelCore

/// The instance of a mixer.
final class MixRenderer: Renderer {
    typealias Inputs = UnsafeBufferPointer<SwvMixerInput>
    typealias Frames = UnsafeBufferPointer<UnsafePointer<SwvInput>?>
    typealias Places = UnsafeMutableBufferPointer<SwvLayerPlace>

    /// Finds where inputs lie and which are seen; the one that is all that is seen, as it is.
    let arrange: (_ inputs: Inputs, _ places: Places, _ pixelAspect: Double, _ interlaced: Bool, Values) -> Int?
    let render: (_ output: SwvFrame, _ inputs: Frames, _ places: Places, Values, _ user: OpaquePointer) throws -> Void

    /// What there is to warn of, once.
    let takeWarning: () -> String?

    /// Of two inputs.
    init<Effect: MixingEffect>(_ state: EffectState<PairEffect<Effect>>) {
        arrange = { inputs, places, pixelAspect, interlaced, values in
            guard let video = state.video else { return nil }
            let (first, second) = (FrameSize(inputs[0].size), inputs.count > 1 ? FrameSize(inputs[1].size) : nil)
            let settings = state.settings(values)
            let size = (width: video.width, height: video.height)
            let fitted =
                second.map {
                    Effect.fittedSize(
                        of: $0, in: video, pixelAspect: pixelAspect, interlaced: interlaced, settings)
                } ?? size
            let covers = fitted == size
            var seen = (first: first != nil, second: second != nil)
            switch Effect.shown(settings) {
            case .first: if seen.first { seen.second = false }
            case .second: if seen.second, covers { seen.first = false }
            case nil: break
            }
            places[0] = SwvLayerPlace(MixPlace(width: size.width, height: size.height), isSeen: seen.first)
            if places.count > 1 {
                places[1] = SwvLayerPlace(
                    MixPlace(of: fitted, in: video, interlaced: interlaced), isSeen: seen.second)
            }
            guard seen.first != seen.second, seen.first ? !Effect.changesFirst(settings) : covers else { return nil }
            return seen.first ? 0 : 1
        }
        let known = KnownInputs()
        render = { output, inputs, places, values, user in
            let video = try state.update(values)
            func source(_ index: Int) throws -> SourceFrame? {
                guard index < inputs.count, let input = inputs[index]?.pointee else { return nil }
                return try known.frame(input, of: index)
            }
            let place = places[places.count - 1]
            try state.effect.render(
                Frame(output, video.format, width: video.width, height: video.height), first: source(0),
                second: source(1), fitted: (width: Int(place.width), height: Int(place.height)),
                bands: state.bands(user))
        }
        takeWarning = state.effect.takeWarning
        super.init(configure: state.configure, reset: state.effect.reset)
    }

    /// Of inputs that lie over each other.
    init<Effect: LayeringEffect>(_ state: EffectState<Effect>, _ pads: PropertyTable<LayerSettings>) {
        let layers = Layers(pads)
        arrange = { inputs, places, pixelAspect, interlaced, values in
            layers.take(inputs)
            let alone = state.effect.arrange(
                &layers.inputs, pixelAspect: pixelAspect, interlaced: interlaced, state.settings(values))
            for (index, input) in layers.inputs.prefix(inputs.count).enumerated() {
                places[index] = SwvLayerPlace(
                    input.place, order: index == 0 ? .min : input.settings.order, isSeen: input.isSeen)
            }
            return alone
        }
        render = { output, inputs, _, values, user in
            let video = try state.update(values)
            try layers.take(inputs)
            try state.effect.render(
                Frame(output, video.format, width: video.width, height: video.height), &layers.frames,
                bands: state.bands(user))
        }
        takeWarning = state.effect.takeWarning
        super.init(configure: state.configure, reset: state.effect.reset)
    }

    static func descriptor(_ element: SwvElement, pads: SwvElement?, ignoreInactivePads: Int) -> SwvVideoMixerDescriptor
    {
        SwvVideoMixerDescriptor(
            element: element, timing: immortal([MixTiming.functions]), pads: pads.map { immortal([$0]) },
            input_count: pads == nil ? 2 : Int32(SWV_INPUTS), ignore_inactive_pads: ignoreInactivePads,
            measure: { _, info, geometry, error in
                succeeds(error) { geometry.pointee = try VideoInfo(info.pointee).geometry }
            },
            arrange: { effect, inputs, count, pixelAspect, interlaced, values, serial, places in
                let alone = of(effect, MixRenderer.self).arrange(
                    Inputs(start: inputs, count: Int(count)), Places(start: places, count: Int(count)), pixelAspect,
                    interlaced, Values(values, serial))
                return Int32(alone ?? -1)
            },
            render: { effect, output, inputs, count, places, values, serial, user, error in
                succeeds(error) {
                    let renderer = of(effect, MixRenderer.self)
                    try renderer.render(
                        output.pointee, Frames(start: inputs, count: Int(count)),
                        Places(start: UnsafeMutablePointer(mutating: places), count: Int(count)),
                        Values(values, serial), user)
                    if let warning = renderer.takeWarning() { error.pointee.write(warning) }
                }
            })
    }
}

/// What is known of the inputs of a mixer, in memory that stays.
private final class Layers {
    var inputs: [LayerInput] = []
    var frames: [LayerFrame] = []
    private let pads: PropertyTable<LayerSettings>
    private let known = KnownInputs()
    /// Of the settings of an input, which are read where they have changed.
    private var serials: [UInt64?] = []

    init(_ pads: PropertyTable<LayerSettings>) { self.pads = pads }

    func take(_ new: MixRenderer.Inputs) {
        while inputs.count < new.count {
            inputs.append(LayerInput())
            serials.append(nil)
        }
        for index in inputs.indices {
            guard index < new.count else {
                inputs[index].size = nil
                continue
            }
            let input = new[index]
            inputs[index].size = FrameSize(input.size)
            inputs[index].hasAlpha = input.has_alpha
            // Numbers of inputs may be other pads' than before.
            guard let values = input.values, serials[index] != input.serial else { continue }
            inputs[index].settings = pads.settings(values)
            serials[index] = input.serial
        }
    }

    func take(_ new: MixRenderer.Frames) throws {
        frames.removeAll(keepingCapacity: true)
        for (index, input) in new.enumerated() {
            guard let input = input?.pointee else { continue }
            frames.append(LayerFrame(try known.frame(input, of: index), of: index, inputs[index]))
        }
    }
}

/// What caps say of the inputs' frames, taken anew where they change.
private final class KnownInputs {
    private var all: [(serial: UInt64, video: VideoInfo)?] = []

    func frame(_ input: SwvInput, of index: Int) throws -> SourceFrame {
        while all.count <= index { all.append(nil) }
        var video = all[index]?.video
        if all[index]?.serial != input.video_serial { video = nil }
        let found = try video ?? VideoInfo(input.video.pointee)
        if video == nil { all[index] = (input.video_serial, found) }
        return SourceFrame(Frame(input.frame, found.format, width: found.width, height: found.height), found)
    }
}

extension FrameSize {
    /// Nil: there is none.
    fileprivate init?(_ size: SwvSize) {
        guard size.width > 0 else { return nil }
        self.init(width: Int(size.width), height: Int(size.height), pixelAspect: size.pixel_aspect)
    }
}

extension SwvLayerPlace {
    fileprivate init(_ place: MixPlace, order: Int32 = 0, isSeen: Bool) {
        self.init(
            x: Int32(place.x), y: Int32(place.y), width: Int32(place.width), height: Int32(place.height),
            order: order, is_seen: isSeen)
    }
}
