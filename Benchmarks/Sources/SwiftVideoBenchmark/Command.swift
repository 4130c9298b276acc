// SPDX-License-Identifier: MIT
import ArgumentParser
import CBenchmarkSupport
import Foundation
import PixelKernels

@main
struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swiftvideo-benchmark", abstract: "Measures kernels, effects and elements.",
        subcommands: [
            Run.self, FramesCommand.self, CostsCommand.self, GateCommand.self, WorkerCommand.self, StartCommand.self,
        ],
        defaultSubcommand: Run.self)
}

/// What can be measured.
enum Part: String, CaseIterable, ExpressibleByArgument {
    case kernels, machine, settings, elements, tiles, declared, shaders, cameras, growth, start
}

/// Starts GStreamer with the plugin.
func load(_ plugin: String) throws {
    guard swv_bench_init(plugin) else {
        throw ValidationError("\(plugin) can't be loaded; build it with: swift build -c release")
    }
}

private func benchmarks(_ names: [String], and others: [String] = []) throws -> [ElementBenchmark] {
    let known = benchmarkedElements.map(\.name) + others
    for name in names where !known.contains(name) {
        throw ValidationError("\(name) is none of \(known.joined(separator: ", "))")
    }
    return names.isEmpty ? benchmarkedElements : benchmarkedElements.filter { names.contains($0.name) }
}

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures everything, or some parts or elements, and prints and stores the results.")

    @Flag(help: "A short run, which only shows that all parts work.") var quick = false
    @Option(help: "The plugin's file.") var plugin: String
    @Option(help: "Where results go, as JSON.") var json: String?
    @Option(help: "A part: \(Part.allCases.map(\.rawValue).joined(separator: ", ")). May come several times.")
    var part: [Part] = []
    @Option(help: "A law of the tile machine; none: all. May come several times.") var law: [String] = []
    @Argument(help: "Elements; none: all.") var elements: [String] = []

    func run() throws {
        let effort = quick ? Effort.quick : .full
        let names = self.elements
        let declared = DeclaredElement.all.filter { names.isEmpty || names.contains($0.name) }
        let elements = try benchmarks(names, and: declared.map(\.name))
        let parts = part.isEmpty ? Part.allCases : part
        try load(plugin)
        var results = Results(machine: Machine(), isQuick: quick, rounds: effort.rounds)
        print("CPU levels \(results.machine.levels.joined(separator: ", ")); times as fast as the peer (spread)")
        func add(_ row: Row) {
            print(row.line)
            results.rows.append(row)
        }
        /// After each part, so that a run that is ended keeps what it has.
        func store() throws {
            results.machine.loadAfter = Machine.load
            if let json { try results.write(json) }
        }
        if parts.contains(.kernels) { try reportKernels(effort, report: add) }
        if parts.contains(.machine) { try reportMachine(law, effort, report: add) }
        if parts.contains(.settings) {
            try SettingRows(effort: effort) { row in
                print(row.text)
                results.settings.append(row)
            }.measure()
        }
        try store()
        if parts.contains(.elements) || parts.contains(.tiles) {
            let rows = try ElementRows(effort: effort, plugin: plugin, report: add)
            if parts.contains(.elements) { for element in elements { try rows.measure(element) } }
            if parts.contains(.tiles) { try rows.measureTiles() }
        }
        if parts.contains(.declared) {
            let rows = DeclaredRows(effort: effort, plugin: plugin, report: add)
            try rows.measure(declared)
            try rows.compare(DeclaredElement.compared.filter { names.isEmpty || names.contains($0.name) })
        }
        if parts.contains(.shaders) { try ShaderRows(effort: effort, plugin: plugin, report: add).measure() }
        try store()
        if parts.contains(.cameras) {
            let rows = CameraRows(effort: effort, plugin: plugin) { row in
                print(row.text)
                results.cameras.append(row)
            }
            for element in elements { try rows.measure(element) }
        }
        try store()
        if parts.contains(.growth) {
            results.growth = try GrowthRows(effort: effort, plugin: plugin).measure(elements) { print($0) }
        }
        try store()
        if parts.contains(.start) {
            try StartRows(effort: effort) { row in
                print(row.text)
                results.starts.append(row)
            }.measure()
        }
        try store()
    }
}

struct FramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Measures what one frame takes, for the README.")

    @Flag(help: "A short run, which only shows that all parts work.") var quick = false
    @Option(help: "The plugin's file.") var plugin: String
    @Option(help: "Where results go, as JSON.") var json: String
    @Argument(help: "Elements; none: all.") var elements: [String] = []

    func run() throws {
        let effort = quick ? Effort.quick : .full
        try load(plugin)
        var results = FrameResults(
            machine: Machine(), isQuick: quick, rounds: effort.rounds, cpu: "\(FrameRows.level.name)")
        try FrameRows(effort: effort, plugin: plugin) { row in
            print(row.text)
            results.rows.append(row)
        }.measure(benchmarks(elements))
        results.machine.loadAfter = Machine.load
        try results.write(json)
    }
}

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Fails where a build of the plugin is more than 10 % slower than another.")

    @Option(help: "The file of the build to compare with.") var old: String
    @Option(help: "The file of the build in question.") var new: String
    @Option(help: "Per cent that frames of this build are made to take longer, to see whether that is found.")
    var planted = 0.0
    @Flag(help: "An element of each family, and the start, although elements are named.") var families = false
    @Argument(help: "Elements; none: all.") var elements: [String] = []

    func run() throws {
        let effort = Effort(rounds: 9, seconds: 0.03, size: Size(1920, 1080), isQuick: false)
        let gate = Gate(old: old, new: new, effort: effort, planted: planted / 100)
        if try !gate.run(benchmarks(elements), hasFamilies: families || elements.isEmpty) { throw ExitCode.failure }
    }
}

struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Loads the plugin, renders one frame, and ends.", shouldDisplay: false)

    @Argument(help: "Nil: the one that GStreamer's registry has.") var plugin: String?
    @Option var element = "swiftsepia"
    @Option var count = 1

    func run() throws {
        let probe = try StartProbe(plugin, element: element, count: count)
        FileHandle.standardOutput.write(try JSONEncoder().encode(probe))
    }
}

struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Answers another process of this program.", shouldDisplay: false)

    @Option var planted = 0.0
    @Argument var plugin: String

    func run() throws {
        guard var worker = Worker(plugin: plugin, planted: planted) else {
            throw ValidationError("\(plugin) can't be loaded")
        }
        try worker.run()
    }
}
