// SPDX-License-Identifier: MIT
// What comes with a mixer's frame: flags and metas.

#include "mixer.h"

typedef struct {
    GstBuffer *to;
    GstVideoMetaTransform sizes; ///< of the input, and of it in the output
    gboolean is_scaled;
    const SwvLayerPlace *place; ///< a part of the output, or more of it, which metas can't be told; NULL: it is the whole
    gboolean is_first;  ///< of the frames that show the buffer
} Copy;

/// What is to be read or added up once, not with each frame that shows the same frame.
static gboolean comes_once(const GstMetaInfo *info) {
    return info->api == GST_VIDEO_CAPTION_META_API_TYPE || info->api == GST_VIDEO_TIME_CODE_META_API_TYPE;
}

/// A region of the input where it lies in the output, as far as that is seen.
static void place_region(const Copy *copy, const GstVideoRegionOfInterestMeta *region) {
    const GstVideoInfo *input = copy->sizes.in_info, *output = copy->sizes.out_info;
    const SwvLayerPlace *place = copy->place;
    const gint64 columns = GST_VIDEO_INFO_WIDTH(input), rows = GST_VIDEO_INFO_HEIGHT(input);
    const gint64 right = place->x + ((gint64)region->x + region->w) * place->width / columns;
    const gint64 bottom = place->y + ((gint64)region->y + region->h) * place->height / rows;
    const gint64 x = MAX(place->x + (gint64)region->x * place->width / columns, 0);
    const gint64 y = MAX(place->y + (gint64)region->y * place->height / rows, 0);
    const gint64 width = MIN(right, GST_VIDEO_INFO_WIDTH(output)) - x;
    const gint64 height = MIN(bottom, GST_VIDEO_INFO_HEIGHT(output)) - y;
    if (width <= 0 || height <= 0) return;
    GstVideoRegionOfInterestMeta *placed = gst_buffer_add_video_region_of_interest_meta_id(
        copy->to, region->roi_type, (guint)x, (guint)y, (guint)width, (guint)height);
    placed->id = region->id;
    placed->parent_id = region->parent_id;
    for (GList *l = region->params; l != NULL; l = l->next)
        gst_video_region_of_interest_meta_add_param(placed, gst_structure_copy(l->data));
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
        if (copy->place != NULL) {
            if (info->api == GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)
                place_region(copy, (const GstVideoRegionOfInterestMeta *)*meta);
            return TRUE;
        }
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
    const gboolean is_whole = place->x == 0 && place->y == 0 && place->width == GST_VIDEO_INFO_WIDTH(output) &&
        place->height == GST_VIDEO_INFO_HEIGHT(output);
    Copy copy = {
        .to = to,
        .sizes = {.in_info = info, .out_info = output},
        .is_scaled = GST_VIDEO_INFO_WIDTH(info) != GST_VIDEO_INFO_WIDTH(output) ||
            GST_VIDEO_INFO_HEIGHT(info) != GST_VIDEO_INFO_HEIGHT(output),
        .place = is_whole ? NULL : place,
        .is_first = is_first,
    };
    gst_buffer_foreach_meta(from, copy_meta, &copy);
}
