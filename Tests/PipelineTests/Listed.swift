// SPDX-License-Identifier: MIT
import ElementKit
import Elements
import TestSupport

/// The elements of the catalogue, as their declarations have them.
enum Listed {
    static let elements = Catalogue.elements
    static let filters = elements.filter { $0.kind == .filter }.map { "\($0.metadata.factoryName)" }

    /// A filter with the settings of its example; of a text in quotes the first word, which needs none.
    static func example(_ filter: String) -> String {
        let metadata = elements.first { "\($0.metadata.factoryName)" == filter }?.metadata
        let words = "\(metadata?.example ?? "")".split(separator: " ").drop { $0 != filter }
        let settings = words.dropFirst().prefix { $0.contains("=") }
        let whole = settings.firstIndex { $0.contains("\"") }.map { settings[...$0] } ?? settings
        return ([filter] + whole.map { $0.filter { $0 != "\"" } }).joined(separator: " ")
    }

    /// Some of a list, or the one of SWIFTVIDEO_ELEMENT.
    static func some(of names: [String], _ count: Int, _ salt: String) -> [String] {
        if let only = Sample.element { return names.filter { $0 == only } }
        return Sample.some(of: names, count, salt)
    }
}
