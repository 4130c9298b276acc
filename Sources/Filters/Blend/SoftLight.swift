// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Light and shade of the second frame on the first one, without hard edges. Source: GPUImageSoftLightBlendFilter, which is Pegtop's, with
/// W3C's composition.
public struct SoftLightBlend: Blend {
    public init() {}

    public static func color(_ first: Pixel, _ second: Pixel, _ u: Parameters<SoftLightBlend>) -> Color<Num> {
        Composition.color(SoftLightLaw.apply(first.rgb, second.rgb), first, second)
    }

    public static func alpha(_ first: Pixel, _ second: Pixel, _ u: Parameters<SoftLightBlend>) -> Num? {
        Composition.alpha(first, second)
    }
}
