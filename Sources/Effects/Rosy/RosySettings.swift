/// What the user chooses of the rose tint.
public struct RosySettings: EffectSettings, Equatable {
    /// How much of the tint: 0 leaves frames as they are, 1 is the whole tint.
    @Limited(0...1) public var intensity = 1.0
    /// What is kept of red, 0...1.
    @Limited(0...1) public var tintRed = 1.0
    /// What is kept of green, 0...1.
    @Limited(0...1) public var tintGreen = 0.0
    /// What is kept of blue, 0...1.
    @Limited(0...1) public var tintBlue = 1.0

    /// The defaults: AVCamFilter's rose, no green at all.
    public init() {}

    /// Factors of R', G' and B' at this intensity: 1 + intensity * (tint - 1).
    ///
    /// That is out = in + intensity * (law - in) with law = tint * in; tint (1, 0, 1) is AVCamFilter's (R, 0, B).
    public var gains: (red: Double, green: Double, blue: Double) {
        func gain(_ tint: Double) -> Double { 1 + intensity * (tint - 1) }
        return (gain(tintRed), gain(tintGreen), gain(tintBlue))
    }
}
