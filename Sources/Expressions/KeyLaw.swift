// SPDX-License-Identifier: MIT
/// The second colour where the first one has the chroma of a key: its Cr and Cb are the uniforms 0 and 1. The first one begins at the
/// distance 2, and by 3 it says how fast it comes.
public enum KeyLaw: CompiledLaw {
    @inlinable public static var code: Int { 2 }
    @inlinable public static var isByComponent: Bool { false }

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        let own = KeyChroma(p)
        let (red, blue) = (own.red - u[0], own.blue - u[1])
        return mix(q, p, L.smooth((L.squareRoot(red * red + blue * blue) - u[2]) * u[3]))
    }
}

/// Cr and Cb of a colour as GPUImageChromaKeyFilter has them.
public struct KeyChroma<L: Lane> {
    public let red: L
    public let blue: L

    /// What components count for in luma.
    @inlinable public static var weights: Weights { Weights(0.2989, 0.5866, 0.1145) }
    /// What R' less luma is multiplied by.
    @inlinable public static var redScale: Double { 0.7132 }
    /// What B' less luma is multiplied by.
    @inlinable public static var blueScale: Double { 0.5647 }

    /// That of a colour.
    @inlinable @inline(__always)
    public init(_ color: Color<L>) {
        let y = dot(color, Self.weights)
        red = L(floatLiteral: Self.redScale) * (color.r - y)
        blue = L(floatLiteral: Self.blueScale) * (color.b - y)
    }
}
