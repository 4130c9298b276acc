// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

/// The widths that matter: none, one, around whole vectors of every level, and a row of 1080p.
let widths = [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 191, 193, 1919, 1920]

/// Calls a kernel on memory it takes from the arena.
typealias KernelCall = (_ kernels: any KernelSet.Type, _ arena: Arena, _ width: Int) -> Void

/// Compares a kernel with its reference, bit for bit, for all widths, fills and placements in memory.
///
/// `call` is run once with the reference and once with the kernels of `level`, on arenas that hold the same values.
func compare(
    _ level: CPULevel, seed: UInt64 = 1, widths: [Int] = widths, fills: [Fill] = Fill.allCases,
    placements: [Placement] = Placement.allCases, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: KernelCall
) {
    let expected = Arena(seed: seed, fill: .random, placement: .unaligned)
    let actual = Arena(seed: seed, fill: .random, placement: .unaligned)
    for width in widths {
        for (index, fill) in fills.enumerated() {
            // Long rows are slow without optimization: each of them in one placement.
            let used = width > 256 ? [placements[index % placements.count]] : placements
            for placement in used {
                let caseSeed = seed &* 1_000_003 &+ UInt64(width * 16 + index)
                expected.restart(seed: caseSeed, fill: fill, placement: placement)
                call(Reference.self, expected, width)
                actual.restart(seed: caseSeed, fill: fill, placement: placement)
                call(level.kernels, actual, width)
                guard let difference = actual.difference(from: expected) else { continue }
                Issue.record(
                    "width \(width), fill \(fill), \(placement), seed \(caseSeed): \(difference)",
                    sourceLocation: sourceLocation)
                return
            }
        }
    }
}

/// Whether `to` and `from` are the same row or two.
enum Overlap: CaseIterable {
    case inPlace
    case apart
}

/// The scales of codes that formats have: 8, 10 and 16 bits, limited and full range, luma and chroma.
let codeScales: [(depth: Int, scale: CodeScale)] = [8, 10, 16].flatMap { depth in
    [false, true].flatMap { fullRange in
        let c = Colorimetry(matrix: .bt709, fullRange: fullRange, depth: depth)
        let maximum = (1 << depth) - 1
        return [
            (depth, CodeScale(offset: c.lumaOffset, range: c.lumaScale, maximum: maximum)),
            (depth, CodeScale(offset: c.chromaOffset, range: c.chromaScale, maximum: maximum)),
        ]
    }
}
