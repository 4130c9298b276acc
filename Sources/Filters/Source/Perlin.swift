// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Perlin noise between two colours.
public struct Perlin: SourceLaw, AlphaLaw {
    @Limited(0...256) public var scale = 8.0
    public var startColor: ColorSetting = 0xff00_0000
    public var finishColor: ColorSetting = 0xffff_ffff
    @Limited(0...Int32.max) public var seed: Int32 = 0
    @Limited(-1000...1000) public var offsetX = 0.0
    @Limited(-1000...1000) public var offsetY = 0.0
    @Limited(-100...100) public var speedX = 0.0
    @Limited(-100...100) public var speedY = 0.0
    /// How far the frame has moved by now, as the offsets are measured.
    private var moved = (x: 0.0, y: 0.0)

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftperlinsrc", typeName: "GstSwiftPerlinSrc", longName: "Perlin noise",
        classification: "Source/Video", family: .sources,
        description: "Makes video of smooth noise between two colours, such as clouds", since: "0.1",
        example: "swiftperlinsrc scale=5 start-color=0xff2060c0 speed-x=0.05",
        recipes: [
            (
                "Let clouds drift over a blue sky",
                "gst-launch-1.0 swiftperlinsrc is-live=true scale=5 start-color=0xff2060c0 speed-x=0.05 ! video/x-raw,width=1280,height=720 ! videoconvert ! autovideosink"
            ),
            (
                "Lay drifting fog over a camera",
                "gst-launch-1.0 compositor name=mix sink_1::zorder=2 ! videoconvert ! autovideosink v4l2src ! videoconvert ! mix.sink_0 swiftperlinsrc is-live=true start-color=0x00ffffff finish-color=0xc0ffffff speed-x=0.03 ! video/x-raw,format=BGRA,width=1280,height=720 ! mix.sink_1"
            ),
            (
                "Write a still image of fine noise",
                "gst-launch-1.0 swiftperlinsrc num-buffers=1 scale=40 seed=7 ! video/x-raw,format=RGB,width=1024,height=1024 ! pngenc ! filesink location=noise.png"
            ),
        ],
        details: """
            **Law**

            - Classic noise of two dimensions, as GPUImage has it, after Ashima Arts' and Stefan Gustavson's webgl-noise: with \
            P = scale (x, y), i = floor P, f = fract P, each corner of a cell has a slope by perm(perm(ix) + iy), where perm(k) = \
            (34 k + 1) k mod 289, and n is 2.3 times what the four slopes say at f, blended by t^3 (6 t^2 - 15 t + 10). The colour is \
            start + (finish - start) (n + 1) / 2, limited to what the format holds.
            - Alpha is blended as colours are, where the format has it. Elsewhere it does not count; the fourth byte of xRGB and its \
            like is 255.
            - The noise repeats after 289 cells. A seed begins elsewhere in it, with other slopes; 0 is the published noise.

            **Time**

            - A frame depends on the properties and its stream time alone: after a seek it has the same bits. Frame n begins n / \
            framerate seconds after the start. In reverse, frames are those of playing forwards.
            - Seeks in time and in frames are possible, also while it is live. A segment with an end ends the stream there; so does \
            `num-buffers`, by which the duration is told. With `framerate=0/1` there is one frame.
            - Where downstream leaves it open, frames have 640x360 pixels and there are 30 a second.
            - With `is-live=true` frames are made as the clock goes and only in PLAYING; the latency is that of a frame.
            """)

    public static let properties: [Property<Perlin>] = [
        .double(
            "scale", \.$scale, nick: "Scale",
            "How many cells of noise lie across the frame, and as many from top to bottom. 0 makes one colour, the middle"
        ),
        .color(
            "start-color", \.startColor, nick: "Start colour",
            "The colour where noise is least, as 0xAARRGGBB. An alpha of 0xff is opaque"),
        .color(
            "finish-color", \.finishColor, nick: "Finish colour",
            "The colour where noise is greatest, as 0xAARRGGBB. An alpha of 0xff is opaque"),
        .int("seed", \.$seed, nick: "Seed", "Which noise it is, a number without a unit. 0 is the published one"),
        .double(
            "offset-x", \.$offsetX, nick: "Offset x",
            "How far right in the noise the frame begins, in widths of the frame. 0 is the published place"),
        .double(
            "offset-y", \.$offsetY, nick: "Offset y",
            "How far down in the noise the frame begins, in heights of the frame. 0 is the published place"),
        .double(
            "speed-x", \.$speedX, nick: "Speed x",
            "How many widths the frame moves right in each second, so that the noise moves left. 0 does not move it"),
        .double(
            "speed-y", \.$speedY, nick: "Speed y",
            "How many heights the frame moves down in each second, so that the noise moves up. 0 does not move it"),
    ]

    public static let examples = [
        FilterExample<Perlin>((200, 100, 50), (127.5, 127.5, 127.5)) { $0.scale = 0 },
        FilterExample<Perlin>((200, 100, 50), (16, 32, 48)) {
            ($0.startColor, $0.finishColor) = (0xff10_2030, 0xff10_2030)
        },
    ]

    public static let probes = [
        FilterProbe<Perlin>((20, 11), (67.5, 67.5, 67.5)), FilterProbe<Perlin>((0, 35), (102.7, 102.7, 102.7)),
        // The first of these, in a frame that begins two cells further right and down.
        FilterProbe<Perlin>((4, 2), (67.5, 67.5, 67.5)) { ($0.offsetX, $0.offsetY) = (0.25, 0.25) },
    ]

    public func settings(at seconds: Double) -> Perlin? {
        guard speedX != 0 || speedY != 0 else { return nil }
        var settings = self
        settings.moved = (speedX * seconds, speedY * seconds)
        return settings
    }

    // MARK: The law

    public static func pixel(_ p: Pixel, _ u: Parameters<Perlin>) -> Pixel {
        let (x, y) = (axis(p.x, u) { $0.start.x }, axis(p.y, u) { $0.start.y })
        let place = Color(x.place, x.place, x.place)
        let noise = NoiseLaw.apply(place, place, [x.whole, y.whole, u.value { $0.seeded.turn }, y.place]).r
        func alpha(_ path: KeyPath<Perlin, ColorSetting>) -> Num { u.value { Double($0[keyPath: path] >> 24) / 255 } }
        return Pixel(
            mix(u.color(\.startColor), u.color(\.finishColor), noise),
            a: mix(alpha(\.startColor), alpha(\.finishColor), noise), of: p.frame)
    }

    /// The place on an axis, in cells, apart from whole cells before it, so that floats are fine enough. `start` is where the frame
    /// begins.
    private static func axis(
        _ position: Num, _ u: Parameters<Perlin>, _ start: @escaping (Perlin) -> Double
    ) -> (place: Num, whole: Num) {
        let fraction = u.value { start($0) - start($0).rounded(.down) }
        return (position * u(\.scale) + fraction, u.value { start($0).rounded(.down) })
    }

    /// Where the frame begins, in cells, below the period.
    private var start: (x: Double, y: Double) {
        func cells(_ widths: Double, _ own: Double) -> Double {
            let period = Double(NoiseLaw.period)
            let rest = (widths * scale).truncatingRemainder(dividingBy: period)
            let place = (rest < 0 ? rest + period : rest) + own
            return place < period ? place : place - period
        }
        return (cells(offsetX + moved.x, seeded.x), cells(offsetY + moved.y, seeded.y))
    }

    /// Where a seed begins, and how many slopes on from the published ones its slopes are.
    private var seeded: (x: Double, y: Double, turn: Double) {
        guard seed != 0 else { return (0, 0, 0) }
        // The mixing function of SplitMix64.
        var bits = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        bits ^= bits >> 31
        let (period, slopes) = (UInt64(NoiseLaw.period), UInt64(NoiseLaw.slopes))
        return (Double(bits % period), Double(bits / period % period), Double(bits / (period * period) % slopes))
    }
}
