import CBenchmarkSupport
import Effects
import PixelCore

/// A line of the report: a ratio, and what it should be.
func line(_ text: String, _ ratio: Double, _ unit: String, bar: Double, atMost: Bool) {
    let shown = (ratio * 100).rounded() / 100
    let met = atMost ? ratio <= bar : ratio >= bar
    print("  \(met ? "ok  " : "MISS") \(text): \(shown) \(unit) (\(atMost ? "at most" : "at least") \(bar))")
}

/// A ratio that has no bar.
func note(_ text: String, _ ratio: Double, _ unit: String) {
    print("       \(text): \((ratio * 100).rounded() / 100) \(unit)")
}

func caps(_ format: String, _ size: String = "width=1920,height=1080") -> String {
    "video/x-raw,format=\(format),\(size),framerate=30/1"
}

/// Caps that say what the `info` of a `Picture` says: BT.709, left-sited chroma, and for gray the full range.
func caps(_ info: PictureInfo) -> String {
    let colorimetry =
        switch info.format.layout.model {
        case .rgb: "sRGB"
        case .ycbcr: "bt709,chroma-site=mpeg2"
        case .gray: "1:3:5:1"
        }
    return caps(info.format.name, "width=\(info.width),height=\(info.height)") + ",colorimetry=\(colorimetry)"
}

private struct MissingElement: Error, CustomStringConvertible {
    let launch: String
    var description: String { "\(launch) can't be made; see the README for the packages benchmarks need" }
}

func bench(_ launch: String, _ input: String, _ output: String? = nil) throws -> OpaquePointer {
    guard let bench = swv_bench_new(launch, input, output) else { throw MissingElement(launch: launch) }
    return bench
}

/// Things to time in turn, each element driven in the same way with one buffer.
struct Items {
    private(set) var all: [(name: String, body: () -> Void)] = []

    mutating func add(_ name: String, _ body: @escaping () -> Void) { all.append((name, body)) }

    /// An element as gst-launch takes it, whatever it computes.
    mutating func add(_ name: String, peer launch: String, _ input: String, _ output: String? = nil) throws {
        let chain = try bench(launch, input, output)
        add(name) { _ = swv_bench_push(chain) }
    }

    /// One of our elements, once it has given what the effect gives with the reference's kernels.
    mutating func add<Effect: InPlaceEffect>(
        _ name: String, _ launch: String, _ info: PictureInfo, _ settings: Effect.Settings, exact: Effect
    ) throws {
        let chain = try bench(launch, caps(info))
        try checkElement("\(launch) \(info.format.name)", chain, info, settings, exact: exact)
        add(name) { _ = swv_bench_push(chain) }
    }

    /// Prints what each takes.
    func printTimes(_ m: Measurement) {
        for item in all { print("  \((m.time(item.name) / 1e4).rounded() / 100)  \(item.name)") }
    }
}
