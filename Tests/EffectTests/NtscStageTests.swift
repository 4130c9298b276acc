// SPDX-License-Identifier: MIT
import Effects
import Foundation
import KernelTypes
import PixelKernels
import PixelReference
import Testing

/// Reads what ntsc-rs makes of an image, stage by stage.
enum NtscConformance {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Conformance/ntsc")
    static let (width, height) = (160, 60)

    /// Y, I and Q after a stage, 0 being what comes in.
    static func planes(_ stage: Int, _ field: String) throws -> [[Float]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("stages").path)
        let prefix = (stage < 10 ? "0" : "") + "\(stage)_"
        let name = try #require(names.first { $0.hasPrefix(prefix) && $0.contains(".\(field).") })
        let data = try Data(contentsOf: folder.appendingPathComponent("stages/\(name)"))
        let values = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return (0..<3).map { Array(values[$0 * width * height..<($0 + 1) * width * height]) }
    }
}

@Suite("NTSC: each stage against ntsc-rs")
struct NtscStageTests {
    /// Runs stages on groups of rows that overlap by a row above and one below.
    private func run(
        _ stages: ClosedRange<NtscStage>, _ planes: [[Float]], _ field: NtscField, kernels: any KernelSet.Type
    ) throws -> [[Float]] {
        let (width, height) = (NtscConformance.width, NtscConformance.height)
        let plan = NtscPlan(NtscSettings(), height: 2 * height)
        let group = try NtscRowGroup(width: width, kernels: kernels)
        try group.prepare(plan)
        var result = planes
        for first in stride(from: -1, to: height - 1, by: 14) {
            let rows = NtscRows(plan, field, firstRow: first)
            for (plane, memory) in [group.y, group.i, group.q].enumerated() {
                for lane in 0..<16 {
                    let row = rows.row(lane)
                    for x in 0..<width { memory[16 * x + lane] = planes[plane][row * width + x] }
                }
            }
            group.run(stages, rows)
            for (plane, memory) in [group.y, group.i, group.q].enumerated() {
                for lane in 1...14 where first + lane < height {
                    for x in 0..<width { result[plane][(first + lane) * width + x] = memory[16 * x + lane] }
                }
            }
        }
        return result
    }

    @Test(arguments: NtscStage.allCases, ["upper", "lower"])
    func stage(stage: NtscStage, name: String) throws {
        let field = NtscField(height: NtscConformance.height, number: name == "upper" ? 6 : 7)
        // Chroma there is from decoding on, so that these stages begin with it.
        let isDecoding = NtscStage.lumaIntoChroma ... .chromaPhaseNoise ~= stage
        let first = isDecoding ? NtscStage.lumaIntoChroma : stage
        let from = try NtscConformance.planes(first.rawValue - 1, name)
        let expected = try NtscConformance.planes(stage.rawValue, name)
        let actual = try run(first...stage, from, field, kernels: Reference.self)
        for plane in 0..<3 {
            var (worst, position) = (Float(0), 0)
            for k in expected[plane].indices where abs(actual[plane][k] - expected[plane][k]) > worst {
                (worst, position) = (abs(actual[plane][k] - expected[plane][k]), k)
            }
            let text = "\("YIQ".prefix(plane + 1).suffix(1)), column \(position % 160), row \(position / 160): \(worst)"
            #expect(worst < 1e-4, "\(text)")
        }
    }
}
