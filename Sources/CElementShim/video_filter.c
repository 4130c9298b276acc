// SPDX-License-Identifier: MIT
// The GObject class of every in-place video filter.

#include "chain.h"

typedef struct {
    GstVideoFilter parent;

    SwvInstance instance;
    SwvFilterStream stream;
    SwvChainState chain; ///< of elements with stages

    // The streaming thread's own.
    gboolean snapshot_is_passthrough;
    SwvGeometry geometry;
    gboolean is_native;  ///< the effect can change frames of these caps
    gboolean has_warned; ///< that frames of these caps, or one of them, pass unchanged
    gboolean is_waiting; ///< a frame has come, and the parent class has not asked for what is made of it
    gboolean was_late;   ///< nor of the one before, which it has dropped
} SwvVideoFilter;

typedef struct {
    GstVideoFilterClass parent;
    const SwvVideoFilterDescriptor *descriptor;
    GstCaps *native_caps; ///< what the effect can change; any other raw video only passes through
    GstDebugCategory *category;
} SwvVideoFilterClass;

static GstVideoFilterClass *parent_class;

#define CLASS(self) ((SwvVideoFilterClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define GST_CAT_DEFAULT (CLASS(self)->category)

// Properties

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    SwvSettings *settings = &self->instance.settings;
    const SwvChain *chain = DESCRIPTOR(self)->chain;
    const char *text = chain != NULL && G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : NULL;
    if (chain != NULL && id - 1 == chain->filters) {
        swv_chain_set_text(&self->chain, (GstElement *)self, text);
        return;
    }
    swv_settings_set(settings, object, id, value);
    if (chain != NULL && id - 1 == chain->location)
        swv_chain_set_location(&self->chain, (GstElement *)self, text);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    const SwvChain *chain = DESCRIPTOR(self)->chain;
    if (chain != NULL && id - 1 == chain->filters)
        g_value_take_string(value, swv_chain_text(&self->chain));
    else
        swv_settings_get(&self->instance.settings, id, value);
}

static SwvChainState *chain_state(gpointer element) { return &((SwvVideoFilter *)element)->chain; }

static char *preset_json(SwvVideoFilter *self) {
    return swv_preset_text(ELEMENT(self), self->instance.settings.values, &self->instance.settings.lock);
}

static gboolean is_passthrough(SwvVideoFilter *self) {
    if (DESCRIPTOR(self)->chain != NULL) return swv_chain_is_passthrough(&self->chain);
    SwvSettings *settings = &self->instance.settings;
    pthread_mutex_lock(&settings->lock);
    gboolean is_passthrough = DESCRIPTOR(self)->is_passthrough(ELEMENT(self)->context, settings->values);
    pthread_mutex_unlock(&settings->lock);
    return is_passthrough;
}

// Negotiation

static GstCaps *transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstCaps *result = is_passthrough(self) ? gst_caps_ref(caps) : gst_caps_intersect(caps, CLASS(self)->native_caps);
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
    self->is_native = swv_is_one_frame(in) && gst_caps_can_intersect(incaps, CLASS(self)->native_caps);
    if (!self->is_native) {
        GST_DEBUG_OBJECT(self, "caps only pass through: %" GST_PTR_FORMAT, incaps);
        return TRUE;
    }
    SwvVideoInfo info = swv_video_info(in);
    SwvError error = {""};
    if (!ELEMENT(self)->configure(self->instance.effect, &info, &self->geometry, &error)) {
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
    swv_filter_sync(&self->stream, (GstVideoFilter *)base, buffer);
    self->was_late = self->was_late || self->is_waiting;
    self->is_waiting = TRUE;
    gboolean changed = swv_settings_take(&self->instance.settings);
    if (d->chain != NULL) {
        if (swv_chain_take(&self->chain, self->stream.times.stream_time))
            self->snapshot_is_passthrough = swv_chain_snapshot_is_passthrough(&self->chain);
    } else if (changed) {
        self->snapshot_is_passthrough = d->is_passthrough(d->element.context, self->instance.settings.snapshot);
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
    GstCaps *up = gst_pad_peer_query_caps(base->sinkpad, CLASS(self)->native_caps);
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

/// Renders a frame that has been checked.
static GstFlowReturn render(SwvVideoFilter *self, const GstVideoFrame *video) {
    const GstVideoInfo *info = &((GstVideoFilter *)self)->in_info;
    const SwvFrame whole = swv_frame(&self->geometry, video);
    SwvFrame frame;
    guint64 missing =
        swv_rows_begin(&self->instance.inputs[0], &self->geometry, &whole, GST_MAP_READWRITE, &frame);
    if (missing > 0) {
        swv_post_no_memory(self, missing, info);
        return GST_FLOW_ERROR;
    }
    frame.time = swv_time(self->stream.times.stream_time);
    frame.unclipped_time = self->stream.times.unclipped_time;
    frame.duration = swv_time(self->stream.times.duration);
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    SwvReport report = {.array_count = 0};
    SwvError error = {""};
    const SwvSettings *settings = &self->instance.settings;
    if (d->chain != NULL)
        d->chain->take(
            self->instance.effect, self->chain.snapshot, self->chain.taken->len, self->chain.taken_serial);
    if (!d->render(
            self->instance.effect, &frame, settings->snapshot, settings->snapshot_serial, self->instance.pool, &report,
            &error)) {
        swv_post_error(self, &error, info, GST_STREAM_ERROR_FAILED);
        return GST_FLOW_ERROR;
    }
    swv_rows_end(&self->geometry, &frame, &whole);
    if (error.message[0] != 0) GST_ELEMENT_WARNING(self, STREAM, FAILED, ("%s", error.message), (NULL));
    if (report.array_count > 0) swv_post_report((GstElement *)self, d->element.factory_name, &self->stream.times, &report);
    return GST_FLOW_OK;
}

/// Only tells the parent class that frames are changed in place: transform_ip, which would call it, is our own.
static GstFlowReturn transform_frame_ip(GstVideoFilter *filter, GstVideoFrame *frame) { return GST_FLOW_NOT_SUPPORTED; }

/// Lets upstream have what memory downstream offers, and where that is none in particular, an allocator that may fail.
static gboolean propose_allocation(GstBaseTransform *base, GstQuery *decided, GstQuery *query) {
    gboolean result = GST_BASE_TRANSFORM_CLASS(parent_class)->propose_allocation(base, decided, query);
    if (!gst_base_transform_is_passthrough(base)) swv_offer_allocator(query);
    return result;
}

static GstFlowReturn copy(SwvVideoFilter *self, GstBuffer *buffer, GstBuffer **result) {
    SwvAccess access = swv_buffer_copy(buffer, result);
    if (access == SWV_ACCESS_OK) return GST_FLOW_OK;
    swv_post_access(self, access, buffer, &((GstVideoFilter *)self)->in_info);
    return GST_FLOW_ERROR;
}

/// Copies what is to be changed and is not the element's alone.
static GstFlowReturn prepare_output_buffer(GstBaseTransform *base, GstBuffer *input, GstBuffer **output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    *output = input;
    // What only passes is not made writable, which the parent class would do by a copy.
    if (gst_base_transform_is_passthrough(base) || !self->is_native) return GST_FLOW_OK;
    if (!swv_map_copies(input, GST_MAP_READWRITE) && gst_buffer_is_writable(input)) return GST_FLOW_OK;
    return copy(self, input, output);
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
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("This element can't change %s video of this kind; it passes unchanged. Put videoconvert before it.",
                GST_VIDEO_INFO_NAME(&filter->in_info)),
            (NULL));
        // Asked in vain, upstream would fail.
        if (could_be_native(self)) gst_base_transform_reconfigure_sink(base);
        return GST_FLOW_OK;
    }
    GstVideoFrame frame;
    SwvAccess access = swv_frame_map(&frame, &filter->in_info, &self->geometry, buffer, GST_MAP_READWRITE);
    if (access == SWV_ACCESS_REFUSED) {
        // It may be readable.
        access = swv_buffer_own(buffer);
        if (access == SWV_ACCESS_OK)
            access = swv_frame_map(&frame, &filter->in_info, &self->geometry, buffer, GST_MAP_READWRITE);
    }
    if (access == SWV_ACCESS_UNSOUND) {
        warn_of_buffer(self, buffer);
        return GST_FLOW_OK;
    }
    if (access != SWV_ACCESS_OK) {
        swv_post_access(self, access, buffer, &filter->in_info);
        return GST_FLOW_ERROR;
    }
    GstFlowReturn result = render(self, &frame);
    gst_video_frame_unmap(&frame);
    return result;
}

/// Makes a buffer that passes writable if it is to get a flag: the parent class (1.22) marks the frame after one that was late,
/// and does not look whether that could be copied.
static GstFlowReturn generate_output(GstBaseTransform *base, GstBuffer **output) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    const gboolean is_marked = self->was_late;
    self->is_waiting = FALSE;
    GstFlowReturn result = GST_BASE_TRANSFORM_CLASS(parent_class)->generate_output(base, output);
    if (result != GST_FLOW_OK || *output == NULL) return result;
    self->was_late = FALSE;
    if (!is_marked || gst_buffer_is_writable(*output) || GST_BUFFER_IS_DISCONT(*output)) return result;
    GstBuffer *marked = gst_buffer_copy(*output);
    if (marked == NULL) result = copy(self, *output, &marked);
    gst_buffer_unref(*output);
    *output = marked;
    return result;
}

/// Resets the effect where a stream begins that does not follow on the last frame. The stream lock is held for all three.
static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    if (swv_filter_refuses(base, event, ELEMENT(self)->formats)) {
        gst_event_unref(event);
        return FALSE;
    }
    if (swv_filter_sink_event(&self->stream, base, event)) {
        GST_DEBUG_OBJECT(self, "%s resets the effect", GST_EVENT_TYPE_NAME(event));
        ELEMENT(self)->reset(self->instance.effect);
    }
    return GST_BASE_TRANSFORM_CLASS(parent_class)->sink_event(base, event);
}

static gboolean query(GstBaseTransform *base, GstPadDirection direction, GstQuery *query) {
    return swv_filter_query(&((SwvVideoFilter *)base)->stream, parent_class, base, direction, query);
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    return swv_filter_change_state(parent_class, element, transition);
}

static gboolean start(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_filter_start(&self->stream);
    self->is_waiting = self->was_late = FALSE;
    if (!swv_instance_start(&self->instance, self, GST_CAT_DEFAULT)) return FALSE;
    // Before caps arrive: whether any video may pass depends on it.
    gst_base_transform_set_passthrough(base, is_passthrough(self));
    return TRUE;
}

static gboolean stop(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_instance_stop(&self->instance);
    return TRUE;
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoFilter *self = (SwvVideoFilter *)instance;
    // Not DESCRIPTOR(self): while parents are initialised the instance's class is theirs.
    const SwvVideoFilterDescriptor *descriptor = ((SwvVideoFilterClass *)klass)->descriptor;
    const SwvElement *element = &descriptor->element;
    swv_instance_init(&self->instance, element);
    if (descriptor->chain != NULL) swv_chain_init(&self->chain, descriptor->chain, &self->instance.settings.preset_errors);
}

static void finalize(GObject *object) {
    if (DESCRIPTOR(object)->chain != NULL) swv_chain_clear(chain_state(object));
    swv_instance_clear(&((SwvVideoFilter *)object)->instance);
    G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void add_pad_template(GstElementClass *klass, const char *name, GstPadDirection direction, GstCaps *caps) {
    gst_element_class_add_pad_template(klass, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoFilterDescriptor *descriptor = data;
    const SwvElement *d = &descriptor->element;
    SwvVideoFilterClass *self_class = klass;
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
    swv_preset_add_signal(G_TYPE_FROM_CLASS(klass), d, G_CALLBACK(preset_json));

    element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
    swv_element_class_describe(element_class, d);
    self_class->native_caps = swv_kept_caps(d->formats);
    GstCaps *caps = gst_caps_copy(self_class->native_caps);
    gst_caps_append(caps, gst_caps_from_string("video/x-raw(ANY)"));
    add_pad_template(element_class, "sink", GST_PAD_SINK, caps);
    add_pad_template(element_class, "src", GST_PAD_SRC, caps);
    gst_caps_unref(caps);

    transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
    transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
    transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
    transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
    transform_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
    transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
    transform_class->query = GST_DEBUG_FUNCPTR(query);
    transform_class->start = GST_DEBUG_FUNCPTR(start);
    transform_class->stop = GST_DEBUG_FUNCPTR(stop);
    transform_class->transform_ip = GST_DEBUG_FUNCPTR(transform_ip);
    transform_class->transform_ip_on_passthrough = FALSE;
    filter_class->set_info = GST_DEBUG_FUNCPTR(set_info);
    // Tells the parent class that frames are changed in place.
    filter_class->transform_frame_ip = GST_DEBUG_FUNCPTR(transform_frame_ip);
}

bool swv_video_filter_register(GstPlugin *plugin, const SwvVideoFilterDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoFilterClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoFilter),
        .instance_init = instance_init,
    };
    GType type = g_type_from_name(d->type_name);
    if (type == 0) {
        type = g_type_register_static(GST_TYPE_VIDEO_FILTER, d->type_name, &info, 0);
        swv_preset_add_interface(type, d);
        swv_color_balance_add_interface(type, d);
        if (descriptor->chain != NULL) swv_chain_add_interface(type, descriptor->chain, chain_state);
    }
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
