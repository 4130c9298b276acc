// SPDX-License-Identifier: MIT
internal import Effects
internal import Expressions

/// The greatest or the least of a square.
struct SquareRank: PixelLaw {
    private var radius: Int32 = 1
    private var channels = ChannelChoice.all
    private var isMaximum = true

    init() {}

    init(_ radius: Int32, _ channels: ChannelChoice, isMaximum: Bool) {
        (self.radius, self.channels, self.isMaximum) = (radius, channels, isMaximum)
    }

    static func graph(_ p: Pixel, _ u: Parameters<SquareRank>) -> Graph {
        let made = u.structure(\.isMaximum) ? p.maximum(u(\.radius)) : p.minimum(u(\.radius))
        return chosen(made, u.structure(\.channels))
    }

    static func color(_ p: Pixel, _ u: Parameters<SquareRank>) -> Color<Num> { graph(p, u).color }

    /// All components of a pixel, or red for all colours.
    static func chosen(_ p: Pixel, _ channels: ChannelChoice) -> Graph {
        channels == .red ? Graph(gray(p.rgb.r), alpha: nil) : Graph(p.rgb, alpha: p.a)
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
