// SPDX-License-Identifier: MIT
/// How a frame comes to its place.
public enum LayerSizing: Int32, Sendable, CaseIterable {
    /// Width and height each for itself.
    case stretch = 0
    /// As large as fits, in its own shape, in the middle.
    case keepAspect = 1
    /// Pixel for pixel.
    case none = 2
}

extension LayerSizing: PropertyChoice {
    /// What gst-launch takes.
    public var nick: StaticString {
        switch self {
        case .stretch: "stretch"
        case .keepAspect: "keep-aspect"
        case .none: "none"
        }
    }

    /// For people.
    public var label: StaticString {
        switch self {
        case .stretch: "Stretch width and height to those of its place"
        case .keepAspect: "Fit into its place, keep the aspect ratio, centre"
        case .none: "Keep its own size, pixel for pixel"
        }
    }
}

/// What the user chooses of an input that is laid over others.
public struct LayerSettings: EffectSettings, Equatable {
    /// The first column in the output.
    @Limited(-32768...32767) public var x: Int32 = 0
    /// The first row in the output.
    @Limited(-32768...32767) public var y: Int32 = 0
    /// Columns in the output; 0: as many as it has.
    @Limited(0...32767) public var width: Int32 = 0
    /// Rows in the output; 0: as many as it has.
    @Limited(0...32767) public var height: Int32 = 0
    /// What its alpha is multiplied by.
    @Limited(0...1) public var alpha = 1.0
    /// How it comes to that size.
    public var sizing = LayerSizing.stretch
    /// What is higher lies over what is lower.
    @Limited(0...10000) public var order: Int32 = 0

    /// All of the output.
    public init() {}

    /// As pads have them.
    public static let properties: [Property<LayerSettings>] = [
        .int(
            "xpos", \.$x, nick: "X position",
            "First column of the input in the output, rounded down to whole chroma samples. The backdrop fills the output"
        ),
        .int(
            "ypos", \.$y, nick: "Y position",
            "First row of the input in the output, rounded down to whole chroma samples. The backdrop fills the output"),
        .int(
            "width", \.$width, nick: "Width",
            "Columns of the input in the output. 0 takes those of the output, as the backdrop does"),
        .int(
            "height", \.$height, nick: "Height",
            "Rows of the input in the output. 0 takes those of the output, as the backdrop does"),
        .double(
            "alpha", \.$alpha, nick: "Alpha",
            "What alpha of the input is multiplied by. 0 does not show it, 1 all of it. The backdrop is always shown"),
        .choice(
            "sizing", \.sizing, typeName: "GstSwiftLayerSizing", nick: "Sizing",
            "How the input is brought to width and height"),
        .int(
            "zorder", \.$order, nick: "Z order",
            "Inputs of a greater number lie over those of a lesser one, and of equal ones those of a greater pad number. The backdrop lies below all"
        ),
    ]

    /// Where a frame lies in a frame of `video`: on whole chroma samples, of its field where frames are interlaced.
    public func place(of size: FrameSize, in video: VideoInfo, pixelAspect: Double, interlaced: Bool) -> MixPlace {
        let step = MixPlace.step(video.format.layout, interlaced: interlaced)
        let box = (
            width: width > 0 ? Int(width) : video.width, height: height > 0 ? Int(height) : video.height
        )
        var place = MixPlace(x: Int(x), y: Int(y), width: box.width, height: box.height)
        switch sizing {
        case .stretch: break
        case .none:
            // Its last chroma samples may be of less than they cover.
            (place.width, place.height) = (size.width, size.height)
            (place.x, place.y) = (Self.start(place.x, step: step.x), Self.start(place.y, step: step.y))
            return place
        case .keepAspect:
            let fitted = MixEffect.fitted(size, into: box, pixelAspect: pixelAspect, step: step)
            place.x += (box.width - fitted.width) / 2
            place.y += (box.height - fitted.height) / 2
            (place.width, place.height) = fitted
        }
        (place.x, place.width) = Self.aligned(place.x, place.width, step: step.x, in: video.width)
        (place.y, place.height) = Self.aligned(place.y, place.height, step: step.y, in: video.height)
        return place
    }

    /// The last multiple of `step` up to a beginning.
    private static func start(_ start: Int, step: Int) -> Int {
        start >= 0 ? start / step * step : -((step - 1 - start) / step * step)
    }

    /// A beginning at a multiple of `step`, and a length of such a one, or up to the end or beyond.
    private static func aligned(_ start: Int, _ length: Int, step: Int, in whole: Int) -> (Int, Int) {
        let first = Self.start(start, step: step)
        guard first + length < whole else { return (first, length) }
        return (first, max(1, (length + step / 2) / step) * step)
    }
}
