// SPDX-License-Identifier: MIT
import Effects
import ElementKit
// For files and texts: this program is no part of the plugin.
import Foundation
import PixelCore

/// The page of one element, in Markdown: what it does, how to use it, its properties, and the fine print last.
func elementPage(_ element: any Element) -> String {
    let metadata = element.metadata
    let images = metadata.images.map { image in
        "![\(image.caption)](../images/\(image.file))\n\n\(sentence("\(image.caption)"))\n\n"
    }.joined()
    let example = metadata.example ?? metadata.factoryName
    let recipes = metadata.recipes.map { "\($0.task):\n\n```sh\n\(wrapped("\($0.launch)"))\n```\n\n" }.joined()
    let rows = propertyTable(element.propertyDocs)
    let choices = choiceTable(element.propertyDocs)
    let pads =
        element.padDocs.isEmpty
        ? ""
        : """
        ## Properties of pads

        \(propertyTable(element.padDocs))
        \(choiceTable(element.padDocs))
        They may be changed while the pipeline plays, and a `GstController` can drive them: `sink_1::alpha=0.5` in a launch line.


        """
    let before = element.propertyDocs.filter(\.needsReady).map { code($0.name) }
    let exception = before.isEmpty ? "" : " but \(before.joined(separator: " and ")), which is set before,"
    let all = element.propertyDocs.contains(where: \.isReadOnly) ? "Except for read-only ones, all" : "All"
    let settable = all + exception
    let input = element.kind == .source ? "" : "videotestsrc ! "
    let details = "\(metadata.details)".isEmpty ? "" : "## Details\n\n\(metadata.details)\n\n"
    return """
        <!-- Written by `make docs` from the element's declaration; change that. -->
        # \(metadata.factoryName)

        \(metadata.longName). \(metadata.description).

        ```sh
        \(wrapped("gst-launch-1.0 \(input)\(example) ! videoconvert ! autovideosink"))
        ```

        \(images)\(recipes)## Properties

        \(rows)
        \(choices)
        \(settable) may be changed while the pipeline plays.\(controllable(element))

        \(pads)## Formats

        \(formatText(element))

        \(details)## For applications

        \(metadata.family.title). Class `\(metadata.classification)`, GObject type `\(metadata.typeName)`, plugin `swiftvideo`.

        Since: \(metadata.since)

        """
}

/// A table of properties.
private func propertyTable(_ properties: [PropertyDoc]) -> String {
    let rows = properties.map { property in
        let cells = [
            code(property.name), property.type + (property.isReadOnly ? ", read-only" : ""), property.range,
            code(property.initial), sentence(property.description),
        ]
        return "| " + cells.map(cell).joined(separator: " | ") + " |"
    }
    return """
        | name | type | range | default | what it does |
        | --- | --- | --- | --- | --- |
        \(rows.joined(separator: "\n"))
        """
}

/// What the choices of properties mean; nothing where none has any.
private func choiceTable(_ properties: [PropertyDoc]) -> String {
    let choices = properties.flatMap { property in
        property.choices.map { "| \(code(property.name)) | \(code($0.nick)) | \(cell(sentence($0.label))) |" }
    }
    guard !choices.isEmpty else { return "" }
    return """

        | property | value | meaning |
        | --- | --- | --- |
        \(choices.joined(separator: "\n"))

        """
}

/// A launch line of at most 120 characters as it is; a longer one with each branch on rows of its own, broken before a `!`.
private func wrapped(_ line: String) -> String {
    guard line.count > 120 else { return line }
    var rows = [""]
    // Of the elements and pads between two `!`; the first has gst-launch-1.0 and its options too.
    var segment = ""
    func endSegment() {
        if let last = rows.last, !last.isEmpty, last.count + segment.count > 110 {
            rows.append("    " + segment)
        } else {
            rows[rows.count - 1] += (rows.last == "" || rows.last == "    " ? "" : " ") + segment
        }
    }
    var previous = "!"
    for word in line.split(separator: " ").map(String.init) {
        let isFirst = previous == "gst-launch-1.0" || previous.hasPrefix("-")
        let isBranch = previous != "!" && !isFirst && !word.contains("=") && !word.hasPrefix("-")
        if word == "!" || isBranch {
            endSegment()
            segment = word
            if word != "!" { rows.append("    ") }
        } else {
            segment += (segment.isEmpty ? "" : " ") + word
        }
        previous = word
    }
    endSegment()
    return rows.joined(separator: " \\\n")
}

/// Text with a full stop where it lacks one.
private func sentence(_ text: String) -> String {
    guard let last = text.last else { return "" }
    return ".!?".contains(last) ? text : text + "."
}

/// A word of code; nothing where there is none.
private func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }

/// What an element takes and makes.
private func formatText(_ element: any Element) -> String {
    func names(_ formats: [PixelFormat]) -> String { formats.map(\.name).joined(separator: ", ") }
    guard element.kind != .source else { return names(element.outputFormats) + ".\n\nFrames are in system memory." }
    guard element.inputFormats != element.outputFormats else {
        return names(element.inputFormats)
            + ".\n\n\(element.kind == .mixer ? "Inputs may differ in format; see Details for that of the output" : "The output has the format of the input"). Frames are in system memory."
    }
    return "Input: \(names(element.inputFormats)).\n\nOutput: \(names(element.outputFormats))."
        + "\n\nEvery input format can become every output format. Frames are in system memory."
}

/// The README's list of elements, a row for each family.
func familyTable(_ elements: [any Element]) -> String {
    let rows = byFamily(elements).map { family, members in
        let names = members.map { "[`\($0.metadata.factoryName)`](docs/elements/\($0.metadata.factoryName).md)" }
        return "| \(family.title) | \(names.joined(separator: ", ")) |"
    }
    return """
        | | |
        | --- | --- |
        \(rows.joined(separator: "\n"))
        """
}

/// The list of all pages: what each element does, by family.
func elementIndex(_ elements: [any Element]) -> String {
    let parts = byFamily(elements).map { family, members in
        let rows = members.map { element in
            let metadata = element.metadata
            let name = "\(metadata.factoryName)"
            return "| [`\(name)`](\(name).md) | \(cell(sentence("\(metadata.description)"))) |"
        }
        return """
            ## \(family.title)

            | element | what it does |
            | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
    return """
        <!-- Written by `make docs` from the elements' declarations; change those. -->
        # Elements

        \(parts.joined(separator: "\n"))
        """
}

/// The elements of each family that has some.
func byFamily(_ elements: [any Element]) -> [(family: ElementFamily, members: [any Element])] {
    ElementFamily.allCases.compactMap { family in
        let members = elements.filter { $0.metadata.family == family }
        return members.isEmpty ? nil : (family, members)
    }
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

/// Text for a cell of a table.
private func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

/// What a `GstController` can drive; nothing where that is nothing that shows.
private func controllable(_ element: any Element) -> String {
    guard element.propertyDocs.contains(where: { $0.isControllable && $0.name != "n-threads" }) else { return "" }
    // Those that are set before are not among all that may be changed.
    let rest = element.propertyDocs.contains { !$0.isControllable && !$0.needsReady }
    let all = element.propertyDocs.contains(where: \.needsReady) ? "these" : "all"
    return " A `GstController` can drive \(all)\(rest ? " but texts, lists of numbers, files and read-only ones" : "")."
}
