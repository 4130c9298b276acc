// SPDX-License-Identifier: MIT
import Effects
import Filters
import Foundation
import PixelCore
import PixelKernels

/// What new settings cost besides frames.
struct SettingRow: Codable {
    let what: String
    let cpu: String
    let size: Size
    var microseconds: Spread
}

/// Measures what a new number, and a new text, cost before the next frame.
struct SettingRows {
    let effort: Effort
    let report: (SettingRow) -> Void

    /// The numbers of a filter: the law stays.
    private static let filters = [
        ["saturation saturation=1.3", "saturation saturation=1.4"], ["gamma gamma=1.4", "gamma gamma=1.5"],
        ["vignette start=0.2", "vignette start=0.3"], ["sobel strength=0.3", "sobel strength=0.4"],
        ["toon threshold=0.2", "toon threshold=0.3"], ["swirl angle=0.5", "swirl angle=0.6"],
    ]

    private static let eight = eightFilters.joined(separator: " ! ")

    func measure() throws {
        for texts in Self.filters { try measureNumber(texts[0].split(separator: " ")[0] + ", a new number", texts) }
        try measureNumber(
            "eight filters, a new number",
            [Self.eight, Self.eight.replacingOccurrences(of: "intensity=0.4", with: "intensity=0.5")])
        for texts in Self.filters { try measureLowering("\(texts[0].split(separator: " ")[0]), lowered", [texts[0]]) }
        try measureLowering("eight filters, lowered", eightFilters)
        let types = FilterCatalogue.stages
        try measure("eight filters, the text read") { _ = try? Chain(Self.eight, types: types) }
        try measureShader()
    }

    /// Old paper, squared: three operations for each colour, and three of one; with limits.
    private static func shader(_ part: Double) -> String {
        """
        c.rgb = mix(c.rgb, vec3(dot(c.rgb, vec3(0.36, 0.7, 0.14)), dot(c.rgb, vec3(0.3, 0.59, 0.11)),
            dot(c.rgb, vec3(0.24, 0.47, 0.09))), \(part));
        c.rgb = c.rgb * c.rgb * 0.5 + 0.25;
        c.r += c.g;
        c.g -= c.b;
        c.b *= 0.9;
        """
    }

    /// A text takes the place of another.
    private func measureShader() throws {
        let settings = try [0.8, 0.9].map { part in
            var settings = ShaderFilter()
            settings.shader = try UserShader(Self.shader(part))
            return settings
        }
        let effect = FilterEffect<ShaderFilter>(kernels: CPULevel.best.kernels)
        try effect.configure(VideoInfo(.bgrx, effort.size))
        for settings in settings { try effect.update(settings) }
        var isSecond = false
        try measure("a shader of 30 operations, lowered") {
            isSecond.toggle()
            try? effect.update(settings[isSecond ? 1 : 0])
        }
        try measure("a shader of 30 operations, the text read") { _ = try? UserShader(Self.shader(0.7)) }
    }

    /// A value changes, and what follows from it alone.
    private func measureNumber(_ what: String, _ texts: [String]) throws {
        try measureUpdates(what, texts.map { try Chain($0, types: FilterCatalogue.stages) })
    }

    /// Stages of other names are others, so all laws are read and compiled anew.
    private func measureLowering(_ what: String, _ stages: [String]) throws {
        let chains = try ["a", "b"].map { prefix in
            let text = stages.enumerated().map { "\($1) name=\(prefix)\($0)" }.joined(separator: " ! ")
            return try Chain(text, types: FilterCatalogue.stages)
        }
        try measureUpdates(what, chains)
    }

    private func measureUpdates(_ what: String, _ chains: [Chain]) throws {
        let effect = ChainEffect(kernels: CPULevel.best.kernels)
        try effect.configure(VideoInfo(.bgrx, effort.size))
        for chain in chains { try effect.update(chain) }
        var isSecond = false
        try measure(what) {
            isSecond.toggle()
            // What can fail has been done once.
            try? effect.update(chains[isSecond ? 1 : 0])
        }
    }

    private func measure(_ what: String, _ body: @escaping () -> Void) throws {
        /// How often what is quick is called each time.
        let repeats = 20
        let seconds = effort.seconds
        var contest = Contest()
        contest.add(what) {
            try timeCalls(seconds: seconds) { for _ in 0..<repeats { body() } }.map { $0 / Double(repeats) }
        }
        try contest.run(rounds: effort.rounds)
        report(
            SettingRow(
                what: what, cpu: "\(CPULevel.best.name)", size: effort.size,
                microseconds: Spread((contest.times[what] ?? []).map { significant($0 / 1000) })))
    }
}

extension SettingRow {
    /// The row, for a terminal.
    var text: String {
        "settings \(what.padded(36)) \("\(size)".padded(10)) \(cpu.padded(9)) \(shown(microseconds)) us"
    }
}
