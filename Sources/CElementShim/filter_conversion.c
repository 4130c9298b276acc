// SPDX-License-Identifier: MIT
// Video filters that make frames of another format, size or orientation.

#include "filter.h"

/// Whether frames pass that stay as they are.
static gboolean passes(SwvVideoFilter *self) { return swv_conversion_keeps_format(self); }

/// Whether the video's tags say how frames are turned.
static gboolean follows_tags(SwvVideoFilter *self, const SwvValue *values) {
    gint direction = CONVERSION(self)->direction;
    return direction >= 0 && values[direction].integer == GST_VIDEO_ORIENTATION_AUTO;
}

/// The plan that settings ask for.
static gint wanted_plan(SwvVideoFilter *self, const SwvValue *values) {
    gint plan = CONVERSION(self)->plan(
        CONVERSION(self)->context, values, g_atomic_int_get(&self->orientation.method));
    return swv_conversion_plan(self, plan)->shows_part ? swv_part_plan(self, values) : plan;
}

gint swv_conversion_wanted(SwvVideoFilter *self, gboolean *follows) {
    g_mutex_lock(&self->instance.settings.lock);
    gint plan = wanted_plan(self, self->instance.settings.values);
    if (follows != NULL) *follows = follows_tags(self, self->instance.settings.values);
    g_mutex_unlock(&self->instance.settings.lock);
    return plan;
}

/// Lets negotiation go by a plan. Frames that stay as they are pass.
static void set_plan(SwvVideoFilter *self, gint plan) {
    g_atomic_int_set(&self->plan, plan);
    if (passes(self)) gst_base_transform_set_passthrough((GstBaseTransform *)self, plan == 1);
}

/// Whether frames of such caps can follow a plan. Says once if they can only pass.
static gboolean can_change(SwvVideoFilter *self, GstCaps *caps, gint plan) {
    if (!passes(self) || plan == 1) return TRUE;
    GstVideoInfo info;
    if (gst_caps_can_intersect(caps, CLASS(self)->input_caps) && gst_video_info_from_caps(&info, caps) &&
        swv_is_one_frame(&info)) {
        self->refused = 0;
        return TRUE;
    }
    if (self->refused == plan) return FALSE;
    self->refused = plan;
    char *text = swv_kind_text_of_caps(caps);
    GST_ELEMENT_WARNING(
        self, STREAM, FORMAT,
        ("%s: %s is not possible, and video passes unchanged: this element %s", GST_OBJECT_NAME(self),
            swv_conversion_plan(self, plan)->name, text),
        ("caps %" GST_PTR_FORMAT, caps));
    g_free(text);
    return FALSE;
}

/// Lets negotiation go by the settings of now; for frames of `caps`, as far as their sizes allow.
static void update_plan(SwvVideoFilter *self, GstCaps *caps) {
    gboolean follows;
    g_atomic_int_set(&self->wanted, swv_conversion_wanted(self, &follows));
    swv_orientation_follow(&self->orientation, follows, self->parent.element.srcpad);
    self->checks_again = FALSE;
    gint plan = self->wanted;
    if (caps != NULL) plan = can_change(self, caps, plan) ? swv_conversion_choose_new(self, caps, plan) : 1;
    g_atomic_int_set(&self->asked, 0);
    set_plan(self, plan);
}

// Negotiation

static void take_plan(SwvVideoFilter *self, gint plan, const GstVideoInfo *out) {
    g_atomic_int_set(&self->configured, plan);
    g_atomic_int_set(&self->width, GST_VIDEO_INFO_WIDTH(out));
    g_atomic_int_set(&self->height, GST_VIDEO_INFO_HEIGHT(out));
    self->used |= 1u << plan;
}

/// Makes the effect ready for the plan.
static gboolean configure(SwvVideoFilter *self, const GstVideoInfo *in, const GstVideoInfo *out) {
    const gint plan = g_atomic_int_get(&self->plan);
    if (passes(self) && plan == 1) {
        take_plan(self, plan, out);
        return TRUE;
    }
    if (!swv_is_one_frame(in)) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("This element needs buffers that hold whole frames, not single fields or separate views."), (NULL));
        return FALSE;
    }
    if (!swv_check_output_size(self, out)) return FALSE;
    SwvVideoInfo input = swv_video_info(in), output = swv_video_info(out);
    SwvError error = {""};
    if (!CONVERSION(self)->configure(
            self->instance.effect, &input, &output, MIN(plan, (gint)CONVERSION(self)->plan_count), &self->input, &self->output, &error)) {
        swv_post_error(self, &error, out, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    take_plan(self, plan, out);
    if (GST_VIDEO_INFO_IS_INTERLACED(in) && swv_conversion_plan(self, plan)->transposes)
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("%s: %s makes columns of the rows of interlaced video, so that each second column is of another time; the output "
             "is progressive. Put deinterlace before it.",
                GST_OBJECT_NAME(self), swv_conversion_plan(self, plan)->name),
            (NULL));
    return TRUE;
}

static gboolean
set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *in, GstCaps *outcaps, GstVideoInfo *out) {
    SwvVideoFilter *self = (SwvVideoFilter *)filter;
    self->has_warned = FALSE;
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, outcaps);
    return configure(self, in, out);
}

// Frames

/// Takes another plan where downstream takes its size, and else asks upstream. What is there stays until then.
/// Returns whether to negotiate.
static gboolean change_plan(SwvVideoFilter *self) {
    GstCaps *caps = gst_pad_get_current_caps(((GstBaseTransform *)self)->sinkpad);
    if (caps == NULL) return FALSE;
    gint wanted = self->wanted, present = g_atomic_int_get(&self->configured), chosen = present;
    g_atomic_int_set(&self->asked, 0);
    if (!can_change(self, caps, wanted)) {
        gst_caps_unref(caps);
        return FALSE;
    }
    gboolean asks = present != 0 && !swv_conversion_fits(self, caps, wanted) &&
                    swv_conversion_fits(self, caps, present) && swv_conversion_ask(self, caps, wanted);
    if (!asks) chosen = swv_conversion_choose(self, caps, wanted);
    set_plan(self, chosen);
    gst_caps_unref(caps);
    return chosen != present;
}

/// Whether downstream, which has changed, takes the size by now that it did not take.
static gboolean fits_now(SwvVideoFilter *self) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    if (self->wanted == self->configured || !gst_pad_needs_reconfigure(base->srcpad)) return FALSE;
    GstCaps *caps = gst_pad_get_current_caps(base->sinkpad);
    gboolean fits = caps != NULL && swv_conversion_fits(self, caps, self->wanted);
    if (caps != NULL) gst_caps_unref(caps);
    return fits;
}

/// Settings are taken once for each frame, here, before the base class decides how to handle it.
static void before_transform(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_filter_begin(self, buffer);
    self->is_left_out = FALSE;
    gboolean changes = self->checks_again || fits_now(self), prefers_others = FALSE;
    self->checks_again = FALSE;
    if (swv_settings_take(&self->instance.settings)) {
        const SwvValue *values = self->instance.settings.snapshot;
        const char *preferred = CONVERSION(self)->preferred_formats(CONVERSION(self)->context, values);
        // Where nothing was preferred downstream left no choice.
        prefers_others = self->preferred != NULL && preferred != self->preferred;
        if (prefers_others) self->preferred = preferred;
        swv_orientation_follow(&self->orientation, follows_tags(self, values), base->srcpad);
        self->orientation.is_new = TRUE;
    }
    if (self->orientation.is_new) {
        gint wanted = wanted_plan(self, self->instance.settings.snapshot);
        changes = changes || wanted != self->wanted;
        g_atomic_int_set(&self->wanted, wanted);
        self->orientation.is_new = FALSE;
    }
    if (changes) changes = change_plan(self);
    if (!changes && !prefers_others) return;
    GST_DEBUG_OBJECT(self, "another plan, or formats");
    gst_base_transform_reconfigure_src(base);
}

/// As the parent class does it, for frames that are passed on.
static GstFlowReturn generate_output(GstBaseTransform *base, GstBuffer **output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    if (base->queued_buf != NULL && ((GstVideoFilter *)base)->negotiated) {
        // The parent class does not tell of the same caps again.
        if (g_atomic_int_get(&self->plan) != self->configured &&
            !configure(self, &self->parent.in_info, &self->parent.out_info)) {
            gst_clear_buffer(&base->queued_buf);
            return GST_FLOW_ERROR;
        }
        SwvError error = {""};
        const SwvSettings *settings = &self->instance.settings;
        self->is_left_out = !CONVERSION(self)->admits(
            self->instance.effect, swv_time(self->stream.times.stream_time), swv_time(self->stream.times.duration), settings->snapshot,
            settings->snapshot_serial, &error);
        if (error.message[0] != '\0') {
            swv_post_error(self, &error, &((GstVideoFilter *)base)->out_info, GST_STREAM_ERROR_FAILED);
            gst_clear_buffer(&base->queued_buf);
            return GST_FLOW_ERROR;
        }
        if (self->is_left_out) {
            // No GST_BASE_TRANSFORM_FLOW_DROPPED, which makes the next frame discontinuous.
            gst_clear_buffer(&base->queued_buf);
            self->is_waiting = FALSE;
            return GST_FLOW_OK;
        }
    }
    return swv_filter_generate_output(self, output);
}

/// Says once for each caps why a buffer is left out.
static GstFlowReturn leave_out(SwvVideoFilter *self, GstBuffer *buffer) {
    if (!self->has_warned)
        swv_warn_of_buffer(
            (GstElement *)self, &((GstVideoFilter *)self)->in_info, buffer, "is left out");
    self->has_warned = TRUE;
    return GST_BASE_TRANSFORM_FLOW_DROPPED;
}

/// Renders frames that have been checked.
static GstFlowReturn render(SwvVideoFilter *self, const GstVideoFrame *in, const GstVideoFrame *out) {
    const SwvFrame from = swv_frame(&self->input, in), to = swv_frame(&self->output, out);
    SwvFrame input, output;
    guint64 missing = swv_rows_begin(&self->instance.input, &self->input, &from, GST_MAP_READ, &input);
    if (missing == 0) missing = swv_rows_begin(&self->instance.output, &self->output, &to, GST_MAP_WRITE, &output);
    if (missing > 0) {
        swv_post_no_memory(self, missing, &in->info);
        return GST_FLOW_ERROR;
    }
    input.time = output.time = swv_time(self->stream.times.stream_time);
    input.duration = output.duration = swv_time(self->stream.times.duration);
    SwvError error = {""};
    const SwvSettings *settings = &self->instance.settings;
    if (!CONVERSION(self)->render(
            self->instance.effect, &input, &output, settings->snapshot, settings->snapshot_serial,
            &self->instance.bands, &error)) {
        swv_post_error(self, &error, &out->info, GST_STREAM_ERROR_FAILED);
        return GST_FLOW_ERROR;
    }
    swv_rows_end(&self->output, &output, &to);
    return GST_FLOW_OK;
}

/// Only tells the parent class that frames are not changed in place: transform, which would call it, is our own.
static GstFlowReturn transform_frame(GstVideoFilter *filter, GstVideoFrame *in, GstVideoFrame *out) {
    return GST_FLOW_NOT_SUPPORTED;
}

/// As GstVideoFilter does it, with a message that says what was wrong with a buffer.
static GstFlowReturn transform(GstBaseTransform *base, GstBuffer *input, GstBuffer *output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstVideoFilter *filter = (GstVideoFilter *)base;
    if (!filter->negotiated) {
        GST_ELEMENT_ERROR(self, CORE, NEGOTIATION, ("A buffer came before its caps."), (NULL));
        return GST_FLOW_NOT_NEGOTIATED;
    }
    if (swv_map_copies(input, GST_MAP_READ)) {
        GstBuffer *whole;
        SwvAccess copied = swv_buffer_copy(input, &whole);
        if (copied != SWV_ACCESS_OK) {
            swv_post_access(self, copied, input, &filter->in_info);
            return GST_FLOW_ERROR;
        }
        GstFlowReturn result = transform(base, whole, output);
        gst_buffer_unref(whole);
        return result;
    }
    GstVideoFrame in, out;
    SwvAccess access = swv_frame_map(&in, &filter->in_info, &self->input, input, GST_MAP_READ);
    if (access == SWV_ACCESS_UNSOUND) return leave_out(self, input);
    if (access != SWV_ACCESS_OK) {
        swv_post_access(self, access, input, &filter->in_info);
        return GST_FLOW_ERROR;
    }
    GstFlowReturn result = GST_FLOW_ERROR;
    access = swv_frame_map(&out, &filter->out_info, &self->output, output, GST_MAP_WRITE);
    if (access == SWV_ACCESS_OK) {
        result = render(self, &in, &out);
        gst_video_frame_unmap(&out);
    } else {
        swv_post_output_access(self, access, output, &filter->out_info);
    }
    gst_video_frame_unmap(&in);
    return result;
}

static gboolean decide_allocation(GstBaseTransform *base, GstQuery *query) {
    swv_offer_allocator(query);
    return swv_filter_parent()->decide_allocation(base, query);
}

static gboolean propose_allocation(GstBaseTransform *base, GstQuery *decided, GstQuery *query) {
    if (decided != NULL) swv_offer_allocator(query);
    return swv_filter_parent()->propose_allocation(base, decided, query);
}

static GstFlowReturn prepare_output_buffer(GstBaseTransform *base, GstBuffer *input, GstBuffer **output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    // That metas are taken over by.
    swv_part_take_place(self);
    GstFlowReturn result = swv_filter_prepare_output(self, input, output);
    if (result == GST_FLOW_OK && *output != input)
        swv_turn_flags(swv_conversion_plan(self, self->configured), &self->parent.in_info, *output);
    return result;
}

/// Keeps what does not belong to the colours, if they may change; what belongs to size and orientation is scaled, turned or moved.
static gboolean transform_meta(GstBaseTransform *base, GstBuffer *output, GstMeta *meta, GstBuffer *input) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    const GstMetaInfo *info = meta->info;
    const SwvPlan *plan = swv_conversion_plan(self, self->configured);
    // That says where planes are in memory.
    if (info->api == GST_VIDEO_META_API_TYPE) return FALSE;
    if (!swv_conversion_keeps_format(self) &&
        gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_COLORSPACE_STR)))
        return FALSE;
    if (self->configured == 1) return TRUE;
    if (plan->reduction == 1) {
        if (!gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_SIZE_STR)) &&
            !gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_ORIENTATION_STR)))
            return TRUE;
        const GstVideoFilter *filter = (GstVideoFilter *)base;
        swv_turn_meta(plan, &self->place, &filter->in_info, &filter->out_info, output, meta);
        return FALSE;
    }
    if (!gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_SIZE_STR))) return TRUE;
    if (info->transform_func == NULL) return FALSE;
    // The output may be padded, so that its size is not the input's divided.
    GstVideoInfo from = ((GstVideoFilter *)base)->out_info, to = from;
    from.width *= plan->reduction;
    from.height *= plan->reduction;
    GstVideoMetaTransform scale = {&from, &to};
    info->transform_func(output, meta, input, gst_video_meta_transform_scale_get_quark(), &scale);
    return FALSE;
}

/// Brings pointer positions from the output frame to the input frame, which elements upstream know.
static gboolean src_event(GstBaseTransform *base, GstEvent *event) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    gint plan = g_atomic_int_get(&self->configured);
    if (plan > 1 && GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION) {
        const SwvPlace place = swv_part_place(self);
        event = swv_turn_pointer(
            swv_conversion_plan(self, plan), &place, g_atomic_int_get(&self->width), g_atomic_int_get(&self->height),
            event);
    }
    return swv_filter_parent()->src_event(base, event);
}

void swv_conversion_begin_query(SwvVideoFilter *self) {
    if (g_atomic_int_get(&self->configured) == 0) g_atomic_int_set(&self->answered, swv_conversion_wanted(self, NULL));
}

void swv_conversion_check_again(SwvVideoFilter *self) {
    if (passes(self) && swv_conversion_wanted(self, NULL) == 1) set_plan(self, 1);
}

GstEvent *swv_conversion_take_event(SwvVideoFilter *self, GstEvent *event) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
        GstCaps *caps;
        gst_event_parse_caps(event, &caps);
        update_plan(self, caps);
        self->preferred = NULL;
    }
    return swv_orientation_take(&self->orientation, event);
}

void swv_conversion_start(SwvVideoFilter *self) {
    g_atomic_int_set(&self->configured, 0);
    g_atomic_int_set(&self->answered, 0);
    self->used = 0;
    self->refused = 0;
    update_plan(self, NULL);
}

void swv_conversion_class_init(SwvVideoFilterClass *klass) {
    GstBaseTransformClass *transform_class = (GstBaseTransformClass *)klass;
    GstVideoFilterClass *filter_class = (GstVideoFilterClass *)klass;
    transform_class->transform_caps = GST_DEBUG_FUNCPTR(swv_conversion_transform_caps);
    transform_class->fixate_caps = GST_DEBUG_FUNCPTR(swv_conversion_fixate_caps);
    transform_class->transform_size = GST_DEBUG_FUNCPTR(swv_conversion_transform_size);
    transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
    transform_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
    transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
    transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
    transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
    transform_class->transform = GST_DEBUG_FUNCPTR(transform);
    transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
    transform_class->src_event = GST_DEBUG_FUNCPTR(src_event);
    filter_class->set_info = GST_DEBUG_FUNCPTR(set_info);
    // Tells the parent class that frames are not changed in place.
    filter_class->transform_frame = GST_DEBUG_FUNCPTR(transform_frame);
}
