// SPDX-License-Identifier: MIT
public import Expressions

/// A part of the frame, as large as the frame. Colours are interpolated between four pixels, and count by their alpha.
public struct ZoomedPart: AlphaLaw {
    var x = 0.0
    var y = 0.0
    var share = FrameShare.whole

    /// The whole frame.
    public init() {}

    /// The part that settings say.
    public init(_ settings: CropSettings) { (x, y, share) = (settings.x, settings.y, settings.share) }

    public static func pixel(_ p: Pixel, _ u: Parameters<ZoomedPart>) -> Pixel {
        p.sample(u(\.x) + p.x * u(\.share.width), u(\.y) + p.y * u(\.share.height))
    }
}
