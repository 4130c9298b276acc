// SPDX-License-Identifier: MIT
import CTestSupport
import Elements
import Glibc
import TestSupport
import Testing

extension ElementTests {
    /// Random lives of elements. Each has a seed that is printed before it, the first being the day's; SWIFTVIDEO_FUZZ_SEED
    /// begins with that one, SWIFTVIDEO_FUZZ_SECONDS goes on for that long with each element, with the seeds that follow, and
    /// SWIFTVIDEO_FUZZ_ELEMENT has one element alone.
    @Suite struct Fuzz {
        private static func variable(_ name: String) -> String? {
            getenv("SWIFTVIDEO_FUZZ_\(name)").map { String(cString: $0) }
        }

        private static func number(_ name: String, otherwise: UInt64) throws -> UInt64 {
            guard let text = variable(name) else { return otherwise }
            return try #require(UInt64(text), "SWIFTVIDEO_FUZZ_\(name) is \(text), which is not a whole number")
        }

        private static let catalogue = Catalogue.elements.map { "\($0.metadata.factoryName)" }
        static let factories =
            variable("ELEMENT").map { [$0] }
            ?? Subject.someFactories("Fuzz", and: converters + mixers + videoSources).sorted()

        @Test("Any use in any order does no harm", arguments: factories)
        func fuzz(factory: String) throws {
            try #require(
                Self.catalogue.contains(factory),
                "SWIFTVIDEO_FUZZ_ELEMENT is \(factory); there is \(Self.catalogue.joined(separator: ", "))")
            var seed = try Self.number("SEED", otherwise: Sample.seed * 1_000_000)
            let seconds = Double(try Self.number("SECONDS", otherwise: 1))
            let watch = Watch()
            let watching = Background { watch.check() }
            defer { watching.end() }
            let start = now()
            var rounds = 0
            repeat {
                watch.begin("\(factory), seed \(seed)")
                try FuzzRound(factory, seed: seed).play()
                (seed, rounds) = (seed + 1, rounds + 1)
            } while now() - start < seconds
            say("fuzz: \(factory): \(rounds) rounds, up to seed \(seed - 1)")
        }
    }
}

/// Writes a line that is there even if the process ends now.
private func say(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
}

/// Ends the process, and says in which round, when one hangs.
private final class Watch: Sendable {
    private let round = Locked((name: "", start: now()))
    private let patience = 120.0

    func begin(_ name: String) {
        say("fuzz: \(name)")
        round.withLock { $0 = (name, now()) }
    }

    func check() {
        usleep(100_000)
        let (name, start) = round.withLock { $0 }
        guard now() - start > patience else { return }
        say("fuzz: it hangs: \(name)")
        abort()
    }
}
