import CBenchmarkSupport
import Effects
import PixelCore
import PixelKernels

/// A line of the report: a ratio, and what it should be.
func line(_ text: String, _ ratio: Double, _ unit: String, bar: Double, atMost: Bool) {
    let shown = (ratio * 100).rounded() / 100
    let met = atMost ? ratio <= bar : ratio >= bar
    print("  \(met ? "ok  " : "MISS") \(text): \(shown) \(unit) (\(atMost ? "at most" : "at least") \(bar))")
}

private func caps(_ format: String, _ size: String = "width=1920,height=1080") -> String {
    "video/x-raw,format=\(format),\(size),framerate=30/1"
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
    let formats: [PixelFormat] = [.bgrx, .i420, .nv12, .yuy2, .ayuv, .rgb, .gray8, .p010, .argb64]
    for level in CPULevel.available {
        for format in formats {
            try checkRosy(format, RosySettings(), level: level)
            var half = RosySettings()
            half.intensity = 0.5
            try checkRosy(format, half, level: level)
        }
    }
    var items: [(name: String, body: () -> Void)] = []
    func add(_ name: String, _ launch: String, _ input: String, _ output: String? = nil) throws {
        let chain = try bench(launch, input, output)
        items.append((name, { _ = swv_bench_push(chain) }))
    }
    for format in formats {
        try add(format.name, "swiftrosy n-threads=1", caps(format.name))
    }
    try add("BGRx half", "swiftrosy n-threads=1 intensity=0.5", caps("BGRx"))
    try add("BGRx 2", "swiftrosy n-threads=2", caps("BGRx"))
    try add("BGRx half 2", "swiftrosy n-threads=2 intensity=0.5", caps("BGRx"))
    try add("I420 2", "swiftrosy n-threads=2", caps("I420"))
    try add("BGRx 4K", "swiftrosy n-threads=1", caps("BGRx", "width=3840,height=2160"))
    try add("BGRx 4K 2", "swiftrosy n-threads=2", caps("BGRx", "width=3840,height=2160"))
    try add("I420 4K", "swiftrosy n-threads=1", caps("I420", "width=3840,height=2160"))
    try add("I420 4K 2", "swiftrosy n-threads=2", caps("I420", "width=3840,height=2160"))
    try add("AYUV64 2", "swiftrosy n-threads=2", caps("AYUV64"))
    try add("AYUV64", "swiftrosy n-threads=1", caps("AYUV64"))
    try add("identity", "identity", caps("BGRx"))
    try add("coloreffects", "coloreffects preset=sepia", caps("BGRx"))
    try add("videobalance", "videobalance saturation=0.5", caps("BGRx"))
    try add("videoconvert", "videoconvert n-threads=1", caps("YUY2"), caps("BGRA"))
    try add("16x16", "swiftrosy n-threads=1", caps("BGRx", "width=16,height=16"))
    try add("16x16 identity", "identity", caps("BGRx", "width=16,height=16"))
    let roof = Picture(.bgrx, 1920, 1080)
    items.append(("memory pass", { swv_memory_pass(roof.base, roof.bytes.count) }))
    let small = Picture(.bgrx, 16, 16)
    let effect = RosyEffect()
    effect.configure(small.info)
    effect.update(RosySettings())
    items.append(("16x16 effect", { effect.render(small.frame, bands: .serial) }))

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
