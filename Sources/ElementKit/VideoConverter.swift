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
        let descriptor = ConverterAdapter<Effect>(table).descriptor(
            metadata, rows: table.rows, input: inputFormats, output: Effect.keepsFormat ? nil : outputFormats)
        return swv_video_filter_register(plugin, immortal([descriptor]))
    }
}

class AnyConverterAdapter: AnyAdapter {
    func preferredFormats(_ values: UnsafePointer<SwvValue>) -> UnsafePointer<CChar> { StaticString("{ }").cString }
    var plans: [FramePlan] { [] }
    func plan(_ values: UnsafePointer<SwvValue>, orientation: VideoDirection) -> Int { 1 }
    func share(_ values: UnsafePointer<SwvValue>) -> FrameShare { .whole }
    func reduced(_ length: Int, by reduction: Int) -> Int { length }

    /// The descriptor that C registers. The adapter is kept for ever.
    func descriptor(
        _ metadata: ElementMetadata, rows: [SwvProperty], input: [PixelFormat], output: [PixelFormat]?
    ) -> SwvVideoFilterDescriptor {
        let element = metadata.element(rows, adapter: self)
        let conversion = SwvConversion(
            context: element.context, input_formats: formatList(input),
            output_formats: output.map { formatList($0) },
            preferred_formats: { context, values in of(context, AnyConverterAdapter.self).preferredFormats(values) },
            plans: immortal(plans.map { SwvPlan($0) }), plan_count: plans.count,
            direction: Int32(rows.firstIndex { String(cString: $0.name) == "video-direction" } ?? -1),
            plan: { context, values, orientation in
                let orientation = VideoDirection(rawValue: orientation) ?? .identity
                return Int32(of(context, AnyConverterAdapter.self).plan(values, orientation: orientation))
            },
            share: { context, values in
                let share = of(context, AnyConverterAdapter.self).share(values)
                return SwvShare(width: share.width, height: share.height)
            },
            reduced: { context, length, reduction, share in
                let length = share < 1 ? FrameShare.pixels(share, of: Int(length)) : Int(length)
                return Int32(clamping: of(context, AnyConverterAdapter.self).reduced(length, by: Int(reduction)))
            },
            configure: { effect, input, output, plan, inputGeometry, outputGeometry, error in
                succeeds(error) {
                    let videos = (try VideoInfo(input.pointee), try VideoInfo(output.pointee))
                    try of(effect, AnyConverterRenderer.self).configure(videos.0, output: videos.1, plan: Int(plan))
                    (inputGeometry.pointee, outputGeometry.pointee) = (videos.0.geometry, videos.1.geometry)
                }
            },
            admits: { effect, time, duration, values, serial, error in
                var isAdmitted = true
                _ = succeeds(error) {
                    isAdmitted = try of(effect, AnyConverterRenderer.self).admits(
                        time: time < 0 ? nil : time, duration: duration < 0 ? nil : duration, values, serial: serial)
                }
                return isAdmitted
            },
            place: { effect in
                guard let place = of(effect, AnyConverterRenderer.self).place else { return SwvPlace() }
                return SwvPlace(x: place.x, y: place.y, width: place.width, height: place.height)
            },
            render: { effect, input, output, values, serial, pool, error in
                succeeds(error) {
                    try of(effect, AnyConverterRenderer.self).render(
                        input.pointee, output.pointee, values, serial: serial, pool: pool)
                }
            })
        return SwvVideoFilterDescriptor(
            element: element, conversion: immortal([conversion]), chain: nil, is_passthrough: nil, render: nil)
    }
}

class AnyConverterRenderer: AnyRenderer {
    var place: FramePlace? { nil }

    func configure(_ input: VideoInfo, output: VideoInfo, plan: Int) throws {}

    func admits(
        time: Int64?, duration: Int64?, _ values: UnsafePointer<SwvValue>, serial: UInt64
    ) throws -> Bool { true }

    func render(
        _ input: SwvFrame, _ output: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64,
        pool: OpaquePointer
    ) throws {}
}

private final class ConverterAdapter<Effect: ConvertingEffect>: AnyConverterAdapter {
    let table: PropertyTable<Effect.Settings>
    private let choices = Effect.formatChoices.map { formatList($0) }

    init(_ table: PropertyTable<Effect.Settings>) {
        self.table = table
    }

    override func preferredFormats(_ values: UnsafePointer<SwvValue>) -> UnsafePointer<CChar> {
        choices[Effect.preferredChoice(table.settings(values))]
    }

    override var plans: [FramePlan] { Effect.plans }

    override func plan(_ values: UnsafePointer<SwvValue>, orientation: VideoDirection) -> Int {
        Effect.planIndex(table.settings(values), orientation: orientation) + 1
    }

    override func share(_ values: UnsafePointer<SwvValue>) -> FrameShare { Effect.share(table.settings(values)) }

    override func reduced(_ length: Int, by reduction: Int) -> Int { Effect.reduced(length, by: reduction) }

    override func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { table.compute(index, values) }

    override func makeRenderer() -> AnyRenderer { ConverterRenderer<Effect>(table) }
}

private final class ConverterRenderer<Effect: ConvertingEffect>: AnyConverterRenderer {
    private var state: EffectState<Effect>
    private var videos: (input: VideoInfo, output: VideoInfo)?

    init(_ table: PropertyTable<Effect.Settings>) {
        state = EffectState(table)
    }

    override func configure(_ input: VideoInfo, output: VideoInfo, plan: Int) throws {
        let plans = Effect.plans
        guard plans.indices.contains(plan - 1) else { throw EffectError("There is no plan \(plan).") }
        try state.effect.configure(input, output: output, plan: plans[plan - 1])
        videos = (input, output)
        state.forgetSettings()
    }

    override func reset() { state.effect.reset() }

    override var place: FramePlace? { state.effect.place }

    override func admits(
        time: Int64?, duration: Int64?, _ values: UnsafePointer<SwvValue>, serial: UInt64
    ) throws -> Bool {
        try state.take(values, serial: serial)
        return state.effect.admits(time: time, duration: duration)
    }

    override func render(
        _ input: SwvFrame, _ output: SwvFrame, _ values: UnsafePointer<SwvValue>, serial: UInt64,
        pool: OpaquePointer
    ) throws {
        guard let videos else { throw EffectError("A frame came before its caps.") }
        try state.take(values, serial: serial)
        func frame(_ frame: SwvFrame, _ video: VideoInfo) -> Frame {
            Frame(frame, video.format, width: video.width, height: video.height)
        }
        try state.effect.render(
            frame(input, videos.input), frame(output, videos.output), bands: state.bands(pool))
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
