// SPDX-License-Identifier: MIT
/// Perlin's classic noise of two dimensions, from 0 to 1 or a little beyond.
///
/// After "Efficient computational noise in GLSL" (McEwan, Sheets, Gustavson, Richardson: JGT 16:2, 2012), section 4, whose hash is
/// perm(k) = (34 k + 1) k mod 289. All hashes are whole numbers that a float holds exactly.
///
/// The first component of the first colour is the column, in cells from 0 on; the uniform 3 is the row. The uniforms 0 and 1 are whole
/// cells before these, below 289, and 2 is added to the number of each slope, below 41. Columns and rows are below 289.
public enum NoiseLaw: CompiledLaw {
    @inlinable public static var code: Int { 3 }
    @inlinable public static var isByComponent: Bool { false }

    /// After how many cells it repeats.
    public static let period = 289
    /// How many slopes there are.
    public static let slopes = 41

    @inlinable @inline(__always)
    public static func color<L: Lane>(_ p: Color<L>, _ q: Color<L>, _ u: Uniforms<L>) -> Color<L> {
        let (column, row) = (L.floor(p.r), L.floor(u[3]))
        let (x, y) = (p.r - column, u[3] - row)
        let (cellX, cellY) = (wrapped(column + u[0]), wrapped(row + u[1]))
        let (left, right) = (permuted(cellX) + cellY, permuted(cellX + 1) + cellY)
        let (fadeX, fadeY) = (faded(x), faded(y))
        let top = L.mix(sloped(left, x, y, u[2]), sloped(right, x - 1, y, u[2]), fadeX)
        let bottom = L.mix(sloped(left + 1, x, y - 1, u[2]), sloped(right + 1, x - 1, y - 1, u[2]), fadeX)
        // (n + 1) / 2 with n = 2.3 times what the slopes say.
        let noise = L.mix(top, bottom, fadeY) * 1.15 + 0.5
        return Color(noise, noise, noise)
    }

    /// What the slope of a corner says at a distance from it; its number is of the hash and of its row.
    @inlinable @inline(__always)
    static func sloped<L: Lane>(_ sum: L, _ x: L, _ y: L, _ turn: L) -> L {
        let hash = permuted(wrapped(sum)) + turn
        let slope = (hash - L.floor((hash + 0.5) * L(floatLiteral: 1.0 / 41)) * 41) * L(floatLiteral: 2.0 / 41) - 1
        let (slopeX, slopeY) = (slope - L.floor(slope + 0.5), L.absolute(slope) - 0.5)
        let length = 1.79284291400159 - (slopeX * slopeX + slopeY * slopeY) * 0.85373472095314
        return length * (slopeX * x + slopeY * y)
    }

    /// A whole number below twice the period, within it.
    @inlinable @inline(__always)
    static func wrapped<L: Lane>(_ number: L) -> L { L.less(number, 289, number, number - 289) }

    /// perm of a whole number up to 289, exactly: the half keeps quotients away from whole numbers, however they round.
    @inlinable @inline(__always)
    static func permuted<L: Lane>(_ number: L) -> L {
        let product = (number * 34 + 1) * number
        return product - L.floor((product + 0.5) * L(floatLiteral: 1.0 / 289)) * 289
    }

    @inlinable @inline(__always)
    static func faded<L: Lane>(_ t: L) -> L { t * t * t * (t * (t * 6 - 15) + 10) }
}
