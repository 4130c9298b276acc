// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// A fragment shader of the user, in the C-like language of GPUImage and of `glshader`.
public struct ShaderFilter: Filter {
    public var shader = UserShader()

    public init() {}

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
            finds `tex`, `v_texcoord`, `width`, `height` and `time` declared, and of two videos `tex2`. `c.rgb = c.bgr;` is a whole text. \
            Functions, constants and uniforms may stand before what uses them.

            - Names of GPUImage and of `glshader` stand for the same: the place of the pixel is `v_texcoord` or `textureCoordinate`, and \
            GPUImage's neighbours are `leftTextureCoordinate`, `topRightTextureCoordinate` and so on. Any name of a `sampler2D` is the \
            frame. A varying of another name is refused, as no vertex shader gives it a value. `width`, `height`, `texelWidth`, `texelHeight` and `time` have values unless `uniforms` has others; \
            `time` is the stream time of the frame in seconds. `gl_FragCoord` counts from the upper left corner, as in `glshader`.
            - `uniforms` holds numbers and lists of them, such as `tint=(float)<1.0, 0.5, 0.2>`; a program may give vectors and matrices of \
            Graphene, as to `glshader`.
            - The uniforms `control0` to `control3` have the values of the properties `control-0` to `control-3`, 0...1, which a \
            GstController may animate; the text scales them. Other numbers for floats do not lower the text anew.
            - Everything is computed in floats. Loops have a constant number of rounds, at most 256; whole numbers among the uniforms are \
            constant, and so are places in arrays longer than 16. Both parts of an `if` are computed. A quotient by 0 is 0, the root of a negative number is 0, and a power of a base \
            that is not positive is 0. Where values of uniforms ask for too much, a warning says so, and frames pass through.
            - There is no `while`, `do`, `discard`, `struct`, derivative or recursion. A text has at most 64 KiB and 16,384 tokens, 4096 operations \
            once loops and calls are written out (65,536 steps, with those that are not needed in the end), 64 places of the frame that it reads, \
            64 uniforms, arrays of 256 elements, and 16 calls within each other. Its first eight errors are told.
            - A place that is a whole number of pixels away is read faster than one that is computed.
            - What is wrong is told with its line and column, and the line itself. While frames flow, another text that is wrong is a \
            warning, and the one before stays. `log` has it too, as soon as the text is set.
            - `fragment` counts where there is one, else the file of `location`. Without both, frames pass through.
            - Alpha is what the shader writes, where the format has alpha. Between pixels `texture2D` weighs colours by their nearness alone, \
            as OpenGL does; filters such as `swiftswirl` weigh them by alpha too.
            """)

    public static let properties: [Property<ShaderFilter>] =
        UserShader.properties(\.shader.fragment, \.shader.file, \.shader.uniforms)
        + UserShader.controls((\.shader.$control0, \.shader.$control1, \.shader.$control2, \.shader.$control3))

    public static let examples: [FilterExample<ShaderFilter>] = [
        FilterExample((200, 100, 50), (50, 100, 200)) { $0.set("c.rgb = c.bgr;") },
        FilterExample((200, 100, 50), (100, 50, 25)) {
            $0.set(
                "precision mediump float; varying vec2 v_texcoord; uniform sampler2D tex; void main() { gl_FragColor = texture2D(tex, v_texcoord) * vec4(0.5, 0.5, 0.5, 1.0); }"
            )
        },
    ]

    private mutating func set(_ text: String) { shader = (try? UserShader(text)) ?? UserShader() }

    public var isPassthrough: Bool { shader.program == nil }

    public func warning(of size: Pixel.Size) -> String? { shader.warning(of: size) }

    public static func color(_ p: Pixel, _ u: Parameters<ShaderFilter>) -> Color<Num> { graph(p, u).color }

    public static func graph(_ p: Pixel, _ u: Parameters<ShaderFilter>) -> Graph {
        // With values of whole numbers that ask for too much, frames pass through.
        guard var graph = UserShader.graph(\.shader, p, u) else { return Graph(p.rgb) }
        // As where GLSL writes it.
        graph.color = clamp(graph.color)
        if graph.alpha?.node === p.a.node { graph.alpha = nil }
        return graph
    }
}
