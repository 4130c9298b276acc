// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Stretch {
    /// The grid of a plane's luma or of its chroma.
    struct Grid {
        let count: Int
        let columns: StretchColumns
        /// Nil: there are half as many or more.
        let areas: AreaColumns?
        /// Columns that all lie between two of the old ones in the same way: the first of these is `offset` on.
        let moved: (columns: Range<Int>, offset: Int, weight: Int16)?
        /// Whether samples stay as they are.
        let isSame: Bool
        private let memory: Scratch
        private let areaMemory: Scratch?

        /// Of `count` samples from `start` on. More than `new` samples go on as the last one.
        /// `site` nil: they lie in the middle of what they cover.
        init(from old: Int, to new: Int, start: Int, count: Int, site: Site?) throws {
            self.count = count
            (areas, areaMemory) = try Self.areas(from: old, to: new, start: start, count: count, site: site)
            memory = try Scratch(byteCount: 3 * count * MemoryLayout<Int32>.stride)
            let first = memory.values(as: Int32.self)
            let (second, weight) = (first + count, first + 2 * count)
            for i in 0..<count {
                let position =
                    site.map { $0.position(start + i, count: old) } ?? Stretch.position(start + i, from: old, to: new)
                (first[i], second[i], weight[i]) = (
                    Int32(position.first), Int32(position.second), Int32(position.weight)
                )
            }
            let whole = (0..<count).first { Int(first[$0]) + 4 > old } ?? count
            columns = StretchColumns(first: first, second: second, weight: weight, whole: whole)
            isSame = old == new && start == 0 && site == nil
            moved = areas == nil ? Self.moved(columns, count: count) : nil
        }

        /// Columns that are not at the ends, where what would lie beyond is the last sample.
        private static func moved(
            _ columns: StretchColumns, count: Int
        ) -> (columns: Range<Int>, offset: Int, weight: Int16)? {
            let middle = count / 2
            guard count > 2, columns.weight[middle] > 0 else { return nil }
            let offset = Int(columns.first[middle]) - middle
            func isLikeMiddle(_ i: Int) -> Bool {
                Int(columns.first[i]) - i == offset && columns.weight[i] == columns.weight[middle]
            }
            var (begin, end) = (middle, middle + 1)
            while begin > 0, isLikeMiddle(begin - 1) { begin -= 1 }
            while end < count, isLikeMiddle(end) { end += 1 }
            return 2 * (end - begin) > count ? (begin..<end, offset, Int16(columns.weight[middle])) : nil
        }

        /// Where some of the columns lie.
        func columns(from first: Int) -> StretchColumns {
            StretchColumns(
                first: columns.first + first, second: columns.second + first, weight: columns.weight + first,
                whole: max(0, columns.whole - first))
        }

        private static func areas(
            from old: Int, to new: Int, start: Int, count: Int, site: Site?
        ) throws -> (AreaColumns?, Scratch?) {
            guard Area.suits(from: old, to: new) else { return (nil, nil) }
            let all = (0..<count).map { Area(of: min(start + $0, new - 1), from: old, to: new, site: site) }
            let memory = try Scratch(byteCount: 4 * (2 * count + 1 + all.reduce(0) { $0 + $1.samples.count }))
            let (first, weights) = (
                memory.values(as: Int32.self), memory.values(as: UInt32.self, from: 4 * (2 * count + 1))
            )
            let begin = first + count
            var used = 0
            for (i, area) in all.enumerated() {
                (first[i], begin[i]) = (Int32(area.samples.lowerBound), Int32(used))
                for sample in area.samples {
                    weights[used] = UInt32(area.weight(sample))
                    used += 1
                }
            }
            begin[count] = Int32(used)
            return (AreaColumns(first: first, start: begin, weights: weights), memory)
        }
    }

    /// Where chroma lies along columns or rows of luma that have another length, not always in the middle.
    struct Site {
        let isFirst: (old: Bool, new: Bool)
        let luma: (old: Int, new: Int)

        /// Nil: in the middle, before and after.
        init?(_ isFirst: (old: Bool, new: Bool), luma: (old: Int, new: Int)) {
            guard isFirst.old || isFirst.new else { return nil }
            (self.isFirst, self.luma) = (isFirst, luma)
        }

        /// Quarters of a chroma sample from where the luma that it covers begins.
        private func quarters(_ isFirst: Bool) -> Int { isFirst ? 1 : 2 }

        func position(_ i: Int, count: Int) -> (first: Int, second: Int, weight: Int) {
            Stretch.position(
                i, every: 2, centers: (quarters(isFirst.old), quarters(isFirst.new)), from: luma.old, to: luma.new,
                count: count)
        }

        /// How far what is covered begins before that of samples in the middle, in parts of which one of `old` has 4 times `new`.
        func shift(from old: Int, to new: Int) -> Int {
            (2 - quarters(isFirst.new)) * old - (2 - quarters(isFirst.old)) * new
        }
    }

    /// Which of `old` samples one of `new` covers.
    struct Area {
        let samples: Range<Int>
        /// Where it begins, in parts of which one of `old` has 4 times `new`.
        private let start: Int
        private let (old, new): (Int, Int)

        static func suits(from old: Int, to new: Int) -> Bool { 2 * new < old }

        init(of index: Int, from old: Int, to new: Int, site: Site? = nil) {
            (self.old, self.new) = (old, new)
            start = 4 * index * old - (site?.shift(from: old, to: new) ?? 0)
            samples = max(0, start / (4 * new))..<min(old, (start + 4 * old + 4 * new - 1) / (4 * new))
        }

        /// The weight of a sample, of 32768. What is covered beyond the first and the last one is theirs.
        func weight(_ sample: Int) -> Int { covered(sample + 1) - covered(sample) }

        /// What is covered before a sample, of 32768, rounded half up.
        private func covered(_ sample: Int) -> Int {
            if sample <= samples.lowerBound { return 0 }
            if sample >= samples.upperBound { return MixSettings.unit }
            let part = min(max(0, 4 * sample * new - start), 4 * old)
            return (2 * part * MixSettings.unit + 4 * old) / (8 * old)
        }
    }

    /// Where sample `i` of `new` lies among `old`: between two, with the second's weight of 32768.
    static func position(_ i: Int, from old: Int, to new: Int) -> (first: Int, second: Int, weight: Int) {
        position(i, every: 1, centers: (1, 1), from: old, to: new, count: old)
    }

    /// The same of `count` samples that lie `step` apart on the grid, the first one's centre at so many halves before and after.
    static func position(
        _ i: Int, every step: Int, centers: (old: Int, new: Int), from old: Int, to new: Int, count: Int
    ) -> (first: Int, second: Int, weight: Int) {
        let unit = 2 * step * new
        let position = max(0, (2 * step * i + centers.new) * old - centers.old * new)
        let (whole, part) = position.quotientAndRemainder(dividingBy: unit)
        var (first, weight) = (whole, (part * 65536 / unit + 1) / 2)
        if weight == MixSettings.unit { (first, weight) = (first + 1, 0) }
        return first >= count - 1 ? (count - 1, count - 1, 0) : (first, first + 1, weight)
    }
}
