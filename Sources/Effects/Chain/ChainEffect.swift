// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
public import PixelCore
import PixelKernels

/// Filters in a row, rendered together: the frame is read and written once, and once more for each further filter that looks at
/// neighbours.
///
/// Between two filters of a pass, components are limited to 0...1, as if they were stored; they are not rounded.
public final class ChainEffect: InPlaceEffect {
    /// A stage as it is now.
    private struct Stage {
        let id: ObjectIdentifier
        let law: any StageLaw
        /// Whether the program has it; else it changes nothing.
        var isLive = false
        /// Whether the program mixes its result with what it takes.
        var isMixed = false
        var mix = 1.0
        var firstSlot = 0
    }

    /// Stages that are one program.
    private final class Pass: ProgramEffect {
        var stages: [Int] = []
    }

    private let kernels: any KernelSet.Type
    /// What frames are like, once configured.
    public private(set) var video: VideoInfo?
    private var stages: [Stage] = []
    /// Those that are needed now, and maybe more.
    private var passes: [Pass] = []
    private var passCount = 0
    private var mustLower = true

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) { self.kernels = kernels }

    public static func isPassthrough(_ chain: Chain) -> Bool { chain.stages.allSatisfy(\.isPassthrough) }

    public func configure(_ video: VideoInfo) throws {
        self.video = nil
        mustLower = true
        (passes, passCount) = ([], 0)
        let pass = Pass(kernels: kernels)
        try pass.prepare(video)
        passes.append(pass)
        self.video = video
    }

    public func update(_ chain: Chain) throws {
        guard let video else { return }
        take(chain)
        if mustLower { try lower(video) }
        for pass in passes.prefix(passCount) {
            try pass.update { slots, tables in
                for stage in pass.stages.map({ stages[$0] }) {
                    let count = stage.law.slotCount
                    stage.law.fill(
                        UnsafeMutableBufferPointer(rebasing: slots[stage.firstSlot..<stage.firstSlot + count]))
                    if stage.isMixed { slots[stage.firstSlot + count] = stage.mix }
                    try stage.law.forEachTable { tables?.set(stage.firstSlot + $0, $1, $2) }
                }
            }
        }
    }

    public func reset() {
        for pass in passes { pass.forgetHistory() }
    }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try passes.first?.check(frame)
        for pass in passes.prefix(passCount) { try pass.renderProgram(frame, bands: bands) }
    }

    /// Takes values, and sees whether the program can have them.
    private func take(_ chain: Chain) {
        let isSame = stages.count == chain.stages.count && zip(stages, chain.stages).allSatisfy { $0.id == $1.type.id }
        if !isSame {
            stages = chain.stages.map { Stage(id: $0.type.id, law: $0.type.makeLaw()) }
            mustLower = true
            // Other stages have the numbers of these now.
            for pass in passes { pass.forgetHistory() }
        }
        for (index, stage) in chain.stages.enumerated() {
            let law = stages[index].law
            law.take(stage.values)
            let isLive = stage.isEnabled && stage.mix > 0 && !law.isPassthrough
            let isMixed = stage.mix < 1
            if isLive != stages[index].isLive || isLive && (isMixed != stages[index].isMixed || law.mustBeRead) {
                mustLower = true
            }
            (stages[index].isLive, stages[index].isMixed, stages[index].mix) = (isLive, isMixed, stage.mix)
        }
    }

    private func lower(_ video: VideoInfo) throws {
        let hasAlpha = video.format.alphaOffset != nil
        /// By stage: one that reads its last frame begins a pass.
        var histories: [Int: History] = [:]
        for pass in passes.prefix(passCount) {
            if let history = pass.history, let stage = pass.stages.first { histories[stage] = history }
        }
        passCount = 0
        var pixel = Pixel()
        var graph = Graph(pixel.rgb)
        var slotCount = 0
        var members: [Int] = []
        /// Ends a pass: what comes next finds what it has stored.
        func end() throws {
            guard !members.isEmpty else { return }
            if passes.count == passCount {
                let pass = Pass(kernels: kernels)
                try pass.prepare(video)
                passes.append(pass)
            }
            passes[passCount].stages = members
            try passes[passCount].lower(graph, slotCount: slotCount, history: members.first.flatMap { histories[$0] })
            passCount += 1
            (pixel, slotCount, members) = (Pixel(), 0, [])
            graph = Graph(pixel.rgb)
        }
        for index in stages.indices where stages[index].isLive {
            let law = stages[index].law
            if !members.isEmpty {
                let alone = law.read(Pixel(), firstSlot: 0)
                // Neighbours of what is not stored would have to be computed for each pixel that looks at them; and the last
                // frame and the whole frame are of what is stored.
                if alone.looksElsewhere || alone.remembers || !alone.means.isEmpty { try end() }
            }
            if !members.isEmpty {
                pixel = Pixel(Self.limited(graph.color), a: graph.alpha.map(Self.limited) ?? pixel.a)
            }
            stages[index].firstSlot = slotCount
            let made = law.read(pixel, firstSlot: slotCount)
            slotCount += law.slotCount
            graph.color = made.color
            // Without alpha in the format, each filter finds 1, whatever the one before made of it.
            let alpha = hasAlpha ? made.alpha : nil
            if stages[index].isMixed {
                let part = Num.uniform(slotCount)
                slotCount += 1
                graph.color = mix(pixel.rgb, made.color, part)
                if let alpha { graph.alpha = mix(pixel.a, alpha, part) }
            } else if let alpha {
                graph.alpha = alpha
            }
            members.append(index)
            // What it finds in the next frame is its own result.
            if made.remembers { try end() }
        }
        try end()
        mustLower = false
    }

    private static func limited(_ color: Color<Num>) -> Color<Num> { color.map { limited($0) } }

    private static func limited(_ number: Num) -> Num { number.node.operation == .clamp ? number : clamp(number) }
}
