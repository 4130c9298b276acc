// SPDX-License-Identifier: MIT
/// The raw video formats every effect takes, under GStreamer's names.
///
/// The order is the one negotiation prefers: what cameras and codecs speak first, gray last.
public enum PixelFormat: String, CaseIterable, Sendable {
    case i420 = "I420"
    case yv12 = "YV12"
    case nv12 = "NV12"
    case nv21 = "NV21"
    case yuy2 = "YUY2"
    case uyvy = "UYVY"
    case yvyu = "YVYU"
    case y42b = "Y42B"
    case y444 = "Y444"
    case ayuv = "AYUV"
    case bgrx = "BGRx"
    case rgbx = "RGBx"
    case xrgb = "xRGB"
    case xbgr = "xBGR"
    case bgra = "BGRA"
    case rgba = "RGBA"
    case argb = "ARGB"
    case abgr = "ABGR"
    case rgb = "RGB"
    case bgr = "BGR"
    case i420_10 = "I420_10LE"
    case p010 = "P010_10LE"
    case argb64 = "ARGB64"
    case ayuv64 = "AYUV64"
    case gray8 = "GRAY8"
    case gray16le = "GRAY16_LE"
    case gray16be = "GRAY16_BE"

    /// GStreamer's name of the format.
    public var name: String { rawValue }

    /// How the format lays out its samples.
    public var layout: PixelLayout {
        switch self {
        case .i420: planar(1, 2, chromaShift: (1, 1))
        case .yv12: planar(2, 1, chromaShift: (1, 1))
        case .y42b: planar(1, 2, chromaShift: (1, 0))
        case .y444: planar(1, 2, chromaShift: (0, 0))
        case .i420_10: planar(1, 2, chromaShift: (1, 1), depth: 10)
        case .nv12: semiPlanar(0, 1)
        case .nv21: semiPlanar(1, 0)
        case .p010: semiPlanar(0, 1, depth: 10, sampleShift: 6)
        case .yuy2: packed422(luma: 0, 1, 3)
        case .uyvy: packed422(luma: 1, 0, 2)
        case .yvyu: packed422(luma: 0, 3, 1)
        case .ayuv: packed(.ycbcr, 1, 2, 3, step: 4)
        case .ayuv64: packed(.ycbcr, 1, 2, 3, step: 4, depth: 16)
        case .bgrx, .bgra: packed(.rgb, 2, 1, 0, step: 4)
        case .rgbx, .rgba: packed(.rgb, 0, 1, 2, step: 4)
        case .xrgb, .argb: packed(.rgb, 1, 2, 3, step: 4)
        case .xbgr, .abgr: packed(.rgb, 3, 2, 1, step: 4)
        case .argb64: packed(.rgb, 1, 2, 3, step: 4, depth: 16)
        case .rgb: packed(.rgb, 0, 1, 2, step: 3)
        case .bgr: packed(.rgb, 2, 1, 0, step: 3)
        case .gray8: gray(depth: 8)
        case .gray16le: gray(depth: 16)
        case .gray16be: gray(depth: 16, bigEndian: true)
        }
    }

    /// Which sample of a pixel is straight alpha; nil where there is none.
    public var alphaOffset: Int? {
        switch self {
        case .bgra, .rgba: 3
        case .argb, .abgr, .ayuv, .argb64, .ayuv64: 0
        default: nil
        }
    }

    /// ARGB64 and AYUV64 are stored in the byte order of the machine.
    private var isBigEndianMachine: Bool { UInt16(1).bigEndian == 1 }

    private func gray(depth: Int, bigEndian: Bool = false) -> PixelLayout {
        let luma = ComponentPosition(0, 0, 1)
        return PixelLayout(.gray, depth: depth, bigEndian: bigEndian, luma, luma, luma)
    }

    private func planar(
        _ cb: Int, _ cr: Int, chromaShift: (x: Int, y: Int), depth: Int = 8
    ) -> PixelLayout {
        PixelLayout(
            .ycbcr, depth: depth, chromaShift: chromaShift,
            ComponentPosition(0, 0, 1), ComponentPosition(cb, 0, 1), ComponentPosition(cr, 0, 1))
    }

    private func semiPlanar(
        _ cb: Int, _ cr: Int, depth: Int = 8, sampleShift: Int = 0
    ) -> PixelLayout {
        PixelLayout(
            .ycbcr, depth: depth, sampleShift: sampleShift, chromaShift: (1, 1),
            ComponentPosition(0, 0, 1), ComponentPosition(1, cb, 2), ComponentPosition(1, cr, 2))
    }

    private func packed422(luma: Int, _ cb: Int, _ cr: Int) -> PixelLayout {
        PixelLayout(
            .ycbcr, chromaShift: (1, 0),
            ComponentPosition(0, luma, 2), ComponentPosition(0, cb, 4), ComponentPosition(0, cr, 4))
    }

    private func packed(
        _ model: ColorModel, _ c0: Int, _ c1: Int, _ c2: Int, step: Int, depth: Int = 8
    ) -> PixelLayout {
        PixelLayout(
            model, depth: depth, bigEndian: depth > 8 && isBigEndianMachine,
            ComponentPosition(0, c0, step), ComponentPosition(0, c1, step), ComponentPosition(0, c2, step))
    }
}
