// SPDX-License-Identifier: MIT
internal import KernelTypes
internal import PixelCore

/// How a format's samples stand for rows of floats: what a reader and a writer of the same frame have in common.
struct TileFormat {
    let layout: PixelLayout
    let kernels: any KernelSet.Type
    let access: PlanarAccess
    let samples: SampleRows
    let colorimetry: Colorimetry
    /// Where components are in pixels of four bytes; nil: pixels are otherwise.
    let packedScale: PackedScale?
    /// The same with alpha; nil: pixels are otherwise, or there are rows of no alpha.
    private let alphaPixels: PackedScale?
    /// How components that are bytes fit into pixels of four of them; nil: they are no bytes.
    let bytesScale: PackedScale?
    /// Which sample of a pixel is alpha, where rows are used for it.
    private let alphaOffset: Int?
    private let alphaScale: CodeScale

    init(
        _ format: PixelFormat, _ colorimetry: Colorimetry, needsAlpha: Bool, in plan: inout ScratchPlan,
        kernels: any KernelSet.Type
    ) {
        layout = format.layout
        (self.colorimetry, self.kernels) = (colorimetry, kernels)
        access = PlanarAccess(layout, in: &plan, kernels: kernels)
        samples = SampleRows(layout, colorimetry, kernels: kernels)
        alphaOffset = layout.sampleBytes == 2 || needsAlpha ? format.alphaOffset : nil
        alphaScale = CodeScale(offset: 0, range: Double(layout.maximum), maximum: layout.maximum)
        let offsets = (layout.first.offset, layout.second.offset, layout.third.offset)
        let scales = (samples.luma, samples.chroma, samples.chroma)
        let pixels =
            layout.sampleBytes == 1 && layout.first.step == 4 ? PackedScale(offsets: offsets, scales: scales) : nil
        (packedScale, alphaPixels) = alphaOffset == nil ? (pixels, nil) : (nil, pixels)
        bytesScale = packedScale ?? (layout.sampleBytes == 1 ? PackedScale(offsets: (0, 1, 2), scales: scales) : nil)
    }

    /// What pixels of four bytes mean that programs sample, with alpha or without; nil: they sample floats. Weights are no bytes.
    func sampledScale(hasAlpha: Bool, isWeighted: Bool) -> PackedScale? {
        !hasAlpha ? bytesScale : isWeighted ? nil : alphaPixels
    }

    /// Whether rows of a frame are what programs sample as pixels of four bytes.
    var isOfPixels: Bool { packedScale != nil || alphaPixels != nil }

    /// Whether there are rows of alpha.
    var hasAlpha: Bool { alphaOffset != nil }

    /// Pixels of four bytes in a row, from a column on.
    func pixels(_ frame: Frame, row: Int, x: Int) -> Bytes {
        (frame.plane(0).row(row) + 4 * x).assumingMemoryBound(to: UInt8.self)
    }

    /// Luma in a plane of its own.
    func luma(_ frame: Frame, row: Int, x: Int) -> UnsafeMutableRawPointer {
        frame.plane(0).row(row) + x * layout.sampleBytes
    }

    /// Takes alpha of the pixels that were loaded last.
    func unpackAlpha(_ to: Floats, count: Int, scratch: ScratchMemory) {
        guard let alphaOffset else { return }
        samples.unpack(to, access.alpha(alphaOffset, scratch: scratch), count, alphaScale)
    }

    /// Gives these pixels alpha, before they are stored.
    func packAlpha(_ from: Floats, count: Int, scratch: ScratchMemory) {
        guard let alphaOffset else { return }
        samples.pack(access.alpha(alphaOffset, scratch: scratch), from, count, alphaScale)
    }
}
