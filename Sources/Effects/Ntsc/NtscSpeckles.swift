// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Short decaying bursts in a row, as of weak reception or a worn tape.
struct NtscSpeckles {
    /// How likely one begins at a sample, about.
    let density: Float
    /// How unevenly rows are hit: 0 all alike, 1 few of them and those hard.
    let anisotropy: Float
    /// How long bursts are.
    let scale: Float

    /// Adds bursts to a row of a group.
    func add(to row: Floats, width: Int, seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        // As ntsc-rs has it: settings rounded to Float, and Double from there on. Otherwise some bursts begin a pixel off.
        let (density, anisotropy) = (Double(density), Double(anisotropy))
        let logistic = Elementary.exp(
            (random.double() - density) / (density * (1 - density) * (1 - anisotropy)))
        let likelihood = 0.125 * (anisotropy / (1 + logistic) + density * (1 - anisotropy))
        let probability = min(max(likelihood, 0), 1)
        guard probability > 0 else { return }
        var start = -64
        while let tries = random.geometric(probability, below: width - start) {
            start += tries
            let length = random.float(8, 64) * scale
            let period = random.float(length * 3, length * 5)
            random.jump()
            var own = random
            let end = start + Int(length.rounded(.up))
            for x in max(start, 0)..<max(start, min(end, width), 0) {
                let distance = Float(x - start)
                let fade = 1 - distance / length
                let wave = Elementary.cos(Float.pi * distance / period)
                row[RowGroup.rows * x] += wave * (fade * fade) * own.float(-1, 2)
            }
            start += 1
        }
    }
}

extension Xoshiro256 {
    /// How many tries fail before one succeeds that has this probability, floor(ln u / ln(1 - p)); nil: as many as `limit`, or more.
    package mutating func geometric(_ probability: Double, below limit: Int) -> Int? {
        let u = double()
        // -ln u >= 1 - u and -ln(1 - p) <= p / (1 - p): most rows have nothing, and need no logarithms. One more try, and no
        // lower probability, are far more than what these are off.
        let p = max(probability, 1e-9)
        guard (1 - u) * (1 - p) < Double(limit + 1) * p else { return nil }
        let tries = (Elementary.log(u) / Elementary.log(1 - probability)).rounded(.down)
        // Of less than 2^-54 nothing is left in 1 - p, and -inf is what comes out.
        return tries >= 0 && tries < Double(limit) ? Int(tries) : nil
    }
}

/// Gradient noise along one axis.
package enum NtscNoise1D {
    /// One value of the noise that `noiseGroup` adds: within +-2.53125.
    package static func value(_ position: Float, _ seed: UInt32) -> Float {
        let whole = position.rounded(.down)
        let d0 = position - whole
        let cell = UInt32(bitPattern: Int32(whole))
        return part(d0, cell, seed) + part(d0 - 1, cell &+ 1, seed)
    }

    private static func part(_ d: Float, _ cell: UInt32, _ seed: UInt32) -> Float {
        var v = (cell ^ seed ^ 2_747_636_419) &* 2_654_435_769
        v = (v ^ v >> 16) &* 2_654_435_769
        v = (v ^ v >> 16) &* 2_654_435_769
        let size = Float((v >> 28 & 7) + 1)
        let t = 1 - d * d
        let square = t * t
        return (square * square) * ((v >> 31 == 1 ? size : -size) * d)
    }
}
