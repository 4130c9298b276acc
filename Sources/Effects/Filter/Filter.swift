// SPDX-License-Identifier: MIT
public import Expressions
public import PixelCore

/// A filter: its settings, what elements and documentation show of it, and its law, which computes a pixel.
///
/// One such type and a line of the catalogue make an element, its properties, tests and documentation.
public protocol Filter: PixelLaw {
    /// What GStreamer and the documentation show.
    static var metadata: ElementMetadata { get }
    /// The settings as properties.
    static var properties: [Property<Self>] { get }
    /// Whether channels of GstColorBalance drive some of them, which is asked before the properties are made.
    static var isColorBalance: Bool { get }
    /// Colours before and after, from where the law was published, for tests.
    static var examples: [FilterExample<Self>] { get }
    /// Pixels of a frame that depend on others, from where the law was published, for tests.
    static var probes: [FilterProbe<Self>] { get }
}

/// A law with its settings: what computes a pixel.
public protocol PixelLaw: EffectSettings {
    /// Whether these settings leave frames as they are.
    var isPassthrough: Bool { get }
    /// What the user should know of settings that can't be followed as they are for frames of a size; nil: nothing.
    func warning(of size: Pixel.Size) -> String?

    /// The colour of a pixel. What is below 0 or above 1 is limited where it is stored.
    ///
    /// It is read once for each structure of the settings; afterwards `u` stands for whatever they are.
    static func color(_ p: Pixel, _ u: Parameters<Self>) -> Color<Num>

    /// The alpha of a pixel; nil: it stays as it is.
    static func alpha(_ p: Pixel, _ u: Parameters<Self>) -> Num?

    /// Both, as the engine takes them.
    static func graph(_ p: Pixel, _ u: Parameters<Self>) -> Graph
}

/// A law that makes colour and alpha together, of what both need once.
public protocol AlphaLaw: PixelLaw {
    /// The pixel. What is below 0 or above 1 is limited where it is stored.
    static func pixel(_ p: Pixel, _ u: Parameters<Self>) -> Pixel
}

extension AlphaLaw {
    /// That of the pixel.
    public static func color(_ p: Pixel, _ u: Parameters<Self>) -> Color<Num> { pixel(p, u).rgb }
    /// That of the pixel.
    public static func alpha(_ p: Pixel, _ u: Parameters<Self>) -> Num? { pixel(p, u).a }
    /// Those of the pixel, which is read once.
    public static func graph(_ p: Pixel, _ u: Parameters<Self>) -> Graph {
        let made = pixel(p, u)
        return Graph(made.rgb, alpha: made.a)
    }
}

extension Filter {
    /// False: no property is `balanced`.
    public static var isColorBalance: Bool { false }
    /// None.
    public static var examples: [FilterExample<Self>] { [] }
    /// None.
    public static var probes: [FilterProbe<Self>] { [] }
}

extension PixelLaw {
    /// False: for filters that always change something.
    public var isPassthrough: Bool { false }
    /// Nil: for filters that follow all of them.
    public func warning(of size: Pixel.Size) -> String? { nil }
    /// Nil: alpha stays as it is.
    public static func alpha(_ p: Pixel, _ u: Parameters<Self>) -> Num? { nil }
    /// Of `color` and `alpha`.
    public static func graph(_ p: Pixel, _ u: Parameters<Self>) -> Graph { Graph(color(p, u), alpha: alpha(p, u)) }
}

/// What a filter makes of one colour, in codes from 0 to 255.
public struct FilterExample<Settings: EffectSettings>: Sendable {
    /// A colour in codes from 0 to 255.
    public typealias Codes = (r: Double, g: Double, b: Double)

    /// What the filter is set to.
    public let settings: Settings
    /// The colour before.
    public let input: Codes
    /// The colour after, not rounded.
    public let output: Codes

    /// `change` makes the settings of the defaults.
    public init(_ input: Codes, _ output: Codes, _ change: (inout Settings) -> Void = { _ in }) {
        var settings = Settings()
        change(&settings)
        (self.settings, self.input, self.output) = (settings, input, output)
    }
}

/// What a filter makes of a pixel of the probe, which is 64x36 pixels of R = (7x + 13y) mod 256, G = (3xx + 5y) mod 256,
/// B = xy mod 256.
public struct FilterProbe<Settings: EffectSettings>: Sendable {
    /// What the filter is set to.
    public let settings: Settings
    /// A column and a row.
    public let position: (x: Int, y: Int)
    /// In codes from 0 to 255, limited to these and not rounded.
    public let output: FilterExample<Settings>.Codes

    /// `change` makes the settings of the defaults.
    public init(
        _ position: (x: Int, y: Int), _ output: FilterExample<Settings>.Codes,
        _ change: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings()
        change(&settings)
        (self.settings, self.position, self.output) = (settings, position, output)
    }
}

/// A colour as a setting: 0xRRGGBB, or 0xAARRGGBB of which alpha does not count.
public typealias ColorSetting = UInt32

/// The settings of a filter as its law sees them: numbers that may change from frame to frame.
///
/// `u(\.saturation)` is such a number. What a law needs as a value, such as a choice between two laws, it takes by
/// `u.structure(\.mode)`; when that changes, the law is read again.
public final class Parameters<Settings: EffectSettings> {
    private let settings: Settings
    private let firstSlot: Int
    private var slots: [AnyKeyPath: Int] = [:]
    private(set) var values: [(Settings) -> Double] = []
    private(set) var tables: [SettingTable<Settings>] = []
    private(set) var structures: [(Settings) -> AnyHashable] = []
    /// Of its slots those that have the time of the frame, counted from the first.
    private(set) var timeSlots: [Int] = []

    /// Takes slots from `firstSlot` on.
    init(_ settings: Settings, firstSlot: Int = 0) { (self.settings, self.firstSlot) = (settings, firstSlot) }

    /// A number.
    public func callAsFunction(_ path: KeyPath<Settings, Double>) -> Num { named(path) { $0[keyPath: path] } }

    /// A whole number.
    public func callAsFunction(_ path: KeyPath<Settings, Int32>) -> Num { named(path) { Double($0[keyPath: path]) } }

    /// 0 or 1.
    public func callAsFunction(_ path: KeyPath<Settings, Bool>) -> Num { named(path) { $0[keyPath: path] ? 1 : 0 } }

    /// A colour.
    public func color(_ path: KeyPath<Settings, ColorSetting>) -> Color<Num> {
        func part(_ shift: UInt32) -> Num { value { Double($0[keyPath: path] >> shift & 255) / 255 } }
        return Color(part(16), part(8), part(0))
    }

    /// A number that follows from the settings.
    public func value(_ compute: @escaping (Settings) -> Double) -> Num {
        values.append(compute)
        return .uniform(firstSlot + values.count - 1)
    }

    /// The stream time of the frame in seconds, also before the segment that is played; 0 where it has none.
    public var time: Num {
        if timeSlots.isEmpty {
            timeSlots.append(values.count)
            values.append { _ in 0 }
        }
        return .uniform(firstSlot + timeSlots[0])
    }

    /// A table of numbers that follows from a setting, made anew where that changes.
    public func table<Value: Hashable & Sendable>(
        _ path: KeyPath<Settings, Value>, _ make: @escaping (Value) throws(OutOfMemory) -> LookUpTable
    ) -> Table {
        Table(slot: slot(path, make: make) { _ in .trilinear })
    }

    /// A table of colours that follows from a setting, made anew where that changes.
    public func colorTable<Value: Hashable & Sendable>(
        _ path: KeyPath<Settings, Value>, _ interpolation: @escaping (Settings) -> CubeInterpolation,
        _ make: @escaping (Value) throws(OutOfMemory) -> LookUpTable
    ) -> ColorTable {
        ColorTable(slot: slot(path, make: make, interpolation))
    }

    /// The number in the slot of a table means nothing.
    private func slot<Value: Hashable & Sendable>(
        _ path: KeyPath<Settings, Value>, make: @escaping (Value) throws(OutOfMemory) -> LookUpTable,
        _ interpolation: @escaping (Settings) -> CubeInterpolation
    ) -> Int {
        _ = value { _ in 0 }
        tables.append(
            SettingTable(index: values.count - 1, interpolation: interpolation, key: { AnyHashable($0[keyPath: path]) })
            {
                settings throws(OutOfMemory) in try make(settings[keyPath: path])
            })
        return firstSlot + values.count - 1
    }

    /// What the law itself depends on.
    public func structure<Value: Hashable>(_ path: KeyPath<Settings, Value>) -> Value {
        structures.append { AnyHashable($0[keyPath: path]) }
        return settings[keyPath: path]
    }

    /// The law of a part of the settings that is a filter of its own.
    public func part<Part: Filter>(_ path: KeyPath<Settings, Part>, _ pixel: Pixel) -> Color<Num> {
        part(path) { Part.color(pixel, $0) }
    }

    /// A law of a part of the settings.
    public func part<Part: EffectSettings, Made>(
        _ path: KeyPath<Settings, Part>, _ law: (Parameters<Part>) -> Made
    ) -> Made {
        let first = values.count
        let parameters = Parameters<Part>(settings[keyPath: path], firstSlot: firstSlot + first)
        let made = law(parameters)
        timeSlots += parameters.timeSlots.map { first + $0 }
        values += parameters.values.map { value in { value($0[keyPath: path]) } }
        structures += parameters.structures.map { structure in { structure($0[keyPath: path]) } }
        tables += parameters.tables.map { table in
            SettingTable(
                index: first + table.index, interpolation: { table.interpolation($0[keyPath: path]) },
                key: { table.key($0[keyPath: path]) }
            ) { settings throws(OutOfMemory) in try table.make(settings[keyPath: path]) }
        }
        return made
    }

    private func named(_ path: AnyKeyPath, _ compute: @escaping (Settings) -> Double) -> Num {
        if let slot = slots[path] { return .uniform(slot) }
        let number = value(compute)
        slots[path] = firstSlot + values.count - 1
        return number
    }
}

/// A table that follows from settings.
struct SettingTable<Settings> {
    /// Of its slot, counted from the first of the settings' own.
    let index: Int
    let interpolation: (Settings) -> CubeInterpolation
    /// Equal where the table is.
    let key: (Settings) -> AnyHashable
    let make: (Settings) throws(OutOfMemory) -> LookUpTable
    /// What was made last, and of what.
    private var made: (key: AnyHashable, table: LookUpTable)?

    init(
        index: Int, interpolation: @escaping (Settings) -> CubeInterpolation, key: @escaping (Settings) -> AnyHashable,
        make: @escaping (Settings) throws(OutOfMemory) -> LookUpTable
    ) {
        (self.index, self.interpolation, self.key, self.make) = (index, interpolation, key, make)
    }

    /// The table for settings.
    mutating func table(_ settings: Settings) throws(OutOfMemory) -> LookUpTable {
        let key = key(settings)
        if let made, made.key == key { return made.table }
        let table = try make(settings)
        made = (key, table)
        return table
    }
}
