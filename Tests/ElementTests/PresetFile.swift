// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import Glibc
import TestSupport
import Testing

/// A file with some bytes, until the object goes.
final class PresetFile: Sendable {
    let path: String

    init(_ bytes: some Collection<UInt8>) throws {
        var name = Array("/tmp/swiftvideo-preset-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        try #require(file >= 0)
        let bytes = Array(bytes)
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

    deinit { unlink(path) }
}

/// Where data of ntsc-rs are.
let conformanceFolder =
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    + "/Conformance/ntsc/"

/// A setting of ntsc-rs as the conformance data list it, which no source of the element has been made from.
struct ListedSetting {
    let name: String
    let type: String
    let range: ClosedRange<Double>
    let initial: Double

    /// As a property.
    var property: String { name.split(separator: "_").joined(separator: "-") }

    static let all: [ListedSetting] = {
        guard let file = fopen(conformanceFolder + "settings.txt", "r") else { return [] }
        defer { fclose(file) }
        var result: [ListedSetting] = []
        var line = [CChar](repeating: 0, count: 200)
        while fgets(&line, 200, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let words = text.split { $0 == " " || $0 == "\n" }.map { String($0) }
            guard words.count == 5, words[0] != "#", let least = Double(words[2]), let greatest = Double(words[3]),
                let initial = Double(words[4])
            else { continue }
            result.append(ListedSetting(name: words[0], type: words[1], range: least...greatest, initial: initial))
        }
        return result
    }()

    /// A value of it: an end, a whole number, or any.
    func random(_ generator: inout Generator) -> Double {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: range.lowerBound
        case 1: range.upperBound
        default:
            type == "float"
                ? Double.random(in: range, using: &generator) : Double.random(in: range, using: &generator).rounded()
        }
    }
}

/// `swiftntsc` in a harness, with its settings under ntsc-rs's names.
struct NtscHarness {
    let harness: ElementHarness
    var element: UnsafeMutablePointer<GstElement> { harness.element }

    init() throws { harness = try ElementHarness("swiftntsc") }

    subscript(setting: ListedSetting) -> Double {
        get {
            setting.type == "float"
                ? tst_get_double(element, setting.property) : Double(tst_get_int(element, setting.property))
        }
        nonmutating set {
            if setting.type == "float" {
                tst_set_double(element, setting.property, newValue)
            } else {
                tst_set_int(element, setting.property, Int32(newValue))
            }
        }
    }

    /// All settings, by ntsc-rs's names.
    var values: [String: Double] {
        Dictionary(uniqueKeysWithValues: ListedSetting.all.map { ($0.name, self[$0]) })
    }

    /// What the action `preset-json` returns.
    var json: String {
        guard let text = tst_preset_json(element) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    var preset: Int32 {
        get { tst_get_int(element, "preset") }
        nonmutating set { tst_set_int(element, "preset", newValue) }
    }

    /// Loads a file and returns what the bus has to say of it.
    @discardableResult
    func load(_ path: String?) -> Message? {
        tst_set_string(element, "preset-location", path)
        return harness.message()
    }

    @discardableResult
    func load(_ file: PresetFile) -> Message? {
        withExtendedLifetime(file) { load(file.path) }
    }

    /// Loads a text.
    @discardableResult
    func load(text: String) throws -> Message? { load(try PresetFile(text)) }
}

/// The values that ntsc-rs's defaults are, changed.
func listedDefaults(_ changes: [String: Double] = [:]) -> [String: Double] {
    let defaults = Dictionary(uniqueKeysWithValues: ListedSetting.all.map { ($0.name, $0.initial) })
    #expect(changes.keys.allSatisfy { defaults[$0] != nil })
    return defaults.merging(changes) { $1 }
}

/// What settings are where a preset leaves them out.
let listedLegacy: [String: Double] = [
    "filter_type": 0, "luma_smear": 0, "head_switching_start_mid_line": 0, "composite_noise_frequency": 0.25,
    "composite_noise_intensity": 0, "luma_noise": 0, "luma_noise_intensity": 0, "luma_noise_frequency": 0,
    "luma_noise_detail": 1, "chroma_noise_intensity": 0, "chroma_noise_detail": 1, "vhs_edge_wave_detail": 1,
]
