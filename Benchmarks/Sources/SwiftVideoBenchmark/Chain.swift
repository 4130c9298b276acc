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
    var content = Content.film
}

extension ChainItem {
    /// What goes in, and what comes out.
    var from: PictureInfo { PictureInfo(input, size) }
    var to: PictureInfo { PictureInfo(output, size) }

    func pictures(_ purpose: Purpose) -> [Picture] {
        (0..<inputs).map { Picture(from, showing: content, for: purpose, seed: UInt64($0 + 1)) }
    }

    func timed() throws -> TimedItem {
        let film = try Film(launch, of: pictures(.check), to: to)
        let first = try film.next().fingerprint
        film.show(pictures(.timing))
        return TimedItem(
            prepare: { _ = swv_chain_prepare(film.chain) }, run: { swv_chain_run(film.chain) }, fingerprint: { first },
            error: { film.error })
    }
}

extension Picture {
    /// What videoconvert makes of it; itself where it has the format.
    func converted(to format: PixelFormat) throws -> Picture {
        guard format != info.format else { return self }
        let size = Size(info.width, info.height)
        return try Film("videoconvert", of: [self], to: PictureInfo(format, size)).next()
    }
}

/// A chain with the pictures it is fed with, over and over.
final class Film {
    let chain: OpaquePointer
    private let launch: String
    private let to: PictureInfo
    private var pictures: [Picture] = []

    init(_ launch: String, of pictures: [Picture], to: PictureInfo) throws {
        (self.launch, self.to) = (launch, to)
        let from = pictures[0].info
        var message: UnsafeMutablePointer<CChar>?
        var reason = SWV_FAILS
        guard let chain = swv_chain_new(launch, Int32(pictures.count), from.caps, to.caps, &message, &reason) else {
            let why = message.map { String(cString: $0) } ?? ""
            swv_free(message)
            throw ItemError("\(launch): \(why)", ItemError.Kind(reason))
        }
        self.chain = chain
        // At sizes that are measured GStreamer's planes have no padding, and lie as a picture's do.
        guard swv_chain_input_size(chain) == pictures[0].bytes.count else {
            throw ItemError("\(launch): rows of \(from.caps) have padding")
        }
        show(pictures)
    }

    func show(_ pictures: [Picture]) {
        for (input, picture) in pictures.enumerated() { swv_chain_show(chain, Int32(input), picture.base) }
        self.pictures = pictures
    }

    /// What becomes of the next frame.
    func next() throws -> Picture {
        let output = Picture(to)
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
