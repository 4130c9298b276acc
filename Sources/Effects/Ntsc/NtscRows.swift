import PixelCore

/// The rows of a field that a band has, and what is to be done to them.
package struct NtscRows {
    let plan: NtscPlan
    let field: NtscField
    /// The row in lane 0; may be beyond the field's edges.
    let firstRow: Int

    package init(_ plan: NtscPlan, _ field: NtscField, firstRow: Int) {
        (self.plan, self.field, self.firstRow) = (plan, field, firstRow)
    }

    var settings: NtscSettings { plan.settings }

    /// The row of the field in a lane: rows beyond the field's edges are mirrored.
    package func row(_ lane: Int) -> Int {
        let row = firstRow + lane
        let height = field.height
        if row < 0 { return min(-row, height - 1) }
        return row < height ? row : max(0, 2 * (height - 1) - row)
    }

    /// Calls `body` with every lane and the seed of its row in a pass.
    func forSeeds(_ pass: NtscPass, _ body: (_ lane: Int, _ seed: SipHash) -> Void) {
        let seed = plan.seed(pass, field)
        for lane in 0..<Band.rows { body(lane, seed.adding(UInt64(row(lane)))) }
    }
}
