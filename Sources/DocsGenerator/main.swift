// SPDX-License-Identifier: MIT
import Elements
// For files and texts: this program is no part of the plugin.
import Foundation

// usage: docs-generator DIRECTORY
//
// Writes from the sources, in DIRECTORY: docs/elements/*.md, docs/elements.json, the lists of elements and formats in README.md,
// and the description in packaging/debian/control.

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: docs-generator DIRECTORY\n".utf8))
    exit(2)
}
let top = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let pages = top.appendingPathComponent("docs/elements", isDirectory: true)
let readme = top.appendingPathComponent("README.md")
let control = top.appendingPathComponent("packaging/debian/control")

do {
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    for element in Catalogue.elements {
        let page = pages.appendingPathComponent("\(element.metadata.factoryName).md")
        try elementPage(element).write(to: page, atomically: true, encoding: .utf8)
    }
    let index = "README.md"
    try elementIndex(Catalogue.elements)
        .write(to: pages.appendingPathComponent(index), atomically: true, encoding: .utf8)
    // A page of an element that is no more.
    let names = Set(Catalogue.elements.map { "\($0.metadata.factoryName).md" } + [index])
    for file in try FileManager.default.contentsOfDirectory(atPath: pages.path) where !names.contains(file) {
        try FileManager.default.removeItem(at: pages.appendingPathComponent(file))
    }
    let list = try elementList(Catalogue.elements)
    try list.write(to: top.appendingPathComponent("docs/elements.json"), atomically: true, encoding: .utf8)
    var text = try String(contentsOf: readme, encoding: .utf8)
    text = try replace("elements", in: text, with: familyTable(Catalogue.elements))
    text = try replace("formats", in: text, with: formatList())
    try text.write(to: readme, atomically: true, encoding: .utf8)
    let package = try packageDescription(of: Catalogue.elements, in: String(contentsOf: control, encoding: .utf8))
    try package.write(to: control, atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("docs-generator: \(error)\n".utf8))
    exit(1)
}
