// SPDX-License-Identifier: MIT
/// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
public struct Hash {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func add(_ bytes: UnsafeMutableRawBufferPointer) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
