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
    /// With maps that are made once; in I420 each plane by itself.
    case remap(Warp, PixelFormat)
    /// On pixels of three bytes, as it takes no others; not swiftbilateral's law.
    case bilateral
    /// From BGRx and to it, with the blur that swiftcanny has; not its law of edges.
    case canny

    var name: String {
        switch self {
        case .clahe: "OpenCV CLAHE on GRAY8"
        case .gaussian: "OpenCV GaussianBlur"
        case .box: "OpenCV blur"
        case .median: "OpenCV medianBlur"
        case .dilate: "OpenCV dilate"
        case .remap(_, .i420): "OpenCV remap of three planes"
        case .remap: "OpenCV remap"
        case .bilateral: "OpenCV bilateralFilter on BGR"
        case .canny: "OpenCV GaussianBlur and Canny"
        }
    }

    /// What the output is known to be.
    private enum Check {
        /// What swifteq makes of luma, which those that know the case compare.
        case fingerprint
        /// That of our own effect, to a number of codes.
        case equals(EffectMaker, within: Int)
        /// The law is another.
        case changes
    }

    private var check: Check {
        switch self {
        case .clahe: .fingerprint
        // OpenCV rounds between rows and columns.
        case .gaussian(let radius):
            .equals(.inPlace({ ComposedEffect<GaussianBlur>(kernels: $0) }, { $0.radius = Double(radius) }), within: 3)
        case .box(let radius):
            .equals(.inPlace({ FilterEffect<BoxBlur>(kernels: $0) }, { $0.radius = Int32(radius) }), within: 1)
        case .median(let radius):
            .equals(.inPlace({ FilterEffect<Median>(kernels: $0) }, { $0.radius = Int32(radius) }), within: 0)
        case .dilate(let radius):
            .equals(.inPlace({ FilterEffect<Dilate>(kernels: $0) }, { $0.radius = Int32(radius) }), within: 0)
        // OpenCV rounds places to 1/32 of a pixel, each way: noise of all codes differs by up to 255/32 for that alone.
        case .remap(let warp, _): .equals(warp.effect, within: 16)
        case .bilateral, .canny: .changes
        }
    }

    /// What its output was found to be.
    var checked: String {
        switch check {
        case .fingerprint, .equals(_, within: 0): Row.reference
        case .equals(_, let tolerance): "within \(tolerance) codes"
        case .changes: "another law; \(PeerLaw.changes.inWords)"
        }
    }

    private var format: PixelFormat {
        switch self {
        case .clahe: .gray8
        case .bilateral: .rgb
        case .remap(_, let format): format
        case .gaussian, .box, .median, .dilate, .canny: .bgrx
        }
    }

    /// Of CLAHE the fingerprint is that of the output; of the others it says nothing, as they are checked here.
    func timed(_ size: Size) throws -> TimedItem {
        let info = VideoInfo(format, size)
        let source = try checked(info, size)
        let result = Image(info)
        let run = call(source, result)
        guard run() else { throw ItemError("OpenCV was missing when this was built", .missing) }
        switch check {
        case .fingerprint: break
        case .equals(let effect, let tolerance): try compare(source, result, effect, tolerance)
        case .changes: try findChange(source, result)
        }
        let checked = self == .clahe ? result.fingerprint : 0
        source.copy(Image(info, for: .timing))
        return TimedItem(run: run, fingerprint: { checked })
    }

    /// What it is checked on.
    private func checked(_ info: VideoInfo, _ size: Size) throws -> Image {
        switch self {
        // Noise in Y'CbCr is mostly no R'G'B', in which elements compute.
        case .remap(_, .i420): try Image.blocks(size).converted(to: info.format)
        // No pixels of noise are alike.
        case .bilateral: Image(info, for: .timing)
        default: Image(info)
        }
    }

    /// What runs it on an image. It keeps the images.
    private func call(_ source: Image, _ result: Image) -> () -> Bool {
        let from = { UnsafePointer(source.base.assumingMemoryBound(to: UInt8.self)) }
        let to = { result.base.assumingMemoryBound(to: UInt8.self) }
        let (width, height) = (Int32(source.info.width), Int32(source.info.height))
        func reach(_ radius: Int) -> Int32 { Int32(Window.gaussian.weights(size: Double(radius)).count - 1) }
        switch self {
        case .clahe: return { swv_opencv_clahe(from(), to(), width, height, 2) }
        case .gaussian(let radius):
            let reach = reach(radius)
            return { swv_opencv_gaussian(from(), to(), width, height, Double(radius), reach) }
        case .box(let radius): return { swv_opencv_box(from(), to(), width, height, Int32(radius)) }
        case .median(let radius): return { swv_opencv_median(from(), to(), width, height, Int32(radius)) }
        case .dilate(let radius): return { swv_opencv_dilate(from(), to(), width, height, Int32(radius)) }
        case .remap(let warp, _): return warp.remap(source, result)
        // Nine pixels to a row, as swiftbilateral has; colours an eighth of full scale away hardly count.
        case .bilateral: return { swv_opencv_bilateral(from(), to(), width, height, 9, 16) }
        case .canny:
            // In OpenCV's units, codes with the weights 1, 2 and 1, a gradient of 1 is 255.
            let (settings, reach) = (Canny(), reach(2))
            return {
                swv_opencv_canny(
                    from(), to(), width, height, settings.radius, reach, 255 * settings.lowerThreshold,
                    255 * settings.upperThreshold)
            }
        }
    }

    /// Compares samples with those of our own effect.
    private func compare(_ source: Image, _ result: Image, _ effect: EffectMaker, _ tolerance: Int) throws {
        let expected = try effect.output(CPULevel.current.kernels, of: [source], as: source.info)
        for i in expected.bytes.indices
        where (format != .bgrx || i & 3 != 3) && abs(Int(expected.bytes[i]) - Int(result.bytes[i])) > tolerance {
            throw ItemError("\(name) has \(result.bytes[i]) for \(expected.bytes[i]) at byte \(i)")
        }
    }

    /// Fails where an image is mostly as it was, or of one colour.
    private func findChange(_ source: Image, _ result: Image) throws {
        let changed = source.bytes.indices.count { source.bytes[$0] != result.bytes[$0] }
        guard changed > source.bytes.count / 4 else { throw ItemError("\(name): the output is the input") }
        let isEmpty = result.bytes.indices.allSatisfy { $0 & 3 == 3 || result.bytes[$0] == result.bytes[0] }
        guard !isEmpty else { throw ItemError("\(name): the output shows nothing") }
    }
}
