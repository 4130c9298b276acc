// SPDX-License-Identifier: MIT
// What is negotiated where frames are made of others.

#include "filter.h"

/// What becomes of a width or a height.
typedef struct {
    const SwvConversion *conversion;
    gint reduction;
    gdouble share;
} Scale;

static Scale scale_of(SwvVideoFilter *self, gint plan, gboolean is_height) {
    SwvShare share = swv_part_share(self, plan);
    return (Scale){
        CONVERSION(self), swv_conversion_plan(self, plan)->reduction, is_height ? share.height : share.width};
}

static gint reduced(const Scale *scale, gint length) {
    return scale->conversion->reduced(scale->conversion->context, length, scale->reduction, scale->share);
}

/// The least length whose reduced length is `least` or more; G_MAXINT where none is.
static gint first_length(const Scale *scale, gint least) {
    gint low = 1, high = G_MAXINT;
    while (low < high) {
        gint middle = low + (high - low) / 2;
        if (reduced(scale, middle) >= least) high = middle;
        else low = middle + 1;
    }
    return low;
}

/// Makes `low` and `high`, the ends of a range of lengths on a pad of this direction, those of the other pad's range.
/// Returns FALSE where nothing on the other pad gives any of them.
static gboolean map_range(const Scale *scale, GstPadDirection direction, gint *low, gint *high) {
    if (direction == GST_PAD_SINK) {
        *low = reduced(scale, *low);
        *high = reduced(scale, *high);
        return TRUE;
    }
    gint least = *low;
    *low = first_length(scale, least);
    if (reduced(scale, *low) < least) return FALSE;
    if (*high < G_MAXINT) {
        gint above = first_length(scale, *high + 1);
        // Where no length is above, the greatest of all counts too.
        *high = reduced(scale, above) > *high ? above - 1 : G_MAXINT;
    }
    return *low <= *high;
}

/// Brings a width or height to the other pad. Returns FALSE where there is no such size.
static gboolean
map_length(const Scale *scale, GstPadDirection direction, GstStructure *structure, const char *field) {
    const GValue *value = gst_structure_get_value(structure, field);
    gint low = 1, high = G_MAXINT;
    // A list, which is rare, becomes any length; what is chosen of it is tried.
    if (value != NULL && G_VALUE_HOLDS_INT(value)) {
        low = high = g_value_get_int(value);
    } else if (value != NULL && GST_VALUE_HOLDS_INT_RANGE(value)) {
        low = gst_value_get_int_range_min(value);
        high = gst_value_get_int_range_max(value);
    }
    if (low < 1 || !map_range(scale, direction, &low, &high)) return FALSE;
    if (low == high) gst_structure_set(structure, field, G_TYPE_INT, low, NULL);
    else gst_structure_set(structure, field, GST_TYPE_INT_RANGE, low, high, NULL);
    return TRUE;
}

const SwvPlan *swv_conversion_plan(SwvVideoFilter *self, gint plan) {
    // The last one has all numbers from its own on.
    return &CONVERSION(self)->plans[CLAMP(plan, 1, (gint)CONVERSION(self)->plan_count) - 1];
}

gboolean swv_conversion_keeps_format(SwvVideoFilter *self) { return CONVERSION(self)->output_formats == NULL; }

/// Makes sizes and orientation those of the other pad. Returns FALSE where there are none.
static gboolean map_structure(SwvVideoFilter *self, gint plan, GstPadDirection direction, GstStructure *structure) {
    const SwvPlan *which = swv_conversion_plan(self, plan);
    if (!swv_turn_caps(which, direction, structure)) return FALSE;
    if (which->reduction <= 1 && !which->shows_part) return TRUE;
    const Scale width = scale_of(self, plan, FALSE), height = scale_of(self, plan, TRUE);
    return map_length(&width, direction, structure, "width") && map_length(&height, direction, structure, "height");
}

/// The caps of the other pad that go with those of this one; of any size and orientation with a plan of 0.
static GstCaps *transformed(SwvVideoFilter *self, GstPadDirection direction, GstCaps *caps, gint plan) {
    // What passes may be any raw video.
    if (plan == 1 && swv_conversion_keeps_format(self)) return gst_caps_ref(caps);
    GstCaps *sizes = gst_caps_new_empty();
    for (guint i = 0; i < gst_caps_get_size(caps); i++) {
        GstCapsFeatures *features = gst_caps_get_features(caps, i);
        if (features != NULL && !gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)) continue;
        GstStructure *structure = gst_structure_copy(gst_caps_get_structure(caps, i));
        if (!swv_conversion_keeps_format(self))
            gst_structure_remove_fields(structure, "format", "colorimetry", "chroma-site", NULL);
        if (plan == 0) {
            gst_structure_remove_fields(structure, "width", "height", NULL);
            if (swv_conversion_keeps_format(self))
                gst_structure_remove_fields(structure, "pixel-aspect-ratio", "interlace-mode", "field-order", NULL);
        } else if (!map_structure(self, plan, direction, structure)) {
            gst_structure_free(structure);
            continue;
        }
        sizes = gst_caps_merge_structure(sizes, structure);
    }
    GstCaps *formats = direction == GST_PAD_SINK ? CLASS(self)->output_caps : CLASS(self)->input_caps;
    GstCaps *result = gst_caps_intersect_full(sizes, formats, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(sizes);
    return result;
}

/// What upstream has been told; before the first caps, with the last answer.
static gint negotiated_plan(SwvVideoFilter *self) {
    gint answered = g_atomic_int_get(&self->answered);
    return g_atomic_int_get(&self->configured) == 0 && answered != 0 ? answered : g_atomic_int_get(&self->plan);
}

/// Whether frames of such caps are those that come now.
static gboolean are_present(GstBaseTransform *base, GstCaps *caps) {
    GstCaps *present = gst_pad_get_current_caps(base->sinkpad);
    gboolean result = present != NULL && gst_caps_is_equal(present, caps);
    if (present != NULL) gst_caps_unref(present);
    return result;
}

GstCaps *
swv_conversion_transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    gint plan = g_atomic_int_get(&self->asked);
    // Until other frames come, those of now may have to be negotiated again.
    if (plan == 0 || (direction == GST_PAD_SINK && are_present(base, caps)))
        plan = negotiated_plan(self);
    GstCaps *result = transformed(self, direction, caps, plan);
    if (filter != NULL) {
        GstCaps *filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(result);
        result = filtered;
    }
    return result;
}

// Another plan

gboolean swv_conversion_fits(SwvVideoFilter *self, GstCaps *caps, gint plan) {
    GstCaps *made = transformed(self, GST_PAD_SINK, caps, plan);
    GstCaps *taken = gst_pad_peer_query_caps(((GstBaseTransform *)self)->srcpad, made);
    gboolean fits = gst_caps_can_intersect(made, taken);
    gst_caps_unref(taken);
    gst_caps_unref(made);
    return fits;
}

/// What upstream would have to send for a plan to make what downstream takes.
static GstCaps *needed(SwvVideoFilter *self, gint plan) {
    GstCaps *taken = gst_pad_peer_query_caps(((GstBaseTransform *)self)->srcpad, CLASS(self)->output_caps);
    GstCaps *result = transformed(self, GST_PAD_SRC, taken, plan);
    gst_caps_unref(taken);
    return result;
}

/// A length that caps allow, near `from`; if possible one that is reduced without a rest. 0 where they don't say.
static gint near_length(const Scale *scale, const GstStructure *structure, const char *field, gint from) {
    const GValue *value = gst_structure_get_value(structure, field);
    if (value != NULL && G_VALUE_HOLDS_INT(value)) return g_value_get_int(value);
    if (value == NULL || !GST_VALUE_HOLDS_INT_RANGE(value)) return 0;
    gint low = gst_value_get_int_range_min(value), high = gst_value_get_int_range_max(value);
    from = CLAMP(from, low, high);
    for (gint i = 0; i < 128; i++) {
        gint64 length = (gint64)from + (i % 2 == 0 ? i / 2 : -(i / 2 + 1));
        if (length >= low && length <= high && length > 0 &&
            (gint64)reduced(scale, (gint)length) * scale->reduction == length)
            return (gint)length;
    }
    return from;
}

typedef struct {
    char text[32];
} Size;

static Size size_of(SwvVideoFilter *self, gint plan, GstCaps *caps, GstCaps *near) {
    Size size = {"another size"};
    if (gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return size;
    const GstStructure *from = gst_caps_get_structure(near, 0), *structure = gst_caps_get_structure(caps, 0);
    gint width = 0, height = 0;
    gst_structure_get_int(from, "width", &width);
    gst_structure_get_int(from, "height", &height);
    const Scale across = scale_of(self, plan, FALSE), down = scale_of(self, plan, TRUE);
    width = near_length(&across, structure, "width", width);
    height = near_length(&down, structure, "height", height);
    if (width > 0 && height > 0) g_snprintf(size.text, sizeof(size.text), "%dx%d", width, height);
    return size;
}

/// The sizes that a message is about.
typedef struct {
    Size input, made, needed;
} Sizes;

static Sizes sizes_of(SwvVideoFilter *self, GstCaps *caps, gint plan) {
    GstCaps *made = transformed(self, GST_PAD_SINK, caps, plan), *other = needed(self, plan);
    Sizes sizes = {
        size_of(self, 1, caps, caps), size_of(self, 1, made, caps), size_of(self, plan, other, caps)};
    gst_caps_unref(made);
    gst_caps_unref(other);
    return sizes;
}

gint swv_conversion_choose(SwvVideoFilter *self, GstCaps *caps, gint wanted) {
    gint present = g_atomic_int_get(&self->configured);
    // Where no size fits, it is not the size that negotiation fails for.
    if (swv_conversion_fits(self, caps, wanted) || !swv_conversion_fits(self, caps, 0)) return wanted;
    gboolean stays = present != 0 && present != wanted && swv_conversion_fits(self, caps, present);
    Sizes sizes = sizes_of(self, caps, wanted);
    char *text = g_strdup_printf(
        "%s: %s makes %s of %s, which downstream does not take. Let it take that, or send %s.",
        GST_OBJECT_NAME(self), swv_conversion_plan(self, wanted)->name, sizes.made.text, sizes.input.text, sizes.needed.text);
    if (stays)
        GST_ELEMENT_WARNING(
            self, CORE, NEGOTIATION,
            ("%s Until then %s stays in use.", text, swv_conversion_plan(self, present)->name), (NULL));
    else GST_ELEMENT_ERROR(self, CORE, NEGOTIATION, ("%s", text), (NULL));
    g_free(text);
    return stays ? present : wanted;
}

gint swv_conversion_choose_new(SwvVideoFilter *self, GstCaps *caps, gint wanted) {
    gint asked = g_atomic_int_get(&self->asked);
    gint negotiated = asked != 0 ? asked : negotiated_plan(self);
    // Caps that are sent again are upstream's answer to being asked.
    if (are_present((GstBaseTransform *)self, caps) || swv_conversion_fits(self, caps, wanted))
        return swv_conversion_choose(self, caps, wanted);
    guint others = self->used & ~(1u << wanted);
    for (gint i = 0; i <= SWV_MAX_PLANS; i++) {
        // That one first.
        gint other = i == 0 ? negotiated : i;
        if ((i != 0 && (others & 1u << i) == 0) || other == wanted || !swv_conversion_fits(self, caps, other)) continue;
        self->checks_again = TRUE;
        return other;
    }
    return swv_conversion_choose(self, caps, wanted);
}

gboolean swv_conversion_ask(SwvVideoFilter *self, GstCaps *caps, gint wanted) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    GstCaps *other = needed(self, wanted);
    GstCaps *sent = gst_pad_peer_query_caps(base->sinkpad, other);
    gboolean can = gst_caps_can_intersect(other, sent);
    gst_caps_unref(sent);
    gst_caps_unref(other);
    if (!can) return FALSE;
    Sizes sizes = sizes_of(self, caps, wanted);
    GST_ELEMENT_INFO(
        self, CORE, NEGOTIATION,
        ("%s: %s makes %s of %s, which downstream does not take; upstream is asked for %s.",
            GST_OBJECT_NAME(self), swv_conversion_plan(self, wanted)->name, sizes.made.text, sizes.input.text, sizes.needed.text),
        (NULL));
    self->used |= 1u << wanted;
    g_atomic_int_set(&self->asked, wanted);
    gst_base_transform_reconfigure_sink(base);
    return TRUE;
}

/// Takes of what downstream allows the formats that the settings prefer, if there are any.
GstCaps *swv_conversion_fixate_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *other) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    if (direction == GST_PAD_SINK && !swv_conversion_keeps_format(self)) {
        g_mutex_lock(&self->instance.settings.lock);
        const char *formats =
            CONVERSION(self)->preferred_formats(CONVERSION(self)->context, self->instance.settings.values);
        g_mutex_unlock(&self->instance.settings.lock);
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
gboolean swv_conversion_transform_size(
    GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, gsize size, GstCaps *other, gsize *result) {
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, other)) return FALSE;
    *result = GST_VIDEO_INFO_SIZE(&info);
    return TRUE;
}
