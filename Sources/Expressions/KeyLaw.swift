// SPDX-License-Identifier: MIT
/// The second colour where the first one has the chroma of a key: its Cr and Cb are the uniforms 0 and 1. The first one begins at the
/// distance 2, and by 3 it says how fast it comes.
public enum KeyLaw: CompiledLaw {
    @inlinable public static var code: Int { 2 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        let y = dot(p, Weights(0.2989, 0.5866, 0.1145))
        let (red, blue) = (0.7132 * (p.r - y) - u[0], 0.5647 * (p.b - y) - u[1])
        return mix(q, p, L.smooth((L.squareRoot(red * red + blue * blue) - u[2]) * u[3]))
    }
}
