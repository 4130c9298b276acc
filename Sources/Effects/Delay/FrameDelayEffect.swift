// SPDX-License-Identifier: MIT
public import PixelCore

/// The settings of ``FrameDelayEffect``.
public struct FrameDelaySettings: EffectSettings {
    /// How many frames come before the one that is shown was; 0: none.
    @Limited(0...250) public var frames: Int32 = 1

    public init() {}
}

/// Shows an earlier frame in each: that of so many frames before, sample by sample.
///
/// The first ones, and those after a seek or missing frames, are shown at once.
public final class FrameDelayEffect: BandedEffect, InPlaceEffect {
    /// A slot for each frame of the delay, made with the first one.
    private var slots: [FrameCopy] = []
    private var delay = 0
    /// Frames since the first.
    private var count = 0
    private var slot: FrameCopy?
    private var isFilled: Bool { count >= delay }

    public static func isPassthrough(_ settings: FrameDelaySettings) -> Bool { settings.frames == 0 }

    public func configure(_ video: VideoInfo) throws {
        slots = []
        count = 0
        try begin(video)
    }

    public func update(_ settings: FrameDelaySettings) {
        guard delay != Int(settings.frames) else { return }
        (slots, delay, count) = ([], Int(settings.frames), 0)
    }

    public func reset() { (slots, count) = ([], 0) }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        guard delay > 0, let video else { return }
        if frame.isDiscontinuous { count = 0 }
        let place = count % delay
        if slots.isEmpty { slots = try (0..<delay).map { _ in try FrameCopy(video) } }
        slot = slots[place]
        defer { slot = nil }
        try renderBands(frame, bands: bands)
        // It need not be known how long they have been all there.
        count = isFilled ? delay + (count + 1) % delay : count + 1
    }

    public override var scratchBytes: Int {
        guard let video else { return 0 }
        let layout = video.format.layout
        return (0..<layout.planeCount).reduce(0) { max($0, layout.rowBytes(plane: $1, width: video.width)) }
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        if isFilled {
            slot?.exchange(frame, units: units, scratch: thread.scratch)
        } else {
            slot?.take(frame, units: units)
        }
    }
}
