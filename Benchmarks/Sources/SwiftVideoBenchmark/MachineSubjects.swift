// SPDX-License-Identifier: MIT
import CLoops
import Effects
import Engine
import Expressions
import PixelCore
import PixelKernels
import PixelReference

/// What a loop that a person fused is compared with.
protocol MachineSubject {
    /// What makes `to` of the frame anew, at a level. What it needs is allocated here.
    func runner(_ frame: MachineFrame, _ level: CPULevel) throws -> () throws -> Void

    /// The law, pixel by pixel.
    func reading(_ frame: MachineFrame) -> (_ x: Int, _ y: Int) -> Color<Double>
}

/// A law of pixels of four bytes.
struct LawSubject: MachineSubject {
    private let graph: Graph
    private let uniforms: [Double]

    init(_ graph: Graph, _ uniforms: [Double]) { (self.graph, self.uniforms) = (graph, uniforms) }

    func runner(_ frame: MachineFrame, _ level: CPULevel) throws -> () throws -> Void {
        guard let order = PixelOrder(offsets: (2, 1, 0)) else { return {} }
        let program = try Program(graph, ProgramTarget(order))
        let size = frame.size
        let state = try FrameState(program, width: size.width, height: size.height, kernels: level.kernels.machine)
        let thread = try ThreadState(program, width: size.width)
        let uniforms = uniforms
        return {
            state.update(uniforms: uniforms)
            thread.begin(state)
            thread.render(
                state, rows: 0..<size.height, image0: PixelRows(base: frame.from.base, stride: frame.stride),
                image1: PixelRows(base: frame.second.base, stride: frame.stride),
                destination: MutablePixelRows(base: frame.to.base, stride: frame.stride))
        }
    }

    func reading(_ frame: MachineFrame) -> (Int, Int) -> Color<Double> {
        let (first, second) = (frame.from.codes, frame.second.codes)
        let (width, graph) = (frame.size.width, graph)
        let reading = ScalarReading(width: width, height: frame.size.height, uniforms: uniforms) {
            image, component, x, y in
            Double((image == 0 ? first : second)[4 * (y * width + x) + 2 - component]) / 255
        }
        return { reading.color(graph.color, x: $0, y: $1) }
    }
}

/// A filter, which changes frames in place. So what it is timed on is what it has made before.
struct FilterSubject<F: Filter>: MachineSubject {
    private let settings: F

    init(_ settings: F) { self.settings = settings }

    func runner(_ frame: MachineFrame, _ level: CPULevel) throws -> () throws -> Void {
        let effect = FilterEffect<F>(kernels: level.kernels)
        try effect.configure(frame.to.info)
        try effect.update(settings)
        return { try effect.render(frame.to.frame, bands: .serial) }
    }

    func reading(_ frame: MachineFrame) -> (Int, Int) -> Color<Double> {
        let (codes, width) = (frame.from.codes, frame.size.width)
        let reading = FilterReading(settings, width: width, height: frame.size.height) { component, x, y in
            Double(codes[4 * (y * width + x) + 2 - component]) / 255
        }
        return { reading.color(x: $0, y: $1) }
    }
}

/// A frame of BGRx that programs and loops are run on.
final class MachineFrame {
    let size: Size
    let from: Image
    let second: Image
    let to: Image
    /// What loops keep from row to row.
    private let lines: UnsafeMutablePointer<Float>
    var stride: Int { 4 * size.width }

    init(_ size: Size) {
        self.size = size
        from = Image(VideoInfo(.bgrx, size), for: .timing)
        second = Image(VideoInfo(.bgrx, size), for: .timing, seed: 7)
        to = Image(VideoInfo(.bgrx, size))
        let count = 3 * (size.width + 48)
        lines = .allocate(capacity: count)
        lines.initialize(repeating: 0, count: count)
    }

    deinit { lines.deallocate() }

    /// Lets the result be what is read, as filters change frames in place.
    func begin() { to.base.copyMemory(from: from.base, byteCount: stride * size.height) }

    func run(_ loop: SwvFusedLoop, _ settings: UnsafePointer<SwvFused>) {
        for y in 0..<size.height {
            let offset = y * stride
            var line = SwvFusedLine(
                to: (to.base + offset).assumingMemoryBound(to: UInt8.self),
                from: UnsafePointer((from.base + offset).assumingMemoryBound(to: UInt8.self)),
                second: UnsafePointer((second.base + offset).assumingMemoryBound(to: UInt8.self)), count: size.width,
                row: y, height: size.height, stride: stride, lines: lines)
            loop(&line, settings)
        }
    }

    /// Fails where more than one sample in 100,000 is further than a code from the law: at ties of a floor it may be.
    func check(_ reading: (Int, Int) -> Color<Double>, _ what: String) throws {
        let made = to.codes
        var (far, all) = (0, 0)
        for index in Swift.stride(from: 0, to: size.pixels, by: 97) {
            let color = reading(index % size.width, index / size.width)
            for (byte, value) in [color.b, color.g, color.r].enumerated() {
                let exact = Swift.min(Swift.max(value, 0), 1) * 255
                if (exact - Double(made[4 * index + byte])).magnitude > 1.001 { far += 1 }
                all += 1
            }
        }
        guard far * 100_000 <= all else { throw WrongResult(what: "\(what), \(far) of \(all) samples,") }
    }
}

extension Image {
    /// Its bytes.
    fileprivate var codes: [UInt8] { Array(bytes) }
}
