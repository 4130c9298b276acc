// SPDX-License-Identifier: MIT
import Effects
import Testing

/// What settings do that are random, or that some rows have, each alone.
@Suite("NTSC: noise, tape errors and torn rows are as settings say")
struct NtscNoisePropertyTests {
    private static let plain = NtscSettings.plain.with { $0.compatibility = .corrected }
    private static let gray = NtscImage(flat: 0.5)
    private static let colored = NtscImage(flat: 0.5, 0.08, -0.03)
    /// Luma and chroma that say by how much a row has moved.
    private static let ramp = NtscImage(height: 64) { x, _ in (0.3 + slope * Double(x), chromaSlope * Double(x), 0) }
    private static let (slope, chromaSlope) = (0.4 / 96, 0.1 / 96)

    private func set(_ change: (inout NtscSettings) -> Void) -> NtscSettings { Self.plain.with(change) }

    /// Whether each is clearly less than the one before it.
    private func expectFalling(_ values: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
        let fall = zip(values, values.dropFirst()).allSatisfy { $0 > 1.02 * $1 }
        #expect(fall, "\(values)", sourceLocation: sourceLocation)
    }

    /// By how many columns each row of the ramp has moved to the right.
    private func shifts(_ settings: NtscSettings, _ component: NtscImage.Component = .y, number: UInt64 = 1)
        -> [Double]
    {
        let plain = Self.plain.with { $0.bandwidthScale = settings.bandwidthScale }
        let before = Self.ramp.rendered(plain, number: number).rows(component)
        let after = Self.ramp.rendered(settings, number: number).rows(component)
        return zip(before, after).map { a, b in
            mean(zip(a[32..<64], b[32..<64]).map { $0 - $1 }) / (component == .y ? Self.slope : Self.chromaSlope)
        }
    }

    // MARK: Noise

    private typealias Noise = (
        on: WritableKeyPath<NtscSettings, Bool>, intensity: WritableKeyPath<NtscSettings, Double>,
        frequency: WritableKeyPath<NtscSettings, Double>, detail: WritableKeyPath<NtscSettings, Int32>
    )

    private func expectNoise(_ noise: Noise, in component: NtscImage.Component) {
        func rows(_ intensity: Double, _ frequency: Double, _ detail: Int32, seed: Int32 = 0) -> [[Double]] {
            let settings = set { s in
                (s[keyPath: noise.on], s[keyPath: noise.intensity]) = (true, intensity)
                (s[keyPath: noise.frequency], s[keyPath: noise.detail], s.randomSeed) = (frequency, detail, seed)
            }
            return Self.gray.rendered(settings).rows(component)
        }
        // Twice the intensity, twice the noise.
        let standard = rows(0.1, 0.25, 1)
        let ratio = deviation(rows(0.2, 0.25, 1)) / deviation(standard)
        #expect(deviation(standard) > 0.005 && abs(ratio - 2) < 0.02, "\(deviation(standard)), \(ratio)")
        // The finer, the less alike are neighbours; octaves are finer and add to it.
        expectFalling([0.5, 0.25, 0.1, 0.05].map { 1 - neighbours(rows(0.1, $0, 1)) })
        expectFalling([3, 2, 1].map { deviation(rows(0.1, 0.06, $0)) })
        expectFalling([3, 2, 1].map { 1 - neighbours(rows(0.1, 0.06, $0)) })
        // Another seed: other noise of the same kind.
        let other = rows(0.1, 0.25, 1, seed: 7)
        let likeness = correlation(standard.flatMap { $0 }, other.flatMap { $0 })
        #expect(abs(likeness) < 0.1 && abs(deviation(other) / deviation(standard) - 1) < 0.15, "\(likeness)")
        #expect(abs(neighbours(other) - neighbours(standard)) < 0.05)
    }

    @Test func compositeNoise() {
        expectNoise(
            (\.compositeNoise, \.compositeNoiseIntensity, \.compositeNoiseFrequency, \.compositeNoiseDetail), in: .y)
        // It shows in both.
        let result = Self.gray.rendered(set { ($0.compositeNoise, $0.compositeNoiseIntensity) = (true, 0.1) })
        #expect(deviation(result.rows(.y)) > 0.005 && deviation(result.rows(.i)) > 0.005)
    }

    @Test func lumaNoiseIsInLumaAlone() {
        expectNoise((\.lumaNoise, \.lumaNoiseIntensity, \.lumaNoiseFrequency, \.lumaNoiseDetail), in: .y)
        let result = Self.colored.rendered(set { ($0.lumaNoise, $0.lumaNoiseIntensity) = (true, 0.1) })
        #expect(deviation(result.rows(.i)) < 0.0001 && deviation(result.rows(.q)) < 0.0001)
    }

    @Test func chromaNoiseIsInChromaAlone() {
        for component in [NtscImage.Component.i, .q] {
            expectNoise(
                (\.chromaNoise, \.chromaNoiseIntensity, \.chromaNoiseFrequency, \.chromaNoiseDetail), in: component)
        }
        let result = Self.gray.rendered(set { ($0.chromaNoise, $0.chromaNoiseIntensity) = (true, 0.2) })
        #expect(deviation(result.rows(.y)) < 0.0001)
        let likeness = correlation(result.rows(.i).flatMap { $0 }, result.rows(.q).flatMap { $0 })
        #expect(abs(likeness) < 0.2, "\(likeness)")
    }

    /// Twice the scale is half the frequency.
    @Test func noiseIsAsWideAsTheScaleSays() {
        let (wide, coarse) = (
            set { ($0.lumaNoise, $0.lumaNoiseFrequency, $0.bandwidthScale) = (true, 0.3, 2) },
            set { ($0.lumaNoise, $0.lumaNoiseFrequency) = (true, 0.15) }
        )
        let (a, b) = (Self.gray.rendered(wide), Self.gray.rendered(coarse))
        #expect(a.worst(from: b).codes < 0.01)
    }

    /// Every frame has noise of its own.
    @Test func noiseIsNotThatOfTheFrameBefore() {
        let settings = set { $0.lumaNoise = true }
        let rows = [0, 1].map { Self.gray.rendered(settings, number: $0).rows(.y).flatMap { $0 } }
        #expect(abs(correlation(rows[0], rows[1])) < 0.1)
    }

    // MARK: Snow

    private func snow(_ change: @escaping (inout NtscSettings) -> Void) -> [[Double]] {
        let dark = NtscImage(flat: 0.1)
        let settings = set { s in
            s.chromaDemodulation = .twoLineComb
            change(&s)
        }
        return dark.rendered(settings).rows(.y).map { $0.map { $0 - 0.1 } }
    }

    @Test func snowIsBright() {
        let means = [60, 20, 5, 0].map { intensity in
            mean(snow { ($0.snowIntensity, $0.snowAnisotropy) = (intensity, 0) }.flatMap { $0 })
        }
        expectFalling(means.map { $0 + 0.0001 })
        #expect(abs(means[3]) < 0.0001)
    }

    @Test func anisotropySaysHowUnevenlySnowFalls() {
        let unevenness = [1, 0.7, 0].map { anisotropy in
            let rows = snow { ($0.snowIntensity, $0.snowAnisotropy) = (15, anisotropy) }.map {
                $0.reduce(0) { $0 + $1 * $1 }
            }
            return variance(rows).squareRoot() / mean(rows)
        }
        expectFalling(unevenness)
    }

    // MARK: Head switching

    private func heads(_ change: @escaping (inout NtscSettings) -> Void) -> NtscSettings {
        set { s in
            (s.headSwitching, s.headSwitchingStartMidLine) = (true, false)
            change(&s)
        }
    }

    private func rows(_ settings: NtscSettings) -> [Int] {
        Self.ramp.rendered(settings).changedRows(from: Self.ramp.rendered(Self.plain))
    }

    @Test func headSwitchingTakesTheLowestRows() {
        #expect(rows(heads { _ in }) == Array(59..<64))
        #expect(rows(heads { $0.headSwitchingHeight = 14 }) == Array(53..<64))
        #expect(rows(heads { $0.headSwitchingOffset = 0 }) == Array(56..<64))
        #expect(rows(heads { ($0.headSwitchingHeight, $0.headSwitchingOffset) = (6, 6) }) == [])
        #expect(rows(heads { $0.verticalScale = 2 }) == Array(54..<64))
    }

    /// The highest row moves by as much as the setting says, those below it less: ((row from below + offset) / height)^1.5.
    @Test(arguments: [12.0, -12], [1.0, 1.5]) func headSwitchingMovesRows(shift: Double, scale: Double) {
        let settings = heads { s in
            (s.headSwitchingHorizontalShift, s.bandwidthScale) = (shift, scale)
        }
        // Half a column is random.
        let shifts = shifts(settings)
        for row in 59..<64 {
            let position = Double(64 - row + 3) / 8
            let law = shift * position * position.squareRoot() * scale
            #expect(abs(shifts[row] - law) <= 0.51 * scale, "row \(row): \(shifts[row]), not \(law)")
        }
        #expect(abs(shifts[59]) > abs(shifts[63]))
    }

    /// With a start in mid-line, the highest row is moved from a column on.
    @Test(arguments: [0.25, 0.5, 0.75]) func headSwitchingStartsWhereItSays(position: Double) throws {
        let settings = heads { s in
            (s.headSwitchingStartMidLine, s.headSwitchingMidLinePosition) = (true, position)
            s.headSwitchingMidLineJitter = 0
        }
        func start(_ settings: NtscSettings, _ number: UInt64) throws -> Int {
            let (before, after) = (
                Self.ramp.rendered(Self.plain, number: number), Self.ramp.rendered(settings, number: number)
            )
            return try #require(after.changedColumns(from: before, row: 59).first)
        }
        // Means of four columns reach two to the left, and joined chroma one more.
        for number: UInt64 in 0..<4 { #expect(try start(settings, number) == Int(96 * position) - 3) }
        let jitter = settings.with { $0.headSwitchingMidLineJitter = 0.2 }
        let starts = try (0..<12).map { try start(jitter, $0) }
        #expect(Set(starts).count > 4 && starts.allSatisfy { abs($0 - Int(96 * position) + 2) <= 10 }, "\(starts)")
    }

    // MARK: Tracking

    private func tracking(_ change: @escaping (inout NtscSettings) -> Void) -> NtscSettings {
        set { s in
            s.trackingNoise = true
            (s.trackingNoiseWaveIntensity, s.trackingNoiseSnowIntensity, s.trackingNoiseNoiseIntensity) = (0, 0, 0)
            s.trackingNoiseHeight = 20
            change(&s)
        }
    }

    /// The block's first row is where errors are still 0.
    @Test func trackingNoiseTakesTheLowestRows() {
        #expect(rows(tracking { $0.trackingNoiseNoiseIntensity = 1 }) == Array(45..<64))
        #expect(rows(tracking { ($0.trackingNoiseNoiseIntensity, $0.trackingNoiseHeight) = (1, 8) }) == Array(57..<64))
        #expect(rows(tracking { ($0.trackingNoiseNoiseIntensity, $0.verticalScale) = (1, 2) }) == Array(25..<64))
        #expect(rows(tracking { _ in }) == [])
        let all = rows(tracking { ($0.trackingNoiseNoiseIntensity, $0.trackingNoiseHeight) = (1, 100) })
        #expect(all == Array(0..<64))
    }

    @Test func trackingWavesMoveRows() {
        let (weak, strong) = (
            shifts(tracking { $0.trackingNoiseWaveIntensity = 5 }),
            shifts(tracking { $0.trackingNoiseWaveIntensity = 20 })
        )
        #expect(zip(weak, strong).allSatisfy { abs(4 * $0 - $1) < 0.1 })
        // Simplex noise is within +-2.53125; a quarter of that counts.
        #expect(strong.allSatisfy { abs($0) < 20 * 0.64 } && variance(strong[50...]) > 1, "\(strong)")
        let turned = shifts(tracking { $0.trackingNoiseWaveIntensity = -20 })
        #expect(zip(turned, strong).allSatisfy { abs($0 + $1) < 0.1 })
    }

    @Test func trackingNoiseAndSnowAreAsStrongAsTheySay() {
        func lower(_ change: @escaping (inout NtscSettings) -> Void) -> [[Double]] {
            Array(NtscImage(height: 64, flat: 0.4).rendered(tracking(change)).rows(.y)[44...])
        }
        let noise = [0.6, 0.3, 0.1].map { intensity in deviation(lower { $0.trackingNoiseNoiseIntensity = intensity }) }
        expectFalling(noise)
        let snow = [0.8, 0.3, 0.1].map { intensity in
            mean(
                lower { ($0.trackingNoiseSnowIntensity, $0.trackingNoiseSnowAnisotropy) = (intensity, 0) }.flatMap {
                    $0
                })
        }
        expectFalling(snow.map { $0 - 0.4 })
        // More of it in the rows below.
        let rows = lower { $0.trackingNoiseNoiseIntensity = 0.3 }
        expectFalling([deviation(Array(rows[14...])), deviation(Array(rows[4..<10]))])
        let unevenness = [1, 0].map { anisotropy in
            let rows = lower { ($0.trackingNoiseSnowIntensity, $0.trackingNoiseSnowAnisotropy) = (0.3, anisotropy) }
            let energies = rows[6...].map { $0.reduce(0) { $0 + ($1 - 0.4) * ($1 - 0.4) } }
            return variance(energies).squareRoot() / mean(energies)
        }
        expectFalling(unevenness)
    }

    // MARK: Tape

    private func tape(_ change: @escaping (inout NtscSettings) -> Void) -> NtscSettings {
        set { s in
            (s.vhsSettings, s.vhsTapeSpeed, s.vhsChromaLoss, s.vhsEdgeWave) = (true, .none, 0, 0)
            change(&s)
        }
    }

    @Test func chromaLossIsAsLikelyAsItSays() {
        let image = NtscImage(width: 8, height: 400, flat: 0.5, 0.1, 0)
        let lost = [0, 0.2, 0.6, 1].map { probability in
            image.rendered(tape { $0.vhsChromaLoss = probability }).rows(.i).filter { abs($0[4]) < 0.01 }.count
        }
        #expect(lost[0] == 0 && lost[3] == 400)
        #expect((60...100).contains(lost[1]) && (210...270).contains(lost[2]), "\(lost)")
    }

    @Test func edgeWaveMovesRows() {
        func waves(_ change: @escaping (inout NtscSettings) -> Void) -> NtscSettings {
            tape { s in
                (s.vhsEdgeWave, s.vhsEdgeWaveDetail) = (6, 1)
                change(&s)
            }
        }
        let standard = shifts(waves { _ in })
        #expect(variance(standard) > 0.5 && standard.allSatisfy { abs($0) < 3.1 }, "\(standard)")
        // Luma and chroma together, and in proportion.
        #expect(zip(standard, shifts(waves { _ in }, .i)).allSatisfy { abs($0 - $1) < 0.1 })
        #expect(zip(standard, shifts(waves { $0.vhsEdgeWave = 12 })).allSatisfy { abs(2 * $0 - $1) < 0.05 })
        #expect(zip(standard, shifts(waves { $0.bandwidthScale = 2 })).allSatisfy { abs(2 * $0 - $1) < 0.05 })

        // How much neighbours differ, to how much all do.
        func roughness(_ change: @escaping (inout NtscSettings) -> Void) -> Double {
            let shifts = shifts(waves(change))
            return sharpness([shifts]) / variance(shifts)
        }
        expectFalling([0.3, 0.1, 0.03].map { frequency in roughness { $0.vhsEdgeWaveFrequency = frequency } })
        expectFalling([4, 2, 1].map { detail in roughness { $0.vhsEdgeWaveDetail = detail } })
        expectFalling([0.5, 1, 2].map { scale in roughness { $0.verticalScale = scale } })

        // It stands still at speed 0, and moves by so many rows a field: what was sent then is another row's.
        let still = waves { $0.vhsEdgeWaveSpeed = 0 }
        #expect(shifts(still, number: 1) == shifts(still, number: 9))
        let change = [10, 2, 0.5].map { speed in
            let wave = waves { $0.vhsEdgeWaveSpeed = speed }
            return mean(zip(shifts(wave, number: 1), shifts(wave, number: 2)).map { ($0 - $1) * ($0 - $1) })
        }
        expectFalling(change)
    }
}
