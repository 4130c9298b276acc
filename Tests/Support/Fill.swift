// SPDX-License-Identifier: MIT
/// What test data looks like.
public enum Fill: Sendable, Equatable, CaseIterable {
    /// Any code; for floats, nominal values with some foot- and headroom.
    case random
    /// 0...3, to catch what falls below.
    case nearZero
    /// The greatest code and 3 below, to catch what overflows.
    case nearMaximum
    /// One value throughout.
    case constant
    /// One more from sample to sample, wrapping.
    case ramp
    /// For floats: NaN, infinities, huge, tiny and halfway values; for codes, only the least and the greatest.
    case extreme
}

extension Fill {
    /// A code of at most `maximum` for position `index`.
    func code(_ index: Int, maximum: Int, constant: Int, _ generator: inout Generator) -> Int {
        let random = Int(truncatingIfNeeded: generator.next() >> 1)
        switch self {
        case .random: return random % (maximum + 1)
        case .nearZero: return random & 3
        case .nearMaximum: return maximum - random & 3
        case .constant: return constant
        case .ramp: return (constant + index) % (maximum + 1)
        case .extreme: return random & 1 == 0 ? 0 : maximum
        }
    }

    // No operation makes a signalling NaN. Where aarch64 has one instruction for a comparison and a choice, it makes a quiet one of it.
    #if arch(x86_64)
        private static let signalling = Float.signalingNaN
    #else
        private static let signalling = Float.nan
    #endif

    private static let extremeFloats: [Float] = [
        .nan, -.nan, signalling, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 0, -0.0, 1, -1, 0.5, -0.5, 1e10, -1e10,
        0.5 / 255, 1.5 / 255, 254.5 / 255, 0.49999997, 65534.5 / 65535, 2_147_483_648, -2_147_483_904, 4_294_967_296,
    ]

    /// A float for position `index`.
    func float(_ index: Int, constant: Float, _ generator: inout Generator) -> Float {
        let unit = Float(generator.next() >> 40) / Float(1 << 24)
        switch self {
        case .random: return unit * 1.5 - 0.25
        case .nearZero: return (unit - 0.5) / 128
        case .nearMaximum: return 1 + (unit - 0.5) / 128
        case .constant: return constant
        case .ramp: return Float(index % 512) / 512
        case .extreme: return Self.extremeFloats[Int(unit * Float(Self.extremeFloats.count))]
        }
    }
}

extension GuardedMemory {
    /// Fills with codes of bytes.
    public func fill8(_ fill: Fill, _ generator: inout Generator, maximum: Int = 255) {
        let constant = Int(generator.next() >> 8) % (maximum + 1)
        for i in 0..<byteCount {
            bytes[i] = UInt8(fill.code(i, maximum: maximum, constant: constant, &generator))
        }
    }

    /// Fills with two-byte samples, each a code times 2^`shift`; `swapped` where stored in the other byte order.
    public func fill16(
        _ fill: Fill, _ generator: inout Generator, maximum: Int = 65535, shift: Int = 0, swapped: Bool = false
    ) {
        let samples = base.assumingMemoryBound(to: UInt16.self)
        let constant = Int(generator.next() >> 8) % (maximum + 1)
        for i in 0..<byteCount / 2 {
            let sample = UInt16(fill.code(i, maximum: maximum, constant: constant, &generator) << shift)
            samples[i] = swapped ? sample.byteSwapped : sample
        }
    }

    /// Fills with floats.
    public func fillFloats(_ fill: Fill, _ generator: inout Generator) {
        let floats = base.assumingMemoryBound(to: Float.self)
        let constant = Float(generator.next() >> 40) / Float(1 << 24)
        for i in 0..<byteCount / 4 { floats[i] = fill.float(i, constant: constant, &generator) }
    }
}
