// SPDX-License-Identifier: MIT
public import Effects

extension FilterCatalogue {
    /// Every filter as chains know it, and `swiftcrop`.
    public static let stages: [StageType] = filters.map { stage($0) } + composed.map { stage($0) } + [.crop]

    private static func stage<F: Filter>(_ filter: F.Type) -> StageType { StageType(filter) }

    private static func stage<F: ComposedFilter>(_ filter: F.Type) -> StageType { StageType(filter) }
}
