// SPDX-License-Identifier: MIT
internal import PixelCore

/// A recursive filter of third order or less, in direct form II transposed:
/// y = z0 + b0 x, z_i = z_(i+1) + b_(i+1) x - a_(i+1) y, with a0 = 1.
package struct NtscFilter: Sendable, Equatable {
    /// Four numerator coefficients b0...b3, and a1...a3 after an unused one.
    package var b: SIMD4<Float>
    package var a: SIMD4<Float>

    package init(b: SIMD4<Float>, a: SIMD4<Float>) {
        (self.b, self.a) = (b, a)
    }

    /// Samples a second: four times the colour subcarrier, 4 * 315 / 88 MHz.
    package static let rate: Float = 315_000_000 / 88 * 4

    /// RC low-pass: alpha = d / (t + d) with d = 1 / rate, t = 1 / (2 pi cutoff).
    package static func lowpass1(_ cutoff: Float, rate: Float) -> NtscFilter {
        let interval = 1 / rate
        let constant = 1 / (cutoff * 2 * Float.pi)
        let alpha = interval / (constant + interval)
        return NtscFilter(b: [alpha, 0, 0, 0], a: [1, -(1 - alpha), 0, 0])
    }

    /// Low-pass of a type: three of `lowpass1` in one, or a Butterworth filter of second order.
    ///
    /// R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients", low-pass with Q = 1 / sqrt(2).
    package static func lowpass(_ cutoff: Float, rate: Float, type: NtscFilterType) -> NtscFilter {
        switch type {
        case .constantK:
            let one = lowpass1(cutoff, rate: rate)
            let (alpha, beta) = (one.b[0], one.a[1])
            let square = beta * beta
            return NtscFilter(
                b: [alpha * alpha * alpha, 0, 0, 0], a: [1, 3 * beta, 3 * square, beta * square])
        case .butterworth:
            let omega = Float.pi * min(2 * cutoff, rate) / rate
            let alpha = Elementary.sin(omega) / (2 * 0.707_106_77)
            let cosine = Elementary.cos(omega)
            let gain = 1 / (1 + alpha)
            let half = gain * (1 - cosine) / 2
            return NtscFilter(
                b: [half, 2 * half, half, 0], a: [1, -2 * gain * cosine, gain * (1 - alpha), 0])
        }
    }

    /// Notch at `frequency`, a part of half the rate: b = g (1, -2 cos, 1), a = (1, -2 g cos, 2 g - 1) with
    /// g = 1 / (1 + tan(pi frequency / (2 Q))).
    package static func notch(_ frequency: Float, quality: Float) -> NtscFilter {
        let angle = Float.pi * frequency
        let gain = 1 / (1 + Elementary.tan(angle / (2 * quality)))
        let middle = frequency == 0.5 ? 0 : -2 * gain * Elementary.cos(angle)
        return NtscFilter(b: [gain, middle, gain, 0], a: [1, middle, 2 * gain - 1, 0])
    }

    /// s H + (1 - s): more of the filter than there is for s > 1, the contrary of it for s < 0.
    package func scaled(_ s: Float) -> NtscFilter {
        NtscFilter(b: s * b + (1 - s) * a, a: a)
    }

    /// 1 / H at `frequency`, a part of half the rate, for filters of first order.
    package func inverseResponse(_ frequency: Float) -> (real: Float, imaginary: Float) {
        let angle = Float.pi * frequency
        let (cosine, sine) = (Elementary.cos(angle), Elementary.sin(angle))
        // H = (b_0 + b_1 z) / (1 + a_1 z) with z = e^(-j angle).
        let (top, bottom) = ((1 + a[1] * cosine, -a[1] * sine), (b[0] + b[1] * cosine, -b[1] * sine))
        let size = bottom.0 * bottom.0 + bottom.1 * bottom.1
        guard size > 0 else { return (1, 0) }
        return (
            (top.0 * bottom.0 + top.1 * bottom.1) / size, (top.1 * bottom.0 - top.0 * bottom.1) / size
        )
    }

    /// The state in which a constant input of 1 gives a constant output.
    package var steadyState: SIMD4<Float> {
        let c = b - a * b[0]
        var (sumC, sumA): (Float, Float) = (0, 1)
        for i in 1...3 {
            sumC += c[i]
            sumA += a[i]
        }
        let first = sumC / sumA
        var z: SIMD4<Float> = [first, 0, 0, 0]
        (sumC, sumA) = (0, 1)
        // State that a lower order has none of is not to be a rounding error.
        let order = b[3] != 0 || a[3] != 0 ? 3 : b[2] != 0 || a[2] != 0 ? 2 : 1
        for i in 1..<order {
            sumC += c[i]
            sumA += a[i]
            z[i] = sumA * first - sumC
        }
        return z
    }
}
