// SPDX-License-Identifier: MIT
import Effects
import Testing

/// What settings of the signal do that nothing random has a part in, each alone.
@Suite("NTSC: settings move the signal as they say")
struct NtscSignalPropertyTests {
    /// The signal alone, without faults at the edges.
    private static let plain = NtscSettings.plain.with { $0.compatibility = .corrected }

    private static let edge = 40
    /// An upright edge of luma and of chroma.
    private static let step = NtscImage(height: 4) { x, _ in x < edge ? (0.4, -0.1, 0.05) : (0.6, 0.1, -0.05) }
    private static let graySteps = NtscImage(height: 4) { x, _ in (x < edge ? 0.4 : 0.6, 0, 0) }
    /// Luma with the carrier's frequency.
    private static let stripes = NtscImage(height: 8) { x, _ in (0.5 + [0.1, 0, -0.1, 0][x % 4], 0, 0) }

    private func sharpnesses<Choice>(
        _ image: NtscImage, _ component: NtscImage.Component, _ path: WritableKeyPath<NtscSettings, Choice>,
        _ choices: [Choice], _ settings: NtscSettings = plain
    ) -> [Double] {
        choices.map { choice in
            sharpness(image.rendered(settings.with { $0[keyPath: path] = choice }).rows(component))
        }
    }

    /// Whether each is clearly less than the one before it.
    private func expectFalling(_ values: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
        let fall = zip(values, values.dropFirst()).allSatisfy { $0 > 1.02 * $1 }
        #expect(fall, "\(values)", sourceLocation: sourceLocation)
    }

    // MARK: Fields

    /// Rows of a field that is not sent are means of their neighbours, or the only one.
    @Test func useFieldSaysWhichRowsAreSent() {
        let shades = (0..<9).map { 0.3 + 0.05 * Double($0 * 5 % 9) }
        let image = NtscImage(width: 32, height: 9) { _, y in (shades[y], 0, 0) }
        func rows(_ field: NtscUseField, _ number: UInt64 = 0) -> [Double] {
            image.rendered(Self.plain.with { $0.useField = field }, number: number).rows(.y).map { $0[16] }
        }
        func mean(ofParity parity: Int) -> [Double] {
            (0..<9).map { row in
                guard row % 2 != parity else { return shades[row] }
                let near = [row - 1, row + 1].filter { shades.indices.contains($0) }.map { shades[$0] }
                return near.reduce(0, +) / Double(near.count)
            }
        }
        let expected: [(NtscUseField, UInt64, [Double])] = [
            (.upper, 0, mean(ofParity: 0)), (.lower, 0, mean(ofParity: 1)), (.alternating, 0, mean(ofParity: 1)),
            (.alternating, 1, mean(ofParity: 0)), (.both, 0, shades), (.interleavedUpper, 0, shades),
            (.interleavedLower, 0, shades),
        ]
        for (field, number, law) in expected {
            let difference = zip(rows(field, number), law).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 0.001, "\(field), frame \(number): \(difference)")
        }
    }

    /// The field that is sent first is the earlier one: its noise is that of field 2 n.
    @Test func useFieldSaysWhichFieldIsFirst() {
        let image = NtscImage(width: 32, height: 8, flat: 0.5)
        let noisy = Self.plain.with { $0.lumaNoise = true }
        func frame(_ field: NtscUseField, _ number: UInt64) -> NtscImage {
            image.rendered(noisy.with { $0.useField = field }, number: number)
        }
        for (field, upper, lower) in [(NtscUseField.interleavedUpper, UInt64(6), UInt64(7)), (.interleavedLower, 7, 6)]
        {
            let (frame, up, low) = (frame(field, 3), frame(.upper, upper), frame(.lower, lower))
            for row in 0..<8 { #expect(frame.codes(row: row) == (row % 2 == 0 ? up : low).codes(row: row)) }
        }
    }

    // MARK: From the image to the signal

    /// Constant-k is blurry, Butterworth sharper.
    @Test func filterTypeSaysHowSharp() {
        let full = Self.plain.with { $0.chromaLowpassIn = .full }
        expectFalling(sharpnesses(Self.step, .i, \.filterType, [.butterworth, .constantK], full))
        let tape = Self.plain.with { ($0.vhsSettings, $0.vhsSharpenEnabled, $0.vhsEdgeWave) = (true, false, 0) }
        expectFalling(sharpnesses(Self.graySteps, .y, \.filterType, [.butterworth, .constantK], tape))
    }

    @Test func inputLumaFilterKeepsRainbowsOut() {
        func colors(_ filter: NtscLumaFilter) -> Double {
            let rows = Self.stripes.rendered(Self.plain.with { $0.inputLumaFilter = filter }).rows(.i)
            return deviation(rows.map { Array($0[30..<90]) })
        }
        #expect(colors(.none) > 0.05 && colors(.box) < 0.002 && colors(.notch) < 0.002)
        let comb = Self.plain.with { $0.chromaDemodulation = .twoLineComb }
        expectFalling(sharpnesses(Self.graySteps, .y, \.inputLumaFilter, [.none, .notch, .box], comb))
    }

    @Test func chromaLowpassSaysHowNarrow() {
        for component in [NtscImage.Component.i, .q] {
            expectFalling(sharpnesses(Self.step, component, \.chromaLowpassIn, [.none, .light, .full]))
            expectFalling(sharpnesses(Self.step, component, \.chromaLowpassOut, [.none, .light, .full]))
        }
        // Q is narrower than I, where it is half as strong.
        let full = Self.step.rendered(Self.plain.with { $0.chromaLowpassOut = .full })
        expectFalling([sharpness(full.rows(.i)), 4 * sharpness(full.rows(.q))])
    }

    @Test func preemphasisRaisesHighFrequencies() {
        expectFalling(sharpnesses(Self.graySteps, .y, \.compositePreemphasis, [2, 1, 0, -0.5, -1]))
        // Colour among them, if that is not corrected.
        let old = Self.plain.with { $0.compatibility = .ntscRs }
        let flat = NtscImage(height: 4, flat: 0.5, 0.08, 0)
        expectFalling(
            [1, 0.5, 0, -0.5].map { strength in
                mean(flat.rendered(old.with { $0.compositePreemphasis = strength }).rows(.i)[2][30..<60])
            })
    }

    // MARK: From the signal to luma and chroma

    /// Box and notch take stripes of the carrier's frequency for colour; combs, for which rows have opposite phases, do not.
    @Test func demodulationSaysHowLumaAndChromaPart() {
        func rendered(_ method: NtscDemodulation) -> NtscImage {
            Self.stripes.rendered(Self.plain.with { $0.chromaDemodulation = method })
        }
        func middle(_ rows: [[Double]]) -> Double { deviation(rows.map { Array($0[30..<66]) }) }
        for method in NtscDemodulation.allCases {
            let (luma, chroma) = (middle(rendered(method).rows(.y)), middle(rendered(method).rows(.i)))
            let isComb = method == .oneLineComb || method == .twoLineComb
            #expect(isComb ? luma > 0.06 : luma < 0.01, "\(method): \(luma)")
            #expect(isComb ? chroma < 0.01 : chroma > 0.05, "\(method): \(chroma)")
        }
        expectFalling(sharpnesses(Self.graySteps, .y, \.chromaDemodulation, [.notch, .box]))
    }

    /// One comb mixes a row with the one above, the other also with the one below.
    @Test func combsMixRows() {
        let image = NtscImage(width: 32, height: 9) { _, y in (y == 4 ? 0.7 : 0.3, 0, 0) }
        func rows(_ method: NtscDemodulation) -> [Double] {
            let old = Self.plain.with { ($0.chromaDemodulation, $0.compatibility) = (method, .ntscRs) }
            return image.rendered(old).rows(.y)[3...5].map { (($0[16] - 0.3) / 0.1).rounded() / 4 }
        }
        #expect(rows(.notch) == [0, 1, 0])
        #expect(rows(.oneLineComb) == [0, 0.5, 0.5])
        #expect(rows(.twoLineComb) == [0.25, 0.5, 0.25])
    }

    /// A bright line's mean position, in columns to the right of where it was.
    private func centre(_ settings: NtscSettings) -> Double {
        let image = NtscImage(width: 160, height: 4) { x, _ in (x == 40 ? 1 : 0.2, 0, 0) }
        let comb = settings.with { $0.chromaDemodulation = .twoLineComb }
        let row = image.rendered(comb).rows(.y)[2].map { $0 - 0.2 }
        return zip(row, row.indices).reduce(0) { $0 + $1.0 * Double($1.1) } / row.reduce(0, +) - 40
    }

    @Test func lumaSmearGoesToTheRight() {
        let positions = [0, 0.3, 0.6, 0.9].map { smear in centre(Self.plain.with { $0.lumaSmear = smear }) }
        expectFalling(positions.reversed().map { $0 + 0.01 })
        #expect(abs(positions[0]) < 0.01)
        // Twice as wide, where all is: exp(-t / T) has its mean at T, but for the half column that samples have.
        let wide = centre(Self.plain.with { ($0.lumaSmear, $0.bandwidthScale) = (0.6, 2) })
        #expect(abs(wide / positions[2] - 2) < 0.15, "\(wide), \(positions[2])")
    }

    /// What ringing adds to the right of an edge, column by column.
    private func echoes(_ change: (inout NtscSettings) -> Void) -> [Double] {
        let image = NtscImage(width: 160, height: 4) { x, _ in (x < 40 ? 0.45 : 0.55, 0, 0) }
        let comb = Self.plain.with { $0.chromaDemodulation = .twoLineComb }
        let ringing = comb.with { s in
            (s.ringing, s.ringingScale) = (true, 2)
            change(&s)
        }
        let (before, after) = (image.rendered(comb), image.rendered(ringing))
        return zip(after.rows(.y)[2], before.rows(.y)[2]).map { $0 - $1 }
    }

    private func energy(_ values: ArraySlice<Double>) -> Double { values.reduce(0) { $0 + $1 * $1 } }

    private func signChanges(_ values: ArraySlice<Double>) -> Int {
        zip(values, values.dropFirst()).filter { ($0 > 0) != ($1 > 0) }.count
    }

    @Test func ringingIsToTheRightOfEdges() {
        let standard = echoes { _ in }
        #expect(energy(standard[0..<36]) < 1e-9 && energy(standard[41...]) > 1e-4)
        // Nothing but the column that the filter moves luma by is left of it at 0.
        #expect(energy(echoes { $0.ringingScale = 0 }[41...]) < 1e-9)
        expectFalling([6, 3, 1].map { scale in energy(echoes { $0.ringingScale = scale }[41...]) })
        expectFalling([10, 5, 2].map { power in energy(echoes { $0.ringingPower = power }[60...]) })
        let waves = [0.6, 0.3, 0.15].map { frequency in
            signChanges(echoes { ($0.ringingFrequency, $0.ringingPower) = (frequency, 10) }[42..<82])
        }
        // Half a cycle has 1 / frequency columns.
        #expect(zip(waves, [24, 12, 6]).allSatisfy { abs($0 - $1) <= 1 }, "\(waves)")
        let wide = signChanges(
            echoes { ($0.ringingFrequency, $0.ringingPower, $0.bandwidthScale) = (0.6, 10, 2) }[44..<84])
        #expect(abs(wide - 12) <= 1, "\(wide)")
    }

    // MARK: Chroma

    private static let (hueI, hueQ) = (0.1, 0.02)
    private static let colored = NtscImage(width: 32, height: 24, flat: 0.5, hueI, hueQ)

    /// By what part of the circle each row's hue is turned; its size stays.
    private func turns(_ settings: NtscSettings) -> [Double] {
        let result = Self.colored.rendered(settings)
        return zip(result.rows(.i), result.rows(.q)).map { rowI, rowQ in
            let (i, q) = (rowI[16], rowQ[16])
            let size = (i * i + q * q) / (Self.hueI * Self.hueI + Self.hueQ * Self.hueQ)
            #expect(abs(size - 1) < 0.01 && abs(rowI[5] - i) < 0.001 && abs(rowQ[25] - q) < 0.001)
            return turn(from: (Self.hueI, Self.hueQ), to: (i, q))
        }
    }

    @Test(arguments: [0, 0.1, 0.25, 0.4]) func phaseErrorTurnsHues(error: Double) {
        let turns = turns(Self.plain.with { $0.chromaPhaseError = error })
        #expect(turns.allSatisfy { abs($0 - error) < 0.002 }, "\(turns)")
    }

    @Test func phaseNoiseTurnsRows() {
        let (weak, strong) = (
            turns(Self.plain.with { $0.chromaPhaseNoiseIntensity = 0.05 }),
            turns(Self.plain.with { $0.chromaPhaseNoiseIntensity = 0.2 })
        )
        #expect(strong.allSatisfy { abs($0) <= 0.202 } && variance(strong) > 0.004)
        #expect(zip(weak, strong).allSatisfy { abs(4 * $0 - $1) < 0.01 })
    }

    /// Chroma alone moves, to the left, up and down.
    @Test(arguments: [(-3.5, 0), (2.25, 0), (0, 2), (0, -3)]) func delayMovesChroma(dx: Double, dy: Int32) {
        let image = NtscImage(width: 64, height: 16) { x, y in (0.5, 0.08 * Double(x) / 64, y < 8 ? -0.05 : 0.05) }
        let settings = Self.plain.with { ($0.chromaDelayHorizontal, $0.chromaDelayVertical) = (dx, dy) }
        let (before, after) = (image.rendered(Self.plain), image.rendered(settings))
        for row in 4..<12 {
            let (a, b) = (before.rows(.i)[row], after.rows(.i)[row])
            let columns = (a[32] - b[32]) / (a[33] - a[32])
            #expect(abs(columns - dx) < 0.05, "row \(row): \(columns)")
            let isLower = row >= 8 + Int(dy)
            #expect((after.rows(.q)[row][32] > 0) == isLower, "row \(row)")
            #expect(abs(after.rows(.y)[row][32] - 0.5) < 0.001)
        }
        // Where it came from there is none.
        let empty = dy > 0 ? 0 : 15
        if dy != 0 { #expect(abs(after.rows(.q)[empty][32]) < 0.001) }
    }

    @Test func verticalScaleMovesChromaFurther() {
        let image = NtscImage(width: 32, height: 16) { _, y in (0.5, y < 8 ? -0.05 : 0.05, 0) }
        let settings = Self.plain.with { ($0.chromaDelayVertical, $0.verticalScale) = (2, 2) }
        let rows = image.rendered(settings).rows(.i).map { $0[16] > 0.04 }
        #expect(rows.firstIndex(of: true) == 12)
    }

    @Test(arguments: [false, true]) func blendMixesRows(vhs: Bool) {
        let image = NtscImage(width: 32, height: 8) { _, y in (0.5, y == 4 ? 0.1 : -0.06, 0) }
        let settings = Self.plain.with { s in
            (s.vhsChromaVertBlend, s.vhsSettings, s.vhsTapeSpeed, s.vhsEdgeWave) = (true, vhs, .none, 0)
            s.vhsChromaLoss = 0
        }
        let rows = image.rendered(settings).rows(.i).map { $0[16] }
        #expect(zip(rows, [-0.06, -0.06, -0.06, -0.06, 0.02, 0.02, -0.06, -0.06]).allSatisfy { abs($0 - $1) < 0.001 })
    }

    // MARK: Tape

    private static let tape = plain.with { s in
        (s.vhsSettings, s.vhsSharpenEnabled, s.vhsEdgeWaveEnabled, s.vhsChromaLoss) = (true, false, false, 0)
    }

    @Test func slowTapesAreSofter() {
        let comb = Self.tape.with { $0.chromaDemodulation = .twoLineComb }
        func detail(_ change: (inout NtscSettings) -> Void) -> Double {
            deviation(Self.stripes.rendered(comb.with(change)).rows(.y))
        }
        let speeds: [NtscTapeSpeed] = [.none, .sp, .lp, .ep]
        expectFalling(speeds.map { speed in detail { $0.vhsTapeSpeed = speed } })
        expectFalling([1, 1.5, 2.5].map { scale in detail { $0.bandwidthScale = scale } })
        expectFalling(sharpnesses(Self.step, .i, \.vhsTapeSpeed, speeds, Self.tape))
    }

    @Test func sharpeningMakesEdgesSteeper() {
        let sharp = Self.tape.with { $0.vhsSharpenEnabled = true }
        expectFalling(sharpnesses(Self.graySteps, .y, \.vhsSharpen, [1.5, 0.5, 0.1, 0], sharp))
        let (none, off) = (sharp.with { $0.vhsSharpen = 0 }, Self.tape)
        #expect(Self.graySteps.rendered(none).worst(from: Self.graySteps.rendered(off)).codes < 0.01)
        // From higher frequencies on, it reaches less far: how long luma stays beyond the edge's upper end.
        let widths = [0.5, 1, 2].map { frequency in
            let settings = sharp.with { ($0.vhsSharpen, $0.vhsSharpenFrequency) = (1 / frequency, frequency) }
            let row = Self.graySteps.rendered(settings).rows(.y)[2]
            let beyond = row[Self.edge...].map { max(0, $0 - 0.6) }
            return zip(beyond, beyond.indices).reduce(0) { $0 + $1.0 * Double($1.1) } / beyond.reduce(0, +)
        }
        for width in widths.dropFirst() { expectFalling([widths[0], width]) }
    }
}
