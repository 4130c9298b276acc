// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: ByteGroupKernels {
    public static func bytesToGroup(
        _ to: Floats, _ rows: UnsafePointer<ConstBytes>, count: Int, step: Int, repeats: Bool, offset: Float
    ) {
        switch step {
        case 1: bytes(to, rows, count, 1, repeats, offset)
        case 2: bytes(to, rows, count, 2, repeats, offset)
        default: bytes(to, rows, count, 4, repeats, offset)
        }
    }

    @inline(__always)
    private static func bytes(
        _ to: Floats, _ rows: UnsafePointer<ConstBytes>, _ count: Int, _ step: Int, _ repeats: Bool, _ offset: Float
    ) {
        let offsets = swv_f32_splat(offset)
        @inline(__always)
        func take(_ words: swv_u32, _ position: Floats, _ columns: Int) {
            var k = 0
            while k < 4 {
                let v = swv_f32_from_byte(words, UInt32(truncatingIfNeeded: 8 &* k)) - offsets
                let to = position + 16 &* (k / step &* columns)
                swv_f32_store(to, v, swv_lanes32)
                if columns == 2 { swv_f32_store(to + 16, v, swv_lanes32) }
                k &+= step
            }
        }
        let columns = repeats ? 2 : 1
        let blockSize = 16 / step
        var x = 0
        // Nothing is loaded beyond the last byte.
        while step &* x &+ 16 <= step &* (count &- 1) &+ 1 {
            var r = 0
            while r < 16 {
                let a = swv_word_of_rows(rows + r, step &* x, 0)
                let b = swv_word_of_rows(rows + r, step &* x, 1)
                let c = swv_word_of_rows(rows + r, step &* x, 2)
                let d = swv_word_of_rows(rows + r, step &* x, 3)
                let position = to + (16 &* columns &* x &+ r)
                let next = 4 &* blockSize &* columns
                take(a, position, columns)
                take(b, position + next, columns)
                take(c, position + 2 &* next, columns)
                take(d, position + 3 &* next, columns)
                r &+= swv_lanes32
            }
            x &+= blockSize
        }
        while x < count {
            var r = 0
            while r < 16 {
                let v = Float(rows[r][step &* x]) - offset
                let to = to + (16 &* columns &* x &+ r)
                to[0] = v
                if repeats { to[16] = v }
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func groupToBytes(_ rows: UnsafePointer<Bytes>, _ words: GroupWords, count: Int) {
        let limit: Float = 255.5
        @inline(__always)
        func part(_ byte: GroupWords.Byte, _ word: Int, _ r: Int) -> swv_i32 {
            swv_f32_to_code(
                swv_f32_load(byte.first + (word &* byte.step &+ r), swv_lanes32), 1, byte.roundingOffset, limit)
        }
        @inline(__always)
        func whole(_ word: Int, _ r: Int) -> swv_u32 {
            let (a, b) = (part(words.byte0, word, r), part(words.byte1, word, r))
            let (c, d) = (part(words.byte2, word, r), part(words.byte3, word, r))
            return (swv_u32_shifted(a, 0) | swv_u32_shifted(b, 8)) | (swv_u32_shifted(c, 16) | swv_u32_shifted(d, 24))
        }
        var x = 0
        while x &+ 16 <= count {
            let word = x / 4
            var r = 0
            while r < 16 {
                swv_words_to_rows(
                    rows + r, x, whole(word, r), whole(word &+ 1, r), whole(word &+ 2, r), whole(word &+ 3, r))
                r &+= swv_lanes32
            }
            x &+= 16
        }
        while x < count {
            let byte = x & 2 == 0 ? x & 1 == 0 ? words.byte0 : words.byte1 : x & 1 == 0 ? words.byte2 : words.byte3
            var r = 0
            while r < 16 {
                var code = byte.first[x / 4 &* byte.step &+ r] + byte.roundingOffset
                code = code > 0 ? code : 0
                code = code < limit ? code : limit
                rows[r][x] = UInt8(truncatingIfNeeded: swv_cut_float(code))
                r &+= 1
            }
            x &+= 1
        }
    }

    public static func halveGroup(_ to: Floats, _ from: ConstFloats, count: Int) {
        var x = 0
        while x < count {
            var r = 0
            while r < 16 {
                let source = from + (32 &* x &+ r)
                ((Column(at: source) + Column(at: source + 16)) * 0.5).store(to: to + (16 &* x &+ r))
                r &+= Column.rows
            }
            x &+= 1
        }
    }

    // Not into its witness: see check-kernels.sh, 7.
    @inline(never)
    public static func meanGroupRows(_ group: Floats, count: Int) {
        var k = 0
        while k < 16 &* count {
            let v = Column(at: group + k)
            ((v + v.withSwappedPairs) * 0.5).store(to: group + k)
            k &+= Column.rows
        }
    }
}
