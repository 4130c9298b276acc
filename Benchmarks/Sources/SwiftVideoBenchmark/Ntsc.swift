import CBenchmarkSupport
import Effects
import PixelCore
import PixelKernels

/// The NTSC effect at every level beside a conversion that takes as long as half a frame of live film.
func reportNtsc(_ quick: Bool) throws {
    var items = Items()
    try items.add(
        "P010 to BGRA", peer: "videoconvert n-threads=1", caps("P010_10LE"), caps("BGRA"))
    for level in CPULevel.available {
        for (name, width, height) in [("1080p", 1920, 1080), ("480p", 640, 480)] {
            let picture = Picture(.bgrx, width, height)
            let effect = NtscEffect(kernels: level.kernels)
            try effect.configure(picture.info)
            effect.update(NtscSettings())
            items.add("\(name) \(level.name)") { try? effect.render(picture.frame, bands: .serial) }
        }
    }
    let m = try Measurement(items.all, quick: quick)
    print("swiftntsc, milliseconds a frame:")
    items.printTimes(m)
    for level in CPULevel.available {
        note("1080p \(level.name) / P010 to BGRA", m.ratio("1080p \(level.name)", "P010 to BGRA"), "x")
    }
}
