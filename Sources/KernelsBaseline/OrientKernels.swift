// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: OrientKernels {
    public static func reverseRow(_ to: Bytes, _ from: ConstBytes, count: Int, size: Int) {
        switch size {
        case 1: reverse(to, from, count, 1) { swv_reverse1($0, $1) }
        case 2: reverse(to, from, count, 2) { swv_reverse2($0, $1) }
        case 4: reverse(to, from, count, 4) { swv_reverse4($0, $1) }
        case 8: reverse(to, from, count, 8) { swv_reverse8($0, $1) }
        default: reverseTriples(to, from, count)
        }
    }

    /// `vector` puts one vector in the opposite order.
    @inline(__always)
    private static func reverse(
        _ to: Bytes, _ from: ConstBytes, _ count: Int, _ size: Int, _ vector: (Bytes, ConstBytes) -> Void
    ) {
        let bytes = count &* size
        if bytes >= swv_lanes8 {
            var i = 0
            while i &+ swv_lanes8 <= bytes {
                vector(to + i, from + (bytes &- swv_lanes8 &- i))
                i &+= swv_lanes8
            }
            // What is left goes with a part of the last vector again.
            if i < bytes { vector(to + (bytes &- swv_lanes8), from) }
            return
        }
        var i = 0
        while i < bytes {
            var k = 0
            while k < size {
                to[i &+ k] = from[bytes &- size &- i &+ k]
                k &+= 1
            }
            i &+= size
        }
    }

    @inline(__always)
    private static func reverseTriples(_ to: Bytes, _ from: ConstBytes, _ count: Int) {
        var (i, left) = (0, 3 &* count)
        // Five at a time, as long as there is a byte before them, and so one after what they become.
        while left > 15 {
            swv_reverse3(to + i, from + (left &- 15))
            i &+= 15
            left &-= 15
        }
        while left > 0 {
            (to[i], to[i &+ 1], to[i &+ 2]) = (from[left &- 3], from[left &- 2], from[left &- 1])
            i &+= 3
            left &-= 3
        }
    }

    public static func reversePacked422(_ to: Bytes, _ from: ConstBytes, pairs: Int, lumaFirst: Bool) {
        let luma: UInt32 = lumaFirst ? 0x00FF_00FF : 0xFF00_FF00
        let bytes = 4 &* pairs
        if bytes >= swv_lanes8 {
            var i = 0
            while i &+ swv_lanes8 <= bytes {
                swv_reverse_422(to + i, from + (bytes &- swv_lanes8 &- i), luma)
                i &+= swv_lanes8
            }
            if i < bytes { swv_reverse_422(to + (bytes &- swv_lanes8), from, luma) }
            return
        }
        var (i, left) = (0, bytes)
        let first = lumaFirst ? 0 : 1
        while left > 0 {
            let (pair, other) = (from + (left &- 4), to + i)
            other[first] = pair[2 &+ first]
            other[2 &+ first] = pair[first]
            other[1 &- first] = pair[1 &- first]
            other[3 &- first] = pair[3 &- first]
            i &+= 4
            left &-= 4
        }
    }

    public static func transposeBlock(
        _ to: Bytes, stride: Int, _ from: ConstBytes, stride fromStride: Int, rows: Int, columns: Int, size: Int
    ) {
        let block = Block(to: to, stride: stride, from: from, fromStride: fromStride, rows: rows, columns: columns)
        let groups = swv_lanes8 / 16
        switch size {
        case 1:
            if block.transpose(1, side: 16, groups: groups, { swv_transpose1($0, $1, $2, $3) }) { return }
            if block.transpose(1, side: 16, groups: 1, { swv_transpose1_one($0, $1, $2, $3) }) { return }
        case 2:
            if block.transpose(2, side: 8, groups: groups, { swv_transpose2($0, $1, $2, $3) }) { return }
            if block.transpose(2, side: 8, groups: 1, { swv_transpose2_one($0, $1, $2, $3) }) { return }
        case 4:
            if block.transpose(4, side: 4, groups: groups, { swv_transpose4($0, $1, $2, $3) }) { return }
            if block.transpose(4, side: 4, groups: 1, { swv_transpose4_one($0, $1, $2, $3) }) { return }
        case 8:
            if block.transpose(8, side: 2, groups: groups, { swv_transpose8($0, $1, $2, $3) }) { return }
            if block.transpose(8, side: 2, groups: 1, { swv_transpose8_one($0, $1, $2, $3) }) { return }
        default:
            if block.transposeTriples() { return }
        }
        block.transposeNarrow(size)
    }

    private struct Block {
        let (to, stride): (Bytes, Int)
        let (from, fromStride): (ConstBytes, Int)
        let (rows, columns): (Int, Int)

        init(to: Bytes, stride: Int, from: ConstBytes, fromStride: Int, rows: Int, columns: Int) {
            (self.to, self.stride, self.from, self.fromStride) = (to, stride, from, fromStride)
            (self.rows, self.columns) = (rows, columns)
        }

        /// Goes over squares of `side` columns, of which `groups` are one below the other. Returns false where there is no room
        /// for any.
        @inline(__always)
        func transpose(
            _ size: Int, side: Int, groups: Int, _ square: (Bytes, Int, ConstBytes, Int) -> Void
        ) -> Bool {
            let height = side &* groups
            guard rows >= height, columns >= side else { return false }
            var y = 0
            while y < rows {
                // What is left goes with a part of the last squares again.
                if y &+ height > rows { y = rows &- height }
                let (row, target) = (from + y &* fromStride, to + y &* size)
                var x = 0
                while x < columns {
                    if x &+ side > columns { x = columns &- side }
                    square(target + x &* stride, stride, row + x &* size, fromStride)
                    x &+= side
                }
                y &+= height
            }
            return true
        }

        /// The same for pixels of three bytes. Where there is room for what is read and written too much, whole vectors go.
        @inline(__always)
        func transposeTriples() -> Bool {
            guard rows >= 4, columns >= 4 else { return false }
            let (groups, height) = (swv_lanes8 / 16, swv_lanes8 / 4)
            var y = 0
            while 3 &* y &+ 16 &* groups <= 3 &* rows {
                var x = 0
                while 3 &* x &+ 16 <= 3 &* columns {
                    swv_transpose3(to + (x &* stride &+ 3 &* y), stride, from + (y &* fromStride &+ 3 &* x), fromStride)
                    x &+= 4
                }
                squares(rows: y, y &+ height, from: x)
                y &+= height
            }
            squares(rows: y, rows, from: 0)
            return true
        }

        /// Squares of 4 by 4 pixels of three bytes, in some rows and the columns from `first` on.
        @inline(__always)
        private func squares(rows top: Int, _ bottom: Int, from first: Int) {
            var top = top
            while top < bottom {
                let y = top &+ 4 > bottom ? bottom &- 4 : top
                var x = first
                while x < columns {
                    if x &+ 4 > columns { x = columns &- 4 }
                    swv_transpose3_one(
                        to + (x &* stride &+ 3 &* y), stride, from + (y &* fromStride &+ 3 &* x), fromStride)
                    x &+= 4
                }
                top &+= 4
            }
        }

        /// Pixel by pixel.
        @inline(__always)
        func transposeNarrow(_ size: Int) {
            var y = 0
            while y < rows {
                var x = 0
                while x < columns {
                    let (source, target) = (from + (y &* fromStride &+ x &* size), to + (x &* stride &+ y &* size))
                    var k = 0
                    while k < size {
                        target[k] = source[k]
                        k &+= 1
                    }
                    x &+= 1
                }
                y &+= 1
            }
        }
    }

    public static func meanChromaRow8(
        _ to: Bytes, _ first: ConstBytes, _ second: ConstBytes, count: Int, step: Int
    ) {
        var i = 0
        while i < step, i < count {
            to[i] = UInt8(truncatingIfNeeded: (UInt16(first[i]) &+ UInt16(second[i]) &+ 1) >> 1)
            i &+= 1
        }
        while i < count {
            let sum = UInt16(first[i]) &+ UInt16(second[i]) &+ UInt16(first[i &- step]) &+ UInt16(second[i &- step])
            to[i] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
            i &+= 1
        }
    }

    public static func meanChromaRow16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, count: Int, step: Int, storage: SampleStorage
    ) {
        // What does not change along the row is decided before it.
        if storage.swapped {
            meanChroma16(to, first, second, count, step, storage.shift) { $0.byteSwapped }
        } else {
            meanChroma16(to, first, second, count, step, storage.shift) { $0 }
        }
    }

    @inline(__always)
    private static func meanChroma16(
        _ to: Samples, _ first: ConstSamples, _ second: ConstSamples, _ count: Int, _ step: Int, _ shift: UInt16,
        _ order: (UInt16) -> UInt16
    ) {
        @inline(__always) func sum(_ i: Int) -> UInt32 {
            UInt32(order(first[i]) &>> shift) &+ UInt32(order(second[i]) &>> shift)
        }
        var i = 0
        while i < step, i < count {
            to[i] = order(UInt16(truncatingIfNeeded: (sum(i) &+ 1) &>> 1) &<< shift)
            i &+= 1
        }
        while i < count {
            to[i] = order(UInt16(truncatingIfNeeded: (sum(i) &+ sum(i &- step) &+ 2) &>> 2) &<< shift)
            i &+= 1
        }
    }
}
