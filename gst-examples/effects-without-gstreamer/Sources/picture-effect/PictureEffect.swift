import ArgumentParser
import Effects
import PixelCore

/// What can be done to a picture, each as the element of the same settings does it.
enum Look: String, CaseIterable, ExpressibleByArgument {
    case rosy, equalize, clahe, ntsc

    func apply(to picture: inout Picture) throws {
        switch self {
        case .rosy:
            try render(RosyEffect(), RosySettings(), &picture)
        case .equalize:
            try render(EqualizationEffect(), EqualizationSettings(), &picture)
        case .clahe:
            var settings = EqualizationSettings()
            settings.method = .clahe
            try render(EqualizationEffect(), settings, &picture)
        case .ntsc:
            try render(NtscEffect(), NtscLook.vhsSP.settings, &picture)
        }
    }

    /// Any effect that changes a picture in place: told of the picture first, of the settings then.
    private func render<Effect: InPlaceEffect>(
        _ effect: Effect, _ settings: Effect.Settings, _ picture: inout Picture
    ) throws {
        let (width, height) = (picture.width, picture.height)
        let colorimetry = Colorimetry(matrix: .bt709, fullRange: true, depth: 8)
        try effect.configure(PictureInfo(format: .rgba, width: width, height: height, colorimetry: colorimetry))
        try effect.update(settings)
        try picture.bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let plane = Plane(base: base, stride: width * Picture.bytesPerPixel)
            // Planes that a format has not are the first.
            let frame = Frame(format: .rgba, width: width, height: height, planes: (plane, plane, plane), time: 0)
            try effect.render(frame, bands: .serial)
        }
    }
}

/// Applies an effect to a picture file.
@main
struct PictureEffect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture-effect",
        abstract: "Applies an effect of swiftvideo to a PNG file, without GStreamer.")

    @Argument(help: "What to do: \(Look.allCases.map(\.rawValue).joined(separator: ", ")).")
    var effect: Look

    @Argument(help: "The picture that is read.")
    var input: String

    @Argument(help: "The picture that is written.")
    var output: String

    func run() throws {
        do {
            var picture = try Picture(reading: input)
            try effect.apply(to: &picture)
            try picture.write(to: output)
        } catch let error as EffectError {
            throw Failure("\(input): \(error.message)")
        }
    }
}
