// What a converter negotiates.

#include "converter.h"

/// The least length whose reduced length is `least` or more; G_MAXINT where none is.
static gint first_length(const SwvVideoConverterDescriptor *d, gint reduction, gint least) {
    gint low = 1, high = G_MAXINT;
    while (low < high) {
        gint middle = low + (high - low) / 2;
        if (d->reduced(d->element.context, middle, reduction) >= least) high = middle;
        else low = middle + 1;
    }
    return low;
}

/// Makes `low` and `high`, the ends of a range of lengths on a pad of this direction, those of the other pad's range.
/// Returns FALSE where nothing on the other pad gives any of them.
static gboolean
map_range(const SwvVideoConverterDescriptor *d, gint reduction, GstPadDirection direction, gint *low, gint *high) {
    if (direction == GST_PAD_SINK) {
        *low = d->reduced(d->element.context, *low, reduction);
        *high = d->reduced(d->element.context, *high, reduction);
        return TRUE;
    }
    *low = first_length(d, reduction, *low);
    if (*high < G_MAXINT) {
        gint above = first_length(d, reduction, *high + 1);
        // Where no length is above, the greatest of all counts too.
        *high = d->reduced(d->element.context, above, reduction) > *high ? above - 1 : G_MAXINT;
    }
    return *low <= *high;
}

/// Brings a width or height to the other pad. Returns FALSE where there is no such size.
static gboolean map_length(
    const SwvVideoConverterDescriptor *d, gint reduction, GstPadDirection direction, GstStructure *structure,
    const char *field) {
    const GValue *value = gst_structure_get_value(structure, field);
    gint low = 1, high = G_MAXINT;
    // A list, which is rare, becomes any length; what is chosen of it is tried.
    if (value != NULL && G_VALUE_HOLDS_INT(value)) {
        low = high = g_value_get_int(value);
    } else if (value != NULL && GST_VALUE_HOLDS_INT_RANGE(value)) {
        low = gst_value_get_int_range_min(value);
        high = gst_value_get_int_range_max(value);
    }
    if (low < 1 || !map_range(d, reduction, direction, &low, &high)) return FALSE;
    if (low == high) gst_structure_set(structure, field, G_TYPE_INT, low, NULL);
    else gst_structure_set(structure, field, GST_TYPE_INT_RANGE, low, high, NULL);
    return TRUE;
}

GstCaps *
swv_converter_transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    gint reduction = g_atomic_int_get(&self->reduction);
    GstCaps *sizes = gst_caps_new_empty();
    for (guint i = 0; i < gst_caps_get_size(caps); i++) {
        GstCapsFeatures *features = gst_caps_get_features(caps, i);
        if (features != NULL && !gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)) continue;
        GstStructure *structure = gst_structure_copy(gst_caps_get_structure(caps, i));
        gst_structure_remove_fields(structure, "format", "colorimetry", "chroma-site", NULL);
        if (reduction != 1 &&
            (!map_length(DESCRIPTOR(self), reduction, direction, structure, "width") ||
                !map_length(DESCRIPTOR(self), reduction, direction, structure, "height"))) {
            gst_structure_free(structure);
            continue;
        }
        sizes = gst_caps_merge_structure(sizes, structure);
    }
    GstCaps *formats = direction == GST_PAD_SINK ? CLASS(self)->output_caps : CLASS(self)->input_caps;
    GstCaps *result = gst_caps_intersect_full(sizes, formats, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(sizes);
    if (filter != NULL) {
        GstCaps *filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(result);
        result = filtered;
    }
    return result;
}

/// Takes of what downstream allows the formats that the settings prefer, if there are any.
GstCaps *swv_converter_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    if (direction == GST_PAD_SINK) {
        pthread_mutex_lock(&self->instance.settings.lock);
        const char *formats =
            DESCRIPTOR(self)->preferred_formats(ELEMENT(self)->context, self->instance.settings.values);
        pthread_mutex_unlock(&self->instance.settings.lock);
        self->preferred = formats;
        GstCaps *preferred = swv_format_caps(formats);
        GstCaps *both = gst_caps_intersect_full(other, preferred, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(preferred);
        if (gst_caps_is_empty(both)) {
            gst_caps_unref(both);
        } else {
            gst_caps_unref(other);
            other = both;
        }
    }
    return gst_caps_fixate(other);
}

/// Buffers may be padded, so a size says nothing of the other pad's.
gboolean swv_converter_transform_size(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *other, gsize *result) {
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, other)) return FALSE;
    *result = GST_VIDEO_INFO_SIZE(&info);
    return TRUE;
}
