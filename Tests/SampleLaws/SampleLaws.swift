// SPDX-License-Identifier: MIT
public import Expressions

// Laws that tests lower to programs, and benchmarks measure beside loops that a person fused.

/// What each tone of sepia is made of.
private let sepiaWeights = [
    Weights(0.3588, 0.7044, 0.1368), Weights(0.2990, 0.5870, 0.1140), Weights(0.2392, 0.4696, 0.0912),
]

public func sepia<L: Lane>(_ p: Color<L>, _ intensity: L) -> Color<L> {
    mix(p, Color(dot(p, sepiaWeights[0]), dot(p, sepiaWeights[1]), dot(p, sepiaWeights[2])), intensity)
}

public func saturated<L: Lane>(_ p: Color<L>, _ amount: L) -> Color<L> { mix(gray(dot(p, luma)), p, amount) }

/// The uniforms are the centre, where the edge starts and ends, and its colour.
public func vignette(_ p: Pixel, _ rgb: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    mix(rgb, u.color(4), smoothstep(u[2], u[3], length(p.x - u[0], p.y - u[1])))
}

public func posterized<L: Lane>(_ p: Color<L>, _ levels: L) -> Color<L> { floor(p * levels + 0.5) * (1 / levels) }

/// Turned through YIQ; the angle is in radians.
public func hue<L: Lane>(_ p: Color<L>, _ angle: L) -> Color<L> {
    let y = dot(p, Weights(0.299, 0.587, 0.114))
    let i = dot(p, Weights(0.595716, -0.274453, -0.321263))
    let q = dot(p, Weights(0.211456, -0.522591, 0.311135))
    let (c, s) = (L.cosine(angle), L.sine(angle))
    let (i2, q2) = (i * c - q * s, i * s + q * c)
    return Color(
        y + 0.9563 * i2 + 0.6210 * q2, y - 0.2721 * i2 - 0.6474 * q2, y - 1.1070 * i2 + 1.7046 * q2)
}

/// The uniforms are the colours of black and of white.
public func falseColor(_ p: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    mix(u.color(0), u.color(3), dot(p, luma))
}

/// The uniforms are black, white, gamma, and what black and white become.
public func levels(_ p: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    let inner = clamp((p - u[0]) / (u[1] - u[0]))
    return pow(inner, 1 / u[2]) * (u[4] - u[3]) + u[3]
}

/// Brightness, contrast, saturation, exposure, sepia, vignette, posterize, invert; clamped between. The uniforms are those of the
/// vignette and then one for each of the others.
public func chainOfEight(_ p: Pixel, _ u: Uniforms<Num>) -> Color<Num> {
    var rgb = clamp(p.rgb + u[7])
    rgb = clamp((rgb - 0.5) * u[8] + 0.5)
    rgb = clamp(saturated(rgb, u[9]))
    rgb = clamp(rgb * exp2(u[10]))
    rgb = clamp(sepia(rgb, u[11]))
    rgb = clamp(vignette(p, rgb, u))
    rgb = clamp(posterized(rgb, u[12]))
    return 1 - rgb
}

// MARK: Two frames, as if both were opaque

/// W3C's soft light.
public func softLightOfRoots<L: Lane>(_ a: L, _ b: L) -> L {
    let w = b * 2 - 1
    let m = a * b * 2
    return less(b, 0.5, m - a * a * w, 2 * a - m + L.squareRoot(a) * w)
}

/// Cr and Cb as GPUImage has them.
public func chroma<L: Lane>(_ p: Color<L>) -> (L, L) {
    let y = dot(p, Weights(0.2989, 0.5866, 0.1145))
    return (0.7132 * (p.r - y), 0.5647 * (p.b - y))
}

/// The second frame where the first has the key's colour. The uniforms are the key, and where the first begins and where it is all.
public func chromaKey(_ p: Color<Num>, _ q: Color<Num>, _ u: Uniforms<Num>) -> Color<Num> {
    let key = chroma(u.color(0))
    return KeyLaw.apply(p, q, [key.0, key.1, u[3], 1 / (u[4] - u[3])])
}
