// SPDX-License-Identifier: MIT
public import PixelCore

/// What an instruction of the tile machine computes, of rows of floats.
///
/// `p`, `q` and so on are the operands of one plane, `k` its coefficients in order. An instruction of three planes does the
/// same to each, with operands and coefficients of its own. Conventions (a quotient by 0 and so on) are those of `Operation`
/// in Expressions; products and sums are made in the order written, and never contracted.
public enum MachineOpcode: UInt8, Sendable, CaseIterable {
    /// Codes of the three colour bytes of pixels of four bytes, in order of position.
    case unpack
    /// The codes of the remaining byte.
    case unpackOther
    /// Stores three rows of codes, 0.5 being added already; the remaining byte comes from image 0.
    case pack
    /// Stores the remaining byte, and keeps the three others.
    case packOther
    /// Columns: (column + 0.5) * k0
    case columns
    /// p * k0 + q * k1 + ... + kn, of 0...9 operands, in an order of its own: see MachineReference.
    case linear
    /// Three linear forms of the same three operands: (p * k0 + q * k1) + (r * k2 + k3), and so on.
    case matrix
    /// p * q
    case multiply
    /// (p * k0 + k1) * (q * k2 + k3) + k4
    case product
    /// (p * k0 + k1) * (q * k2 + k3) + (r * k5 + k4)
    case product1
    /// (p * k0 + k1) * (q * k2 + k3) + ((r * k5 + s * k6) + k4)
    case product2
    /// (p * k0 + k1) / (q * k2 + k3) + k4
    case divide
    /// The least of p * k0 + k1 and q * k2 + k3.
    case minimum
    /// The greatest of the same.
    case maximum
    /// The angle of the point (q * k2 + k3, p * k0 + k1).
    case arctangent
    /// (b - a) * t + a of a = p * k0 + k1, b = q * k2 + k3, t = r * k4 + k5
    case mix
    /// p * k0 + (q * k1 + k2) < 0 ? r * k3 + k4 : s * k5 + k6
    case less
    /// sqrt(p * k0 + (q * k1 + k2)) * k3 + k4
    case squareRoot
    /// The length of a gradient: sqrt(x * x + y * y) * k1 + k2, where the operands are the neighbours a, b, c above, d and e to both
    /// sides, f, g, h below, x = ((h - a) + (c - f)) + (e - d) * k0 and y = ((h - a) - (c - f)) + (g - b) * k0. One plane may be stored
    /// as pixels, in all colour bytes; `squares` leaves out the root.
    case gradient
    /// Stores as `pack` does what it makes of each colour byte of pixels of four bytes, which its rows hold: of 1 to 9 operands in groups,
    /// ((k0 + s * k2) + t * k4) + ..., where s is the sum of the first k1 operands, t that of the next k3, and so on. It makes three
    /// planes, and its operands are the same for all.
    case taps
    // f(p * k0 + k1) * k2 + k3. Where it reads pixels into one plane, the floor is that of their form: of k0 to k3 as `linear` has it,
    // times k4 plus k5. Where three planes share a second operand, the floor is q * k4 + k5 < 0 ? floor(p * k0 + k1) * k2 + k3 : k6.
    case absolute
    case floor
    case smooth
    case sine
    case cosine
    case exponential2
    case logarithm2
    /// (p * k0 + k1)^k4 * k2 + k3
    case power
    /// The components of the tile's sampled image at the column p * k0 + k1 and the row q * k2 + k3, as fractions of the image, in
    /// proportion to nearness between the four pixels around it. It has two operands, however many planes it makes: one or three, or
    /// four of an image of floats.
    case sample
    /// What table k2 of the tile has at p * k0 + k1, limited to 0...1, in proportion between its entries.
    case lookUp
    /// The colour that cube k6 of the tile has at (p * k0 + k1, q * k2 + k3, r * k4 + k5), each limited to 0...1. It has three operands
    /// and makes three planes.
    case lookUpColor
    /// The compiled law number k10 of the colours p and q, of three planes each, times k2 plus k3. Each component of p is taken times k0
    /// plus k1; those of q times k4 plus k5, times k6 plus k7, and times k8 plus k9. The law's uniforms are k11 to k18.
    case law
}

/// What else there is to say of an instruction. Computed where they are used, as kernels call nothing.
public struct MachineFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Results are limited to 0...1.
    @inlinable public static var clamps: MachineFlags { MachineFlags(rawValue: 1) }
    /// The first operand is no row, but the codes of image 0's colour bytes.
    @inlinable public static var readsPixels: MachineFlags { MachineFlags(rawValue: 2) }
    /// Results are no rows, but stored as `pack` does.
    @inlinable public static var writesPixels: MachineFlags { MachineFlags(rawValue: 4) }
    /// It has image 1 where others have image 0: of unpack and readsPixels.
    @inlinable public static var secondImage: MachineFlags { MachineFlags(rawValue: 8) }
    /// All planes share an operand, and its coefficients: a product its second, a mix its third, having no second one, and `less` its
    /// first two, having no fourth one, and a floor its second.
    @inlinable public static var sharesOperands: MachineFlags { MachineFlags(rawValue: 16) }
    /// The second operand is no row, but the codes of image 1's colour bytes: where the first one is those of image 0, of a product
    /// whose k2 is 1 and k3 is 0, and of a law whose k1, k5, k7 and k9 are 0, and k6 and k8 are k4.
    @inlinable public static var readsSecondPixels: MachineFlags { MachineFlags(rawValue: 32) }
    /// It makes the square of a gradient's length.
    @inlinable public static var squares: MachineFlags { MachineFlags(rawValue: 128) }
    /// All planes of a law are in reverse order: B', G', R'.
    @inlinable public static var reversesPlanes: MachineFlags { MachineFlags(rawValue: 64) }
}

/// An instruction, in eight bytes.
public struct MachineInstruction: Sendable, Hashable {
    public var opcode: MachineOpcode
    /// Rows that it makes: 1 or 3, or 4 samples.
    public var planes: UInt8
    /// Operands that it has for each.
    public var operandCount: UInt8
    public var flags: MachineFlags
    /// Where its rows begin in the program's list: results, then for each operand one for each plane. A matrix has just
    /// three operands.
    public var rows: UInt16
    /// Where its coefficients begin.
    public var coefficients: UInt16

    public init(
        _ opcode: MachineOpcode, planes: Int, operandCount: Int, flags: MachineFlags = [], rows: Int, coefficients: Int
    ) {
        self.opcode = opcode
        self.planes = UInt8(truncatingIfNeeded: planes)
        self.operandCount = UInt8(truncatingIfNeeded: operandCount)
        self.flags = flags
        self.rows = UInt16(truncatingIfNeeded: rows)
        self.coefficients = UInt16(truncatingIfNeeded: coefficients)
    }
}

/// An image that is sampled anywhere: pixels of four bytes or of four floats, without gaps between rows.
public struct SampledImage {
    /// Three components, and alpha where there is any.
    public typealias Pixel = SIMD4<Float>

    public var pixels: UnsafeRawPointer
    /// Where the components of pixels of four bytes are, and what their codes mean; nil: pixels are of floats.
    public var bytes: PackedScale?
    public var width: Int
    public var height: Int

    public init(_ pixels: UnsafeRawPointer, bytes: PackedScale? = nil, width: Int, height: Int) {
        (self.pixels, self.bytes, self.width, self.height) = (pixels, bytes, width, height)
    }
}

/// A table as tiles take it.
public struct MachineTable {
    /// Floats, or entries of four.
    public var values: UnsafePointer<Float>
    public var size: Int
    public var isTetrahedral: Bool

    public init(_ values: UnsafePointer<Float>, size: Int, isTetrahedral: Bool = false) {
        (self.values, self.size, self.isTetrahedral) = (values, size, isTetrahedral)
    }

    public init(_ table: LookUpTable, _ interpolation: CubeInterpolation) {
        self.init(
            UnsafeRawPointer(table.entries).assumingMemoryBound(to: Float.self), size: table.size,
            isTetrahedral: interpolation == .tetrahedral)
    }
}

/// A program with all that it works on: a run of pixels of one row.
///
/// Rows of floats hold `rowPadding` more than there are pixels; what is computed there means nothing.
public struct MachineTile {
    /// The most that an instruction goes beyond the last pixel in a row of floats, less one.
    public static let rowPadding = 16

    public var instructions: UnsafePointer<MachineInstruction>
    public var instructionCount: Int
    /// The program's list of rows, as indices of `planes`.
    public var rows: UnsafePointer<UInt16>
    /// The first one holds zeros.
    public var planes: UnsafePointer<Floats>
    public var coefficients: ConstFloats
    /// Pixels.
    public var count: Int
    /// The frame's column of the first.
    public var column: Int
    /// Where the rows of floats begin that instructions take, in pixels from where `planes` point: see `run`.
    public var start = 0

    /// Pixels of four bytes; the destination may be the same as image 0.
    public var image0: UnsafeRawPointer
    public var image1: UnsafeRawPointer
    public var destination: UnsafeMutableRawPointer
    /// What `sample` reads; without it, there is no such instruction.
    public var sampled: SampledImage?
    /// What `lookUp` and `lookUpColor` read.
    public var tables: UnsafePointer<MachineTable>?
    /// Where the three colour bytes begin in a pixel: bits to shift it down by, 0 or 8.
    public var shift: UInt32
    /// The bits of the remaining byte.
    public var otherBits: UInt32

    public init(
        instructions: UnsafePointer<MachineInstruction>, instructionCount: Int, rows: UnsafePointer<UInt16>,
        planes: UnsafePointer<Floats>, coefficients: ConstFloats, count: Int, column: Int, image0: UnsafeRawPointer,
        image1: UnsafeRawPointer, destination: UnsafeMutableRawPointer, otherIsFirst: Bool
    ) {
        self.instructions = instructions
        self.instructionCount = instructionCount
        self.rows = rows
        self.planes = planes
        self.coefficients = coefficients
        self.count = count
        self.column = column
        self.image0 = image0
        self.image1 = image1
        self.destination = destination
        shift = otherIsFirst ? 8 : 0
        otherBits = otherIsFirst ? 0xff : 0xff00_0000
    }
}

/// The tile machine, built once for each instruction-set level; every level gives the same bits.
public protocol MachineKernels {
    /// Runs a program on a tile. Of images and destination, nothing beyond `count` pixels is touched.
    static func run(_ tile: MachineTile)
}
