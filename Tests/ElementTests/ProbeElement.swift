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
        description: "Writes its settings into the frame"),
    properties: [
        .double("level", \.level, in: -2...8, nick: "Level", "A number. 0 is neutral"),
        .int("count", \.count, in: -5...5, nick: "Count", "A whole number. 0 is neutral"),
        .boolean("enabled", \.enabled, nick: "Enabled", "Whether anything happens"),
        .choice("mode", \.mode, typeName: "GstSwiftProbeMode", nick: "Mode", "What happens"),
        .string("label", \.label, nick: "Label", "A text of equal letters"),
    ])

struct ProbeSettings: Sendable {
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

    var level = 0.5
    var count: Int32 = -3
    var enabled = true
    var mode = Mode.write
    var label: String? = "aaaa"
}

/// Writes level, count and the label's first letter to the first bytes of a GRAY8 frame.
final class ProbeEffect: InPlaceEffect {
    static let updates = Atomic(0)
    static let renders = Atomic(0)
    static let defaults = ProbeSettings()
    static func isNeutral(_ settings: ProbeSettings) -> Bool { !settings.enabled }

    private var settings = ProbeSettings()

    func configure(_ picture: PictureInfo) throws {
        if picture.width == 13 { throw EffectError("Pictures 13 wide bring bad luck; make them 12.") }
    }

    func update(_ settings: ProbeSettings) throws {
        Self.updates.wrappingAdd(1, ordering: .relaxed)
        if settings.mode == .failToUpdate { throw EffectError(String(repeating: "long ", count: 100)) }
        self.settings = settings
    }

    func render(_ frame: Frame, bands: BandExecutor) throws {
        Self.renders.wrappingAdd(1, ordering: .relaxed)
        if settings.mode == .failToRender { throw EffectError("The probe was told to fail.") }
        let label = settings.label ?? ""
        if Set(label.utf8).count > 1 { throw EffectError("The label is torn: \(label)") }
        let bytes = frame.plane(0).base.assumingMemoryBound(to: UInt8.self)
        bytes[0] = UInt8(truncatingIfNeeded: Int(settings.level * 10))
        bytes[1] = UInt8(truncatingIfNeeded: settings.count)
        bytes[2] = label.utf8.first ?? 0
    }
}
