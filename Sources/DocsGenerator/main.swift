import Elements
// For files and text: this tool is no part of the plugin.
import Foundation

// usage: docs-generator DIRECTORY
//
// Writes DIRECTORY/docs/elements/*.md and the lists of elements and formats in DIRECTORY/README.md from the sources.

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: docs-generator DIRECTORY\n".utf8))
    exit(2)
}
let top = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let pages = top.appendingPathComponent("docs/elements", isDirectory: true)
let readme = top.appendingPathComponent("README.md")

do {
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    for element in Catalogue.elements {
        let page = pages.appendingPathComponent("\(element.metadata.factoryName).md")
        try elementPage(element).write(to: page, atomically: true, encoding: .utf8)
    }
    var text = try String(contentsOf: readme, encoding: .utf8)
    text = try replace("elements", in: text, with: elementTable(Catalogue.elements))
    text = try replace("formats", in: text, with: formatList())
    try text.write(to: readme, atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("docs-generator: \(error)\n".utf8))
    exit(1)
}
