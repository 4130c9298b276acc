// SPDX-License-Identifier: MIT
/// 1 / range: how steep what goes from 0 to 1 over it is; where it is next to nothing, an edge.
func steepness(over range: Double) -> Double { range.magnitude < 1e-5 ? 1e5 : 1 / range }
