// SPDX-License-Identifier: MIT
/// The stages of the signal's way, in order: spec numbers 1...22.
package enum NtscStage: Int, CaseIterable, Comparable, Sendable {
    case inputLumaFilter = 1
    case chromaLowpassIn
    case chromaIntoLuma
    case compositePreemphasis
    case compositeNoise
    case snow
    case headSwitching
    case trackingNoise
    case lumaIntoChroma
    case lumaSmear
    case ringing
    case lumaNoise
    case chromaNoise
    case chromaPhaseError
    case chromaPhaseNoise
    case chromaDelay
    case vhsEdgeWave
    case vhsTapeSpeed
    case vhsChromaLoss
    case vhsSharpen
    case chromaVertBlend
    case chromaLowpassOut

    package static func < (a: NtscStage, b: NtscStage) -> Bool { a.rawValue < b.rawValue }
}
