// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
public import PixelCore

/// An element that makes frames of other formats, or sizes: metadata, properties, and its effect.
///
/// Every one has `n-threads` besides.
public struct VideoConverter<Effect: ConvertingEffect>: Element {
    public let metadata: ElementMetadata
    private let table: PropertyTable<Effect.Settings>

    public init(
        _ effect: Effect.Type, _ metadata: ElementMetadata, properties: [Property<Effect.Settings>]
    ) {
        self.metadata = metadata
        table = PropertyTable(properties: properties)
    }

    public var properties: [Property<Effect.Settings>] { table.properties }

    public var propertyDocs: [PropertyDoc] { table.docs }

    public var kind: ElementKind { .converter }

    public var inputFormats: [PixelFormat] { Effect.inputFormats }

    public var outputFormats: [PixelFormat] { Effect.outputFormats }

    public func register(plugin: OpaquePointer) -> Bool {
        let context = ElementContext(
            properties: table, makeRenderer: { [table] in ConversionRenderer(EffectState<Effect>(table)) })
        let conversion = Conversion(Effect.self, table).descriptor(
            input: inputFormats, output: Effect.keepsFormat ? nil : outputFormats, plans: Effect.plans,
            direction: properties.firstIndex { "\($0.name)" == "video-direction" })
        let descriptor = SwvVideoFilterDescriptor(
            element: context.element(metadata), conversion: immortal([conversion]), chain: nil, is_passthrough: nil,
            only_reads: nil, finds_regions: false, pick: nil, picked: 0, render: nil)
        return swv_video_filter_register(plugin, immortal([descriptor]))
    }
}

/// What values of a converter mean for its caps.
private struct Conversion {
    let preferredFormats: (UnsafePointer<SwvValue>) -> UnsafePointer<CChar>
    let plan: (UnsafePointer<SwvValue>, VideoDirection) -> Int
    let share: (UnsafePointer<SwvValue>) -> FrameShare
    let reduced: (_ length: Int, _ reduction: Int) -> Int

    init<Effect: ConvertingEffect>(_: Effect.Type, _ table: PropertyTable<Effect.Settings>) {
        let choices = Effect.formatChoices.map { formatList($0) }
        preferredFormats = { choices[Effect.preferredChoice(table.settings($0))] }
        plan = { Effect.planIndex(table.settings($0), orientation: $1) + 1 }
        share = { Effect.share(table.settings($0)) }
        reduced = { Effect.reduced($0, by: $1) }
    }

    /// What C takes, which has this as its context for ever.
    func descriptor(
        input: [PixelFormat], output: [PixelFormat]?, plans: [FramePlan], direction: Int?
    ) -> SwvConversion {
        SwvConversion(
            context: UnsafeRawPointer(Box(self).retained()), input_formats: formatList(input),
            output_formats: output.map { formatList($0) },
            preferred_formats: { context, values in of(context, Box<Conversion>.self).value.preferredFormats(values) },
            plans: immortal(plans.map { SwvPlan($0) }), plan_count: plans.count, direction: Int32(direction ?? -1),
            plan: { context, values, orientation in
                let orientation = VideoDirection(rawValue: orientation) ?? .identity
                return Int32(of(context, Box<Conversion>.self).value.plan(values, orientation))
            },
            share: { context, values in
                let share = of(context, Box<Conversion>.self).value.share(values)
                return SwvShare(width: share.width, height: share.height)
            },
            reduced: { context, length, reduction, share in
                let length = share < 1 ? FrameShare.pixels(share, of: Int(length)) : Int(length)
                return Int32(clamping: of(context, Box<Conversion>.self).value.reduced(length, Int(reduction)))
            },
            configure: { effect, input, output, plan, inputGeometry, outputGeometry, error in
                succeeds(error) {
                    let videos = (try VideoInfo(input.pointee), try VideoInfo(output.pointee))
                    try of(effect, ConversionRenderer.self).configurePlan(videos.0, videos.1, Int(plan))
                    (inputGeometry.pointee, outputGeometry.pointee) = (videos.0.geometry, videos.1.geometry)
                }
            },
            admits: { effect, time, duration, values, serial, error in
                var isAdmitted = true
                _ = succeeds(error) {
                    isAdmitted = try of(effect, ConversionRenderer.self).admits(
                        time < 0 ? nil : time, duration < 0 ? nil : duration, Values(values, serial))
                }
                return isAdmitted
            },
            place: { effect in
                guard let place = of(effect, ConversionRenderer.self).place() else { return SwvPlace() }
                return SwvPlace(x: place.x, y: place.y, width: place.width, height: place.height)
            },
            render: { effect, input, output, values, serial, user, error in
                succeeds(error) {
                    try of(effect, ConversionRenderer.self).render(
                        input.pointee, output.pointee, Values(values, serial), user)
                }
            })
    }
}

/// The instance of a converter.
private final class ConversionRenderer: Renderer {
    let configurePlan: (_ input: VideoInfo, _ output: VideoInfo, _ plan: Int) throws -> Void
    let admits: (_ time: Int64?, _ duration: Int64?, Values) throws -> Bool
    let place: () -> FramePlace?
    let render: (_ input: SwvFrame, _ output: SwvFrame, Values, _ user: OpaquePointer) throws -> Void

    init<Effect: ConvertingEffect>(_ state: EffectState<Effect>) {
        var videos: (input: VideoInfo, output: VideoInfo)?
        configurePlan = { input, output, plan in
            let plans = Effect.plans
            guard plans.indices.contains(plan - 1) else { throw EffectError("There is no plan \(plan).") }
            try state.effect.configure(input, output: output, plan: plans[plan - 1])
            videos = (input, output)
            state.forgetSettings()
        }
        admits = { time, duration, values in
            try state.take(values)
            return state.effect.admits(time: time, duration: duration)
        }
        place = { state.effect.place }
        render = { input, output, values, user in
            guard let videos else { throw EffectError("A frame came before its caps.") }
            try state.take(values)
            func frame(_ frame: SwvFrame, _ video: VideoInfo) -> Frame {
                Frame(frame, video.format, width: video.width, height: video.height)
            }
            try state.effect.render(
                frame(input, videos.input), frame(output, videos.output), bands: state.bands(user))
        }
        super.init(reset: state.effect.reset)
    }
}

extension SwvPlan {
    /// The plan for C. Its name is never freed.
    init(_ plan: FramePlan) {
        self.init(
            name: immortal(plan.name), reduction: Int32(plan.reduction), transposes: plan.turn.transposes,
            from_right: plan.turn.isFromRight, from_bottom: plan.turn.isFromBottom, shows_part: plan.showsPart)
    }
}
