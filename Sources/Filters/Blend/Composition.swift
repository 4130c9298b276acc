// SPDX-License-Identifier: MIT
import Effects
import Expressions

/// How frames with alpha are blended. Source: Compositing and Blending Level 1 of the W3C, for alpha that is not multiplied into the
/// colours.
enum Composition {
    /// What `blended`, the colour where both frames are opaque, makes of them: each counts by itself where the other one is not.
    static func color(_ blended: Color<Num>, _ first: Pixel, _ second: Pixel) -> Color<Num> {
        let own = second.rgb * (second.a * (1 - first.a)) + first.rgb * (first.a * (1 - second.a))
        return (own + blended * (first.a * second.a)) / alpha(first, second)
    }

    static func alpha(_ first: Pixel, _ second: Pixel) -> Num { first.a + second.a - first.a * second.a }
}
