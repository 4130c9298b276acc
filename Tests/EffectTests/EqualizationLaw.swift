// SPDX-License-Identifier: MIT
import Effects
import PixelCore

/// Histogram equalization of one component, pixel by pixel, as the algorithms are published.
///
/// `cdf`: T(k) = round(S C(k) / N). `cdfMin`: OpenCV's `equalizeHist`. CLAHE: OpenCV's `createCLAHE`. Codes are those of
/// the format; S is the span from black to white, 255 in OpenCV.
struct EqualizationLaw {
    /// Rows of codes.
    typealias Rows = [[Int]]
    /// Entries of every tile's table, from black to white; one tile where the method is global.
    typealias Tables = [[Float]]

    let settings: EqualizationSettings
    let black: Int
    let span: Int
    let maximum: Int

    /// The law for components of a format with their own black and white.
    init(_ settings: EqualizationSettings, _ format: PixelFormat, _ colorimetry: Colorimetry) {
        self.init(
            settings, black: Int(colorimetry.lumaOffset), span: Int(colorimetry.lumaScale),
            maximum: (1 << FormatTable.depth(format)) - 1)
    }

    init(_ settings: EqualizationSettings, black: Int, span: Int, maximum: Int) {
        (self.settings, self.black, self.span, self.maximum) = (settings, black, span, maximum)
    }

    /// Codes of a frame's component, equalized by their own histogram.
    func apply(_ rows: Rows) -> Rows { map(rows, finished(tables(rows))) }

    /// Tables before they are blended in time or mixed with the codes themselves.
    func tables(_ rows: Rows) -> Tables {
        guard settings.method == .global else { return claheTables(rows) }
        return [globalTable(histogram(cropped(rows)))]
    }

    /// Tables of whole codes for every code there is: out = in + intensity (T(in) - in), rounded half up.
    func finished(_ tables: Tables) -> [[Int]] {
        let intensity = Float(settings.intensity)
        return tables.map { table in
            (0...maximum).map { code in
                let target = Float(black) + table[bin(code)]
                return Int((Float(code) + intensity * (target - Float(code)) + 0.5).rounded(.down))
            }
        }
    }

    func map(_ rows: Rows, _ tables: [[Int]]) -> Rows {
        guard settings.method == .clahe else { return rows.map { row in row.map { tables[0][$0] } } }
        return interpolated(rows, tables)
    }

    // MARK: Histograms

    /// Codes below black count as black, those above white as white.
    private func bin(_ code: Int) -> Int { code < black ? 0 : code > black + span ? span : code - black }

    func histogram(_ rows: Rows) -> [Int] {
        var counts = Array(repeating: 0, count: span + 1)
        for row in rows { for code in row { counts[bin(code)] += 1 } }
        return counts
    }

    /// The part of an image that the region touches.
    func cropped(_ rows: Rows) -> Rows {
        let columns = Self.touched(settings.regionX, settings.regionWidth, rows[0].count)
        return rows[Self.touched(settings.regionY, settings.regionHeight, rows.count)].map { Array($0[columns]) }
    }

    /// Pixels that a part of `size` touches, by more than rounding: one at least.
    private static func touched(_ start: Double, _ length: Double, _ size: Int) -> ClosedRange<Int> {
        let positions = (0..<size).filter { Double($0 + 1) > start * Double(size) + 1e-6 }
        let inside = positions.filter { Double($0) < (start + length) * Double(size) - 1e-6 }
        let first = inside.first ?? positions.first ?? size - 1
        return first...max(first, inside.last ?? first)
    }

    private func globalTable(_ counts: [Int]) -> [Float] {
        let total = counts.reduce(0, +)
        var cumulative: [Int] = []
        for count in counts { cumulative.append((cumulative.last ?? 0) + count) }
        switch settings.mapping {
        case .cdf:
            return cumulative.map { c in
                // Half up, in whole numbers.
                let (quotient, rest) = (span * c).quotientAndRemainder(dividingBy: total)
                return Float(2 * rest >= total ? quotient + 1 : quotient)
            }
        case .cdfMin:
            let darkest = counts.first { $0 > 0 } ?? 0
            if darkest == total { return counts.indices.map { Float($0) } }
            let scale = Float(span) / Float(total - darkest)
            return cumulative.map { ($0 <= darkest ? 0 : Float($0 - darkest) * scale).rounded(.toNearestOrEven) }
        }
    }

    // MARK: CLAHE

    private var columns: Int { Int(settings.gridWidth) }
    private var rows: Int { Int(settings.gridHeight) }

    /// The size of tiles: OpenCV extends an image that does not divide in either direction.
    private func tileSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        if width % columns == 0 && height % rows == 0 { return (width / columns, height / rows) }
        return ((width + columns - width % columns) / columns, (height + rows - height % rows) / rows)
    }

    /// BORDER_REFLECT_101: dcb|abcd|cba.
    private func reflected(_ position: Int, _ size: Int) -> Int {
        if size == 1 { return 0 }
        var position = position
        while position < 0 || position >= size { position = position < 0 ? -position : 2 * size - 2 - position }
        return position
    }

    private func claheTables(_ image: Rows) -> Tables {
        let (width, height) = (image[0].count, image.count)
        let tile = tileSize(width, height)
        let xs = (0..<tile.width * columns).map { reflected($0, width) }
        let ys = (0..<tile.height * rows).map { reflected($0, height) }
        var tables: Tables = []
        for row in 0..<rows {
            for column in 0..<columns {
                var counts = Array(repeating: 0, count: span + 1)
                for y in ys[row * tile.height..<(row + 1) * tile.height] {
                    for x in xs[column * tile.width..<(column + 1) * tile.width] { counts[bin(image[y][x])] += 1 }
                }
                tables.append(claheTable(&counts, area: tile.width * tile.height))
            }
        }
        return tables
    }

    private func claheTable(_ counts: inout [Int], area: Int) -> [Float] {
        if settings.clipLimit > 0 {
            let limit = max(1, Int(settings.clipLimit * Double(area) / Double(counts.count)))
            var clipped = 0
            for i in counts.indices where counts[i] > limit {
                clipped += counts[i] - limit
                counts[i] = limit
            }
            let batch = clipped / counts.count
            if batch > 0 { for i in counts.indices { counts[i] += batch } }
            var residual = clipped - batch * counts.count
            let step = residual > 0 ? max(counts.count / residual, 1) : 1
            var i = 0
            while i < counts.count && residual > 0 {
                counts[i] += 1
                (i, residual) = (i + step, residual - 1)
            }
        }
        let scale = Float(span) / Float(area)
        var sum = 0
        return counts.map { count in
            sum += count
            return min(Float(span), (Float(sum) * scale).rounded(.toNearestOrEven))
        }
    }

    private func interpolated(_ image: Rows, _ tables: [[Int]]) -> Rows {
        let tile = tileSize(image[0].count, image.count)
        func position(_ position: Int, _ size: Int, _ count: Int) -> (first: Int, second: Int, part: Float) {
            let position = Float(position) * (1 / Float(size)) - 0.5
            let first = Int(position.rounded(.down))
            return (max(first, 0), min(first + 1, count - 1), position - Float(first))
        }
        let across = image[0].indices.map { position($0, tile.width, columns) }
        return image.enumerated().map { y, row in
            let down = position(y, tile.height, rows)
            let (upper, lower) = (down.first * columns, down.second * columns)
            return row.enumerated().map { x, code in
                let (left, right, part) = across[x]
                let top = Float(tables[upper + left][code]) * (1 - part) + Float(tables[upper + right][code]) * part
                let bottom = Float(tables[lower + left][code]) * (1 - part) + Float(tables[lower + right][code]) * part
                return Int((top * (1 - down.part) + bottom * down.part).rounded(.toNearestOrEven))
            }
        }
    }
}

/// The first code that is not as it should be; nil if all are.
func codeDifference(_ codes: Codes, from expected: [EqualizationLaw.Rows]) -> String? {
    for (component, rows) in expected.enumerated() where codes.values[component] != rows {
        for (y, row) in rows.enumerated() {
            for (x, code) in row.enumerated() where codes.values[component][y][x] != code {
                let found = codes.values[component][y][x]
                return "component \(component), column \(x), row \(y): \(found) instead of \(code)"
            }
        }
    }
    return nil
}
