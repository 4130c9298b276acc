// SPDX-License-Identifier: MIT
import Testing

extension PipelineTests {
    /// swiftdepthgray in gst-launch-1.0.
    @Suite struct Depth {
        private static let sources = ["GRAY16_LE", "GRAY16_BE", "GRAY8"]
        private static let outputs = ["GRAY8", "BGRx", "I420", "NV12", "YUY2", "GRAY16_LE"]
        private let strict = ["G_DEBUG": "fatal-criticals"]

        private func source(_ format: String, frames: Int = 3, size: String = "width=64,height=48") -> String {
            "videotestsrc num-buffers=\(frames) ! video/x-raw,format=\(format),\(size),framerate=30/1"
        }

        @Test("Every source becomes every kind of output", arguments: sources, outputs)
        func formats(source format: String, output: String) throws {
            let file = Tool.scratch + "/depth.raw"
            for settings in ["", "colormap=turbo", "smoothing=true decimation=2"] {
                let outcome = try Tool.launch(
                    "\(source(format)) ! swiftdepthgray \(settings) ! video/x-raw,format=\(output)"
                        + " ! filesink location=\(file)", strict)
                #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
                let bits = ["GRAY8": 8, "BGRx": 32, "I420": 12, "NV12": 12][output] ?? 16
                let pixels = settings.contains("decimation") ? 32 * 24 : 64 * 48
                #expect(Tool.read(file).count == 3 * pixels * bits / 8, "\(settings)")
                // Of an odd size.
                let odd = try Tool.launch(
                    "\(source(format, size: "width=37,height=23")) ! swiftdepthgray \(settings)"
                        + " ! video/x-raw,format=\(output) ! fakesink", strict)
                #expect(odd.code == 0 && odd.text.isEmpty, "\(odd.text)")
            }
        }

        @Test("The byte order of the source makes no difference", arguments: outputs)
        func byteOrder(output: String) throws {
            let video = try ["GRAY16_LE", "GRAY16_BE"].map { format in
                let file = Tool.scratch + "/order.raw"
                let outcome = try Tool.launch(
                    "\(source(format)) ! swiftdepthgray colormap=jet ! video/x-raw,format=\(output)"
                        + " ! filesink location=\(file)")
                #expect(outcome.code == 0)
                return Tool.read(file)
            }
            #expect(video[0] == video[1] && !video[0].isEmpty)
        }

        @Test("Encoders take it as it is", arguments: sources, ["x264enc ! h264parse", "jpegenc"])
        func encoders(format: String, encoder: String) throws {
            let file = Tool.scratch + "/depth.coded"
            for colormap in ["gray", "turbo"] {
                let outcome = try Tool.launch(
                    "\(source(format)) ! swiftdepthgray colormap=\(colormap) ! \(encoder) ! filesink location=\(file)",
                    strict)
                #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
                #expect(Tool.read(file).count > 100)
            }
        }

        @Test("near and far are used when they are set, unless auto-range is; their help says so") func range() throws {
            func video(_ settings: String) throws -> [UInt8] {
                let file = Tool.scratch + "/range.raw"
                let outcome = try Tool.launch(
                    "\(source("GRAY16_LE")) ! swiftdepthgray \(settings) ! filesink location=\(file)")
                #expect(outcome.code == 0)
                return Tool.read(file)
            }
            #expect(try video("near=0.5 far=40") == video("auto-range=off near=0.5 far=40"))
            #expect(try video("near=0.5 far=40") == video("far=40 near=0.5"))
            #expect(try video("") != video("near=0.5 far=40"))
            #expect(try video("auto-range=off") == video("near=0"))
            for settings in ["auto-range=percentile near=0.5 far=40", "near=0.5 far=40 auto-range=percentile"] {
                #expect(try video("") == video(settings))
            }
            #expect(
                try video("temporal=true temporal-persistence=3") == video("temporal=true temporal-persistence=2-of-4"))
            #expect(try video("") == video("threshold-min=30"))
            #expect(try video("") != video("threshold=true threshold-min=30 threshold-max=60"))
            let help = try Tool.run(["gst-inspect-1.0", "swiftdepthgray"]).text.split(separator: "\n")
            for (name, part) in [
                ("near", "sets auto-range to off"), ("far", "sets auto-range to off"),
                ("auto-range", "near or far sets it"),
                ("threshold-min", "Needs threshold=true"), ("threshold-max", "Needs threshold=true"),
            ] {
                #expect(help.contains { $0.hasPrefix("  \(name) ") && $0.contains(part) }, "\(name)")
            }
        }

        @Test("Few depth frames in a mix: as many frames as the video has, the last depth over them")
        func mixed() throws {
            let file = Tool.scratch + "/mixed.raw"
            for (rate, repeats) in [(0, false), (1, false), (1, true), (7, true), (30, true)] {
                let outcome = try Tool.launch(
                    "swiftmix name=m mix-factor=1 sink_1::repeat-after-eos=\(repeats) ! video/x-raw,format=I420 ! filesink location=\(file)"
                        + " \(source("I420", frames: 10)) ! queue ! m.sink_0"
                        + " \(source("GRAY16_LE", frames: 10)) ! swiftdepthgray max-rate=\(rate)"
                        + " ! video/x-raw,format=I420 ! queue ! m.sink_1", strict)
                #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
                let video = Tool.read(file)
                let size = 64 * 48 * 3 / 2
                try #require(video.count == 10 * size, "max-rate=\(rate): \(Double(video.count) / Double(size)) frames")
                guard repeats else { continue }
                // The noise in videotestsrc's image moves.
                let images = Set((0..<10).map { Array(video[$0 * size..<($0 + 1) * size]) })
                #expect(images.count == [1: 1, 7: 3, 30: 10][rate], "max-rate=\(rate)")
            }
        }

        @Test(
            "Nothing leaks",
            arguments: [
                "colormap=turbo", "smoothing=true decimation=2", "equalize=true max-rate=5", "auto-range=growing",
            ])
        func leaks(settings: String) throws {
            let outcome = try Tool.launch(
                "\(source("GRAY16_LE", frames: 20, size: "width=640,height=480"))"
                    + " ! swiftdepthgray n-threads=2 \(settings) ! fakesink",
                ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"])
            #expect(outcome.code == 0)
            #expect(!outcome.text.contains("object-alive, type-name=(string)G"), "\(outcome.text.suffix(2000))")
        }
    }
}
