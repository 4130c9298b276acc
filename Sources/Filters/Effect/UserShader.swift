// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions
internal import ShaderLanguage

/// A fragment shader of the user and the values of its uniforms, as filters and blends have them.
public struct UserShader: Sendable {
    public var fragment: LoadedFile<Program>?
    public var file: LoadedFile<Program>?
    public var uniforms: LoadedFile<Values>?
    /// The values of the uniforms control0 to control3, unless `uniforms` has others.
    @Limited(0...1) public var control0 = 0.0
    @Limited(0...1) public var control1 = 0.0
    @Limited(0...1) public var control2 = 0.0
    @Limited(0...1) public var control3 = 0.0

    /// None.
    public init() {}

    /// That of a text; `takesTwo` says whether it is for two videos.
    public init(_ text: String, takesTwo: Bool = false) throws {
        var text = text
        fragment = try text.withUTF8 { bytes in
            LoadedFile(
                String(decoding: bytes, as: UTF8.self),
                try Program(.bytes(UnsafeRawBufferPointer(bytes)), takesTwo: takesTwo))
        }
    }

    /// A program that was read.
    public final class Program: Sendable {
        let shader: Shader

        /// `takesTwo` says whether there is a second video.
        init(_ content: FileContent, takesTwo: Bool) throws {
            guard case .bytes(let bytes) = content else { throw EffectError("A shader is a text.") }
            // Some editors begin files with a mark that says so.
            let mark: [UInt8] = [0xef, 0xbb, 0xbf]
            let own = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
            guard let text = String(validating: own, as: UTF8.self) else { throw EffectError("It is not in UTF-8.") }
            do {
                shader = try Shader(text, hasSecond: takesTwo)
            } catch {
                throw EffectError(error.description)
            }
        }
    }

    /// Values that were read.
    public final class Values: Sendable {
        let values: UniformValues

        init(_ content: FileContent) throws {
            guard case .bytes(let bytes) = content else { throw EffectError("Values are a text.") }
            do {
                values = try UniformValues(text: String(decoding: bytes, as: UTF8.self))
            } catch {
                throw EffectError(error.description)
            }
        }
    }

    /// The properties of settings that have these of a shader.
    static func properties<Settings>(
        _ fragment: SettingPath<Settings, LoadedFile<Program>?>, _ file: SettingPath<Settings, LoadedFile<Program>?>,
        _ uniforms: SettingPath<Settings, LoadedFile<Values>?>, takesTwo: Bool = false
    ) -> [Property<Settings>] {
        [
            .text(
                "fragment", fragment, kind: "a fragment shader", maximumBytes: 65536,
                nick: "Fragment",
                "The text of a fragment shader, or of its body, which changes c. NULL or nothing: location counts"
            ) { try Program($0, takesTwo: takesTwo) },
            .file(
                "location", file, kind: "a fragment shader", maximumBytes: 65536,
                nick: "Location",
                "A file with a fragment shader, read when this is set. NULL or nothing passes frames through"
            ) { try Program($0, takesTwo: takesTwo) },
            .structure(
                "uniforms", uniforms, kind: "values of uniforms", maximumBytes: 65536,
                nick: "Uniforms",
                "The values of uniforms by name, numbers or arrays of them; what has none is 0"
            ) { try Values($0) },
            .log(
                "log", nick: "Log",
                "Why the fragment, location or uniforms that were set last were refused, as the bus is told. NULL: they were taken"
            ),
        ]
    }

    /// The properties that are numbers of uniforms, so that a GstController animates them.
    static func controls<Settings>(
        _ paths: (
            SettingPath<Settings, Limited<Double>>, SettingPath<Settings, Limited<Double>>,
            SettingPath<Settings, Limited<Double>>, SettingPath<Settings, Limited<Double>>
        )
    ) -> [Property<Settings>] {
        [
            .double(
                "control-0", paths.0, nick: "Control 0", "The value of the uniform control0, unless uniforms has one"),
            .double(
                "control-1", paths.1, nick: "Control 1", "The value of the uniform control1, unless uniforms has one"),
            .double(
                "control-2", paths.2, nick: "Control 2", "The value of the uniform control2, unless uniforms has one"),
            .double(
                "control-3", paths.3, nick: "Control 3", "The value of the uniform control3, unless uniforms has one"),
        ]
    }

    /// The program that counts; nil: there is none.
    var program: Program? { fragment?.content ?? file?.content }

    /// What the graph depends on: the text, which uniforms are set, and those that are whole numbers.
    struct Structure: Hashable {
        let shader: Shader?
        let values: [String: [Double]]
    }

    var structure: Structure {
        let shader = program?.shader
        var values = numbers.mapValues { _ in [Double]() }
        // Those of the frame's size are no uniforms of the text unless they are given.
        let whole = (shader?.uniforms ?? []).filter(\.isWhole).map(\.name) + ["width", "height"]
        for name in whole { values[name] = numbers[name] }
        return Structure(shader: shader, values: values)
    }

    private var numbers: [String: [Double]] { uniforms?.content.values.numbers ?? [:] }

    private func number(_ name: String, _ index: Int) -> Double {
        guard let numbers = numbers[name] else {
            switch name {
            case "control0": return control0
            case "control1": return control1
            case "control2": return control2
            case "control3": return control3
            default: return 0
            }
        }
        return numbers.indices.contains(index) ? numbers[index] : 0
    }

    /// What the user should know: uniforms that the shader has not, values of them that ask for too much, and what is left out of it.
    func warning(of size: Pixel.Size, takesTwo: Bool = false) -> String? {
        guard let shader = program?.shader else { return nil }
        var warnings = shader.warnings
        warnings += shader.faults(uniforms?.content.values ?? UniformValues())
        do {
            _ = try shader.graph(
                ShaderInputs(
                    pixel: Pixel(of: size), second: takesTwo ? Pixel(image: 1, of: size) : nil,
                    values: structure.values
                ) { .uniform($1) })
        } catch {
            warnings.append(
                "With these uniforms the shader can't be run, and frames pass through: \(error.description)")
        }
        return warnings.isEmpty ? nil : warnings.joined(separator: " ")
    }

    /// What the shader makes of a pixel, and of a second one, for settings that have it at `path`; nil: there is none that can be run.
    static func graph<Settings>(
        _ path: KeyPath<Settings, UserShader>, _ pixel: Pixel, second: Pixel? = nil, _ u: Parameters<Settings>
    ) -> Graph? {
        let structure = u.structure(path.appending(path: \.structure))
        let hasTime = structure.values["time"] != nil
        let inputs = ShaderInputs(pixel: pixel, second: second, values: structure.values) { name, index in
            // A uniform is a float in the text.
            name == "time" && !hasTime ? u.time : u.value { Double(Float($0[keyPath: path].number(name, index))) }
        }
        return try? structure.shader?.graph(inputs)
    }
}
