// SPDX-License-Identifier: MIT
// The GObject class of every video filter.

#include "filter.h"

static GstVideoFilterClass *parent_class;

GstBaseTransformClass *swv_filter_parent(void) { return GST_BASE_TRANSFORM_CLASS(parent_class); }

// Properties

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    if (CONVERSION(self) != NULL && swv_conversion_refuses(self, id, value)) return;
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
    else if (chain != NULL && id - 1 == chain->window)
        g_value_set_int64(value, swv_chain_window(&self->chain, spec->name));
    else
        swv_settings_get(&self->instance.settings, id, value);
}

static SwvChainState *chain_state(gpointer element) { return &((SwvVideoFilter *)element)->chain; }

static char *preset_json(SwvVideoFilter *self) {
    return swv_preset_text(ELEMENT(self), self->instance.settings.values, &self->instance.settings.lock);
}

// Frames

void swv_filter_begin(SwvVideoFilter *self, GstBuffer *buffer) {
    swv_filter_sync(&self->stream, (GstVideoFilter *)self, buffer);
    self->was_late = self->was_late || self->is_waiting;
    self->is_waiting = TRUE;
}

GstFlowReturn swv_filter_copy(SwvVideoFilter *self, GstBuffer *buffer, GstBuffer **result) {
    SwvAccess access = swv_buffer_copy(buffer, result);
    if (access == SWV_ACCESS_OK) return GST_FLOW_OK;
    swv_post_access(self, access, buffer, &((GstVideoFilter *)self)->in_info);
    return GST_FLOW_ERROR;
}

GstFlowReturn swv_filter_generate_output(SwvVideoFilter *self, GstBuffer **output) {
    const gboolean is_marked = self->was_late;
    self->is_waiting = FALSE;
    GstFlowReturn result = swv_filter_parent()->generate_output((GstBaseTransform *)self, output);
    // The parent class marks the frame after one that was left out, too.
    if (result == GST_BASE_TRANSFORM_FLOW_DROPPED) self->was_late = TRUE;
    if (result != GST_FLOW_OK || *output == NULL) return result;
    self->was_late = FALSE;
    if (!is_marked || gst_buffer_is_writable(*output) || GST_BUFFER_IS_DISCONT(*output)) return result;
    GstBuffer *marked = gst_buffer_copy(*output);
    if (marked == NULL) result = swv_filter_copy(self, *output, &marked);
    gst_buffer_unref(*output);
    *output = marked;
    return result;
}

GstFlowReturn swv_filter_prepare_output(SwvVideoFilter *self, GstBuffer *input, GstBuffer **output) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    GstFlowReturn result = swv_filter_parent()->prepare_output_buffer(base, input, output);
    if (result != GST_FLOW_ERROR) return result;
    GstAllocator *allocator = NULL;
    gst_base_transform_get_allocator(base, &allocator, NULL);
    swv_post_no_buffer(base, allocator, &((GstVideoFilter *)base)->out_info);
    return result;
}

/// Resets the effect where a stream begins that does not follow on the last frame. The stream lock is held for all three.
static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    const SwvConversion *conversion = CONVERSION(self);
    if (conversion != NULL && GST_EVENT_TYPE(event) == GST_EVENT_CAPS) swv_conversion_check_again(self);
    if (swv_filter_refuses(base, event, conversion != NULL ? conversion->input_formats : ELEMENT(self)->formats)) {
        gst_event_unref(event);
        return FALSE;
    }
    if (conversion != NULL) event = swv_conversion_take_event(self, event);
    if (swv_filter_sink_event(&self->stream, base, event)) {
        GST_DEBUG_OBJECT(self, "%s resets the effect", GST_EVENT_TYPE_NAME(event));
        ELEMENT(self)->reset(self->instance.effect);
    }
    return GST_BASE_TRANSFORM_CLASS(parent_class)->sink_event(base, event);
}

static gboolean query(GstBaseTransform *base, GstPadDirection direction, GstQuery *query) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    if (CONVERSION(self) != NULL && GST_QUERY_TYPE(query) == GST_QUERY_CAPS) swv_conversion_begin_query(self);
    return swv_filter_query(&self->stream, parent_class, base, direction, query);
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    return swv_filter_change_state(parent_class, element, transition);
}

static gboolean start(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_filter_start(&self->stream);
    self->is_waiting = self->was_late = FALSE;
    if (!swv_instance_start(&self->instance, self, GST_CAT_DEFAULT)) return FALSE;
    if (CONVERSION(self) != NULL) swv_conversion_start(self);
    else swv_in_place_start(self);
    return TRUE;
}

static gboolean stop(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_instance_stop(&self->instance);
    if (DESCRIPTOR(self)->chain != NULL) swv_chain_set_video(&self->chain, NULL, NULL);
    swv_orientation_clear(&self->orientation);
    return TRUE;
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoFilter *self = (SwvVideoFilter *)instance;
    // Not DESCRIPTOR(self): while parents are initialised the instance's class is theirs.
    const SwvVideoFilterDescriptor *descriptor = ((SwvVideoFilterClass *)klass)->descriptor;
    const SwvElement *element = &descriptor->element;
    swv_instance_init(&self->instance, element);
    self->plan = self->wanted = 1;
    if (descriptor->chain != NULL) swv_chain_init(&self->chain, descriptor->chain, &self->instance.settings.preset_errors);
}

static void dispose(GObject *object) {
    if (DESCRIPTOR(object)->chain != NULL) swv_chain_dispose(chain_state(object));
    G_OBJECT_CLASS(parent_class)->dispose(object);
}

static void finalize(GObject *object) {
    if (DESCRIPTOR(object)->chain != NULL) swv_chain_clear(chain_state(object));
    swv_orientation_clear(&((SwvVideoFilter *)object)->orientation);
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

    parent_class = g_type_class_peek_parent(klass);
    self_class->descriptor = descriptor;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->dispose = dispose;
    object_class->finalize = finalize;
    swv_properties_install(object_class, d->properties, d->property_count);
    swv_preset_add_signal(G_TYPE_FROM_CLASS(klass), d, G_CALLBACK(preset_json));

    element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
    swv_element_class_describe(element_class, d);
    const SwvConversion *conversion = descriptor->conversion;
    self_class->input_caps = swv_kept_caps(conversion != NULL ? conversion->input_formats : d->formats);
    if (conversion != NULL && conversion->output_formats != NULL) {
        self_class->output_caps = swv_kept_caps(conversion->output_formats);
        add_pad_template(element_class, "sink", GST_PAD_SINK, self_class->input_caps);
        add_pad_template(element_class, "src", GST_PAD_SRC, self_class->output_caps);
    } else {
        self_class->output_caps = self_class->input_caps;
        GstCaps *caps = gst_caps_copy(self_class->input_caps);
        gst_caps_append(caps, gst_caps_from_string("video/x-raw(ANY)"));
        add_pad_template(element_class, "sink", GST_PAD_SINK, caps);
        add_pad_template(element_class, "src", GST_PAD_SRC, caps);
        gst_caps_unref(caps);
    }

    transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
    transform_class->query = GST_DEBUG_FUNCPTR(query);
    transform_class->start = GST_DEBUG_FUNCPTR(start);
    transform_class->stop = GST_DEBUG_FUNCPTR(stop);
    if (conversion != NULL) swv_conversion_class_init(self_class);
    else swv_in_place_class_init(self_class);
}

/// Lets elements of `type` be a GstVideoDirection. The property is our own, of GStreamer's type.
static void add_direction(GType type) {
    static const GInterfaceInfo info = {NULL, NULL, NULL};
    g_type_ensure(GST_TYPE_VIDEO_ORIENTATION_METHOD);
    g_type_add_interface_static(type, GST_TYPE_VIDEO_DIRECTION, &info);
}

static void class_init_pending(gpointer klass, gpointer data) {
    const SwvPendingFilter *pending = data;
    class_init(klass, (gpointer)pending->describe(pending->context));
}

static GType register_type(const char *name, GClassInitFunc init, const void *data) {
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoFilterClass),
        .class_init = init,
        .class_data = data,
        .instance_size = sizeof(SwvVideoFilter),
        .instance_init = instance_init,
    };
    return g_type_register_static(GST_TYPE_VIDEO_FILTER, name, &info, 0);
}

bool swv_video_filter_register_pending(GstPlugin *plugin, const SwvPendingFilter *pending) {
    GType type = g_type_from_name(pending->type_name);
    if (type == 0) type = register_type(pending->type_name, class_init_pending, pending);
    return gst_element_register(plugin, pending->factory_name, GST_RANK_NONE, type);
}

bool swv_video_filter_register(GstPlugin *plugin, const SwvVideoFilterDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    GType type = g_type_from_name(d->type_name);
    if (type == 0) {
        type = register_type(d->type_name, class_init, descriptor);
        swv_preset_add_interface(type, d);
        swv_color_balance_add_interface(type, d);
        if (descriptor->conversion != NULL && descriptor->conversion->direction >= 0) add_direction(type);
        if (descriptor->chain != NULL) swv_chain_add_interface(type, chain_state);
    }
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
