// SPDX-License-Identifier: MIT
internal import PixelCore

/// Gives each row that a program makes one of few registers, which lie in the first-level cache together.
struct Registers {
    /// Register 0 holds zeros.
    private(set) var count = 0
    /// By scalar, where its row is.
    private(set) var planes: [ScalarID: Int] = [:]
    private var free: [Int] = []
    /// By scalar, the last draft that reads it.
    private var last: [ScalarID: Int] = [:]

    /// `rows` are those that are there before the program runs; they come after the registers, in order.
    init(_ drafts: [Draft], rows: [ScalarID]) {
        for (index, draft) in drafts.enumerated() { for id in draft.operands { last[id] = index } }
        let ready = Set(rows)
        for (index, draft) in drafts.enumerated() {
            var dying = Set(draft.operands.filter { $0 != .none && last[$0] == index && !ready.contains($0) })
            if !draft.flags.contains(.writesPixels), draft.opcode != .pack, draft.opcode != .packOther {
                for (plane, result) in draft.results.enumerated() {
                    planes[result] = replaced(draft, plane, &dying) ?? free.popLast() ?? next()
                }
            }
            for id in dying.sorted() { if let plane = planes[id] { free.append(plane) } }
            for id in draft.results where last[id] == nil { if let plane = planes[id] { free.append(plane) } }
        }
        for (index, id) in rows.enumerated() { planes[id] = count + 1 + index }
    }

    private mutating func next() -> Int {
        count += 1
        return count
    }

    /// The register of an operand that nobody reads any more, and that the instruction reads for this plane only: it reads
    /// and writes it column by column.
    private mutating func replaced(_ draft: Draft, _ plane: Int, _ dying: inout Set<ScalarID>) -> Int? {
        for (position, id) in draft.operands.enumerated() where dying.contains(id) {
            let isHere = draft.planes == 1 || draft.opcode.sharesRows || position % 3 == plane
            guard isHere else { continue }
            let isElsewhere = draft.operands.enumerated().contains { other, operand in
                operand == id && draft.planes == 3 && !draft.opcode.sharesRows && other % 3 != plane
            }
            guard !isElsewhere, let register = planes[id] else { continue }
            dying.remove(id)
            return register
        }
        return nil
    }
}
