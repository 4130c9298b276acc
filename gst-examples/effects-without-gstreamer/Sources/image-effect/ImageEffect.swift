// SPDX-License-Identifier: MIT
import ArgumentParser
import Effects
import Filters
import PixelCore

/// What can be done to an image, each as the element of the same settings does it.
enum Look: String, CaseIterable, ExpressibleByArgument {
    case rosy, equalize, clahe, ntsc

    func apply(to image: inout Image) throws {
        switch self {
        case .rosy:
            try render(FilterEffect<Rosy>(), Rosy(), &image)
        case .equalize:
            try render(EqualizationEffect(), EqualizationSettings(), &image)
        case .clahe:
            var settings = EqualizationSettings()
            settings.method = .clahe
            try render(EqualizationEffect(), settings, &image)
        case .ntsc:
            try render(NtscEffect(), NtscPreset.vhsSP.settings, &image)
        }
    }

    /// Any effect that changes an image in place: told of the image first, of the settings then.
    private func render<Effect: InPlaceEffect>(
        _ effect: Effect, _ settings: Effect.Settings, _ image: inout Image
    ) throws {
        let (width, height) = (image.width, image.height)
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
        try effect.configure(VideoInfo(format: .rgba, width: width, height: height, colorimetry: colorimetry))
        try effect.update(settings)
        try image.bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let plane = Plane(base: base, stride: width * Image.bytesPerPixel)
            // Planes that a format has not are the first.
            let frame = Frame(format: .rgba, width: width, height: height, planes: (plane, plane, plane), time: 0)
            try effect.render(frame, bands: .serial)
        }
    }
}

/// Applies an effect to an image file.
@main
struct ImageEffect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image-effect",
        abstract: "Applies an effect of swiftvideo to a PNG file, without GStreamer.")

    @Argument(help: "What to do: \(Look.allCases.map(\.rawValue).joined(separator: ", ")).")
    var effect: Look

    @Argument(help: "The image that is read.")
    var input: String

    @Argument(help: "The image that is written.")
    var output: String

    func run() throws {
        do {
            var image = try Image(reading: input)
            try effect.apply(to: &image)
            try image.write(to: output)
        } catch let error as EffectError {
            throw Failure("\(input): \(error.message)")
        }
    }
}
