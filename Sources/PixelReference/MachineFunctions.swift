// SPDX-License-Identifier: MIT
internal import KernelTypes

extension MachineReference {
    /// `low` for NaN.
    static func limit(_ v: Float, _ low: Float, _ high: Float) -> Float {
        let raised = v > low ? v : low
        return raised < high ? raised : high
    }

    /// The whole part, of 0...255.
    static func byte(_ v: Float) -> UInt8 { UInt8(limit(v, 0, 255.5)) }

    static func quotient(_ a: Float, _ b: Float) -> Float { b == 0 ? 0 : a / b }

    static func smooth(_ v: Float) -> Float {
        let t = limit(v, 0, 1)
        return (t * t) * (3 - 2 * t)
    }

    /// The sine of v, of which `turns` halves of a circle are taken off. Polynomial of sinf in Cephes, by Stephen Moshier, with
    /// pi in three parts. Within 3e-7 for |v| up to 1000.
    private static func sine(_ v: Float, turns: Float, isNegative: Bool) -> Float {
        let y = ((v - turns * 3.140625) - turns * 9.6702575683593750e-4) - turns * 6.2774863e-7
        let z = y * y
        var p = z * 2.6083159809786593541503e-6 - 1.981069071916863322258e-4
        p = p * z + 8.33307858556509017944336e-3
        p = p * z - 1.66666597127914428710938e-1
        p = (p * z) * y + y
        return isNegative ? -p : p
    }

    private static func isOdd(_ v: Float) -> Bool { v.magnitude < 0x1p30 && Int(v) & 1 == 1 }

    public static func sine(_ v: Float) -> Float {
        let turns = (v * 0.318309886183790671538 + 0.5).rounded(.down)
        return sine(v, turns: turns, isNegative: isOdd(turns))
    }

    /// sin(v + pi / 2)
    public static func cosine(_ v: Float) -> Float {
        let below = (v * 0.318309886183790671538).rounded(.down)
        return sine(v, turns: below + 0.5, isNegative: !isOdd(below))
    }

    /// log2(1 + m) / m is a polynomial of degree 7, of our own, whose greatest error in the logarithm, 5e-8, is as small as can be.
    /// Of what is less than 2^-126, the logarithm of 2^-126; 128 for infinity.
    public static func logarithm2(_ v: Float) -> Float {
        let bits = limit(v, 0x1p-126, .infinity).bitPattern &- 0x3f35_04f3
        let exponent = Float(Int32(bitPattern: bits) >> 23)
        let m = Float(bitPattern: (bits & 0x7f_ffff) &+ 0x3f35_04f3) - 1
        let z = m * m
        let low = (m * -0.721357148922196 + 1.442694772427741) + (m * -0.360087215859664 + 0.480939444824170) * z
        let high = (m * -0.250069042131857 + 0.286707455472968) + (m * -0.145744469429657 + 0.236890377492641) * z
        return (low + high * (z * z)) * m + exponent
    }

    /// 2^part is a polynomial of degree 5, of our own, whose greatest relative error, 9e-8, is as small as can be.
    public static func exponential2(_ v: Float) -> Float {
        let limited = limit(v, -126, 126)
        let whole = (limited + 0.5).rounded(.down)
        let part = limited - whole
        let z = part * part
        let high =
            (part * 0.0555073374349714 + 0.240222420852623) + (part * 0.00132647271235656 + 0.00967151264482490) * z
        let p = (part * 0.693146977598993 + 1) + high * z
        return p * Float(sign: .plus, exponent: Int(whole), significand: 1)
    }

    public static func power(_ a: Float, _ b: Float) -> Float {
        a > 0 ? exponential2(logarithm2(a) * b) : 0
    }

    /// An image's components at a point, in fractions of the image.
    static func sample(_ image: SampledImage, _ x: Float, _ y: Float) -> [Float] {
        func position(_ fraction: Float, _ count: Int) -> (whole: Int, part: Float) {
            let limited = limit(fraction * Float(count) - 0.5, -1, Float(count))
            let whole = Int(limited + 1) - 1
            return (whole, limited - Float(whole))
        }
        let (column, row) = (position(x, image.width), position(y, image.height))
        func pixel(_ right: Int, _ down: Int, _ component: Int) -> Float {
            let x = min(max(column.whole + right, 0), image.width - 1)
            let index = min(max(row.whole + down, 0), image.height - 1) * image.width + x
            guard let bytes = image.bytes else {
                return image.pixels.assumingMemoryBound(to: SampledImage.Pixel.self)[index][component]
            }
            let shift = [bytes.shift0, bytes.shift1, bytes.shift2, bytes.otherShift][component]
            return Float(image.pixels.assumingMemoryBound(to: UInt8.self)[4 * index + Int(shift / 8)])
        }
        func between(_ a: Float, _ b: Float, _ part: Float) -> Float { (b - a) * part + a }
        return (0..<4).map { component in
            let upper = between(pixel(0, 0, component), pixel(1, 0, component), column.part)
            let lower = between(pixel(0, 1, component), pixel(1, 1, component), column.part)
            let value = between(upper, lower, row.part)
            guard let bytes = image.bytes else { return value }
            guard component < 3 else { return value * (1 / 255) }
            let scale = [bytes.scale0, bytes.scale1, bytes.scale2][component]
            return (value - scale.offset) * scale.reciprocal
        }
    }

    /// Where an argument lies in a table: after so many entries, and which part of the way to the next.
    static func position(_ argument: Float, _ table: MachineTable) -> (cell: Int, part: Float) {
        let position = limit(argument, 0, 1) * Float(table.size - 1)
        let cell = min(Int(position), table.size - 2)
        return (cell, position - Float(cell))
    }

    /// The colour that a cube has for three arguments.
    static func color(_ table: MachineTable, _ arguments: [Float]) -> [Float] {
        let positions = arguments.map { position($0, table) }
        func entry(_ x: Int, _ y: Int, _ z: Int, _ component: Int) -> Float {
            let row = (positions[2].cell + z) * table.size + positions[1].cell + y
            return table.values[4 * (row * table.size + positions[0].cell + x) + component]
        }
        let (x, y, z) = (positions[0].part, positions[1].part, positions[2].part)
        func between(_ a: Float, _ b: Float, _ part: Float) -> Float { (b - a) * part + a }
        return (0..<3).map { component in
            func corner(_ x: Int, _ y: Int, _ z: Int) -> Float { entry(x, y, z, component) }
            if table.isTetrahedral {
                let axes = [x, y, z]
                // Of equal parts, what is between them counts for nothing.
                let order = [0, 1, 2].sorted { axes[$0] > axes[$1] }
                let (most, middle, least) = (axes[order[0]], axes[order[1]], axes[order[2]])
                func step(_ axis: Int, _ count: Int) -> Int { order.prefix(count).contains(axis) ? 1 : 0 }
                func value(_ count: Int) -> Float { corner(step(0, count), step(1, count), step(2, count)) }
                return (value(0) * (1 - most) + value(1) * (most - middle))
                    + (value(2) * (middle - least) + value(3) * least)
            }
            func edge(_ x: Int) -> Float {
                let front = between(corner(x, 0, 0), corner(x, 1, 0), y)
                return between(front, between(corner(x, 0, 1), corner(x, 1, 1), y), z)
            }
            return between(edge(0), edge(1), x)
        }
    }

    /// Polynomial 4.4.49 of Abramowitz and Stegun, Handbook of Mathematical Functions, in the octant of the point.
    public static func arctangent(_ y: Float, _ x: Float) -> Float {
        let (width, height) = (x.magnitude, y.magnitude)
        let a = quotient(width > height ? height : width, width > height ? width : height)
        let z = a * a
        var p = z * 0.0028662257 - 0.0161657367
        p = p * z + 0.0429096138
        p = p * z - 0.0752896400
        p = p * z + 0.1065626393
        p = p * z - 0.1420889944
        p = p * z + 0.1999355085
        p = p * z - 0.3333314528
        p = (p * z) * a + a
        if height > width { p = 1.57079632679489662 - p }
        if x < 0 { p = 3.14159265358979324 - p }
        return y < 0 ? -p : p
    }
}
