import CBenchmarkSupport
import COpenCVPeer
import Effects
import PixelCore
import PixelKernels
import PixelReference

extension PixelFormat: @retroactive Codable {}

/// What a worker can time.
enum Item: Codable, Hashable {
    case chain(ChainItem)
    /// An effect without GStreamer, with the kernels of the process's level.
    case effect(EffectItem)
    /// A pass that reads and writes so many bytes once.
    case memoryPass(bytes: Int)
    case openCVClahe(Size)
    /// The tile route on BGRx with a number of colour matrices.
    case tiles(effects: Int, Size)
}

/// Elements between pads.
struct ChainItem: Codable, Hashable {
    /// As gst-launch takes it.
    var launch: String
    var inputs = 1
    var input: PixelFormat
    var output: PixelFormat
    var size: Size
    var content = Content.film
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

    func timed() throws -> TimedItem {
        let (element, benchmark) = try found()
        let (from, to) = (PictureInfo(benchmark.input, size), PictureInfo(benchmark.output, size))
        let pictures = (0..<element.inputs).map {
            Picture(from, showing: benchmark.content, for: .timing, seed: UInt64($0 + 1))
        }
        let output = Picture(to)
        let effect = benchmark.effect
        let kernels: any KernelSet.Type = isReference ? Reference.self : CPULevel.current.kernels
        let render = try effect.make(kernels, from, to)
        return TimedItem(
            prepare: { if effect.isInPlace { output.copy(pictures[0]) } },
            run: { (try? render(pictures, output)) != nil },
            fingerprint: {
                try effect.output(kernels, from, to, benchmark.content, inputs: element.inputs).fingerprint
            })
    }
}

/// Why something can't be timed.
struct ItemError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
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
        case .openCVClahe(let size):
            let (source, result) = (Picture(PictureInfo(.gray8, size)), Picture(PictureInfo(.gray8, size)))
            let scene = Picture(PictureInfo(.gray8, size), for: .timing)
            let run = {
                swv_opencv_clahe(
                    source.base.assumingMemoryBound(to: UInt8.self), result.base.assumingMemoryBound(to: UInt8.self),
                    Int32(size.width), Int32(size.height), 2)
            }
            guard run() else { throw ItemError("no element: OpenCV was missing when this was built") }
            let checked = result.fingerprint
            source.copy(scene)
            return TimedItem(run: run, fingerprint: { checked })
        }
    }
}

extension ChainItem {
    /// What goes in, and what comes out.
    var from: PictureInfo { PictureInfo(input, size) }
    var to: PictureInfo { PictureInfo(output, size) }

    func timed() throws -> TimedItem {
        let film = try Film(self)
        return TimedItem(
            prepare: { _ = swv_chain_prepare(film.chain) }, run: { swv_chain_run(film.chain) },
            fingerprint: { film.firstOutput }, error: { film.error })
    }
}

/// A chain with the pictures it is fed with.
private final class Film {
    let chain: OpaquePointer
    private(set) var firstOutput: UInt64 = 0
    private var pictures: [Picture]

    init(_ item: ChainItem) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard let chain = swv_chain_new(item.launch, Int32(item.inputs), item.from.caps, item.to.caps, &message) else {
            let why = message.map { String(cString: $0) } ?? ""
            swv_free(message)
            throw ItemError("\(item.launch): \(why)")
        }
        self.chain = chain
        func show(_ purpose: Purpose) -> [Picture] {
            (0..<item.inputs).map { input in
                let picture = Picture(item.from, showing: item.content, for: purpose, seed: UInt64(input + 1))
                swv_chain_show(chain, Int32(input), picture.base)
                return picture
            }
        }
        pictures = show(.check)
        // At sizes that are measured GStreamer's planes have no padding, and lie as a picture's do.
        guard swv_chain_input_size(chain) == pictures[0].bytes.count else {
            throw ItemError("\(item.launch): rows of \(item.from.caps) have padding")
        }
        let output = Picture(item.to)
        swv_chain_copy_next(chain, output.base, output.bytes.count)
        guard swv_chain_prepare(chain), swv_chain_run(chain) else { throw ItemError("\(item.launch): \(error)") }
        let count = swv_chain_copied(chain)
        guard count == output.bytes.count else {
            throw ItemError("\(item.launch): a frame has \(count) bytes instead of \(output.bytes.count)")
        }
        firstOutput = output.fingerprint
        pictures = show(.timing)
    }

    var error: String {
        let text = swv_chain_error(chain)
        defer { swv_free(text) }
        return String(cString: text)
    }

    deinit { swv_chain_free(chain) }
}
