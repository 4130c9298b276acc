// SPDX-License-Identifier: MIT
/// What an element with two inputs gets besides the video.
enum SecondVideo: String, CaseIterable, Encodable {
    case plant, gradient, middle

    /// What the page calls it.
    var label: String {
        switch self {
        case .plant: "A plant before a blue screen"
        case .gradient: "A gradient from black to white"
        case .middle: "A square of the video's middle"
        }
    }

    /// A part of a launch line that ends at the second pad of `element`. `media`: the folder of what comes with the project.
    func branch(to element: String, media: String) -> String {
        // A still ends at once, and is shown as long as the video lasts.
        func still(_ source: String) -> String { "\(source) ! imagefreeze num-buffers=1 ! \(element).sink_1" }
        switch self {
        case .plant: return still("filesrc location=\(quoted("\(media)/plant.jpg")) ! jpegdec")
        case .gradient:
            return still("videotestsrc num-buffers=1 pattern=gradient ! video/x-raw,format=I420,width=640,height=360")
        case .middle:
            // videocrop refuses formats that its pads announce.
            let converted = "video. ! queue ! videoconvert ! video/x-raw,format=I420"
            return "\(converted) ! aspectratiocrop aspect-ratio=1/1 ! \(element).sink_1"
        }
    }

    /// What `element` is set to for it.
    var setting: String { self == .middle ? "" : " sink_1::repeat-after-eos=true" }
}

/// A second video, and what may be chosen in its place.
struct SecondChoice: Encodable {
    struct Choice: Encodable {
        let name, label: String

        init(_ second: SecondVideo) { (name, label) = (second.rawValue, second.label) }
    }

    let name: String
    let choices: [Choice]

    init(_ second: SecondVideo, of choices: [SecondVideo]) {
        (name, self.choices) = (second.rawValue, choices.map { Choice($0) })
    }
}
