// SPDX-License-Identifier: MIT
// The GObject class of every element that mixes two inputs.

#include "mixer.h"

GstVideoAggregatorClass *swv_mixer_parent_class;

// Properties

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvVideoMixer *self = (SwvVideoMixer *)object;
    swv_settings_set(&self->instance.settings, object, id, value);
    if (id - 1 == DESCRIPTOR(self)->ignore_inactive_pads)
        gst_aggregator_set_ignore_inactive_pads((GstAggregator *)self, g_value_get_boolean(value));
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    swv_settings_get(&((SwvVideoMixer *)object)->instance.settings, id, value);
}

// Pads

static GstPad *
request_new_pad(GstElement *element, GstPadTemplate *template, const gchar *name, const GstCaps *caps) {
    SwvVideoMixer *self = (SwvVideoMixer *)element;
    GST_OBJECT_LOCK(element);
    gboolean is_full = element->numsinkpads >= SWV_INPUTS;
    // The parent class would go on counting, and an input that is linked again would come after the other.
    gboolean has_first = FALSE;
    for (GList *l = element->sinkpads; l != NULL; l = l->next)
        if (((SwvMixerPad *)l->data)->number == 0) has_first = TRUE;
    GST_OBJECT_UNLOCK(element);
    if (name == NULL || g_str_has_suffix(name, "%u")) name = has_first ? "sink_1" : "sink_0";
    if (is_full) {
        GST_ELEMENT_WARNING(
            self, CORE, PAD, ("This element has two inputs at most. Put another one after it to mix a third."),
            (NULL));
        return NULL;
    }
    GstPad *pad = GST_ELEMENT_CLASS(swv_mixer_parent_class)->request_new_pad(element, template, name, caps);
    if (pad == NULL) return NULL;
    gst_child_proxy_child_added((GstChildProxy *)element, (GObject *)pad, GST_OBJECT_NAME(pad));
    return pad;
}

static void release_pad(GstElement *element, GstPad *pad) {
    gst_child_proxy_child_removed((GstChildProxy *)element, (GObject *)pad, GST_OBJECT_NAME(pad));
    GST_ELEMENT_CLASS(swv_mixer_parent_class)->release_pad(element, pad);
}

static GObject *child_by_index(GstChildProxy *proxy, guint index) {
    GST_OBJECT_LOCK(proxy);
    GObject *pad = g_list_nth_data(((GstElement *)proxy)->sinkpads, index);
    if (pad != NULL) g_object_ref(pad);
    GST_OBJECT_UNLOCK(proxy);
    return pad;
}

static guint children_count(GstChildProxy *proxy) {
    GST_OBJECT_LOCK(proxy);
    guint count = ((GstElement *)proxy)->numsinkpads;
    GST_OBJECT_UNLOCK(proxy);
    return count;
}

static void child_proxy_init(gpointer interface, gpointer data) {
    ((GstChildProxyInterface *)interface)->get_child_by_index = child_by_index;
    ((GstChildProxyInterface *)interface)->get_children_count = children_count;
}

// Data and events

/// Warns once for each pad.
static gboolean warn_of_times(GstElement *element, GstPad *pad, gpointer data) {
    SwvVideoMixer *self = (SwvVideoMixer *)element;
    if (g_atomic_int_compare_and_exchange(&((SwvMixerPad *)pad)->lacks_time, 1, 2))
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("Buffers without a time stamp came to %s and are left out. Set do-timestamp=true on their source.",
                GST_OBJECT_NAME(pad)),
            (NULL));
    return TRUE;
}

static GstFlowReturn aggregate(GstAggregator *base, gboolean timeout) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    self->gap = GST_CLOCK_TIME_NONE;
    g_rec_mutex_lock(&self->mixing);
    self->is_mixing = TRUE;
    if (atomic_exchange(&self->is_flushed, false)) {
        ELEMENT(self)->reset(self->instance.effect);
        self->has_position = FALSE;
    }
    GstFlowReturn result = GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->aggregate(base, timeout);
    swv_mixer_end_frame(self);
    gst_element_foreach_sink_pad((GstElement *)base, warn_of_times, NULL);
    GstSegment segment = swv_mixer_segment(base);
    if (!GST_CLOCK_TIME_IS_VALID(segment.position)) return result;
    self->position = swv_stream_time(&segment, segment.position);
    if (!GST_CLOCK_TIME_IS_VALID(self->gap)) return result;
    // Whoever waits downstream learns that nothing comes for this time; before the first frame nobody does.
    GstEvent *begun = gst_pad_get_sticky_event(base->srcpad, GST_EVENT_SEGMENT, 0);
    if (begun == NULL) return result;
    gst_event_unref(begun);
    GstClockTime start = MIN(self->gap, segment.position), end = MAX(self->gap, segment.position);
    gst_pad_push_event(base->srcpad, gst_event_new_gap(start, end - start));
    return result;
}

/// The streaming thread may be at work on an input that comes while others are flushed.
static GstFlowReturn flush(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    self->position = -1;
    self->is_flushed = true;
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->flush(base);
}

static gboolean start(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    if (!swv_instance_start(&self->instance, self, GST_CAT_DEFAULT)) return FALSE;
    self->position = -1;
    self->has_position = FALSE;
    self->has_refused = FALSE;
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->start(base);
}

static gboolean stop(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    swv_instance_stop(&self->instance);
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->stop(base);
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoMixer *self = (SwvVideoMixer *)instance;
    // Not ELEMENT(self): while parents are initialised the instance's class is theirs.
    const SwvElement *element = &((SwvVideoMixerClass *)klass)->descriptor->element;
    swv_instance_init(&self->instance, element);
    g_rec_mutex_init(&self->mixing);
}

static void finalize(GObject *object) {
    SwvVideoMixer *self = (SwvVideoMixer *)object;
    swv_instance_clear(&self->instance);
    g_rec_mutex_clear(&self->mixing);
    G_OBJECT_CLASS(swv_mixer_parent_class)->finalize(object);
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoMixerDescriptor *descriptor = data;
    const SwvElement *d = &descriptor->element;
    SwvVideoMixerClass *self_class = klass;
    GObjectClass *object_class = klass;
    GstElementClass *element_class = klass;
    GstAggregatorClass *aggregator_class = klass;
    GstVideoAggregatorClass *video_class = klass;

    swv_mixer_parent_class = g_type_class_peek_parent(klass);
    self_class->descriptor = descriptor;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    swv_properties_install(object_class, d->properties, d->property_count);

    swv_element_class_describe(element_class, d);
    GstCaps *caps = swv_format_caps(d->formats);
    gst_element_class_add_pad_template(
        element_class,
        gst_pad_template_new_with_gtype("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps, GST_TYPE_AGGREGATOR_PAD));
    gst_element_class_add_pad_template(
        element_class,
        gst_pad_template_new_with_gtype("sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, caps, swv_mixer_pad_type()));
    gst_caps_unref(caps);
    element_class->request_new_pad = GST_DEBUG_FUNCPTR(request_new_pad);
    element_class->release_pad = GST_DEBUG_FUNCPTR(release_pad);

    aggregator_class->clip = GST_DEBUG_FUNCPTR(swv_mixer_clip);
    aggregator_class->aggregate = GST_DEBUG_FUNCPTR(aggregate);
    aggregator_class->sink_event_pre_queue = GST_DEBUG_FUNCPTR(swv_mixer_sink_event_pre_queue);
    aggregator_class->sink_event = GST_DEBUG_FUNCPTR(swv_mixer_sink_event);
    aggregator_class->sink_query = GST_DEBUG_FUNCPTR(swv_mixer_sink_query);
    aggregator_class->src_query = GST_DEBUG_FUNCPTR(swv_mixer_src_query);
    aggregator_class->src_event = GST_DEBUG_FUNCPTR(swv_mixer_src_event);
    aggregator_class->flush = GST_DEBUG_FUNCPTR(flush);
    aggregator_class->finish_buffer = GST_DEBUG_FUNCPTR(swv_mixer_finish_buffer);
    aggregator_class->start = GST_DEBUG_FUNCPTR(start);
    aggregator_class->stop = GST_DEBUG_FUNCPTR(stop);
    aggregator_class->update_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_update_src_caps);
    aggregator_class->fixate_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_fixate_src_caps);
    aggregator_class->negotiated_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_negotiated_src_caps);
    aggregator_class->sink_query_pre_queue = GST_DEBUG_FUNCPTR(swv_mixer_sink_query_pre_queue);
    aggregator_class->decide_allocation = GST_DEBUG_FUNCPTR(swv_mixer_decide_allocation);
    video_class->update_caps = GST_DEBUG_FUNCPTR(swv_mixer_update_caps);
    video_class->create_output_buffer = GST_DEBUG_FUNCPTR(swv_mixer_create_output_buffer);
    video_class->aggregate_frames = GST_DEBUG_FUNCPTR(swv_mixer_aggregate_frames);
}

bool swv_video_mixer_register(GstPlugin *plugin, const SwvVideoMixerDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoMixerClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoMixer),
        .instance_init = instance_init,
    };
    const GInterfaceInfo proxy = {.interface_init = child_proxy_init};
    GType type = g_type_from_name(d->type_name);
    if (type == 0) {
        type = g_type_register_static(GST_TYPE_VIDEO_AGGREGATOR, d->type_name, &info, 0);
        g_type_add_interface_static(type, GST_TYPE_CHILD_PROXY, &proxy);
    }
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
