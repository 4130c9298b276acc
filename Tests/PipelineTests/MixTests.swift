// SPDX-License-Identifier: MIT
import PixelCore
import Testing

extension PipelineTests {
    /// swiftmix in gst-launch-1.0.
    @Suite struct Mix {
        private let size = "width=64,height=36,framerate=25/1"

        private func source(_ format: PixelFormat, _ pattern: String, _ pad: String, frames: Int = 3) -> String {
            "videotestsrc num-buffers=\(frames) pattern=\(pattern) ! video/x-raw,format=\(format.name),\(size) ! \(pad)"
        }

        @Test("Every format is negotiated and mixed", arguments: PixelFormat.allCases)
        func formats(format: PixelFormat) throws {
            let file = Tool.scratch + "/mix.raw"
            let outcome = try Tool.launch(
                "swiftmix name=m ! video/x-raw,format=\(format.name) ! filesink location=\(file)"
                    + " \(source(format, "gradient", "m.sink_0")) \(source(format, "gradient", "m.sink_1"))",
                ["G_DEBUG": "fatal-criticals"])
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
            // An image over itself stays.
            let alone = Tool.scratch + "/alone.raw"
            let plain = try Tool.launch(
                "videotestsrc num-buffers=3 pattern=gradient ! video/x-raw,format=\(format.name),\(size)"
                    + " ! filesink location=\(alone)")
            #expect(plain.code == 0)
            #expect(Tool.read(file) == Tool.read(alone))
        }

        @Test("The clip over a test image, by their numbers, not by the order of linking", arguments: [0, 1])
        func clip(factor: Int) throws {
            let file = Tool.scratch + "/clip.raw"
            let outcome = try Tool.launch(
                "filesrc location=\(Tool.clip) ! decodebin ! videoconvert ! m.sink_1"
                    + " swiftmix name=m mix-factor=\(factor) ! video/x-raw,format=I420,\(size)"
                    + " ! filesink location=\(file) \(source(.i420, "white", "m.sink_0", frames: 5))")
            #expect(outcome.code == 0, "\(outcome.text)")
            let bytes = Tool.read(file)
            let frame = 64 * 36 * 3 / 2
            // The clip has 132 frames; after the white ones have ended it is alone.
            #expect(bytes.count % frame == 0 && bytes.count / frame > 100)
            let isWhite = bytes.prefix(64 * 36).allSatisfy { $0 == 235 }
            #expect(isWhite == (factor == 0))
            #expect(!bytes.suffix(frame).prefix(64 * 36).allSatisfy { $0 == 235 })
        }

        @Test("A third input is refused with a warning")
        func thirdPad() throws {
            let outcome = try Tool.launch(
                "swiftmix name=m ! fakesink \(source(.i420, "white", "m.")) \(source(.i420, "white", "m."))"
                    + " \(source(.i420, "white", "m."))")
            #expect(outcome.code == 1 && outcome.text.contains("could not link"), "\(outcome.text)")
        }

        @Test("Pads' properties are set by name")
        func childProxy() throws {
            let outcome = try Tool.launch(
                "swiftmix name=m sink_1::repeat-after-eos=true ! fakesink \(source(.i420, "white", "m.sink_0"))"
                    + " \(source(.i420, "white", "m.sink_1", frames: 1))", ["G_DEBUG": "fatal-criticals"])
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
        }

        @Test("Live sources, one of which stops, play to the end")
        func live() throws {
            let outcome = try Tool.launch(
                "swiftmix name=m ! fakesink sync=true"
                    + " videotestsrc is-live=true num-buffers=12 ! video/x-raw,\(size) ! m.sink_0"
                    + " videotestsrc is-live=true num-buffers=4 ! video/x-raw,format=BGRA,width=20,height=20 ! m.sink_1",
                ["G_DEBUG": "fatal-criticals"])
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
        }

        @Test("With force-live the output goes on in real time after all inputs have ended")
        func forced() throws {
            let start = ContinuousClock.now
            let outcome = try Tool.launch(
                "swiftmix force-live=true name=m sink_0::repeat-after-eos=true ! identity eos-after=41 ! fakesink"
                    + " videotestsrc num-buffers=3 ! video/x-raw,\(size) ! m.sink_0")
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
            // Forty frames, but for those before the end and the first one after it.
            #expect(ContinuousClock.now - start > .milliseconds(36 * 40))
        }

        @Test("Nothing leaks", arguments: ["mix-factor=0.3", "mix-factor=0", "mix-factor=1 sizing=keep-aspect"])
        func leaks(settings: String) throws {
            let outcome = try Tool.launch(
                "swiftmix name=m n-threads=2 \(settings) ! fakesink"
                    + " videotestsrc num-buffers=20 ! video/x-raw,format=I420,width=640,height=480 ! m.sink_0"
                    + " videotestsrc num-buffers=10 ! video/x-raw,format=BGRA,width=320,height=320 ! m.sink_1",
                ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"])
            #expect(outcome.code == 0)
            #expect(!outcome.text.contains("object-alive, type-name=(string)G"), "\(outcome.text.suffix(2000))")
        }
    }
}
