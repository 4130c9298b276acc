// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// What a peer's output is checked against before it is timed: one that lets frames through, or fails in silence, is
/// faster than any that works.
///
/// Peers do not round as ours do, convert between formats, and clip on the way. So images are compared in codes of
/// 8 bits, on average, after videoconvert has made them all R'G'B' (or left them GRAY8).
enum PeerLaw: Codable, Hashable {
    /// Nothing is known but that frames change.
    case changes
    /// The same, and few codes are left.
    case quantizes
    /// Shows what came in.
    case converts
    /// Shows 0.7 of the first video and 0.3 of the second.
    case fades
    /// What blend modes of these names make.
    case multiplies, screens, darkens, adds, hardens, softens
    /// A hard light of the first video on the second.
    case hardensByFirst
    /// Spreads the codes of each component by its own histogram, as cvequalizehist and equaliz0r do.
    case equalizes
    /// What another chain makes of the same frames, as a part of a launch line.
    case equals(String)

    /// How many codes the output may be from the law's, on average. Where peers have but one format, coefficients of
    /// 8 bits leave up to 1.2; conversions to R'G'B' and back, which blur chroma at edges, 3.5 to 4.4. Frames that come
    /// through unchanged are 20 or more from what they should be. GStreamer 1.22 keeps the codes of full-range gray
    /// where it makes limited Y'CbCr of them, which is 11 to 12 off; another image would be 75.
    private var tolerance: Double {
        switch self {
        case .converts: 15
        case .equals: 1
        default: 6
        }
    }

    /// What was done, for the table.
    var inWords: String {
        switch self {
        case .changes, .quantizes: "is not the input"
        case .converts: "shows the input"
        case .fades: "0.7 and 0.3 of the inputs"
        case .multiplies: "product"
        case .screens: "screen"
        case .darkens: "the darker one"
        case .adds: "sum"
        case .hardens: "hard light"
        case .softens: "soft light"
        case .hardensByFirst: "overlay"
        case .equalizes: "equalized histogram"
        case .equals: "the element's own"
        }
    }

    /// What should come out, in the format of `inputs`. `videos`: the same in the formats of the chain, which ends in `to`.
    private func expected(_ inputs: [Image], _ videos: [Image], to: VideoInfo) throws -> Image {
        let first = inputs[0]
        switch self {
        case .equals(let chain): return try Video(chain, of: videos, to: to).next().converted(to: first.info.format)
        case .changes, .quantizes, .converts: return first
        case .fades: return try mixed(inputs) { 0.7 * $0 + 0.3 * $1 }
        case .multiplies: return try mixed(inputs, *)
        case .screens: return try mixed(inputs) { $0 + $1 - $0 * $1 }
        case .darkens: return try mixed(inputs, min)
        case .adds: return try mixed(inputs) { min($0 + $1, 1) }
        case .hardens: return try mixed(inputs, hardLight)
        case .hardensByFirst: return try mixed(inputs) { hardLight($1, $0) }
        case .softens: return try mixed(inputs) { $0 * ($0 + 2 * $1 * (1 - $0)) }
        case .equalizes:
            let (output, step) = (Image(first.info), first.info.format == .gray8 ? 1 : 4)
            let count = first.bytes.count / step
            for component in 0..<min(step, 3) {
                let samples = stride(from: component, to: first.bytes.count, by: step)
                var histogram = [Int](repeating: 0, count: 256)
                for i in samples { histogram[Int(first.bytes[i])] += 1 }
                var (sum, table) = (0, [UInt8](repeating: 0, count: 256))
                for code in 0..<256 {
                    sum += histogram[code]
                    table[code] = UInt8(255 * sum / count)
                }
                for i in samples { output.bytes[i] = table[Int(first.bytes[i])] }
            }
            return output
        }
    }

    /// What a law of two samples of 0...1 makes of two images.
    private func mixed(_ inputs: [Image], _ law: (Double, Double) -> Double) throws -> Image {
        guard inputs.count == 2 else { throw ItemError("two videos are mixed, not \(inputs.count)") }
        let output = Image(inputs[0].info)
        for i in output.bytes.indices {
            let made = law(Double(inputs[0].bytes[i]) / 255, Double(inputs[1].bytes[i]) / 255)
            output.bytes[i] = UInt8((255 * made).rounded())
        }
        return output
    }

    private func hardLight(_ first: Double, _ second: Double) -> Double {
        second < 0.5 ? 2 * first * second : 1 - 2 * (1 - first) * (1 - second)
    }

    /// Throws where what a chain makes is not what its law says.
    func check(_ item: ChainItem) throws {
        let common: PixelFormat = item.input == .gray8 ? .gray8 : .bgrx
        let videos = try (0..<item.inputs).map { input in
            try Image.blocks(item.size, gray: self != .changes, seed: UInt64(input + 1))
                .converted(to: item.format(of: input))
        }
        // A video of its own, since a chain that is timed should have seen nothing else.
        let output = try Video(item.launch, of: videos, to: item.to).next().converted(to: common)
        let inputs = try videos.map { try $0.converted(to: common) }
        let distance = output.distance(to: try expected(inputs, videos, to: item.to))
        if self == .changes || self == .quantizes {
            guard distance > tolerance else {
                throw ItemError("\(item.launch): the output is the input, give or take \(shown(distance)) codes")
            }
        } else {
            guard distance <= tolerance else {
                throw ItemError(
                    "\(item.launch): the output is \(shown(distance)) codes from what it should be (\(inWords)); "
                        + "\(tolerance) are allowed")
            }
        }
        // Nor may an image of one colour pass.
        var codes = [Bool](repeating: false, count: 256)
        for byte in output.bytes { codes[Int(byte)] = true }
        guard codes.count(where: { $0 }) > (self == .quantizes ? 1 : 16) else {
            throw ItemError("\(item.launch): the output shows nothing")
        }
    }
}

extension Image {
    /// BGRx for checks.
    static func blocks(_ size: Size, gray isGray: Bool = true, seed: UInt64 = 1) -> Image {
        let image = Image(VideoInfo(.bgrx, size))
        image.makeBlocks(gray: isGray, seed: seed)
        return image
    }

    /// Blocks of 16 pixels each way: most of them bright and all nearly `gray`, which no equalizer leaves as they are and no
    /// conversion clips, or else of all colours.
    private func makeBlocks(gray isGray: Bool, seed: UInt64) {
        let noise = Image(VideoInfo(.bgrx, Size((info.width + 15) / 16, (info.height + 15) / 16)), seed: seed)
        for y in 0..<info.height {
            for x in 0..<info.width {
                let block = 4 * (y / 16 * noise.info.width + x / 16)
                let dark = Int(noise.bytes[block + 3])
                let gray = 255 - dark * dark * 224 / 65025
                let pixel = 4 * (y * info.width + x)
                for component in 0..<3 {
                    let code = Int(noise.bytes[block + component])
                    bytes[pixel + component] = UInt8(isGray ? gray - code / 8 : code)
                }
                // Alpha, where they get it.
                bytes[pixel + 3] = 255
            }
        }
    }

    /// How many codes samples are apart on average, without the fourth byte of pixels.
    fileprivate func distance(to other: Image) -> Double {
        let isPacked = info.format != .gray8
        var (sum, count) = (0, 0)
        for i in bytes.indices where !isPacked || i & 3 != 3 {
            sum += abs(Int(bytes[i]) - Int(other.bytes[i]))
            count += 1
        }
        return Double(sum) / Double(max(count, 1))
    }
}
