// SPDX-License-Identifier: MIT
// What a mixer negotiates.

#include "mixer.h"

/// An input's format and colours, with those fields of its caps that GstVideoInfo lacks.
static GstCaps *wanted_caps(const GstVideoInfo *info, const SwvMixerPad *pad) {
    static const char *const display[] = {"mastering-display-info", "content-light-level"};
    if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_UNKNOWN) return NULL;
    GstCaps *result = gst_video_info_to_caps(info);
    gst_structure_remove_fields(
        gst_caps_get_structure(result, 0), "width", "height", "framerate", "pixel-aspect-ratio", "interlace-mode",
        "field-order", NULL);
    const GstCaps *caps = pad->held.caps;
    for (int i = 0; caps != NULL && i < 2; i++) {
        const GValue *value = gst_structure_get_value(gst_caps_get_structure(caps, 0), display[i]);
        if (value != NULL) gst_caps_set_value(result, display[i], value);
    }
    return result;
}

/// What the inputs' caps say, by number; unknown formats where there are none yet. `wanted`, if not NULL, is what formats and
/// colours they would have the output have, NULL where that is unknown.
static void input_infos(SwvVideoMixer *self, GstVideoInfo *infos, GstCaps **wanted) {
    SwvMixerPad *inputs[SWV_INPUTS];
    swv_mixer_take_inputs(self, inputs);
    for (int i = 0; i < SWV_INPUTS; i++) {
        gst_video_info_init(&infos[i]);
        if (inputs[i] != NULL) infos[i] = inputs[i]->held.info;
        if (wanted != NULL) wanted[i] = wanted_caps(&infos[i], inputs[i]);
    }
    swv_mixer_drop_inputs(inputs);
}

static gboolean has_alpha(const GstVideoInfo *info) {
    return GST_VIDEO_INFO_FORMAT(info) != GST_VIDEO_FORMAT_UNKNOWN && GST_VIDEO_INFO_HAS_ALPHA(info);
}

/// The input whose size and shape the output has.
static const GstVideoInfo *first_info(const GstVideoInfo *infos) {
    int i = 0;
    while (i + 1 < SWV_INPUTS && GST_VIDEO_INFO_WIDTH(&infos[i]) == 0) i++;
    return &infos[i];
}

/// The input whose interlacing the output has: of those that are interlaced as it is to be the first one.
static const GstVideoInfo *interlaced_info(SwvVideoMixer *self, const GstVideoInfo *infos) {
    const int interlacing = swv_mixer_interlacing(self);
    for (int i = 0; i < SWV_INPUTS; i++)
        if (GST_VIDEO_INFO_WIDTH(&infos[i]) > 0 && (int)GST_VIDEO_INFO_INTERLACE_MODE(&infos[i]) == interlacing)
            return &infos[i];
    return first_info(infos);
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

/// What of `caps` has an input's colours in another format that has them: of the same components, and with `is_same_grid` with chroma of
/// the same grid, which then lies at the same place.
static GstCaps *with_colors(GstCaps *caps, const GstVideoInfo *info, GstCaps *own, gboolean is_same_grid) {
    const GstVideoFormatInfo *from = info->finfo;
    GValue formats = G_VALUE_INIT, name = G_VALUE_INIT;
    g_value_init(&formats, GST_TYPE_LIST);
    g_value_init(&name, G_TYPE_STRING);
    guint count;
    const GstVideoFormat *all = gst_video_formats_raw(&count);
    for (guint i = 0; i < count; i++) {
        const GstVideoFormatInfo *to = gst_video_format_get_info(all[i]);
        if (GST_VIDEO_FORMAT_INFO_IS_YUV(to) != GST_VIDEO_FORMAT_INFO_IS_YUV(from) ||
            GST_VIDEO_FORMAT_INFO_IS_RGB(to) != GST_VIDEO_FORMAT_INFO_IS_RGB(from) ||
            (is_same_grid &&
                (GST_VIDEO_FORMAT_INFO_W_SUB(to, 1) != GST_VIDEO_FORMAT_INFO_W_SUB(from, 1) ||
                    GST_VIDEO_FORMAT_INFO_H_SUB(to, 1) != GST_VIDEO_FORMAT_INFO_H_SUB(from, 1))))
            continue;
        g_value_set_static_string(&name, GST_VIDEO_FORMAT_INFO_NAME(to));
        gst_value_list_append_value(&formats, &name);
    }
    GstCaps *tinted = gst_caps_copy(own);
    gst_caps_set_value(tinted, "format", &formats);
    if (!is_same_grid) gst_structure_remove_field(gst_caps_get_structure(tinted, 0), "chroma-site");
    GstCaps *result = gst_caps_intersect_full(caps, tinted, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(tinted);
    g_value_unset(&name);
    g_value_unset(&formats);
    return result;
}

/// Prefers an input's format and colours to its format alone, that to its colours alone, and these to others; but what is clear in an
/// input is to stay clear.
/// `wanted` is what the inputs have, NULL where that is unknown.
static GstCaps *prefer(GstCaps *result, GstCaps *caps, const GstVideoInfo *infos, GstCaps *const *wanted) {
    int preferred = 0;
    while (preferred < SWV_INPUTS && !has_alpha(&infos[preferred])) preferred++;
    preferred %= SWV_INPUTS;
    for (int k = 0; k < SWV_INPUTS; k++) {
        GstCaps *own = wanted[k == 0 ? preferred : k <= preferred ? k - 1 : k];
        if (own == NULL) continue;
        GstCaps *plain = gst_caps_copy(own);
        gst_structure_remove_fields(
            gst_caps_get_structure(plain, 0), "colorimetry", "chroma-site", "mastering-display-info",
            "content-light-level", NULL);
        result = gst_caps_merge(result, gst_caps_intersect(caps, own));
        result = gst_caps_merge(result, gst_caps_intersect(caps, plain));
        gst_caps_unref(plain);
    }
    for (int k = 0; k < SWV_INPUTS; k++)
        for (int is_same_grid = 1; wanted[k] != NULL && is_same_grid >= 0; is_same_grid--)
            result = gst_caps_merge(result, with_colors(caps, &infos[k], wanted[k], is_same_grid));
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

/// The rate of the fastest input; where none has a fixed one 25, as GStreamer's own mixers have it, or what `caps` have as their
/// maximum.
static void find_rate(const GstVideoInfo *infos, const GstStructure *caps, gint *fps_n, gint *fps_d) {
    *fps_n = 0;
    *fps_d = 1;
    for (int i = 0; i < SWV_INPUTS; i++) {
        gint n = GST_VIDEO_INFO_FPS_N(&infos[i]), d = GST_VIDEO_INFO_FPS_D(&infos[i]);
        if (GST_VIDEO_INFO_WIDTH(&infos[i]) > 0 && n > 0 && d > 0 && gst_util_fraction_compare(n, d, *fps_n, *fps_d) > 0)
            *fps_n = n, *fps_d = d;
    }
    if (*fps_n > 0) return;
    gst_structure_get_fraction(caps, "max-framerate", fps_n, fps_d);
    if (*fps_n <= 0 || *fps_d <= 0) *fps_n = 25, *fps_d = 1;
}

/// Of what is possible, first what has the first input's size, the fastest one's rate and the first one's pixel aspect ratio; then what has
/// less of these. Downstream may have put its caps in any order.
static GstCaps *sort(GstCaps *possible, const GstVideoInfo *infos, GstCaps *const *wanted) {
    static const char *const fields[][5] = {
        {"width", "height", "framerate", "pixel-aspect-ratio"}, {"width", "height", "framerate"},
        {"width", "height", "pixel-aspect-ratio"}, {"width", "height"}, {"pixel-aspect-ratio"}, {NULL}};
    GstVideoInfo first = *first_info(infos);
    GstCaps *all = gst_caps_new_empty();
    find_rate(infos, gst_caps_get_structure(possible, 0), &first.fps_n, &first.fps_d);
    // The first input's may be variable, and GStreamer would then write its caps with 0/1.
    GST_VIDEO_INFO_FLAG_UNSET(&first, GST_VIDEO_FLAG_VARIABLE_FPS);
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
        GstCaps *own = caps_with(possible, &first, fields[i]);
        all = prefer(all, own, infos, wanted);
        gst_caps_unref(own);
    }
    return all;
}

/// Waits for an input that says what it is: a live one may be late, and interlaced otherwise than caps that were made without it.
///
/// Interlaced as the inputs are: rows are mixed with rows, which makes no fields and takes none apart.
GstFlowReturn swv_mixer_update_src_caps(GstAggregator *base, GstCaps *caps, GstCaps **result) {
    static const char *const interlacing[] = {"interlace-mode", "field-order", NULL};
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    GstVideoInfo infos[SWV_INPUTS];
    GstCaps *wanted[SWV_INPUTS];
    input_infos(self, infos, wanted);
    const GstVideoInfo *interlaced = interlaced_info(self, infos);
    if (GST_VIDEO_INFO_FORMAT(interlaced) == GST_VIDEO_FORMAT_UNKNOWN) {
        gst_pad_mark_reconfigure(base->srcpad);
        self->is_explained = TRUE;
        return GST_AGGREGATOR_FLOW_NEED_DATA;
    }
    GstCaps *possible = caps_with(caps, interlaced, interlacing);
    self->has_refused = gst_caps_is_empty(possible) && (self->has_refused || refuse(self, interlaced, caps));
    *result = self->has_refused ? gst_caps_new_empty() : sort(possible, infos, wanted);
    gst_caps_unref(possible);
    for (int i = 0; i < SWV_INPUTS; i++) gst_caps_replace(&wanted[i], NULL);
    return GST_FLOW_OK;
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
    gint fps_n, fps_d;
    find_rate(infos, gst_caps_get_structure(caps, 0), &fps_n, &fps_d);
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

/// Sets how long frames last. Where the caps leave that open they come as often as the inputs' do.
static void set_rate(SwvVideoMixer *self, GstCaps *caps) {
    gint n = GST_VIDEO_INFO_FPS_N(&self->info), d = GST_VIDEO_INFO_FPS_D(&self->info);
    // Then they are those of the highest rate, if caps have one.
    const gint most_n = n, most_d = d;
    if (n <= 0 || d <= 0 || GST_VIDEO_INFO_FLAG_IS_SET(&self->info, GST_VIDEO_FLAG_VARIABLE_FPS)) {
        GstVideoInfo infos[SWV_INPUTS];
        input_infos(self, infos, NULL);
        find_rate(infos, gst_caps_get_structure(caps, 0), &n, &d);
        if (most_n > 0 && most_d > 0 && gst_util_fraction_compare(n, d, most_n, most_d) > 0) n = most_n, d = most_d;
    }
    TIMING(self)->set_rate(self->timing, n, d);
    // What was late before was late for other reasons.
    g_mutex_lock(&self->lock);
    self->has_report = FALSE;
    g_mutex_unlock(&self->lock);
    TIMING(self)->report(self->timing, -1, 0, FALSE);
    const GstClockTime period = gst_util_uint64_scale(GST_SECOND, (guint64)d, (guint64)n);
    gst_aggregator_set_latency((GstAggregator *)self, period, period);
}

/// Says why the parent class fails, where nothing else has: sources that have ended do not.
gboolean swv_mixer_negotiate(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    self->is_explained = FALSE;
    if (swv_mixer_parent_class->negotiate(base)) return TRUE;
    if (self->is_explained || self->has_refused || GST_PAD_IS_FLUSHING(base->srcpad)) return FALSE;
    GstCaps *caps = gst_pad_peer_query_caps(base->srcpad, NULL);
    GST_ELEMENT_ERROR(
        self, CORE, NEGOTIATION, ("Downstream does not accept what this element makes. Put videoconvert after it."),
        ("downstream caps are %" GST_PTR_FORMAT, caps));
    gst_caps_unref(caps);
    return FALSE;
}

gboolean swv_mixer_negotiated_src_caps(GstAggregator *base, GstCaps *caps) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    // What goes wrong here is said here.
    self->is_explained = TRUE;
    GstVideoInfo output;
    if (!swv_info_from_caps(&output, caps)) return FALSE;
    if (!swv_check_output_size(self, &output)) return FALSE;
    SwvVideoInfo info = swv_video_info(&output);
    SwvError error = {""};
    if (!ELEMENT(self)->configure(self->instance.effect, &info, &self->geometry, &error)) {
        swv_post_error(self, &error, &output, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, caps);
    self->info = output;
    set_rate(self, caps);
    self->is_explained = FALSE;
    return TRUE;
}

/// Sets a pool's buffers. Returns FALSE where it can't have such.
static gboolean configure_pool(GstBufferPool *pool, GstQuery *query, guint *size, guint *least, guint *most) {
    GstCaps *caps;
    GstAllocator *allocator = NULL;
    GstAllocationParams params;
    gst_query_parse_allocation(query, &caps, NULL);
    gst_query_parse_nth_allocation_param(query, 0, &allocator, &params);
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, *size, *least, *most);
    gst_buffer_pool_config_set_allocator(config, allocator, &params);
    if (allocator != NULL) gst_object_unref(allocator);
    if (gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL) &&
        gst_buffer_pool_has_option(pool, GST_BUFFER_POOL_OPTION_VIDEO_META))
        gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    if (gst_buffer_pool_set_config(pool, config)) return TRUE;
    // What it makes of that may do as well.
    config = gst_buffer_pool_get_config(pool);
    GstCaps *kept = NULL;
    gst_buffer_pool_config_get_params(config, &kept, NULL, NULL, NULL);
    if (kept == NULL || !gst_buffer_pool_config_validate_params(config, caps, *size, *least, *most)) {
        gst_structure_free(config);
        return FALSE;
    }
    gst_buffer_pool_config_get_params(config, NULL, size, least, most);
    return gst_buffer_pool_set_config(pool, config);
}

/// Downstream's pool, if it can have the output's frames, else one of our own.
gboolean swv_mixer_decide_allocation(GstAggregator *base, GstQuery *query) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    self->takes_video_meta = gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    // What lies between rows tells nothing of what was in memory before.
    swv_offer_zeroing_allocator(query);
    if (gst_query_get_n_allocation_params(query) == 0) {
        GstAllocationParams params;
        gst_allocation_params_init(&params);
        gst_query_add_allocation_param(query, NULL, &params);
    }
    for (guint i = 0; i < gst_query_get_n_allocation_params(query); i++) {
        GstAllocator *allocator;
        GstAllocationParams params;
        gst_query_parse_nth_allocation_param(query, i, &allocator, &params);
        // GStreamer takes nothing but a power of two less 1.
        params.align |= 15;
        for (guint bits = 1; bits < 8 * sizeof params.align; bits *= 2) params.align |= params.align >> bits;
        gst_query_set_nth_allocation_param(query, i, allocator, &params);
        if (allocator != NULL) gst_object_unref(allocator);
    }
    guint size, least, most;
    const gboolean is_offered = gst_query_get_n_allocation_pools(query) > 0;
    GstBufferPool *pool = swv_offered_pool(query, GST_VIDEO_INFO_SIZE(&self->info), &size, &least, &most);
    if (pool != NULL && !configure_pool(pool, query, &size, &least, &most)) gst_clear_object(&pool);
    if (pool == NULL) {
        pool = gst_video_buffer_pool_new();
        least = most = 0;
        size = (guint)GST_VIDEO_INFO_SIZE(&self->info);
        if (!configure_pool(pool, query, &size, &least, &most)) {
            gst_object_unref(pool);
            self->is_explained = TRUE;
            GST_ELEMENT_ERROR(
                self, RESOURCE, SETTINGS, ("No buffer pool could be set up for the output. Put videoconvert after this element."),
                (NULL));
            return FALSE;
        }
    }
    if (is_offered) gst_query_set_nth_allocation_pool(query, 0, pool, size, least, most);
    else gst_query_add_allocation_pool(query, pool, size, least, most);
    gst_object_unref(pool);
    return TRUE;
}

// GstAggregator (1.22) queues allocation queries and handles them without a reference, so that a flush meanwhile frees them. What
// inputs are offered is always the same, and need not wait.
gboolean swv_mixer_sink_query_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) {
        return swv_mixer_parent_class->sink_query_pre_queue(base, pad, query);
    }
    swv_offer_allocator(query);
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
}
