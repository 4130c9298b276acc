// SPDX-License-Identifier: MIT
import COpenCVPeer
import Effects
import Expressions
import Filters
import PixelCore
import PixelKernels

/// What OpenCV does on one thread.
enum OpenCVFunction: Codable, Hashable {
    /// On a plane of luma.
    case clahe
    /// On pixels of four bytes, with the reach that swiftgaussianblur has at this radius.
    case gaussian(radius: Int)
    /// On pixels of four bytes, of squares as those of swiftboxblur, swiftmedian and swiftdilate.
    case box(radius: Int)
    case median(radius: Int)
    case dilate(radius: Int)

    var name: String {
        switch self {
        case .clahe: "OpenCV CLAHE on GRAY8"
        case .gaussian: "OpenCV GaussianBlur"
        case .box: "OpenCV blur"
        case .median: "OpenCV medianBlur"
        case .dilate: "OpenCV dilate"
        }
    }

    /// What its output was found to be.
    var checked: String {
        switch self {
        case .clahe, .median, .dilate: Row.reference
        case .gaussian, .box: "within \(tolerance) codes"
        }
    }

    /// OpenCV rounds between rows and columns of a Gaussian.
    private var tolerance: Int {
        switch self {
        case .clahe, .median, .dilate: 0
        case .gaussian: 3
        case .box: 1
        }
    }

    /// What does the same; nil: the fingerprint of the output is compared.
    private var effect: EffectMaker? {
        switch self {
        case .clahe: nil
        case .gaussian(let radius):
            .inPlace({ ComposedEffect<GaussianBlur>(kernels: $0) }, { $0.radius = Double(radius) })
        case .box(let radius): .inPlace({ FilterEffect<BoxBlur>(kernels: $0) }, { $0.radius = Int32(radius) })
        case .median(let radius): .inPlace({ FilterEffect<Median>(kernels: $0) }, { $0.radius = Int32(radius) })
        case .dilate(let radius): .inPlace({ FilterEffect<Dilate>(kernels: $0) }, { $0.radius = Int32(radius) })
        }
    }

    /// Of CLAHE the fingerprint is that of the output; of the others it says nothing, as they are checked here.
    func timed(_ size: Size) throws -> TimedItem {
        let info = VideoInfo(self == .clahe ? .gray8 : .bgrx, size)
        let (source, result) = (Image(info), Image(info))
        // These keep their images.
        let from = { source.base.assumingMemoryBound(to: UInt8.self) }
        let to = { result.base.assumingMemoryBound(to: UInt8.self) }
        let (width, height) = (Int32(size.width), Int32(size.height))
        let run: () -> Bool
        switch self {
        case .clahe: run = { swv_opencv_clahe(from(), to(), width, height, 2) }
        case .gaussian(let radius):
            let reach = Int32(Window.gaussian.weights(size: Double(radius)).count - 1)
            run = { swv_opencv_gaussian(from(), to(), width, height, Double(radius), reach) }
        case .box(let radius): run = { swv_opencv_box(from(), to(), width, height, Int32(radius)) }
        case .median(let radius): run = { swv_opencv_median(from(), to(), width, height, Int32(radius)) }
        case .dilate(let radius): run = { swv_opencv_dilate(from(), to(), width, height, Int32(radius)) }
        }
        guard run() else { throw ItemError("OpenCV was missing when this was built", .missing) }
        if let effect { try check(source, result, effect) }
        let checked = self == .clahe ? result.fingerprint : 0
        source.copy(Image(info, for: .timing))
        return TimedItem(run: run, fingerprint: { checked })
    }

    /// Compares colours with those of our own effect.
    private func check(_ source: Image, _ result: Image, _ effect: EffectMaker) throws {
        let expected = try effect.output(CPULevel.current.kernels, of: [source], as: source.info)
        for i in expected.bytes.indices
        where i & 3 != 3 && abs(Int(expected.bytes[i]) - Int(result.bytes[i])) > tolerance {
            throw ItemError("\(name) has \(result.bytes[i]) for \(expected.bytes[i]) at byte \(i)")
        }
    }
}
