import Benchmark
import CBenchmarkSupport
import Effects
import Glibc
import PixelCore
import PixelKernels

// usage: swiftvideo-benchmark [--quick] [PLUGIN.so] [swiftrosy|swifteq|swiftmix|swiftdepthgray|tiles|kernels]...     default: all
let quick = CommandLine.arguments.contains("--quick")
let pluginFile = CommandLine.arguments.dropFirst().first { $0.hasSuffix(".so") } ?? ".build/release/libgstswiftvideo.so"

do {
    guard swv_bench_init(pluginFile) else {
        print("benchmark: \(pluginFile) can't be loaded; build it with: swift build -c release")
        exit(1)
    }
    print("CPU level \(CPULevel.current.name), best \(CPULevel.best.name); 1920x1080, n-threads=1, medians of one run")
    let parts: [(name: String, report: (Bool) throws -> Void)] = [
        ("swiftrosy", reportRosy), ("swifteq", reportEqualization), ("swiftmix", reportMix),
        ("swiftdepthgray", reportDepth),
        ("swiftntsc", reportNtsc),
        ("tiles", reportTiles), ("kernels", reportKernels),
    ]
    let wanted = parts.filter { CommandLine.arguments.contains($0.name) }
    for part in wanted.isEmpty ? parts : wanted { try part.report(quick) }
} catch let wrong as WrongResult {
    print("benchmark: \(wrong.what) differs from the scalar reference; nothing is timed")
    exit(1)
} catch {
    print("benchmark: \(error)")
    exit(1)
}
