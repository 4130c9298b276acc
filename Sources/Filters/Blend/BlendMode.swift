// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions
internal import KernelTypes

/// How a source is laid over a backdrop. Sources: Compositing and Blending Level 1 of the W3C; GPUImage for subtract, divide, dissolve and soft
/// light; Photoshop for the modes of light.
public enum BlendMode: Int32, PropertyChoice {
    case normal = 0
    case dissolve
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorBurn
    case colorDodge
    case hardLight
    case softLight
    case difference
    case exclusion
    case add
    case subtract
    case divide
    case linearBurn
    case linearDodge
    case vividLight
    case pinLight
    case linearLight
    case hardMix
    case hue
    case saturation
    case color
    case luminosity
    case sourceOver
    case sourceIn
    case sourceOut
    case sourceAtop
    case xor
    case destinationOut
    case shader

    public var nick: StaticString { text.nick }

    public var label: StaticString { text.label }

    private var text: (nick: StaticString, label: StaticString) {
        switch self {
        case .normal: ("normal", "The source")
        case .dissolve: ("dissolve", "From the backdrop to the source by opacity, alpha too")
        case .multiply: ("multiply", "b s: two slides on top of each other")
        case .screen: ("screen", "1 - (1 - b) (1 - s): two projectors on one screen")
        case .overlay: ("overlay", "Multiplied where the backdrop is dark, else screened")
        case .darken: ("darken", "The darker one of each component")
        case .lighten: ("lighten", "The lighter one of each component")
        case .colorBurn: ("color-burn", "1 - (1 - b) / s: the backdrop darkened by the source")
        case .colorDodge: ("color-dodge", "b / (1 - s): the backdrop lightened by the source")
        case .hardLight: ("hard-light", "Multiplied where the source is dark, else screened")
        case .softLight: ("soft-light", "Light and shade of the source, without hard edges")
        case .difference: ("difference", "|b - s|")
        case .exclusion: ("exclusion", "b + s - 2 b s: a difference of less contrast")
        case .add: ("add", "b + s")
        case .subtract: ("subtract", "b - s")
        case .divide: ("divide", "b / s")
        case .linearBurn: ("linear-burn", "b + s - 1")
        case .linearDodge: ("linear-dodge", "b + s, as add")
        case .vividLight: ("vivid-light", "Burnt where the source is dark, else dodged")
        case .pinLight: ("pin-light", "At most 2 s where the source is dark, else at least 2 s - 1")
        case .linearLight: ("linear-light", "b + 2 s - 1")
        case .hardMix: ("hard-mix", "White where b + s is 1 or more, else black, of each component")
        case .hue: ("hue", "The hue of the source, all else of the backdrop")
        case .saturation: ("saturation", "The saturation of the source, all else of the backdrop")
        case .color: ("color", "Hue and saturation of the source, luminosity of the backdrop")
        case .luminosity: ("luminosity", "The luminosity of the source, all else of the backdrop")
        case .sourceOver: ("source-over", "The source over the backdrop, as normal")
        case .sourceIn: ("source-in", "The source where the backdrop is")
        case .sourceOut: ("source-out", "The source where the backdrop is not")
        case .sourceAtop: ("source-atop", "The source where the backdrop is, else the backdrop")
        case .xor: ("xor", "Where one of both is alone")
        case .destinationOut: ("destination-out", "The backdrop where the source is not")
        case .shader: ("shader", "What the shader of fragment or location makes of both")
        }
    }

    /// Whether colours are weighted, and nothing else.
    var isLinear: Bool {
        switch self {
        case .normal, .dissolve, .sourceOver, .sourceIn, .sourceOut, .sourceAtop, .xor, .destinationOut: true
        default: false
        }
    }

    /// Whether a code of a frame may become more than one.
    var isSteep: Bool {
        switch self {
        case .colorBurn, .colorDodge, .hardLight, .divide, .vividLight, .pinLight, .linearLight, .hardMix, .hue,
            .saturation,
            .color, .luminosity, .shader:
            true
        default: false
        }
    }

    /// What makes bytes of opaque pixels.
    var bytes: ByteBlend? {
        switch self {
        case .normal, .dissolve, .sourceOver, .sourceAtop, .sourceIn: .second
        case .multiply: .multiply
        case .screen: .screen
        case .darken: .darken
        case .lighten: .lighten
        case .difference: .difference
        case .add, .linearDodge: .add
        case .subtract: .subtract
        case .linearBurn: .linearBurn
        default: nil
        }
    }

    /// The colour of a pixel where both are opaque; nil: that of the source, or what the shader makes.
    func color(_ backdrop: Color<Num>, _ source: Color<Num>) -> Color<Num>? {
        // Y'CbCr has colours that are no R'G'B'.
        let (b, s) = (clamp(backdrop), clamp(source))
        switch self {
        case .multiply: return b * s
        case .screen: return ScreenLaw.apply(b, s)
        case .overlay: return OverlayLaw.apply(b, s)
        case .darken: return min(b, s)
        case .lighten: return max(b, s)
        case .colorBurn: return ColorBurnLaw.apply(b, s)
        case .colorDodge: return ColorDodgeLaw.apply(b, s)
        case .hardLight: return HardLightLaw.apply(b, s)
        case .softLight: return SoftLightLaw.apply(b, s)
        case .difference: return abs(b - s)
        case .exclusion: return (b + s) - 2 * (b * s)
        case .add, .linearDodge: return clamp(b + s)
        case .subtract: return clamp(b - s)
        case .divide: return DivideLaw.apply(b, s)
        case .linearBurn: return clamp(b + s - 1)
        case .vividLight: return VividLightLaw.apply(b, s)
        case .pinLight: return PinLightLaw.apply(b, s)
        case .linearLight: return clamp(b + 2 * s - 1)
        // Floats of codes whose sum is white may be a little less.
        case .hardMix: return step(Num(1 - codeTolerance), b + s)
        case .hue: return HueLaw.apply(b, s)
        case .saturation: return SaturationLaw.apply(b, s)
        case .color: return ColorLaw.apply(b, s)
        case .luminosity: return LuminosityLaw.apply(b, s)
        case .normal, .dissolve, .sourceOver, .sourceIn, .sourceOut, .sourceAtop, .xor, .destinationOut, .shader:
            return nil
        }
    }

    /// How much of the source counts, and of the backdrop: each has alpha of its own.
    func coverage(_ backdrop: Num, _ source: Num) -> (source: Num, backdrop: Num) {
        switch self {
        case .sourceIn: (backdrop, 0)
        case .sourceOut: (1 - backdrop, 0)
        case .sourceAtop: (backdrop, 1 - source)
        case .xor: (1 - backdrop, 1 - source)
        case .destinationOut: (0, 1 - source)
        default: (1, 1 - source)
        }
    }
}
