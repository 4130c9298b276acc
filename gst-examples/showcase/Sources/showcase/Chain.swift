// SPDX-License-Identifier: MIT
/// A video that can be shown.
struct Video: Equatable, Sendable {
    enum Source: Equatable {
        /// A file that comes with the project, and one that a user has loaded, by their paths.
        case bundled(String), loaded(String)
        /// What gst-launch-1.0 takes for it.
        case camera(String)
    }

    let source: Source
    /// What the page and the launch line call it.
    let name: String

    /// Nil: it is no file.
    var path: String? {
        switch source {
        case .bundled(let path), .loaded(let path): path
        case .camera: nil
        }
    }

    /// The elements that begin a pipeline of it. The path of a file is set later, so that it is not parsed.
    var start: String {
        if case .camera(let description) = source { description } else { "filesrc name=start" }
    }

    /// The camera that Linux finds first.
    static let anyCamera = Video(source: .camera("v4l2src"), name: "a camera")

    /// What begins its launch line.
    fileprivate var startOfLine: String {
        switch source {
        case .bundled(let path): "filesrc location=\(quoted(path)) ! decodebin"
        case .loaded: "filesrc location=\(quoted(name)) ! decodebin"
        case .camera(let description): description
        }
    }
}

/// The elements that show a video through one of the plugin, made from what its pads take.
struct Chain {
    let model: Model
    let video: Video
    /// What comes to the second input, if there is one.
    let second: SecondVideo
    /// The folder of what comes with the project.
    let media: String

    private func branches(_ element: String) -> String {
        "video. ! queue ! \(element).sink_0 \(second.branch(to: element, media: media))"
    }

    /// What the page plays; `start` reads a file, what `decoder` finds goes to `decoded`, and `clock` holds frames back until it is their time.
    var playing: String {
        // Frames that come faster than they are used are left out, the newest stays.
        let drop = "queue leaky=downstream max-size-buffers=2"
        let frame = "videoconvert ! jpegenc quality=90 ! fakesink sync=false async=false enable-last-sample=false"
        // Depth uses few of 65536 codes, all dark.
        let shown = model.takesColours ? "" : "videoconvert ! gamma gamma=3 ! "
        // One that makes colours of gray may be told to do so later.
        let colours = !model.takesColours && model.makesColours ? "\(Model.coloured) ! " : ""
        let element = "\(model.name) name=element"
        let input = model.inputs == 1 ? "video. ! \(drop) ! \(element)" : "\(element)\(second.setting)"
        return """
            \(video.start) ! decodebin name=decoder
            queue name=decoded ! videoconvert ! videoscale
                ! video/x-raw,width=(int)[1,960],height=(int)[1,540],pixel-aspect-ratio=1/1 ! clocksync name=clock
                ! tee name=video
            video. ! \(drop) ! \(shown)\(frame) name=original
            \(model.inputs == 1 ? "" : branches("element"))
            \(input) ! \(colours)tee name=out
            out. ! \(drop) ! \(frame) name=filtered
            out. ! \(drop) ! fakesink name=still sync=false async=false
            """
    }

    /// The line that shows the same in a window, of the video or of another one.
    func line(_ assignments: [String], _ inputs: [String], of other: Video? = nil) -> String {
        let element = ([model.name] + (assignments + inputs).map(quotedAssignment)).joined(separator: " ")
        let source = "gst-launch-1.0 \((other ?? video).startOfLine) ! videoconvert"
        if model.inputs == 1 { return "\(source) ! \(element) ! videoconvert ! autovideosink" }
        let mixer = "\(element) name=out\(second.setting)"
        return "\(source) ! tee name=video \(branches("out")) \(mixer) ! videoconvert ! autovideosink"
    }
}

/// As a shell takes `NAME=VALUE`, and gst-launch-1.0 after it: a value with what its parser gives a meaning is in quotes.
private func quotedAssignment(_ assignment: String) -> String {
    guard let equals = assignment.firstIndex(of: "="), case let value = assignment[assignment.index(after: equals)...],
        value.isEmpty || value.contains(where: { "\"\\\n\t".contains($0) })
    else {
        return quoted(assignment)
    }
    let escaped = value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
    // A quotation mark that a backslash precedes ends nothing there, however many precede that.
    let end = escaped.last == "\\" ? " " : ""
    return quoted("\(assignment[..<equals])=\"\(escaped)\(end)\"")
}

/// As a shell takes it for one word.
func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_./=:,+".utf8.contains(byte)
    }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
}
