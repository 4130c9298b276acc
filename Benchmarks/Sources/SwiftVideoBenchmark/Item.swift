// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import Effects
import KernelTypes
import PixelCore
import PixelKernels
import PixelReference

extension PixelFormat: @retroactive Codable {}

/// What a worker can time.
enum Item: Codable, Hashable {
    case chain(ChainItem)
    /// A chain that is not timed, but checked.
    case check(ChainItem, PeerLaw)
    /// An effect without GStreamer, with the kernels of the process's level.
    case effect(EffectItem)
    /// A pass that reads and writes so many bytes once.
    case memoryPass(bytes: Int)
    case openCV(OpenCVFunction, Size)
    /// A filter of FFmpeg's beside a case that makes the same of the same frame.
    case libav(LibavFilter, EffectItem)
    /// The tile route on BGRx with a number of colour matrices.
    case tiles(effects: Int, Size)
}

/// A case of an element's benchmark.
struct EffectItem: Codable, Hashable {
    var element: String
    var benchmark: String
    var size: Size
    /// Whether the kernels are the scalar ones.
    var isReference = false

    private func found() throws -> (ElementBenchmark, BenchmarkCase) {
        guard let element = benchmarkedElements.first(where: { $0.name == element }),
            let benchmark = element.cases.first(where: { $0.name == benchmark })
        else { throw ItemError("\(element) has no case \(benchmark)") }
        return (element, benchmark)
    }

    /// What the effect makes of the image that a chain begins with.
    func output() throws -> Image {
        let (element, benchmark) = try found()
        let chain = element.chain(benchmark, size, threads: 1)
        return try benchmark.effect.output(CPULevel.current.kernels, of: chain.images(.check), as: chain.to)
    }

    func timed() throws -> TimedItem {
        let (element, benchmark) = try found()
        let chain = element.chain(benchmark, size, threads: 1)
        let images = chain.images(.timing)
        let output = Image(chain.to)
        let effect = benchmark.effect
        let kernels: any KernelSet.Type = isReference ? Reference.self : CPULevel.current.kernels
        let render = try effect.make(kernels, chain.from, chain.to)
        return TimedItem(
            prepare: { if effect.isInPlace { output.copy(images[0]) } },
            run: { (try? render(images, output)) != nil },
            fingerprint: { try effect.output(kernels, of: chain.images(.check), as: chain.to).fingerprint })
    }
}

/// Why something can't be timed.
struct ItemError: Error, CustomStringConvertible {
    enum Kind {
        case failed
        /// An element is not installed.
        case missing
        /// An element has no such property, or not the format.
        case unsupported
    }

    let description: String
    let kind: Kind
    init(_ description: String, _ kind: Kind = .failed) { (self.description, self.kind) = (description, kind) }
}

/// One frame after another, of which only `run` counts.
struct TimedItem {
    var prepare: () -> Void = {}
    let run: () -> Bool
    /// What tells the first output from others.
    let fingerprint: () throws -> UInt64
    /// What there is to tell where a frame fails.
    var error: () -> String = { "it failed" }
}

extension Item {
    func timed() throws -> TimedItem {
        switch self {
        case .chain(let chain): return try chain.timed()
        case .check(let chain, let law):
            try law.check(chain)
            return TimedItem(run: { true }, fingerprint: { 0 })
        case .effect(let effect): return try effect.timed()
        case .tiles(let effects, let size): return tileItem(effects: effects, size)
        case .memoryPass(let bytes):
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
            return TimedItem(
                run: {
                    swv_memory_pass(memory, bytes)
                    return true
                }, fingerprint: { 0 })
        case .openCV(let function, let size): return try function.timed(size)
        case .libav(let filter, let effect): return try filter.timed(effect.size, like: effect.output())
        }
    }
}
