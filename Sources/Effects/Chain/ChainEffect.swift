// SPDX-License-Identifier: MIT
internal import Engine
internal import Expressions
public import KernelTypes
public import PixelCore
import PixelKernels

/// Filters in a row, rendered together: the frame is read and written once, and once more for each further filter that reads other
/// pixels, its last frame or the mean of the frame.
///
/// Between two filters of a pass, components are limited as if they were stored; they are not rounded. Effects that are no filters have
/// passes of their own, between which frames are stored.
public final class ChainEffect: InPlaceEffect {
    /// A stage as it is now. While its type and its label stay, it remembers frames, whatever comes before or after it.
    private final class Stage {
        enum Body {
            case law(any StageLaw)
            case frame(any FrameStage)
        }

        let id: ObjectIdentifier
        let label: String
        let body: Body
        /// Whether it is rendered; else it changes nothing.
        var isLive = false
        /// Whether its result is mixed with what it takes.
        var isMixed = false
        var mix = 1.0
        var firstSlot = 0
        /// Those of its properties that it has taken; nil: none yet.
        var values: [PropertyValue]?
        /// Whether the slots of its pass have its present numbers.
        var isFilled = false

        init(_ stage: ChainStage, kernels: any KernelSet.Type) {
            (id, label) = (stage.type.id, stage.label)
            switch stage.type.body {
            case .law(let make): body = .law(make())
            case .frame(let make): body = .frame(make(kernels))
            }
        }
    }

    /// Stages that are one program.
    private final class Pass: ProgramEffect {
        /// In order, each with its law.
        var stages: [(stage: Stage, law: any StageLaw)] = []
    }

    /// What is done with all of a frame before anything else is.
    private enum Step {
        case program(Pass)
        case frame(Stage, any FrameStage)
    }

    private let kernels: any KernelSet.Type
    /// What frames are like, once configured.
    public private(set) var video: VideoInfo?
    private var stages: [Stage] = []
    private var steps: [Step] = []
    /// Those of the steps, and maybe more.
    private var passes: [Pass] = []
    private var passCount = 0
    /// Nil until a stage of whole frames is mixed.
    private var mixer: FrameStageMixer?
    private var mustLower = true

    /// Uses the kernels of the best level that the CPU has.
    public convenience init() { self.init(kernels: CPULevel.current.kernels) }

    /// Uses `kernels`, which the CPU must be able to run.
    public init(kernels: any KernelSet.Type) { self.kernels = kernels }

    public static func isPassthrough(_ chain: Chain) -> Bool { chain.stages.allSatisfy(\.isPassthrough) }

    public func configure(_ video: VideoInfo) throws {
        self.video = nil
        mustLower = true
        (steps, passes, passCount, mixer) = ([], [], 0, nil)
        forEachFrameStage { _, stage in stage.forgetVideo() }
        let pass = Pass(kernels: kernels)
        try pass.prepare(video)
        passes.append(pass)
        self.video = video
    }

    public func update(_ chain: Chain) throws {
        guard let video else { return }
        take(chain)
        if mustLower { try lower(video) }
        for step in steps {
            switch step {
            case .program(let pass): try update(pass)
            case .frame(let stage, let effect): try update(stage, effect, video)
            }
        }
    }

    private func update(_ pass: Pass) throws {
        guard !pass.stages.allSatisfy(\.stage.isFilled) else { return }
        try pass.update { slots, tables in
            for (stage, law) in pass.stages where !stage.isFilled {
                let count = law.slotCount
                law.fill(UnsafeMutableBufferPointer(rebasing: slots[stage.firstSlot..<stage.firstSlot + count]))
                if stage.isMixed { slots[stage.firstSlot + count] = stage.mix }
                try law.forEachTable { tables?.set(stage.firstSlot + $0, $1, $2) }
            }
        }
        for (stage, _) in pass.stages { stage.isFilled = true }
    }

    private func update(_ stage: Stage, _ effect: any FrameStage, _ video: VideoInfo) throws {
        if stage.isMixed, mixer == nil { mixer = try FrameStageMixer(video, kernels: kernels) }
        try named(stage) { try effect.prepare(video) }
    }

    /// Names the stage where an effect says why it fails.
    private func named(_ stage: Stage, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as EffectError {
            throw EffectError(video.map { Chain.refusal(stage.label, $0, error.message) } ?? error.message)
        }
    }

    public func reset() {
        for pass in passes { pass.forgetHistory() }
        forEachFrameStage { _, stage in stage.reset() }
    }

    public func render(_ frame: Frame, bands: BandExecutor) throws {
        try passes.first?.check(frame)
        for step in steps {
            switch step {
            case .program(let pass): try pass.renderProgram(frame, bands: bands)
            case .frame(let stage, let effect):
                if stage.isMixed { try mixer?.keep(frame, bands: bands) }
                try named(stage) { try effect.render(frame, bands: bands) }
                if stage.isMixed { try mixer?.mix(frame, stage.mix, bands: bands) }
            }
        }
    }

    /// What there is to tell of the frame last rendered, of the stage of an index; nil: nothing.
    public func report(ofStage index: Int) -> EffectReport? {
        guard stages.indices.contains(index), stages[index].isLive, case .frame(let effect) = stages[index].body else {
            return nil
        }
        return effect.report
    }

    /// What the first stage that has anything to say says, with its label.
    public func takeWarning() -> String? {
        for stage in stages {
            let warning =
                switch stage.body {
                case .law(let law): law.takeWarning()
                case .frame(let effect): effect.takeWarning()
                }
            if let warning { return "\(ChainError.word(stage.label)): \(warning)" }
        }
        return nil
    }

    private func forEachFrameStage(_ body: (Stage, any FrameStage) -> Void) {
        for stage in stages {
            if case .frame(let effect) = stage.body { body(stage, effect) }
        }
    }

    /// Takes values, and sees whether the passes can have them.
    private func take(_ chain: Chain) {
        takeList(chain)
        for (stage, new) in zip(stages, chain.stages) {
            // Most often one value of one stage is another.
            guard stage.values != new.values else { continue }
            (stage.values, stage.isFilled) = (new.values, false)
            let isMixed = new.mix < 1
            let (isPassthrough, mustBeRead): (Bool, Bool)
            switch stage.body {
            case .law(let law):
                law.take(new.values)
                (isPassthrough, mustBeRead) = (law.isPassthrough, law.mustBeRead || isMixed != stage.isMixed)
            case .frame(let effect):
                effect.take(new.values)
                (isPassthrough, mustBeRead) = (effect.isPassthrough, false)
            }
            let isLive = new.isEnabled && new.mix > 0 && !isPassthrough
            if isLive != stage.isLive || isLive && mustBeRead { mustLower = true }
            // While frames pass, it does not see them.
            if stage.isLive, !isLive, case .frame(let effect) = stage.body { effect.reset() }
            (stage.isLive, stage.isMixed, stage.mix) = (isLive, isMixed, new.mix)
        }
    }

    /// Takes the list of stages, of which those that were there stay what they are.
    private func takeList(_ chain: Chain) {
        func isSame(_ stage: Stage, _ new: ChainStage) -> Bool { stage.id == new.type.id && stage.label == new.label }
        guard stages.count != chain.stages.count || !zip(stages, chain.stages).allSatisfy({ isSame($0, $1) }) else {
            return
        }
        var old = stages
        stages = chain.stages.map { new in
            guard let index = old.firstIndex(where: { isSame($0, new) }) else { return Stage(new, kernels: kernels) }
            return old.remove(at: index)
        }
        mustLower = true
    }

    private func lower(_ video: VideoInfo) throws {
        let hasAlpha = video.hasAlpha
        /// By stage: one that reads its last frame begins a pass.
        var histories: [ObjectIdentifier: History] = [:]
        for pass in passes.prefix(passCount) {
            if let history = pass.history, let first = pass.stages.first {
                histories[ObjectIdentifier(first.stage)] = history
            }
        }
        (steps, passCount) = ([], 0)
        let stored = Pixel(of: video.size)
        var pixel = stored
        var graph = Graph(pixel.rgb)
        var slotCount = 0
        var members: [(stage: Stage, law: any StageLaw)] = []
        /// Whether the last one limits colours to those of R'G'B' as it stores them.
        func limits() throws -> Bool {
            try members.last.map { try passes[0].limits($0.law.read(stored, firstSlot: 0)) } ?? true
        }
        /// Ends a pass: what comes next finds what it has stored.
        func end() throws {
            guard let first = members.first else { return }
            if passes.count == passCount {
                let pass = Pass(kernels: kernels)
                try pass.prepare(video)
                passes.append(pass)
            }
            let pass = passes[passCount]
            pass.stages = members
            if members.count > 1 { graph.isLimited = try limits() }
            let timeSlots = members.flatMap { stage, law in law.timeSlots.map { stage.firstSlot + $0 } }
            try pass.lower(
                graph, slotCount: slotCount, timeSlots: timeSlots, history: histories[ObjectIdentifier(first.stage)])
            passCount += 1
            steps.append(.program(pass))
            (pixel, slotCount, members) = (stored, 0, [])
            graph = Graph(pixel.rgb)
        }
        for stage in stages where stage.isLive {
            let law: any StageLaw
            switch stage.body {
            case .law(let own): law = own
            case .frame(let effect):
                try end()
                steps.append(.frame(stage, effect))
                continue
            }
            if !members.isEmpty {
                let alone = law.read(stored, firstSlot: 0)
                // Neighbours of what is not stored would have to be computed for each pixel that looks at them; and the last
                // frame and the whole frame are of what is stored.
                if alone.looksElsewhere || alone.remembers || !alone.means.isEmpty { try end() }
            }
            if !members.isEmpty {
                let isLimited = try limits() && members.last?.stage.isMixed != true
                pixel = Pixel(
                    passes[0].found(graph.color, isLimited: isLimited),
                    a: graph.alpha.map(Self.limited) ?? pixel.a, of: video.size)
            }
            (stage.firstSlot, stage.isFilled) = (slotCount, false)
            let made = law.read(pixel, firstSlot: slotCount)
            slotCount += law.slotCount
            (graph.color, graph.memory) = (made.color, made.memory)
            // Without alpha in the format, each filter finds 1, whatever the one before made of it.
            let alpha = hasAlpha ? made.alpha : nil
            if stage.isMixed {
                // What is mixed is what the filter alone would store.
                let isLimited = try passes[0].limits(law.read(stored, firstSlot: 0))
                let part = Num.uniform(slotCount)
                slotCount += 1
                graph.color = mix(pixel.rgb, isLimited ? Self.limited(made.color) : made.color, part)
                if let alpha { graph.alpha = mix(pixel.a, Self.limited(alpha), part) }
            } else if let alpha {
                graph.alpha = alpha
            }
            members.append((stage, law))
            // What it finds in the next frame is its own result.
            if made.remembers { try end() }
        }
        try end()
        mustLower = false
    }

    private static func limited(_ color: Color<Num>) -> Color<Num> { color.map { limited($0) } }

    private static func limited(_ number: Num) -> Num { number.node.operation == .clamp ? number : clamp(number) }
}
