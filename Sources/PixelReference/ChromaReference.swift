// SPDX-License-Identifier: MIT
import KernelTypes
import PixelCore

extension Reference {
    /// c' = floor(clamp(g (c - offset) + (offset + 0.5), 0, maximum + 0.5)) for Cb and Cr, with a common gain g: chroma
    /// grows with luma as R', G' and B' do when they are multiplied by the ratio of new luma to old.
    ///
    /// With o and t the sums of the covered luma codes before and after, less those of black (t: 0 at least), w that of
    /// white, and m = min(o / w + the largest of R' - Y', G' - Y' and B' - Y', 1): g = t / max(o, t m) where o > 0, else 1.
    /// That is min(t / o, 1 / m), so no component grows beyond white (`rescaleRows` has the same limit), and black keeps its
    /// chroma. Each step is rounded to Float; o / w is o (1 / w). Luma codes count as `maximum` at most.
    private static func scale(_ cb: UInt32, _ cr: UInt32, old: UInt32, new: UInt32, _ law: ChromaLaw) -> (
        UInt32, UInt32
    ) {
        let o = Float(old) - law.black
        let t = max(Float(new) - law.black, 0)
        let (u, v) = (Float(cb) - law.offset, Float(cr) - law.offset)
        let green = law.greenFromCb * u + law.greenFromCr * v
        let m = min(o * law.perWhite + max(max(law.redFromCr * v, law.blueFromCb * u), green), 1)
        let gain = o > 0 ? t / max(o, t * m) : 1
        func code(_ value: Float) -> UInt32 {
            UInt32(min(max(value * gain + law.roundingOffset, 0), law.limit))
        }
        return (code(u), code(v))
    }

    /// `scale` for bytes; chroma sample k covers columns k `columns` to (k + 1) `columns` - 1 of both rows.
    public static func scaleChromaRows8(
        _ cb: Bytes, _ cr: Bytes, old: (ConstBytes, ConstBytes), new: (ConstBytes, ConstBytes), count: Int,
        law: ChromaLaw
    ) {
        func sum(_ rows: (ConstBytes, ConstBytes), _ k: Int) -> UInt32 {
            (k * law.columns..<(k + 1) * law.columns).reduce(0) { $0 + UInt32(rows.0[$1]) + UInt32(rows.1[$1]) }
        }
        for k in 0..<count {
            let (a, b) = scale(UInt32(cb[k]), UInt32(cr[k]), old: sum(old, k), new: sum(new, k), law)
            (cb[k], cr[k]) = (UInt8(a), UInt8(b))
        }
    }

    /// `scale` for samples of two bytes, code * 2^shift, their bytes exchanged if `swapped`.
    public static func scaleChromaRows16(
        _ cb: Samples, _ cr: Samples, old: (ConstSamples, ConstSamples), new: (ConstSamples, ConstSamples),
        count: Int, law: ChromaLaw, storage: SampleStorage
    ) {
        func code(_ sample: UInt16) -> UInt32 {
            UInt32((storage.swapped ? sample.byteSwapped : sample) >> storage.shift)
        }
        func sum(_ rows: (ConstSamples, ConstSamples), _ k: Int) -> UInt32 {
            (k * law.columns..<(k + 1) * law.columns).reduce(0) {
                $0 + min(code(rows.0[$1]), law.maximum) + min(code(rows.1[$1]), law.maximum)
            }
        }
        func sample(_ code: UInt32) -> UInt16 {
            let sample = UInt16(code) << storage.shift
            return storage.swapped ? sample.byteSwapped : sample
        }
        for k in 0..<count {
            let (a, b) = scale(code(cb[k]), code(cr[k]), old: sum(old, k), new: sum(new, k), law)
            (cb[k], cr[k]) = (sample(a), sample(b))
        }
    }
}
