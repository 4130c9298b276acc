// SPDX-License-Identifier: MIT
import Effects
import ElementKit
import PixelCore
import TestSupport

/// A filter whose declaration says all that the suites need.
protocol DerivedFilter: Element {
    /// Whether frames pass through; nil where the values are not those of its properties.
    func isPassthrough(_ values: [String: String]) -> Bool?
    /// What the effect alone makes of images of one format and size that follow each other.
    func rendered(_ images: [Image], _ values: [String: String], _ colorimetry: Colorimetry) throws -> [Image]
}

extension VideoFilter: DerivedFilter {
    func isPassthrough(_ values: [String: String]) -> Bool? { settings(values).map { Effect.isPassthrough($0) } }

    func rendered(_ images: [Image], _ values: [String: String], _ colorimetry: Colorimetry) throws -> [Image] {
        guard let first = images.first, let settings = settings(values) else {
            throw EffectError("\(metadata.factoryName) has no settings \(values).")
        }
        let effect = Effect()
        try effect.configure(first.info(colorimetry))
        try effect.update(settings)
        return try images.enumerated().map { try $1.rendered(by: effect, at: Int64($0) * 40_000_000) }
    }
}

extension DerivedFilter {
    /// The settings of the example in the declaration, which show what the filter does.
    var exampleValues: [String: String] {
        let metadata = metadata
        let words = "\(metadata.example ?? metadata.factoryName)".split(separator: " ").map { String($0) }
        let own = words.drop { $0 != "\(metadata.factoryName)" }.dropFirst().prefix { $0.contains("=") }
        let pairs = own.map { $0.split(separator: "=", maxSplits: 1).map { String($0) } }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1].filter { $0 != "\"" }) }) { $1 }
    }

    private func bounds(_ property: PropertyDoc) -> (Double, Double)? {
        let words = property.range.split(separator: " ")
        guard let least = words.first.flatMap({ Double($0) }), let greatest = words.last.flatMap({ Double($0) }) else {
            return nil
        }
        return (least, greatest)
    }

    /// Settings with which frames pass through, near those of the example: one number is another, or all are the defaults.
    private func passthroughValues(_ shown: [String: String]) -> [String: String]? {
        let doubles = propertyDocs.filter { $0.type == "double" }
        for property in doubles {
            guard let (least, greatest) = bounds(property) else { continue }
            for value in [property.initial, "0", "1", "\(least)", "\(greatest)"] {
                let trial = shown.merging([property.name: value]) { $1 }
                if isPassthrough(trial) == true { return trial }
            }
        }
        let initial = Dictionary(uniqueKeysWithValues: propertyDocs.map { ($0.name, $0.initial) })
        let defaults = shown.reduce(into: [:]) { $0[$1.key] = initial[$1.key] }
        return isPassthrough(defaults) == true ? defaults : nil
    }

    /// What the suites need to know of the filter.
    func subject() -> Subject {
        let (factory, shown) = ("\(metadata.factoryName)", exampleValues)
        let passthrough = passthroughValues(shown)
        let initial = Dictionary(uniqueKeysWithValues: propertyDocs.map { ($0.name, $0.initial) })
        // A number that passes frames through has a value in the example too, if only its default.
        let most = (passthrough ?? [:]).reduce(into: shown) { $0[$1.key] = $0[$1.key] ?? initial[$1.key] }
        let doubles = propertyDocs.filter { $0.type == "double" }.map(\.name)
        let values = { @Sendable (amount: Double) -> [String: String] in
            guard let passthrough else { return most }
            return most.reduce(into: [:]) { result, pair in
                let (name, text) = pair
                let other = passthrough[name] ?? text
                if doubles.contains(name), let low = Double(other), let high = Double(text), amount != 0, amount != 1 {
                    result[name] = "\(low + amount * (high - low))"
                } else {
                    result[name] = amount == 0 ? other : text
                }
            }
        }
        return Subject(
            factory: factory, amount: doubles.first { passthrough?[$0] != most[$0] } ?? doubles.first,
            isPassthroughAtZero: passthrough != nil, treatsRowsAlike: treatsRowsAlike(most),
            keepsAlpha: !changesAlpha(most), changesAllFormats: false, remembers: remembers(most),
            isExhaustive: factory == Sample.element, values: values
        ) { image, amount, colorimetry in
            guard let result = try self.rendered([image], values(amount), colorimetry).first else { return image }
            return amount == 0 && passthrough != nil ? image : result
        }
    }

    private func remembers(_ values: [String: String]) -> Bool {
        guard let images = try? [1, 2].map({ try Image(.rgb, 16, 8, seed: $0) }),
            let both = try? rendered(images, values, .usual(.rgb)),
            let second = try? rendered([images[1]], values, .usual(.rgb))
        else { return false }
        return both[1].bytes != second[0].bytes
    }

    private func treatsRowsAlike(_ values: [String: String]) -> Bool {
        guard var image = try? Image(.bgrx, 6, 13) else { return false }
        image.bytes = image.bytes.map { _ in 200 }
        guard let bytes = try? rendered([image], values, .usual(.bgrx)).first?.bytes else { return false }
        return bytes.indices.allSatisfy { bytes[$0] == bytes[$0 % 24] }
    }

    private func changesAlpha(_ values: [String: String]) -> Bool {
        guard let image = try? Image(.rgba, 16, 8, seed: 5),
            let bytes = try? rendered([image], values, .usual(.rgba)).first?.bytes
        else { return false }
        return stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] != image.bytes[$0] }
    }
}
