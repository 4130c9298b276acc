// SPDX-License-Identifier: MIT
import CTestSupport
import Effects
import ElementKit
import PixelCore
import Synchronization

/// An element of the tests' own: every kind of property, and an effect that fails when told to.
let probe = VideoFilter(
    ProbeEffect.self,
    ElementMetadata(
        factoryName: "swiftprobe", typeName: "GstSwiftProbe", longName: "Probe",
        description: "Writes its settings into the frame", since: "0.1"),
    properties: [
        .double("level", \.$level, nick: "Level", "A number. 0 passes frames through"),
        .int("count", \.$count, nick: "Count", "A whole number. 0 passes frames through"),
        .boolean("enabled", \.enabled, nick: "Enabled", "Whether anything happens"),
        .choice("mode", \.mode, typeName: "GstSwiftProbeMode", nick: "Mode", "What happens"),
        .string("label", \.label, nick: "Label", "A text of equal letters"),
        .uint64("ticks", \.ticks, nick: "Ticks", "A time in nanoseconds"),
        .int("arrays", \.$arrays, nick: "Arrays", "How many arrays are reported of each frame"),
        .computed("thousands", in: Int64.min...Int64.max, nick: "Thousands", "A thousand times count") {
            Int64($0.count) * 1000
        },
        .computed("tocks", nick: "Tocks", "Ticks, as far as they go") { Int64(clamping: $0.ticks) },
    ])

struct ProbeSettings: EffectSettings {
    enum Mode: Int32, PropertyChoice {
        case write = 0
        case failToUpdate = 3
        case failToRender = 7

        var nick: StaticString {
            switch self {
            case .write: "write"
            case .failToUpdate: "fail-to-update"
            case .failToRender: "fail-to-render"
            }
        }
        var label: StaticString { "What the probe does" }
    }

    @Limited(-2...8) var level = 0.5
    @Limited(-5...5) var count: Int32 = -3
    var enabled = true
    var mode = Mode.write
    var label: String? = "aaaa"
    var ticks: UInt64 = 7
    @Limited(0...9) var arrays: Int32 = 0
}

/// What an effect was asked to do.
enum ProbeCall: Equatable {
    case configure
    case reset
    case render(time: Int64?, duration: Int64?)
}

/// Writes level, count and the label's first letter to the first bytes of a GRAY8 frame, and reports those bytes.
final class ProbeEffect: InPlaceEffect {
    static let updates = Atomic(0)
    static let renders = Atomic(0)
    /// Calls of all probes, while they are recorded.
    static let calls = Locked<[ProbeCall]?>(nil)
    static func isPassthrough(_ settings: ProbeSettings) -> Bool { !settings.enabled }

    private var settings = ProbeSettings()
    private let told = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 4)

    init() { told.initialize(repeating: UInt32.max) }

    deinit { told.deallocate() }

    /// What probes are asked to do meanwhile.
    static func recorded(_ body: () throws -> Void) rethrows -> [ProbeCall] {
        calls.withLock { $0 = [] }
        try body()
        return calls.withLock { calls in
            defer { calls = nil }
            return calls ?? []
        }
    }

    private func record(_ call: ProbeCall) {
        Self.calls.withLock { $0?.append(call) }
    }

    func reset() { record(.reset) }

    var report: EffectReport? {
        guard settings.arrays > 0 else { return nil }
        let names: [StaticString] = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        ]
        return EffectReport(
            names.prefix(Int(settings.arrays)).map { .init($0, .counts(UnsafeBufferPointer(told))) })
    }

    func configure(_ image: VideoInfo) throws {
        record(.configure)
        if image.width == 13 { throw EffectError("Images 13 wide bring bad luck; make them 12.") }
    }

    func update(_ settings: ProbeSettings) throws {
        Self.updates.wrappingAdd(1, ordering: .relaxed)
        if settings.mode == .failToUpdate { throw EffectError(String(repeating: "long ", count: 100)) }
        self.settings = settings
    }

    func render(_ frame: Frame, bands: BandExecutor) throws {
        Self.renders.wrappingAdd(1, ordering: .relaxed)
        record(.render(time: frame.time, duration: frame.duration))
        if settings.mode == .failToRender { throw EffectError("The probe was told to fail.") }
        let label = settings.label ?? ""
        if Set(label.utf8).count > 1 { throw EffectError("The label is torn: \(label)") }
        let bytes = frame.plane(0).base.assumingMemoryBound(to: UInt8.self)
        bytes[0] = UInt8(truncatingIfNeeded: Int(settings.level * 10))
        bytes[1] = UInt8(truncatingIfNeeded: settings.count)
        bytes[2] = label.utf8.first ?? 0
        for i in 0..<3 { told[i] = UInt32(bytes[i]) }
    }
}
