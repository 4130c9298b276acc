// SPDX-License-Identifier: MIT
// An input of a mixer: what comes is checked, and converted where it differs from the output.

#include "mixer.h"

static GstVideoAggregatorConvertPadClass *parent_class;

static gboolean is_gap(GstBuffer *buffer) {
    return gst_buffer_get_size(buffer) == 0 && GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP);
}

/// Whether GStreamer's converter (1.22) can stand a frame: no larger than caps say, with pixels at multiples of their size, of
/// two of them in AYUV. Elsewhere it does nothing, or ends the process, or writes past the end of what it makes.
static gboolean is_convertible(const GstVideoFrame *frame, const GstVideoInfo *info) {
    if (GST_VIDEO_FRAME_WIDTH(frame) != GST_VIDEO_INFO_WIDTH(info) ||
        GST_VIDEO_FRAME_HEIGHT(frame) != GST_VIDEO_INFO_HEIGHT(info))
        return FALSE;
    for (guint i = 0; i < GST_VIDEO_FRAME_N_COMPONENTS(frame); i++) {
        guintptr bytes = (guintptr)GST_VIDEO_FRAME_COMP_PSTRIDE(frame, i);
        if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_AYUV) bytes *= 2;
        int plane = GST_VIDEO_FRAME_COMP_PLANE(frame, i);
        guintptr start = (guintptr)GST_VIDEO_FRAME_PLANE_DATA(frame, plane) |
            (guintptr)GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
        // Three bytes to a pixel are read one by one.
        if ((bytes & (bytes - 1)) == 0 && start % bytes != 0) return FALSE;
    }
    return TRUE;
}

gboolean
swv_mixer_pad_check(SwvMixerPad *pad, GstElement *mixer, const SwvVideoMixerDescriptor *d, GstBuffer **result) {
    GstVideoAggregatorPad *input = (GstVideoAggregatorPad *)pad;
    GstBuffer *buffer = gst_video_aggregator_pad_get_current_buffer(input);
    *result = NULL;
    gst_clear_buffer(&pad->whole);
    if (buffer == NULL || is_gap(buffer)) return TRUE;
    if (input->info.finfo == NULL || GST_VIDEO_INFO_FORMAT(&input->info) == GST_VIDEO_FORMAT_UNKNOWN) {
        const SwvVideoMixer *self = (SwvVideoMixer *)mixer;
        if (!pad->has_warned)
            GST_ELEMENT_WARNING(
                self, STREAM, FORMAT,
                ("Buffers came to %s before their caps and are left out. Put a caps filter after their source.",
                    GST_OBJECT_NAME(pad)),
                (NULL));
        pad->has_warned = TRUE;
        return TRUE;
    }
    if (swv_map_copies(buffer, GST_MAP_READ)) {
        SwvAccess copied = swv_buffer_copy(buffer, &pad->whole);
        if (copied != SWV_ACCESS_OK) {
            swv_post_access(mixer, copied, buffer, &input->info);
            return FALSE;
        }
        buffer = pad->whole;
    }
    if (!gst_video_info_is_equal(&pad->measured, &input->info)) {
        SwvVideoInfo info = swv_video_info(&input->info);
        SwvError error;
        // Fails for formats that caps do not allow; then nothing fits.
        if (!d->measure(d->element.context, &info, &pad->geometry, &error)) pad->geometry.plane_count = G_MAXINT;
        pad->measured = input->info;
        pad->has_warned = FALSE;
    }
    GstVideoFrame frame;
    SwvAccess access = swv_frame_map(&frame, &input->info, &pad->geometry, buffer, GST_MAP_READ);
    if (access == SWV_ACCESS_OK) {
        pad->is_convertible = is_convertible(&frame, &input->info);
        pad->is_interlaced = GST_VIDEO_FRAME_IS_INTERLACED(&frame);
        gst_video_frame_unmap(&frame);
        *result = buffer;
        return TRUE;
    }
    if (access != SWV_ACCESS_UNSOUND) {
        swv_post_access(mixer, access, buffer, &input->info);
        return FALSE;
    }
    if (!pad->has_warned) swv_warn_of_buffer(mixer, &input->info, buffer, "is left out");
    pad->has_warned = TRUE;
    return TRUE;
}

gboolean swv_mixer_pad_shows(SwvMixerPad *pad) {
    const GstBuffer *buffer = gst_video_aggregator_pad_get_current_buffer((GstVideoAggregatorPad *)pad);
    if (buffer == pad->shown && GST_BUFFER_PTS(buffer) == pad->shown_pts) return FALSE;
    pad->shown = buffer;
    pad->shown_pts = GST_BUFFER_PTS(buffer);
    return TRUE;
}

/// Whether luma is all that an input and the output have in common.
static gboolean is_luma_alone(const GstVideoInfo *a, const GstVideoInfo *b) {
    return !GST_VIDEO_INFO_IS_RGB(a) && !GST_VIDEO_INFO_IS_RGB(b) && (GST_VIDEO_INFO_IS_GRAY(a) || GST_VIDEO_INFO_IS_GRAY(b));
}

/// The input's colours, but the output's where one is gray: of luma only the range can be converted, and a matrix would move it.
static GstVideoColorimetry input_colors(const GstVideoInfo *input, const GstVideoInfo *output) {
    GstVideoColorimetry colors = is_luma_alone(input, output) ? output->colorimetry : input->colorimetry;
    colors.range = input->colorimetry.range;
    return colors;
}

void swv_mixer_pad_match(SwvMixerPad *pad, const GstVideoInfo *output) {
    const GstVideoInfo *info = &((GstVideoAggregatorPad *)pad)->info;
    if (gst_video_info_is_equal(&pad->matched[0], info) && gst_video_info_is_equal(&pad->matched[1], output)) return;
    pad->matched[0] = *info;
    pad->matched[1] = *output;
    // The parent class does so when it negotiates, and until then writes past frames that have become smaller.
    gst_video_aggregator_convert_pad_update_conversion_info(&pad->parent);
    GstVideoColorimetry colors = input_colors(info, output);
    // GStreamer's converter (1.22) leaves ranges alone where it has no matrix to apply.
    pad->has_other_range = !GST_VIDEO_INFO_IS_RGB(info) && !GST_VIDEO_INFO_IS_RGB(output) &&
        colors.matrix == output->colorimetry.matrix && swv_color_range(info) != swv_color_range(output);
    if (pad->has_other_range) colors.range = output->colorimetry.range;
    pad->is_converted = GST_VIDEO_INFO_FORMAT(info) != GST_VIDEO_INFO_FORMAT(output) ||
        info->chroma_site != output->chroma_site ||
        !gst_video_colorimetry_is_equal(&colors, &output->colorimetry);
}

/// The output's format and colours, in the input's own size.
static void
create_conversion_info(GstVideoAggregatorConvertPad *convert, GstVideoAggregator *mixer, GstVideoInfo *info) {
    const SwvMixerPad *pad = (SwvMixerPad *)convert;
    const GstVideoInfo *from = &convert->parent.info, *to = &mixer->info;
    *info = *from;
    if (!pad->is_converted) return;
    gst_video_info_set_interlaced_format(
        info, GST_VIDEO_INFO_FORMAT(to), GST_VIDEO_INFO_INTERLACE_MODE(from), (guint)from->width, (guint)from->height);
    // GStreamer's converter (1.22) makes AYUV of UYVY two pixels at a time, whose offset in memory has to be a multiple of
    // their size in every row, and one pixel too many where the width is odd.
    if (GST_VIDEO_INFO_FORMAT(to) == GST_VIDEO_FORMAT_AYUV) {
        info->stride[0] = GST_ROUND_UP_8(info->stride[0]);
        info->size = (gsize)info->stride[0] * (gsize)GST_ROUND_UP_2(from->height);
    }
    info->size += CONVERTER_SLACK;
    info->colorimetry = is_luma_alone(from, to) ? from->colorimetry : to->colorimetry;
    info->colorimetry.range = to->colorimetry.range;
    info->chroma_site = to->chroma_site;
    info->flags = from->flags;
    info->views = from->views;
    GST_VIDEO_INFO_MULTIVIEW_MODE(info) = GST_VIDEO_INFO_MULTIVIEW_MODE(from);
    GST_VIDEO_INFO_MULTIVIEW_FLAGS(info) = GST_VIDEO_INFO_MULTIVIEW_FLAGS(from);
    GST_VIDEO_INFO_FIELD_ORDER(info) = GST_VIDEO_INFO_FIELD_ORDER(from);
    info->par_n = from->par_n;
    info->par_d = from->par_d;
    info->fps_n = from->fps_n;
    info->fps_d = from->fps_d;
}

static void copy_planes(const SwvGeometry *g, const GstVideoFrame *to, const GstVideoFrame *from) {
    for (int i = 0; i < g->plane_count; i++) {
        gint64 rows = GST_VIDEO_FRAME_IS_INTERLACED(from) ? g->interlaced_rows[i] : g->rows[i];
        const guint8 *source = GST_VIDEO_FRAME_PLANE_DATA(from, i);
        guint8 *target = GST_VIDEO_FRAME_PLANE_DATA(to, i);
        for (gint64 row = 0; row < rows; row++) {
            memcpy(target, source, (size_t)g->row_bytes[i]);
            source += GST_VIDEO_FRAME_PLANE_STRIDE(from, i);
            target += GST_VIDEO_FRAME_PLANE_STRIDE(to, i);
        }
    }
}

/// Makes a copy of a checked frame, laid out as caps say, in memory of its own; NULL if there is none.
static SwvAccess plain_copy(const SwvMixerPad *pad, GstBuffer *buffer, GstBuffer **result) {
    const GstVideoInfo *info = &pad->parent.parent.info;
    *result = NULL;
    GstVideoFrame from, to;
    SwvAccess access = swv_frame_map(&from, info, &pad->geometry, buffer, GST_MAP_READ);
    if (access != SWV_ACCESS_OK) return access;
    GstBuffer *copy = gst_buffer_new_allocate(swv_allocator(), GST_VIDEO_INFO_SIZE(info), NULL);
    if (copy != NULL) gst_buffer_copy_into(copy, buffer, GST_BUFFER_COPY_FLAGS, 0, (gsize)-1);
    access = copy != NULL ? swv_frame_map(&to, info, &pad->geometry, copy, GST_MAP_WRITE) : SWV_ACCESS_NO_MEMORY;
    if (access == SWV_ACCESS_OK) {
        copy_planes(&pad->geometry, &to, &from);
        gst_video_frame_unmap(&to);
        *result = g_steal_pointer(&copy);
    }
    gst_video_frame_unmap(&from);
    gst_clear_buffer(&copy);
    return access;
}

/// Whether GStreamer can convert a frame; posts an error if not. It allocates the result, and rows in between, without asking
/// whether it can, and counts the result's bytes in a gint (1.22, gstvideoaggregator.c).
static gboolean can_convert(GstVideoAggregatorPad *input, SwvVideoMixer *self) {
    const gsize rows = 64, others = 1 << 20;
    GstVideoInfo info;
    create_conversion_info((GstVideoAggregatorConvertPad *)input, &self->parent, &info);
    gsize size = MAX(GST_VIDEO_INFO_SIZE(&info), GST_VIDEO_INFO_SIZE(&self->parent.info));
    if (size > G_MAXINT) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("A %dx%d %s frame can't be converted to %s, as it has more than 2 GiB. Give both inputs the same format.",
                GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info), GST_VIDEO_INFO_NAME(&input->info),
                GST_VIDEO_INFO_NAME(&info)),
            (NULL));
        return FALSE;
    }
    size += rows * 8 * (gsize)GST_VIDEO_INFO_WIDTH(&info) + others;
    if (swv_has_memory(size)) return TRUE;
    swv_post_no_memory(self, size, &info);
    return FALSE;
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
static void deepen(const SwvMixerPad *pad, GstVideoFrame *frame) {
    const GstVideoInfo *from = &pad->parent.parent.info, *to = &frame->info;
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

/// Mends what the converter has made.
static void finish_conversion(const SwvMixerPad *pad, GstVideoFrame *frame) {
    deepen(pad, frame);
    swv_mixer_make_opaque(&pad->parent.parent.info, frame);
}

static gboolean prepare_frame(
    GstVideoAggregatorPad *input, GstVideoAggregator *mixer, GstBuffer *buffer, GstVideoFrame *prepared) {
    SwvMixerPad *pad = (SwvMixerPad *)input;
    SwvVideoMixer *self = (SwvVideoMixer *)mixer;
    // The other pad is prepared whatever becomes of this one.
    if (!pad->is_mixed || self->has_failed) return TRUE;
    if (pad->whole != NULL) buffer = pad->whole;
    if (pad->is_converted && !can_convert(input, self)) {
        self->has_failed = TRUE;
        return TRUE;
    }
    if (pad->is_converted && swv_mixer_has_few_rows(&input->info)) {
        GstVideoInfo info;
        create_conversion_info((GstVideoAggregatorConvertPad *)pad, mixer, &info);
        const SwvAccess access = swv_mixer_convert_few_rows(pad, &info, buffer, prepared);
        self->has_failed = access != SWV_ACCESS_OK;
        if (access == SWV_ACCESS_NO_MEMORY) swv_post_no_memory(self, GST_VIDEO_INFO_SIZE(&info), &info);
        else if (self->has_failed) swv_post_access(self, access, buffer, &input->info);
        else finish_conversion(pad, prepared);
        return TRUE;
    }
    gboolean is_usable = pad->is_convertible || !pad->is_converted;
    GstBuffer *from = is_usable ? gst_buffer_ref(buffer) : NULL;
    SwvAccess access = is_usable ? SWV_ACCESS_OK : plain_copy(pad, buffer, &from);
    if (access != SWV_ACCESS_OK) {
        swv_post_access(self, access, buffer, &input->info);
        self->has_failed = TRUE;
        return TRUE;
    }
    GstVideoAggregatorPadClass *parent = (GstVideoAggregatorPadClass *)parent_class;
    if (!parent->prepare_frame(input, mixer, from, prepared)) {
        memset(prepared, 0, sizeof(*prepared));
        // It could be mapped a moment ago.
        swv_post_access(self, SWV_ACCESS_REFUSED, from, &input->info);
        self->has_failed = TRUE;
    } else if (pad->is_converted && prepared->buffer != NULL) finish_conversion(pad, prepared);
    gst_buffer_unref(from);
    return TRUE;
}

static void finalize(GObject *object) {
    gst_clear_buffer(&((SwvMixerPad *)object)->whole);
    gst_caps_replace(&((SwvMixerPad *)object)->caps, NULL);
    G_OBJECT_CLASS(parent_class)->finalize(object);
}

static GstFlowReturn flush(GstAggregatorPad *pad, GstAggregator *mixer) {
    SwvVideoMixer *self = (SwvVideoMixer *)mixer;
    g_atomic_int_set(&((SwvMixerPad *)pad)->has_segment, FALSE);
    g_rec_mutex_lock(&self->mixing);
    ((SwvMixerPad *)pad)->shown = NULL;
    gst_clear_buffer(&((SwvMixerPad *)pad)->whole);
    // What the choice of caps has looked at stays (1.22) though its segment has gone, without which the parent class ends the
    // process.
    gst_aggregator_pad_drop_buffer(pad);
    GstFlowReturn result = ((GstAggregatorPadClass *)parent_class)->flush(pad, mixer);
    g_rec_mutex_unlock(&self->mixing);
    return result;
}

static void constructed(GObject *object) {
    G_OBJECT_CLASS(parent_class)->constructed(object);
    gst_video_info_init(&((SwvMixerPad *)object)->measured);
    for (int i = 0; i < 2; i++) gst_video_info_init(&((SwvMixerPad *)object)->matched[i]);
    // Names are "sink_" and a number, which GstAggregator sees to.
    const char *name = strrchr(GST_OBJECT_NAME(object), '_');
    // A live input that has stopped would stay on the screen for ever.
    g_object_set(object, "max-last-buffer-repeat", (guint64)(2 * GST_SECOND), NULL);
    ((SwvMixerPad *)object)->number = name != NULL ? g_ascii_strtoull(name + 1, NULL, 10) : 0;
}

static void class_init(gpointer klass, gpointer data) {
    parent_class = g_type_class_peek_parent(klass);
    ((GObjectClass *)klass)->constructed = constructed;
    ((GObjectClass *)klass)->finalize = finalize;
    ((GstAggregatorPadClass *)klass)->flush = GST_DEBUG_FUNCPTR(flush);
    ((GstVideoAggregatorPadClass *)klass)->prepare_frame = GST_DEBUG_FUNCPTR(prepare_frame);
    ((GstVideoAggregatorConvertPadClass *)klass)->create_conversion_info = GST_DEBUG_FUNCPTR(create_conversion_info);
}

GType swv_mixer_pad_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        const GTypeInfo info = {
            .class_size = sizeof(GstVideoAggregatorConvertPadClass),
            .class_init = class_init,
            .instance_size = sizeof(SwvMixerPad),
        };
        GType made = g_type_register_static(GST_TYPE_VIDEO_AGGREGATOR_CONVERT_PAD, "GstSwiftMixerPad", &info, 0);
        gst_type_mark_as_plugin_api(made, 0);
        g_once_init_leave(&type, made);
    }
    return type;
}
