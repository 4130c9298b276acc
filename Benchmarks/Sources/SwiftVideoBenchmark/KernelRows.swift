// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import CLoops
import KernelTypes
import PixelKernels
import PixelReference

/// A kernel with its arguments.
struct KernelCase {
    let name: String
    /// Bytes that it reads and writes.
    let traffic: Int
    let call: (any KernelSet.Type) -> Void
    /// The same as a plain loop in C; nil: nobody wrote it.
    let cLoop: ((SwvLoops) -> Void)?

    init(
        _ name: String, traffic: Int, _ call: @escaping (any KernelSet.Type) -> Void,
        cLoop: ((SwvLoops) -> Void)? = nil
    ) {
        (self.name, self.traffic, self.call, self.cLoop) = (name, traffic, call, cLoop)
    }
}

/// Kernels on memory that `reset` prepares and that is all in `contents`.
struct KernelGroup {
    /// Of rows or bands.
    let size: String
    let cases: [KernelCase]
    let reset: () -> Void
    let contents: () -> [UInt8]
}

/// Measures kernels at every level, checked against the reference, beside it, the same loop in C and a pass over memory.
func reportKernels(_ effort: Effort, report: (Row) -> Void) throws {
    for group in [rowKernels(), sampleKernels(), bandKernels()] {
        for kernel in group.cases { try measure(kernel, group, effort, report) }
    }
}

private func measure(_ kernel: KernelCase, _ group: KernelGroup, _ effort: Effort, _ report: (Row) -> Void) throws {
    /// How often what is quick is called each time.
    let repeats = 20
    let seconds = effort.seconds / 4
    group.reset()
    kernel.call(Reference.self)
    let expected = group.contents()
    var contest = Contest()
    func add(_ name: String, _ what: String, isChecked: Bool = true, _ body: @escaping () -> Void) throws {
        if isChecked {
            group.reset()
            body()
            guard group.contents() == expected else { throw WrongResult(what: "\(kernel.name), \(what),") }
        }
        contest.add(name) {
            try timeCalls(seconds: seconds) { for _ in 0..<repeats { body() } }.map { $0 / Double(repeats) }
        }
    }
    contest.add("reference") { try timeCalls(seconds: seconds) { kernel.call(Reference.self) } }
    let pass = UnsafeMutableRawPointer.allocate(byteCount: kernel.traffic / 2 + 64, alignment: 64)
    defer { pass.deallocate() }
    try add("memory pass", "", isChecked: false) { swv_memory_pass(pass, kernel.traffic / 2) }
    for level in CPULevel.available {
        let set = level.kernels
        try add("\(level)", "at \(level)") { kernel.call(set) }
        guard let cLoop = kernel.cLoop else { continue }
        let loops = swv_loops(Int32(level.rawValue)).pointee
        try add("C \(level)", "in C at \(level)") { cLoop(loops) }
    }
    group.reset()
    try contest.run(rounds: effort.rounds)
    for level in CPULevel.available.reversed() {
        var peers = [("reference", "scalar reference"), ("memory pass", "memory pass")]
        if kernel.cLoop != nil { peers.insert(("C \(level)", "C compiler's loop"), at: 1) }
        for (peer, name) in peers {
            var row = Row(level: .kernel, what: kernel.name, peer: name, size: group.size, cpu: "\(level.name)")
            row.peerChecked = name == "memory pass" ? nil : Row.reference
            (row.speed, row.nanoseconds, row.peerNanoseconds) = (
                contest.speed("\(level)", beside: peer), contest.time("\(level)"), contest.time(peer)
            )
            report(row)
        }
    }
}
