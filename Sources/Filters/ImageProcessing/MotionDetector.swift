// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// How much of each frame moves, and where.
public struct MotionDetector: MeasuringFilter {
    @Limited(0...1) public var strength = 0.5
    @Limited(0...1) public var threshold = 0.2
    public var showsMask = false
    public var postsMessages = true
    public var interval: UInt64 = 0

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftmotiondetector", typeName: "GstSwiftMotionDetector", longName: "Motion detector",
        classification: "Filter/Analyzer/Video", family: .imageProcessing,
        description: "Tells how much of each frame moves, and where its middle is",
        since: "0.1",
        example: "swiftmotiondetector threshold=0.1 show-mask=true",
        recipes: [
            (
                "Print what moves in front of a camera, ten times a second",
                "gst-launch-1.0 -m v4l2src ! swiftmotiondetector interval=100000000 ! fakesink"
            ),
            (
                "Show what moves",
                "gst-launch-1.0 v4l2src ! swiftmotiondetector show-mask=true ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            A pixel moves where its R'G'B' is `threshold` or more away from mean = (1 - strength) in + strength last mean, which \
            [swiftlowpass](swiftlowpass.md) makes; a difference of one component from 0 to 1 is a distance of 1. The law is \
            GPUImageMotionDetector's. Nothing moves in a first frame, nor in one after a seek, missing frames or a \
            change of `show-mask`, unless `threshold` is 0.

            An element message `swift-motion` has the times that `level` posts, and: `found`, whether anything moves; `intensity`, the \
            part of the frame that does, 0...1; `x` and `y`, the middle of what moves, from the left and the top, 0...1 of the frame; both \
            are 0 where nothing does. There is no region of interest, as what moves need not lie together. Without `show-mask`, frames pass as they came, in their memory.
            """)

    public static let properties: [Property<MotionDetector>] = [
        .double(
            "strength", \.$strength, nick: "Strength",
            "Part of the last mean in each. 0 finds nothing, 1 compares with the first frame"),
        .double(
            "threshold", \.$threshold, nick: "Threshold",
            "Distance of R'G'B' from the mean from which on a pixel moves. 0 takes all pixels"),
        .boolean("show-mask", \.showsMask, nick: "Show mask", "Whether to show what moves, white on black"),
        .temporalWindow { $0.strength == 0 ? 0 : -1 },
    ]

    public var onlyReads: Bool { !showsMask }

    /// 1 where a pixel is away from a mean.
    private static func moves(_ p: Pixel, from mean: Color<Num>, _ u: Parameters<MotionDetector>) -> Num {
        let change = p.rgb - mean
        return step(u(\.threshold), sqrt(dot(change, change)))
    }

    private static func average(_ p: Pixel, _ u: Parameters<MotionDetector>) -> Color<Num> {
        mix(p.rgb, p.previous.rgb, u(\.strength))
    }

    public static func memory(_ p: Pixel, _ u: Parameters<MotionDetector>) -> Color<Num>? { average(p, u) }

    public static func measurements(_ p: Pixel, _ u: Parameters<MotionDetector>) -> [Measurement] {
        let moves = moves(p, from: average(p, u), u)
        return [moves, moves * p.x, moves * p.y].map { Measurement(mean: $0) }
    }

    public func report(_ frame: MeasuredFrame) -> EffectReport {
        let part = frame.numbers[0]
        let (x, y) = part > 0 ? (frame.numbers[1] / part, frame.numbers[2] / part) : (0, 0)
        return EffectReport(
            [
                .init("found", .flag(part > 0)), .init("intensity", .number(part)), .init("x", .number(x)),
                .init("y", .number(y)),
            ], name: "swift-motion")
    }

    public static func color(_ p: Pixel, _ u: Parameters<MotionDetector>) -> Color<Num> { graph(p, u).color }

    public static func graph(_ p: Pixel, _ u: Parameters<MotionDetector>) -> Graph {
        // What is kept of a frame is made before what is shown of it: that is its mean.
        var graph = Graph(gray(moves(p, from: p.previous.rgb, u)))
        graph.memory = average(p, u)
        return graph
    }
}
