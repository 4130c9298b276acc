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
    /// What it takes, and what it makes of that.
    var inputFormats: [PixelFormat] { get }
    var outputFormats: [PixelFormat] { get }
    /// Registers the element with a GstPlugin.
    func register(plugin: OpaquePointer) -> Bool
}

extension Element {
    public var kind: ElementKind { .filter }
    public var inputFormats: [PixelFormat] { PixelFormat.allCases }
    public var outputFormats: [PixelFormat] { PixelFormat.allCases }
}

/// GStreamer's names of formats in braces, in memory that is never freed.
func formatList(_ formats: [PixelFormat]) -> UnsafePointer<CChar> {
    immortal("{ " + formats.map(\.name).joined(separator: ", ") + " }")
}

extension ElementMetadata {
    /// What C registers of any element. The adapter is kept for ever.
    func element(_ rows: [SwvProperty], adapter: AnyAdapter) -> SwvElement {
        let level = CPULevel.current
        let looks = adapter.looks
        return SwvElement(
            factory_name: factoryName.cString, type_name: typeName.cString, long_name: longName.cString,
            classification: classification.cString, family: family.title.cString, description: description.cString,
            author: StaticString("The swiftvideo authors").cString,
            formats: formatList(PixelFormat.allCases),
            properties: immortal(rows), property_count: rows.count, looks: looks.isEmpty ? nil : immortal(looks),
            look_count: looks.count, cpu_level: level.name.cString,
            cpu_level_forced_unusable: CPULevel.forcedLevelIsUnusable,
            context: UnsafeRawPointer(Unmanaged.passRetained(adapter).toOpaque()),
            compute: { context, values, index in of(context, AnyAdapter.self).compute(index, values) },
            load_preset: adapter.hasPresets
                ? { context, members, count, values, error in
                    succeeds(error) {
                        let members = UnsafeBufferPointer(start: members, count: count)
                        try of(context, AnyAdapter.self).loadPreset(members, values)
                    }
                } : nil,
            check_numbers: { context, index, numbers, count, error in
                succeeds(error) {
                    let numbers = Array(UnsafeBufferPointer(start: numbers, count: count))
                    guard case .numbers(let list)? = of(context, AnyAdapter.self).propertyKind(index) else { return }
                    if let refusal = list.refusal(numbers) { throw EffectError(refusal) }
                }
            },
            load_file: { context, index, location, error in
                made(error) {
                    guard case .file(let kind)? = of(context, AnyAdapter.self).propertyKind(index) else {
                        throw EffectError("This property takes no file.")
                    }
                    return AnyContent(try readFile(bytes: location, kind))
                }
            },
            write_preset: adapter.hasPresets
                ? { context, values, take, data in
                    let text = of(context, AnyAdapter.self).presetText(values)
                    text.withCString { take(data, $0, text.utf8.count) }
                } : nil,
            create: { context in Unmanaged.passRetained(of(context, AnyAdapter.self).makeRenderer()).toOpaque() },
            destroy: { Unmanaged<AnyRenderer>.fromOpaque($0).release() },
            configure: { effect, info, geometry, error in
                succeeds(error) { geometry.pointee = try of(effect, AnyRenderer.self).configure(info.pointee) }
            },
            reset: { of($0, AnyRenderer.self).reset() })
    }
}

/// An element for C's callbacks to see, whatever its effect.
class AnyAdapter {
    func compute(_ index: Int, _ values: UnsafePointer<SwvValue>) -> Int64 { 0 }
    /// What values a property has.
    func propertyKind(_ index: Int) -> PropertyKind? { nil }
    var hasPresets: Bool { false }
    var looks: [SwvLook] { [] }
    func loadPreset(
        _ members: UnsafeBufferPointer<SwvNamedValue>, _ values: UnsafeMutablePointer<SwvValue>
    ) throws {}
    func presetText(_ values: UnsafePointer<SwvValue>) -> String { "" }
    func makeRenderer() -> AnyRenderer { AnyRenderer() }
}

/// An element's instance for C's callbacks to see, whatever its effect.
class AnyRenderer {
    func configure(_ info: SwvVideoInfo) throws -> SwvGeometry { SwvGeometry() }
    func reset() {}
}
