// SPDX-License-Identifier: MIT
public import PixelCore

/// Shows a part of frames, as it is or as large as the frame.
///
/// As it is, the part is copied. It has the nearest number of columns and rows to its share of the frame, at least one. It begins at the
/// column and the row nearest to where it should, or where chroma has fewer samples or rows are of two fields, at the last before
/// that at which a chroma sample or the upper of two rows begins.
public final class CropEffect: BandedEffect, ConvertingEffect {
    public static let inputFormats = PixelFormat.allCases
    public static let outputFormats = PixelFormat.allCases
    public static let keepsFormat = true

    public static let plans = [
        FramePlan("the whole frame"), FramePlan("zoom=true"), FramePlan("the part of the frame", showsPart: true),
    ]

    public static func planIndex(_ settings: CropSettings, orientation: VideoDirection) -> Int {
        if settings.share == .whole { return 0 }
        return settings.zoom ? 1 : 2
    }

    public static func share(_ settings: CropSettings) -> FrameShare { settings.share }

    private var input: VideoInfo?
    /// Nil: the part is copied as it is.
    private var zoom: FilterEffect<ZoomedPart>?
    private var settings = CropSettings()
    private var source: Frame?

    public func configure(_ input: VideoInfo, output: VideoInfo, plan: FramePlan) throws {
        let isLarger = output.width > input.width || output.height > input.height
        let isOther = (output.width, output.height) != (input.width, input.height)
        guard input.format == output.format, plan.showsPart ? !isLarger : !isOther else {
            throw EffectError(
                "\(input.format.name) of \(input.width)x\(input.height) can't become \(output.format.name) of "
                    + "\(output.width)x\(output.height) by \(plan.name).")
        }
        try begin(output)
        (self.input, zoom) = (input, nil)
        guard plan == Self.plans[1] else { return }
        let effect = FilterEffect<ZoomedPart>(kernels: kernels)
        try effect.configure(input)
        zoom = effect
    }

    public func update(_ settings: CropSettings) throws {
        self.settings = settings
        try zoom?.update(ZoomedPart(settings))
    }

    /// How many columns and rows from the upper left corner the part begins that is copied.
    private func origin(hasFields: Bool) -> (x: Int, y: Int) {
        guard let input, let video else { return (0, 0) }
        let layout = input.format.layout
        func first(_ start: Double, _ length: Int, of whole: Int, step: Int) -> Int {
            // The output is no larger.
            let nearest = min(Int((start * Double(whole)).rounded()), whole - length)
            return nearest / step * step
        }
        let rows = (hasFields ? 2 : 1) << layout.chromaShiftY
        return (
            first(settings.x, video.width, of: input.width, step: 1 << layout.chromaShiftX),
            first(settings.y, video.height, of: input.height, step: rows)
        )
    }

    public var place: FramePlace? {
        guard let input, let video else { return nil }
        if zoom != nil {
            let (width, height) = (Double(input.width), Double(input.height))
            let share = settings.share
            return FramePlace(
                x: settings.x * width, y: settings.y * height, width: share.width * width, height: share.height * height
            )
        }
        let origin = origin(hasFields: input.hasFields)
        return FramePlace(
            x: Double(origin.x), y: Double(origin.y), width: Double(video.width), height: Double(video.height))
    }

    public func render(_ input: Frame, _ output: Frame, bands: BandExecutor) throws {
        try check(output)
        guard let expected = self.input, input.format == expected.format, input.width == expected.width,
            input.height == expected.height
        else { throw EffectError("A frame is not of the format and size that the effect was configured for.") }
        source = input
        defer { source = nil }
        try renderBands(output, bands: bands)
        try zoom?.render(output, bands: bands)
    }

    public override func renderBand(_ frame: Frame, units: Range<Int>, pass: Int, on thread: BandThread) {
        guard let source, let input else { return }
        let layout = frame.layout
        let origin = zoom == nil ? origin(hasFields: input.hasFields || source.interlaced) : (0, 0)
        for plane in 0..<layout.planeCount {
            let isChroma = layout.isChroma(plane: plane)
            let (shiftX, shiftY) = isChroma ? (layout.chromaShiftX, layout.chromaShiftY) : (0, 0)
            // The samples of packed 4:2:2 that lie from a column on begin after two for each column before it.
            let offset = (origin.0 >> shiftX) * layout.step(plane: plane) * layout.sampleBytes
            let bytes = layout.rowBytes(plane: plane, width: frame.width)
            for row in isChroma && shiftY > 0 ? units : frame.lumaRows(ofUnits: units) {
                frame.plane(plane).row(row).copyMemory(
                    from: source.plane(plane).row(row + origin.1 >> shiftY) + offset, byteCount: bytes)
            }
        }
    }
}
