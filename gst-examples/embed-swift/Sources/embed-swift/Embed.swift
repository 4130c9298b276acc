import ArgumentParser
import CGStreamer
import Glibc

/// Plays a film through `swiftrosy`, whose tint comes and goes by a curve, and reads from `swifteq` what became of it.
@main
struct Embed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed-swift",
        abstract: "Plays a film whose tint comes and goes, and prints the means of red, green and blue.")

    @Flag(help: "Show nothing; play in real time all the same.")
    var headless = false

    @Argument(help: "The film.")
    var film: String

    func run() throws {
        var status = stat()
        guard stat(film, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("There is no film \(film)")
        }
        gst_init(nil, nil)
        let player = try Player(film: film, headless: headless)
        try player.play()
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
