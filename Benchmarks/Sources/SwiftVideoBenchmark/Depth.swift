import CBenchmarkSupport
import Effects
import PixelCore
import PixelReference

/// swiftdepthgray beside videoconvert, timed in one run.
func reportDepth(_ quick: Bool) throws {
    var items = Items()
    func add(
        _ name: String, _ output: PixelFormat, _ launch: String = "", from input: PixelFormat = .gray16le,
        threads: Int = 1, _ change: (inout DepthSettings) -> Void = { _ in }
    ) throws {
        var settings = DepthSettings()
        change(&settings)
        let (from, to) = (Picture.info(input, 1920, 1080), Picture.info(output, 1920, 1080))
        let chain = try bench("swiftdepthgray n-threads=\(threads) \(launch)", caps(from), caps(to))
        try checkDepth(name, chain, from, to, settings)
        items.add(name) { _ = swv_bench_push(chain) }
    }
    func addPeer(_ output: PixelFormat) throws {
        let (from, to) = (Picture.info(.gray16le, 1920, 1080), Picture.info(output, 1920, 1080))
        let chain = try bench("videoconvert n-threads=1", caps(from), caps(to))
        swv_bench_write(chain, depth(from).base, depth(from).bytes.count)
        items.add("videoconvert \(output.name)") { _ = swv_bench_push(chain) }
    }
    for format in [PixelFormat.gray8, .bgrx, .i420, .yuy2, .rgb, .gray16le] { try add(format.name, format) }
    try add("GRAY8 2", .gray8, threads: 2)
    try add("GRAY8 off", .gray8, "auto-range=off") { $0.autoRange = .off }
    try add("GRAY8 growing", .gray8, "auto-range=growing") { $0.autoRange = .growing }
    try add("GRAY8 equalize", .gray8, "equalize=true") { $0.equalizes = true }
    try add("GRAY16_BE to GRAY8", .gray8, from: .gray16be)
    for format in [PixelFormat.bgrx, .i420] {
        try add("\(format.name) turbo", format, "colormap=turbo") { $0.colormap = .turbo }
    }
    try add("GRAY8 spatial", .gray8, "spatial=true") { $0.usesSpatial = true }
    try add("GRAY8 smoothing", .gray8, "smoothing=true") { $0.smooths = true }
    for format in [PixelFormat.gray8, .bgrx, .i420] { try addPeer(format) }

    let m = try Measurement(items.all, quick: quick)
    print("swiftdepthgray of GRAY16_LE, milliseconds a frame:")
    items.printTimes(m)
    print("swiftdepthgray, ratios:")
    line("videoconvert / GRAY8", m.ratio("videoconvert GRAY8", "GRAY8"), "x", bar: 2, atMost: false)
    line("videoconvert / BGRx", m.ratio("videoconvert BGRx", "BGRx"), "x", bar: 8, atMost: false)
    note("videoconvert / BGRx turbo", m.ratio("videoconvert BGRx", "BGRx turbo"), "x")
    note("videoconvert / I420", m.ratio("videoconvert I420", "I420"), "x")
    note("GRAY8, 1 thread / 2 threads", m.ratio("GRAY8", "GRAY8 2"), "x")
}

/// A slope with noise and holes, as cameras give it.
private func depth(_ info: PictureInfo) -> Picture {
    let picture = Picture(info.format, info.width, info.height, seed: 7)
    let samples = picture.base.assumingMemoryBound(to: UInt16.self)
    for y in 0..<info.height {
        for x in 0..<info.width {
            let noise = samples[y * info.width + x]
            let depth = noise & 15 == 0 ? 0 : UInt16(500 + 3 * y + x) + noise >> 12
            samples[y * info.width + x] = info.format.layout.bigEndian ? depth.bigEndian : depth
        }
    }
    return picture
}

/// Sends depth through the element and through the effect with the reference's kernels, and compares every byte.
private func checkDepth(
    _ name: String, _ chain: OpaquePointer, _ from: PictureInfo, _ to: PictureInfo, _ settings: DepthSettings
) throws {
    let input = depth(from)
    let (result, exact) = (Picture(to.format, to.width, to.height), Picture(to.format, to.width, to.height))
    let count = result.bytes.count
    // Another segment, since frames of nothing came before.
    swv_bench_write(chain, input.base, input.bytes.count)
    swv_bench_restart(chain)
    guard swv_bench_convert(chain, result.base, count) == count else { throw WrongResult(what: name) }
    let effect = DepthEffect(kernels: Reference.self)
    try effect.configure(from, output: to, reduction: 1)
    try effect.update(settings)
    try withExtendedLifetime(input) { try effect.render(input.frame, exact.frame, bands: .serial) }
    guard result == exact else { throw WrongResult(what: name) }
}
