// SPDX-License-Identifier: MIT
// What comes with a mixer's frame: flags and metas.

#include "mixer.h"

typedef struct {
    GstBuffer *to;
    GstVideoMetaTransform sizes; ///< of the input, and of it in the output
    gboolean is_scaled;
    gboolean has_position; ///< somewhere in the output, which metas can't be told
    gboolean is_first;  ///< of the frames that show the buffer
} Copy;

/// What is to be read or added up once, not with each frame that shows the same frame.
static gboolean comes_once(const GstMetaInfo *info) {
    return info->api == GST_VIDEO_CAPTION_META_API_TYPE || info->api == GST_VIDEO_TIME_CODE_META_API_TYPE;
}

static gboolean copy_meta(GstBuffer *from, GstMeta **meta, gpointer data) {
    Copy *copy = data;
    const GstMetaInfo *info = (*meta)->info;
    // Not what describes the memory: the output has its own.
    if (info->transform_func == NULL || info->api == GST_VIDEO_META_API_TYPE ||
        gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_MEMORY_STR)) ||
        info->api == GST_PARENT_BUFFER_META_API_TYPE || (comes_once(info) && !copy->is_first))
        return TRUE;
    if (gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_SIZE_STR))) {
        if (copy->has_position) return TRUE;
        if (copy->is_scaled) {
            info->transform_func(copy->to, *meta, from, gst_video_meta_transform_scale_get_quark(), &copy->sizes);
            return TRUE;
        }
    }
    GstMetaTransformCopy plain = {.region = FALSE, .offset = 0, .size = (gsize)-1};
    info->transform_func(copy->to, *meta, from, g_quark_from_static_string("gst-copy"), &plain);
    return TRUE;
}

static gboolean remove_repeated(GstBuffer *buffer, GstMeta **meta, gpointer data) {
    if (comes_once((*meta)->info)) *meta = NULL;
    return TRUE;
}

void swv_mixer_take_properties(SwvVideoMixer *self, int input, gboolean is_forwarded, GstBuffer *to) {
    const guint flags = GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF | GST_VIDEO_BUFFER_FLAG_RFF |
        GST_VIDEO_BUFFER_FLAG_ONEFIELD;
    GstBuffer *from = self->buffers[input];
    SwvHeld *held = &self->inputs[input]->held;
    GstVideoInfo *output = &self->info, *info = &held->info;
    GST_BUFFER_FLAG_UNSET(to, flags);
    GST_BUFFER_FLAG_SET(to, GST_BUFFER_FLAGS(from) & flags);
    // An input of the other order does not change what the output's caps say.
    if (GST_VIDEO_INFO_FIELD_ORDER(output) == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST)
        GST_BUFFER_FLAG_SET(to, GST_VIDEO_BUFFER_FLAG_TFF);
    if (GST_VIDEO_INFO_FIELD_ORDER(output) == GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST)
        GST_BUFFER_FLAG_UNSET(to, GST_VIDEO_BUFFER_FLAG_TFF);
    const gboolean is_first = held->is_new;
    held->is_new = FALSE;
    if (is_forwarded) {
        if (!is_first) gst_buffer_foreach_meta(to, remove_repeated, NULL);
        return;
    }
    const SwvLayerPlace *place = &self->places[input];
    Copy copy = {
        .to = to,
        .sizes = {.in_info = info, .out_info = output},
        .is_scaled = GST_VIDEO_INFO_WIDTH(info) != GST_VIDEO_INFO_WIDTH(output) ||
            GST_VIDEO_INFO_HEIGHT(info) != GST_VIDEO_INFO_HEIGHT(output),
        .has_position = place->x != 0 || place->y != 0 || place->width != GST_VIDEO_INFO_WIDTH(output) ||
            place->height != GST_VIDEO_INFO_HEIGHT(output),
        .is_first = is_first,
    };
    gst_buffer_foreach_meta(from, copy_meta, &copy);
}
