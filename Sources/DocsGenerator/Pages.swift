import ElementKit
// For files and text: this tool is no part of the plugin.
import Foundation
import PixelCore

/// The page of one element, in Markdown.
func elementPage(_ element: any Element) -> String {
    let metadata = element.metadata
    let pictures = metadata.pictures.map { "\n![\($0.file)](../images/\($0.file))\n\n\($0.caption).\n" }.joined()
    let example = metadata.example ?? metadata.factoryName
    let rows = element.propertyDocs.map { property in
        let cells = [
            "`\(property.name)`", property.type + (property.isReadOnly ? ", read-only" : ""), property.range,
            property.initial, property.description,
        ]
        return "| " + cells.map(cell).joined(separator: " | ") + " |"
    }
    let choices = element.propertyDocs.flatMap { property in
        property.choices.map { "| `\(property.name)` | `\($0.nick)` | \(cell($0.label)) |" }
    }
    let choiceTable =
        choices.isEmpty
        ? ""
        : """

        | property | choice | what it is |
        | --- | --- | --- |
        \(choices.joined(separator: "\n"))

        """
    let settable = element.propertyDocs.contains(where: \.isReadOnly) ? "Read-only ones apart, all" : "All"
    return """
        <!-- Written by `make docs` from the element's declaration; change that. -->
        # \(metadata.factoryName)

        \(metadata.longName). \(metadata.description).
        \(pictures)
        ## Example launch line

        ```sh
        gst-launch-1.0 videotestsrc ! \(example) ! videoconvert ! autovideosink
        ```

        \(metadata.details)

        ## Properties

        | name | type | range | default | what it does |
        | --- | --- | --- | --- | --- |
        \(rows.joined(separator: "\n"))
        \(choiceTable)
        \(settable) may be changed while the pipeline plays, and all but strings can be driven by a `GstController`.

        ## Formats

        \(formatText(element))

        ## For applications

        Class `\(metadata.classification)`, GObject type `\(metadata.typeName)`, plugin `swiftvideo`.

        Since: \(metadata.since)

        """
}

/// What an element takes and makes.
private func formatText(_ element: any Element) -> String {
    func names(_ formats: [PixelFormat]) -> String { formats.map(\.name).joined(separator: ", ") }
    guard element.inputFormats != element.outputFormats else {
        return names(element.inputFormats) + "\n\nThe element works on all of them as they are, in system memory."
    }
    return "Input: \(names(element.inputFormats))\n\nOutput: \(names(element.outputFormats))"
        + "\n\nThe element makes every one of the latter of any of the former, in system memory."
}

/// The README's table of elements.
func elementTable(_ elements: [any Element]) -> String {
    let rows = elements.map { element in
        let metadata = element.metadata
        let name = "\(metadata.factoryName)"
        let names = element.propertyDocs.map { "`\($0.name)`" + ($0.isReadOnly ? " (read-only)" : "") }
        let properties =
            names.count > 24
            ? "\(names.count), from \(names[0]) to \(names[names.count - 1])" : names.joined(separator: ", ")
        return "| [`\(name)`](docs/elements/\(name).md) | \(cell("\(metadata.description)")) | \(properties) |"
    }
    return """
        | element | what it does | properties |
        | --- | --- | --- |
        \(rows.joined(separator: "\n"))
        """
}

/// The README's list of formats.
func formatList() -> String {
    func line(_ title: String, _ belongs: (PixelLayout) -> Bool) -> String {
        let names = PixelFormat.allCases.filter { belongs($0.layout) }.map(\.name)
        return "- \(title): \(names.joined(separator: ", "))"
    }
    return [
        line("8-bit Y'CbCr") { $0.model == .ycbcr && $0.depth == 8 },
        line("8-bit R'G'B'") { $0.model == .rgb && $0.depth == 8 },
        line("more bits") { $0.model != .gray && $0.depth > 8 },
        line("gray") { $0.model == .gray },
    ].joined(separator: "\n")
}

/// Why a part of the README could not be written.
struct MissingMarkers: Error {
    let part: String
}

/// The README with what is between the two markers of `part` replaced.
func replace(_ part: String, in text: String, with new: String) throws -> String {
    let (begin, end) = ("<!-- \(part): written by make docs -->\n", "<!-- end of \(part) -->")
    guard let head = text.range(of: begin), let tail = text.range(of: end), head.upperBound <= tail.lowerBound else {
        throw MissingMarkers(part: part)
    }
    return text[..<head.upperBound] + new + "\n" + text[tail.lowerBound...]
}

/// Text that may stand in a table.
private func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
