import CBenchmarkSupport
import Effects
import PixelCore
import PixelKernels
import PixelReference

/// swiftntsc beside a conversion that takes about as long as a frame of live film may, and the effect alone at every level.
func reportNtsc(_ quick: Bool) throws {
    var items = Items()
    func add(_ name: String, _ format: PixelFormat, threads: Int = 1, width: Int = 1920, height: Int = 1080) throws {
        try items.add(
            name, "swiftntsc n-threads=\(threads)", Picture.info(format, width, height), NtscSettings(),
            exact: NtscEffect(kernels: Reference.self))
    }
    for format in [PixelFormat.bgrx, .i420, .nv12, .yuy2, .p010, .rgb] { try add(format.name, format) }
    try add("BGRx 2", .bgrx, threads: 2)
    try add("I420 2", .i420, threads: 2)
    try add("BGRx 480p", .bgrx, width: 640, height: 480)
    try items.add("identity", peer: "identity", caps("BGRx"))
    try items.add("P010 to BGRA", peer: "videoconvert n-threads=1", caps("P010_10LE"), caps("BGRA"))
    for level in CPULevel.available {
        let (exact, picture) = (Picture(.bgrx, 1920, 1080), Picture(.bgrx, 1920, 1080))
        for (picture, kernels) in [(exact, Reference.self), (picture, level.kernels)] as [(Picture, any KernelSet.Type)]
        {
            try render(picture, NtscEffect(kernels: kernels))
        }
        guard picture == exact else { throw WrongResult(what: "NTSC at \(level.name)") }
        let effect = NtscEffect(kernels: level.kernels)
        try effect.configure(picture.info)
        effect.update(NtscSettings())
        items.add("\(level.name)") { try? effect.render(picture.frame, bands: .serial) }
    }

    let m = try Measurement(items.all, quick: quick)
    print("swiftntsc, milliseconds a frame; elements with what every element costs:")
    items.printTimes(m)
    print("swiftntsc, ratios (element minus identity):")
    let bars: [CPULevel: Double] = [.v4: 0.8, .v3: 1.3]
    let conversion = "P010 to BGRA"
    if let bar = bars[.current] {
        line("BGRx / \(conversion)", m.ratio("BGRx", conversion, minus: "identity"), "x", bar: bar, atMost: true)
    } else {
        note("BGRx / \(conversion)", m.ratio("BGRx", conversion, minus: "identity"), "x")
    }
    for level in CPULevel.available {
        let ratio = m.ratio("\(level.name)", conversion)
        if let bar = bars[level] {
            line("BGRx, the effect alone at \(level.name) / \(conversion)", ratio, "x", bar: bar, atMost: true)
        } else {
            note("BGRx, the effect alone at \(level.name) / \(conversion)", ratio, "x")
        }
    }
    for name in ["I420", "NV12", "YUY2", "P010_10LE", "RGB"] {
        note("\(name) / BGRx", m.ratio(name, "BGRx", minus: "identity"), "x")
    }
    line(
        "BGRx 640x480 / 1920x1080", m.ratio("BGRx 480p", "BGRx", minus: "identity"), "x", bar: 0.25, atMost: true)
    line("BGRx, 1 thread / 2 threads", m.ratio("BGRx", "BGRx 2", minus: "identity"), "x", bar: 1.8, atMost: false)
    note("I420, 1 thread / 2 threads", m.ratio("I420", "I420 2", minus: "identity"), "x")
}

private func render(_ picture: Picture, _ effect: NtscEffect) throws {
    try effect.configure(picture.info)
    effect.update(NtscSettings())
    try effect.render(picture.frame, bands: .serial)
}
