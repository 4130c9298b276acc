// SPDX-License-Identifier: MIT
import Effects
import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite("Equalization: intensity, region, reports")
struct EqualizationSettingsTests {
    private func colorimetry(_ format: PixelFormat, fullRange: Bool = false) -> Colorimetry {
        Colorimetry(matrix: .bt709, fullRange: fullRange, depth: FormatTable.depth(format))
    }

    private func randomFrame(_ format: PixelFormat, _ seed: UInt64, interlaced: Bool = false) -> TestFrame {
        var generator = Generator(seed: seed)
        let frame = TestFrame(format, width: 37, height: 23, interlaced: interlaced)
        frame.fill(.random, &generator)
        return frame
    }

    private func rendered(_ original: TestFrame, _ settings: EqualizationSettings) -> TestFrame {
        let frame = original.copy()
        EqualizationEffect(kernels: CPULevel.best.kernels).render(
            frame, settings, colorimetry(frame.format), .serial)
        return frame
    }

    // MARK: Intensity

    @Test func passthroughSettings() {
        #expect(!EqualizationEffect.isPassthrough(EqualizationSettings()))
        #expect(EqualizationSettings() == EqualizationSettings())
        for intensity in [0, -1, Double.nan, -Double.infinity] {
            #expect(EqualizationEffect.isPassthrough(equalization { $0.intensity = intensity }))
            #expect(
                !EqualizationEffect.isPassthrough(equalization { ($0.intensity, $0.postsMessages) = (intensity, true) })
            )
        }
        #expect(!EqualizationEffect.isPassthrough(equalization { $0.intensity = 0.001 }))
    }

    @Test(arguments: PixelFormat.allCases, EqualizationMode.allCases)
    func intensityZeroKeepsEveryByte(format: PixelFormat, mode: EqualizationMode) {
        let original = randomFrame(format, 1)
        var settings = clahe(2, 1)
        for method in EqualizationMethod.allCases {
            (settings.mode, settings.method, settings.intensity, settings.postsMessages) = (mode, method, 0, true)
            #expect(rendered(original, settings).firstDifferentByte(from: original) == nil)
        }
    }

    @Test(arguments: [PixelFormat.nv12, .uyvy, .bgrx, .p010, .gray16be])
    func intensityMixes(format: PixelFormat) {
        let original = randomFrame(format, 2)
        let depth = FormatTable.depth(format)
        for intensity in [0.001, 0.25, 0.5, 0.999, 1] {
            for plain in [equalization { $0.mapping = .cdfMin }, clahe(2, 1)] {
                var settings = plain
                (settings.intensity, settings.mode) = (intensity, EqualizationEffectTests.ownMode(format))
                let before = Codes(original).values
                let after = Codes(rendered(original, settings))
                let law = EqualizationLaw(settings, format, colorimetry(format))
                #expect(codeDifference(after, from: [law.apply(before[0])]) == nil, "\(settings)")
                guard settings.method == .global else { continue }
                // The same in words: so far from the code itself to where the table puts it.
                settings.intensity = 1
                let full = Codes(rendered(original, settings)).values[0]
                for y in full.indices {
                    for x in full[y].indices {
                        let (own, target) = (Double(before[0][y][x]), Double(full[y][x]))
                        let mixed = own + intensity * (target - own)
                        #expect(abs(Double(after.values[0][y][x]) - mixed) < (depth == 16 ? 0.51 : 0.501))
                    }
                }
            }
        }
    }

    // MARK: Settings beyond their range

    @Test func settingsBeyondTheirRangeCountAsItsEnds() {
        let original = randomFrame(.i420, 3)
        func same(_ settings: EqualizationSettings, _ ends: EqualizationSettings) -> Bool {
            rendered(original, settings).firstDifference(from: rendered(original, ends)) == nil
        }
        #expect(same(equalization { $0.intensity = 7 }, equalization()))
        #expect(same(clahe(0, -5, clipLimit: -3), clahe(1, 1, clipLimit: 0)))
        #expect(same(clahe(3, 2, clipLimit: .nan), clahe(3, 2, clipLimit: 0)))
        #expect(same(clahe(3, 2, clipLimit: .infinity), clahe(3, 2, clipLimit: 0)))
        #expect(same(clahe(.max, 65), clahe(64, 64)))
        let smooth = equalization { ($0.smoothingTime, $0.sceneChange) = (.nan, .nan) }
        #expect(same(smooth, equalization()))
        for bad in [-1, Double.nan, -Double.infinity] {
            #expect(same(equalization { ($0.regionX, $0.regionY) = (bad, bad) }, equalization()))
            let empty = equalization { ($0.regionWidth, $0.regionHeight) = (0, 0) }
            #expect(same(equalization { ($0.regionWidth, $0.regionHeight) = (bad, bad) }, empty))
        }
        #expect(same(equalization { ($0.regionWidth, $0.regionHeight) = (9, .infinity) }, equalization()))
    }

    // MARK: Region

    /// Odd edges, one pixel, columns and rows, the corners, and what goes beyond the frame.
    private static let regions: [[Double]] = [
        [0, 0, 1, 1], [0.3, 0.2, 0.4, 0.5], [1.0 / 37, 3.0 / 23, 1.0 / 37, 1.0 / 23], [0.5, 0.5, 0, 0], [1, 1, 1, 1],
        [0.9, 0, 0.9, 1], [0, 0.99, 1, 0.5], [0.5, 0, 1e-12, 1], [0.0271, 0.01, 0.94, 0.02], [0.25, 0.6, 0.75, 0.4],
    ]

    @Test(arguments: PixelFormat.allCases, [false, true])
    func onlyTheRegionIsCounted(format: PixelFormat, interlaced: Bool) throws {
        if interlaced && !FormatTable.yuv420.contains(format) { return }
        let original = randomFrame(format, 4, interlaced: interlaced)
        let c = colorimetry(format)
        for (index, r) in Self.regions.enumerated() {
            if FormatTable.depth(format) == 16 && index % 3 > 0 { continue }
            let settings = equalization {
                ($0.regionX, $0.regionY, $0.regionWidth, $0.regionHeight) = (r[0], r[1], r[2], r[3])
                $0.mode = EqualizationEffectTests.ownMode(format)
                $0.mapping = index % 2 == 0 ? .cdf : .cdfMin
            }
            let law = EqualizationLaw(settings, format, c)
            let expected = law.apply(Codes(original).values[0])
            #expect(codeDifference(Codes(rendered(original, settings)), from: [expected]) == nil, "\(r)")
        }
    }

    /// A region that ends on a border between pixels does not reach the next one, however its numbers are rounded.
    @Test func edgesAreExact() throws {
        for width in [10, 20, 37, 100, 640] {
            let frame = TestFrame(.gray8, width: width, height: 1)
            let effect = EqualizationEffect()
            try effect.configure(frame.image(colorimetry(.gray8, fullRange: true)))
            for first in stride(from: 0, to: width, by: max(1, width / 17)) {
                for count in [1, width / 5, width / 3, width - first] where count > 0 && first + count <= width {
                    try effect.update(
                        equalization {
                            ($0.postsMessages, $0.intensity) = (true, 0)
                            $0.regionX = Double(first) / Double(width)
                            $0.regionWidth = Double(count) / Double(width)
                        })
                    try effect.render(frame.frame, bands: .serial)
                    #expect(counts(effect).map { $0.reduce(0, +) } == [count], "\(first) + \(count) of \(width)")
                }
            }
        }
    }

    // MARK: Reports

    private func counts(_ effect: EqualizationEffect) -> [[Int]] {
        (effect.report?.counts ?? []).map { $0.map { Int($0) } }
    }

    @Test(arguments: PixelFormat.allCases, EqualizationMode.allCases)
    func reportsCountThePixels(format: PixelFormat, mode: EqualizationMode) throws {
        let original = randomFrame(format, 5)
        let c = colorimetry(format)
        var grid = clahe(2, 2)
        // CLAHE has no region: all of the frame is counted.
        (grid.regionWidth, grid.regionHeight) = (0.1, 0.1)
        let part = equalization { ($0.regionX, $0.regionWidth, $0.regionY) = (0.2, 0.5, 0.3) }
        for plain in [equalization(), part, grid] {
            var settings = plain
            (settings.mode, settings.postsMessages, settings.intensity) = (mode, true, 0)
            let effect = EqualizationEffect(kernels: CPULevel.best.kernels)
            let frame = original.copy()
            effect.render(frame, settings, c, BandRunner.reverse.executor(3))
            let counts = counts(effect)
            let names = (effect.report?.fields ?? []).map { "\($0.name)" }
            let isOne = mode == .luma || FormatTable.gray.contains(format)
            #expect(names == (isOne ? ["luma"] : ["red", "green", "blue"]))
            let law = EqualizationLaw(settings, format, c)
            let codes = Codes(original).values
            let counted = settings.method == .clahe ? codes[0] : law.cropped(codes[0])
            #expect(counts.allSatisfy { $0.count == 256 && $0.reduce(0, +) == counted.count * counted[0].count })
            #expect(frame.firstDifferentByte(from: original) == nil)
            // Where components are counted as they are, the bins are known: the upper 8 bits.
            guard FormatTable.rgb.contains(format) == (mode == .rgb) || isOne && FormatTable.gray.contains(format)
            else { continue }
            var expected = Array(repeating: 0, count: 256)
            for code in counted.joined() {
                let inside = max(law.black, min(law.black + law.span, code))
                expected[inside >> (FormatTable.depth(format) - 8)] += 1
            }
            #expect(counts.first == expected, "\(settings)")
        }
    }

    @Test func reportsAreAnIntervalApart() throws {
        let frame = randomFrame(.gray8, 6)
        let effect = EqualizationEffect()
        func due(_ times: [Int64?], _ interval: UInt64) throws -> [Bool] {
            try effect.configure(frame.image(colorimetry(.gray8)))
            try effect.update(equalization { ($0.postsMessages, $0.interval) = (true, interval) })
            #expect(effect.report == nil)
            return try times.map { time in
                try effect.render(frame.frame(at: time), bands: .serial)
                return effect.report != nil
            }
        }
        #expect(try due([0, 40, 80, 120, 160, 219, 220], 100) == [true, false, false, true, false, false, true])
        #expect(try due([0, 1, 1, 5], 0) == [true, true, true, true])
        #expect(try due([nil, nil, 10, 20, nil, 30], 100) == [true, true, true, false, true, true])
        // The same backwards.
        #expect(try due([1000, 960, 900, 899, 801, 800], 100) == [true, false, true, false, false, true])
        #expect(try due([1000, 1050, 1020, 999, 1098, 1100], 100) == [true, false, false, false, false, true])
        for interval in [0, 1, UInt64(Int64.max), .max] {
            let times: [Int64?] = [.max, .max, .min, 0, .max - 1, nil, .min, .min + 1, -1]
            #expect(try due(times, interval)[0])
        }
        // A reset makes the next frame due; without messages none is.
        #expect(try due([0, 10], 100) == [true, false])
        effect.reset()
        #expect(effect.report == nil)
        try effect.render(frame.frame(at: 20), bands: .serial)
        #expect(effect.report != nil)
        try effect.update(equalization())
        try effect.render(frame.frame(at: 500), bands: .serial)
        #expect(effect.report == nil)
    }
}
