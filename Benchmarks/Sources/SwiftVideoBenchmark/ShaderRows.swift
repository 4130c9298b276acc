// SPDX-License-Identifier: MIT
import Foundation
import PixelCore
import PixelKernels

/// Measures shaders of gst-examples beside the filters whose texts they are, and beside `glshader` on Mesa's software renderer where
/// there is a screen.
struct ShaderRows {
    let effort: Effort
    let plugin: String
    let report: (Row) -> Void

    /// A shader with values of its uniforms, and the filter with the same settings.
    private static let pairs = [
        ("sepia", "", "swiftsepia intensity=0.9"),
        ("vignette", "start=(float)0.3, end=(float)0.75", "swiftvignette start=0.3 end=0.75"),
        ("sharpen", "", "swiftsharpen sharpness=0.8"),
        ("swirl", "angle=(float)0.5", "swiftswirl angle=0.5"),
    ]

    func measure() throws {
        let workers = try CPULevel.available.reversed().map { ($0, try WorkerProcess(plugin: plugin, level: $0)) }
        for (name, uniforms, filter) in Self.pairs {
            for format in [PixelFormat.bgrx, .i420] { try measure(name, uniforms, filter, format, workers) }
            if ProcessInfo.processInfo.environment["DISPLAY"] != nil { try measureRenderer(name, uniforms, workers) }
        }
    }

    private typealias Workers = [(level: CPULevel, worker: WorkerProcess)]

    private static let folder = "gst-examples/shaders"

    /// The element with a shader on one thread.
    private static func shader(_ name: String, _ values: String) -> String {
        "swiftshader n-threads=1 location=\(folder)/\(name).frag\(values)"
    }

    private static func values(_ uniforms: String) -> String {
        uniforms.isEmpty ? "" : " uniforms=\"uniforms, \(uniforms)\""
    }

    /// The same text in both, but for what `glshader` has no words for: bodies, and places of neighbours, which a vertex shader gives.
    private func measureRenderer(_ name: String, _ uniforms: String, _ workers: Workers) throws {
        var text = try String(contentsOfFile: "\(Self.folder)/\(name).frag", encoding: .utf8)
        if !text.contains("void main(") {
            text = """
                precision highp float;
                varying vec2 v_texcoord;
                uniform sampler2D tex;
                void main() { vec4 c = texture2D(tex, v_texcoord);
                \(text)
                gl_FragColor = c; }
                """
        }
        let (x, y) = (1 / Double(effort.size.width), 1 / Double(effort.size.height))
        let vertex = """
            attribute vec4 a_position; attribute vec2 a_texcoord; varying vec2 v_texcoord, textureCoordinate;
            varying vec2 leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate;
            void main() {
                gl_Position = a_position;
                v_texcoord = textureCoordinate = a_texcoord;
                leftTextureCoordinate = a_texcoord - vec2(\(x), 0.0);
                rightTextureCoordinate = a_texcoord + vec2(\(x), 0.0);
                topTextureCoordinate = a_texcoord - vec2(0.0, \(y));
                bottomTextureCoordinate = a_texcoord + vec2(0.0, \(y));
            }
            """
        let values = Self.values(uniforms)
        try measure(
            "swiftshader RGBA \(name)", Self.shader(name, values), "glupload ! glshader ! gldownload",
            "glupload ! glshader fragment=\"\(text)\" vertex=\"\(vertex)\"\(values) ! gldownload", .rgba, workers)
    }

    private func measure(
        _ name: String, _ uniforms: String, _ filter: String, _ format: PixelFormat, _ workers: Workers
    ) throws {
        let words = filter.split(separator: " ", maxSplits: 1)
        try measure(
            "swiftshader \(format.name) \(name)", Self.shader(name, Self.values(uniforms)), "\(words[0])",
            "\(words[0]) n-threads=1 \(words[1])", format, workers)
    }

    private func measure(
        _ what: String, _ shader: String, _ peer: String, _ peerLine: String, _ format: PixelFormat,
        _ workers: Workers
    ) throws {
        let seconds = effort.seconds
        func item(_ line: String) -> ChainItem {
            ChainItem(launch: line, input: format, output: format, size: effort.size)
        }
        let law = PeerLaw.equals(shader)
        var contest = Contest()
        for (level, worker) in workers {
            guard try worker.check(item(peerLine), law) else { throw ItemError("there is no \(peer)") }
            for (key, line) in [("shader", shader), (peer, peerLine)] {
                let handle = try worker.made(.chain(item(line)))
                contest.add("\(key) \(level)") { try handle.time(seconds: seconds, frames: 3...2000) }
            }
        }
        try contest.run(rounds: effort.rounds)
        for (level, _) in workers {
            var row = Row(
                level: .element, what: what, peer: peer, size: "\(effort.size)", cpu: "\(level.name)",
                peerChecked: law.inWords)
            (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                contest.speed("shader \(level)", beside: "\(peer) \(level)"), contest.time("shader \(level)"),
                contest.time("\(peer) \(level)")
            )
            report(row)
        }
    }
}
