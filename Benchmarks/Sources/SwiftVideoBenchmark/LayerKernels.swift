// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// Kernels that bring frames to another size and lay them over others, on rows of `n` bytes, samples and floats.
func layerKernels(
    _ b: [Bytes], _ s: [Samples], _ tile: TileRows, _ sums: Counts, count n: Int, storage: SampleStorage
) -> [KernelCase] {
    let entries = (0..<3).map { _ in UnsafeMutablePointer<Int32>.allocate(capacity: n) }
    for i in 0..<n {
        (entries[0][i], entries[1][i], entries[2][i]) = (Int32(i / 2), Int32(i / 2 + 1), Int32(i % 2 * 16384))
    }
    let columns = StretchColumns(first: entries[0], second: entries[1], weight: entries[2], whole: n - 8)
    // Four columns of the old row to each.
    let (areaStarts, areaWeights) = (
        UnsafeMutablePointer<Int32>.allocate(capacity: n / 4 + 1), UnsafeMutablePointer<UInt32>.allocate(capacity: n)
    )
    for i in 0...n / 4 { areaStarts[i] = Int32(4 * i) }
    areaWeights.initialize(repeating: 8192, count: n)
    let areas = AreaColumns(first: areaStarts, start: areaStarts, weights: areaWeights)
    let over = OverLaw(
        luma: (0.0625, 0.5, 0.25, 16), cb: (-0.125, -0.25, 0.375, 128), cr: (0.375, -0.3125, -0.0625, 128),
        alphaFirst: false, alphaScale: 1 / 255)
    return [
        KernelCase(
            "stretchRow8", traffic: 14 * n,
            { $0.stretchRow8(b[0], b[1], count: n, step: 1, components: 1, columns: columns) }),
        KernelCase(
            "stretchRow8 of pixels", traffic: 20 * n,
            { $0.stretchRow8(b[0], b[1], count: n, step: 4, components: 4, columns: columns) }),
        KernelCase(
            "stretchRow16", traffic: 16 * n,
            { $0.stretchRow16(s[0], s[1], count: n, step: 1, components: 1, columns: columns, storage: storage) }),
        KernelCase(
            "stretchRow16 of pixels", traffic: 7 * n,
            { $0.stretchRow16(s[0], s[1], count: n / 4, step: 4, components: 4, columns: columns, storage: .native) }),
        KernelCase(
            "areaRow8", traffic: 5 * n / 4 + 5 * n,
            { $0.areaRow8(b[0], b[1], count: n / 4, step: 1, components: 1, columns: areas) }),
        KernelCase(
            "areaRow16", traffic: 5 * n / 2 + 5 * n,
            { $0.areaRow16(s[0], s[1], count: n / 4, step: 1, components: 1, columns: areas, storage: storage) }),
        KernelCase("addRow8", traffic: 9 * n, { $0.addRow8(sums, b[0], count: n, weight: 3, begins: false) }),
        KernelCase(
            "addRow16", traffic: 10 * n,
            { $0.addRow16(sums, s[0], count: n, weight: 3, begins: false, storage: storage) }),
        KernelCase("storeSums8", traffic: 5 * n, { $0.storeSums8(b[0], sums, count: n) }),
        KernelCase("storeSums16", traffic: 6 * n, { $0.storeSums16(s[0], sums, count: n, storage: storage) }),
        KernelCase(
            "premultiplyRow8", traffic: 3 * n, { $0.premultiplyRow8(s[0], b[0], count: n / 4, alphaFirst: false) }),
        KernelCase(
            "unpremultiplyRow8", traffic: 3 * n, { $0.unpremultiplyRow8(b[0], s[0], count: n / 4, alphaFirst: false) }),
        KernelCase("premultiplyRow16", traffic: 4 * n, { $0.premultiplyRow16(s[0], s[1], count: n / 4) }),
        KernelCase("unpremultiplyRow16", traffic: 4 * n, { $0.unpremultiplyRow16(s[0], s[1], count: n / 4) }),
        KernelCase(
            "overRow8", traffic: 18 * n,
            { $0.overRow8(b[0], b[1], count: n, sums: tile, adds: false, law: over) }),
        KernelCase(
            "overChromaRow8", traffic: 14 * n,
            { $0.overChromaRow8(b[0], b[1], tile, columns: 2, count: n / 2, part: 0.5) }),
    ]
}
