// SPDX-License-Identifier: MIT
internal import CVector
public import KernelTypes
public import PixelCore

extension Kernels: HistogramKernels {
    public static func histogramRow8(_ counts: Counts, _ from: ConstBytes, step: Int, count: Int) {
        // A constant step costs no arithmetic.
        switch step {
        case 1: count8(counts, from, 1, count)
        case 2: count8(counts, from, 2, count)
        case 3: count8(counts, from, 3, count)
        case 4: count8(counts, from, 4, count)
        default: break
        }
    }

    @inline(__always)
    private static func count8(_ counts: Counts, _ from: ConstBytes, _ step: Int, _ count: Int) {
        var position = from
        var i = 0
        while i &+ 8 <= count {
            // Eight counters for each value: neighbours are often alike, and would wait for each other.
            counts[Int(position[0]) &* 8] &+= 1
            counts[Int(position[step]) &* 8 &+ 1] &+= 1
            counts[Int(position[2 &* step]) &* 8 &+ 2] &+= 1
            counts[Int(position[3 &* step]) &* 8 &+ 3] &+= 1
            counts[Int(position[4 &* step]) &* 8 &+ 4] &+= 1
            counts[Int(position[5 &* step]) &* 8 &+ 5] &+= 1
            counts[Int(position[6 &* step]) &* 8 &+ 6] &+= 1
            counts[Int(position[7 &* step]) &* 8 &+ 7] &+= 1
            position += 8 &* step
            i &+= 8
        }
        while i < count {
            counts[Int(position[0]) &* 8 &+ (i & 7)] &+= 1
            position += step
            i &+= 1
        }
    }

    /// A count is a load and a store that have to be done one by one, so half as many take little more than half the time,
    /// where neighbours are so much alike that few of the pairs occur.
    public static func histogramPairsRow8(
        _ pairs: Counts, _ counts: Counts, _ from: ConstBytes, step: Int, count: Int
    ) {
        let whole = count & ~7
        switch step {
        case 1:
            for i in stride(from: 0, to: whole, by: 8) {
                // A load of a pair is one operation; to take it from a longer word were two.
                let position = UnsafeRawPointer(from + i)
                pairs[Int(position.loadUnaligned(as: UInt16.self)) &* 2] &+= 1
                pairs[Int(position.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) &* 2 &+ 1] &+= 1
                pairs[Int(position.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) &* 2] &+= 1
                pairs[Int(position.loadUnaligned(fromByteOffset: 6, as: UInt16.self)) &* 2 &+ 1] &+= 1
            }
        case 2:
            // Vectors read a byte beyond the last that counts, so that the last eight are read one by one.
            let vectors = max(0, count &- 1) & ~7
            countPairs(pairs, from, 2, vectors) { swv_bytes_two_apart($0) }
            countPairs(pairs, from + 2 &* vectors, 2, whole &- vectors) { gathered($0, 2) }
        case 3: countPairs(pairs, from, 3, whole) { gathered($0, 3) }
        case 4: countPairs(pairs, from, 4, whole) { gathered($0, 4) }
        default: break
        }
        var (position, i) = (from + whole &* step, 0)
        while whole &+ 2 &* i &+ 1 < count {
            pairs[2 &* (Int(position[0]) | Int(position[step]) &<< 8) &+ (i & 1)] &+= 1
            position += 2 &* step
            i &+= 1
        }
        if count & 1 != 0 { counts[Int(position[0]) &* 8] &+= 1 }
    }

    @inline(__always)
    private static func countPairs(
        _ pairs: Counts, _ from: ConstBytes, _ step: Int, _ count: Int, _ eight: (ConstBytes) -> UInt64
    ) {
        var position = from
        var i = 0
        while i < count {
            let values = eight(position)
            // Two counters for each pair, which are often alike too.
            pairs[Int(values & 0xFFFF) &* 2] &+= 1
            pairs[Int(values &>> 16 & 0xFFFF) &* 2 &+ 1] &+= 1
            pairs[Int(values &>> 32 & 0xFFFF) &* 2] &+= 1
            pairs[Int(values &>> 48) &* 2 &+ 1] &+= 1
            position += 8 &* step
            i &+= 8
        }
    }

    /// Eight bytes that are `step` apart.
    @inline(__always)
    private static func gathered(_ position: ConstBytes, _ step: Int) -> UInt64 {
        var values = UInt64(position[0]) | UInt64(position[step]) &<< 8
        values |= UInt64(position[2 &* step]) &<< 16 | UInt64(position[3 &* step]) &<< 24
        values |= UInt64(position[4 &* step]) &<< 32 | UInt64(position[5 &* step]) &<< 40
        return values | UInt64(position[6 &* step]) &<< 48 | UInt64(position[7 &* step]) &<< 56
    }

    /// Counts of three components in turn wait less for each other, so that one for each pair is enough.
    public static func histogramPixelPairsRow8(
        _ pairs: (Counts, Counts, Counts), _ counts: (Counts, Counts, Counts), _ from: ConstBytes, step: Int, count: Int
    ) {
        guard step == 3 || step == 4 else { return }
        // What is read beyond the pixels at hand is the next one's.
        let whole = max(0, count &- 1) & ~3
        var position = from
        var i = 0
        while i < whole {
            let found = swv_bytes_paired(position, position + 2 &* step)
            countPixels(pairs, found.low, found.low &>> 16, found.low &>> 32)
            if step == 4 {
                countPixels(pairs, found.high, found.high &>> 16, found.high &>> 32)
            } else {
                countPixels(pairs, found.low &>> 48, found.high, found.high &>> 16)
            }
            position += 4 &* step
            i &+= 4
        }
        while i < count {
            counts.0[Int(position[0]) &* 8] &+= 1
            counts.1[Int(position[1]) &* 8] &+= 1
            counts.2[Int(position[2]) &* 8] &+= 1
            position += step
            i &+= 1
        }
    }

    /// Counts a pair of each component: the last 16 bits of a number.
    @inline(__always)
    private static func countPixels(
        _ pairs: (Counts, Counts, Counts), _ first: UInt64, _ second: UInt64, _ third: UInt64
    ) {
        pairs.0[Int(first & 0xFFFF)] &+= 1
        pairs.1[Int(second & 0xFFFF)] &+= 1
        pairs.2[Int(third & 0xFFFF)] &+= 1
    }

    public static func foldPairs8(_ counts: Counts, _ pairs: Counts, lanes: Int) {
        // Rows have one second byte each; all are added to the first.
        let length = 256 &* lanes
        for second in 0..<256 {
            let row = pairs + length &* second
            var total = swv_u32_load(row, 0)
            var i = 0
            while i < length {
                let values = swv_u32_load(row + i, swv_lanes32)
                total = total &+ values
                if second > 0 {
                    swv_u32_store(pairs + i, swv_u32_load(pairs + i, swv_lanes32) &+ values, swv_lanes32)
                }
                i &+= swv_lanes32
            }
            counts[8 &* second] &+= swv_u32_total(total)
            if second > 0 { row.update(repeating: 0, count: length) }
        }
        for i in 0..<length { counts[8 &* (i / lanes)] &+= pairs[i] }
        pairs.update(repeating: 0, count: length)
    }

    public static func histogramRow16(
        _ counts: Counts, _ from: ConstSamples, count: Int, run: SampleRun, lanes: Int
    ) {
        // What does not change along the row is decided before it.
        let (maximum, shift, step) = (run.maximum, run.storage.shift, run.step)
        if run.storage.swapped {
            count16(counts, from, count, step, lanes) { sampleCode(swapped($0) &>> shift, maximum) }
        } else if shift > 0 {
            count16(counts, from, count, step, lanes) { sampleCode($0 &>> shift, maximum) }
        } else {
            count16(counts, from, count, step, lanes) { sampleCode($0, maximum) }
        }
    }

    @inline(__always)
    private static func count16(
        _ counts: Counts, _ from: ConstSamples, _ count: Int, _ step: Int, _ lanes: Int, _ code: (UInt16) -> Int
    ) {
        let isFour = lanes == 4
        let bits = isFour ? 2 : 1
        // The third and fourth counter, or the first two again.
        let (third, fourth) = isFour ? (2, 3) : (0, 1)
        var position = from
        var i = 0
        while i &+ 4 <= count {
            counts[code(position[0]) &<< bits] &+= 1
            counts[code(position[step]) &<< bits &+ 1] &+= 1
            counts[code(position[2 &* step]) &<< bits &+ third] &+= 1
            counts[code(position[3 &* step]) &<< bits &+ fourth] &+= 1
            position += 4 &* step
            i &+= 4
        }
        while i < count {
            counts[code(position[0]) &<< bits &+ (i & (lanes &- 1))] &+= 1
            position += step
            i &+= 1
        }
    }
}
