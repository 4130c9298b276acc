// SPDX-License-Identifier: MIT
import KernelTypes

/// The rows of a field that a group has, and what is to be done to them.
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

    /// Lanes that results may need: of rows beyond the field's lower edge the first alone, where it is compared with the last.
    var lanes: Range<Int> {
        let end = field.height + (settings.chromaDemodulation == .twoLineComb ? 1 : 0)
        return 0..<max(0, min(RowGroup.rows, end - firstRow))
    }

    /// The subcarrier's phase at the first column of a lane's row, in quarters of its period.
    func carrierPhase(_ lane: Int) -> Int {
        let s = settings
        let offset = UInt64(max(0, s.videoScanlinePhaseShiftOffset))
        let line = UInt64(row(lane))
        // A line has half a period too many, so that the carrier is the other way round from frame to frame.
        let number = plan.isCorrected && field.isFrame ? field.number &* 2 : field.number
        let phase: UInt64 =
            switch s.videoScanlinePhaseShift {
            case .degrees0: plan.isCorrected ? offset : 0
            case .degrees180: ((number &+ line * 2) & 2) + offset
            case .degrees90: number &+ offset &+ line
            // The same in ntsc-rs, and presets look the way that makes them.
            case .degrees270: plan.isCorrected ? number &+ offset &- line : number &+ offset &+ line
            }
        return Int(phase & 3)
    }
}
