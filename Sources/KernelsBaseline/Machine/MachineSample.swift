// SPDX-License-Identifier: MIT
internal import CVector
internal import KernelTypes
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
    let whole = swv_cut_float(limited + 1) &- 1
    let last = count &- 1
    return (min(max(whole, 0), last), min(max(whole &+ 1, 0), last), limited - Float(whole))
}

@inline(__always)
private func between(_ a: SampledImage.Pixel, _ b: SampledImage.Pixel, _ part: Float) -> SampledImage.Pixel {
    (b - a) * part + a
}

/// Pixel by pixel: all components of each of the four come with one load.
@inline(__always)
private func sampleFloats(_ image: SampledImage, _ operands: Operands, _ k: ConstFloats) {
    let planes = operands.planeCount
    let (columns, rows) = (operands.row(planes), operands.row(planes &+ 1))
    let (k0, k1, k2, k3) = (k[0], k[1], k[2], k[3])
    let pixels = image.pixels.assumingMemoryBound(to: SampledImage.Pixel.self)
    // Of gray there is one, and of opaque frames no alpha.
    let last = planes &- 1
    let (a, b, c, d) = (
        operands.row(0), operands.row(min(1, last)), operands.row(min(2, last)), operands.row(last)
    )
    var i = 0
    while i < operands.count {
        let x = position(columns[i] * k0 + k1, image.width)
        let y = position(rows[i] * k2 + k3, image.height)
        let upper = pixels + y.first &* image.width
        let lower = pixels + y.second &* image.width
        let v = between(
            between(upper[x.first], upper[x.second], x.part), between(lower[x.first], lower[x.second], x.part), y.part)
        d[i] = v.w
        c[i] = v.z
        b[i] = v.y
        a[i] = v.x
        i &+= 1
    }
}

/// The same of many coordinates. Beyond the edge there is nothing to go a part of the way to.
@inline(__always)
private func positions(_ fractions: Vector, _ count: Int) -> (first: swv_i32, second: swv_i32, part: Vector) {
    let last = swv_f32_splat(Float(count &- 1))
    let wanted = fractions * swv_f32_splat(Float(count)) - swv_f32_splat(0.5)
    // 0 for what is not a number.
    let limited = swv_f32_minimum(swv_f32_maximum(wanted, swv_f32_splat(0)), last)
    let first = swv_i32_cut(limited)
    let whole = swv_f32_from_whole(first)
    return (first, swv_i32_cut(swv_f32_minimum(whole + swv_f32_splat(1), last)), limited - whole)
}

private typealias Pair = (first: swv_u32, second: swv_u32)

/// The first of two neighbours, and which part of the way from it to the second: all of it for the last pixel. Of one pixel there is
/// no second.
@inline(__always)
private func neighbours(_ fractions: Vector, _ count: Int) -> (first: swv_i32, part: Vector) {
    let last = Float(count &- 1)
    let wanted = fractions * swv_f32_splat(Float(count)) - swv_f32_splat(0.5)
    // 0 for what is not a number.
    let limited = swv_f32_minimum(swv_f32_maximum(wanted, swv_f32_splat(0)), swv_f32_splat(last))
    let first = swv_i32_cut(swv_f32_minimum(limited, swv_f32_splat(max(0, last - 1))))
    return (first, limited - swv_f32_from_whole(first))
}

/// Many pixels at once: the bytes of two neighbours come with one load. Differences of codes are exact in floats, so that all of the
/// way from the first to the second is the second.
@inline(__always)
private func sampleBytes(_ image: SampledImage, _ scale: PackedScale, _ operands: Operands) {
    let planes = operands.planeCount
    let (columns, rows) = (operands.row(planes), operands.row(planes &+ 1))
    @inline(__always) func k(_ index: Int) -> Vector { operands.coefficient(index) }
    let (k0, k1, k2, k3) = (k(0), k(1), k(2), k(3))
    let last = planes &- 1
    let (a, b, c, d) = (
        operands.row(0), operands.row(min(1, last)), operands.row(min(2, last)), operands.row(last)
    )
    let width = Int32(truncatingIfNeeded: image.width)
    var i = 0
    while i < operands.count {
        let x = neighbours(load(columns, i) * k0 + k1, image.width)
        let y = positions(load(rows, i) * k2 + k3, image.height)
        @inline(__always) func pixels(_ row: swv_i32) -> Pair {
            let element = swv_i32_element(row, width, x.first)
            guard width > 1 else {
                let pixel = swv_u32_gather(image.pixels, element)
                return (pixel, pixel)
            }
            var second = swv_u32_splat(0)
            let first = swv_u32_gather_pairs(image.pixels, element, &second)
            return (first, second)
        }
        let (upper, lower) = (pixels(y.first), pixels(y.second))
        @inline(__always) func code(_ shift: UInt32) -> Vector {
            @inline(__always) func between(_ pair: Pair) -> Vector {
                let first = swv_f32_from_byte(pair.first, shift)
                return (swv_f32_from_byte(pair.second, shift) - first) * x.part + first
            }
            let first = between(upper)
            return (between(lower) - first) * y.part + first
        }
        @inline(__always) func component(_ shift: UInt32, _ scale: CodeScale) -> Vector {
            (code(shift) - swv_f32_splat(scale.offset)) * swv_f32_splat(scale.reciprocal)
        }
        if planes == 4 { swv_f32_store(d + i, code(scale.otherShift) * swv_f32_splat(1 / 255), swv_lanes32) }
        if planes >= 3 {
            swv_f32_store(c + i, component(scale.shift2, scale.scale2), swv_lanes32)
            swv_f32_store(b + i, component(scale.shift1, scale.scale1), swv_lanes32)
        }
        swv_f32_store(a + i, component(scale.shift0, scale.scale0), swv_lanes32)
        i &+= swv_lanes32
    }
}

@inline(never)
func machineSample(_ instruction: InstructionPointer, _ tile: TilePointer) {
    guard let image = tile.pointee.sampled else { return }
    let operands = Operands(instruction, tile)
    if let bytes = image.bytes {
        sampleBytes(image, bytes, operands)
    } else {
        sampleFloats(image, operands, tile.pointee.coefficients + Int(instruction.pointee.coefficients))
    }
}
