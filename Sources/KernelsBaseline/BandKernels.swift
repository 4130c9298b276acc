internal import CVector
public import PixelCore

/// A column of a band. Bands start on 64 bytes.
private typealias Column = SIMD16<Float>

@inline(__always)
private func columns(_ band: Floats) -> UnsafeMutablePointer<Column> {
    UnsafeMutableRawPointer(band).assumingMemoryBound(to: Column.self)
}

@inline(__always)
private func columns(_ band: ConstFloats) -> UnsafePointer<Column> {
    UnsafeRawPointer(band).assumingMemoryBound(to: Column.self)
}

extension Kernels {
    public static func rowsToBand(_ band: Floats, _ rows: ConstFloats, stride: Int, count: Int) {
        var x = 0
        while x < count {
            var r = 0
            while r < 16 {
                band[16 &* x &+ r] = rows[r &* stride &+ x]
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func bandToRows(_ rows: Floats, _ band: ConstFloats, stride: Int, count: Int) {
        var r = 0
        while r < 16 {
            var x = 0
            while x < count {
                rows[r &* stride &+ x] = band[16 &* x &+ r]
                x &+= 1
            }
            r &+= 1
        }
    }

    public static func filterBand(_ band: Floats, count: Int, filter f: BandFilter) {
        let v = columns(band)
        var (z0, z1, z2) = (v[0] * f.start.0, v[0] * f.start.1, v[0] * f.start.2)
        var x = 0
        while x < count &+ f.delay {
            let value = v[x < count ? x : count &- 1]
            let y = z0 + value * f.b.0
            z0 = (z1 + value * f.b.1) - y * f.a.0
            z1 = (z2 + value * f.b.2) - y * f.a.1
            z2 = value * f.b.3 - y * f.a.2
            if x >= f.delay { v[x &- f.delay] = y }
            x &+= 1
        }
    }

    public static func boxBand(_ to: Floats, _ from: ConstFloats, count: Int, before: Float) {
        let (v, s) = (columns(to), columns(from))
        var a = Column(repeating: before)
        var b = s[0]
        var c = s[count > 1 ? 1 : 0]
        var x = 0
        while x < count {
            let d = s[x &+ 2 < count ? x &+ 2 : count &- 1]
            v[x] = ((a + b) + (c + d)) * 0.25
            (a, b, c) = (b, c, d)
            x &+= 1
        }
    }

    public static func modulateBand(
        _ y: Floats, _ i: ConstFloats, _ q: ConstFloats, count: Int, carrierI: ConstFloats, carrierQ: ConstFloats
    ) {
        let (y, i, q, ci, cq) = (columns(y), columns(i), columns(q), columns(carrierI), columns(carrierQ))
        var x = 0
        while x < count {
            y[x] = (y[x] + i[x] * ci[x & 3]) + q[x] * cq[x & 3]
            x &+= 1
        }
    }

    public static func demodulateBand(
        _ i: Floats, _ q: Floats, _ m: ConstFloats, _ luma: ConstFloats, count: Int, carrierI: ConstFloats,
        carrierQ: ConstFloats
    ) {
        let (i, q, m, luma) = (columns(i), columns(q), columns(m), columns(luma))
        let (ci, cq) = (columns(carrierI), columns(carrierQ))
        var (i0, q0) = (Column.zero, Column.zero)
        var d = m[0] - luma[0]
        var (i1, q1) = (d * ci[0], d * cq[0])
        var x = 0
        while x < count {
            var (i2, q2) = (Column.zero, Column.zero)
            if x &+ 1 < count {
                d = m[x &+ 1] - luma[x &+ 1]
                i2 = d * ci[(x &+ 1) & 3]
                q2 = d * cq[(x &+ 1) & 3]
            }
            i[x] = i1 + (i0 + i2) * 0.5
            q[x] = q1 + (q0 + q2) * 0.5
            (i0, q0, i1, q1) = (i1, q1, i2, q2)
            x &+= 1
        }
    }

    public static func combBand(_ to: Floats, _ from: ConstFloats, count: Int, weights w: (Float, Float, Float)) {
        var k = 0
        while k < 16 &* count {
            let above = k & 15 > 0 ? from[k &- 1] : 0
            let below = k & 15 < 15 ? from[k &+ 1] : 0
            to[k] = w.0 * above + (w.1 * from[k] + w.2 * below)
            k &+= 1
        }
    }

    public static func blendBand(_ band: Floats, count: Int, weights: ConstFloats) {
        var x = 0
        while x < count {
            var above: Float = 0
            var r = 0
            while r < 16 {
                let value = band[16 &* x &+ r]
                band[16 &* x &+ r] = (value + weights[r] * above) * 0.5
                above = value
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func rotateBand(_ i: Floats, _ q: Floats, count: Int, cosines: ConstFloats, sines: ConstFloats) {
        let (i, q, c, s) = (columns(i), columns(q), columns(cosines)[0], columns(sines)[0])
        var x = 0
        while x < count {
            let (a, b) = (i[x], q[x])
            i[x] = a * c - b * s
            q[x] = a * s + b * c
            x &+= 1
        }
    }

    public static func shiftBand(_ to: Floats, _ from: ConstFloats, count: Int, shifts: ConstFloats, extends: Bool) {
        var r = 0
        while r < 16 {
            let whole = Int(swv_floor(shifts[r]))
            let f = shifts[r] - Float(whole)
            let edge = !extends ? 0 : shifts[r] >= 0 ? from[r] : from[16 &* (count &- 1) &+ r]
            var x = 0
            while x < count {
                let (a, b) = (x &- whole, x &- whole &- 1)
                let near = a >= 0 && a < count ? from[16 &* a &+ r] : edge
                let far = b >= 0 && b < count ? from[16 &* b &+ r] : edge
                to[16 &* x &+ r] = (1 - f) * near + f * far
                x &+= 1
            }
            r &+= 1
        }
    }

    public static func gradientBand(
        _ to: Floats, cells: Int, first: UnsafePointer<UInt32>, seeds: UnsafePointer<UInt32>, gains: ConstFloats
    ) {
        var r = 0
        while r < 16 {
            let (cell, seed, gain) = (
                swv_u32_load(first + r, swv_lanes32), swv_u32_load(seeds + r, swv_lanes32),
                swv_f32_load(gains + r, swv_lanes32)
            )
            var k = 0
            while k < cells {
                let g = swv_u32_gradient(cell, UInt32(truncatingIfNeeded: k), seed, gain)
                swv_f32_store(to + (16 &* k &+ r), g, swv_lanes32)
                k &+= 1
            }
            r &+= swv_lanes32
        }
    }

    public static func noiseBand(_ band: Floats, count: Int, noise: BandNoise) {
        var r = 0
        while r < 16 {
            let starts = swv_f32_load(noise.starts + r, swv_lanes32)
            let gradients = noise.gradients + r
            let rows = band + r
            let frequency = noise.frequency
            var x = 0
            while x < count {
                let place = Double(x) * frequency
                let whole = swv_cut(place)
                let g = gradients + 16 &* whole
                let sum = swv_f32_noise(
                    swv_f32_load(rows + 16 &* x, swv_lanes32), starts, Float(place - Double(whole)),
                    swv_f32_load(g, swv_lanes32), swv_f32_load(g + 16, swv_lanes32), swv_f32_load(g + 32, swv_lanes32))
                swv_f32_store(rows + 16 &* x, sum, swv_lanes32)
                x &+= 1
            }
            r &+= swv_lanes32
        }
    }

    public static func scaleBandRows(_ band: Floats, count: Int, factors: ConstFloats) {
        let (v, f) = (columns(band), columns(factors)[0])
        var x = 0
        while x < count {
            v[x] *= f
            x &+= 1
        }
    }
}
