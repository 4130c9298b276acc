// SPDX-License-Identifier: MIT
public import Effects

extension FilterCatalogue {
    /// Every filter as chains know it.
    public static let stages: [StageType] = filters.map { stage($0) }

    private static func stage<F: Filter>(_ filter: F.Type) -> StageType { StageType(filter) }
}
