import CBenchmarkSupport
import Effects
import PixelCore
import PixelReference

/// swiftmix beside compositor, timed in one run. All have the same parent class, and none has its cost taken off.
func reportMix(_ quick: Bool) throws {
    var items = Items()
    func add(
        _ name: String, _ format: PixelFormat, threads: Int = 1, width: Int = 1920, height: Int = 1080,
        opaque: Bool = true, factor: Double = 0.3
    ) throws {
        let info = Picture.info(format, width, height)
        let chain = try mixBench("swiftmix n-threads=\(threads) mix-factor=\(factor)", caps(info), caps(info))
        try checkMix(name, chain, info, opaque: opaque, factor: factor)
        items.add(name) { _ = swv_mix_bench_push(chain) }
    }
    func addPeer(_ name: String, _ format: PixelFormat, _ pads: String, opaque: Bool = true, output: String? = nil)
        throws
    {
        let info = Picture.info(format, 1920, 1080)
        let chain = try mixBench("compositor max-threads=1 \(pads)", caps(info), output ?? caps(info))
        write(chain, info, opaque: opaque)
        items.add(name) { _ = swv_mix_bench_push(chain) }
    }
    let over = "sink_1::alpha=0.3"
    // With the output format it chooses when downstream takes any, which has alpha.
    let fade = "sink_0::operator=source sink_0::alpha=0.7 sink_1::operator=add sink_1::alpha=0.3"
    for format in [PixelFormat.i420, .nv12, .yuy2, .bgra, .bgrx, .ayuv, .gray8, .gray16le, .p010, .argb64] {
        try add(format.name, format)
    }
    try add("BGRA translucent", .bgra, opaque: false)
    try add("I420 first alone", .i420, factor: 0)
    try add("I420 2", .i420, threads: 2)
    try add("I420 4K", .i420, width: 3840, height: 2160)
    try add("I420 4K 2", .i420, threads: 2, width: 3840, height: 2160)
    for format in [PixelFormat.i420, .nv12, .bgra] {
        try addPeer("compositor over \(format.name)", format, over)
        try addPeer("compositor fade \(format.name)", format, fade, output: "video/x-raw")
    }
    try addPeer("compositor over BGRA translucent", .bgra, over, opaque: false)

    let m = try Measurement(items.all, quick: quick)
    print("swiftmix, milliseconds a frame:")
    items.printTimes(m)
    print("swiftmix, ratios:")
    for format in ["I420", "NV12"] {
        let ratio = m.ratio("compositor fade \(format)", format)
        line("compositor's cross-fade (source, add) / \(format)", ratio, "x", bar: 8, atMost: false)
        line("compositor alpha=f / \(format)", m.ratio("compositor over \(format)", format), "x", bar: 1, atMost: false)
    }
    line("compositor alpha=f / BGRA", m.ratio("compositor over BGRA", "BGRA"), "x", bar: 5, atMost: false)
    note("compositor's cross-fade / BGRA", m.ratio("compositor fade BGRA", "BGRA"), "x")
    note(
        "compositor alpha=f / BGRA, any alpha", m.ratio("compositor over BGRA translucent", "BGRA translucent"), "x")
    for name in ["I420", "I420 4K"] { note("\(name), 1 thread / 2 threads", m.ratio(name, "\(name) 2"), "x") }
}

private func mixBench(_ launch: String, _ input: String, _ output: String) throws -> OpaquePointer {
    guard let bench = swv_mix_bench_new(launch, input, output) else { throw WrongResult(what: launch) }
    return bench
}

/// Noise, opaque where it has alpha, if wanted.
private func pictures(_ info: PictureInfo, opaque: Bool) -> [Picture] {
    (1...2).map { seed in
        let picture = Picture(info.format, info.width, info.height, seed: UInt64(seed))
        guard opaque, let alpha = info.format.alphaOffset else { return picture }
        let size = info.format.layout.sampleBytes
        for i in stride(from: 0, to: picture.bytes.count, by: 4 * size) {
            for j in 0..<size { picture.bytes[i + alpha * size + j] = 255 }
        }
        return picture
    }
}

private func write(_ chain: OpaquePointer, _ info: PictureInfo, opaque: Bool) {
    for (i, picture) in pictures(info, opaque: opaque).enumerated() {
        swv_mix_bench_write(chain, Int32(i), picture.base, picture.bytes.count)
    }
}

/// Sends noise through the element and through the effect with the reference's kernels, and compares every byte.
private func checkMix(_ name: String, _ chain: OpaquePointer, _ info: PictureInfo, opaque: Bool, factor: Double) throws
{
    let inputs = pictures(info, opaque: opaque)
    let (result, exact) = (Picture(info.format, info.width, info.height), Picture(info.format, info.width, info.height))
    write(chain, info, opaque: opaque)
    let count = result.bytes.count
    guard swv_mix_bench_push(chain), swv_mix_bench_read(chain, result.base, count) == count else {
        throw WrongResult(what: name)
    }
    let effect = MixEffect(kernels: Reference.self)
    var settings = MixSettings()
    settings.factor = factor
    try effect.configure(info)
    effect.update(settings)
    // Frames do not keep their pictures.
    try withExtendedLifetime(inputs) {
        try effect.render(exact.frame, first: inputs[0].frame, second: inputs[1].frame, bands: .serial)
    }
    guard result == exact else { throw WrongResult(what: name) }
}
