// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import CLoops
import Expressions
import PixelKernels

/// Measures laws on the tile machine beside loops that a person fused, a pass over memory, and a program that makes floats of pixels
/// and pixels of these, without a law.
///
/// `names` are those of laws; none: all.
func reportMachine(_ names: [String], _ effort: Effort, report: (Row) -> Void) throws {
    let size = Size(effort.size.width / 16 * 16, effort.size.height)
    for law in machineLaws(size) where names.isEmpty || names.contains(law.name) {
        try measure(law, size, effort, report)
    }
}

private func measure(_ law: MachineLaw, _ size: Size, _ effort: Effort, _ report: (Row) -> Void) throws {
    let frame = MachineFrame(size)
    let reading = law.subject.reading(frame)
    let settings = UnsafeMutablePointer<SwvFused>.allocate(capacity: 1)
    settings.initialize(to: law.settings)
    defer { settings.deallocate() }
    var contest = Contest()
    func add(_ name: String, _ body: @escaping () -> Void) {
        contest.add(name) { try timeCalls(seconds: effort.seconds, body) }
    }
    var expected: UInt64?
    for level in CPULevel.available {
        let run = try law.subject.runner(frame, level)
        frame.begin()
        try run()
        try frame.check(reading, "\(law.name), the machine at \(level)")
        guard expected == nil || expected == frame.to.fingerprint else {
            throw WrongResult(what: "\(law.name), the bits at \(level),")
        }
        expected = frame.to.fingerprint
        // What can fail has run once.
        add("\(level)") { try? run() }
        let pass = try LawSubject(Graph(Pixel().rgb), []).runner(frame, level)
        add("pass \(level)") { try? pass() }
        let loop = swv_fused_loops(Int32(level.rawValue)).pointee[keyPath: law.loop]
        frame.run(loop, settings)
        try frame.check(reading, "\(law.name), by hand at \(level)")
        add("fused \(level)") { frame.run(loop, settings) }
    }
    let pass = UnsafeMutableRawPointer.allocate(byteCount: 4 * size.pixels + 64, alignment: 64)
    defer { pass.deallocate() }
    add("memory pass") { swv_memory_pass(pass, 4 * size.pixels) }
    try contest.run(rounds: effort.rounds)
    for level in CPULevel.available.reversed() {
        let peers = [
            ("fused \(level)", "loop fused by hand"), ("pass \(level)", "pass without a law"),
            ("memory pass", "memory pass"),
        ]
        for (peer, name) in peers {
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
