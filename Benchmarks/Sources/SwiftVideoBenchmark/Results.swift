// SPDX-License-Identifier: MIT
import Foundation

/// What a row compares.
enum Level: String, Codable { case kernel, effect, element }

/// One row of the table.
struct Row: Codable {
    /// That an output was the scalar reference's, bit for bit.
    static let reference = "reference"

    let level: Level
    let what: String
    /// What it is beside.
    let peer: String
    let size: String
    var threads = 1
    let cpu: String
    /// How many times as fast as the peer: above 1 is a win. Nil where the peer is missing.
    var speed: Spread?
    /// What a frame, or a call, took: the median of the rounds.
    var nanoseconds: Double?
    var peerNanoseconds: Double?
    /// Of two threads: how many times as much as one process two make together, each with one thread.
    var processes: Spread?
    /// What the peer's output was found to be before it was timed; ours was always the scalar reference's, bit for bit.
    /// Nil: there is none, or it was not looked at.
    var peerChecked: String?
    /// Why there is no ratio.
    var missing: String?
}

/// A chain of elements from a camera to an encoder.
struct CameraRow: Codable {
    /// What a chain is compared with.
    struct Beside: Codable {
        let peer: String
        let speed: Spread
    }

    let element: String
    let camera: String
    let size: Size
    let threads: Int
    /// Of ours alone.
    var cpu: String?
    /// Whose chain it is: the element's or a peer's.
    let chain: String
    /// As gst-launch takes it.
    let line: String
    /// What its output was found to be before it was timed.
    var checked: String?
    var frames: Int?
    var milliseconds: FrameTimes?
    /// The most memory of the process: mostly GStreamer, libraries and the images that are fed.
    var peakMegabytes: Double?
    /// How much more that was than without any effect, with the same images.
    var addedMegabytes: Double?
    /// Of ours: how many times as fast it is.
    var beside: [Beside] = []
    var missing: String?
}

/// Times of frames.
struct FrameTimes: Codable {
    let p50: Double
    let p99: Double
    let worst: Double
}

/// How cost grows.
struct Growth: Codable {
    struct Point: Codable {
        let element: String
        let format: String
        let size: Size
        let nanosecondsPerPixel: Spread
    }

    struct Length: Codable {
        let element: String
        let format: String
        let size: Size
        let length: Int
        let milliseconds: Spread
    }

    /// A frame at a radius.
    struct Radius: Codable {
        let element: String
        let format: String
        let size: Size
        let radius: Int
        let milliseconds: Spread
    }

    /// What all outputs were, before they were timed.
    var checked = Row.reference
    var pixels: [Point] = []
    var lengths: [Length] = []
    var radii: [Radius] = []
}

/// Everything that was measured.
struct Results {
    var machine: Machine
    let isQuick: Bool
    let rounds: Int
    var rows: [Row] = []
    var settings: [SettingRow] = []
    var cameras: [CameraRow] = []
    var growth = Growth()
    var starts: [StartRow] = []
}

extension Results {
    /// Writes everything as JSON, each row on a line of its own.
    func write(_ file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(data: try encoder.encode(value), encoding: .utf8) ?? "null"
        }
        func lines(_ values: [some Encodable]) throws -> String {
            "[\n" + (try values.map { try line($0) }.joined(separator: ",\n")) + "\n]"
        }
        let results = rounded()
        let text = try """
        {"machine": \(line(machine)), "isQuick": \(isQuick), "rounds": \(rounds),
        "rows": \(lines(results.rows)),
        "settings": \(lines(results.settings)),
        "cameras": \(lines(results.cameras)),
        "starts": \(lines(results.starts)),
        "growth": {"checked": \(line(growth.checked)), "pixels": \(lines(growth.pixels)),
        "lengths": \(lines(growth.lengths)),
        "radii": \(lines(growth.radii))}}

        """
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// More digits than a machine's noise leaves say nothing.
    private func rounded() -> Results {
        var results = self
        for i in results.rows.indices {
            results.rows[i].speed = rows[i].speed?.rounded
            results.rows[i].nanoseconds = rows[i].nanoseconds.map(significant)
            results.rows[i].peerNanoseconds = rows[i].peerNanoseconds.map(significant)
        }
        for i in results.cameras.indices {
            results.cameras[i].beside = cameras[i].beside.map { .init(peer: $0.peer, speed: $0.speed.rounded) }
        }
        return results
    }
}

extension Spread {
    var rounded: Spread { Spread([low, ratio, high].map(significant)) }
}

/// To four digits.
func significant(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return value }
    // Through text, since a product with a power of ten has more digits than were meant.
    return Double(String(format: "%.3e", value)) ?? value
}

/// To three digits, for people.
func shown(_ value: Double) -> String {
    value.isFinite ? String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.3g", value) : "?"
}

func shown(_ spread: Spread) -> String { "\(shown(spread.ratio)) (\(shown(spread.low)) to \(shown(spread.high)))" }

extension Row {
    /// The row, for a terminal.
    var line: String {
        let result = speed.map { shown($0) } ?? "missing: \(missing ?? "")"
        return [
            level.rawValue.padded(8), what.padded(36), size.padded(10), "\(threads)", cpu.padded(9), result.padded(22),
            "x \(peer)",
        ].joined(separator: " ")
    }
}

extension String {
    func padded(_ width: Int) -> String { padding(toLength: max(width, count), withPad: " ", startingAt: 0) }
}
