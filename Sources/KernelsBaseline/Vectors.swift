// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Pixels of a row that effects take at a time: `TileReader.tileWidth` of Effects, which kernels do not see.
let tilePixels = 512

/// Calls `step` for runs of `lanes` from 0 to `count`, then for what is left.
///
/// The first calls pass `lanes` itself as the length, so that whole vectors are loaded and stored without a branch.
@inline(__always)
func forVectors(_ count: Int, by lanes: Int, _ step: (_ start: Int, _ length: Int) -> Void) {
    var i = 0
    while i &+ lanes <= count {
        step(i, lanes)
        i &+= lanes
    }
    if i < count { step(i, count &- i) }
}

/// As `forVectors`, with the phase of a byte pattern, of which `lanes` is a divisor.
@inline(__always)
func forPatternVectors(
    _ count: Int, period: Int, by lanes: Int, _ step: (_ start: Int, _ phase: Int, _ length: Int) -> Void
) {
    var i = 0
    var phase = 0
    while i &+ lanes <= count {
        step(i, phase, lanes)
        i &+= lanes
        phase = phase &+ lanes == period ? 0 : phase &+ lanes
    }
    if i < count { step(i, phase, count &- i) }
}

/// Stores a vector of each of three rows of sums, `adds` to what they have.
@inline(__always)
func accumulate(_ sums: TileRows, _ i: Int, _ n: Int, _ values: (swv_f32, swv_f32, swv_f32), adds: Bool) {
    var values = values
    if adds {
        values.0 = swv_f32_load(sums.c0 + i, n) + values.0
        values.1 = swv_f32_load(sums.c1 + i, n) + values.1
        values.2 = swv_f32_load(sums.c2 + i, n) + values.2
    }
    swv_f32_store(sums.c0 + i, values.0, n)
    swv_f32_store(sums.c1 + i, values.1, n)
    swv_f32_store(sums.c2 + i, values.2, n)
}
