public import PixelCore

// Plain loops over floats: the compiler vectorizes them as well as explicit vectors would.
extension Kernels {
    public static func matrixRows(_ rows: TileRows, count: Int, matrix: AffineMatrix) {
        let (r0, r1, r2) = (matrix.r0, matrix.r1, matrix.r2)
        var i = 0
        while i < count {
            let (a, b, c) = (rows.c0[i], rows.c1[i], rows.c2[i])
            rows.c0[i] = ((r0.0 * a + r0.1 * b) + r0.2 * c) + r0.3
            rows.c1[i] = ((r1.0 * a + r1.1 * b) + r1.2 * c) + r1.3
            rows.c2[i] = ((r2.0 * a + r2.1 * b) + r2.2 * c) + r2.3
            i &+= 1
        }
    }

    public static func gainRow(_ row: Floats, count: Int, gain: Float) {
        var i = 0
        while i < count {
            row[i] *= gain
            i &+= 1
        }
    }

    public static func upsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let c = from[k]
            to[2 &* k] = c
            to[2 &* k &+ 1] = c
            k &+= 1
        }
    }

    public static func upsampleCosited(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let (c, next) = (from[k], from[k &+ 1])
            to[2 &* k] = c
            to[2 &* k &+ 1] = (c + next) * 0.5
            k &+= 1
        }
    }

    public static func upsampleCentred(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let near = from[k] * 0.75
            let (previous, next) = (from[k &- 1], from[k &+ 1])
            to[2 &* k] = near + previous * 0.25
            to[2 &* k &+ 1] = near + next * 0.25
            k &+= 1
        }
    }

    public static func downsampleBlock(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            to[k] = (from[2 &* k] + from[2 &* k &+ 1]) * 0.5
            k &+= 1
        }
    }

    public static func downsampleCosited(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let s = from + 2 &* k
            let near = s[0] * 0.75 + (s[-1] + s[1]) * 0.25
            to[k] = near - (s[-2] + s[2]) * 0.125
            k &+= 1
        }
    }

    public static func downsampleCentred(_ to: Floats, _ from: ConstFloats, count: Int) {
        var k = 0
        while k < count {
            let s = from + 2 &* k
            to[k] = (s[0] + s[1]) * 0.75 - (s[-1] + s[2]) * 0.25
            k &+= 1
        }
    }

    public static func meanRow(_ to: Floats, _ first: ConstFloats, _ second: ConstFloats, count: Int) {
        var i = 0
        while i < count {
            to[i] = (first[i] + second[i]) * 0.5
            i &+= 1
        }
    }
}
