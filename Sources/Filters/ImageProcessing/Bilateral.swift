// SPDX-License-Identifier: MIT
public import Effects
internal import Expressions

/// A blur that leaves edges.
public struct Bilateral: ComposedFilter {
    @Limited(0...50) public var distanceNormalization = 8.0
    @Limited(0...16) public var step = 4.0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftbilateral", typeName: "GstSwiftBilateral", longName: "Bilateral blur",
        family: .imageProcessing,
        description: "Blurs video where colours are alike, and leaves edges", since: "0.1",
        example: "swiftbilateral distance-normalization=4",
        recipes: [
            (
                "Smooth the skin of who sits before a camera",
                "gst-launch-1.0 v4l2src ! video/x-raw,width=1280,height=720 ! swiftbilateral distance-normalization=6 ! videoconvert ! autovideosink"
            ),
            (
                "Take the noise out of a still image",
                "gst-launch-1.0 filesrc location=in.jpg ! jpegdec ! swiftbilateral step=2 ! jpegenc ! filesink location=out.jpg"
            ),
        ],
        details: """
            Columns and then rows become means of nine pixels, step pixels apart, with the weights 0.05, 0.09, 0.12, 0.15, 0.18, 0.15, \
            0.12, 0.09 and 0.05, each times 1 - distance-normalization * d, but no less than 0, where d is how far a pixel's alpha, and its \
            R'G'B' times alpha, are from those of the middle one. It is GPUImage's law, which is not quite that of the textbooks. Colours \
            count by their alpha.
            """)

    public static let properties: [Property<Bilateral>] = [
        .double(
            "distance-normalization", \.$distanceNormalization, nick: "Distance normalization",
            "How soon other colours count no more: 8 leaves differences of an eighth of full scale. 0 blurs all"),
        .double(
            "step", \.$step, nick: "Step", "Pixels from one that counts to the next. 0 passes frames through"),
    ]

    public static let examples = [FilterExample<Bilateral>((200, 100, 50), (200, 100, 50))]

    public static let probes = [
        FilterProbe<Bilateral>((20, 11), (27, 231, 220)), FilterProbe<Bilateral>((0, 35), (199, 175, 0)),
    ]

    public static let parts = [true, false].map { isVertical in
        FilterPart<Bilateral> {
            LikeColorMean(step: $0.step, normalization: $0.distanceNormalization, isVertical: isVertical)
        }
    }
}

/// The mean of those of nine pixels in a column or a row that have about the same colour.
struct LikeColorMean: AlphaLaw {
    var step = 0.0
    var normalization = 0.0
    var isVertical = false

    var isPassthrough: Bool { step == 0 }

    /// The step, where all nine are pixels near enough for rows of neighbours; else 0.
    private var nearStep: Int { step == step.rounded() && step <= 4 ? Int(step) : 0 }

    static func pixel(_ p: Pixel, _ u: Parameters<LikeColorMean>) -> Pixel {
        let (isVertical, near) = (u.structure(\.isVertical), u.structure(\.nearStep))
        func other(_ k: Double) -> Pixel {
            guard near > 0 else { return p.sample(u(\.step) * Num(k), isVertical: isVertical) }
            let away = Int(k) * near
            return isVertical ? p.pixel(0, away) : p.pixel(away, 0)
        }
        return weightedMean(
            nineWeights.map { k, weight in
                guard k != 0 else { return (p, weight) }
                let other = other(k)
                // Transparent pixels have no colour to be near or far.
                let (c, a) = (other.rgb * other.a - p.rgb * p.a, other.a - p.a)
                let distance = sqrt((c.r * c.r + c.g * c.g) + (c.b * c.b + a * a))
                return (other, weight * max(1 - u(\.normalization) * distance, 0))
            })
    }
}
