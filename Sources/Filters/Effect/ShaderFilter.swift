// SPDX-License-Identifier: MIT
public import Effects
public import Expressions
internal import ShaderLanguage

/// A fragment shader of the user, in the C-like language of GPUImage and of `glshader`.
public struct ShaderFilter: Filter {
    public var fragment: LoadedFile<Program>?
    public var file: LoadedFile<Program>?
    public var uniforms: LoadedFile<Values>?

    public init() {}

    /// A program that was read.
    public final class Program: Sendable {
        let shader: Shader

        init(_ content: FileContent) throws {
            guard case .bytes(let bytes) = content else { throw EffectError("A shader is a text.") }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw EffectError("It is not in UTF-8.") }
            do {
                shader = try Shader(text)
            } catch {
                throw EffectError(error.description)
            }
        }
    }

    /// Values that were read.
    public final class Values: Sendable {
        let numbers: [String: [Double]]

        init(_ content: FileContent) throws {
            guard case .bytes(let bytes) = content else { throw EffectError("Values are a text.") }
            do {
                numbers = try UniformValues(text: String(decoding: bytes, as: UTF8.self)).numbers
            } catch {
                throw EffectError(error.description)
            }
        }
    }

    public static let metadata = ElementMetadata(
        factoryName: "swiftshader", typeName: "GstSwiftShader", longName: "Fragment shader",
        description: "Runs a fragment shader in the OpenGL ES Shading Language on the CPU", since: "0.1",
        example: "swiftshader location=gst-examples/shaders/thermal.frag",
        recipes: [
            (
                "Swap red and blue of a camera",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftshader fragment=\"c.rgb = c.bgr;\" ! videoconvert ! autovideosink"
            ),
            (
                "Run a shader of a file with a value for a uniform",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftshader location=shader.frag uniforms=\"uniforms, amount=(float)0.5\" ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A text is a fragment shader of GLSL ES 1.00, or the body of one. A body has no `main`; it changes `c`, the pixel, and \
            finds `tex`, `v_texcoord`, `width` and `height` declared. `c.rgb = c.bgr;` is a whole text.

            - Names of GPUImage and of `glshader` stand for the same: the place of the pixel is `v_texcoord` or `textureCoordinate`, and \
            GPUImage's neighbours are `leftTextureCoordinate`, `topRightTextureCoordinate` and so on. Any name of a `sampler2D` is the \
            frame. `width`, `height`, `texelWidth` and `texelHeight` have values unless `uniforms` has others.
            - Everything is computed in floats. Loops have a constant number of rounds, at most 256; whole numbers among the uniforms are \
            constant. Both parts of an `if` are computed. A quotient by 0 is 0, the root of a negative number is 0, and a power of a base \
            that is not positive is 0. Where values of uniforms ask for too much, a warning says so, and frames pass through.
            - There is no `while`, `do`, `discard`, `struct`, derivative or recursion. A text has at most 64 KiB, 4096 operations once \
            loops and calls are written out, and 64 places of the frame that it reads.
            - A place that is a whole number of pixels away is read faster than one that is computed.
            - What is wrong is told with its line and column, and the line itself. While frames flow, another text that is wrong is a \
            warning, and the one before stays.
            - `fragment` counts where there is one, else the file of `location`. Without both, frames pass through.
            - Alpha is what the shader writes, where the format has alpha.
            """)

    public static let properties: [Property<ShaderFilter>] = [
        .text(
            "fragment", \.fragment, kind: "a fragment shader", maximumBytes: 65536, nick: "Fragment",
            "The text of a fragment shader, or of its body, which changes c. NULL or nothing: location counts"
        ) { try Program($0) },
        .file(
            "location", \.file, kind: "a fragment shader", maximumBytes: 65536, nick: "Location",
            "A file with a fragment shader, read when this is set. NULL or nothing passes frames through"
        ) { try Program($0) },
        .structure(
            "uniforms", \.uniforms, kind: "values of uniforms", maximumBytes: 65536, nick: "Uniforms",
            "The values of uniforms by name, numbers or arrays of them; what has none is 0"
        ) { try Values($0) },
    ]

    public static let examples: [FilterExample<ShaderFilter>] = [
        FilterExample((200, 100, 50), (50, 100, 200)) { $0.set("c.rgb = c.bgr;") },
        FilterExample((200, 100, 50), (100, 50, 25)) {
            $0.set(
                "precision mediump float; varying vec2 v_texcoord; uniform sampler2D tex; void main() { gl_FragColor = texture2D(tex, v_texcoord) * vec4(0.5, 0.5, 0.5, 1.0); }"
            )
        },
    ]

    private mutating func set(_ text: String) {
        fragment =
            (try? text.utf8.withContiguousStorageIfAvailable { try Program(.bytes(UnsafeRawBufferPointer($0))) })?
            .map { LoadedFile(text, $0) }
    }

    private var program: Program? { fragment?.content ?? file?.content }

    public var isPassthrough: Bool { program == nil }

    /// What the graph depends on: the text, which uniforms are set, and those that are whole numbers.
    private struct Structure: Hashable {
        let shader: Shader?
        let values: [String: [Double]]
    }

    private var structure: Structure {
        let shader = program?.shader
        var values = (uniforms?.content.numbers ?? [:]).mapValues { _ in [Double]() }
        for uniform in shader?.uniforms ?? [] where uniform.isWhole {
            values[uniform.name] = uniforms?.content.numbers[uniform.name]
        }
        return Structure(shader: shader, values: values)
    }

    private func number(_ name: String, _ index: Int) -> Double {
        guard let numbers = uniforms?.content.numbers[name], numbers.indices.contains(index) else { return 0 }
        return numbers[index]
    }

    public var warning: String? {
        let structure = structure
        guard let shader = structure.shader else { return nil }
        do {
            _ = try shader.graph(ShaderInputs(pixel: Pixel(), values: structure.values) { .uniform($1) })
            return nil
        } catch {
            return "With these uniforms the shader can't be run, and frames pass through: \(error.description)"
        }
    }

    public static func color(_ p: Pixel, _ u: Parameters<ShaderFilter>) -> Color<Num> { graph(p, u).color }

    public static func graph(_ p: Pixel, _ u: Parameters<ShaderFilter>) -> Graph {
        let structure = u.structure(\.structure)
        let inputs = ShaderInputs(pixel: p, values: structure.values) { name, index in
            u.value { $0.number(name, index) }
        }
        // With values of whole numbers that ask for too much, frames pass through.
        guard let shader = structure.shader, var graph = try? shader.graph(inputs) else { return Graph(p.rgb) }
        // As where GLSL writes it.
        graph.color = clamp(graph.color)
        if graph.alpha?.node === p.a.node { graph.alpha = nil }
        return graph
    }
}
