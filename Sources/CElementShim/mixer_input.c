// SPDX-License-Identifier: MIT
// The frames of an input of a mixer: what comes is checked, and converted where it differs from the output.

#include "mixer.h"

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
    const GstVideoInfo *info = &pad->held.info;
    GstBuffer *buffer = pad->held.buffer;
    *result = NULL;
    gst_clear_buffer(&pad->whole);
    if (buffer == NULL) return TRUE;
    if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_UNKNOWN) {
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
            swv_post_access(mixer, copied, buffer, info);
            return FALSE;
        }
        buffer = pad->whole;
    }
    if (!gst_video_info_is_equal(&pad->measured, info)) {
        SwvVideoInfo said = swv_video_info(info);
        SwvError error;
        // Fails for formats that caps do not allow; then nothing fits.
        if (!d->measure(d->element.context, &said, &pad->geometry, &error)) pad->geometry.plane_count = G_MAXINT;
        pad->measured = *info;
        pad->has_warned = FALSE;
    }
    GstVideoFrame frame;
    SwvAccess access = swv_frame_map(&frame, info, &pad->geometry, buffer, GST_MAP_READ);
    if (access == SWV_ACCESS_OK) {
        pad->is_convertible = is_convertible(&frame, info);
        pad->is_interlaced = GST_VIDEO_FRAME_IS_INTERLACED(&frame);
        gst_video_frame_unmap(&frame);
        *result = buffer;
        return TRUE;
    }
    if (access != SWV_ACCESS_UNSOUND) {
        swv_post_access(mixer, access, buffer, info);
        return FALSE;
    }
    if (!pad->has_warned) swv_warn_of_buffer(mixer, info, buffer, "is left out");
    pad->has_warned = TRUE;
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
    const GstVideoInfo *info = &pad->held.info;
    if (gst_video_info_is_equal(&pad->matched[0], info) && gst_video_info_is_equal(&pad->matched[1], output)) return;
    pad->matched[0] = *info;
    pad->matched[1] = *output;
    swv_mixer_pad_forget(pad);
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
describe_converted(const SwvMixerPad *pad, const GstVideoInfo *to, GstVideoInfo *info) {
    const GstVideoInfo *from = &pad->held.info;
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
    const GstVideoInfo *info = &pad->held.info;
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

/// Whether GStreamer can convert a frame, whose bytes it counts in an int (1.22); posts an error if not.
static gboolean can_convert(const SwvMixerPad *pad, SwvVideoMixer *self, const GstVideoInfo *to) {
    const GstVideoInfo *info = &pad->held.info;
    if (GST_VIDEO_INFO_SIZE(to) <= G_MAXINT) return TRUE;
    GST_ELEMENT_ERROR(
        self, STREAM, FORMAT,
        ("A %dx%d %s frame can't be converted to %s, as it has more than 2 GiB. Give both inputs the same format.",
            GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info), GST_VIDEO_INFO_NAME(to)),
        (NULL));
    return FALSE;
}

/// Converts a checked frame, and maps the result.
static SwvAccess convert(SwvMixerPad *pad, const GstVideoInfo *to, GstBuffer *buffer, GstVideoFrame *prepared) {
    const GstVideoInfo *info = &pad->held.info;
    GstAllocationParams params = {.align = 15};
    if (pad->converted == NULL)
        pad->converted = gst_buffer_new_allocate(swv_allocator(), GST_VIDEO_INFO_SIZE(to), &params);
    if (pad->converted == NULL) return SWV_ACCESS_NO_MEMORY;
    GstBuffer *from = pad->is_convertible ? gst_buffer_ref(buffer) : NULL;
    SwvAccess access = pad->is_convertible ? SWV_ACCESS_OK : plain_copy(pad, buffer, &from);
    // Last of all: what comes after it could take the memory that it has been found to leave.
    if (access == SWV_ACCESS_OK && pad->converter == NULL) pad->converter = swv_mixer_new_converter(info, to);
    if (access == SWV_ACCESS_OK && pad->converter == NULL) access = SWV_ACCESS_NO_MEMORY;
    GstVideoFrame frame;
    if (access == SWV_ACCESS_OK) access = swv_frame_map(&frame, info, &pad->geometry, from, GST_MAP_READ);
    if (access == SWV_ACCESS_OK) {
        if (gst_video_frame_map(prepared, to, pad->converted, GST_MAP_READWRITE))
            gst_video_converter_frame(pad->converter, &frame, prepared);
        else access = SWV_ACCESS_NO_MEMORY;
        gst_video_frame_unmap(&frame);
    }
    gst_clear_buffer(&from);
    return access;
}

gboolean swv_mixer_pad_prepare(
    SwvMixerPad *pad, gpointer mixer, const GstVideoInfo *output, GstBuffer *buffer, GstVideoFrame *prepared) {
    const GstVideoInfo *info = &pad->held.info;
    SwvAccess access;
    GstVideoInfo to = *info;
    if (!pad->is_converted) access = swv_frame_map(prepared, info, &pad->geometry, buffer, GST_MAP_READ);
    else {
        describe_converted(pad, output, &to);
        if (!can_convert(pad, mixer, &to)) return FALSE;
        access = swv_mixer_has_few_rows(info, &to) ? swv_mixer_convert_few_rows(pad, &to, buffer, prepared)
                                              : convert(pad, &to, buffer, prepared);
    }
    if (access == SWV_ACCESS_OK) {
        if (pad->is_converted) swv_mixer_mend(info, prepared);
        return TRUE;
    }
    memset(prepared, 0, sizeof(*prepared));
    if (access == SWV_ACCESS_NO_MEMORY) swv_post_no_memory(mixer, GST_VIDEO_INFO_SIZE(&to), &to);
    // It could be mapped a moment ago.
    else swv_post_access(mixer, SWV_ACCESS_REFUSED, buffer, info);
    return FALSE;
}

void swv_mixer_pad_forget(SwvMixerPad *pad) {
    if (pad->converter != NULL) gst_video_converter_free(g_steal_pointer(&pad->converter));
    gst_clear_buffer(&pad->converted);
}
