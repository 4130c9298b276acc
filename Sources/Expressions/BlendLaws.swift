// SPDX-License-Identifier: MIT
// What blend modes make of opaque colours of 0...1, where that is more than a product or a sum: the first is the backdrop's, the
// second the source's.

/// Dark colours are multiplied and light ones screened, as the first frame is dark or light.
public enum OverlayLaw: CompiledLaw {
    @inlinable public static var code: Int { 0 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in
            let sum = a + b
            let product = a * b
            let twice = product + product
            return less(a, 0.5, twice, (sum + sum) - (twice + 1))
        }
    }
}

/// Pegtop's soft light.
public enum SoftLightLaw: CompiledLaw {
    @inlinable public static var code: Int { 1 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in a * (a + (b + b) * (1 - a)) }
    }
}

/// Overlay with both exchanged: as the source is dark or light.
public enum HardLightLaw: CompiledLaw {
    @inlinable public static var code: Int { 4 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        OverlayLaw.color(q, p, u)
    }
}

/// 1 - (1 - a) (1 - b)
public enum ScreenLaw: CompiledLaw {
    @inlinable public static var code: Int { 5 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in (a + b) - a * b }
    }
}

/// a / b, limited to 1: 0 where a is 0, else 1 where b is.
public enum DivideLaw: CompiledLaw {
    @inlinable public static var code: Int { 6 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in limitedRatio(a, b) }
    }
}

/// The backdrop divided by the inverted source.
public enum ColorDodgeLaw: CompiledLaw {
    @inlinable public static var code: Int { 7 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in limitedRatio(a, 1 - b) }
    }
}

/// The inverted backdrop divided by the source, inverted.
public enum ColorBurnLaw: CompiledLaw {
    @inlinable public static var code: Int { 8 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in 1 - limitedRatio(1 - a, b) }
    }
}

/// Where the source is dark, burnt by twice of it; else dodged by twice of what is above the middle.
public enum VividLightLaw: CompiledLaw {
    @inlinable public static var code: Int { 9 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in
            let twice = b + b
            let ratio = limitedRatio(less(b, 0.5, 1 - a, a), less(b, 0.5, twice, 2 - twice))
            return less(b, 0.5, 1 - ratio, ratio)
        }
    }
}

/// Where the source is dark, at most twice of it; else at least twice of what is above the middle.
public enum PinLightLaw: CompiledLaw {
    @inlinable public static var code: Int { 10 }
    @inlinable public static var isByComponent: Bool { true }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        p.map(q) { a, b in
            let twice = b + b
            return less(b, 0.5, min(a, twice), max(a, twice - 1))
        }
    }
}

/// The hue of the source, with the saturation and the luminosity of the backdrop.
public enum HueLaw: CompiledLaw {
    @inlinable public static var code: Int { 11 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        toned(q, saturation: p.high - p.low, luminosity: dot(p, luminosity))
    }
}

/// The saturation of the source, with the hue and the luminosity of the backdrop.
public enum SaturationLaw: CompiledLaw {
    @inlinable public static var code: Int { 12 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        toned(p, saturation: q.high - q.low, luminosity: dot(p, luminosity))
    }
}

/// The hue and the saturation of the source, with the luminosity of the backdrop.
public enum ColorLaw: CompiledLaw {
    @inlinable public static var code: Int { 13 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        toned(q, luminosity: dot(p, luminosity))
    }
}

/// The luminosity of the source, with the hue and the saturation of the backdrop.
public enum LuminosityLaw: CompiledLaw {
    @inlinable public static var code: Int { 14 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        toned(p, luminosity: dot(q, luminosity))
    }
}

/// What each component counts for in luminosity. Source: Compositing and Blending Level 1 of the W3C.
@inlinable var luminosity: Weights { Weights(0.3, 0.59, 0.11) }

/// Less than a code of 16 bits, and more than what floats are off.
@inlinable public var codeTolerance: Double { 4e-6 }

/// a / b, limited to 1: 0 where a is 0, else 1 where b is. Neither is less than 0.
@inlinable @inline(__always)
func limitedRatio<L: Lane>(_ a: L, _ b: L) -> L {
    less(a, b, a / b, less(L(floatLiteral: codeTolerance), a, 1, 0))
}

/// A colour with a saturation, which is the greatest component less the least one; grays have none.
@inlinable @inline(__always)
func toned<L: Lane>(_ c: Color<L>, saturation: L, luminosity target: L) -> Color<L> {
    let own = c.high - c.low
    return toned(c, factor: less(L(floatLiteral: codeTolerance), own, saturation / own, 0), luminosity: target)
}

/// A colour with a luminosity.
@inlinable @inline(__always)
func toned<L: Lane>(_ c: Color<L>, luminosity target: L) -> Color<L> { toned(c, factor: 1, luminosity: target) }

/// A colour with a luminosity, and so much more saturation, or less where it would leave 0...1.
@inlinable @inline(__always)
func toned<L: Lane>(_ c: Color<L>, factor: L, luminosity target: L) -> Color<L> {
    let own = dot(c, luminosity)
    let below = (own - c.low) * factor
    let above = (c.high - own) * factor
    let rest = 1 - target
    let kept = min(less(target, below, target / below, 1), less(rest, above, rest / above, 1))
    let scale = factor * kept
    return c.map { target + ($0 - own) * scale }
}
