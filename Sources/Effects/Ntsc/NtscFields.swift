// SPDX-License-Identifier: MIT
import PixelCore

/// What a frame is to the signal: one or two fields, each with its own number, or one progressive frame.
struct NtscFields {
    /// Rows of a frame that make a frame of the signal.
    struct Part {
        let field: NtscField
        /// The frame row of field row 0, and from one field row to the next.
        let firstRow: Int
        let step: Int
    }

    let first: Part
    let second: Part?
    /// Whether rows of a field that there is not become means of their neighbours.
    let isBob: Bool
    /// Whether rows of a field that there is not stay as they are, and which rows: 0 even, 1 odd.
    let untouched: Int?

    /// Interlaced frames have the fields that they say; `settings` say which ones progressive frames have. Frame n has fields
    /// 2 n, which is shown first, and 2 n + 1; where it has one field alone, or is one frame, the settings call that n.
    init(_ frame: Frame, _ settings: NtscSettings, number n: UInt64) {
        let height = frame.height
        func upper(_ number: UInt64) -> Part {
            Part(field: NtscField(height: (height + 1) / 2, number: number), firstRow: 0, step: 2)
        }
        func lower(_ number: UInt64) -> Part {
            Part(field: NtscField(height: max(1, height / 2), number: number), firstRow: min(1, height - 1), step: 2)
        }
        let (early, late) = (n &* 2, n &* 2 &+ 1)
        guard !frame.interlaced else {
            let isTopFirst = frame.firstField == .top
            switch frame.onlyField {
            case .top: (first, second, untouched) = (upper(isTopFirst ? early : late), nil, 1)
            case .bottom: (first, second, untouched) = (lower(isTopFirst ? late : early), nil, 0)
            case nil:
                (first, second) = (upper(isTopFirst ? early : late), lower(isTopFirst ? late : early))
                untouched = nil
            }
            isBob = false
            return
        }
        untouched = nil
        switch settings.useField {
        case .alternating: (first, second, isBob) = (n & 1 == 0 ? lower(n) : upper(n), nil, true)
        case .upper: (first, second, isBob) = (upper(n), nil, true)
        case .lower: (first, second, isBob) = (lower(n), nil, true)
        case .both:
            first = Part(field: NtscField(height: height, number: n, isFrame: true), firstRow: 0, step: 1)
            (second, isBob) = (nil, false)
        case .interleavedUpper: (first, second, isBob) = (upper(early), lower(late), false)
        case .interleavedLower: (first, second, isBob) = (upper(late), lower(early), false)
        }
    }

    func part(_ index: Int) -> Part { index == 0 ? first : second ?? first }

    /// Whether a frame row becomes what a part says.
    func isFinished(_ row: Int, by index: Int) -> Bool {
        second == nil ? row & 1 != untouched : row & 1 == index
    }

    /// Frame rows for each row of a field.
    var step: Int { first.step }

    /// Rows of the higher field that a frame of `height` rows can have.
    func rows(ofHeight height: Int) -> Int { (height + step - 1) / step }

    /// Which of the two has a frame row, and in which lanes, one or two to be averaged, when lane 0 has `firstRow`.
    func lanes(ofFrameRow row: Int, firstRow: Int) -> (part: Int, lanes: (Int, Int)) {
        if step == 1 { return (0, (row - firstRow, row - firstRow)) }
        // Of a row that is put back as it was, any lane will do that there is.
        if second != nil || untouched != nil {
            return (second == nil ? 0 : row & 1, (row / 2 - firstRow, row / 2 - firstRow))
        }
        let distance = row - first.firstRow
        if distance >= 0, distance % 2 == 0 { return (0, (distance / 2 - firstRow, distance / 2 - firstRow)) }
        // A row of the other field: the mean of its neighbours, or the only one.
        let last = first.field.height - 1
        let near = min(max(0, (distance - 1) >> 1), last)
        let far = min(max(0, (distance + 1) >> 1), last)
        return (0, (near - firstRow, far - firstRow))
    }
}
