// SPDX-License-Identifier: MIT
internal import CCPUFeatures
public import KernelTypes
internal import KernelsBaseline

#if arch(x86_64)
    internal import KernelsV3
    internal import KernelsV4
#endif

/// An instruction-set level the kernels are built for.
public enum CPULevel: Int, CaseIterable, Sendable, Comparable {
    /// What every CPU of the architecture has: SSE2, or NEON.
    case baseline = 0
    /// x86-64-v3: AVX2.
    case v3 = 1
    /// x86-64-v4, AVX-512 F, BW, CD, DQ and VL, with VBMI, which looks bytes up: Ice Lake, Zen 4 and later.
    case v4 = 2

    public static func < (a: CPULevel, b: CPULevel) -> Bool { a.rawValue < b.rawValue }

    /// The level's name, as `SWIFTVIDEO_CPU` takes it.
    public var name: StaticString {
        switch self {
        case .baseline: "baseline"
        case .v3: "v3"
        case .v4: "v4"
        }
    }

    /// The best level of this CPU.
    public static let best = CPULevel(rawValue: Int(swv_cpu_level())) ?? .baseline

    /// The levels this CPU can run, worst first.
    public static var available: [CPULevel] { allCases.filter { $0 <= best } }

    /// The level in use: the best one, or the one that `SWIFTVIDEO_CPU` names where the CPU has it.
    public static let current: CPULevel = {
        guard let forced = swv_cpu_forced(), let named = named(String(cString: forced)) else { return best }
        return min(named, best)
    }()

    /// Whether `SWIFTVIDEO_CPU` is set but names no level, or one this CPU lacks.
    public static let forcedLevelIsUnusable: Bool = {
        guard let forced = swv_cpu_forced() else { return false }
        return named(String(cString: forced)) != current
    }()

    private static func named(_ name: String) -> CPULevel? {
        allCases.first { "\($0.name)" == name }
    }

    /// The kernels of this level; only those of an available level may be called.
    public var kernels: any KernelSet.Type {
        switch self {
        #if arch(x86_64)
            case .v3: KernelsV3.Kernels.self
            case .v4: KernelsV4.Kernels.self
        #endif
        default: KernelsBaseline.Kernels.self
        }
    }
}
