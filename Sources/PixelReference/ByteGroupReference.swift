// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// to_(16 x + r) = byte step x of row r less `offset`; repeated, to_(32 x + r) and to_(32 x + 16 + r).
    public static func bytesToGroup(
        _ to: Floats, _ rows: UnsafePointer<ConstBytes>, count: Int, step: Int, repeats: Bool, offset: Float
    ) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows {
                let v = Float(rows[r][step * x]) - offset
                if repeats {
                    (to[32 * x + r], to[32 * x + 16 + r]) = (v, v)
                } else {
                    to[16 * x + r] = v
                }
            }
        }
    }

    /// Byte 4 j + k of row r becomes floor(limit(v + offset_k + 0.5, 0, 255)) with v = first_k[step_k j + r].
    public static func groupToBytes(_ rows: UnsafePointer<Bytes>, _ words: GroupWords, count: Int) {
        let bytes = [words.byte0, words.byte1, words.byte2, words.byte3]
        for r in 0..<RowGroup.rows {
            for x in 0..<count {
                let byte = bytes[x % 4]
                let code = byte.first[byte.step * (x / 4) + r] + byte.roundingOffset
                rows[r][x] = code > 0 ? UInt8(min(code, 255.5)) : 0
            }
        }
    }

    /// to_x = (from_(2 x) + from_(2 x + 1)) / 2 in each row, each step rounded to Float.
    public static func halveGroup(_ to: Floats, _ from: ConstFloats, count: Int) {
        for x in 0..<count {
            for r in 0..<RowGroup.rows { to[16 * x + r] = (from[32 * x + r] + from[32 * x + 16 + r]) * 0.5 }
        }
    }

    /// Rows 2 k and 2 k + 1 both become half of their sum, each step rounded to Float.
    public static func meanGroupRows(_ group: Floats, count: Int) {
        for k in stride(from: 0, to: RowGroup.rows * count, by: 2) {
            let mean = (group[k] + group[k + 1]) * 0.5
            (group[k], group[k + 1]) = (mean, mean)
        }
    }
}
