// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamer
import Glibc

/// Apple's AVCamFilter on Linux: a camera through a rose filter, with depth mixed over it.
@main
struct AVCam: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avcam",
        abstract: "Plays a camera through a rose filter and mixes depth, as gray, over it.",
        discussion: """
            A source is a V4L2 device, a video file, or elements as gst-launch-1.0 takes them ("openni2src sourcetype=depth"). \
            Without one the first camera is taken, or a video that is bundled. Depth is 16-bit gray.

            While it plays:
            \(Key.help)
            """)

    @Option(help: "Where the video comes from.")
    var video: String?

    @Option(help: "Where depth comes from.")
    var depth: String?

    @Option(help: "The folder with the bundled videos.")
    var media = "Tests/Media"

    @Option(help: "The part of depth, from 0 to 1.")
    var mixFactor = 0.5

    @Option(help: "Depth frames a second at most; 0 is all.")
    var depthRate = 0.0

    @Flag(inversion: .prefixedNo, help: "Smooth depth, and fill holes in it.")
    var smoothing = true

    @Option(help: "Also write the video to this MP4 file.")
    var record: String?

    @Option(help: "Photos go here: photo-1.jpg and so on.")
    var photos = "."

    @Flag(help: "Photos are PNG, not JPEG.")
    var png = false

    @Option(help: "End with an error when no frame could be shown for so many seconds.")
    var timeout = 20

    @Flag(help: "Show nothing, and read keys from standard input even if that is no terminal.")
    var headless = false

    func validate() throws {
        guard (0...1).contains(mixFactor) else { throw ValidationError("--mix-factor must be from 0 to 1.") }
        guard (0...1000).contains(depthRate) else { throw ValidationError("--depth-rate must be from 0 to 1000.") }
        guard (1...86_400).contains(timeout) else {
            throw ValidationError("--timeout takes whole seconds from 1 to 86400.")
        }
        if !headless, getenv("DISPLAY") == nil, getenv("WAYLAND_DISPLAY") == nil {
            throw ValidationError("There is no screen, as neither DISPLAY nor WAYLAND_DISPLAY is set: use --headless.")
        }
    }

    func run() throws {
        // Before GStreamer starts threads, which must not take them.
        let signals = try Signals()
        gst_init(nil, nil)
        let (camera, map) = (try Source.video(video, media: media), try Source.depth(depth, media: media))
        say("Video: \(camera)\nDepth: \(map)")
        let chain = try Chain(camera, map, screen: !headless, record: record)
        chain.mixFactor = mixFactor
        chain.depthRate = depthRate
        chain.smooths = smoothing
        let photographer = PhotoCamera(folder: photos, isPNG: png)
        let keyboard = Keyboard()
        defer { keyboard.restore() }
        let session = Session(chain, photographer, keyboard, signals, repeats: !headless && record == nil)
        try session.run(timeout: .seconds(timeout))
    }
}
