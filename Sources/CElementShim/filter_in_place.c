// SPDX-License-Identifier: MIT
// Video filters that change frames in place.

#include "filter.h"

static gboolean is_passthrough(SwvVideoFilter *self) {
    if (DESCRIPTOR(self)->chain != NULL) return swv_chain_is_passthrough(&self->chain);
    SwvSettings *settings = &self->instance.settings;
    g_mutex_lock(&settings->lock);
    gboolean is_passthrough = DESCRIPTOR(self)->is_passthrough(ELEMENT(self)->context, settings->values);
    g_mutex_unlock(&settings->lock);
    return is_passthrough;
}

// Negotiation

static GstCaps *transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstCaps *result = is_passthrough(self) ? gst_caps_ref(caps) : gst_caps_intersect(caps, CLASS(self)->input_caps);
    if (filter != NULL) {
        GstCaps *filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(result);
        result = filtered;
    }
    return result;
}

static gboolean
set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *in, GstCaps *outcaps, GstVideoInfo *out) {
    SwvVideoFilter *self = (SwvVideoFilter *)filter;
    self->has_warned = FALSE;
    swv_pick_forget(self);
    self->is_native = swv_is_one_frame(in) && gst_caps_can_intersect(incaps, CLASS(self)->input_caps);
    const gboolean has_chain = DESCRIPTOR(self)->chain != NULL;
    if (!self->is_native) {
        if (has_chain) swv_chain_set_video(&self->chain, NULL, NULL);
        GST_DEBUG_OBJECT(self, "caps only pass through: %" GST_PTR_FORMAT, incaps);
        return TRUE;
    }
    SwvVideoInfo info = swv_video_info(in);
    SwvError error = {""};
    if (!ELEMENT(self)->configure(self->instance.effect, &info, &self->input, &error)
        || (has_chain && !swv_chain_set_video(&self->chain, &info, &error))) {
        swv_post_error(self, &error, in, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, incaps);
    return TRUE;
}

// Frames

/// Settings are taken once for each frame, here, before the base class decides how to handle it: passthrough changes
/// in the streaming thread only, so a frame can't become one while it is being changed.
static void before_transform(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    swv_filter_begin(self, buffer);
    gboolean changed = swv_settings_take(&self->instance.settings);
    if (d->chain != NULL) {
        if (swv_chain_take(&self->chain, self->stream.times.stream_time))
            self->snapshot_is_passthrough = swv_chain_snapshot_is_passthrough(&self->chain);
    } else if (changed) {
        self->snapshot_is_passthrough = d->is_passthrough(d->element.context, self->instance.settings.snapshot);
        self->only_reads = d->only_reads != NULL && d->only_reads(d->element.context, self->instance.settings.snapshot);
    }
    gboolean is_passthrough = self->snapshot_is_passthrough;
    // Compared for every frame: a state change may just have set passthrough from older values.
    if (is_passthrough != gst_base_transform_is_passthrough(base)) {
        GST_DEBUG_OBJECT(self, "%s passthrough", is_passthrough ? "to" : "from");
        // It does not see frames that pass: the next that it changes is not their continuation.
        if (is_passthrough) ELEMENT(self)->reset(self->instance.effect);
        gst_base_transform_set_passthrough(base, is_passthrough);
    }
}

/// Whether upstream and downstream could agree on video that the effect can change.
static gboolean could_be_native(SwvVideoFilter *self) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    GstCaps *up = gst_pad_peer_query_caps(base->sinkpad, CLASS(self)->input_caps);
    GstCaps *both = gst_pad_peer_query_caps(base->srcpad, up);
    gboolean result = !gst_caps_is_empty(both);
    gst_caps_unref(both);
    gst_caps_unref(up);
    return result;
}

/// Says once for each caps why a buffer passes unchanged.
static void warn_of_buffer(SwvVideoFilter *self, GstBuffer *buffer) {
    if (self->has_warned) return;
    self->has_warned = TRUE;
    swv_warn_of_buffer((GstElement *)self, &((GstVideoFilter *)self)->in_info, buffer, "passes unchanged");
}

/// Renders a frame that has been checked and mapped so.
static GstFlowReturn render(SwvVideoFilter *self, GstBuffer *buffer, const GstVideoFrame *video, GstMapFlags flags) {
    const GstVideoInfo *info = &((GstVideoFilter *)self)->in_info;
    const SwvFrame whole = swv_frame(&self->input, video);
    SwvFrame frame;
    guint64 missing =
        swv_rows_begin(&self->instance.input, &self->input, &whole, flags, &frame);
    if (missing > 0) {
        swv_post_no_memory(self, missing, info);
        return GST_FLOW_ERROR;
    }
    frame.time = swv_time(self->stream.times.stream_time);
    frame.unclipped_time = self->stream.times.unclipped_time;
    frame.duration = swv_time(self->stream.times.duration);
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    SwvReport report = {.field_count = 0};
    SwvError error = {""};
    const SwvSettings *settings = &self->instance.settings;
    if (d->chain != NULL)
        d->chain->take(
            self->instance.effect, self->chain.snapshot, self->chain.taken->len, self->chain.taken_serial);
    swv_pick_take(self, &frame);
    if (!d->render(
            self->instance.effect, &frame, settings->snapshot, settings->snapshot_serial, &self->instance.bands, &report,
            &error)) {
        swv_post_error(self, &error, info, GST_STREAM_ERROR_FAILED);
        return GST_FLOW_ERROR;
    }
    if ((flags & GST_MAP_WRITE) != 0) swv_rows_end(&self->input, &frame, &whole);
    if (error.message[0] != 0) GST_ELEMENT_WARNING(self, STREAM, FAILED, ("%s", error.message), (NULL));
    const SwvTimes *times = &self->stream.times;
    swv_post_report((GstElement *)self, d->element.factory_name, NULL, times, &report);
    swv_mark_region(buffer, &report);
    if (d->chain != NULL) swv_chain_post_reports(&self->chain, (GstElement *)self, self->instance.effect, times);
    return GST_FLOW_OK;
}

/// Only tells the parent class that frames are changed in place: transform_ip, which would call it, is our own.
static GstFlowReturn transform_frame_ip(GstVideoFilter *filter, GstVideoFrame *frame) { return GST_FLOW_NOT_SUPPORTED; }

/// Lets upstream have what memory downstream offers, and where that is none in particular, an allocator that may fail.
static gboolean propose_allocation(GstBaseTransform *base, GstQuery *decided, GstQuery *query) {
    gboolean result = swv_filter_parent()->propose_allocation(base, decided, query);
    if (!gst_base_transform_is_passthrough(base)) swv_offer_allocator(query);
    return result;
}

/// Copies what is to be changed and is not the element's alone.
static GstFlowReturn prepare_output_buffer(GstBaseTransform *base, GstBuffer *input, GstBuffer **output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    *output = input;
    // What only passes is not made writable, which the parent class would do by a copy.
    if (gst_base_transform_is_passthrough(base) || !self->is_native) return GST_FLOW_OK;
    if (self->only_reads) {
        // A region goes to a buffer of our own, with the same memory. Where that can't be shared nor copied, there is none.
        GstBuffer *own = DESCRIPTOR(self)->finds_regions && !gst_buffer_is_writable(input) ? gst_buffer_copy(input) : NULL;
        if (own != NULL) *output = own;
        return GST_FLOW_OK;
    }
    if (!swv_map_copies(input, GST_MAP_READWRITE) && gst_buffer_is_writable(input)) return GST_FLOW_OK;
    return swv_filter_copy(self, input, output);
}

/// As GstVideoFilter does it, with a message that says what was wrong with a buffer.
static GstFlowReturn transform_ip(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstVideoFilter *filter = (GstVideoFilter *)base;
    if (!filter->negotiated) {
        GST_ELEMENT_ERROR(self, CORE, NEGOTIATION, ("A buffer came before its caps."), (NULL));
        return GST_FLOW_NOT_NEGOTIATED;
    }
    if (!self->is_native) {
        if (self->has_warned) return GST_FLOW_OK;
        self->has_warned = TRUE;
        GstCaps *caps = gst_pad_get_current_caps(base->sinkpad);
        char *text = swv_kind_text_of_caps(caps);
        GST_ELEMENT_WARNING(self, STREAM, FORMAT, ("Video passes unchanged: this element %s", text), ("caps %" GST_PTR_FORMAT, caps));
        g_free(text);
        gst_clear_caps(&caps);
        // Asked in vain, upstream would fail.
        if (could_be_native(self)) gst_base_transform_reconfigure_sink(base);
        return GST_FLOW_OK;
    }
    GstVideoFrame frame;
    const GstMapFlags flags = self->only_reads ? GST_MAP_READ : GST_MAP_READWRITE;
    SwvAccess access = swv_frame_map(&frame, &filter->in_info, &self->input, buffer, flags);
    if (access == SWV_ACCESS_REFUSED && !self->only_reads) {
        // It may be readable.
        access = swv_buffer_own(buffer);
        if (access == SWV_ACCESS_OK)
            access = swv_frame_map(&frame, &filter->in_info, &self->input, buffer, GST_MAP_READWRITE);
    }
    // Nothing is lost where a frame can't be looked at that is not to be changed.
    if (access == SWV_ACCESS_UNSOUND || (access == SWV_ACCESS_REFUSED && self->only_reads)) {
        warn_of_buffer(self, buffer);
        return GST_FLOW_OK;
    }
    if (access != SWV_ACCESS_OK) {
        swv_post_access(self, access, buffer, &filter->in_info);
        return GST_FLOW_ERROR;
    }
    GstFlowReturn result = render(self, buffer, &frame, flags);
    gst_video_frame_unmap(&frame);
    return result;
}

static GstFlowReturn generate_output(GstBaseTransform *base, GstBuffer **output) {
    return swv_filter_generate_output((SwvVideoFilter *)base, output);
}

void swv_in_place_start(SwvVideoFilter *self) {
    swv_pick_forget(self);
    // Before caps arrive: whether any video may pass depends on it.
    gst_base_transform_set_passthrough((GstBaseTransform *)self, is_passthrough(self));
}

void swv_in_place_class_init(SwvVideoFilterClass *klass) {
    GstBaseTransformClass *transform_class = (GstBaseTransformClass *)klass;
    GstVideoFilterClass *filter_class = (GstVideoFilterClass *)klass;
    transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
    transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
    transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
    transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
    transform_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
    transform_class->transform_ip = GST_DEBUG_FUNCPTR(transform_ip);
    transform_class->transform_ip_on_passthrough = FALSE;
    filter_class->set_info = GST_DEBUG_FUNCPTR(set_info);
    swv_pick_class_init(klass);
    // Tells the parent class that frames are changed in place.
    filter_class->transform_frame_ip = GST_DEBUG_FUNCPTR(transform_frame_ip);
}
