// SPDX-License-Identifier: MIT
import PixelCore

/// How many tables a frame gets: as many as were asked for, or the finest grid whose tables fit into a limit.
///
/// The grid depends on the settings and the frame alone, never on the settings before, as results must not either; where there is
/// less memory than the limit, on how much there is.
struct TableBudget: Equatable {
    /// The most memory that tables and their blends may take, where there is as much.
    static let bytes = 1 << 30

    /// Tiles across and down. Where less is used than was asked for, no direction has more than the other unless it was asked
    /// for fewer.
    let columns: Int
    let rows: Int
    /// Codes from one that is blended over time to the next; between them, blends are interpolated.
    let blendStep: Int
    /// What the user should know; nil: there is all that was asked for.
    let warning: String?

    /// The budget for `channels` tables of `range` in each tile.
    init(
        _ settings: EqualizationSettings, _ video: VideoInfo, _ range: CodeRange, channels: Int, limit: Int = Self.bytes
    ) {
        let (columns, rows) =
            settings.method == .clahe ? (Int(settings.gridWidth), Int(settings.gridHeight)) : (1, 1)
        // Where tiles are many they have fewer pixels than there are 16-bit codes: between sixteen of them, tables are straight.
        let steps = settings.smoothingTime > 0 && range.count > 1 << 14 ? [1, 16] : [1]
        func bytes(_ most: Int, _ step: Int) -> Int {
            let grid = TileGrid(
                width: video.width, height: video.height, columns: min(columns, most), rows: min(rows, most))
            let blends = settings.smoothingTime > 0 ? TableBlend.byteCount(entries: range.blended(step)) : 0
            return grid.tileCount * channels * (range.count * MemoryLayout<UInt16>.stride + blends)
        }
        var (most, step) = (max(columns, rows), 1)
        search: while most > 1 {
            for candidate in steps where bytes(most, candidate) <= limit {
                step = candidate
                break search
            }
            most -= 1
        }
        (self.columns, self.rows, blendStep) = (min(columns, most), min(rows, most), step)
        let isLess = most < max(columns, rows)
        let reason = limit < Self.bytes ? "for which there is no memory" : "more than \(Self.bytes >> 20) MiB"
        let asked =
            "\(columns) x \(rows) tiles of \(video.width)x\(video.height) \(video.format.name) need "
            + "\(bytes(max(columns, rows), isLess ? steps.last ?? 1 : 1) >> 20) MiB of tables, \(reason). "
        if isLess {
            warning = asked + "\(self.columns) x \(self.rows) tiles are used."
        } else {
            warning =
                step == 1 ? nil : asked + "Every \(step)th code is smoothed over time, and those between by these."
        }
    }
}

extension TableBudget {
    /// Whether there is a coarser grid.
    var canShrink: Bool { max(columns, rows) > 1 }

    /// Whether tables take as much memory as another budget's.
    func takesAsMuch(as other: TableBudget) -> Bool {
        columns == other.columns && rows == other.rows && blendStep == other.blendStep
    }
}

extension CodeRange {
    /// Codes that are blended where these are `step` apart: with the last one.
    func blended(_ step: Int) -> Int { (maximum + step - 1) / step + 1 }
}
