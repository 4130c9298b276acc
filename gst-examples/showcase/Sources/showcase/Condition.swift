// SPDX-License-Identifier: MIT
/// What a property's description says about when it has an effect.
///
/// It begins `With CONDITION:`, or has a sentence that begins `Needs CONDITION`. A condition is `NAME=VALUE`, or
/// `NAME` for what is switched on (neither false nor 0, none or off); conditions are joined by `and`, and by `or`,
/// which binds less.
struct Condition: Encodable {
    let name: String
    let value: String?

    /// One of these lists of conditions has to hold as a whole. Nil where the description has no condition, or one that
    /// names no property of the element.
    static func alternatives(in blurb: String, names: Set<String>) -> [[Condition]]? {
        guard let text = text(in: blurb) else { return nil }
        var alternatives: [[Condition]] = []
        for alternative in text.components(by: " or ") {
            var conditions: [Condition] = []
            for word in alternative.components(by: " and ") {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard let name = parts.first, names.contains(name), parts.last != "" else { return nil }
                conditions.append(Condition(name: name, value: parts.count == 2 ? parts[1] : nil))
            }
            alternatives.append(conditions)
        }
        return alternatives
    }

    private static func text(in blurb: String) -> Substring? {
        if blurb.hasPrefix("With ") { return blurb.dropFirst(5).prefix { $0 != ":" } }
        guard let sentence = blurb.components(by: ". ").first(where: { $0.hasPrefix("Needs ") }) else { return nil }
        return sentence.dropFirst(6).prefix { !":.".contains($0) }
    }
}

extension StringProtocol {
    fileprivate func components(by separator: String) -> [Substring] {
        self[...].split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
