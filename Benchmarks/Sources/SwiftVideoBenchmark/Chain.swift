// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import Effects
import PixelCore

/// Elements between pads.
struct ChainItem: Codable, Hashable {
    /// As gst-launch takes it.
    var launch: String
    var inputs = 1
    var input: PixelFormat
    var output: PixelFormat
    var size: Size
    var content = Content.video
    /// The format of all inputs but the first; nil: the same.
    var others: PixelFormat?
    /// Whether width and height change places.
    var transposes = false
    /// Whether the output has half the width and height.
    var halves = false
}

extension ChainItem {
    /// In a line for frames of any size: the second input in the middle of the first, at half its width and height.
    static let quarter = "{quarter}"

    /// A line for frames of one size.
    static func line(_ line: String, _ size: Size) -> String {
        let (width, height) = (size.width, size.height)
        return line.replacing(
            quarter,
            with: "sink_1::xpos=\(width / 4) sink_1::ypos=\(height / 4) "
                + "sink_1::width=\(width / 2) sink_1::height=\(height / 2)")
    }

    /// What goes in, and what comes out.
    var from: VideoInfo { VideoInfo(input, size) }
    var to: VideoInfo {
        let shown = halves ? Size(size.width / 2, size.height / 2) : size
        return VideoInfo(output, transposes ? Size(shown.height, shown.width) : shown)
    }

    func format(of input: Int) -> PixelFormat { input == 0 ? self.input : others ?? self.input }

    func images(_ purpose: Purpose) -> [Image] {
        (0..<inputs).map {
            Image(VideoInfo(format(of: $0), size), showing: content, for: purpose, seed: UInt64($0 + 1))
        }
    }

    func timed() throws -> TimedItem {
        let video = try Video(launch, of: images(.check), to: to)
        let first = try video.next().fingerprint
        video.show(images(.timing))
        return TimedItem(
            prepare: { _ = swv_chain_prepare(video.chain) }, run: { swv_chain_run(video.chain) },
            fingerprint: { first },
            error: { video.error })
    }
}

extension Image {
    /// What videoconvert makes of it; itself where it has the format.
    func converted(to format: PixelFormat) throws -> Image {
        guard format != info.format else { return self }
        let size = Size(info.width, info.height)
        return try Video("videoconvert", of: [self], to: VideoInfo(format, size)).next()
    }
}

/// A chain with the images it is fed with, over and over.
final class Video {
    let chain: OpaquePointer
    private let launch: String
    private let to: VideoInfo
    private var images: [Image] = []

    init(_ launch: String, of images: [Image], to: VideoInfo) throws {
        (self.launch, self.to) = (launch, to)
        let (from, others) = (images[0].info, images[images.count - 1].info)
        var message: UnsafeMutablePointer<CChar>?
        var reason = SWV_FAILS
        guard
            let chain = swv_chain_new(
                launch, Int32(images.count), from.caps, others.caps, to.caps, &message, &reason)
        else {
            let why = message.map { String(cString: $0) } ?? ""
            swv_free(message)
            throw ItemError("\(launch): \(why)", ItemError.Kind(reason))
        }
        self.chain = chain
        // At sizes that are measured GStreamer's planes have no padding, and lie as an image's do.
        guard images.indices.allSatisfy({ swv_chain_input_size(chain, Int32($0)) == images[$0].bytes.count }) else {
            throw ItemError("\(launch): rows of \(from.caps) have padding")
        }
        show(images)
    }

    func show(_ images: [Image]) {
        for (input, image) in images.enumerated() { swv_chain_show(chain, Int32(input), image.base) }
        self.images = images
    }

    /// What becomes of the next frame.
    func next() throws -> Image {
        let output = Image(to)
        swv_chain_copy_next(chain, output.base, output.bytes.count)
        guard swv_chain_prepare(chain), swv_chain_run(chain) else { throw ItemError("\(launch): \(error)") }
        let count = swv_chain_copied(chain)
        guard count == output.bytes.count else {
            throw ItemError("\(launch): a frame has \(count) bytes instead of \(output.bytes.count)")
        }
        return output
    }

    var error: String {
        let text = swv_chain_error(chain)
        defer { swv_free(text) }
        return String(cString: text)
    }

    deinit { swv_chain_free(chain) }
}

extension ItemError.Kind {
    init(_ reason: SwvReason) {
        switch reason {
        case SWV_LACKS_ELEMENT: self = .missing
        case SWV_LACKS_FEATURE: self = .unsupported
        default: self = .failed
        }
    }
}
