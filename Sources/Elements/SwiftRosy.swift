import Effects
import ElementKit

/// `swiftrosy`: the rose filter of Apple's AVCamFilter, and other tints.
let swiftRosy = VideoFilter(
    RosyEffect.self,
    ElementMetadata(
        factoryName: "swiftrosy", typeName: "GstSwiftRosy", longName: "Rose tint",
        description: "Looks through coloured glass: keeps a part of red, green and blue, by default no green"),
    properties: [
        .double(
            "intensity", \.intensity, in: 0...1, nick: "Intensity",
            "How much of the tint: out = in + intensity * (tint * in - in) in R'G'B'. 0 passes frames through, 1 is the whole tint"
        ),
        .double(
            "tint-red", \.tintRed, in: 0...1, nick: "Tint red",
            "Part of red that is kept at full intensity. 1 keeps it all"),
        .double(
            "tint-green", \.tintGreen, in: 0...1, nick: "Tint green",
            "Part of green that is kept at full intensity. 1 keeps it all"),
        .double(
            "tint-blue", \.tintBlue, in: 0...1, nick: "Tint blue",
            "Part of blue that is kept at full intensity. 1 keeps it all"),
    ])
