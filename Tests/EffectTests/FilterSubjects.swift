// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import KernelTypes
import TestSupport
import Testing

/// A filter with settings, as tests of all filters take it.
struct FilterSubject: Sendable, CustomTestStringConvertible {
    let name: String
    let testDescription: String
    let isPassthrough: Bool
    /// Whether a law that is not linear is limited to R'G'B' before it is stored.
    var isLimited = true
    /// Its effect, configured and updated.
    let open: @Sendable (any KernelSet.Type, VideoInfo) throws -> OpenFilter
    typealias Reading =
        @Sendable (_ width: Int, _ height: Int, @escaping @Sendable (Int, Int, Int) -> Double) -> FilterReading
    let reading: Reading
    /// Readings with settings so near that single precision hardly tells them apart.
    var near: [Reading] = []

    init<F: Filter>(_ settings: F, _ text: String) {
        self.init(law: settings, text, name: "\(F.metadata.factoryName)")
        near = settings.near(F.properties).map(Self.reading)
    }

    /// A law alone.
    init<F: PixelLaw>(law settings: F, _ text: String, name: String = "\(F.self)") {
        self.name = name
        testDescription = text
        isPassthrough = settings.isPassthrough
        open = { kernels, video in
            let effect = FilterEffect<F>(kernels: kernels)
            try effect.configure(video)
            try effect.update(settings)
            return OpenFilter(
                render: { frame, bands in
                    try withExtendedLifetime(frame) { try effect.render(frame.frame, bands: bands) }
                })
        }
        reading = Self.reading(settings)
    }

    private static func reading<F: PixelLaw>(_ settings: F) -> Reading {
        { width, height, source in FilterReading(settings, width: width, height: height, source: source) }
    }

    /// A blend with a second frame, whose colours `colors` tells, or without it. What is rendered is the first one.
    init<B: Blend>(
        _ settings: B, _ second: TestFrame, _ text: String = "\(B.self)", hasSecond: Bool = true,
        colors: @escaping @Sendable (_ component: Int, _ x: Int, _ y: Int) -> Double
    ) {
        (name, testDescription, isPassthrough) = ("\(B.self)", text, false)
        let (width, height) = (second.width, second.height)
        let hasAlpha = second.format.alphaOffset != nil
        let kept = KeptFrame(frame: second)
        open = { kernels, video in
            let effect = BlendEffect<B>(kernels: kernels)
            try effect.configure(video)
            try effect.update(settings)
            return OpenFilter(
                render: { frame, bands in
                    let first = frame.copy()
                    try withExtendedLifetime((frame, first, kept.frame)) {
                        try effect.render(
                            frame.frame, first: first.frame, second: hasSecond ? kept.frame.frame : nil, bands: bands)
                    }
                })
        }
        reading = { _, _, source in
            FilterReading(settings, width: width, height: height, hasAlpha: hasAlpha, hasSecond: hasSecond) {
                image, component, x, y in
                image == 0 ? source(component, x, y) : colors(component, x, y)
            }
        }
    }

    /// Every filter with settings of its published examples, or its defaults, and with settings by chance.
    static func all(_ generator: inout Generator, random count: Int) -> [FilterSubject] {
        (FilterCatalogue.filters + FilterCatalogue.sources.map { $0 as any Filter.Type })
            .filter { Sample.tests("\($0.metadata.factoryName)") }.flatMap { subjects($0, count, &generator) }
    }

    private static func subjects<F: Filter>(_: F.Type, _ count: Int, _ generator: inout Generator) -> [FilterSubject] {
        let name = "\(F.metadata.factoryName)"
        let known = F.examples.isEmpty ? [F()] : F.examples.map(\.settings)
        return known.enumerated().map { FilterSubject($1, "\(name), example \($0)") }
            + (0..<count).map { _ in
                let (settings, text) = F.random(&generator)
                return FilterSubject(settings, name + text)
            }
    }
}

/// Safe: nobody writes the frame.
private struct KeptFrame: @unchecked Sendable {
    let frame: TestFrame
}

struct OpenFilter {
    let render: (TestFrame, BandExecutor) throws -> Void
}

extension Filter {
    /// Settings by chance, and how a launch line would have them.
    static func random(_ generator: inout Generator) -> (Self, String) { random(properties, &generator) }
}

extension EffectSettings {
    /// Settings of which one number is a millionth more or less.
    func near(_ properties: [Property<Self>]) -> [Self] {
        properties.flatMap { property -> [Self] in
            guard case (.double(let range), .double(let value)) = (property.kind, property.read(self)) else {
                return []
            }
            return [-1e-6, 1e-6].map {
                var settings = self
                let near = value + $0 * max(value.magnitude, 1e-3)
                property.store(&settings, .double(min(max(near, range.lowerBound), range.upperBound)))
                return settings
            }
        }
    }

    /// Settings by chance, half of them near the defaults, and how a launch line would have them.
    static func random(_ properties: [Property<Self>], _ generator: inout Generator) -> (Self, String) {
        var settings = Self()
        var text = ""
        for property in properties {
            let value: PropertyValue
            switch (property.kind, property.read(settings)) {
            case (.double(let range), .double(let start)):
                let any = Double.random(in: range, using: &generator)
                value = .double(Bool.random(using: &generator) ? any : start + (any - start) / 8)
            case (.int(let range), _):
                value = .int(Int64(Int32.random(in: range, using: &generator)))
            case (.uint(let range), _):
                value = .int(Int64(UInt32.random(in: range, using: &generator)))
            case (.boolean, _):
                value = .int(Bool.random(using: &generator) ? 1 : 0)
            case (.choice(_, let cases), _):
                value = .int(Int64(cases.randomElement(using: &generator)?.value ?? 0))
            case (.numbers(let list), _):
                guard let numbers = list.random(&generator) else { continue }
                value = .numbers(numbers)
            case (.file(let kind), _):
                let location = "\(generator.next())"
                guard let content = try? SampleFile.read(location, kind) else {
                    Issue.record("There is no file for \(property.name)")
                    continue
                }
                value = .file(location: location, content)
            default:
                continue
            }
            property.store(&settings, value)
            switch value {
            case .double(let number): text += " \(property.name)=\(number)"
            case .int(let number): text += " \(property.name)=\(number)"
            case .numbers(let numbers): text += " \(property.name)=\(numbers)"
            case .file(let location, _): text += " \(property.name)=\(location ?? "")"
            default: break
            }
        }
        return (settings, text)
    }
}
