// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Colours times colours, as slides on top of each other. Source: GPUImageMultiplyBlendFilter, for alpha that is not multiplied
/// into the colours.
public struct MultiplyBlend: Blend {
    public init() {}

    public static func color(_ first: Pixel, _ second: Pixel, _ u: Parameters<MultiplyBlend>) -> Color<Num> {
        let (d, s) = (first.rgb * first.a, second.rgb * second.a)
        return (s * d + s * (1 - first.a) + d * (1 - second.a)) / Self.coverage(first, second)
    }

    public static func alpha(_ first: Pixel, _ second: Pixel, _ u: Parameters<MultiplyBlend>) -> Num? {
        coverage(first, second)
    }

    private static func coverage(_ first: Pixel, _ second: Pixel) -> Num { first.a + second.a - first.a * second.a }
}
