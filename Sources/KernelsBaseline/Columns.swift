// SPDX-License-Identifier: MIT
internal import CVector
internal import KernelTypes
internal import PixelCore

/// A column of a group, or half of one: as many rows as sweeps take at a time.
///
/// A type of its own, since on some levels it is the vector of another operation's lanes.
struct Column {
    private let v: swv_column

    static var rows: Int { swv_column_rows }
    /// Whether it is one register, of which there are then 32.
    @inline(__always) static var isOneRegister: Bool { swv_column_rows == swv_lanes32 }
    @inline(__always) static var zero: Column { Column(0) }

    @inline(__always) private init(_ v: swv_column) { self.v = v }
    @inline(__always) init(_ value: Float) { v = swv_column_splat(value) }
    @inline(__always) init(at rows: ConstFloats) { v = swv_column_load(rows) }
    @inline(__always) init(at rows: Floats) { v = swv_column_load(rows) }

    @inline(__always) func store(to rows: Floats) { swv_column_store(rows, v) }

    @inline(__always) static func + (a: Column, b: Column) -> Column { Column(swv_column_sum(a.v, b.v)) }
    @inline(__always) static func - (a: Column, b: Column) -> Column { Column(swv_column_difference(a.v, b.v)) }
    @inline(__always) static func * (a: Column, b: Column) -> Column { Column(swv_column_product(a.v, b.v)) }
    @inline(__always) static func * (a: Column, b: Float) -> Column { a * Column(b) }

    /// a < b ? x : y
    @inline(__always)
    static func less(_ a: Column, _ b: Column, _ x: Column, _ y: Column) -> Column {
        Column(swv_column_less(a.v, b.v, x.v, y.v))
    }

    /// Each row's neighbour above, that of the first row being `first`.
    @inline(__always) func following(_ first: Float) -> Column { Column(swv_column_follow(first, v)) }
    /// Rows 0 and 1 exchanged, 2 and 3, ...
    @inline(__always) var withSwappedPairs: Column { Column(swv_column_swap_pairs(v)) }
    @inline(__always) var last: Float { swv_column_last(v) }

    /// (m_0 a + m_1 b) + m_2 c
    @inline(__always)
    static func dot(_ a: Column, _ b: Column, _ c: Column, _ m: (Float, Float, Float)) -> Column {
        (a * m.0 + b * m.1) + c * m.2
    }
}

/// Which terms a filter has. A type for each, so that loops have no tests: what only adds a zero is left out.
protocol FilterForm {
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column
}

/// First order with b_1 = 0.
enum SmearForm: FilterForm {
    @inline(__always)
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column {
        let y = z.0 + v * f.b.0
        z.0 = y * (-f.a.0)
        return y
    }
}

enum FirstOrder: FilterForm {
    @inline(__always)
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column {
        let y = z.0 + v * f.b.0
        z.0 = v * f.b.1 - y * f.a.0
        return y
    }
}

/// Second order without odd terms.
enum EvenForm: FilterForm {
    @inline(__always)
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column {
        let y = z.0 + v * f.b.0
        z.0 = z.1
        z.1 = v * f.b.2 - y * f.a.1
        return y
    }
}

enum SecondOrder: FilterForm {
    @inline(__always)
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column {
        let y = z.0 + v * f.b.0
        z.0 = (z.1 + v * f.b.1) - y * f.a.0
        z.1 = v * f.b.2 - y * f.a.1
        return y
    }
}

enum ThirdOrder: FilterForm {
    @inline(__always)
    static func step(_ v: Column, _ z: inout (Column, Column, Column), _ f: RowFilter) -> Column {
        let y = z.0 + v * f.b.0
        z.0 = (z.1 + v * f.b.1) - y * f.a.0
        z.1 = (z.2 + v * f.b.2) - y * f.a.1
        z.2 = v * f.b.3 - y * f.a.2
        return y
    }
}

/// A filter on its way along rows.
struct RunningFilter<Form: FilterForm> {
    private var z: (Column, Column, Column)
    private let f: RowFilter

    /// `first` is the first value that comes.
    @inline(__always)
    init(_ filter: RowFilter, first: Column) {
        f = filter
        z = (first * filter.start.0, first * filter.start.1, first * filter.start.2)
    }

    @inline(__always)
    mutating func step(_ v: Column) -> Column { Form.step(v, &z, f) }
}

/// Whether a column is one of those for which nothing is to be tested.
protocol Place {
    static var isInner: Bool { get }
}

enum Inner: Place {
    @inline(__always) static var isInner: Bool { true }
}

enum Anywhere: Place {
    @inline(__always) static var isInner: Bool { false }
}

/// Something that goes along rows, a column at a time.
protocol Sweep {
    /// The next column.
    var x: Int { get }
    /// Between these nothing is to be tested.
    var inner: Range<Int> { get }
    mutating func step<P: Place>(_ place: P.Type)
}

extension Sweep {
    /// Takes all columns before `end`.
    @inline(__always)
    mutating func advance(to end: Int) {
        // A copy is in registers.
        var sweep = self
        let innerEnd = end < sweep.inner.upperBound ? end : sweep.inner.upperBound
        while sweep.x < end {
            if sweep.x >= sweep.inner.lowerBound, sweep.x < innerEnd {
                repeat { sweep.step(Inner.self) } while sweep.x < innerEnd
            } else {
                sweep.step(Anywhere.self)
            }
        }
        self = sweep
    }
}
