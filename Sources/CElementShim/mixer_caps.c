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

/// What the inputs' caps say, by number; unknown formats where there are none yet.
static void input_infos(SwvVideoMixer *self, GstVideoInfo *infos) {
    SwvMixerPad *inputs[SWV_INPUTS];
    GST_OBJECT_LOCK(self);
    swv_mixer_find_inputs(self, inputs);
    for (int i = 0; i < SWV_INPUTS; i++) {
        gst_video_info_init(&infos[i]);
        if (inputs[i] != NULL && inputs[i]->parent.parent.info.finfo != NULL)
            infos[i] = inputs[i]->parent.parent.info;
    }
    GST_OBJECT_UNLOCK(self);
}

static gboolean has_alpha(const GstVideoInfo *info) {
    return GST_VIDEO_INFO_FORMAT(info) != GST_VIDEO_FORMAT_UNKNOWN && GST_VIDEO_INFO_HAS_ALPHA(info);
}

/// Prefers the first input's format and colours to the second's, and both to others; but what is clear in the second is to
/// stay clear.
GstCaps *swv_mixer_update_caps(GstVideoAggregator *base, GstCaps *caps) {
    swv_mixer_hand_over((SwvVideoMixer *)base);
    GstVideoInfo infos[SWV_INPUTS];
    input_infos((SwvVideoMixer *)base, infos);
    GstCaps *result = gst_caps_new_empty();
    int preferred = has_alpha(&infos[1]) && !has_alpha(&infos[0]) ? 1 : 0;
    for (int k = 0; k < SWV_INPUTS; k++) {
        const GstVideoInfo *info = &infos[k == 0 ? preferred : 1 - preferred];
        if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_UNKNOWN) continue;
        GstCaps *wanted = gst_video_info_to_caps(info);
        gst_structure_remove_fields(
            gst_caps_get_structure(wanted, 0), "width", "height", "framerate", "pixel-aspect-ratio", "interlace-mode",
            "field-order", NULL);
        result = gst_caps_merge(result, gst_caps_intersect(caps, wanted));
        gst_structure_remove_fields(gst_caps_get_structure(wanted, 0), "colorimetry", "chroma-site", NULL);
        result = gst_caps_merge(result, gst_caps_intersect(caps, wanted));
        gst_caps_unref(wanted);
    }
    return gst_caps_merge(result, gst_caps_ref(caps));
}

static void fixate_fraction(GstStructure *structure, const char *field, gint n, gint d) {
    if (gst_structure_has_field(structure, field)) gst_structure_fixate_field_nearest_fraction(structure, field, n, d);
    else gst_structure_set(structure, field, GST_TYPE_FRACTION, n, d, NULL);
}

/// The first input's size and interlacing, and the frame rate of the faster one.
GstCaps *swv_mixer_fixate_src_caps(GstAggregator *base, GstCaps *caps) {
    GstVideoInfo infos[SWV_INPUTS];
    input_infos((SwvVideoMixer *)base, infos);
    const GstVideoInfo *first = GST_VIDEO_INFO_WIDTH(&infos[0]) > 0 ? &infos[0] : &infos[1];
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
        const char *mode = gst_video_interlace_mode_to_string(GST_VIDEO_INFO_INTERLACE_MODE(first));
        if (gst_structure_has_field(structure, "interlace-mode"))
            gst_structure_fixate_field_string(structure, "interlace-mode", mode);
        else
            gst_structure_set(structure, "interlace-mode", G_TYPE_STRING, mode, NULL);
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

gboolean
swv_mixer_propose_allocation(GstAggregator *base, GstAggregatorPad *pad, GstQuery *decided, GstQuery *query) {
    swv_offer_allocator(query);
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->propose_allocation(base, pad, decided, query);
}
