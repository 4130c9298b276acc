// SPDX-License-Identifier: MIT
// The GObject class of every video filter that makes frames of other formats.

#include "converter.h"


static GstVideoFilterClass *parent_class;

// Properties

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    swv_settings_set(&((SwvVideoConverter *)object)->instance.settings, object, id, value);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    swv_settings_get(&((SwvVideoConverter *)object)->instance.settings, id, value);
}

/// Lets negotiation go by the settings of now; for frames of `caps`, as far as their sizes allow.
static void update_reduction(SwvVideoConverter *self, GstCaps *caps) {
    pthread_mutex_lock(&self->instance.settings.lock);
    self->wanted = DESCRIPTOR(self)->reduction(ELEMENT(self)->context, self->instance.settings.values);
    pthread_mutex_unlock(&self->instance.settings.lock);
    self->looks_again = FALSE;
    gint reduction = caps == NULL ? self->wanted : swv_converter_choose_new(self, caps, self->wanted);
    g_atomic_int_set(&self->asked, 0);
    g_atomic_int_set(&self->reduction, reduction);
}

// Negotiation

static gboolean
set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *in, GstCaps *outcaps, GstVideoInfo *out) {
    SwvVideoConverter *self = (SwvVideoConverter *)filter;
    self->has_warned = FALSE;
    if (!swv_is_one_frame(in)) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("This element needs buffers that hold whole frames, not single fields or separate views."),
            ("caps %" GST_PTR_FORMAT, incaps));
        return FALSE;
    }
    if (!swv_check_output_size(self, out)) return FALSE;
    SwvVideoInfo input = swv_video_info(in), output = swv_video_info(out);
    SwvError error = {""};
    gint reduction = g_atomic_int_get(&self->reduction);
    if (!DESCRIPTOR(self)->configure(
            self->instance.effect, &input, &output, reduction, &self->input, &self->output, &error)) {
        swv_post_error(self, &error, out, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    g_atomic_int_set(&self->configured, reduction);
    self->used |= 1u << reduction;
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, outcaps);
    return TRUE;
}

// Frames

/// Takes another reduction where downstream takes its size, and else asks upstream. What is there stays until then.
/// Returns whether to negotiate.
static gboolean change_reduction(SwvVideoConverter *self) {
    GstCaps *caps = gst_pad_get_current_caps(((GstBaseTransform *)self)->sinkpad);
    if (caps == NULL) return FALSE;
    gint wanted = self->wanted, present = g_atomic_int_get(&self->configured), chosen = present;
    g_atomic_int_set(&self->asked, 0);
    gboolean asks = present != 0 && !swv_converter_fits(self, caps, wanted) &&
                    swv_converter_fits(self, caps, present) && swv_converter_ask(self, caps, wanted);
    if (!asks) chosen = swv_converter_choose(self, caps, wanted);
    g_atomic_int_set(&self->reduction, chosen);
    gst_caps_unref(caps);
    return chosen != present;
}

/// Whether downstream, which has changed, takes the size by now that it did not take.
static gboolean fits_now(SwvVideoConverter *self) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    if (self->wanted == self->configured || !gst_pad_needs_reconfigure(base->srcpad)) return FALSE;
    GstCaps *caps = gst_pad_get_current_caps(base->sinkpad);
    gboolean fits = caps != NULL && swv_converter_fits(self, caps, self->wanted);
    if (caps != NULL) gst_caps_unref(caps);
    return fits;
}

/// Settings are taken once for each frame, here, before the base class decides how to handle it.
static void before_transform(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    swv_filter_sync(&self->stream, (GstVideoFilter *)base, buffer);
    self->is_left_out = FALSE;
    gboolean changes = self->looks_again || fits_now(self), prefers_others = FALSE;
    self->looks_again = FALSE;
    if (swv_settings_take(&self->instance.settings)) {
        const SwvValue *values = self->instance.settings.snapshot;
        gint wanted = DESCRIPTOR(self)->reduction(ELEMENT(self)->context, values);
        const char *preferred = DESCRIPTOR(self)->preferred_formats(ELEMENT(self)->context, values);
        // Where nothing was preferred downstream left no choice.
        prefers_others = self->preferred != NULL && preferred != self->preferred;
        if (prefers_others) self->preferred = preferred;
        changes = changes || wanted != self->wanted;
        self->wanted = wanted;
    }
    if (changes) changes = change_reduction(self);
    if (!changes && !prefers_others) return;
    GST_DEBUG_OBJECT(self, "another size, or formats: %s", self->preferred);
    gst_base_transform_reconfigure_src(base);
}

/// As the parent class does it, for frames that are passed on.
static GstFlowReturn generate_output(GstBaseTransform *base, GstBuffer **output) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    if (base->queued_buf != NULL && ((GstVideoFilter *)base)->negotiated) {
        SwvError error = {""};
        const SwvSettings *settings = &self->instance.settings;
        self->is_left_out = !DESCRIPTOR(self)->admits(
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
            return GST_FLOW_OK;
        }
    }
    return GST_BASE_TRANSFORM_CLASS(parent_class)->generate_output(base, output);
}

/// Says once for each caps why a buffer is left out.
static GstFlowReturn leave_out(SwvVideoConverter *self, GstBuffer *buffer) {
    if (!self->has_warned)
        swv_warn_of_buffer(
            (GstElement *)self, &((GstVideoFilter *)self)->in_info, buffer, "is left out");
    self->has_warned = TRUE;
    return GST_BASE_TRANSFORM_FLOW_DROPPED;
}

/// Renders frames that have been checked.
static GstFlowReturn render(SwvVideoConverter *self, const GstVideoFrame *in, const GstVideoFrame *out) {
    const SwvFrame from = swv_frame(&self->input, in), to = swv_frame(&self->output, out);
    SwvFrame input, output;
    guint64 missing = swv_rows_begin(&self->instance.inputs[0], &self->input, &from, GST_MAP_READ, &input);
    if (missing == 0) missing = swv_rows_begin(&self->instance.output, &self->output, &to, GST_MAP_WRITE, &output);
    if (missing > 0) {
        swv_post_no_memory(self, missing, &in->info);
        return GST_FLOW_ERROR;
    }
    input.time = output.time = swv_time(self->stream.times.stream_time);
    input.duration = output.duration = swv_time(self->stream.times.duration);
    SwvError error = {""};
    const SwvSettings *settings = &self->instance.settings;
    if (!DESCRIPTOR(self)->render(
            self->instance.effect, &input, &output, settings->snapshot, settings->snapshot_serial,
            self->instance.pool, &error)) {
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
    SwvVideoConverter *self = (SwvVideoConverter *)base;
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
    return GST_BASE_TRANSFORM_CLASS(parent_class)->decide_allocation(base, query);
}

static gboolean propose_allocation(GstBaseTransform *base, GstQuery *decided, GstQuery *query) {
    if (decided != NULL) swv_offer_allocator(query);
    return GST_BASE_TRANSFORM_CLASS(parent_class)->propose_allocation(base, decided, query);
}

/// As the parent class does it, and says so where there is no memory.
static GstFlowReturn prepare_output_buffer(GstBaseTransform *base, GstBuffer *input, GstBuffer **output) {
    GstFlowReturn result = GST_BASE_TRANSFORM_CLASS(parent_class)->prepare_output_buffer(base, input, output);
    if (result != GST_FLOW_ERROR) return result;
    GstAllocator *allocator = NULL;
    gst_base_transform_get_allocator(base, &allocator, NULL);
    swv_post_no_buffer(base, allocator, &((GstVideoFilter *)base)->out_info);
    return result;
}

/// Keeps what does not belong to the colours; what belongs to the size is scaled.
static gboolean transform_meta(GstBaseTransform *base, GstBuffer *output, GstMeta *meta, GstBuffer *input) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    const GstMetaInfo *info = meta->info;
    if (gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_COLORSPACE_STR)))
        return FALSE;
    if (self->configured == 1 ||
        !gst_meta_api_type_has_tag(info->api, g_quark_from_static_string(GST_META_TAG_VIDEO_SIZE_STR)))
        return TRUE;
    if (info->transform_func == NULL) return FALSE;
    // The output may be padded, so that its size is not the input's divided.
    GstVideoInfo from = ((GstVideoFilter *)base)->out_info, to = from;
    from.width *= self->configured;
    from.height *= self->configured;
    GstVideoMetaTransform scale = {&from, &to};
    info->transform_func(output, meta, input, gst_video_meta_transform_scale_get_quark(), &scale);
    return FALSE;
}

/// Resets the effect where a stream begins that does not follow on the last frame. The stream lock is held.
static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    if (swv_filter_refuses(base, event, DESCRIPTOR(self)->input_formats)) {
        gst_event_unref(event);
        return FALSE;
    }
    if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
        GstCaps *caps;
        gst_event_parse_caps(event, &caps);
        update_reduction(self, caps);
        self->preferred = NULL;
    }
    if (swv_filter_sink_event(&self->stream, base, event)) {
        GST_DEBUG_OBJECT(self, "%s resets the effect", GST_EVENT_TYPE_NAME(event));
        ELEMENT(self)->reset(self->instance.effect);
    }
    return GST_BASE_TRANSFORM_CLASS(parent_class)->sink_event(base, event);
}

/// Scales pointer positions from the output frame to the input frame, which elements upstream know.
static gboolean src_event(GstBaseTransform *base, GstEvent *event) {
    // Not the ratio of sizes, since the output may be padded.
    gint factor = g_atomic_int_get(&((SwvVideoConverter *)base)->configured);
    if (factor > 1 && GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION) event = swv_scale_pointer(event, factor, factor);
    return GST_BASE_TRANSFORM_CLASS(parent_class)->src_event(base, event);
}

static gboolean query(GstBaseTransform *base, GstPadDirection direction, GstQuery *query) {
    return swv_filter_query(&((SwvVideoConverter *)base)->stream, parent_class, base, direction, query);
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    return swv_filter_change_state(parent_class, element, transition);
}

static gboolean start(GstBaseTransform *base) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    swv_filter_start(&self->stream);
    g_atomic_int_set(&self->configured, 0);
    self->used = 0;
    update_reduction(self, NULL);
    return swv_instance_start(&self->instance, self, GST_CAT_DEFAULT);
}

static gboolean stop(GstBaseTransform *base) {
    SwvVideoConverter *self = (SwvVideoConverter *)base;
    swv_instance_stop(&self->instance);
    return TRUE;
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoConverter *self = (SwvVideoConverter *)instance;
    // Not ELEMENT(self): while parents are initialised the instance's class is theirs.
    const SwvElement *element = &((SwvVideoConverterClass *)klass)->descriptor->element;
    swv_instance_init(&self->instance, element);
    self->reduction = self->wanted = 1;
}

static void finalize(GObject *object) {
    swv_instance_clear(&((SwvVideoConverter *)object)->instance);
    G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoConverterDescriptor *descriptor = data;
    const SwvElement *d = &descriptor->element;
    SwvVideoConverterClass *self_class = klass;
    GObjectClass *object_class = klass;
    GstElementClass *element_class = klass;
    GstBaseTransformClass *transform_class = klass;
    GstVideoFilterClass *filter_class = klass;

    parent_class = g_type_class_peek_parent(klass);
    self_class->descriptor = descriptor;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    swv_properties_install(object_class, d->properties, d->property_count);

    element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
    swv_element_class_describe(element_class, d);
    self_class->input_caps = swv_kept_caps(descriptor->input_formats);
    self_class->output_caps = swv_kept_caps(descriptor->output_formats);
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, self_class->input_caps));
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, self_class->output_caps));

    transform_class->transform_caps = GST_DEBUG_FUNCPTR(swv_converter_transform_caps);
    transform_class->fixate_caps = GST_DEBUG_FUNCPTR(swv_converter_fixate_caps);
    transform_class->transform_size = GST_DEBUG_FUNCPTR(swv_converter_transform_size);
    transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
    transform_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
    transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
    transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
    transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
    transform_class->transform = GST_DEBUG_FUNCPTR(transform);
    transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
    transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
    transform_class->src_event = GST_DEBUG_FUNCPTR(src_event);
    transform_class->query = GST_DEBUG_FUNCPTR(query);
    transform_class->start = GST_DEBUG_FUNCPTR(start);
    transform_class->stop = GST_DEBUG_FUNCPTR(stop);
    filter_class->set_info = GST_DEBUG_FUNCPTR(set_info);
    // Tells the parent class that frames are not changed in place.
    filter_class->transform_frame = GST_DEBUG_FUNCPTR(transform_frame);
}

bool swv_video_converter_register(GstPlugin *plugin, const SwvVideoConverterDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoConverterClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoConverter),
        .instance_init = instance_init,
    };
    GType type = g_type_from_name(d->type_name);
    if (type == 0) type = g_type_register_static(GST_TYPE_VIDEO_FILTER, d->type_name, &info, 0);
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
