// SPDX-License-Identifier: MIT
/// A colour, 0xRRGGBB.
typealias RGBCode = UInt32

extension DepthColormap {
    /// The colour of each of 256 levels of gray.
    var colors: [RGBCode] {
        switch self {
        case .gray: (0..<256).map { $0 << 16 | $0 << 8 | $0 }
        case .turbo: DepthColormapTables.turbo
        case .viridis: DepthColormapTables.viridis
        // The stops of these two are those of librealsense's colorizer.
        case .jet: Self.ramp([0x0000FF, 0x00FFFF, 0xFFFF00, 0xFF0000, 0x320000])
        case .classic: Self.ramp([0x1E4DCB, 0x193CC0, 0x2D75DC, 0xCC6CBF, 0xC439B2, 0xC62118])
        }
    }

    /// 256 colours with `stops` at equal distances, linear in each component between, rounded half up.
    private static func ramp(_ stops: [RGBCode]) -> [RGBCode] {
        let parts = UInt32(stops.count - 1)
        return (0..<256).map { (level: UInt32) in
            let stop = min(Int(level * parts / 255), stops.count - 2)
            // In 255ths of the way from this stop to the next.
            let way = level * parts - UInt32(stop) * 255
            return [16, 8, 0].reduce(0) { color, shift in
                let (a, b) = (stops[stop] >> shift & 255, stops[stop + 1] >> shift & 255)
                return color | ((a * (255 - way) + b * way + 127) / 255) << shift
            }
        }
    }
}
