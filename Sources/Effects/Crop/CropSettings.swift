// SPDX-License-Identifier: MIT
/// What the user chooses of the part that is shown.
public struct CropSettings: EffectSettings {
    /// The left side of the part, as a fraction of the frame's width.
    @Limited(0...1) public var x = 0.0
    /// The upper side of the part, as a fraction of the frame's height.
    @Limited(0...1) public var y = 0.0
    /// How much of the frame's width the part has.
    @Limited(0...1) public var width = 1.0
    /// How much of the frame's height the part has.
    @Limited(0...1) public var height = 1.0
    /// Whether the part is made as large as the frame.
    public var zoom = false

    /// The whole frame.
    public init() {}

    /// The settings as properties.
    public static let properties: [Property<CropSettings>] = [
        .double(
            "x", \.$x, nick: "X",
            "Left side of the part, as a fraction of the frame's width. 0 is the frame's left side"),
        .double(
            "y", \.$y, nick: "Y",
            "Upper side of the part, as a fraction of the frame's height. 0 is the frame's upper side"),
        .double(
            "width", \.$width, nick: "Width",
            "Width of the part, as a fraction of the frame's. 1 is all, or what there is from x on"),
        .double(
            "height", \.$height, nick: "Height",
            "Height of the part, as a fraction of the frame's. 1 is all, or what there is from y on"),
        .boolean(
            "zoom", \.zoom, nick: "Zoom",
            "Make the part as large as the frame. false shows it as it is"),
    ]

    /// What the part has of the frame, where what would be beyond the frame is left out.
    var share: FrameShare { FrameShare(width: min(width, 1 - x), height: min(height, 1 - y)) }
}
