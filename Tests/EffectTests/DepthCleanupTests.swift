// SPDX-License-Identifier: MIT
import Effects
import Foundation
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Small videos, and what a second writing of the laws in Python makes of them: Tests/Conformance/depth/generate.py.
private struct Conformance: Decodable {
    struct Case: Decodable {
        let video: String
        let settings: [String: Value]
        let expected: [[[UInt16]]]
    }

    enum Value: Decodable {
        case flag(Bool)
        case number(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    let videos: [String: [[[UInt16]]]]
    let cases: [Case]

    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Conformance/depth/cases.json")

    static func read() throws -> Conformance {
        try JSONDecoder().decode(Conformance.self, from: Data(contentsOf: file))
    }
}

extension DepthSettings {
    /// Settings that leave depth as it is, in deep gray.
    static var unchanged: DepthSettings {
        var settings = DepthSettings()
        settings.autoRange = .off
        settings.far = 65.535
        return settings
    }

    fileprivate mutating func set(_ name: String, _ value: Conformance.Value) throws {
        switch (name, value) {
        case ("decimation", .number(let n)): decimation = Int32(n)
        case ("threshold", .flag(let on)): usesThreshold = on
        case ("threshold-min", .number(let n)): thresholdMin = n
        case ("threshold-max", .number(let n)): thresholdMax = n
        case ("spatial", .flag(let on)): usesSpatial = on
        case ("spatial-alpha", .number(let n)): spatialAlpha = n
        case ("spatial-delta", .number(let n)): spatialDelta = Int32(n)
        case ("spatial-iterations", .number(let n)): spatialIterations = Int32(n)
        case ("spatial-holes", .number(let n)): spatialHoles = Int32(n)
        case ("temporal", .flag(let on)): usesTemporal = on
        case ("temporal-alpha", .number(let n)): temporalAlpha = n
        case ("temporal-delta", .number(let n)): temporalDelta = Int32(n)
        case ("temporal-persistence", .number(let n)):
            persistence = try #require(DepthTemporalPersistence(rawValue: Int32(n)))
        case ("hole-filling", .text("left")): holeFilling = .left
        case ("hole-filling", .text("farthest")): holeFilling = .farthest
        case ("hole-filling", .text("nearest")): holeFilling = .nearest
        case ("smoothing", .flag(let on)): smooths = on
        default: throw EffectError("no such setting: \(name)")
        }
    }
}

@Suite("Depth clean-up against a second writing of its laws")
struct DepthCleanupTests {
    /// The frames of a video after the clean-up.
    private func cleaned(
        _ video: [[[UInt16]]], _ settings: DepthSettings, _ format: PixelFormat, _ level: CPULevel,
        _ bands: BandExecutor = .serial
    ) throws -> [[[UInt16]]] {
        let (width, height) = (video[0][0].count, video[0].count)
        let reduction = DepthEffect.reduction(settings)
        let source = TestFrame(format, width: width, height: height)
        let result = TestFrame(
            .gray16le, width: DepthEffect.reduced(width, by: reduction),
            height: DepthEffect.reduced(height, by: reduction))
        let effect = DepthEffect(kernels: level.kernels)
        try effect.configure(
            source.image(.gray(format)), output: result.image(.gray(.gray16le)), reduction: reduction)
        try effect.update(settings)
        return try video.map { rows in
            for y in 0..<height {
                let row = source.rowBase(0, y).assumingMemoryBound(to: UInt16.self)
                for x in 0..<width { row[x] = format == .gray16be ? rows[y][x].bigEndian : rows[y][x].littleEndian }
            }
            try effect.render(source.frame, result.frame, bands: bands)
            #expect(result.guardsAreIntact && source.guardsAreIntact)
            return (0..<result.height).map { y in
                let row = result.rowBase(0, y).assumingMemoryBound(to: UInt16.self)
                return (0..<result.width).map { UInt16(littleEndian: row[$0]) }
            }
        }
    }

    @Test("Every filter, alone and together", arguments: CPULevel.available) func cases(level: CPULevel) throws {
        let conformance = try Conformance.read()
        #expect(conformance.cases.count == 40)
        for item in conformance.cases {
            let video = try #require(conformance.videos[item.video])
            var settings = DepthSettings.unchanged
            for (name, value) in item.settings { try settings.set(name, value) }
            for format in [PixelFormat.gray16le, .gray16be] {
                for runner in BandRunner.allCases {
                    let result = try cleaned(video, settings, format, level, runner.executor(3))
                    #expect(result == item.expected, "\(item.video) \(item.settings)")
                    if result != item.expected { return }
                }
            }
        }
    }

    @Test("Any value may stand for no depth") func otherInvalid() throws {
        let conformance = try Conformance.read()
        // What is 0 becomes 2047, and the few depths of 2047, if there are any, are not looked at.
        func exchange(_ video: [[[UInt16]]]) -> [[[UInt16]]] {
            video.map { rows in rows.map { row in row.map { $0 == 0 ? 2047 : $0 } } }
        }
        for item in conformance.cases {
            let video = exchange(try #require(conformance.videos[item.video]))
            var settings = DepthSettings.unchanged
            for (name, value) in item.settings { try settings.set(name, value) }
            settings.invalidValue = 2047
            let result = try cleaned(video, settings, .gray16le, CPULevel.best)
            // What has no depth is shown black.
            #expect(result == item.expected, "\(item.video) \(item.settings)")
        }
    }

    @Test("spatial-holes counts each hole from its own beginning; 5 fills 254") func holes() throws {
        func filled(_ row: [UInt16], _ holes: Int32) throws -> [UInt16] {
            var settings = DepthSettings.unchanged
            (settings.usesSpatial, settings.spatialIterations, settings.spatialHoles) = (true, 1, holes)
            return try cleaned([[row]], settings, .gray16le, CPULevel.best)[0][0]
        }
        // One from each side; librealsense counts on behind a depth that is alone, and fills 0 to its right.
        #expect(
            try filled([900, 0, 0, 0, 0, 500, 0, 0, 0, 0, 100], 1) == [900, 900, 0, 0, 500, 500, 500, 0, 0, 100, 100])
        let long = try filled([700] + Array(repeating: 0, count: 599), 5)
        #expect(long == Array(repeating: 700, count: 255) + Array(repeating: 0, count: 345))
    }

    @Test("A range of the threshold that no step is in leaves nothing") func thresholds() throws {
        let video: [[[UInt16]]] = [[[65535, 65534, 1, 0, 100, 2047, 2047, 2047]]]
        func kept(_ least: Double, _ greatest: Double, _ unit: Double = 0.001) throws -> [UInt16] {
            var settings = DepthSettings.unchanged
            (settings.usesThreshold, settings.invalidValue) = (true, 2047)
            (settings.thresholdMin, settings.thresholdMax, settings.unit) = (least, greatest, unit)
            settings.far = 65535 * unit
            // As black and white are depths here.
            settings.invalidColor = 0x80_8080
            return try cleaned(video, settings, .gray16le, CPULevel.best)[0][0]
        }
        let none: UInt16 = 0x8080
        #expect(try kept(65.535, 1e6) == [65535] + Array(repeating: none, count: 7))
        #expect(try kept(65.534, 65.534)[1] == 65534)
        for least in [65.536, 66, 1e6] {
            for greatest in [1e6, 4, 0] {
                #expect(try kept(least, greatest, 0.001).allSatisfy { $0 == none }, "\(least) \(greatest)")
            }
        }
        // The only step below 1 is 0.
        #expect(try kept(0, 0.0009) == [none, none, none, 0, none, none, none, none])
        for (least, greatest) in [(0.0001, 0.0009), (0.1, 0.0009), (1.0001, 1.0009), (3, 2)] {
            #expect(try kept(least, greatest).allSatisfy { $0 == none }, "\(least) \(greatest)")
        }
        #expect(try kept(0, 4, 1000) == [none, none, none, 0, none, none, none, none])
    }

    @Test("A change of its settings, and reset, begin the temporal filter anew") func temporalBegins() throws {
        let source = TestFrame(.gray16le, width: 5, height: 3)
        let result = TestFrame(.gray16le, width: 5, height: 3)
        let effect = DepthEffect()
        try effect.configure(source.image(.gray(.gray16le)), output: result.image(.gray(.gray16le)), reduction: 1)
        var settings = DepthSettings.unchanged
        (settings.usesTemporal, settings.persistence) = (true, .always)
        func render(_ depth: UInt16) throws -> UInt16 {
            for y in 0..<3 {
                for x in 0..<5 { source.rowBase(0, y).storeBytes(of: depth, toByteOffset: 2 * x, as: UInt16.self) }
            }
            try effect.render(source.frame, result.frame, bands: .serial)
            return result.rowBase(0, 2).load(fromByteOffset: 8, as: UInt16.self)
        }
        try effect.update(settings)
        #expect(try [1000, 0, 0].map(render) == [1000, 1000, 1000])
        effect.reset()
        #expect(try [0, 800].map(render) == [0, 800])
        settings.temporalAlpha = 0.5
        try effect.update(settings)
        #expect(try [0, 600, 610].map(render) == [0, 600, 605])
        // Others do not.
        settings.near = 0
        settings.inverts = false
        settings.spatialAlpha = 0.9
        try effect.update(settings)
        #expect(try render(0) == 605)
        // Nor does another output of the same pixels.
        let codes = TestFrame(.gray8, width: 5, height: 3)
        for (output, format) in [(codes, PixelFormat.gray8), (result, .gray16le)] {
            try effect.configure(
                source.image(.gray(.gray16le)), output: output.image(.gray(format)), reduction: 1)
            try effect.update(settings)
        }
        #expect(try render(0) == 605)
        // Another input does.
        let bytes = TestFrame(.gray8, width: 5, height: 3)
        for (input, format) in [(bytes, PixelFormat.gray8), (source, .gray16le)] {
            try effect.configure(
                input.image(.gray(format)), output: result.image(.gray(.gray16le)), reduction: 1)
            try effect.update(settings)
        }
        #expect(try render(0) == 0)
    }
}

extension Colorimetry {
    /// That of gray: full range.
    static func gray(_ format: PixelFormat) -> Colorimetry {
        Colorimetry(matrix: .bt601, fullRange: true, depth: format.layout.depth)
    }
}
