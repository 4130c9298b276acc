// SPDX-License-Identifier: MIT
/// Simplex noise in two dimensions, octave upon octave, for waves that move with time.
enum NtscNoise2D {
    /// sum_o gain^o n(2^o x, 2^o y): K. Perlin's simplex noise with PCG3D for its hash. A 2-D noise n is within +-0.0221.
    static func octaves(_ x: Double, _ y: Double, seed: Int32, count: Int, gain: Float) -> Float {
        var (sum, factor, scale): (Float, Float, Double) = (0, 1, 1)
        for _ in 0..<count {
            sum += factor * noise(x * scale, y * scale, seed)
            factor *= gain
            scale *= 2
        }
        return sum
    }

    private static func noise(_ x: Double, _ y: Double, _ seed: Int32) -> Float {
        let root3 = 1.732_050_807_568_877_2
        let skew = (root3 - 1) / 2 * (x + y)
        let (i, j) = ((x + skew).rounded(.down), (y + skew).rounded(.down))
        let unskew = (3 - root3) / 6
        let t = (i + j) * unskew
        let (x0, y0) = (Float(x - (i - t)), Float(y - (j - t)))
        let first: (Int64, Int64) = x0 >= y0 ? (1, 0) : (0, 1)
        let g = Float(unskew)
        // Far beyond any stream all cells are one.
        let (cellX, cellY) = (Int64(exactly: i) ?? 0, Int64(exactly: j) ?? 0)
        let corner0 = corner(x0, y0, cellX, cellY, seed)
        let corner1 = corner(
            x0 - Float(first.0) + g, y0 - Float(first.1) + g, cellX + first.0, cellY + first.1, seed)
        let corner2 = corner(x0 - 1 + 2 * g, y0 - 1 + 2 * g, cellX + 1, cellY + 1, seed)
        return corner0 + corner1 + corner2
    }

    private static func corner(_ dx: Float, _ dy: Float, _ i: Int64, _ j: Int64, _ seed: Int32) -> Float {
        let t = max(0, 0.5 - dx * dx - dy * dy)
        let bits = hash(UInt32(truncatingIfNeeded: i), UInt32(truncatingIfNeeded: j), UInt32(bitPattern: seed)) & 7
        let isSteep = bits < 4
        let (u, v) = isSteep ? (dx, dy) : (dy, dx)
        let gradient = (bits & 1 == 0 ? u : -u) + 2 * (bits & 2 == 0 ? v : -v)
        let square = t * t
        return square * square * gradient
    }

    /// The first component of PCG3D: M. Jarzynski and M. Olano, "Hash Functions for GPU Rendering" (2020).
    private static func hash(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
        func step(_ v: UInt32) -> UInt32 { v &* 1_664_525 &+ 1_013_904_223 }
        var (a, b, c) = (step(x), step(y), step(z))
        a = a &+ b &* c
        b = b &+ c &* a
        c = c &+ a &* b
        (a, b, c) = (a ^ a >> 16, b ^ b >> 16, c ^ c >> 16)
        return a &+ b &* c
    }
}
