import CBenchmarkSupport
import COpenCVPeer
import Effects
import Glibc
import PixelCore
import PixelReference

/// swifteq beside its peers, timed in one run.
func reportEqualization(_ quick: Bool) throws {
    swv_opencv_use_one_thread()
    var items = Items()
    func add(
        _ name: String, _ format: PixelFormat, _ launch: String = "", threads: Int = 1, width: Int = 1920,
        height: Int = 1080, _ change: (inout EqualizationSettings) -> Void = { _ in }
    ) throws {
        var settings = EqualizationSettings()
        change(&settings)
        try items.add(
            name, "swifteq n-threads=\(threads) \(launch)", Picture.info(format, width, height), settings,
            exact: EqualizationEffect(kernels: Reference.self))
    }
    func rgb(_ settings: inout EqualizationSettings) { settings.mode = .rgb }
    func clahe(_ settings: inout EqualizationSettings) { settings.method = .clahe }

    for format in [PixelFormat.gray8, .i420, .nv12, .yuy2, .p010, .gray16le, .rgba] {
        try add("\(format.name) luma", format)
    }
    try add("GRAY8 luma 2", .gray8, threads: 2)
    try add("I420 luma 2", .i420, threads: 2)
    try add("RGBA rgb", .rgba, "mode=rgb", rgb)
    try add("RGBA rgb 2", .rgba, "mode=rgb", threads: 2, rgb)
    try add("RGB rgb", .rgb, "mode=rgb", rgb)
    try add("I420 rgb", .i420, "mode=rgb", rgb)
    try add("I420 4K", .i420, width: 3840, height: 2160)
    try add("I420 4K 2", .i420, threads: 2, width: 3840, height: 2160)
    for format in [PixelFormat.gray8, .i420, .yuy2, .rgba] {
        try add("\(format.name) clahe", format, "method=clahe", clahe)
    }
    try add("GRAY8 clahe 2", .gray8, "method=clahe", threads: 2, clahe)
    try add("GRAY16_LE clahe", .gray16le, "method=clahe", clahe)
    try items.add("identity", peer: "identity", caps("GRAY8"))
    try items.add("equaliz0r", peer: "frei0r-filter-equaliz0r", caps("RGBA"), caps("RGBA"))
    try items.add("cvequalizehist", peer: "cvequalizehist", caps("GRAY8"), caps("GRAY8"))

    let source = Picture(.gray8, 1920, 1080)
    let result = Picture(.gray8, 1920, 1080)
    func openCVClahe() {
        swv_opencv_clahe(
            source.base.assumingMemoryBound(to: UInt8.self), result.base.assumingMemoryBound(to: UInt8.self), 1920,
            1080, 2)
    }
    // The peer's result is ours, bit for bit, so both are timed at the same work.
    openCVClahe()
    let exact = Picture(.gray8, 1920, 1080)
    var settings = EqualizationSettings()
    clahe(&settings)
    let effect = EqualizationEffect(kernels: Reference.self)
    try effect.configure(exact.info)
    try effect.update(settings)
    try effect.render(exact.frame, bands: .serial)
    guard result == exact else { throw WrongResult(what: "OpenCV's CLAHE") }
    items.add("OpenCV CLAHE", openCVClahe)
    let luma = Picture(.gray8, 1920, 1080)
    items.add("luma memory pass") { swv_memory_pass(luma.base, luma.bytes.count) }

    let m = try Measurement(items.all, quick: quick)
    print("swifteq, milliseconds a frame with what every element costs:")
    items.printTimes(m)
    print("swifteq, ratios (element minus identity):")
    line("equaliz0r / RGBA rgb", m.ratio("equaliz0r", "RGBA rgb", minus: "identity"), "x", bar: 2.5, atMost: false)
    for name in ["GRAY8", "I420", "NV12", "YUY2"] {
        let ratio = m.ratio("cvequalizehist", "\(name) luma", minus: "identity")
        line("cvequalizehist on GRAY8 / \(name) luma", ratio, "x", bar: 3, atMost: false)
    }
    line(
        "OpenCV CLAHE alone / GRAY8 clahe", m.ratio("OpenCV CLAHE", "GRAY8 clahe"), "x", bar: 1.5, atMost: false)
    note("GRAY8 luma / in-place memory pass", m.ratio("GRAY8 luma", "luma memory pass"), "x")
    for name in ["GRAY8 luma", "I420 luma", "RGBA rgb", "GRAY8 clahe"] {
        note("\(name), 1 thread / 2 threads", m.ratio(name, "\(name) 2", minus: "identity"), "x")
    }
    line(
        "I420 4K, 1 thread / 2 threads", m.ratio("I420 4K", "I420 4K 2", minus: "identity"), "x", bar: 1.7,
        atMost: false)
}
