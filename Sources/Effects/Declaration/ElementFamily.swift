// SPDX-License-Identifier: MIT
/// What kind of change an element makes, as GPUImage groups its filters. README, gallery and showcase group by it.
public enum ElementFamily: String, CaseIterable, Sendable {
    /// Another colour for each pixel.
    case color
    /// Neighbours, edges, blurs.
    case imageProcessing = "image-processing"
    /// Two videos in one.
    case blending
    /// Looks.
    case effects
    /// Videos of nothing.
    case sources

    /// For people.
    public var title: StaticString {
        switch self {
        case .color: "Color adjustments"
        case .imageProcessing: "Image processing"
        case .blending: "Blending modes"
        case .effects: "Visual effects"
        case .sources: "Sources"
        }
    }
}

/// How an element is connected.
public enum ElementKind: String, Sendable {
    /// One input, and an output of the same caps.
    case filter
    /// One input, and an output of other formats.
    case converter
    /// Two inputs.
    case mixer
    /// No input.
    case source
}
