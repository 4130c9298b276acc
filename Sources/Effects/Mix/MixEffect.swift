public import PixelCore

/// Mixes two pictures, out = (1 - f) A + f B, as the mixer of Apple's AVCamFilter does.
///
/// - Every component of the format for itself, as codes: Y'CbCr stays Y'CbCr. Results are exact and rounded half up, with
///   f in steps of 1/32768.
/// - Straight alpha: a = (1 - f) a_A + f a_B, and colours c = ((1 - f) a_A c_A + f a_B c_B) / a of the a before rounding;
///   where a is 0, c = (1 - f) c_A + f c_B. Equal alphas give the plain mix of the colours.
/// - The fourth sample of formats like BGRx mixes as the others do.
///
/// f = 0 and f = 1 copy. A smaller second picture lies in the middle, with the first around it.
public final class MixEffect: BandedEffect, MixingEffect {
    public static var defaults: MixSettings { MixSettings() }

    public static func shown(_ settings: MixSettings) -> MixInput? {
        switch settings.weight {
        case 0: .first
        case MixSettings.unit: .second
        default: nil
        }
    }

    /// How rows mix.
    private enum Route {
        case bytes
        case samples(SampleStorage)
        case alpha8(first: Bool)
        case alpha16
    }

    private var route = Route.bytes
    private var weight: Int?
    private let black = BlackRow()
    // Of the frame being rendered.
    private var first: Frame?
    private var second: Frame?
    private var place = MixPlace(x: 0, y: 0)
    private var part = 0

    public func configure(_ picture: PictureInfo) throws {
        try begin(picture)
        weight = nil
        let layout = picture.format.layout
        if let alpha = picture.format.alphaOffset {
            route = layout.sampleBytes == 1 ? .alpha8(first: alpha == 0) : .alpha16
        } else {
            route = layout.sampleBytes == 1 ? .bytes : .samples(layout.storage)
        }
        black.fill(picture)
    }

    public func update(_ settings: MixSettings) {
        weight = settings.weight
    }

    public func render(_ output: Frame, first: Frame?, second: Frame?, bands: BandExecutor) throws {
        guard let weight, let picture else { throw EffectError("A frame came before its caps.") }
        try check(output)
        if let first { try check(first) }
        if let second {
            guard second.format == picture.format, second.width <= picture.width, second.height <= picture.height
            else { throw EffectError("The second frame is not of the first one's format and within its size.") }
            place = MixPlace(of: second, in: output)
        }
        guard first != nil || second != nil else { throw EffectError("There is no frame to show.") }
        part = first == nil ? MixSettings.unit : second == nil ? 0 : weight
        (self.first, self.second) = (first, second)
        renderBands(output, bands: bands)
        (self.first, self.second) = (nil, nil)
    }

    /// Units are parts of the height, and have those rows of each plane that begin in them.
    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        let layout = frame.format.layout
        let unitCount = frame.unitCount
        for plane in 0..<layout.planeCount {
            let rows = layout.rows(plane: plane, height: frame.height, interlaced: frame.interlaced)
            for row in (rows * units.lowerBound / unitCount)..<(rows * units.upperBound / unitCount) {
                renderRow(frame, plane: plane, row: row)
            }
        }
    }

    private func renderRow(_ output: Frame, plane: Int, row: Int) {
        let layout = output.format.layout
        let count = layout.rowBytes(plane: plane, width: output.width)
        let to = output.plane(plane).row(row)
        // Frames of mixed interlacing differ in rows of chroma; where one has none, the other is shown.
        let a = first.flatMap { frame in
            row < layout.rows(plane: plane, height: frame.height, interlaced: frame.interlaced)
                ? UnsafeRawPointer(frame.plane(plane).row(row)) : nil
        }
        let base = a ?? black.row(plane)
        let isChroma = layout.isChroma(plane: plane)
        guard let second, part > 0 else { return copy(to, base, count) }
        let top = isChroma ? place.y >> layout.chromaShiftY : place.y
        let rows = layout.rows(plane: plane, height: second.height, interlaced: second.interlaced)
        guard row >= top, row - top < rows else { return copy(to, base, count) }
        let b = UnsafeRawPointer(second.plane(plane).row(row - top))
        let left = layout.rowBytes(plane: plane, width: place.x)
        let width = layout.rowBytes(plane: plane, width: second.width)
        if left > 0 { copy(to, base, left) }
        if left + width < count { copy(to + left + width, base + left + width, count - left - width) }
        if let a, part < MixSettings.unit {
            mix(to + left, a + left, b, width)
        } else {
            copy(to + left, b, width)
        }
    }

    private func copy(_ to: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ count: Int) {
        to.copyMemory(from: from, byteCount: count)
    }

    private func mix(
        _ to: UnsafeMutableRawPointer, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int
    ) {
        let weight = Int16(truncatingIfNeeded: part)
        let (a8, b8) = (first.assumingMemoryBound(to: UInt8.self), second.assumingMemoryBound(to: UInt8.self))
        let (a16, b16) = (first.assumingMemoryBound(to: UInt16.self), second.assumingMemoryBound(to: UInt16.self))
        let (to8, to16) = (to.assumingMemoryBound(to: UInt8.self), to.assumingMemoryBound(to: UInt16.self))
        switch route {
        case .bytes:
            kernels.mixRow8(to8, a8, b8, count: count, weight: weight)
        case .samples(let storage):
            kernels.mixRow16(to16, a16, b16, count: count / 2, weight: weight, storage: storage)
        case .alpha8(let alphaFirst):
            kernels.mixAlphaRow8(to8, a8, b8, count: count / 4, weight: weight, alphaFirst: alphaFirst)
        case .alpha16:
            kernels.mixAlphaRow16(to16, a16, b16, count: count / 8, weight: weight)
        }
    }
}
