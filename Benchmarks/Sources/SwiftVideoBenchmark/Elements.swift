import CBenchmarkSupport
import Effects
import PixelCore

/// A line of the report: a ratio, and what it should be.
func line(_ text: String, _ ratio: Double, _ unit: String, bar: Double, atMost: Bool) {
    let shown = (ratio * 100).rounded() / 100
    let met = atMost ? ratio <= bar : ratio >= bar
    print("  \(met ? "ok  " : "MISS") \(text): \(shown) \(unit) (\(atMost ? "at most" : "at least") \(bar))")
}

private func caps(_ format: String, _ size: String = "width=1920,height=1080") -> String {
    "video/x-raw,format=\(format),\(size),framerate=30/1"
}

/// Caps that say what the `info` of a `Picture` says: BT.709, left-sited chroma, and for gray the full range.
private func caps(_ info: PictureInfo) -> String {
    let colorimetry =
        switch info.format.layout.model {
        case .rgb: "sRGB"
        case .ycbcr: "bt709,chroma-site=mpeg2"
        case .gray: "1:3:5:1"
        }
    return caps(info.format.name, "width=\(info.width),height=\(info.height)") + ",colorimetry=\(colorimetry)"
}

private struct MissingElement: Error, CustomStringConvertible {
    let launch: String
    var description: String { "\(launch) can't be made; see the README for the packages benchmarks need" }
}

private func bench(_ launch: String, _ input: String, _ output: String? = nil) throws -> OpaquePointer {
    guard let bench = swv_bench_new(launch, input, output) else { throw MissingElement(launch: launch) }
    return bench
}

/// swiftrosy beside its peers, each driven in the same way with one buffer.
func reportElements(quick: Bool) throws {
    var items: [(name: String, body: () -> Void)] = []
    func add(_ name: String, _ launch: String, _ input: String, _ output: String? = nil) throws {
        let chain = try bench(launch, input, output)
        items.append((name, { _ = swv_bench_push(chain) }))
    }
    func addRosy(
        _ name: String, _ format: PixelFormat, _ width: Int = 1920, _ height: Int = 1080, threads: Int = 1,
        intensity: Double = 1
    ) throws {
        let info = Picture.info(format, width, height)
        var settings = RosySettings()
        settings.intensity = intensity
        let chain = try bench("swiftrosy n-threads=\(threads) intensity=\(intensity)", caps(info))
        try checkRosy(name, chain, info, settings)
        items.append((name, { _ = swv_bench_push(chain) }))
    }
    for format in [PixelFormat.bgrx, .i420, .nv12, .yuy2, .ayuv, .rgb, .gray8, .p010, .argb64] {
        try addRosy(format.name, format)
    }
    try addRosy("BGRx half", .bgrx, intensity: 0.5)
    try addRosy("BGRx 2", .bgrx, threads: 2)
    try addRosy("BGRx half 2", .bgrx, threads: 2, intensity: 0.5)
    try addRosy("I420 2", .i420, threads: 2)
    try addRosy("BGRx 4K", .bgrx, 3840, 2160)
    try addRosy("BGRx 4K 2", .bgrx, 3840, 2160, threads: 2)
    try addRosy("I420 4K", .i420, 3840, 2160)
    try addRosy("I420 4K 2", .i420, 3840, 2160, threads: 2)
    try addRosy("AYUV64 2", .ayuv64, threads: 2)
    try addRosy("AYUV64", .ayuv64)
    try addRosy("16x16", .bgrx, 16, 16)
    try add("identity", "identity", caps("BGRx"))
    try add("coloreffects", "coloreffects preset=sepia", caps("BGRx"))
    try add("videobalance", "videobalance saturation=0.5", caps("BGRx"))
    try add("videoconvert", "videoconvert n-threads=1", caps("YUY2"), caps("BGRA"))
    try add("16x16 identity", "identity", caps("BGRx", "width=16,height=16"))
    let roof = Picture(.bgrx, 1920, 1080)
    items.append(("memory pass", { swv_memory_pass(roof.base, roof.bytes.count) }))
    let small = Picture(.bgrx, 16, 16)
    let effect = RosyEffect()
    try effect.configure(small.info)
    effect.update(RosySettings())
    items.append(("16x16 effect", { try? effect.render(small.frame, bands: .serial) }))

    let m = try Measurement(items, quick: quick)
    print("swiftrosy, milliseconds a frame with what every element costs:")
    for item in items {
        print("  \((m.time(item.name) / 1e4).rounded() / 100)  \(item.name)")
    }
    print("swiftrosy, ratios (element minus identity):")
    line("BGRx / in-place memory pass", m.ratio("BGRx", "memory pass"), "x", bar: 1.3, atMost: true)
    line("coloreffects sepia / BGRx", m.ratio("coloreffects", "BGRx", minus: "identity"), "x", bar: 8, atMost: false)
    for format in ["I420", "NV12", "YUY2"] {
        line(
            "\(format) / videoconvert YUY2 to BGRA", m.ratio(format, "videoconvert", minus: "identity"), "x", bar: 0.5,
            atMost: true)
    }
    let overhead = (m.time("16x16") - m.time("16x16 effect") - m.time("16x16 identity")) / 1000
    line("16x16 over effect and identity", overhead, "us", bar: 1, atMost: true)
    // 4K frames exceed the second-level caches by far; smaller ones are done before a thread is well awake.
    for name in ["I420", "BGRx", "BGRx half", "AYUV64"] {
        let ratio = m.ratio(name, "\(name) 2", minus: "identity")
        print("       \(name), 1 thread / 2 threads: \((ratio * 100).rounded() / 100) x")
    }
    for name in ["BGRx 4K", "I420 4K"] {
        line(
            "\(name), 1 thread / 2 threads", m.ratio(name, "\(name) 2", minus: "identity"), "x", bar: 1.7, atMost: false
        )
    }
}
