// SPDX-License-Identifier: MIT
import Glibc

/// What is tested today of what is too much for every day. Each day has another seed; SWIFTVIDEO_SEED is one of another day,
/// and SWIFTVIDEO_ELEMENT an element that is tested alone, with all formats.
public enum Sample {
    public static let seed: UInt64 = {
        guard let text = variable("SEED") else { return UInt64(time(nil)) / 86400 }
        guard let seed = UInt64(text) else { preconditionFailure("SWIFTVIDEO_SEED=\(text) is not a whole number") }
        return seed
    }()
    public static let element = variable("ELEMENT")

    /// Whether an element is to be tested.
    public static func tests(_ factory: String) -> Bool { element == nil || element == factory }

    /// Whether the build is a slow one, which takes some of what others take all of: SWIFTVIDEO_FEW is set.
    public static let isFew = variable("FEW") != nil

    /// What repeats a failure.
    public static var note: String { element.map { "SWIFTVIDEO_ELEMENT=\($0)" } ?? "SWIFTVIDEO_SEED=\(seed)" }

    /// So many of a list, all where the tests may take long. Lists with another salt are sampled otherwise.
    public static func some<Value>(of all: [Value], _ count: Int, _ salt: String) -> [Value] {
        guard all.count > count, !isLong else { return all }
        let mixed = salt.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        var random = Generator(seed: mixed)
        return Array(all.shuffled(using: &random).prefix(count))
    }

    private static func variable(_ name: String) -> String? {
        getenv("SWIFTVIDEO_\(name)").map { String(cString: $0) }
    }
}
