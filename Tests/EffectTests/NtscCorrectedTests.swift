// SPDX-License-Identifier: MIT
import Effects
import Testing

@Suite("NTSC: what `corrected` mends")
struct NtscCorrectedTests {
    /// All that is not random, without tape: what an image of one colour comes back through unchanged.
    private static let steady = NtscSettings().with { s in
        s.compatibility = .corrected
        (s.compositeNoise, s.lumaNoise, s.chromaNoise) = (false, false, false)
        (s.headSwitching, s.trackingNoise, s.vhsSettings) = (false, false, false)
        (s.snowIntensity, s.chromaPhaseNoiseIntensity) = (0, 0)
    }

    /// The signal alone.
    private static let plain = NtscSettings.plain.with { $0.compatibility = .corrected }

    private static func ntscRs(_ settings: NtscSettings) -> NtscSettings {
        settings.with { $0.compatibility = .ntscRs }
    }

    private static let scales = [1, 2.25, 0.75]

    /// 75 % bars, and the strongest colours of all.
    private static let colors: [(r: Double, g: Double, b: Double)] = [
        (0.75, 0.75, 0.75), (0.75, 0.75, 0), (0, 0.75, 0.75), (0, 0.75, 0), (0.75, 0, 0.75), (0.75, 0, 0), (0, 0, 0.75),
        (0, 0, 0), (1, 1, 1), (1, 0, 0), (0, 0, 1), (1, 1, 0),
    ]

    // MARK: Images of one colour

    /// Filters start with what the image starts with: no column is darker, brighter or of another colour.
    @Test(arguments: scales, NtscDemodulation.allCases)
    func oneColorComesBack(scale: Double, demodulation: NtscDemodulation) {
        for (index, color) in Self.colors.enumerated() {
            let image = NtscImage(width: 64, height: 6, rgb: color)
            let settings = Self.steady.with { s in
                (s.bandwidthScale, s.chromaDemodulation) = (scale, demodulation)
                // Filters in turn, with and without tape.
                s.inputLumaFilter = NtscLumaFilter.allCases[index % 3]
                (s.vhsSettings, s.vhsTapeSpeed, s.vhsEdgeWave) = (index % 2 == 1, .ep, 0)
                s.filterType = index % 4 < 2 ? .butterworth : .constantK
            }
            let worst = image.rendered(settings).worst(from: image)
            #expect(worst.codes <= 1, "\(color): \(worst)")
        }
    }

    /// In ntsc-rs, filters start empty and rows with 16/255; presets look the way that makes them.
    @Test func ntscRsHasDarkEdges() {
        let image = NtscImage(width: 64, height: 6, flat: 0.75)
        let rows = image.rendered(Self.ntscRs(Self.steady)).rows(.y)
        #expect(rows.allSatisfy { $0[0] < 0.4 && abs($0[40] - 0.75) < 0.01 })
    }

    /// Other strengths than the default's, too.
    @Test(arguments: [-1, -0.4, 0, 0.5, 1, 2]) func sharpeningKeepsColors(strength: Double) {
        for color in Self.colors {
            let image = NtscImage(width: 64, height: 6, rgb: color)
            let worst = image.rendered(Self.steady.with { $0.compositePreemphasis = strength }).worst(from: image)
            #expect(worst.codes <= 1, "\(color): \(worst)")
        }
    }

    /// In ntsc-rs, sharpening makes colours 1.68 times as strong, and turns them by 6.4 degrees.
    @Test func ntscRsSharpensColors() {
        let image = NtscImage(width: 64, height: 6, flat: 0.5, 0.1, 0.05)
        for settings in [Self.steady, Self.ntscRs(Self.steady)] {
            let result = image.rendered(settings.with { $0.vhsChromaVertBlend = false })
            let (i, q) = (result.rows(.i)[3][40], result.rows(.q)[3][40])
            let size = (i * i + q * q).squareRoot() / (0.1 * 0.1 + 0.05 * 0.05).squareRoot()
            let turn = (i * 0.05 - q * 0.1) / (0.1 * 0.1 + 0.05 * 0.05) / size
            let (expectedSize, expectedTurn) = settings.compatibility == .corrected ? (1, 0) : (1.68, 0.1115)
            #expect(abs(size - expectedSize) < 0.01 && abs(abs(turn) - expectedTurn) < 0.01, "\(size), \(turn)")
        }
    }

    // MARK: The carrier

    /// How strong a row has each whole number of cycles in a width.
    private static func spectrum(_ row: ArraySlice<Double>) -> [Double] {
        let count = row.count
        return (0...count / 2).map { cycles in
            var (real, imaginary) = (0.0, 0.0)
            for (x, value) in row.enumerated() {
                let (sine, cosine) = sinCos(Double(cycles * x % count) / Double(count))
                real += value * cosine
                imaginary += value * sine
            }
            return (real * real + imaginary * imaginary).squareRoot() / Double(count)
        }
    }

    /// Rows that have the same phase look the same to a comb, which then leaves the carrier in luma: dots.
    @Test(arguments: [(1, 36), (2.25, 16), (0.75, 48), (2, 18), (4.5, 8)])
    func carrierIsAsWideAsTheScaleSays(scale: Double, cycles: Int) throws {
        let image = NtscImage(width: 160, height: 4, flat: 0.5, 0.1, 0.05)
        let settings = Self.plain.with { s in
            (s.videoScanlinePhaseShift, s.chromaDemodulation, s.bandwidthScale) = (.degrees0, .oneLineComb, scale)
        }
        let row = image.rendered(settings).rows(.y)[2]
        // 144 columns have a whole number of each carrier's periods.
        let spectrum = Self.spectrum(row[8..<152]).dropFirst()
        let peak = try #require(spectrum.indices.max { spectrum[$0] < spectrum[$1] })
        #expect(peak == cycles)
        let others = spectrum.indices.filter { $0 != peak }.map { spectrum[$0] }.max() ?? 1
        #expect(spectrum[peak] > 0.05 && others < 0.001, "\(spectrum[peak]), \(others)")
        // In ntsc-rs it has four columns.
        let old = Self.spectrum(image.rendered(Self.ntscRs(settings)).rows(.y)[2][8..<152]).dropFirst()
        #expect(old.indices.max { old[$0] < old[$1] } == 36)
    }

    /// The carrier's phase in each row, in quarters of a cycle: a luma pattern of its period gets the colour that the phase says.
    private static func phases(_ settings: NtscSettings, number: UInt64 = 0) -> [Int?] {
        let image = NtscImage(width: 64, height: 8) { x, _ in (0.5 + [0.2, 0, -0.2, 0][x % 4], 0, 0) }
        let result = image.rendered(settings, number: number)
        let (i, q) = (result.rows(.i), result.rows(.q))
        return (0..<8).map { row in
            let (a, b) = (mean(i[row][24..<40]), mean(q[row][24..<40]))
            if a > 0.1, abs(b) < 0.01 { return 0 }
            if b > 0.1, abs(a) < 0.01 { return 1 }
            if a < -0.1, abs(b) < 0.01 { return 2 }
            return b < -0.1 && abs(a) < 0.01 ? 3 : nil
        }
    }

    @Test(arguments: 0..<4) func phaseMovesAsItSays(offset: Int32) {
        // Row by row, in quarters: corrected, and in ntsc-rs, where 0 degrees ignores the offset.
        let steps: [(NtscPhaseShift, corrected: Int, ntscRs: Int)] = [
            (.degrees0, 0, 0), (.degrees90, 1, 1), (.degrees180, 2, 2), (.degrees270, -1, 1),
        ]
        for (shift, corrected, ntscRs) in steps {
            let settings = Self.plain.with { s in
                (s.videoScanlinePhaseShift, s.videoScanlinePhaseShiftOffset) = (shift, offset)
            }
            let first = Int(offset)
            #expect(Self.phases(settings) == (0..<8).map { (first + corrected * $0) & 3 }, "\(shift)")
            let start = shift == .degrees0 ? 0 : first
            #expect(Self.phases(Self.ntscRs(settings)) == (0..<8).map { (start + ntscRs * $0) & 3 }, "\(shift)")
        }
    }

    /// A whole frame takes as long as two fields, so that the carrier is the other way round in every second one.
    @Test func framesTurnTheCarrier() {
        for number: UInt64 in 0..<4 {
            let phase = Int(number & 1) * 2
            #expect(Self.phases(Self.plain, number: number) == (0..<8).map { (phase + 2 * $0) & 3 })
            let old = Self.phases(Self.ntscRs(Self.plain), number: number)
            #expect(old == (0..<8).map { (Int(number & 2) + 2 * $0) & 3 })
        }
    }

    // MARK: Lengths

    /// By how many columns chroma lies to the right of where it was, by the position of an edge.
    private static func chromaShift(_ settings: NtscSettings) -> Double {
        let image = NtscImage(width: 128, height: 4) { x, _ in (0.5, x < 48 ? -0.1 : 0.1, 0) }
        func edge(_ settings: NtscSettings) -> Double {
            let row = image.rendered(settings).rows(.i)[2]
            // The share of columns that have not yet changed is the edge's position.
            return row[24..<104].reduce(0) { $0 + (0.1 - $1) / 0.2 }
        }
        return edge(settings) - edge(settings.with { $0.chromaDelayHorizontal = 0 })
    }

    @Test(arguments: [1, 2, 2.25]) func chromaDelayCountsTheScaleOnce(scale: Double) {
        let settings = Self.plain.with { ($0.bandwidthScale, $0.chromaDelayHorizontal) = (scale, 3) }
        let corrected = Self.chromaShift(settings)
        #expect(abs(corrected - 3 * scale) < 0.1, "\(corrected)")
        let old = Self.chromaShift(Self.ntscRs(settings))
        #expect(abs(old - 3 * scale * scale) < 0.1, "\(old)")
    }

    /// Chroma filters move chroma back by as much as they delay it, also where all is wider.
    @Test func filtersKeepChromaInPlace() {
        let settings = Self.plain.with { ($0.chromaLowpassIn, $0.chromaLowpassOut) = (.full, .full) }
        for scale in [1, 2, 3.0] {
            func position(_ settings: NtscSettings) -> Double {
                let image = NtscImage(width: 192, height: 4) { x, _ in (0.5, x < 96 ? -0.1 : 0.1, 0) }
                let row = image.rendered(settings.with { $0.bandwidthScale = scale }).rows(.i)[2]
                return row[32..<160].reduce(32) { $0 + (0.1 - $1) / 0.2 }
            }
            #expect(abs(position(settings) - 96) < 1.2 * scale, "\(position(settings)) at \(scale)")
        }
    }

    // MARK: Rows

    /// Combs compare rows around the carrier alone; in ntsc-rs, they mix all of them.
    @Test(arguments: [NtscDemodulation.oneLineComb, .twoLineComb])
    func combsKeepRowsSharp(demodulation: NtscDemodulation) {
        let image = NtscImage(width: 64, height: 12) { _, y in (y % 2 == 0 ? 0.4 : 0.6, 0, 0) }
        let settings = Self.plain.with { $0.chromaDemodulation = demodulation }
        let worst = image.rendered(settings).worst(from: image)
        #expect(worst.codes <= 1, "\(worst)")
        let old = image.rendered(Self.ntscRs(settings)).rows(.y)
        #expect(old[4...8].allSatisfy { abs($0[40] - 0.5) < 0.01 })
    }

    /// Above the first row there is no colour in ntsc-rs, so that it loses half of its own.
    @Test func topRowHasItsColor() {
        let image = NtscImage(width: 64, height: 4, flat: 0.5, 0.1, 0.05)
        let settings = Self.plain.with { $0.vhsChromaVertBlend = true }
        let (rows, old) = (image.rendered(settings).rows(.i), image.rendered(Self.ntscRs(settings)).rows(.i))
        #expect(abs(rows[0][32] - 0.1) < 0.001 && abs(rows[1][32] - 0.1) < 0.001)
        #expect(abs(old[0][32] - 0.05) < 0.002 && abs(old[1][32] - 0.1) < 0.002)
    }

    /// What is received is the inverse of what was sent; in ntsc-rs, nearly.
    @Test func matricesAreInverses() {
        var worstOld = 0.0
        for color in Self.colors {
            let image = NtscImage(width: 32, height: 4, rgb: color)
            let worst = image.rendered(Self.plain).worst(from: image)
            #expect(worst.codes < 0.02, "\(color): \(worst)")
            let old = image.rendered(Self.ntscRs(Self.plain)).worst(from: image, columns: 8..<24)
            worstOld = max(worstOld, old.codes)
        }
        #expect(worstOld > 0.1)
    }
}
