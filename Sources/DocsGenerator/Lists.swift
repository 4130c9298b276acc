// SPDX-License-Identifier: MIT
import Effects
import ElementKit
// For JSON, files and texts: this program is no part of the plugin.
import Foundation

/// An element as scripts read it.
private struct ListedElement: Encodable {
    struct Recipe: Encodable {
        let task, launch: String
    }

    struct Property: Encodable {
        let name, type, initial, description: String
        /// Of numbers.
        let minimum, maximum: String?
        /// Of enums.
        let choices: [String]?
        let readOnly: Bool
    }

    let name, family, kind, title, description, example, classification, since: String
    let inputs, outputs: [String]
    let recipes: [Recipe]
    let properties: [Property]

    init(_ element: any Element) {
        let metadata = element.metadata
        name = "\(metadata.factoryName)"
        (family, kind) = ("\(metadata.family.title)", element.kind.rawValue)
        (title, description) = ("\(metadata.longName)", "\(metadata.description)")
        example = "\(metadata.example ?? metadata.factoryName)"
        (classification, since) = ("\(metadata.classification)", "\(metadata.since)")
        (inputs, outputs) = (element.inputFormats.map(\.name), element.outputFormats.map(\.name))
        recipes = metadata.recipes.map { Recipe(task: "\($0.task)", launch: "\($0.launch)") }
        properties = element.propertyDocs.map { property in
            Property(
                name: property.name, type: property.type, initial: property.initial,
                description: property.description, minimum: property.bounds?.least,
                maximum: property.bounds?.greatest,
                choices: property.choices.isEmpty ? nil : property.choices.map(\.nick), readOnly: property.isReadOnly)
        }
    }
}

/// docs/elements.json: a list of elements by family, a line for each.
func elementList(_ elements: [any Element]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try byFamily(elements).flatMap(\.members).map {
        String(decoding: try encoder.encode(ListedElement($0)), as: UTF8.self)
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
}

/// packaging/debian/control with what its package has: the first paragraph of the long description.
func packageDescription(of elements: [any Element], in control: String) throws -> String {
    var lines = control.components(separatedBy: "\n")
    guard let title = lines.firstIndex(where: { $0.hasPrefix("Description:") }),
        let end = lines[title...].firstIndex(of: " .")
    else { throw MissingMarkers(part: "Description of packaging/debian/control") }
    let families = byFamily(elements).map { family, members in
        let names = members.map { "\($0.metadata.longName) (\($0.metadata.factoryName))" }
        return "\(family.title): " + names.joined(separator: ", ") + "."
    }
    let words = ("Elements for GStreamer pipelines. " + families.joined(separator: " ")).split(separator: " ")
    var rows = [""]
    for word in words {
        if rows[rows.count - 1].count + 1 + word.count > 79 { rows.append("") }
        rows[rows.count - 1] += " " + word
    }
    lines.replaceSubrange(title + 1..<end, with: rows)
    return lines.joined(separator: "\n")
}
