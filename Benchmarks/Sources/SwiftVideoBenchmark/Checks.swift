import Effects
import PixelCore
import PixelKernels
import PixelReference

/// A result that is not the reference's: no time of it is worth printing.
struct WrongResult: Error {
    let what: String
}

/// Renders a picture with the kernels of `level` and with the scalar reference, and compares every byte.
func checkRosy(_ format: PixelFormat, _ settings: RosySettings, level: CPULevel) throws {
    let (fast, exact) = (Picture(format, 319, 45), Picture(format, 319, 45))
    for (picture, kernels) in [(fast, level.kernels), (exact, Reference.self as any KernelSet.Type)] {
        let effect = RosyEffect(kernels: kernels)
        effect.configure(picture.info)
        effect.update(settings)
        effect.render(picture.frame, bands: .serial)
    }
    guard fast.bytes.elementsEqual(exact.bytes) else {
        throw WrongResult(what: "swiftrosy \(format.name) at \(level.name)")
    }
}
