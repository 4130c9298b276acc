// SPDX-License-Identifier: MIT
internal import CElementShim
public import Effects
public import PixelCore
internal import PixelKernels

/// An element of the catalogue.
public protocol Element: Sendable {
    var metadata: ElementMetadata { get }
    var kind: ElementKind { get }
    /// Properties as documentation has them.
    var propertyDocs: [PropertyDoc] { get }
    /// Those of its request pads.
    var padDocs: [PropertyDoc] { get }
    /// What it takes, and what it makes of that.
    var inputFormats: [PixelFormat] { get }
    var outputFormats: [PixelFormat] { get }
    /// Registers the element with a GstPlugin.
    func register(plugin: OpaquePointer) -> Bool
}

extension Element {
    public var kind: ElementKind { .filter }
    public var padDocs: [PropertyDoc] { [] }
    public var inputFormats: [PixelFormat] { PixelFormat.allCases }
    public var outputFormats: [PixelFormat] { PixelFormat.allCases }
}

/// GStreamer's names of formats in braces, in memory that is never freed.
func formatList(_ formats: [PixelFormat]) -> UnsafePointer<CChar> {
    immortal("{ " + formats.map(\.name).joined(separator: ", ") + " }")
}

/// That of all formats, which most elements have.
nonisolated(unsafe) private let allFormats = formatList(PixelFormat.allCases)

/// What C's callbacks are given that need no instance of an element.
struct ElementContext {
    let properties: any ElementProperties
    /// Whether frames leave as they came; of elements that C asks.
    var isPassthrough: (UnsafePointer<SwvValue>) -> Bool = { _ in false }
    /// Whether frames are looked at alone; of elements that C asks.
    var onlyReads: (UnsafePointer<SwvValue>) -> Bool = { _ in false }
    var makeRenderer: () -> Renderer = { Renderer() }

    /// What C registers of any element. The context is kept for ever.
    func element(_ metadata: ElementMetadata) -> SwvElement {
        let level = CPULevel.current
        let (rows, presets) = (properties.rows, properties.presetValues)
        return SwvElement(
            factory_name: metadata.factoryName.cString, type_name: metadata.typeName.cString,
            long_name: metadata.longName.cString, classification: metadata.classification.cString,
            family: metadata.family.title.cString, description: metadata.description.cString,
            author: StaticString("The swiftvideo authors").cString, formats: allFormats,
            properties: immortal(rows), property_count: rows.count, presets: presets.isEmpty ? nil : immortal(presets),
            preset_count: presets.count, cpu_level: level.name.cString,
            cpu_level_forced_unusable: CPULevel.forcedLevelIsUnusable, context: UnsafeRawPointer(Box(self).retained()),
            compute: { context, values, index in elementContext(context).properties.compute(index, values) },
            load_preset: properties.hasPresets
                ? { context, members, count, values, error in
                    succeeds(error) {
                        let members = UnsafeBufferPointer(start: members, count: count)
                        try elementContext(context).properties.loadPreset(members, values)
                    }
                } : nil,
            check_numbers: { context, index, numbers, count, error in
                succeeds(error) {
                    let numbers = Array(UnsafeBufferPointer(start: numbers, count: count))
                    guard case .numbers(let list)? = elementContext(context).properties.kind(index) else { return }
                    if let refusal = list.refusal(numbers) { throw EffectError(refusal) }
                }
            },
            load_file: { context, index, location, error in
                made(error) {
                    guard case .file(let kind)? = elementContext(context).properties.kind(index) else {
                        throw EffectError("This property takes no file.")
                    }
                    return Box(try readFile(bytes: location, kind))
                }
            },
            write_preset: properties.hasPresets
                ? { context, values, take, data in
                    let text = elementContext(context).properties.presetText(values)
                    text.withCString { take(data, $0, text.utf8.count) }
                } : nil,
            create: { Unmanaged.passRetained(elementContext($0).makeRenderer()).toOpaque() },
            destroy: { Unmanaged<Renderer>.fromOpaque($0).release() },
            configure: { effect, info, geometry, error in
                succeeds(error) { geometry.pointee = try of(effect, Renderer.self).configure(info.pointee) }
            },
            reset: { of($0, Renderer.self).reset() })
    }
}

/// The context that C was given.
func elementContext(_ pointer: UnsafeRawPointer) -> ElementContext { of(pointer, Box<ElementContext>.self).value }
