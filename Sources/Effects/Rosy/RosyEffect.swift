public import PixelCore
import PixelKernels

/// Multiplies R', G' and B' by factors: the rose filter of Apple's AVCamFilter, and any other tint.
///
/// - 8-bit R'G'B' and gray: every byte by its own factor.
/// - 8-bit Y'CbCr: one linear map of the codes, which the caps' matrix and range give. Luma sees the chroma that
///   covers it, chroma the mean of the luma it covers. Nothing is clamped in between.
/// - More bits: through tiles of floats, with the same chroma.
public final class RosyEffect: BandedEffect, InPlaceEffect {
    public static var defaults: RosySettings { RosySettings() }

    public static func isNeutral(_ settings: RosySettings) -> Bool {
        settings.gains == (1, 1, 1)
    }

    private enum Plan {
        case none
        case select(PatternBuffer)
        case affine(PatternBuffer)
        case ycbcr(PlanarAccess, YCbCrAffine8)
        case packed422(PlanarAccess, YCbCrAffine8)
        case tiles(TileRoute, TileMap)
    }

    /// What happens to a tile of native components.
    private enum TileMap {
        case gains((Float, Float, Float))
        case matrix(TileMatrix)
    }

    private let kernels: any KernelSet.Type
    private var picture: PictureInfo?
    private var plan = Plan.none
    private var frameBytes = 0

    /// Uses the kernels of the best level that the CPU has.
    public convenience override init() {
        self.init(kernels: CPULevel.current.kernels)
    }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) {
        self.kernels = kernels
        super.init()
    }

    public func configure(_ picture: PictureInfo) {
        self.picture = picture
        let layout = picture.format.layout
        frameBytes = (0..<layout.planeCount).reduce(0) { bytes, plane in
            let rows = layout.rows(plane: plane, height: picture.height, interlaced: false)
            return bytes + rows * layout.rowBytes(plane: plane, width: picture.width)
        }
        plan = .none
    }

    public func update(_ settings: RosySettings) {
        guard let picture else { return }
        let layout = picture.format.layout
        let colorimetry = picture.colorimetry
        var gains = settings.gains
        if layout.model == .gray {
            // What the law makes of a neutral pixel: its luma.
            gains.red = colorimetry.kr * gains.red + colorimetry.kg * gains.green + colorimetry.kb * gains.blue
        }
        let matrix = ColorMatrix.fromRGB(colorimetry) * .diagonal(gains) * .toRGB(colorimetry)
        if layout.sampleBytes > 1 {
            let route = TileRoute(
                picture.format, width: picture.width, colorimetry: colorimetry, model: .native,
                sampling: .block, kernels: kernels)
            let factors = (Float(gains.red), Float(gains.green), Float(gains.blue))
            plan = .tiles(route, layout.model == .ycbcr ? .matrix(matrix.tile) : .gains(factors))
        } else if layout.model == .ycbcr {
            let access = PlanarAccess(layout, kernels: kernels)
            let map = YCbCrAffine8(matrix, colorimetry: colorimetry)
            plan = layout.isPacked422 ? .packed422(access, map) : .ycbcr(access, map)
        } else {
            planBytes(layout, [gains.red, gains.green, gains.blue], black: colorimetry.lumaOffset)
        }
    }

    /// `factors` of the components; a gray format uses the first alone.
    private func planBytes(_ layout: PixelLayout, _ factors: [Double], black: Double) {
        let factors = factors.prefix(layout.components.count)
        let patterns = PatternBuffer()
        let isSelection = factors.allSatisfy { $0 == 0 || $0 == 1 }
        for (component, factor) in zip(layout.components, factors) {
            if isSelection {
                patterns.set(component, mask: factor == 1 ? 255 : 0, value: factor == 1 ? 0 : UInt8(black))
            } else {
                patterns.set(component, gain: factor, offset: black * (1 - factor))
            }
        }
        plan = isSelection ? .select(patterns) : .affine(patterns)
    }

    public override var scratchBytes: Int {
        switch plan {
        case .none, .select, .affine: 0
        case .ycbcr, .packed422: PlanarAccess.scratchBytes
        case .tiles(let route, _): route.scratchBytes
        }
    }

    public func render(_ frame: Frame, bands: BandExecutor) {
        let layout = frame.format.layout
        let units =
            layout.chromaShiftY > 0
            ? layout.rows(plane: 1, height: frame.height, interlaced: frame.interlaced) : frame.height
        renderBands(frame, unitCount: units, frameBytes: frameBytes, bands: bands)
    }

    public override func renderBand(
        _ frame: borrowing Frame, units: Range<Int>, scratch: UnsafeMutableRawPointer
    ) {
        switch plan {
        case .none:
            break
        case .select(let patterns):
            let count = frame.format.layout.rowBytes(plane: 0, width: frame.width)
            for row in units {
                let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
                kernels.selectRow8(bytes, bytes, count: count, pattern: patterns.select)
            }
        case .affine(let patterns):
            let count = frame.format.layout.rowBytes(plane: 0, width: frame.width)
            for row in units {
                let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
                kernels.affineRow8(bytes, bytes, count: count, pattern: patterns.affine)
            }
        case .ycbcr(let access, let map):
            for unit in units { renderYCbCr(frame, unit, fromColumn: 0, access, map, scratch) }
        case .packed422(let access, let map):
            let layout = access.layout
            let lumaFirst = layout.first.offset == 0
            let cbFirst = layout.second.offset < layout.third.offset
            let pairMap = cbFirst ? map : map.exchangingChroma
            for row in units {
                let bytes = frame.plane(0).row(row).assumingMemoryBound(to: UInt8.self)
                kernels.ycbcrAffinePacked422(
                    bytes, bytes, pairs: frame.width / 2, map: pairMap, lumaFirst: lumaFirst)
                // An odd last column has chroma of its own, and padding that stays as it is.
                renderYCbCr(frame, row, fromColumn: frame.width & ~1, access, map, scratch)
            }
        case .tiles(let route, let map):
            let isGray = route.layout.model == .gray
            route.render(frame, units: units, scratch: scratch) { rows, count in
                switch map {
                case .gains(let gains):
                    if gains.0 != 1 { kernels.gainRow(rows.c0, count: count, gain: gains.0) }
                    guard !isGray else { return }
                    if gains.1 != 1 { kernels.gainRow(rows.c1, count: count, gain: gains.1) }
                    if gains.2 != 1 { kernels.gainRow(rows.c2, count: count, gain: gains.2) }
                case .matrix(let matrix):
                    kernels.matrixRows(rows, count: count, matrix: matrix)
                }
            }
        }
    }

    private func renderYCbCr(
        _ frame: borrowing Frame, _ unit: Int, fromColumn: Int, _ access: PlanarAccess, _ map: YCbCrAffine8,
        _ scratch: UnsafeMutableRawPointer
    ) {
        let layout = access.layout
        var lumaRows = (unit, unit)
        if layout.chromaShiftY > 0 {
            guard let covered = frame.lumaRows(ofChromaRow: unit) else { return }
            lumaRows = covered
        }
        var x = fromColumn
        while x < frame.width {
            let count = min(PlanarAccess.chunk, frame.width - x)
            let planar = access.load(
                frame, row: lumaRows.0, chromaRow: unit, x: x, count: count, scratch: scratch)
            let luma = planar.c0.assumingMemoryBound(to: UInt8.self)
            var rows = YCbCrRows(
                luma0: luma, luma1: luma, cb: planar.c1.assumingMemoryBound(to: UInt8.self),
                cr: planar.c2.assumingMemoryBound(to: UInt8.self))
            if layout.chromaShiftY > 0 {
                // 4:2:0 formats have their luma in a plane of its own.
                rows.luma1 = (frame.plane(0).row(lumaRows.1) + x).assumingMemoryBound(to: UInt8.self)
                kernels.ycbcrAffineRows420(rows, rows, width: count, map: map)
            } else if layout.chromaShiftX > 0 {
                kernels.ycbcrAffineRow422(rows, rows, width: count, map: map)
            } else {
                kernels.ycbcrAffineRow444(rows, rows, width: count, map: map)
            }
            access.store(frame, row: lumaRows.0, chromaRow: unit, x: x, count: count, scratch: scratch)
            x += count
        }
    }
}
