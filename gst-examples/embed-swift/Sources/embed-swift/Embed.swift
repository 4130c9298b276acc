// SPDX-License-Identifier: MIT
import ArgumentParser
import CGStreamer
import Glibc

/// Plays a video through `swiftrosy`, whose tint comes and goes by a curve, and reads from `swifteq` what became of it.
@main
struct Embed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed-swift",
        abstract: "Plays a video whose tint comes and goes, and prints the means of red, green and blue.")

    @Flag(help: "Show nothing; play in real time all the same.")
    var headless = false

    @Option(help: ArgumentHelp("How long the first frame may take.", valueName: "seconds"))
    var timeout: UInt32 = 20

    @Argument(help: "The video file.")
    var video: String

    func validate() throws {
        if timeout < 1 { throw ValidationError("--timeout takes whole seconds from 1") }
    }

    func run() throws {
        var status = stat()
        guard stat(video, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("There is no video file \(video)")
        }
        gst_init(nil, nil)
        let player = try Player(video: video, headless: headless)
        try player.play(firstFrameWithin: timeout)
    }
}

/// Something that ends the program.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What GStreamer says. Takes the error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        description = error.map { String(cString: $0.pointee.message) } ?? "GStreamer gave no reason"
        var taken = error
        g_clear_error(&taken)
    }
}
