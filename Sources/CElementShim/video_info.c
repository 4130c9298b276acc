// SPDX-License-Identifier: MIT
#include "private.h"

/// The matrix whose weights make luma of R'G'B', which comes without one: that of its primaries' standard.
static GstVideoColorMatrix matrix_of_primaries(GstVideoColorPrimaries primaries) {
    switch (primaries) {
    case GST_VIDEO_COLOR_PRIMARIES_BT2020:
        return GST_VIDEO_COLOR_MATRIX_BT2020;
    case GST_VIDEO_COLOR_PRIMARIES_SMPTE170M:
    case GST_VIDEO_COLOR_PRIMARIES_BT470BG:
        return GST_VIDEO_COLOR_MATRIX_BT601;
    case GST_VIDEO_COLOR_PRIMARIES_SMPTE240M:
        return GST_VIDEO_COLOR_MATRIX_SMPTE240M;
    default:
        return GST_VIDEO_COLOR_MATRIX_BT709;
    }
}

GstVideoColorRange swv_color_range(const GstVideoInfo *info) {
    GstVideoColorRange range = info->colorimetry.range;
    if (range != GST_VIDEO_COLOR_RANGE_UNKNOWN) return range;
    return GST_VIDEO_INFO_IS_YUV(info) ? GST_VIDEO_COLOR_RANGE_16_235 : GST_VIDEO_COLOR_RANGE_0_255;
}

SwvVideoInfo swv_video_info(const GstVideoInfo *info) {
    const GstVideoFormatInfo *finfo = info->finfo;
    SwvVideoInfo result = {
        .format = GST_VIDEO_FORMAT_INFO_NAME(finfo),
        .width = GST_VIDEO_INFO_WIDTH(info),
        .height = GST_VIDEO_INFO_HEIGHT(info),
        .rate_numerator = GST_VIDEO_INFO_FPS_N(info),
        .rate_denominator = GST_VIDEO_INFO_FPS_D(info),
    };
    // Caps may leave colours unknown, "colorimetry=0:0:0:0"; then these are what GStreamer assumes of new caps.
    GstVideoColorMatrix matrix = info->colorimetry.matrix;
    if (GST_VIDEO_FORMAT_INFO_IS_RGB(finfo)) matrix = matrix_of_primaries(info->colorimetry.primaries);
    result.has_matrix = gst_video_color_matrix_get_Kr_Kb(matrix, &result.kr, &result.kb);
    gint offset[GST_VIDEO_MAX_COMPONENTS], scale[GST_VIDEO_MAX_COMPONENTS];
    gst_video_color_range_offsets(swv_color_range(info), finfo, offset, scale);
    result.luma_offset = offset[0];
    result.luma_scale = scale[0];
    result.chroma_offset = offset[1];
    result.chroma_scale = scale[1];
    result.has_fields = GST_VIDEO_INFO_IS_INTERLACED(info);
    // Unknown is in the middle, and anywhere.
    result.knows_chroma_site = info->chroma_site != GST_VIDEO_CHROMA_SITE_UNKNOWN;
    result.chroma_is_left = (info->chroma_site & GST_VIDEO_CHROMA_SITE_H_COSITED) != 0;
    result.chroma_is_top = (info->chroma_site & GST_VIDEO_CHROMA_SITE_V_COSITED) != 0;
    return result;
}

gboolean swv_info_from_caps(GstVideoInfo *info, const GstCaps *caps) {
    if (!gst_video_info_from_caps(info, caps)) return FALSE;
    // GStreamer (1.22) takes that of the default colours where caps say none.
    const char *site = gst_structure_get_string(gst_caps_get_structure(caps, 0), "chroma-site");
    if (site != NULL) info->chroma_site = gst_video_chroma_site_from_string(site);
    return TRUE;
}

void swv_frame_fields(SwvFrame *frame, const GstVideoFrame *video) {
    // Of the buffer, since GStreamer takes flags over into frames of some caps only.
    gboolean has_top_flag = GST_BUFFER_FLAG_IS_SET(video->buffer, GST_VIDEO_BUFFER_FLAG_TFF);
    frame->interlaced = GST_VIDEO_FRAME_IS_INTERLACED(video);
    frame->is_discontinuous = GST_BUFFER_FLAG_IS_SET(video->buffer, GST_BUFFER_FLAG_DISCONT);
    frame->fields = SWV_FIELD_BOTH;
    if (GST_BUFFER_FLAG_IS_SET(video->buffer, GST_VIDEO_BUFFER_FLAG_ONEFIELD))
        frame->fields = has_top_flag ? SWV_FIELD_TOP : SWV_FIELD_BOTTOM;
    switch (GST_VIDEO_INFO_FIELD_ORDER(&video->info)) {
    case GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST:
        frame->first_field = SWV_FIELD_TOP;
        break;
    case GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST:
        frame->first_field = SWV_FIELD_BOTTOM;
        break;
    default:
        frame->first_field = has_top_flag ? SWV_FIELD_TOP : SWV_FIELD_BOTTOM;
    }
    frame->offset = GST_BUFFER_OFFSET(video->buffer);
}
