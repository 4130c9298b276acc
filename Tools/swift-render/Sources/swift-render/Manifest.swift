// SPDX-License-Identifier: MIT
import Foundation

/// What a job is: written by `plan`, never changed.
struct Manifest: Codable {
    /// Of this form.
    var format = Manifest.current
    /// Elements through which frames go, as gst-launch-1.0 takes them.
    let filters: String
    let encoder: String
    /// Properties of the encoder that `plan` has set so that its output does not depend on the machine: element, property, value.
    let pinned: [[String]]
    /// mp4, mov or mkv.
    let container: String
    /// How much earlier video filters are given, in nanoseconds.
    let window: Int64
    /// How many frames of the next segment each one renders too, for comparison.
    let seam: Int
    /// Of what makes the frames and the stream: name and version.
    let versions: [String: String]
    let sources: [Source]
    let segments: [Segment]

    struct Source: Codable {
        let path: String
        let bytes: UInt64
        let sha256: String
        /// Of its first and last MiB, which workers look at.
        let edges: String
        /// What the decoder gives.
        let caps: String
        let decoder: String
        /// The audio streams' caps.
        let audio: [String]
        let frames: Int
        /// Of the file with the times of its frames.
        let times: String
        /// The file that `join` writes, in the folder of results.
        let output: String
    }

    struct Segment: Codable {
        let source: Int
        /// Frames `first` up to `end` are its own, `start` the first that filters are given. Decoding starts at the keyframe.
        let first, end, start, keyframe: Int
        /// The folder of its result, which says all that the result depends on.
        let name: String
    }
}

/// What is known of a rendered segment, as it is in its file.
struct SealedSidecar: Codable {
    let content: Sidecar
    /// Of the JSON of the content.
    let sha256: String

    init(_ content: Sidecar) throws {
        self.content = content
        sha256 = try Digest.of(json(content))
    }

    /// Whether nothing has changed since it was written.
    var isIntact: Bool { (try? Digest.of(json(content))) == sha256 }
}

/// What is known of a rendered segment besides its stream.
struct Sidecar: Codable {
    /// The segment's name.
    let name: String
    /// Of the stream.
    let bytes: UInt64
    let sha256: String
    let caps: String
    /// Of the visible rows of each rendered frame, and of those of the next segment.
    let frames, seam: [String]
    /// In the order of the stream.
    let packets: [Packet]
    let host: String
    let seconds: Double

    struct Packet: Codable {
        /// Which frame of the source, from 0.
        let frame: Int
        let bytes: Int
        let isKeyframe: Bool

        init(frame: Int, bytes: Int, isKeyframe: Bool) {
            (self.frame, self.bytes, self.isKeyframe) = (frame, bytes, isKeyframe)
        }

        // A long video has hundreds of thousands.
        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            frame = try values.decode(Int.self)
            bytes = try values.decode(Int.self)
            isKeyframe = try values.decode(Int.self) == 1
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.unkeyedContainer()
            try values.encode(frame)
            try values.encode(bytes)
            try values.encode(isKeyframe ? 1 : 0)
        }
    }
}
