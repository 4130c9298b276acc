public import PixelCore

/// Multiplies R', G' and B' by factors: the rose filter of Apple's AVCamFilter, and any other tint.
///
/// - 8-bit R'G'B' and gray: every byte by its own factor.
/// - 8-bit Y'CbCr: one linear map of the codes, which the caps' matrix and range give. Luma sees the chroma that
///   covers it, chroma the mean of the luma it covers. Nothing is clamped in between.
/// - More bits: through tiles of floats, with the same chroma.
///
/// A gray frame becomes the luma that the law gives to a neutral pixel.
public final class RosyEffect: BandedEffect, InPlaceEffect {

    public static func isNeutral(_ settings: RosySettings) -> Bool {
        settings.gains == (1, 1, 1)
    }

    /// The way of a frame of the configured format.
    private enum Route {
        case none
        case bytes
        case ycbcr(YCbCrRoute)
        case tiles(TileRoute)
    }

    private var route = Route.none
    // What the settings make of it; each route uses its own.
    private let patterns = PatternBuffer()
    private var isSelection = false
    private var codeMap: YCbCrAffine8?
    private var tileMatrix: TileMatrix?
    private var tileGains: (Float, Float, Float) = (1, 1, 1)
    private var isUpdated = false

    public func configure(_ picture: PictureInfo) throws {
        try begin(picture)
        isUpdated = false
        let layout = picture.format.layout
        if layout.sampleBytes > 1 {
            route = .tiles(
                TileRoute(
                    picture.format, width: picture.width, colorimetry: picture.colorimetry, model: .native,
                    sampling: .block, kernels: kernels))
        } else if layout.model == .ycbcr {
            route = .ycbcr(YCbCrRoute(layout, kernels: kernels))
        } else {
            route = .bytes
        }
    }

    public func update(_ settings: RosySettings) {
        guard let picture else { return }
        isUpdated = true
        let c = picture.colorimetry
        let gains = settings.gains
        switch picture.format.layout.model {
        case .rgb:
            updateComponents(gains)
        case .gray:
            let gray = c.kr * gains.red + c.kg * gains.green + c.kb * gains.blue
            updateComponents((gray, gray, gray))
        case .ycbcr:
            let matrix = ColorMatrix.fromRGB(c) * .diagonal(gains) * .toRGB(c)
            tileMatrix = matrix.tile
            codeMap = YCbCrAffine8(matrix, colorimetry: c)
        }
    }

    /// Takes a factor for each component of a format whose components do not mix.
    private func updateComponents(_ factors: (Double, Double, Double)) {
        guard let picture else { return }
        let layout = picture.format.layout
        tileMatrix = nil
        tileGains = (Float(factors.0), Float(factors.1), Float(factors.2))
        guard layout.sampleBytes == 1 else { return }
        func isZeroOrOne(_ factor: Double) -> Bool { factor == 0 || factor == 1 }
        isSelection = isZeroOrOne(factors.0) && isZeroOrOne(factors.1) && isZeroOrOne(factors.2)
        let black = picture.colorimetry.lumaOffset
        patterns.clear()
        // In gray formats all three are the one component, with one factor.
        for (component, factor) in [(layout.first, factors.0), (layout.second, factors.1), (layout.third, factors.2)] {
            if isSelection {
                patterns.set(component, mask: factor == 1 ? 255 : 0, value: factor == 1 ? 0 : UInt8(black))
            } else {
                patterns.set(component, gain: factor, offset: black * (1 - factor))
            }
        }
    }

    public override var scratchBytes: Int {
        switch route {
        case .none, .bytes: 0
        case .ycbcr: PlanarAccess.scratchBytes
        case .tiles(let route): route.scratchBytes
        }
    }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try check(frame)
        guard isUpdated else { return }
        try renderBands(frame, bands: bands)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        switch route {
        case .none:
            break
        case .bytes:
            let count = frame.format.layout.rowBytes(plane: 0, width: frame.width)
            for row in units {
                let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
                if isSelection {
                    kernels.selectRow8(bytes, bytes, count: count, pattern: patterns.select)
                } else {
                    kernels.affineRow8(bytes, bytes, count: count, pattern: patterns.affine)
                }
            }
        case .ycbcr(let route):
            guard let codeMap else { return }
            route.render(frame, units: units, map: codeMap, scratch: thread.scratch)
        case .tiles(let route):
            route.render(frame, units: units, scratch: thread.scratch) { rows, place in
                changeTile(rows, place.count)
            }
        }
    }

    private func changeTile(_ rows: TileRows, _ count: Int) {
        if let tileMatrix {
            kernels.matrixRows(rows, rows, count: count, matrix: tileMatrix)
            return
        }
        let gains = tileGains
        if gains.0 != 1 { kernels.gainRow(rows.c0, count: count, gain: gains.0) }
        guard picture?.format.layout.model == .rgb else { return }
        if gains.1 != 1 { kernels.gainRow(rows.c1, count: count, gain: gains.1) }
        if gains.2 != 1 { kernels.gainRow(rows.c2, count: count, gain: gains.2) }
    }
}
