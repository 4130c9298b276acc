// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

/// The scalar law of every kernel: what the vectorized ones must equal, bit for bit.
public enum Reference: KernelSet {
    public static var machine: any MachineKernels.Type { MachineReference.self }

    /// out_i = (in_i & mask_p) | value_p with p = i mod 192.
    public static func selectRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: SelectPattern) {
        for i in 0..<count {
            let p = i % BytePattern.length
            to[i] = (from[i] & pattern.mask[p]) | pattern.value[p]
        }
    }

    /// out_i = floor((floor(256 in_i m_p / 65536) + offset_p + 128) / 256) with p = i mod 192.
    ///
    /// That is in_i * gain + offset rounded half up, with the gain in steps of 1/65536 and an error below
    /// 0.01 before rounding; a multiplier of 65535 keeps every byte.
    public static func affineRow8(_ to: Bytes, _ from: ConstBytes, count: Int, pattern: AffinePattern) {
        for i in 0..<count {
            let p = i % BytePattern.length
            let product = (UInt32(from[i]) * 256 * UInt32(pattern.multiplier[p])) / 65536
            to[i] = UInt8((product + UInt32(pattern.offset[p]) + 128) / 256)
        }
    }

    /// first_i = in_2i, second_i = in_2i+1: bytes are copied, nothing is rounded; 2 count bytes are read.
    public static func split2x8(_ first: Bytes, _ second: Bytes, from: ConstBytes, count: Int) {
        for i in 0..<count { (first[i], second[i]) = (from[2 * i], from[2 * i + 1]) }
    }

    /// out_2i = first_i, out_2i+1 = second_i: the inverse of `split2x8`; 2 count bytes are written.
    public static func merge2x8(_ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int) {
        for i in 0..<count { (to[2 * i], to[2 * i + 1]) = (first[i], second[i]) }
    }

    /// first_i = in_2i, second_i = in_2i+1: samples are copied in the byte order they have; 2 count samples are read.
    public static func split2x16(_ first: Samples, _ second: Samples, from: ConstSamples, count: Int) {
        for i in 0..<count { (first[i], second[i]) = (from[2 * i], from[2 * i + 1]) }
    }

    /// out_2i = first_i, out_2i+1 = second_i: the inverse of `split2x16`; 2 count samples are written.
    public static func merge2x16(_ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int) {
        for i in 0..<count { (to[2 * i], to[2 * i + 1]) = (first[i], second[i]) }
    }

    /// out_ji = in_3i+j with j = 0, 1, 2: bytes are copied, nothing is rounded; 3 count bytes are read.
    public static func split3x8(_ to: (Bytes, Bytes, Bytes), from: ConstBytes, count: Int) {
        for i in 0..<count {
            (to.0[i], to.1[i], to.2[i]) = (from[3 * i], from[3 * i + 1], from[3 * i + 2])
        }
    }

    /// out_3i+j = in_ji with j = 0, 1, 2: the inverse of `split3x8`; 3 count bytes are written.
    public static func merge3x8(_ to: Bytes, _ from: (ConstBytes, ConstBytes, ConstBytes), count: Int) {
        for i in 0..<count {
            (to[3 * i], to[3 * i + 1], to[3 * i + 2]) = (from.0[i], from.1[i], from.2[i])
        }
    }
}
