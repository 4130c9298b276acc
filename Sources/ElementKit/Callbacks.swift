internal import CElementShim
internal import Effects
internal import PixelCore
internal import PixelKernels

extension AnyFilterAdapter {
    /// The descriptor that C registers. The adapter is kept for ever.
    func descriptor(_ metadata: ElementMetadata, rows: [SwvProperty]) -> SwvVideoFilterDescriptor {
        let level = CPULevel.current
        let looks = looks
        return SwvVideoFilterDescriptor(
            factory_name: metadata.factoryName.cString, type_name: metadata.typeName.cString,
            long_name: metadata.longName.cString, classification: metadata.classification.cString,
            description: metadata.description.cString, author: StaticString("The swiftvideo authors").cString,
            formats: immortal("{ " + PixelFormat.allCases.map(\.name).joined(separator: ", ") + " }"),
            properties: immortal(rows), property_count: rows.count, looks: looks.isEmpty ? nil : immortal(looks),
            look_count: looks.count, cpu_level: level.name.cString,
            cpu_level_forced_unusable: CPULevel.forcedLevelIsUnusable,
            context: UnsafeRawPointer(Unmanaged.passRetained(self).toOpaque()),
            is_neutral: { context, values in AnyFilterAdapter.of(context).isNeutral(values) },
            compute: { context, values, index in AnyFilterAdapter.of(context).compute(index, values) },
            load_preset: hasPresets
                ? { context, members, count, values, error in
                    succeeds(error) {
                        let members = UnsafeBufferPointer(start: members, count: count)
                        try AnyFilterAdapter.of(context).loadPreset(members, values)
                    }
                } : nil,
            write_preset: hasPresets
                ? { context, values, take, data in
                    let text = AnyFilterAdapter.of(context).presetText(values)
                    text.withCString { take(data, $0, text.utf8.count) }
                } : nil,
            create: { context in
                Unmanaged.passRetained(AnyFilterAdapter.of(context).makeRenderer()).toOpaque()
            },
            destroy: { Unmanaged<AnyFilterRenderer>.fromOpaque($0).release() },
            configure: { effect, info, geometry, error in
                succeeds(error) { geometry.pointee = try AnyFilterRenderer.of(effect).configure(info.pointee) }
            },
            reset: { AnyFilterRenderer.of($0).reset() },
            render: { effect, frame, values, serial, pool, report, error in
                succeeds(error) {
                    let renderer = AnyFilterRenderer.of(effect)
                    try renderer.render(frame.pointee, values, serial: serial, pool: pool)
                    if let told = renderer.report { report.pointee.take(told) }
                }
            })
    }

    private static func of(_ context: UnsafeRawPointer) -> AnyFilterAdapter {
        Unmanaged.fromOpaque(context).takeUnretainedValue()
    }
}

extension AnyFilterRenderer {
    fileprivate static func of(_ effect: UnsafeMutableRawPointer) -> AnyFilterRenderer {
        Unmanaged.fromOpaque(effect).takeUnretainedValue()
    }
}

extension SwvReport {
    /// Refers to the arrays of `report`.
    fileprivate mutating func take(_ report: EffectReport) {
        withUnsafeMutableBytes(of: &arrays) { memory in
            let rows = memory.bindMemory(to: SwvArray.self)
            for (i, array) in report.arrays.prefix(rows.count).enumerated() {
                rows[i] = SwvArray(
                    name: array.name.cString, values: array.values.baseAddress, count: array.values.count)
            }
        }
        array_count = min(report.arrays.count, Int(SWV_MAX_ARRAYS))
    }
}

/// Runs `body`; no Swift error crosses into C, its text does.
private func succeeds(_ result: UnsafeMutablePointer<SwvError>, _ body: () throws -> Void) -> Bool {
    do {
        try body()
        return true
    } catch {
        let text = (error as? EffectError)?.message ?? "\(error)"
        withUnsafeMutableBytes(of: &result.pointee.message) { message in
            // One byte stays for the terminator; a character is written whole or not at all.
            var end = text.startIndex
            while end < text.endIndex {
                let next = text.index(after: end)
                guard text.utf8.distance(from: text.startIndex, to: next) < message.count else { break }
                end = next
            }
            let bytes = text[..<end].utf8
            message.copyBytes(from: bytes)
            message[bytes.count] = 0
        }
        return false
    }
}
