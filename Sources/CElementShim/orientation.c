// SPDX-License-Identifier: MIT
// What belongs to a turn of frames besides their samples: caps, flags, metas, positions and tags.

#include "filter.h"

#include <gst/video/navigation.h>
#include <math.h>

// Caps

/// Makes a pixel aspect ratio, or a range or list of them, that of turned pixels.
static void invert(const GValue *value, GValue *inverted) {
    if (GST_VALUE_HOLDS_FRACTION(value)) {
        g_value_init(inverted, GST_TYPE_FRACTION);
        gst_value_set_fraction(
            inverted, gst_value_get_fraction_denominator(value), MAX(gst_value_get_fraction_numerator(value), 1));
    } else if (GST_VALUE_HOLDS_FRACTION_RANGE(value)) {
        GValue low = G_VALUE_INIT, high = G_VALUE_INIT;
        invert(gst_value_get_fraction_range_max(value), &low);
        invert(gst_value_get_fraction_range_min(value), &high);
        // What nears 0 nears infinity then.
        if (gst_value_get_fraction_numerator(gst_value_get_fraction_range_min(value)) == 0)
            gst_value_set_fraction(&high, G_MAXINT, 1);
        g_value_init(inverted, GST_TYPE_FRACTION_RANGE);
        gst_value_set_fraction_range(inverted, &low, &high);
        g_value_unset(&low);
        g_value_unset(&high);
    } else if (GST_VALUE_HOLDS_LIST(value)) {
        g_value_init(inverted, GST_TYPE_LIST);
        for (guint i = 0; i < gst_value_list_get_size(value); i++) {
            GValue one = G_VALUE_INIT;
            invert(gst_value_list_get_value(value, i), &one);
            gst_value_list_append_and_take_value(inverted, &one);
        }
    } else {
        g_value_init(inverted, G_VALUE_TYPE(value));
        g_value_copy(value, inverted);
    }
}

static void exchange(GstStructure *structure, const char *first, const char *second) {
    GValue values[2] = {G_VALUE_INIT, G_VALUE_INIT};
    const char *names[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        const GValue *value = gst_structure_get_value(structure, names[i]);
        if (value == NULL) continue;
        g_value_init(&values[i], G_VALUE_TYPE(value));
        g_value_copy(value, &values[i]);
    }
    gst_structure_remove_fields(structure, first, second, NULL);
    for (int i = 0; i < 2; i++)
        if (G_IS_VALUE(&values[i])) gst_structure_take_value(structure, names[1 - i], &values[i]);
}

static gboolean holds_string(const GValue *value, const char *string) {
    if (G_VALUE_HOLDS_STRING(value)) return strcmp(g_value_get_string(value), string) == 0;
    for (guint i = 0; GST_VALUE_HOLDS_LIST(value) && i < gst_value_list_get_size(value); i++)
        if (holds_string(gst_value_list_get_value(value, i), string)) return TRUE;
    return FALSE;
}

static void append_string(GValue *list, const char *string) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_STRING);
    g_value_set_static_string(&value, string);
    gst_value_list_append_and_take_value(list, &value);
}

/// Columns have no fields: what comes of interlaced video is progressive.
static gboolean transpose_fields(GstPadDirection direction, GstStructure *structure) {
    gst_structure_remove_field(structure, "field-order");
    const GValue *mode = gst_structure_get_value(structure, "interlace-mode");
    if (mode == NULL) return TRUE;
    if (direction == GST_PAD_SINK) {
        gst_structure_set(structure, "interlace-mode", G_TYPE_STRING, "progressive", NULL);
        return TRUE;
    }
    if (!holds_string(mode, "progressive")) return FALSE;
    GValue any = G_VALUE_INIT;
    g_value_init(&any, GST_TYPE_LIST);
    append_string(&any, "progressive");
    append_string(&any, "interleaved");
    append_string(&any, "mixed");
    gst_structure_take_value(structure, "interlace-mode", &any);
    return TRUE;
}

/// The field that has the uppermost row then has the lowest, which in frames of even height is one of the other field.
static void mirror_fields(GstStructure *structure) {
    const char *order = gst_structure_get_string(structure, "field-order");
    gint height = 0;
    if (order == NULL || (gst_structure_get_int(structure, "height", &height) && height % 2 != 0)) return;
    if (height == 0) {
        gst_structure_remove_field(structure, "field-order");
        return;
    }
    const char *other = strcmp(order, "top-field-first") == 0 ? "bottom-field-first"
        : strcmp(order, "bottom-field-first") == 0            ? "top-field-first"
                                                              : order;
    gst_structure_set(structure, "field-order", G_TYPE_STRING, other, NULL);
}

gboolean swv_turn_caps(const SwvPlan *plan, GstPadDirection direction, GstStructure *structure) {
    if (!plan->transposes) {
        if (plan->from_bottom) mirror_fields(structure);
        return TRUE;
    }
    exchange(structure, "width", "height");
    const GValue *aspect = gst_structure_get_value(structure, "pixel-aspect-ratio");
    if (aspect != NULL) {
        GValue inverted = G_VALUE_INIT;
        invert(aspect, &inverted);
        gst_structure_take_value(structure, "pixel-aspect-ratio", &inverted);
    }
    return transpose_fields(direction, structure);
}

// Buffers

void swv_turn_flags(const SwvPlan *plan, const GstVideoInfo *input, GstBuffer *buffer) {
    if (!GST_VIDEO_INFO_IS_INTERLACED(input)) return;
    if (plan->transposes) {
        GST_BUFFER_FLAG_UNSET(
            buffer,
            GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF | GST_VIDEO_BUFFER_FLAG_RFF |
                GST_VIDEO_BUFFER_FLAG_ONEFIELD);
        return;
    }
    gboolean has_fields = GST_VIDEO_INFO_INTERLACE_MODE(input) != GST_VIDEO_INTERLACE_MODE_MIXED ||
        GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
    if (!plan->from_bottom || GST_VIDEO_INFO_HEIGHT(input) % 2 != 0 || !has_fields) return;
    if (GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF))
        GST_BUFFER_FLAG_UNSET(buffer, GST_VIDEO_BUFFER_FLAG_TFF);
    else GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF);
}

typedef struct {
    guint x, y, width, height;
} Region;

/// Brings one side of a region to the output, which shows `shown` pixels from `from` on in `length`. Returns FALSE where nothing of
/// it is shown.
static gboolean bring(guint *begin, guint *size, gdouble from, gdouble shown, gint length) {
    // What is rounded is no part of a pixel.
    const gdouble scale = length / shown, little = 1e-6;
    const gdouble low = MAX(floor((*begin - from) * scale + little), 0);
    const gdouble high = MIN(ceil(((gdouble)*begin + *size - from) * scale - little), length);
    if (high <= low) return FALSE;
    *begin = (guint)low;
    *size = (guint)(high - low);
    return TRUE;
}

static guint mirrored(guint begin, guint length, gint whole) {
    guint64 end = (guint64)begin + length;
    return end < (guint64)whole ? (guint)(whole - end) : 0;
}

/// Makes a region of the input one of the output. Returns FALSE where nothing of it is shown.
static gboolean turn(
    const SwvPlan *plan, const SwvPlace *place, const GstVideoInfo *input, const GstVideoInfo *output, Region *region) {
    Region r = *region;
    if (plan->from_right) r.x = mirrored(r.x, r.width, GST_VIDEO_INFO_WIDTH(input));
    if (plan->from_bottom) r.y = mirrored(r.y, r.height, GST_VIDEO_INFO_HEIGHT(input));
    *region = plan->transposes ? (Region){r.y, r.x, r.height, r.width} : r;
    return place->width <= 0 ||
        (bring(&region->x, &region->width, place->x, place->width, GST_VIDEO_INFO_WIDTH(output)) &&
            bring(&region->y, &region->height, place->y, place->height, GST_VIDEO_INFO_HEIGHT(output)));
}

void swv_turn_meta(
    const SwvPlan *plan, const SwvPlace *place, const GstVideoInfo *input, const GstVideoInfo *info, GstBuffer *output,
    GstMeta *meta) {
    if (meta->info->api == GST_VIDEO_CROP_META_API_TYPE) {
        const GstVideoCropMeta *crop = (GstVideoCropMeta *)meta;
        Region r = {crop->x, crop->y, crop->width, crop->height};
        if (!turn(plan, place, input, info, &r)) return;
        GstVideoCropMeta *other = gst_buffer_add_video_crop_meta(output);
        other->x = r.x;
        other->y = r.y;
        other->width = r.width;
        other->height = r.height;
    } else if (meta->info->api == GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE) {
        const GstVideoRegionOfInterestMeta *roi = (GstVideoRegionOfInterestMeta *)meta;
        Region r = {roi->x, roi->y, roi->w, roi->h};
        if (!turn(plan, place, input, info, &r)) return;
        GstVideoRegionOfInterestMeta *other =
            gst_buffer_add_video_region_of_interest_meta_id(output, roi->roi_type, r.x, r.y, r.width, r.height);
        other->id = roi->id;
        other->parent_id = roi->parent_id;
        for (const GList *param = roi->params; param != NULL; param = param->next)
            gst_video_region_of_interest_meta_add_param(other, gst_structure_copy(param->data));
    }
}

GstEvent *
swv_turn_pointer(const SwvPlan *plan, const SwvPlace *place, gint width, gint height, GstEvent *event) {
    gdouble x, y;
    if (!swv_get_pointer(event, &x, &y)) return event;
    if (plan->transposes) {
        gdouble across = x;
        x = plan->from_right ? height - y : y;
        y = plan->from_bottom ? width - across : across;
    } else {
        if (plan->from_right) x = width - x;
        if (plan->from_bottom) y = height - y;
    }
    if (place->width > 0 && width > 0 && height > 0) {
        x = place->x + x * (place->width / width);
        y = place->y + y * (place->height / height);
    }
    // Not the ratio of sizes, since a reduced output may be padded.
    return swv_set_pointer(event, x * plan->reduction, y * plan->reduction);
}

// Tags

static void update_method(SwvOrientation *orientation) {
    GstVideoOrientationMethod method = GST_VIDEO_ORIENTATION_IDENTITY;
    for (int scope = 1; scope >= 0; scope--)
        if (orientation->lists[scope] != NULL) gst_video_orientation_from_tag(orientation->lists[scope], &method);
    g_atomic_int_set(&orientation->method, (gint)method);
    orientation->is_new = TRUE;
}

void swv_orientation_clear(SwvOrientation *orientation) {
    for (int scope = 0; scope < 2; scope++) gst_clear_tag_list(&orientation->lists[scope]);
    g_clear_pointer(&orientation->stream_id, g_free);
    update_method(orientation);
}

/// A tag event for downstream: where frames have been turned, of frames that are upright.
static GstEvent *told(const SwvOrientation *orientation, GstTagList *list) {
    if (!orientation->is_followed) return gst_event_new_tag(gst_tag_list_ref(list));
    GstTagList *upright = gst_tag_list_copy(list);
    gst_tag_list_add(upright, GST_TAG_MERGE_REPLACE, GST_TAG_IMAGE_ORIENTATION, "rotate-0", NULL);
    return gst_event_new_tag(upright);
}

GstEvent *swv_orientation_take(SwvOrientation *orientation, GstEvent *event) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START) {
        const char *id;
        gst_event_parse_stream_start(event, &id);
        if (g_strcmp0(id, orientation->stream_id) == 0) return event;
        swv_orientation_clear(orientation);
        orientation->stream_id = g_strdup(id);
    }
    if (GST_EVENT_TYPE(event) != GST_EVENT_TAG) return event;
    GstTagList *list;
    gst_event_parse_tag(event, &list);
    int scope = gst_tag_list_get_scope(list) == GST_TAG_SCOPE_GLOBAL;
    gst_clear_tag_list(&orientation->lists[scope]);
    GstVideoOrientationMethod method;
    // A list without an orientation replaces one that had it.
    gboolean has_orientation = gst_video_orientation_from_tag(list, &method);
    if (has_orientation) orientation->lists[scope] = gst_tag_list_ref(list);
    update_method(orientation);
    if (!has_orientation || !orientation->is_followed) return event;
    GstEvent *other = told(orientation, list);
    gst_event_set_seqnum(other, gst_event_get_seqnum(event));
    gst_event_unref(event);
    return other;
}

void swv_orientation_follow(SwvOrientation *orientation, gboolean follows, GstPad *pad) {
    if (follows == orientation->is_followed) return;
    orientation->is_followed = follows;
    for (int scope = 0; scope < 2; scope++)
        if (orientation->lists[scope] != NULL) gst_pad_push_event(pad, told(orientation, orientation->lists[scope]));
}

gboolean swv_conversion_refuses(SwvVideoFilter *self, guint id, const GValue *value) {
    if ((gint)id - 1 != CONVERSION(self)->direction) return FALSE;
    if (g_value_get_enum(value) != GST_VIDEO_ORIENTATION_CUSTOM) {
        swv_preset_errors_take(&self->instance.settings.preset_errors, self, id, NULL);
        return FALSE;
    }
    swv_preset_errors_take(
        &self->instance.settings.preset_errors, self, id,
        g_error_new(
            GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
            "%s: video-direction=custom is not supported, and the value set before stays. It may be any of the others.",
            GST_OBJECT_NAME(self)));
    return TRUE;
}
