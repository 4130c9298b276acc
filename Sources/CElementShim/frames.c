// SPDX-License-Identifier: MIT
// Frames in GstBuffers: whether what comes is what was announced.

#include "private.h"

GstCaps *swv_format_caps(const char *formats) {
    char *native = g_strdup_printf(
        "video/x-raw, format = (string) %s, width = " GST_VIDEO_SIZE_RANGE ", height = " GST_VIDEO_SIZE_RANGE
        ", framerate = " GST_VIDEO_FPS_RANGE,
        formats);
    GstCaps *caps = gst_caps_from_string(native);
    g_free(native);
    return caps;
}

GstCaps *swv_kept_caps(const char *formats) {
    GstCaps *caps = swv_format_caps(formats);
    GST_MINI_OBJECT_FLAG_SET(caps, GST_MINI_OBJECT_FLAG_MAY_BE_LEAKED);
    return caps;
}

gboolean swv_is_one_frame(const GstVideoInfo *info) {
    return GST_VIDEO_INFO_INTERLACE_MODE(info) != GST_VIDEO_INTERLACE_MODE_FIELDS &&
        GST_VIDEO_INFO_MULTIVIEW_MODE(info) != GST_VIDEO_MULTIVIEW_MODE_SEPARATED;
}

gboolean swv_meta_fits(const GstVideoInfo *info, GstBuffer *buffer) {
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    return meta == NULL ||
        (meta->format == GST_VIDEO_INFO_FORMAT(info) && meta->n_planes == GST_VIDEO_INFO_N_PLANES(info) &&
            meta->width >= (guint)GST_VIDEO_INFO_WIDTH(info) && meta->height >= (guint)GST_VIDEO_INFO_HEIGHT(info));
}

gboolean swv_frame_fits(const SwvGeometry *g, const GstVideoFrame *frame) {
    if (g->plane_count > (int)GST_VIDEO_FRAME_N_PLANES(frame)) return FALSE;
    for (int i = 0; i < g->plane_count; i++) {
        const guint8 *data = GST_VIDEO_FRAME_PLANE_DATA(frame, i);
        gint64 stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, i);
        gint64 rows = GST_VIDEO_FRAME_IS_INTERLACED(frame) ? g->interlaced_rows[i] : g->rows[i];
        if (stride < g->row_bytes[i]) return FALSE;
        gint64 needed = (rows - 1) * stride + g->row_bytes[i];
        // Planes of one memory share a map, planes of several have one each.
        gboolean inside = FALSE;
        for (int m = 0; m < GST_VIDEO_MAX_PLANES && !inside; m++) {
            const guint8 *start = frame->map[m].data;
            if (start == NULL || data < start) continue;
            inside = (gint64)(data - start) + needed <= (gint64)frame->map[m].size;
        }
        if (!inside) return FALSE;
    }
    return TRUE;
}

SwvFrame swv_frame(const SwvGeometry *geometry, const GstVideoFrame *frame) {
    SwvFrame result = {.time = -1, .unclipped_time = INT64_MIN, .duration = -1};
    swv_frame_fields(&result, frame);
    for (int i = 0; i < SWV_MAX_PLANES; i++) {
        int plane = i < geometry->plane_count ? i : 0;
        result.data[i] = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        result.stride[i] = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
    }
    return result;
}

void swv_warn_of_buffer(GstElement *element, const GstVideoInfo *info, GstBuffer *buffer, const char *consequence) {
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    const gint *stride = meta != NULL ? meta->stride : info->stride;
    char *said = meta == NULL
        ? NULL
        : g_strdup_printf(
              ", whose video meta says %ux%u %s of %u planes", meta->width, meta->height,
              gst_video_format_to_string(meta->format), meta->n_planes);
    GST_ELEMENT_WARNING(
        element, STREAM, FORMAT,
        ("A buffer of %" G_GSIZE_FORMAT " bytes with strides %d, %d, %d%s does not hold the %dx%d %s frame its caps "
         "announce; it %s.",
            gst_buffer_get_size(buffer), stride[0], stride[1], stride[2], said != NULL ? said : "",
            GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info), consequence),
        (NULL));
    g_free(said);
}
