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

    /// The seed of a row in a pass.
    func seed(_ pass: NtscPass, _ lane: Int) -> SipHash {
        plan.seed(pass, field).adding(UInt64(row(lane)))
    }
}
