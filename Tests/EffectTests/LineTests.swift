// SPDX-License-Identifier: MIT
import Effects
import Expressions
import Filters
import Glibc
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference
import TestSupport
import Testing

@Suite("Lines")
struct LineTests {
    /// Half a frame brighter than the other, on one side of x cos(a) + y sin(a) = d, counted from the middle of the first pixel.
    private func edge(_ format: PixelFormat, _ angle: Double, _ distance: Double) -> TestFrame {
        let radians = angle * .pi / 180
        let (c, s) = (cos(radians), sin(radians))
        return grayFrame(format, 160, 120) { x, y in
            let inside: Double = Double(x) * c + Double(y) * s - distance + 0.5
            return 60 + 140 * min(1, max(0, inside))
        }
    }

    @Test("A line is where it is, at all angles", arguments: [PixelFormat.gray8, .rgbx])
    func known(format: PixelFormat) throws {
        for (angle, distance) in [
            (0.0, 70.0), (90, 40), (45, 90), (30, 100), (135, -20), (120, 10), (1, 80), (179, -60), (89, 50),
            (67.5, 90),
        ] {
            let told = try told(Lines(), edge(format, angle, distance), colorimetries(format)[0])
            #expect(told.numbers["count"] == 1, "\(angle), \(distance): \(told.lists)")
            let (a, d) = (told.lists["angle"]?.first ?? -1, told.lists["distance"]?.first ?? -1)
            #expect(abs(a - angle) <= 1 && abs(d - distance) <= 2, "\(a), \(d) instead of \(angle), \(distance)")
            // Its ends are on the line, at the edges of the frame.
            let (radians, lists) = (a * .pi / 180, told.lists)
            for (name, other) in [("x0", "y0"), ("x1", "y1")] {
                let (column, row): (Double, Double) = (lists[name]?.first ?? -1, lists[other]?.first ?? -1)
                let (x, y) = (column * 160 - 0.5, row * 120 - 0.5)
                let away: Double = x * cos(radians) + y * sin(radians) - d
                #expect(abs(away) < 1e-3, "\(x), \(y)")
                let distances: [Double] = [x + 0.5, 159.5 - x, y + 0.5, 119.5 - y]
                #expect(abs(distances.min() ?? -1) < 1e-3, "\(x), \(y)")
            }
        }
    }

    @Test("What is flat has none, nor has noise; frames of a row or a column are no trouble")
    func none() throws {
        let flat = try told(Lines(), grayFrame(.gray8, 50, 40) { _, _ in 128 }, colorimetries(.gray8)[0])
        #expect(flat.numbers == ["count": 0])
        var generator = Generator(seed: 5)
        let noise = TestFrame(.gray8, width: 200, height: 150)
        noise.fill(.random, &generator)
        #expect(try told(Lines(), noise, colorimetries(.gray8)[0]).numbers["count"] == 0)
        var settings = Lines()
        (settings.threshold, settings.edgeThreshold, settings.radius) = (0, 0, 0)
        for (width, height) in [(1, 1), (300, 1), (1, 90), (2, 2)] {
            let frame = TestFrame(.gray8, width: width, height: height)
            frame.fill(.random, &generator)
            for show in LineView.allCases {
                settings.show = show
                let told = try told(settings, frame, colorimetries(.gray8)[0])
                #expect(told.lists.values.allSatisfy { $0.allSatisfy(\.isFinite) })
            }
        }
    }

    @Test("Votes are those of pixels whose gradients point across the line", arguments: PixelFormat.allCases)
    func law(format: PixelFormat) throws {
        let (width, height) = (72, 50)
        let colorimetry = colorimetries(format)[0]
        var generator = Generator(seed: Sample.seed)
        let frame = TestFrame(format, width: width, height: height)
        frame.fill(.random, &generator)
        var settings = Lines()
        (settings.radius, settings.edgeThreshold, settings.threshold) = (1, 0.2, 0.1)
        let told = try told(settings, frame, colorimetry).lists
        let (columns, rows) = NumberImage(lightOf: frame, colorimetry).blurred(1).gradient(middleWeight: 2)
        let long = NumberImage(width, height) { x, y in
            (columns[x, y] * columns[x, y] + rows[x, y] * rows[x, y]).squareRoot()
        }
        /// Votes for a line, of the pixels that are in and those that may be, by roundings.
        func votes(_ angle: Double, _ distance: Double) -> (sure: Int, all: Int) {
            var (sure, all) = (0, 0)
            let turn = angle * .pi / 180
            for y in 0..<height {
                for x in 0..<width {
                    let place = Double(x) * cos(turn) + Double(y) * sin(turn)
                    let (gx, gy, length) = (columns[x, y], rows[x, y], long[x, y])
                    let own = atan2(gy, gx) * 180 / .pi
                    let difference = abs((own - angle + 540).truncatingRemainder(dividingBy: 180) - 90)
                    let off = 90 - difference
                    func direction(_ change: Double) -> Int {
                        abs(change) < 0.38268343236509 * length ? 0 : change < 0 ? -1 : 1
                    }
                    let (dx, dy) = (direction(gx), direction(gy))
                    let most = max(long[x + dx, y + dy], long[x - dx, y - dy])
                    let spare = 1e-4
                    func counts(_ margin: Double) -> Bool {
                        abs(place - distance) < 0.5 + margin && off < 3.5 + 100 * margin && length >= 0.2 - margin
                            && length >= most - margin
                    }
                    if counts(spare) { all += 1 }
                    if counts(-spare) { sure += 1 }
                }
            }
            return (sure, all)
        }
        let (angles, distances) = (told["angle"] ?? [], told["distance"] ?? [])
        for (index, count) in (told["votes"] ?? []).enumerated() {
            let votes = votes(angles[index], distances[index])
            #expect(Int(count) >= votes.sure - 1 && Int(count) <= votes.all + 1, "\(count) instead of \(votes)")
            #expect(count >= 5)
        }
    }

    @Test("The same bits on all levels and any number of threads")
    func levels() throws {
        for format in Sample.some(of: PixelFormat.allCases, 3, "line levels") {
            let frame = TestFrame(format, width: 203, height: 120)
            var generator = Generator(seed: Sample.seed)
            frame.fill(.random, &generator)
            for show in LineView.allCases {
                var settings = Lines()
                (settings.radius, settings.threshold, settings.show) = (0, 0, show)
                settings.maximumCount = 1024
                let (first, c) = (frame.copy(), colorimetries(format)[0])
                let expected = try told(settings, first, c)
                for kernels in [Reference.self] + CPULevel.available.map(\.kernels) {
                    let other = frame.copy()
                    let actual = try told(
                        settings, other, c, kernels: kernels, bands: BandRunner.threads.executor(3))
                    #expect(actual.lists == expected.lists, "\(format)")
                    #expect(other.firstDifference(from: first) == nil, "\(show) \(format)")
                }
            }
        }
    }
}
