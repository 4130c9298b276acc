// SPDX-License-Identifier: MIT
internal import Effects
internal import Expressions

/// The greatest or the least of pixels in a column or a row.
struct SquareRank: PixelLaw {
    private var radius = 0
    private var channels = ChannelChoice.all
    private var isMaximum = true
    fileprivate var isVertical = true

    init() {}

    init(_ radius: Int32, _ channels: ChannelChoice, isMaximum: Bool) {
        (self.radius, self.channels, self.isMaximum) = (Int(radius), channels, isMaximum)
    }

    private static func extreme(_ number: Num, _ u: Parameters<SquareRank>) -> Num {
        let (field, radius) = (Field(number), u.structure(\.radius))
        let (isVertical, isMaximum) = (u.structure(\.isVertical), u.structure(\.isMaximum))
        return (1...radius).flatMap { [-$0, $0] }.reduce(number) { extreme, k in
            let other = isVertical ? field[0, k] : field[k, 0]
            return isMaximum ? max(extreme, other) : min(extreme, other)
        }
    }

    static func color(_ p: Pixel, _ u: Parameters<SquareRank>) -> Color<Num> {
        u.structure(\.channels) == .red ? gray(extreme(p.rgb.r, u)) : p.rgb.map { extreme($0, u) }
    }

    static func alpha(_ p: Pixel, _ u: Parameters<SquareRank>) -> Num? {
        u.structure(\.channels) == .red ? nil : extreme(p.a, u)
    }
}

extension Property {
    /// How far a square reaches.
    static func squareRadius(_ path: SettingPath<Settings, Limited<Int32>>) -> Property {
        .int("radius", path, nick: "Radius", "How many pixels to each side count")
    }

    /// What of a square's pixels counts.
    static func squareChannels(_ path: SettingPath<Settings, ChannelChoice>) -> Property {
        .choice(
            "channels", path, typeName: "GstSwiftChannels", nick: "Channels",
            "Whether each component counts by itself, alpha too, or all become that of red")
    }
}

extension FilterPart {
    /// Of a square: columns and then rows.
    static func square(_ rank: @escaping @Sendable (Settings) -> SquareRank) -> [FilterPart] {
        [true, false].map { isVertical in
            FilterPart {
                var rank = rank($0)
                rank.isVertical = isVertical
                return rank
            }
        }
    }
}
