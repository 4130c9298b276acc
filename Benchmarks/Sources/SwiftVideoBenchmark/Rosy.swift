import CBenchmarkSupport
import Effects
import PixelCore
import PixelReference

/// swiftrosy beside its peers, timed in one run.
func reportRosy(_ quick: Bool) throws {
    var items = Items()
    func addRosy(
        _ name: String, _ format: PixelFormat, _ width: Int = 1920, _ height: Int = 1080, threads: Int = 1,
        intensity: Double = 1
    ) throws {
        let info = Picture.info(format, width, height)
        var settings = RosySettings()
        settings.intensity = intensity
        try items.add(
            name, "swiftrosy n-threads=\(threads) intensity=\(intensity)", info, settings,
            exact: RosyEffect(kernels: Reference.self))
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
    try items.add("identity", peer: "identity", caps("BGRx"))
    try items.add("coloreffects", peer: "coloreffects preset=sepia", caps("BGRx"))
    try items.add("videobalance", peer: "videobalance saturation=0.5", caps("BGRx"))
    try items.add("videoconvert", peer: "videoconvert n-threads=1", caps("YUY2"), caps("BGRA"))
    try items.add("16x16 identity", peer: "identity", caps("BGRx", "width=16,height=16"))
    let roof = Picture(.bgrx, 1920, 1080)
    items.add("memory pass") { swv_memory_pass(roof.base, roof.bytes.count) }
    let small = Picture(.bgrx, 16, 16)
    let effect = RosyEffect()
    try effect.configure(small.info)
    effect.update(RosySettings())
    items.add("16x16 effect") { try? effect.render(small.frame, bands: .serial) }

    let m = try Measurement(items.all, quick: quick)
    print("swiftrosy, milliseconds a frame with what every element costs:")
    items.printTimes(m)
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
        note("\(name), 1 thread / 2 threads", m.ratio(name, "\(name) 2", minus: "identity"), "x")
    }
    for name in ["BGRx 4K", "I420 4K"] {
        line(
            "\(name), 1 thread / 2 threads", m.ratio(name, "\(name) 2", minus: "identity"), "x", bar: 1.7, atMost: false
        )
    }
}
