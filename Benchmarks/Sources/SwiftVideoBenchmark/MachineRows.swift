// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import CLoops
import Effects
import Engine
import Expressions
import PixelCore
import PixelKernels
import PixelReference

/// Measures laws on the tile machine beside loops that a person fused, and beside a pass over memory.
func reportMachine(_ effort: Effort, report: (Row) -> Void) throws {
    let size = Size(effort.size.width / 16 * 16, effort.size.height)
    for law in machineLaws(size) { try measure(law, size, effort, report) }
}

/// A frame of BGRx that a law's program or loop is run on.
private final class MachineFrame {
    let size: Size
    let from: Image
    let to: Image
    private var stride: Int { 4 * size.width }

    init(_ size: Size) {
        self.size = size
        from = Image(VideoInfo(.bgrx, size), for: .timing)
        to = Image(VideoInfo(.bgrx, size))
    }

    func render(_ state: FrameState, _ thread: ThreadState, _ uniforms: [Double]) {
        state.update(uniforms: uniforms)
        let source = PixelRows(base: UnsafeRawPointer(from.base), stride: stride)
        thread.begin(state)
        thread.render(
            state, rows: 0..<size.height, image0: source, image1: source,
            destination: MutablePixelRows(base: to.base, stride: stride))
    }

    func run(_ loop: SwvFusedLoop, _ settings: UnsafePointer<SwvFused>) {
        for y in 0..<size.height {
            let offset = y * stride
            loop(
                (to.base + offset).assumingMemoryBound(to: UInt8.self),
                UnsafeRawPointer(from.base + offset).assumingMemoryBound(to: UInt8.self), size.width, y, settings)
        }
    }

    /// Fails where more than one sample in 100,000 is further than a code from the law: at ties of a floor it may be.
    func check(_ law: MachineLaw, _ what: String) throws {
        let bytes = UnsafeRawPointer(from.base).assumingMemoryBound(to: UInt8.self)
        let made = UnsafeRawPointer(to.base).assumingMemoryBound(to: UInt8.self)
        let (width, height) = (size.width, size.height)
        let codes = Array(UnsafeBufferPointer(start: bytes, count: 4 * width * height))
        let reading = ScalarReading(width: width, height: height, uniforms: law.uniforms) { _, component, x, y in
            Double(codes[4 * (y * width + x) + 2 - component]) / 255
        }
        var (far, all) = (0, 0)
        for index in Swift.stride(from: 0, to: width * height, by: 97) {
            let color = reading.color(law.graph.color, x: index % width, y: index / width)
            for (byte, value) in [color.b, color.g, color.r].enumerated() {
                let exact = Swift.min(Swift.max(value, 0), 1) * 255
                if (exact - Double(made[4 * index + byte])).magnitude > 1.001 { far += 1 }
                all += 1
            }
        }
        guard far * 100_000 <= all else { throw WrongResult(what: "\(law.name), \(what), \(far) of \(all) samples,") }
    }
}

private func measure(_ law: MachineLaw, _ size: Size, _ effort: Effort, _ report: (Row) -> Void) throws {
    guard let order = PixelOrder(offsets: (2, 1, 0)) else { return }
    let program = try Program(law.graph, ProgramTarget(order))
    let frame = MachineFrame(size)
    let settings = UnsafeMutablePointer<SwvFused>.allocate(capacity: 1)
    settings.initialize(to: law.settings)
    defer { settings.deallocate() }
    var contest = Contest()
    func add(_ name: String, _ body: @escaping () -> Void) {
        contest.add(name) { try timeCalls(seconds: effort.seconds, body) }
    }
    var expected: UInt64?
    for level in CPULevel.available {
        let state = try FrameState(program, width: size.width, height: size.height, kernels: level.kernels.machine)
        let thread = try ThreadState(program, width: size.width)
        frame.render(state, thread, law.uniforms)
        try frame.check(law, "the machine at \(level)")
        guard expected == nil || expected == frame.to.fingerprint else {
            throw WrongResult(what: "\(law.name), the bits at \(level),")
        }
        expected = frame.to.fingerprint
        add("\(level)") { frame.render(state, thread, law.uniforms) }
        let loop = swv_fused_loops(Int32(level.rawValue)).pointee[keyPath: law.loop]
        frame.run(loop, settings)
        try frame.check(law, "by hand at \(level)")
        add("fused \(level)") { frame.run(loop, settings) }
    }
    let pass = UnsafeMutableRawPointer.allocate(byteCount: 4 * size.pixels + 64, alignment: 64)
    defer { pass.deallocate() }
    add("memory pass") { swv_memory_pass(pass, 4 * size.pixels) }
    try contest.run(rounds: effort.rounds)
    for level in CPULevel.available.reversed() {
        for (peer, name) in [("fused \(level)", "loop fused by hand"), ("memory pass", "memory pass")] {
            var row = Row(
                level: .kernel, what: "\(law.name) on the tile machine", peer: name, size: "\(size)",
                cpu: "\(level.name)")
            (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                contest.speed("\(level)", beside: peer), contest.time("\(level)"), contest.time(peer)
            )
            report(row)
        }
    }
}
