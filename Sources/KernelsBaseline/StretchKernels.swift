// SPDX-License-Identifier: MIT
public import KernelTypes
public import PixelCore

extension Kernels: StretchKernels {
    // Plain loops: where columns lie differs from one to the next.
    public static func stretchRow8(
        _ to: Bytes, _ from: ConstBytes, count: Int, step: Int, components: Int, columns: StretchColumns
    ) {
        var i = 0
        while i < count {
            let a = from + Int(columns.first[i]) &* step
            let b = from + Int(columns.second[i]) &* step
            let weight = columns.weight[i]
            let pixel = to + i &* step
            var c = 0
            while c < components {
                let (x, y) = (Int32(a[c]), Int32(b[c]))
                pixel[c] = UInt8(truncatingIfNeeded: x &+ ((y &- x) &* weight &+ 16384) >> 15)
                c &+= 1
            }
            i &+= 1
        }
    }

    public static func stretchRow16(
        _ to: Samples, _ from: ConstSamples, count: Int, step: Int, components: Int, columns: StretchColumns,
        storage: SampleStorage
    ) {
        let shift = Int32(storage.shift)
        var i = 0
        while i < count {
            let a = from + Int(columns.first[i]) &* step
            let b = from + Int(columns.second[i]) &* step
            let weight = columns.weight[i]
            let pixel = to + i &* step
            var c = 0
            while c < components {
                let x = Int32(storage.swapped ? a[c].byteSwapped : a[c]) &>> shift
                let y = Int32(storage.swapped ? b[c].byteSwapped : b[c]) &>> shift
                // Below 2^31: a weight is below 2^15.
                let sample = UInt16(truncatingIfNeeded: (x &+ ((y &- x) &* weight &+ 16384) >> 15) &<< shift)
                pixel[c] = storage.swapped ? sample.byteSwapped : sample
                c &+= 1
            }
            i &+= 1
        }
    }
}
