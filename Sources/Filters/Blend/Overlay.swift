// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Dark colours are multiplied and light ones screened, as the first frame is dark or light. Source: GPUImageOverlayBlendFilter, with
/// W3C's composition.
public struct OverlayBlend: Blend {
    public init() {}

    public static func color(_ first: Pixel, _ second: Pixel, _ u: Parameters<OverlayBlend>) -> Color<Num> {
        Composition.color(OverlayLaw.apply(first.rgb, second.rgb), first, second)
    }

    public static func alpha(_ first: Pixel, _ second: Pixel, _ u: Parameters<OverlayBlend>) -> Num? {
        Composition.alpha(first, second)
    }
}
