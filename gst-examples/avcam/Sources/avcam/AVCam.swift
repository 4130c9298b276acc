import ArgumentParser
import CGStreamer
import Glibc

/// Apple's AVCamFilter on Linux: a camera through a rose filter, with depth laid over it.
@main
struct AVCam: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avcam",
        abstract: "Films through a rose filter and lays depth, as gray, over the picture.",
        discussion: """
            A source is a V4L2 device, a film, or elements as gst-launch-1.0 takes them ("openni2src sourcetype=depth"). \
            Without one the first camera is taken, or a film that is bundled. Depth is 16-bit gray.

            While it plays:
            \(Key.help)
            """)

    @Option(help: "Where the picture comes from.")
    var video: String?

    @Option(help: "Where depth comes from.")
    var depth: String?

    @Option(help: "The folder with the bundled films.")
    var media = "Tests/Media"

    @Option(help: "How much of the picture is depth, from 0 to 1.")
    var mixFactor = 0.5

    @Option(help: "Depth frames a second at most; 0 is all.")
    var depthRate = 0.0

    @Flag(inversion: .prefixedNo, help: "Smooth depth, and fill holes in it.")
    var smoothing = true

    @Option(help: "Also write the film to this MP4 file.")
    var record: String?

    @Option(help: "Photos go here: photo-1.jpg and so on.")
    var photos = "."

    @Flag(help: "Photos are PNG, not JPEG.")
    var png = false

    @Flag(help: "Show nothing, and read keys from standard input even if that is no terminal.")
    var headless = false

    func validate() throws {
        guard (0...1).contains(mixFactor) else { throw ValidationError("--mix-factor must be from 0 to 1.") }
        guard (0...1000).contains(depthRate) else { throw ValidationError("--depth-rate must be from 0 to 1000.") }
        if !headless, getenv("DISPLAY") == nil, getenv("WAYLAND_DISPLAY") == nil {
            throw ValidationError("There is no screen, as neither DISPLAY nor WAYLAND_DISPLAY is set: use --headless.")
        }
    }

    func run() throws {
        // Before GStreamer starts threads, which must not take them.
        let signals = try Signals()
        gst_init(nil, nil)
        let (picture, map) = (try Source.picture(video, media: media), try Source.depth(depth, media: media))
        print("Picture: \(picture)\nDepth: \(map)")
        let chain = try Chain(picture, map, screen: !headless, record: record)
        chain.mixFactor = mixFactor
        chain.depthRate = depthRate
        chain.smooths = smoothing
        let camera = PhotoCamera(folder: photos, isPNG: png)
        let keyboard = Keyboard()
        defer { keyboard.restore() }
        try Session(chain, camera, keyboard, signals, repeats: !headless && record == nil).run()
    }
}
