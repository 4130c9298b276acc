// SPDX-License-Identifier: MIT
import Effects
import Filters
import TestSupport
import Testing

@Suite("Chains: texts")
struct ChainTextTests {
    /// A text, and how it reads back.
    static let good: [(text: String, canonical: String)] = [
        ("", ""), ("  \n \t\r\n", ""), ("# nothing", ""), ("''", ""),
        ("sepia", "sepia"), (" sepia\n", "sepia"), ("'sepia'", "sepia"), (" 'sepia ! gamma' ", "sepia ! gamma"),
        ("sepia intensity=0.80", "sepia intensity=0.8"), ("sepia intensity = 0.8", "sepia intensity=0.8"),
        ("sepia intensity=1", "sepia"), ("sepia intensity=1.0", "sepia"),
        ("sepia intensity=\"0.5\"", "sepia intensity=0.5"),
        ("sepia intensity=5e-1", "sepia intensity=0.5"), ("sepia intensity=1e-300", "sepia intensity=1e-300"),
        ("sepia ! sepia", "sepia ! sepia"), ("sepia!sepia", "sepia ! sepia"),
        ("sepia\ngamma", "sepia ! gamma"), ("sepia !\n\n gamma", "sepia ! gamma"), ("sepia\n!\ngamma", "sepia ! gamma"),
        ("\n\nsepia # brown\n# more\ngamma#x", "sepia ! gamma"),
        ("sepia name=a", "sepia name=a"), ("sepia name=sepia0", "sepia"),
        ("sepia ! sepia name=sepia1", "sepia ! sepia"),
        ("sepia name=x-1_B ! sepia", "sepia name=x-1_B ! sepia"),
        ("sepia name=sepia2 ! sepia", "sepia name=sepia2 ! sepia"),
        ("gamma name=sepia0", "gamma name=sepia0"),
        ("sepia enabled=false mix=0.25", "sepia enabled=false mix=0.25"), ("sepia enabled=YES mix=1", "sepia"),
        ("sepia mix=0.5 intensity=0.5", "sepia intensity=0.5 mix=0.5"),
        ("vignette color=0xFF8000", "vignette color=0xff8000"), ("vignette color=255", "vignette color=0x0000ff"),
        ("vignette color=0x80ffffff", "vignette color=0x80ffffff"), ("vignette color=0", "vignette"),
        ("veil shift=-8", "veil shift=-8"), ("veil shift=+8", "veil shift=8"), ("veil inverts=1", "veil inverts=true"),
        ("veil law=light-en", "veil law=light-en"), ("veil law=5", "veil law=light-en"), ("veil law=darken", "veil"),
        ("veil ticks=18446744073709551615", "veil ticks=18446744073709551615"),
        ("veil note=\"a ! b # \\\"c\\\\ \\n\"", "veil note=\"a ! b # \\\"c\\\\ \\n\""),
        ("veil note=plain", "veil note=\"plain\""),
        ("veil note=\"\u{E4}\u{1F600}\"", "veil note=\"\u{E4}\u{1F600}\""),
        ("veil note=[a, b]", "veil note=\"[a, b]\""),
        (
            "sepia intensity=0.8 ! vignette start=0.2 ! gaussianblur radius=4",
            "sepia intensity=0.8 ! vignette start=0.2 ! gaussianblur radius=4"
        ),
        ("crop zoom=true x=0.25 ! boxblur", "crop x=0.25 zoom=true ! boxblur"),
    ]

    @Test(arguments: good.indices) func canonical(index: Int) throws {
        let (text, canonical) = Self.good[index]
        let chain = try Chain(text, types: Veil.types)
        #expect(chain.text == canonical, "\(text)")
        #expect(try Chain(canonical, types: Veil.types).text == canonical)
    }

    /// A text, the line and the column that the error names, what it says, and the character above the caret.
    static let bad: [(text: String, line: Int, column: Int, part: String, above: String)] = [
        ("seepia", 1, 1, "There is no filter \"seepia\"; \"sepia\" is one", "s"),
        ("swiftsepia", 1, 1, "write \"sepia\"", "s"),
        ("sepia ! swiftx", 1, 9, "There is no filter", "s"),
        ("sepia !", 1, 7, "A filter is missing after", "!"), ("sepia !\n#c\n", 1, 7, "A filter is missing after", "!"),
        ("! sepia", 1, 1, "The name of a filter is missing", "!"), ("sepia ! ! gamma", 1, 9, "name of a filter", "!"),
        ("sepia\n!\n!gamma", 3, 1, "name of a filter", "!"), ("=", 1, 1, "name of a filter", "="),
        ("\"sepia\"", 1, 1, "name of a filter", "\""),
        ("sepia intensty=0.3", 1, 7, "\"sepia\" has no \"intensty\"; \"intensity\" is one", "i"),
        ("sepia whatever=0.3", 1, 7, "there are name, intensity, enabled, mix", "w"),
        ("sepia intensity", 1, 16, "A \"=\" is missing", ""),
        ("sepia gamma", 1, 7, "A \"!\" is missing before \"gamma\"", "g"),
        ("sepia intensity=", 1, 17, "The value of \"intensity\" is missing", ""),
        ("sepia intensity=!", 1, 17, "is missing", "!"), ("sepia intensity=\n0.5", 1, 17, "is missing", ""),
        ("sepia intensity=#0.5", 1, 21, "is missing", ""), ("sepia intensity=0.5=1", 1, 20, "should be a setting", "="),
        ("sepia \"a\"", 1, 7, "should be a setting", "\""), ("sepia [a]", 1, 7, "should be a setting", "["),
        ("sepia intensity=1.5", 1, 17, "\"intensity\" is a number from 0 to 1, not \"1.5\"", "1"),
        ("sepia intensity=-0.1", 1, 17, "from 0 to 1", "-"), ("sepia intensity=nan", 1, 17, "from 0 to 1", "n"),
        ("sepia intensity=inf", 1, 17, "from 0 to 1", "i"), ("sepia intensity=1e999", 1, 17, "from 0 to 1", "1"),
        ("sepia intensity=0x1", 1, 17, "from 0 to 1", "0"), ("sepia intensity=0,5", 1, 17, "from 0 to 1", "0"),
        ("sepia intensity=[1, 2]", 1, 17, "from 0 to 1", "["), ("sepia intensity=[1", 1, 17, "no closing bracket", "["),
        ("sepia intensity=\"0.5", 1, 17, "no closing quotation mark", "\""),
        ("veil note=\"a\\t\"", 1, 13, "A backslash stands before", "\\"),
        ("veil note=\"a\\", 1, 13, "A backslash", "\\"),
        ("sepia intensity=0.5 intensity=0.5", 1, 21, "given twice", "i"),
        ("sepia name=a name=b", 1, 14, "given twice", "n"),
        ("sepia name=\"a b\"", 1, 12, "letters, digits", "\""),
        ("sepia name=\u{E4}", 1, 12, "letters, digits", "\u{E4}"),
        ("sepia name=\"\"", 1, 12, "letters, digits", "\""), ("sepia name=a:b", 1, 12, "letters, digits", "a"),
        ("sepia name=a ! gamma name=a", 1, 27, "Two filters are called \"a\"", "a"),
        ("sepia name=sepia1 ! sepia", 1, 21, "Two filters are called \"sepia1\"", "s"),
        ("sepia enabled=2", 1, 15, "\"enabled\" is true or false", "2"), ("sepia mix=2", 1, 11, "from 0 to 1", "2"),
        ("veil shift=9", 1, 12, "a whole number from -8 to 8", "9"), ("veil shift=1.5", 1, 12, "whole number", "1"),
        ("veil law=other", 1, 10, "one of darken, light-en", "o"), ("veil ticks=-1", 1, 12, "whole number", "-"),
        ("vignette color=0x1ffffffff", 1, 16, "0xffffffff", "0"),
        ("vignette color=red", 1, 16, "such as 0xff8000", "r"),
        ("sepia\ngamma # a comment\n  vignette\tstart=3", 3, 18, "from 0 to 2", "3"),
        ("'sepia ! x'", 1, 10, "There is no filter", "x"), ("'", 1, 1, "There is no filter", "'"),
    ]

    @Test(arguments: bad.indices) func refused(index: Int) throws {
        let (text, line, column, part, above) = Self.bad[index]
        let error = #expect(throws: ChainError.self) { try Chain(text, types: Veil.types) }
        let found = try #require(error)
        #expect(found.message.contains(part), "\(text): \(found.message)")
        #expect((found.line, found.column) == (line, column), "\(text): \(found)")
        let lines = found.excerpt.split(separator: "\n", omittingEmptySubsequences: false).map {
            Array($0.unicodeScalars)
        }
        let caret = lines[1].count - 1
        #expect(lines[1].last == "^" && lines[1].dropLast().allSatisfy { $0 == " " })
        #expect((lines[0].count > caret ? String(lines[0][caret]) : "") == above, "\(found)")
    }

    @Test("A long line is cut around the caret")
    func excerpt() throws {
        let text = (0..<30).map { _ in "sepia" }.joined(separator: " ! ") + " ! nothing ! sepia"
        let error = try #require(#expect(throws: ChainError.self) { try Chain(text) })
        let lines = error.excerpt.split(separator: "\n").map(String.init)
        #expect(lines[0].count == 60 && lines[1].count <= 60)
        #expect(lines[0].dropFirst(lines[1].count - 1).hasPrefix("nothing"))
        #expect(error.column == 30 * 8 + 1)
        #expect("\(error)".hasPrefix("column 241: There is no filter"))
    }

    @Test("64 filters and 16 KiB are taken, and no more")
    func limits() throws {
        let most = (0..<64).map { _ in "gamma gamma=2" }.joined(separator: "\n")
        #expect(try Chain(most).stages.count == 64)
        let error = try #require(#expect(throws: ChainError.self) { try Chain(most + "\nsepia") })
        #expect(error.message.contains("more than 64") && (error.line, error.column) == (65, 1))
        let long = "sepia #" + String(repeating: "x", count: 16384 - 7)
        #expect(try Chain(long).stages.count == 1)
        let other = try #require(#expect(throws: ChainError.self) { try Chain(long + "x") })
        #expect(other.message.contains("16385 bytes; 16384"))
    }

    @Test("A text that is read back is the same chain")
    func roundTrip() throws {
        var generator = Generator(seed: Sample.seed)
        for _ in 0..<300 {
            var stages: [ChainStage] = []
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                var stage =
                    Bool.random(using: &generator)
                    ? ChainSubject.any(&generator).stage : ChainSubject(Veil.random(&generator).0).stage
                try stage.set("mix", .double(.random(in: 0...1, using: &generator)))
                try stage.set("enabled", .int(Bool.random(using: &generator) ? 1 : 0))
                if stage.type.name == "veil" {
                    let any = (0..<8).compactMap { _ in
                        "a\"\\\n !#'=[]\u{E4}\u{1F600}".unicodeScalars.randomElement(using: &generator)
                    }
                    try stage.set("note", .string(any.map { "\($0)" }.joined()))
                    try stage.set("ticks", .uint64(generator.next()))
                }
                let count = stages.count { $0.type.name == stage.type.name }
                let label =
                    Bool.random(using: &generator) ? "l\(stages.count)" : "\(stage.type.name)\(count)"
                stages.append(ChainStage(stage.type, label: label, values: stage.values))
            }
            let chain = Chain(stages: stages)
            let read = try Chain(chain.text, types: Veil.types)
            #expect(read.stages.map(\.type.name) == stages.map(\.type.name), "\(chain.text)")
            #expect(read.stages.map(\.label) == stages.map(\.label), "\(chain.text)")
            // Of files, what was made of them is not in a text.
            #expect(
                read.stages.map { $0.values.map(\.withoutContent) } == stages.map { $0.values.map(\.withoutContent) },
                "\(chain.text)")
            #expect(read.text == chain.text)
        }
    }

    @Test("Texts by chance are taken or refused, and what is taken reads back")
    func anyText() throws {
        var generator = Generator(seed: Sample.seed)
        let words =
            Self.good.map(\.text) + Self.bad.map(\.text) + [
                "!", "=", "\n", " ", "\"", "'", "[", "]", "#", "\\", "\u{0}", "\r\n",
            ]
        for _ in 0..<3000 {
            var text = Array((0..<3).compactMap { _ in words.randomElement(using: &generator) }.joined().unicodeScalars)
            for _ in 0..<Int.random(in: 0...3, using: &generator) where !text.isEmpty {
                text.remove(at: Int.random(in: 0..<text.count, using: &generator))
            }
            let string = text.map { "\($0)" }.joined()
            do {
                let chain = try Chain(string, types: Veil.types)
                let again = try? Chain(chain.text, types: Veil.types)
                #expect(again?.text == chain.text, "\(string)")
            } catch {
                let lines = Array(string.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.indices.contains(error.line - 1), "\(string)")
                #expect(error.column >= 1 && error.column <= lines[error.line - 1].count + 1, "\(string): \(error)")
            }
        }
    }

    @Test("No filter has a setting of the name that every stage has, or of an object's")
    func names() {
        for type in FilterCatalogue.stages {
            let names = type.properties.map(\.name)
            #expect(
                Set(names).count == names.count && !names.contains("name") && !names.contains("parent"), "\(type.name)")
            let letters = type.name.unicodeScalars
            #expect(letters.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) }, "\(type.name)")
        }
        // And swiftcrop.
        let count = FilterCatalogue.filters.count + FilterCatalogue.composed.count + 1
        #expect(Set(FilterCatalogue.stages.map(\.name)).count == count)
    }
}

extension PropertyValue {
    fileprivate var withoutContent: PropertyValue {
        if case .file(let location, _) = self { .file(location: location, nil) } else { self }
    }
}
