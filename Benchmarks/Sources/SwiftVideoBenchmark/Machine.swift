// SPDX-License-Identifier: MIT
import CBenchmarkSupport
import Foundation
import PixelKernels

/// What was measured, and where.
struct Machine: Codable {
    let cpu: String
    let cores: Int
    /// The best first.
    let levels: [String]
    let kernel: String
    let distribution: String
    let gstreamer: String
    let swift: String
    let compiler: String
    /// git's name of the folder Sources: it stays when history is written anew, as a commit's does not.
    let sourcesTree: String
    let commitDate: String
    /// Files that differed from the commit.
    let changedFiles: Int
    let date: String
    /// How many processes wanted to run, on average over a minute: before, and after.
    let loadBefore: Double
    var loadAfter: Double

    init() {
        cpu = Self.field("model name", in: "/proc/cpuinfo", separator: ":") ?? Self.board
        cores = ProcessInfo.processInfo.activeProcessorCount
        levels = CPULevel.available.reversed().map { "\($0.name)" }
        kernel = Self.output("uname", "-sr")
        distribution =
            Self.field("PRETTY_NAME", in: "/etc/os-release", separator: "=").map { $0.filter { $0 != "\"" } }
            ?? "unknown"
        gstreamer = String(cString: swv_gstreamer_version())
        swift =
            Self.output("swift", "--version").split(separator: "\n").map(String.init)
            .first { $0.contains("Swift version") } ?? "unknown"
        compiler = String(cString: swv_compiler_version())
        sourcesTree = Self.output("git", "rev-parse", "HEAD:Sources")
        commitDate = Self.output("git", "log", "-1", "--format=%cI")
        // What an earlier part of the same run has written was not built.
        let changed = Self.output("git", "status", "--porcelain", "--", ":!docs", ":!README.md")
        changedFiles = changed.split(separator: "\n").count
        let format = ISO8601DateFormatter()
        date = format.string(from: Date())
        loadBefore = Self.load
        loadAfter = loadBefore
    }

    static var load: Double {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    /// Where the kernel does not name the CPU, as on aarch64: the board's name, by its firmware, and what lscpu calls the CPU.
    private static var board: String {
        let model = (try? String(contentsOfFile: "/proc/device-tree/model", encoding: .utf8)) ?? ""
        let line = output("lscpu").split(separator: "\n").first { $0.hasPrefix("Model name:") } ?? ""
        let names = [model, String(line.dropFirst("Model name:".count))].map {
            $0.trimmingCharacters(in: .whitespaces.union(.controlCharacters))
        }
        let known = names.filter { !$0.isEmpty }
        return known.isEmpty ? "unknown" : known.joined(separator: ", ")
    }

    private static func field(_ name: String, in file: String, separator: Character) -> String? {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: separator, maxSplits: 1).last.map {
            String($0).trimmingCharacters(in: .whitespaces)
        }
    }

    /// What a program prints; nothing where it fails.
    private static func output(_ arguments: String...) -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(data: data, encoding: .utf8) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
