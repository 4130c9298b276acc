// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects
internal import PixelCore

/// An element's instance as C has it, whatever its effect.
class Renderer {
    let configure: (SwvVideoInfo) throws -> SwvGeometry
    let reset: () -> Void

    init(
        configure: @escaping (SwvVideoInfo) throws -> SwvGeometry = { _ in SwvGeometry() },
        reset: @escaping () -> Void = {}
    ) {
        (self.configure, self.reset) = (configure, reset)
    }
}

/// That of an element whose effect has one frame at a time, which it changes or makes.
final class FrameRenderer: Renderer {
    typealias Render = (_ frame: SwvFrame, _ values: Values, _ bands: OpaquePointer) throws -> Void

    let render: Render
    /// What there is to tell of the last frame.
    let report: () -> EffectReport?
    /// What there is to warn of, once.
    let takeWarning: () -> String?
    /// Of an element with stages.
    let chain: ChainState?
    /// The colour around a place of a frame, of an element that picks one.
    let pick: ((_ frame: SwvFrame, _ x: Double, _ y: Double) throws -> UInt32)?

    /// Where C is given the stages of an element, these are `chain`.
    init(
        configure: @escaping (SwvVideoInfo) throws -> SwvGeometry, reset: @escaping () -> Void,
        render: @escaping Render, report: @escaping () -> EffectReport? = { nil },
        takeWarning: @escaping () -> String? = { nil }, chain: ChainState? = nil,
        pick: ((_ frame: SwvFrame, _ x: Double, _ y: Double) throws -> UInt32)? = nil
    ) {
        (self.render, self.report, self.takeWarning, self.chain) = (render, report, takeWarning, chain)
        self.pick = pick
        super.init(configure: configure, reset: reset)
    }
}

/// An element's values, and a number that differs from the last ones' if and only if one of them does.
struct Values {
    let list: UnsafePointer<SwvValue>
    let serial: UInt64

    init(_ list: UnsafePointer<SwvValue>, _ serial: UInt64) { (self.list, self.serial) = (list, serial) }
}

/// One element instance's effect, with what it was last told.
final class EffectState<Effect: SettableEffect> {
    let effect = Effect()
    let table: PropertyTable<Effect.Settings>
    private(set) var video: VideoInfo?
    private var settings: (serial: UInt64, settings: Effect.Settings)?
    private var serial: UInt64?
    private var threads = 1

    init(_ table: PropertyTable<Effect.Settings>) {
        self.table = table
    }

    /// Lets the effect take settings again, as after it was configured.
    func forgetSettings() { serial = nil }

    /// The settings, which are read where they have changed.
    func settings(_ values: Values) -> Effect.Settings {
        if let settings, settings.serial == values.serial { return settings.settings }
        let new = table.settings(values.list)
        settings = (values.serial, new)
        return new
    }

    /// Gives the effect the settings, if they have changed.
    func take(_ values: Values) throws {
        guard values.serial != serial else { return }
        try effect.update(settings(values))
        threads = table.threads(values.list)
        serial = values.serial
    }

    /// Those of C's `user`.
    func bands(_ user: OpaquePointer) -> BandExecutor { bandExecutor(threads: threads, user) }
}

/// Bands on the threads of C's pool.
func bandExecutor(threads: Int, _ user: OpaquePointer) -> BandExecutor {
    BandExecutor(threads: threads, pool: UnsafeMutableRawPointer(user), run: swv_band_pool_run)
}

extension EffectState where Effect: VideoEffect {
    func configure(_ info: SwvVideoInfo) throws -> SwvGeometry {
        let video = try VideoInfo(info)
        try effect.configure(video)
        self.video = video
        forgetSettings()
        return video.geometry
    }

    /// A frame as effects have it, once the effect has the settings.
    func frame(_ frame: SwvFrame, _ values: Values) throws -> Frame {
        let video = try update(values)
        return Frame(frame, video.format, width: video.width, height: video.height)
    }

    /// The format of the frames, once the effect has the settings.
    func update(_ values: Values) throws -> VideoInfo {
        guard let video else { throw EffectError("A frame came before its caps.") }
        try take(values)
        return video
    }
}
