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

    var name: String {
        switch self {
        case .clahe: "OpenCV CLAHE on GRAY8"
        case .gaussian: "OpenCV GaussianBlur"
        }
    }

    /// What its output was found to be.
    var checked: String {
        switch self {
        case .clahe: Row.reference
        case .gaussian: "within 3 codes"
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
        }
        guard run() else { throw ItemError("OpenCV was missing when this was built", .missing) }
        if case .gaussian(let radius) = self { try checkGaussian(source, result, radius) }
        let checked = self == .clahe ? result.fingerprint : 0
        source.copy(Image(info, for: .timing))
        return TimedItem(run: run, fingerprint: { checked })
    }

    /// OpenCV rounds between rows and columns.
    private func checkGaussian(_ source: Image, _ result: Image, _ radius: Int) throws {
        let blur = EffectMaker.inPlace({ ComposedEffect<GaussianBlur>(kernels: $0) }, { $0.radius = Double(radius) })
        let expected = try blur.output(CPULevel.current.kernels, of: [source], as: source.info)
        for i in expected.bytes.indices where i & 3 != 3 && abs(Int(expected.bytes[i]) - Int(result.bytes[i])) > 3 {
            throw ItemError("OpenCV's blur has \(result.bytes[i]) for \(expected.bytes[i]) at byte \(i)")
        }
    }
}
