// SPDX-License-Identifier: MIT
public import PixelCore

/// Mixes two frames, out = (1 - f) A + f B, as the mixer of Apple's AVCamFilter does.
///
/// - Every component of the format for itself, as codes: Y'CbCr stays Y'CbCr. Results are exact and rounded half up, with
///   f in steps of 1/32768.
/// - Straight alpha: a = (1 - f) a_A + f a_B, and colours c = ((1 - f) a_A c_A + f a_B c_B) / a of the a before rounding;
///   where a is 0, c = (1 - f) c_A + f c_B. Equal alphas give the plain mix of the colours.
/// - The fourth sample of formats like BGRx mixes as the others do.
///
/// f = 0 and f = 1 copy. Frames of another size are stretched bilinearly; a second one that is fitted to less than the
/// whole lies in the middle, with the first around it. Y'CbCr of the other range is brought to the output's first.
public final class MixEffect: BandedEffect, MixingEffect {

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
    private var rangeConversion: RangeConversion?
    /// Where chroma of the output lies; nil: where that of the inputs does.
    var newSite: ChromaSite?
    private let firstStretch = Stretch()
    private let secondStretch = Stretch()
    // Of the frame being rendered.
    private var first: Frame?
    private var second: Frame?
    private var otherRange = (first: false, second: false)
    private var size = (width: 0, height: 0)
    private var sites = (old: ChromaSite.centre, new: ChromaSite.centre)
    /// Of the second frame.
    private var place = MixPlace(width: 0, height: 0)
    /// Its columns that the output shows.
    private var seen = 0..<0
    /// Its rows from the first on, also of those above the output, up to the last that the output shows.
    private var shownHeight = 0
    private var part = 0

    public func configure(_ video: VideoInfo) throws {
        try begin(video)
        weight = nil
        let layout = video.format.layout
        if let alpha = video.format.alphaOffset {
            route = layout.sampleBytes == 1 ? .alpha8(first: alpha == 0) : .alpha16
        } else {
            route = layout.sampleBytes == 1 ? .bytes : .samples(layout.storage)
        }
        rangeConversion = nil
        try black.fill(video)
        rangeConversion = try RangeConversion(video)
    }

    public func update(_ settings: MixSettings) {
        weight = settings.weight
    }

    public func render(
        _ output: Frame, first: Frame?, second: Frame?, otherRange: (first: Bool, second: Bool) = (false, false),
        fitted: (width: Int, height: Int)? = nil, bands: BandExecutor
    ) throws {
        var place = MixPlace(width: output.width, height: output.height)
        if let second {
            place = MixPlace(
                of: fitted ?? (second.width, second.height), in: output,
                interlaced: output.interlaced || second.interlaced)
            guard 1...output.width ~= place.width, 1...output.height ~= place.height else {
                throw EffectError("The second frame does not fit into the output.")
            }
        }
        try render(output, first: first, second: second, otherRange: otherRange, place: place, bands: bands)
    }

    /// The same with the second frame at a place, of which the output shows what lies in it.
    func render(
        _ output: Frame, first: Frame?, second: Frame?, otherRange: (first: Bool, second: Bool), place: MixPlace,
        bands: BandExecutor
    ) throws {
        guard let weight, let video else { throw EffectError("A frame came before its caps.") }
        try check(output)
        guard first != nil || second != nil else { throw EffectError("There is no frame to show.") }
        for input in 0..<2 {
            guard let frame = input == 0 ? first : second else { continue }
            guard frame.format == video.format, frame.width > 0, frame.height > 0 else {
                throw EffectError("A frame is not of the format that the effect was configured for.")
            }
        }
        size = (video.width, video.height)
        sites = (video.chromaSite, newSite ?? video.chromaSite)
        if let first { try firstStretch.prepare(first, size: size, sites: sites, isOpaque: video.isOpaque) }
        self.place = place
        let visible = place.visible(in: video)
        seen = max(0, -place.x)..<max(0, -place.x) + (visible?.width ?? 0)
        shownHeight = visible.map { $0.y + $0.height - place.y } ?? 0
        if let second {
            try secondStretch.prepare(
                second, size: (place.width, place.height), columns: seen, sites: sites, isOpaque: video.isOpaque)
        }
        part = first == nil ? MixSettings.unit : second == nil ? 0 : weight
        (self.first, self.second, self.otherRange) = (first, second, otherRange)
        defer { (self.first, self.second) = (nil, nil) }
        try renderBands(output, bands: bands)
    }

    /// A row of each input, stretched, and one in between.
    public override var scratchBytes: Int {
        guard let video else { return 0 }
        return rowBytes(video.format.layout, video.width) * 2
            + Stretch.aligned(max(firstStretch.rowBytes, secondStretch.rowBytes))
    }

    /// Of the plane that has most.
    private func rowBytes(_ layout: PixelLayout, _ width: Int) -> Int {
        var bytes = 0
        for plane in 0..<layout.planeCount { bytes = max(bytes, layout.rowBytes(plane: plane, width: width)) }
        return Stretch.aligned(bytes)
    }

    /// Units are parts of the height, and have those rows of each plane that begin in them.
    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        let layout = frame.layout
        let unitCount = frame.unitCount
        for plane in 0..<layout.planeCount {
            let rows = layout.rows(plane: plane, height: frame.height, interlaced: frame.interlaced)
            let band = (rows * units.lowerBound / unitCount)..<(rows * units.upperBound / unitCount)
            if let (a, b) = planesAsTheyAre(plane, rows: rows, layout) {
                let (to, count) = (frame.plane(plane), layout.rowBytes(plane: plane, width: frame.width))
                for row in band { mix(to.row(row), a.row(row), b.row(row), count) }
            } else {
                for row in band { renderRow(frame, layout, plane: plane, row: row, thread.scratch.base) }
            }
        }
    }

    /// Planes of the inputs where each row of the output is the mix of theirs, which is what most frames are: nothing has
    /// to be found out for each row.
    private func planesAsTheyAre(_ plane: Int, rows: Int, _ layout: PixelLayout) -> (Plane, Plane)? {
        guard let first, let second, sites.old == sites.new, part > 0, part < MixSettings.unit, !otherRange.first,
            !otherRange.second,
            place == MixPlace(width: size.width, height: size.height),
            (first.width, first.height) == size, (second.width, second.height) == size,
            layout.rows(plane: plane, height: first.height, interlaced: first.interlaced) >= rows,
            layout.rows(plane: plane, height: second.height, interlaced: second.interlaced) >= rows
        else { return nil }
        return (first.plane(plane), second.plane(plane))
    }

    /// `layout` is that of all frames, which is not made anew for every row.
    private func renderRow(
        _ output: Frame, _ layout: PixelLayout, plane: Int, row: Int, _ scratch: UnsafeMutableRawPointer
    ) {
        let count = layout.rowBytes(plane: plane, width: output.width)
        let to = output.plane(plane).row(row)
        let aligned = rowBytes(layout, output.width)
        let (memoryA, memoryB) = (scratch, scratch + aligned)
        let between = scratch + 2 * aligned
        let a = first.flatMap {
            self.row(
                $0, layout, size, firstStretch, otherRange.first, plane, row, output.interlaced, count, memoryA, between
            )
        }
        let base = a ?? black.row(plane)
        guard let second, part > 0 else { return copy(to, base, count) }
        let top = layout.isChroma(plane: plane) ? place.y >> layout.chromaShiftY : place.y
        let rows = layout.rows(plane: plane, height: shownHeight, interlaced: output.interlaced)
        let left = layout.rowBytes(plane: plane, width: max(0, place.x))
        let hidden = layout.rowBytes(plane: plane, width: max(0, -place.x))
        let width = layout.rowBytes(plane: plane, width: seen.count)
        guard row >= top, row - top < rows, width > 0,
            let b = self.row(
                second, layout, (place.width, place.height), secondStretch, otherRange.second, plane, row - top,
                output.interlaced, width, hidden: hidden, memoryB, between)
        else { return copy(to, base, count) }
        if left > 0 { copy(to, base, left) }
        if left + width < count { copy(to + left + width, base + left + width, count - left - width) }
        if let a, part < MixSettings.unit {
            mix(to + left, a + left, b, width)
        } else {
            copy(to + left, b, width)
        }
    }

    /// `count` bytes of a row of an input in its new size and the output's range, after those that are `hidden`; nil where it has none.
    private func row(
        _ input: Frame, _ layout: PixelLayout, _ size: (width: Int, height: Int), _ stretch: Stretch,
        _ isOfOtherRange: Bool, _ plane: Int, _ row: Int, _ interlaced: Bool, _ count: Int, hidden: Int = 0,
        _ memory: UnsafeMutableRawPointer, _ between: UnsafeMutableRawPointer
    ) -> UnsafeRawPointer? {
        var result = UnsafeRawPointer(memory)
        // Where chroma alone moves, luma in a plane of its own stays.
        let isInPlace = sites.old == sites.new || !layout.isChroma(plane: plane) && !layout.isPacked422
        if (input.width, input.height) == size, isInPlace {
            // Frames of mixed interlacing differ in rows of chroma; where one has none, the other is shown.
            let rows = layout.rows(plane: plane, height: input.height, interlaced: input.interlaced)
            guard row < rows else { return nil }
            result = UnsafeRawPointer(input.plane(plane).row(row)) + hidden
        } else {
            stretch.row(
                memory, input, plane: plane, row: row, interlaced: interlaced, between: between, kernels: kernels)
        }
        guard isOfOtherRange, let rangeConversion else { return result }
        rangeConversion.row(memory, result, plane: plane, byteCount: count, kernels: kernels)
        return UnsafeRawPointer(memory)
    }

    private func copy(_ to: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ count: Int) {
        // An input may be the output.
        if from != to { to.copyMemory(from: from, byteCount: count) }
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
