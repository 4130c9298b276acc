// SPDX-License-Identifier: MIT
internal import CElementShim
internal import Effects
internal import PixelCore

extension VideoInfo {
    /// What the caps say, with the usual values where they leave something unknown.
    init(_ info: SwvVideoInfo) throws {
        let name = String(cString: info.format)
        guard let format = PixelFormat(rawValue: name) else {
            throw EffectError("\(name) video is not supported; put videoconvert before this element.")
        }
        // Gray alone comes without luma weights; GStreamer's own default for it is BT.601. (An unknown matrix of Y'CbCr
        // caps has been replaced before. R'G'B' has none either, but luma of it needs weights: C takes those of its
        // primaries' standard, BT.2020, BT.601 or SMPTE 240M, else BT.709.)
        let weights = info.has_matrix ? (kr: info.kr, kb: info.kb) : Colorimetry.Matrix.bt601.weights
        self.init(
            format: format, width: Int(info.width), height: Int(info.height),
            colorimetry: Colorimetry(
                kr: weights.kr, kb: weights.kb, lumaOffset: info.luma_offset, lumaScale: info.luma_scale,
                chromaOffset: info.chroma_offset, chromaScale: info.chroma_scale),
            frameRate: FrameRate(UInt32(max(0, info.rate_numerator)), UInt32(max(0, info.rate_denominator))),
            hasFields: info.has_fields,
            chromaSite: ChromaSite(
                isLeft: info.chroma_is_left, isTop: info.chroma_is_top, isKnown: info.knows_chroma_site))
    }

    /// The rows and row bytes that effects touch.
    var geometry: SwvGeometry {
        let layout = format.layout
        var geometry = SwvGeometry()
        geometry.plane_count = Int32(layout.planeCount)
        geometry.sample_bytes = Int32(layout.sampleBytes)
        func forPlanes(_ value: (Int) -> Int) -> (Int64, Int64, Int64) {
            func get(_ plane: Int) -> Int64 { plane < layout.planeCount ? Int64(value(plane)) : 0 }
            return (get(0), get(1), get(2))
        }
        geometry.row_bytes = forPlanes { layout.rowBytes(plane: $0, width: width) }
        geometry.rows = forPlanes { layout.rows(plane: $0, height: height, interlaced: false) }
        geometry.interlaced_rows = forPlanes { layout.rows(plane: $0, height: height, interlaced: true) }
        return geometry
    }
}

extension Frame {
    /// A frame that C has checked.
    init(_ frame: SwvFrame, _ format: PixelFormat, width: Int, height: Int) {
        self.init(
            format: format, width: width, height: height, interlaced: frame.interlaced,
            firstField: frame.first_field == SWV_FIELD_TOP ? .top : .bottom,
            onlyField: frame.fields == SWV_FIELD_BOTH ? nil : frame.fields == SWV_FIELD_TOP ? .top : .bottom,
            planes: (
                Plane(base: frame.data.0, stride: Int(frame.stride.0)),
                Plane(base: frame.data.1, stride: Int(frame.stride.1)),
                Plane(base: frame.data.2, stride: Int(frame.stride.2))
            ),
            time: frame.time < 0 ? nil : frame.time, duration: frame.duration < 0 ? nil : frame.duration,
            offset: frame.offset == UInt64.max ? nil : frame.offset,
            unclippedTime: frame.unclipped_time == Int64.min ? nil : frame.unclipped_time,
            isDiscontinuous: frame.is_discontinuous)
    }
}
