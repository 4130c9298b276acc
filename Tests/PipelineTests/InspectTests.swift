// SPDX-License-Identifier: MIT
import Testing

extension PipelineTests {
    @Suite struct Inspect {
        @Test("gst-inspect-1.0 shows the element in an empty environment")
        func emptyEnvironment() throws {
            try Tool.requirePlugin()
            let outcome = try Tool.run(
                [
                    "env", "-i", "PATH=/usr/bin", "GST_REGISTRY=\(Tool.scratch)/empty.bin",
                    "gst-inspect-1.0", "\(Tool.pluginFolder)/libgstswiftvideo.so",
                ])
            #expect(outcome.code == 0)
            let listed = Listed.elements.map { "  \($0.metadata.factoryName): \($0.metadata.longName)" }
            for text in listed + ["MIT/X11", "swiftvideo", "+-- \(listed.count) elements"] {
                #expect(outcome.text.contains(text), "\(text)")
            }
            #expect(!outcome.text.contains("WARN"))
        }

        @Test("Properties, class and formats are those of the element")
        func element() throws {
            let outcome = try Tool.run(["gst-inspect-1.0", "swiftrosy"])
            #expect(outcome.code == 0)
            for text in [
                "Filter/Effect/Video", "GstVideoFilter", "intensity", "tint-red", "tint-green", "tint-blue",
                "n-threads",
                "changeable in NULL, READY, PAUSED or PLAYING state", "Range: 0 - 1 Default: 1", "P010_10LE",
                "video/x-raw(ANY)",
            ] {
                let squeezed = outcome.text.split(separator: " ", omittingEmptySubsequences: true).joined(
                    separator: " ")
                #expect(squeezed.contains(text), "\(text)")
            }
        }

        @Test("Read-only and 64-bit properties show as such")
        func equalization() throws {
            let outcome = try Tool.run(["gst-inspect-1.0", "swifteq"])
            #expect(outcome.code == 0)
            let words = outcome.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            for text in [
                "flags: readable Integer64. Range: 0 - 9223372036854775807 Default: 0",
                "Unsigned Integer64. Range: 0 - 18446744073709551615 Default: 100000000",
            ] {
                #expect(words.contains(text), "\(text)")
            }
        }

        @Test("Presets show as an enum, an interface and an action")
        func presets() throws {
            let outcome = try Tool.run(["gst-inspect-1.0", "swiftntsc"])
            #expect(outcome.code == 0)
            let words = outcome.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            for text in [
                "Implemented Interfaces: GstPreset", "\"GstSwiftNtscPreset\" Default: 1, \"default\"",
                "(5): vhs-ep-worn -",
            ] {
                #expect(words.contains(text), "\(text)")
            }
            let actions = [
                "\"preset-json\" : gchararray user_function (GstElement* object)",
                // As GStreamer 1.28 has it.
                "\"preset-json\" -> gchar * : g_signal_emit_by_name (element, \"preset-json\",",
            ]
            #expect(actions.contains { words.contains($0) })
        }

        @Test(
            "Every element names its family, its properties and the plugin's page of it, which is there",
            arguments: Listed.elements.map { "\($0.metadata.factoryName)" })
        func documentation(name: String) throws {
            let outcome = try Tool.run(["gst-inspect-1.0", name])
            #expect(outcome.code == 0)
            let rows = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
            func value(_ key: String...) -> Substring? { rows.first { $0.starts(with: key.map { $0[...] }) }?.last }
            let element = try #require(Listed.elements.first { "\($0.metadata.factoryName)" == name })
            #expect(
                rows.contains {
                    $0.first == "Family" && $0.dropFirst().joined(separator: " ") == "\(element.metadata.family.title)"
                })
            for property in element.propertyDocs {
                // Of a long name the colon is not a word of its own.
                let name = property.name
                let isThere = rows.contains { $0.starts(with: [name[...], ":"]) || $0.first == "\(name):" }
                #expect(isThere, "\(property.name)")
            }
            let homepage = try #require(value("Origin", "URL"))
            #expect(homepage.hasPrefix("https://"))
            let page = try #require(value("Doc-uri"))
            let path = "docs/elements/\(name).md"
            #expect(page == "\(homepage)/blob/main/\(path)")
            #expect(try Tool.run(["test", "-s", "\(Tool.package)/\(path)"]).code == 0)
        }

        @Test("The plugin needs nothing but the C library and GStreamer")
        func dependencies() throws {
            let outcome = try Tool.run(["objdump", "-p", "\(Tool.pluginFolder)/libgstswiftvideo.so"])
            let needed = outcome.text.split(separator: "\n").filter { $0.contains("NEEDED") }
            #expect(!needed.isEmpty)
            #expect(!needed.contains { $0.contains("libswift") || $0.contains("Foundation") }, "\(needed)")
        }
    }
}
