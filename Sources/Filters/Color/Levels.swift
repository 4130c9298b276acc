// SPDX-License-Identifier: MIT
public import Effects
public import Expressions

/// Input and output levels, of all components and of each.
public struct Levels: Filter {
    public var all = ComponentLevels()
    public var red = ComponentLevels()
    public var green = ComponentLevels()
    public var blue = ComponentLevels()

    public init() {}

    public static let metadata = ElementMetadata(
        factoryName: "swiftlevels", typeName: "GstSwiftLevels", longName: "Levels", family: .color,
        description: "Chooses what becomes black and white, the curve between, and how dark and light that is",
        since: "0.1", example: "swiftlevels black=0.1 white=0.85 gamma=1.2",
        recipes: [
            (
                "Stretch a pale file to the whole range",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftlevels black=0.08 white=0.9 ! videoconvert ! autovideosink"
            ),
            (
                "Fade a file as an old print, with blue shadows",
                "gst-launch-1.0 filesrc location=in.mp4 ! decodebin ! swiftlevels output-black=0.08 blue-output-black=0.1 ! videoconvert ! autovideosink"
            ),
        ],
        details: """
            t = (in - black) / (white - black), limited to 0...1, and out = output-black + (output-white - output-black) * \
            t^(1 / gamma), on R'G'B' from 0 to 1: first with the numbers of all components, then with each component's own.

            Where white is not above black, t is inverted; where they are equal, what is above them is white and all else black.

            gamma is here as in other programs' levels: above 1 lightens. That of `swiftgamma` is the other way round. R'G'B' of 8 bits \
            goes through a table. Of Y'CbCr, a gamma other than 1 takes three powers for each pixel, some seven times as long.
            """)

    public static let properties: [Property<Levels>] = [
        .double("black", \.all.$black, nick: "Black", "What becomes black. 0 leaves it as it is"),
        .double("white", \.all.$white, nick: "White", "What becomes white. 1 leaves it as it is"),
        .double(
            "gamma", \.all.$gamma, nick: "Gamma",
            "The curve between black and white. Below 1 darkens, 1 changes nothing, above 1 lightens"),
        .double("output-black", \.all.$outputBlack, nick: "Output black", "What black becomes. 0 leaves it as it is"),
        .double("output-white", \.all.$outputWhite, nick: "Output white", "What white becomes. 1 leaves it as it is"),
        .double("red-black", \.red.$black, nick: "Red black", "What becomes black in red. 0 leaves it as it is"),
        .double("red-white", \.red.$white, nick: "Red white", "What becomes white in red. 1 leaves it as it is"),
        .double(
            "red-gamma", \.red.$gamma, nick: "Red gamma",
            "The curve between black and white in red. Below 1 darkens, 1 changes nothing, above 1 lightens"),
        .double(
            "red-output-black", \.red.$outputBlack, nick: "Red output black",
            "What black becomes in red. 0 leaves it as it is"),
        .double(
            "red-output-white", \.red.$outputWhite, nick: "Red output white",
            "What white becomes in red. 1 leaves it as it is"),
        .double(
            "green-black", \.green.$black, nick: "Green black",
            "What becomes black in green. 0 leaves it as it is"),
        .double(
            "green-white", \.green.$white, nick: "Green white",
            "What becomes white in green. 1 leaves it as it is"),
        .double(
            "green-gamma", \.green.$gamma, nick: "Green gamma",
            "The curve between black and white in green. Below 1 darkens, 1 changes nothing, above 1 lightens"),
        .double(
            "green-output-black", \.green.$outputBlack, nick: "Green output black",
            "What black becomes in green. 0 leaves it as it is"),
        .double(
            "green-output-white", \.green.$outputWhite, nick: "Green output white",
            "What white becomes in green. 1 leaves it as it is"),
        .double("blue-black", \.blue.$black, nick: "Blue black", "What becomes black in blue. 0 leaves it as it is"),
        .double("blue-white", \.blue.$white, nick: "Blue white", "What becomes white in blue. 1 leaves it as it is"),
        .double(
            "blue-gamma", \.blue.$gamma, nick: "Blue gamma",
            "The curve between black and white in blue. Below 1 darkens, 1 changes nothing, above 1 lightens"),
        .double(
            "blue-output-black", \.blue.$outputBlack, nick: "Blue output black",
            "What black becomes in blue. 0 leaves it as it is"),
        .double(
            "blue-output-white", \.blue.$outputWhite, nick: "Blue output white",
            "What white becomes in blue. 1 leaves it as it is"),
    ]

    public static let examples = [
        FilterExample<Levels>((200, 100, 50), (218, 125, 63)) {
            ($0.all.black, $0.all.white, $0.all.gamma) = (0.1, 0.9, 1.4)
            ($0.all.outputBlack, $0.all.outputWhite) = (0.05, 0.95)
        },
        FilterExample<Levels>((200, 100, 50), (218, 100, 63)) {
            for path in [\Levels.red, \Levels.blue] {
                ($0[keyPath: path].black, $0[keyPath: path].white, $0[keyPath: path].gamma) = (0.1, 0.9, 1.4)
                ($0[keyPath: path].outputBlack, $0[keyPath: path].outputWhite) = (0.05, 0.95)
            }
        },
    ]

    public var isPassthrough: Bool {
        all.isPassthrough && red.isPassthrough && green.isPassthrough && blue.isPassthrough
    }

    public static func color(_ p: Pixel, _ u: Parameters<Levels>) -> Color<Num> {
        let c = p.rgb.map { ComponentLevels.value($0, \.all, u) }
        return Color(
            ComponentLevels.value(c.r, \.red, u), ComponentLevels.value(c.g, \.green, u),
            ComponentLevels.value(c.b, \.blue, u))
    }
}

/// The levels of a component, or of all.
public struct ComponentLevels: Sendable {
    @Limited(0...1) public var black = 0.0
    @Limited(0...1) public var white = 1.0
    @Limited(0.01...10) public var gamma = 1.0
    @Limited(0...1) public var outputBlack = 0.0
    @Limited(0...1) public var outputWhite = 1.0

    /// The defaults, which change nothing.
    public init() {}

    var isPassthrough: Bool { black == 0 && white == 1 && !isCurved && outputBlack == 0 && outputWhite == 1 }
    var isCurved: Bool { gamma != 1 }

    /// 1 / (white - black); where they are equal, a step.
    var slope: Double { steepness(over: white - black) }

    static func value(_ c: Num, _ path: KeyPath<Levels, ComponentLevels>, _ u: Parameters<Levels>) -> Num {
        func number(_ part: KeyPath<ComponentLevels, Double>) -> Num { u(path.appending(path: part)) }
        guard !u.structure(path.appending(path: \.isPassthrough)) else { return c }
        var t = (c - number(\.black)) * number(\.slope)
        if u.structure(path.appending(path: \.isCurved)) {
            t = pow(clamp(t - blackTolerance * abs(number(\.slope))), 1 / number(\.gamma))
        }
        return mix(number(\.outputBlack), number(\.outputWhite), clamp(t))
    }
}
