import Glibc
import PixelCore
import Testing

extension PipelineTests {
    @Suite struct Launch {
        /// Lines that identity prints, one for each buffer that comes by.
        private let counted = "! identity silent=false ! fakesink"

        private func frames(_ outcome: Outcome) -> Int {
            outcome.text.split(separator: "\n").filter { $0.contains("chain   ******* (identity0:sink)") }.count
        }

        @Test("The clip's 132 frames go through")
        func clip() throws {
            let outcome = try Tool.run(
                ["gst-launch-1.0", "-v"]
                    + "filesrc location=\(Tool.clip) ! decodebin ! swiftrosy \(counted)".split(separator: " ").map {
                        String($0)
                    })
            #expect(outcome.code == 0)
            #expect(frames(outcome) == 132)
        }

        @Test("The tint takes green from the clip and leaves luma of the rest")
        func tinted() throws {
            let file = Tool.scratch + "/frame.raw"
            let outcome = try Tool.launch(
                "filesrc location=\(Tool.clip) ! decodebin ! swiftrosy ! videoconvert ! video/x-raw,format=RGB"
                    + " ! videoscale ! video/x-raw,width=64,height=36 ! identity eos-after=3 ! filesink location=\(file)"
            )
            #expect(outcome.code == 0)
            let bytes = Tool.read(file)
            #expect(bytes.count >= 64 * 36 * 3)
            let green = stride(from: 1, to: bytes.count, by: 3).reduce(0) { $0 + Int(bytes[$1]) }
            let red = stride(from: 0, to: bytes.count, by: 3).reduce(0) { $0 + Int(bytes[$1]) }
            #expect(green * 8 < red, "green \(green), red \(red)")
        }

        @Test("gst-launch takes presets, built in or from a file, and says what is wrong with one")
        func presets() throws {
            let folder = Tool.package + "/Tests/Conformance/ntsc/"
            let source = "videotestsrc num-buffers=2 ! video/x-raw,width=64,height=48 ! swiftntsc"
            for good in ["preset=vhs-ep-worn luma-smear=0.2", "preset-location=\(folder)default_preset.json"] {
                let outcome = try Tool.launch("\(source) \(good) ! fakesink")
                #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
            }
            for (bad, part) in [("cases.json", "\"version\" is missing"), ("none.json", "it can't be opened")] {
                let outcome = try Tool.launch("\(source) preset-location=\(folder)\(bad) ! fakesink")
                // A pipeline that can't start ends with 255, as by a file that is not there.
                #expect(outcome.code != 0 && outcome.text.contains("pipeline doesn't want to preroll"))
                #expect(outcome.text.contains("\(folder)\(bad)") && outcome.text.contains(part), "\(outcome.text)")
            }
        }

        @Test("A truncated and a corrupt file end with GStreamer's error", arguments: [false, true])
        func broken(isTruncated: Bool) throws {
            var bytes = Tool.read(Tool.clip)
            try #require(bytes.count > 100_000)
            if isTruncated {
                bytes = Array(bytes.prefix(3000))
            } else {
                for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: i &* 31) }
            }
            let file = Tool.scratch + "/broken.mp4"
            Tool.write(bytes, to: file)
            let outcome = try Tool.launch("filesrc location=\(file) ! decodebin ! swiftrosy ! fakesink")
            #expect(outcome.code == 1)
            #expect(outcome.text.contains("ERROR"))
        }

        @Test("Damage in the middle of the clip ends in no signal")
        func damaged() throws {
            var bytes = Tool.read(Tool.clip)
            for i in stride(from: 40_000, to: bytes.count - 20_000, by: 97) { bytes[i] ^= 0x5A }
            let file = Tool.scratch + "/damaged.mp4"
            Tool.write(bytes, to: file)
            let outcome = try Tool.launch("filesrc location=\(file) ! decodebin ! swiftrosy ! fakesink")
            #expect(outcome.code != nil, "\(outcome.text.suffix(500))")
        }

        @Test("Every format is negotiated and rendered", arguments: PixelFormat.allCases, ["swifteq", "swiftrosy"])
        func formats(format: PixelFormat, element: String) throws {
            let outcome = try Tool.launch(
                "videotestsrc num-buffers=3 ! video/x-raw,format=\(format.name),width=37,height=23"
                    + " ! \(element) ! fakesink", ["G_DEBUG": "fatal-criticals"])
            #expect(outcome.code == 0 && outcome.text.isEmpty, "\(outcome.text)")
        }

        @Test("What no element can agree on is not-negotiated, not a crash")
        func notNegotiated() throws {
            let outcome = try Tool.launch("videotestsrc num-buffers=3 ! video/x-raw,format=v210 ! swiftrosy ! fakesink")
            #expect(outcome.code == 1)
            let neutral = try Tool.launch(
                "videotestsrc num-buffers=3 ! video/x-raw,format=v210 ! swiftrosy intensity=0 ! fakesink")
            #expect(neutral.code == 0)
        }

        @Test("A shared frame is copied, not changed under another's eyes")
        func tee() throws {
            let (plain, branch) = (Tool.scratch + "/plain.raw", Tool.scratch + "/branch.raw")
            let source = "videotestsrc num-buffers=4 ! video/x-raw,format=I420,width=64,height=48"
            #expect(try Tool.launch("\(source) ! filesink location=\(plain)").code == 0)
            let outcome = try Tool.launch(
                "\(source) ! tee name=t t. ! queue ! swiftrosy ! fakesink t. ! queue ! filesink location=\(branch)")
            #expect(outcome.code == 0)
            #expect(Tool.read(plain) == Tool.read(branch))
        }

        @Test(
            "Nothing leaks",
            arguments: ["swiftrosy", "swifteq smoothing=0.5 post-messages=true interval=0", "swifteq method=clahe"])
        func leaks(element: String) throws {
            let outcome = try Tool.launch(
                "videotestsrc num-buffers=20 ! video/x-raw,width=640,height=480 ! \(element) n-threads=2 ! fakesink",
                ["GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7"])
            #expect(outcome.code == 0)
            #expect(!outcome.text.contains("object-alive, type-name=(string)G"), "\(outcome.text.suffix(2000))")
        }

        @Test("Messages reach the bus as gst-launch prints them")
        func messages() throws {
            let outcome = try Tool.run([
                "gst-launch-1.0", "-m", "videotestsrc", "num-buffers=2", "!",
                "video/x-raw,format=GRAY8,width=4,height=4",
                "!", "swifteq", "post-messages=true", "interval=0", "!", "fakesink",
            ])
            #expect(outcome.code == 0)
            let lines = outcome.text.split(separator: "\n").filter { $0.contains("swifteq, endtime=(guint64)") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("luma=(uint)<") }, "\(outcome.text)")
        }

        @Test("Every instruction-set level gives the same frames, and the log names it")
        func levels() throws {
            var outputs: Set<[UInt8]> = []
            // Rows without padding, which would hold anything.
            for level in ["baseline", "v3", "v4", "nonsense"] {
                for format in ["I420", "BGRx", "P010_10LE"] {
                    let file = Tool.scratch + "/\(format).raw"
                    let outcome = try Tool.launch(
                        "videotestsrc num-buffers=2 pattern=smpte ! video/x-raw,format=\(format),width=216,height=98"
                            + " ! swiftrosy intensity=0.7 ! filesink location=\(file)",
                        ["SWIFTVIDEO_CPU": level, "GST_DEBUG": "swiftrosy:5"])
                    #expect(outcome.code == 0)
                    outputs.insert(Tool.read(file))
                    #expect(outcome.text.contains("kernels for "))
                    let isWarned = outcome.text.contains("SWIFTVIDEO_CPU does not name a level of this CPU")
                    if level == "nonsense" { #expect(isWarned) }
                    // A CPU that lacks the level says so, and uses its best.
                    if !isWarned { #expect(outcome.text.contains("kernels for \(level)")) }
                }
            }
            #expect(outputs.count == 3, "one for each format")
            #expect(!outputs.contains([]))
        }
    }
}
