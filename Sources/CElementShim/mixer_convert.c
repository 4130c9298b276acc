// SPDX-License-Identifier: MIT
// What GStreamer's converter (1.22) gets wrong of whole frames: those of few rows, alpha where there was none, and deep
// codes.

#include "mixer.h"

/// Frames of fewer rows are not given to the converter as they are. Of one row it shows memory that was never written; of two it
/// makes 4:2:0 of other chroma than of taller frames; of interlaced ones of up to six it reads memory that is not there.
#define LEAST_ROWS 8
/// The rows that they are converted with at least: whole fields of 4:2:0, and more than the converter's filters look at together.
#define TALL_ROWS 16

/// Whether a frame has a row of chroma less than the converter (1.22) reads or writes: it takes as many for both fields, and P010 may
/// have an odd number.
static gboolean lacks_chroma(const GstVideoInfo *info) {
    return GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_P010_10LE && GST_VIDEO_INFO_IS_INTERLACED(info) &&
        (GST_VIDEO_INFO_HEIGHT(info) + 1) / 2 % 2 != 0;
}

gboolean swv_mixer_has_few_rows(const GstVideoInfo *from, const GstVideoInfo *to) {
    return GST_VIDEO_INFO_HEIGHT(from) < LEAST_ROWS || lacks_chroma(from) || lacks_chroma(to);
}

static int tall_rows(const GstVideoInfo *info) { return MAX(TALL_ROWS, GST_ROUND_UP_4(GST_VIDEO_INFO_HEIGHT(info))); }

GstVideoConverter *swv_mixer_new_converter(const GstVideoInfo *from, const GstVideoInfo *to) {
    const gsize rows = 64, width = (gsize)MAX(GST_VIDEO_INFO_WIDTH(from), GST_VIDEO_INFO_WIDTH(to));
    if (!swv_has_memory(rows * 8 * width)) return NULL;
    return gst_video_converter_new((GstVideoInfo *)from, (GstVideoInfo *)to, NULL);
}

/// The same video with more rows, and bytes behind them.
static GstVideoInfo heighten(const GstVideoInfo *info) {
    const int rows = tall_rows(info);
    GstVideoInfo result = *info, tall;
    gst_video_info_set_interlaced_format(
        &tall, GST_VIDEO_INFO_FORMAT(info), GST_VIDEO_INFO_INTERLACE_MODE(info), (guint)GST_VIDEO_INFO_WIDTH(info),
        (guint)rows);
    if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_AYUV) {
        tall.stride[0] = GST_ROUND_UP_8(tall.stride[0]);
        tall.size = (gsize)tall.stride[0] * (gsize)rows;
    }
    result.height = rows;
    memcpy(result.offset, tall.offset, sizeof(result.offset));
    memcpy(result.stride, tall.stride, sizeof(result.stride));
    result.size = tall.size + CONVERTER_SLACK;
    return result;
}

/// How many of a plane's rows hold a field's samples. In 4:2:0 a last row of chroma may cover no luma, and nobody has to write it;
/// P010 may have one row less than its fields cover.
static gint64 field_rows(const SwvGeometry *g, const GstVideoFrame *frame, int plane, gint64 field) {
    const gint64 luma = (GST_VIDEO_FRAME_HEIGHT(frame) + 1 - field) / 2;
    const int shift = plane == 0 ? 0 : GST_VIDEO_FORMAT_INFO_H_SUB(frame->info.finfo, 1);
    return MIN(GST_VIDEO_SUB_SCALE(shift, luma), (g->interlaced_rows[plane] + 1 - field) / 2);
}

/// Repeats the last row of a frame, or of each field, to the end of a taller one.
static void repeat_rows(const SwvGeometry *g, const GstVideoFrame *to, const GstVideoFrame *from) {
    gboolean is_interlaced = GST_VIDEO_FRAME_IS_INTERLACED(from);
    for (int i = 0; i < g->plane_count; i++) {
        const gint64 all = GST_VIDEO_INFO_HEIGHT(&to->info) >> (i == 0 ? 0 : GST_VIDEO_FORMAT_INFO_H_SUB(to->info.finfo, 1));
        for (gint64 row = 0; row < all; row++) {
            gint64 source = MIN(row, g->rows[i] - 1);
            if (is_interlaced) {
                // Of one row there is no second field.
                const gint64 field = field_rows(g, from, i, 1) > 0 ? row % 2 : 0;
                source = 2 * MIN(row / 2, field_rows(g, from, i, field) - 1) + field;
            }
            memcpy(
                (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(to, i) + row * GST_VIDEO_FRAME_PLANE_STRIDE(to, i),
                (const guint8 *)GST_VIDEO_FRAME_PLANE_DATA(from, i) + source * GST_VIDEO_FRAME_PLANE_STRIDE(from, i),
                (size_t)g->row_bytes[i]);
        }
    }
}

/// Zeroed memory for a frame; NULL if there is none.
static GstBuffer *make_frame(const GstVideoInfo *info) {
    GstBuffer *buffer = gst_buffer_new_allocate(swv_allocator(), GST_VIDEO_INFO_SIZE(info), NULL);
    if (buffer != NULL) gst_buffer_memset(buffer, 0, 0, GST_VIDEO_INFO_SIZE(info));
    return buffer;
}

/// Makes a copy of a checked frame with more rows; NULL where that can't be.
static SwvAccess tall_copy(const SwvMixerPad *pad, const GstVideoInfo *info, GstBuffer *buffer, GstBuffer **copy) {
    GstVideoFrame from, to;
    *copy = NULL;
    SwvAccess access =
        swv_frame_map(&from, &pad->held.info, &pad->geometry, buffer, GST_MAP_READ);
    if (access != SWV_ACCESS_OK) return access;
    GstBuffer *tall = make_frame(info);
    if (tall != NULL) gst_buffer_copy_into(tall, buffer, GST_BUFFER_COPY_FLAGS, 0, (gsize)-1);
    if (tall != NULL && gst_video_frame_map(&to, info, tall, GST_MAP_WRITE)) {
        repeat_rows(&pad->geometry, &to, &from);
        gst_video_frame_unmap(&to);
        *copy = g_steal_pointer(&tall);
    }
    gst_video_frame_unmap(&from);
    gst_clear_buffer(&tall);
    return *copy != NULL ? SWV_ACCESS_OK : SWV_ACCESS_NO_MEMORY;
}

SwvAccess swv_mixer_convert_few_rows(
    const SwvMixerPad *pad, const GstVideoInfo *output, GstBuffer *buffer, GstVideoFrame *prepared) {
    const GstVideoInfo in = heighten(&pad->held.info), out = heighten(output);
    GstBuffer *tall;
    memset(prepared, 0, sizeof(*prepared));
    const SwvAccess access = tall_copy(pad, &in, buffer, &tall);
    if (access != SWV_ACCESS_OK) return access;
    GstBuffer *result = make_frame(&out);
    GstVideoFrame from;
    gboolean is_mapped = FALSE;
    if (result != NULL && gst_video_frame_map(&from, &in, tall, GST_MAP_READ)) {
        // Made anew for each frame, so that nothing is kept for frames that hardly anybody has.
        GstVideoConverter *converter = swv_mixer_new_converter(&in, &out);
        is_mapped = converter != NULL && gst_video_frame_map(prepared, &out, result, GST_MAP_READWRITE);
        if (is_mapped) gst_video_converter_frame(converter, &from, prepared);
        else memset(prepared, 0, sizeof(*prepared));
        if (converter != NULL) gst_video_converter_free(converter);
        gst_video_frame_unmap(&from);
    }
    // The mapped frame holds its own reference.
    gst_clear_buffer(&result);
    gst_clear_buffer(&tall);
    return is_mapped ? SWV_ACCESS_OK : SWV_ACCESS_NO_MEMORY;
}

/// Makes a converted frame opaque if it has alpha of a format with a fourth byte that means nothing, which GStreamer's converter
/// takes for alpha.
static void make_opaque(const GstVideoInfo *from, GstVideoFrame *frame) {
    // Other formats without alpha have no fourth sample, and the converter makes them opaque.
    if (!GST_VIDEO_INFO_IS_RGB(from) || GST_VIDEO_INFO_HAS_ALPHA(from) || GST_VIDEO_INFO_COMP_PSTRIDE(from, 0) != 4 ||
        !GST_VIDEO_INFO_HAS_ALPHA(&frame->info))
        return;
    const int step = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, GST_VIDEO_COMP_A), width = GST_VIDEO_FRAME_WIDTH(frame);
    guint8 *row = GST_VIDEO_FRAME_COMP_DATA(frame, GST_VIDEO_COMP_A);
    for (int y = GST_VIDEO_FRAME_HEIGHT(frame); y > 0; y--, row += GST_VIDEO_FRAME_COMP_STRIDE(frame, GST_VIDEO_COMP_A))
        for (int x = 0; x < width; x++) {
            guint8 *alpha = row + (gssize)x * step;
            alpha[0] = G_MAXUINT8;
            if (step > 4) alpha[1] = G_MAXUINT8;
        }
}

/// Whether a component of a converted frame has its samples where the input has them.
static gboolean is_in_place(const GstVideoInfo *from, const GstVideoInfo *to, guint component) {
    if (component == 0 || GST_VIDEO_INFO_IS_GRAY(from)) return TRUE;
    return GST_VIDEO_INFO_CHROMA_SITE(from) == GST_VIDEO_INFO_CHROMA_SITE(to) &&
        GST_VIDEO_FORMAT_INFO_W_SUB(from->finfo, 1) == GST_VIDEO_FORMAT_INFO_W_SUB(to->finfo, 1) &&
        GST_VIDEO_FORMAT_INFO_H_SUB(from->finfo, 1) == GST_VIDEO_FORMAT_INFO_H_SUB(to->finfo, 1);
}

/// How codes that the converter has made of 8 bits come to be those of their depth.
typedef struct {
    guint shift;
    gboolean is_swapped;
    gboolean is_full;
    guint mask;   ///< of what a code may have
    guint middle; ///< how far the code of zero chroma of full range is off
} Deepening;

static void deepen_row(guint16 *samples, int count, int step, const Deepening *d) {
    // By value: the samples could else change them.
    const Deepening by = *d;
    for (int i = 0; i < count; i++) {
        guint16 *sample = samples + (gssize)i * step;
        guint code = (guint)(by.is_swapped ? GUINT16_SWAP_LE_BE(*sample) : *sample) >> by.shift;
        code = (code - (code >> 8)) & by.mask;
        if (by.is_full) code += code >> 8;
        if (by.is_full) code -= MIN(code, by.middle);
        guint16 stored = (guint16)(code << by.shift);
        *sample = by.is_swapped ? GUINT16_SWAP_LE_BE(stored) : stored;
    }
}

/// Brings Y'CbCr to the codes of its depth. GStreamer's converter (1.22) makes 10 or 16 bits of 8 by repeating the first ones,
/// dithered, where it has no matrix to apply: v = 257 code / 2^(16 - depth). By BT.709 and JFIF it is code 2^(depth - 8) in
/// limited range; in full range what it makes, but for chroma, whose middle is 2^(depth - 1).
static void deepen(const GstVideoInfo *from, GstVideoFrame *frame) {
    const GstVideoInfo *to = &frame->info;
    const guint depth = GST_VIDEO_INFO_COMP_DEPTH(to, 0);
    Deepening by;
    if (GST_VIDEO_INFO_IS_RGB(from) || GST_VIDEO_INFO_IS_RGB(to) || GST_VIDEO_INFO_COMP_DEPTH(from, 0) != 8 ||
        depth <= 8 || from->colorimetry.matrix != to->colorimetry.matrix)
        return;
    by.is_full = swv_color_range(from) == GST_VIDEO_COLOR_RANGE_0_255;
    by.is_swapped = GST_VIDEO_FORMAT_INFO_IS_LE(to->finfo) != (G_BYTE_ORDER == G_LITTLE_ENDIAN);
    for (guint c = 0; c < MIN(GST_VIDEO_FRAME_N_COMPONENTS(frame), 3); c++) {
        by.shift = GST_VIDEO_FORMAT_INFO_SHIFT(to->finfo, c);
        // What the converter interpolates keeps the bits it gains.
        by.mask = is_in_place(from, to, c) ? G_MAXUINT << (depth - 8) : G_MAXUINT;
        by.middle = c > 0 ? 1u << (depth - 9) : 0;
        int rows = GST_VIDEO_FRAME_COMP_HEIGHT(frame, c);
        // Fields of odd heights have as many rows of chroma each; see PixelLayout.
        if (c > 0 && GST_VIDEO_INFO_IS_INTERLACED(to) && GST_VIDEO_INFO_FORMAT(to) == GST_VIDEO_FORMAT_I420_10LE)
            rows = GST_ROUND_UP_2(rows);
        // GStreamer (1.22) has Cr of P010 begin at byte 1.
        guint8 *row = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, GST_VIDEO_FRAME_COMP_PLANE(frame, c)) +
            GST_ROUND_UP_2(GST_VIDEO_FRAME_COMP_POFFSET(frame, c));
        for (; rows > 0; rows--, row += GST_VIDEO_FRAME_COMP_STRIDE(frame, c))
            deepen_row(
                (guint16 *)(void *)row, GST_VIDEO_FRAME_COMP_WIDTH(frame, c), GST_VIDEO_FRAME_COMP_PSTRIDE(frame, c) / 2,
                &by);
    }
}

void swv_mixer_mend(const GstVideoInfo *from, GstVideoFrame *frame) {
    deepen(from, frame);
    make_opaque(from, frame);
}
