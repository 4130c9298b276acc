import CBenchmarkSupport
import Effects
import Glibc
import PixelReference

/// A result that is not the reference's: no time of it is worth printing.
struct WrongResult: Error {
    let what: String
}

/// Sends noise of this `info` through the swiftrosy `chain` and the scalar reference, and compares every byte.
func checkRosy(_ name: String, _ chain: OpaquePointer, _ info: PictureInfo, _ settings: RosySettings) throws {
    let wrong = WrongResult(what: "swiftrosy \(name)")
    let (result, exact) = (
        Picture(info.format, info.width, info.height), Picture(info.format, info.width, info.height)
    )
    // At the sizes that are timed, GStreamer's planes have no padding, and lie as a picture's do.
    guard swv_bench_size(chain) == result.bytes.count else { throw wrong }
    swv_bench_write(chain, result.base, result.bytes.count)
    guard swv_bench_push(chain) else { throw wrong }
    swv_bench_read(chain, result.base, result.bytes.count)
    let effect = RosyEffect(kernels: Reference.self)
    try effect.configure(info)
    effect.update(settings)
    try effect.render(exact.frame, bands: .serial)
    guard result == exact else { throw wrong }
}

extension Picture: Equatable {
    /// Whether every byte is the same.
    static func == (a: Picture, b: Picture) -> Bool {
        a.info == b.info && memcmp(a.base, b.base, a.bytes.count) == 0
    }
}
