// SPDX-License-Identifier: MIT
// What a mixer negotiates.

#include "mixer.h"

void swv_mixer_find_inputs(SwvVideoMixer *self, SwvMixerPad **inputs) {
    inputs[0] = inputs[1] = NULL;
    for (GList *l = ((GstElement *)self)->sinkpads; l != NULL; l = l->next) {
        SwvMixerPad *pad = l->data;
        if (inputs[0] == NULL) {
            inputs[0] = pad;
        } else if (pad->number < inputs[0]->number) {
            inputs[1] = inputs[0];
            inputs[0] = pad;
        } else {
            inputs[1] = pad;
        }
    }
}

/// An input's format and colours, with those fields of its caps that GstVideoInfo lacks.
static GstCaps *wanted_caps(const GstVideoInfo *info, const SwvMixerPad *pad) {
    static const char *const display[] = {"mastering-display-info", "content-light-level"};
    if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_UNKNOWN) return NULL;
    GstCaps *result = gst_video_info_to_caps(info);
    gst_structure_remove_fields(
        gst_caps_get_structure(result, 0), "width", "height", "framerate", "pixel-aspect-ratio", "interlace-mode",
        "field-order", NULL);
    for (int i = 0; pad != NULL && pad->caps != NULL && i < 2; i++) {
        const GValue *value = gst_structure_get_value(gst_caps_get_structure(pad->caps, 0), display[i]);
        if (value != NULL) gst_caps_set_value(result, display[i], value);
    }
    return result;
}

/// What the inputs' caps say, by number; unknown formats where there are none yet. `wanted`, if not NULL, is what formats and
/// colours they would have the output have, NULL where that is unknown.
static void input_infos(SwvVideoMixer *self, GstVideoInfo *infos, GstCaps **wanted) {
    SwvMixerPad *inputs[SWV_INPUTS];
    GST_OBJECT_LOCK(self);
    swv_mixer_find_inputs(self, inputs);
    for (int i = 0; i < SWV_INPUTS; i++) {
        gst_video_info_init(&infos[i]);
        if (inputs[i] != NULL && inputs[i]->parent.parent.info.finfo != NULL)
            infos[i] = inputs[i]->parent.parent.info;
        if (wanted != NULL) wanted[i] = wanted_caps(&infos[i], inputs[i]);
    }
    GST_OBJECT_UNLOCK(self);
}

static gboolean has_alpha(const GstVideoInfo *info) {
    return GST_VIDEO_INFO_FORMAT(info) != GST_VIDEO_FORMAT_UNKNOWN && GST_VIDEO_INFO_HAS_ALPHA(info);
}

/// The input whose size, shape and interlacing the output has.
static const GstVideoInfo *first_info(const GstVideoInfo *infos) {
    return GST_VIDEO_INFO_WIDTH(&infos[0]) > 0 ? &infos[0] : &infos[1];
}

/// What of `caps` has some fields as an input has them.
static GstCaps *caps_with(GstCaps *caps, const GstVideoInfo *info, const char *const *fields) {
    GstCaps *all = gst_video_info_to_caps(info), *wanted = gst_caps_new_empty_simple("video/x-raw");
    for (; *fields != NULL; fields++) {
        const GValue *value = gst_structure_get_value(gst_caps_get_structure(all, 0), *fields);
        if (value != NULL) gst_caps_set_value(wanted, *fields, value);
    }
    GstCaps *result = gst_caps_intersect_full(caps, wanted, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(wanted);
    gst_caps_unref(all);
    return result;
}

/// Prefers an input's format and colours to its format alone, and that to others; but what is clear in the second input is to
/// stay clear. `wanted` is what the inputs have, NULL where that is unknown.
static GstCaps *prefer(GstCaps *result, GstCaps *caps, const GstVideoInfo *infos, GstCaps *const *wanted) {
    int preferred = has_alpha(&infos[1]) && !has_alpha(&infos[0]) ? 1 : 0;
    for (int k = 0; k < SWV_INPUTS; k++) {
        GstCaps *own = wanted[k == 0 ? preferred : 1 - preferred];
        if (own == NULL) continue;
        GstCaps *plain = gst_caps_copy(own);
        gst_structure_remove_fields(
            gst_caps_get_structure(plain, 0), "colorimetry", "chroma-site", "mastering-display-info",
            "content-light-level", NULL);
        result = gst_caps_merge(result, gst_caps_intersect(caps, own));
        result = gst_caps_merge(result, gst_caps_intersect(caps, plain));
        gst_caps_unref(plain);
    }
    return gst_caps_merge(result, gst_caps_ref(caps));
}

/// Says what nothing behind the element takes.
static gboolean refuse(SwvVideoMixer *self, const GstVideoInfo *info, GstCaps *caps) {
    const char *mode = gst_video_interlace_mode_to_string(GST_VIDEO_INFO_INTERLACE_MODE(info));
    gboolean is_interlaced = GST_VIDEO_INFO_IS_INTERLACED(info);
    gboolean has_order = GST_VIDEO_INFO_FIELD_ORDER(info) != GST_VIDEO_FIELD_ORDER_UNKNOWN;
    GST_ELEMENT_ERROR(
        self, CORE, NEGOTIATION,
        ("Downstream does not accept the inputs' interlace-mode=%s%s%s. Put %s before each input, or an element that accepts "
         "it after this one.",
            mode, has_order ? ", field-order=" : "",
            has_order ? gst_video_field_order_to_string(GST_VIDEO_INFO_FIELD_ORDER(info)) : "",
            is_interlaced ? "deinterlace" : "interlace"),
        ("downstream caps are %" GST_PTR_FORMAT, caps));
    return TRUE;
}

/// Interlaced as the inputs are: rows are mixed with rows, which makes no fields and takes none apart. Prefers the first
/// input's pixel aspect ratio, as pixels do not change for another; then its format and colours to the second's.
GstCaps *swv_mixer_update_caps(GstVideoAggregator *base, GstCaps *caps) {
    static const char *const interlacing[] = {"interlace-mode", "field-order", NULL};
    static const char *const shape[] = {"pixel-aspect-ratio", NULL};
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    GstVideoInfo infos[SWV_INPUTS];
    GstCaps *wanted[SWV_INPUTS];
    input_infos(self, infos, wanted);
    const GstVideoInfo *first = first_info(infos);
    if (GST_VIDEO_INFO_FORMAT(first) == GST_VIDEO_FORMAT_UNKNOWN) return gst_caps_ref(caps);
    GstCaps *result = gst_caps_new_empty(), *possible = caps_with(caps, first, interlacing);
    self->has_refused = gst_caps_is_empty(possible) && (self->has_refused || refuse(self, first, caps));
    if (!self->has_refused) {
        GstCaps *shaped = caps_with(possible, first, shape);
        result = prefer(prefer(result, shaped, infos, wanted), possible, infos, wanted);
        gst_caps_unref(shaped);
    }
    gst_caps_unref(possible);
    for (int i = 0; i < SWV_INPUTS; i++) gst_caps_replace(&wanted[i], NULL);
    return result;
}

/// Whether an input's caps are waited for in vain: it has ended, or sends buffers without.
static gboolean is_without_caps(GstElement *element, GstPad *pad, gpointer data) {
    GstAggregatorPad *input = (GstAggregatorPad *)pad;
    return gst_aggregator_pad_is_eos(input) || gst_aggregator_pad_has_buffer(input);
}

/// Waits for an input that says what it is, if one may come: a live one may be late, and interlaced otherwise than caps that
/// were made without it. The parent class ends the stream, and drops buffers, only where there are caps.
GstFlowReturn swv_mixer_update_src_caps(GstAggregator *base, GstCaps *caps, GstCaps **result) {
    GstVideoInfo infos[SWV_INPUTS];
    input_infos((SwvVideoMixer *)base, infos, NULL);
    if (GST_VIDEO_INFO_FORMAT(first_info(infos)) != GST_VIDEO_FORMAT_UNKNOWN ||
        gst_element_foreach_sink_pad((GstElement *)base, is_without_caps, NULL))
        return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->update_src_caps(base, caps, result);
    gst_pad_mark_reconfigure(base->srcpad);
    return GST_AGGREGATOR_FLOW_NEED_DATA;
}

static void fixate_fraction(GstStructure *structure, const char *field, gint n, gint d) {
    if (gst_structure_has_field(structure, field)) gst_structure_fixate_field_nearest_fraction(structure, field, n, d);
    else gst_structure_set(structure, field, GST_TYPE_FRACTION, n, d, NULL);
}

/// The first input's size, and the frame rate of the faster one.
GstCaps *swv_mixer_fixate_src_caps(GstAggregator *base, GstCaps *caps) {
    GstVideoInfo infos[SWV_INPUTS];
    input_infos((SwvVideoMixer *)base, infos, NULL);
    const GstVideoInfo *first = first_info(infos);
    gint fps_n = 0, fps_d = 1;
    for (int i = 0; i < SWV_INPUTS; i++) {
        gint n = GST_VIDEO_INFO_FPS_N(&infos[i]), d = GST_VIDEO_INFO_FPS_D(&infos[i]);
        if (GST_VIDEO_INFO_WIDTH(&infos[i]) > 0 && n > 0 && d > 0 && gst_util_fraction_compare(n, d, fps_n, fps_d) > 0)
            fps_n = n, fps_d = d;
    }
    // As the parent class has it, where no input has a fixed rate.
    if (fps_n == 0) fps_n = 25;
    caps = gst_caps_make_writable(caps);
    GstStructure *structure = gst_caps_get_structure(caps, 0);
    if (GST_VIDEO_INFO_WIDTH(first) > 0) {
        gst_structure_fixate_field_nearest_int(structure, "width", GST_VIDEO_INFO_WIDTH(first));
        gst_structure_fixate_field_nearest_int(structure, "height", GST_VIDEO_INFO_HEIGHT(first));
        fixate_fraction(structure, "pixel-aspect-ratio", GST_VIDEO_INFO_PAR_N(first), GST_VIDEO_INFO_PAR_D(first));
    }
    fixate_fraction(structure, "framerate", fps_n, fps_d);
    return gst_caps_fixate(caps);
}

gboolean swv_mixer_negotiated_src_caps(GstAggregator *base, GstCaps *caps) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    GstVideoInfo output;
    if (!gst_video_info_from_caps(&output, caps)) return FALSE;
    if (!swv_check_output_size(self, &output)) return FALSE;
    SwvVideoInfo info = swv_video_info(&output);
    SwvError error = {""};
    if (!ELEMENT(self)->configure(self->instance.effect, &info, &self->geometry, &error)) {
        swv_post_error(self, &error, &output, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, caps);
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->negotiated_src_caps(base, caps);
}

gboolean swv_mixer_decide_allocation(GstAggregator *base, GstQuery *query) {
    ((SwvVideoMixer *)base)->takes_video_meta =
        gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    swv_offer_allocator(query);
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->decide_allocation(base, query);
}

// GstAggregator (1.22) queues allocation queries and handles them without a reference, so that a flush meanwhile frees them. What
// inputs are offered is always the same, and need not wait.
gboolean swv_mixer_sink_query_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) {
        return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->sink_query_pre_queue(base, pad, query);
    }
    swv_offer_allocator(query);
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
}
