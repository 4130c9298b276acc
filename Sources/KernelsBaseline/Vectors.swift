// SPDX-License-Identifier: MIT
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
