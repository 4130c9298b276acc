// SPDX-License-Identifier: MIT
internal import CVector
internal import PixelCore

/// Where a coordinate lies: between two pixels, and which part of the way.
private typealias Position = (first: Int, second: Int, part: Float)

/// A fraction of so many pixels; beyond the edge, the nearest one.
@inline(__always)
private func position(_ fraction: Float, _ count: Int) -> Position {
    let wanted = fraction * Float(count) - 0.5
    // The low one for what is not a number.
    let raised = wanted > -1 ? wanted : -1
    let limited = raised < Float(count) ? raised : Float(count)
    // It is no less than 0 there, where cutting off is rounding down.
    let whole = swv_i32_whole(limited + 1) &- 1
    let last = count &- 1
    return (min(max(whole, 0), last), min(max(whole &+ 1, 0), last), limited - Float(whole))
}

@inline(__always)
private func between(_ a: SampledImage.Pixel, _ b: SampledImage.Pixel, _ part: Float) -> SampledImage.Pixel {
    (b - a) * part + a
}

/// Pixel by pixel: all components of each of the four come with one load.
@inline(never)
func machineSample(_ instruction: InstructionPointer, _ tile: TilePointer) {
    guard let image = tile.pointee.sampled else { return }
    let operands = Operands(instruction, tile)
    let planes = operands.planeCount
    let (columns, rows) = (operands.row(planes), operands.row(planes &+ 1))
    let k = tile.pointee.coefficients + Int(instruction.pointee.coefficients)
    let (k0, k1, k2, k3) = (k[0], k[1], k[2], k[3])
    // Of gray there is one.
    let (a, b, c) = (operands.row(0), operands.row(min(1, planes &- 1)), operands.row(planes &- 1))
    var i = 0
    while i < operands.count {
        let x = position(columns[i] * k0 + k1, image.width)
        let y = position(rows[i] * k2 + k3, image.height)
        let upper = image.pixels + y.first &* image.width
        let lower = image.pixels + y.second &* image.width
        let v = between(
            between(upper[x.first], upper[x.second], x.part), between(lower[x.first], lower[x.second], x.part), y.part)
        c[i] = v.z
        b[i] = v.y
        a[i] = v.x
        i &+= 1
    }
}
