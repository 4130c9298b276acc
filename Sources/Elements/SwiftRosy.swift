import Effects
import ElementKit

/// `swiftrosy`: the rose filter of Apple's AVCamFilter, and other tints.
let swiftRosy = VideoFilter(
    RosyEffect.self,
    ElementMetadata(
        factoryName: "swiftrosy", typeName: "GstSwiftRosy", longName: "Rose tint",
        description: "Looks through coloured glass: keeps a part of red, green and blue, by default no green",
        since: "0.1",
        example: "swiftrosy intensity=0.8",
        details: """
            The default is the filter of Apple's AVCamFilter: R'G'B' becomes (R', 0, B'), on the gamma-coded values. \
            Y'CbCr frames are changed as Y'CbCr, with the matrix and the range that the caps name. Gray frames become \
            the luma of the tinted gray. Alpha stays as it is. A tint of (1, 1, 1) or an intensity of 0 passes \
            frames through untouched.
            """,
        pictures: [("swiftrosy.png", "A frame before and after swiftrosy")]),
    properties: [
        .double(
            "intensity", \.$intensity, nick: "Intensity",
            "How much of the tint: out = in + intensity * (tint * in - in) in R'G'B'. 0 passes frames through, 1 is the whole tint"
        ),
        .double(
            "tint-red", \.$tintRed, nick: "Tint red",
            "Part of red that is kept at full intensity. 1 keeps it all"),
        .double(
            "tint-green", \.$tintGreen, nick: "Tint green",
            "Part of green that is kept at full intensity. 1 keeps it all"),
        .double(
            "tint-blue", \.$tintBlue, nick: "Tint blue",
            "Part of blue that is kept at full intensity. 1 keeps it all"),
    ])
