import CBenchmarkSupport
import Effects
import Glibc

/// A result that is not the reference's: no time of it is worth printing.
struct WrongResult: Error {
    let what: String
}

/// Sends noise of this `info` through a `chain` and through `exact`, which has the reference's kernels, and compares
/// every byte.
func checkElement<Effect: InPlaceEffect>(
    _ name: String, _ chain: OpaquePointer, _ info: PictureInfo, _ settings: Effect.Settings, exact effect: Effect
) throws {
    let wrong = WrongResult(what: name)
    let (result, exact) = (
        Picture(info.format, info.width, info.height), Picture(info.format, info.width, info.height)
    )
    // At the sizes that are timed, GStreamer's planes have no padding, and lie as a picture's do.
    guard swv_bench_size(chain) == result.bytes.count else { throw wrong }
    swv_bench_write(chain, result.base, result.bytes.count)
    guard swv_bench_push(chain) else { throw wrong }
    swv_bench_read(chain, result.base, result.bytes.count)
    try effect.configure(info)
    try effect.update(settings)
    try effect.render(exact.frame, bands: .serial)
    guard result == exact else { throw wrong }
}

extension Picture: Equatable {
    /// Whether every byte is the same.
    static func == (a: Picture, b: Picture) -> Bool {
        a.info == b.info && memcmp(a.base, b.base, a.bytes.count) == 0
    }
}
