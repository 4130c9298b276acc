// SPDX-License-Identifier: MIT
// The GObject class of every element that mixes inputs.

#include "mixer.h"

GstAggregatorClass *swv_mixer_parent_class;

// Properties

static void set_live(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    gst_aggregator_set_force_live((GstAggregator *)object, g_value_get_boolean(value));
}

static void get_live(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    g_value_set_boolean(value, gst_aggregator_get_force_live((GstAggregator *)object));
}

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

static guint64 number_of(const SwvMixerPad *pad) { return pad->number; }
static guint64 slot_of(const SwvMixerPad *pad) { return (guint64)pad->slot; }

/// The lowest number that no input has. The object lock is held.
static guint lowest_free(GstElement *element, guint64 (*number)(const SwvMixerPad *pad)) {
    guint free = 0;
    for (GList *l = element->sinkpads; l != NULL;) {
        if (number(l->data) != free) l = l->next;
        else free++, l = element->sinkpads;
    }
    return free;
}

/// Whether an input has the number in a name, as "sink_1", "sink_01" and "sink_+1" have it. The object lock is held.
static gboolean is_taken(GstElement *element, const gchar *name) {
    if (name == NULL || !g_str_has_prefix(name, "sink_") || name[5] == 0 || strchr(name, '%') != NULL) return FALSE;
    // As GstAggregator reads it, which counts in 32 bits.
    const guint number = (guint)g_ascii_strtoull(name + 5, NULL, 10);
    for (GList *l = element->sinkpads; l != NULL; l = l->next)
        if (number_of(l->data) == number) return TRUE;
    return FALSE;
}

/// Makes an input that nobody else makes at the same time.
static GstPad *make_pad(GstElement *element, GstPadTemplate *template, const gchar *name, const GstCaps *caps) {
    SwvVideoMixer *self = (SwvVideoMixer *)element;
    const int most = DESCRIPTOR(self)->input_count;
    GST_OBJECT_LOCK(element);
    // The parent class would return a pad that it has freed.
    const gboolean is_linked = is_taken(element, name);
    const gboolean is_full = element->numsinkpads >= most;
    // The parent class would go on counting; so one that is linked again comes where it was.
    const guint number = lowest_free(element, number_of);
    GST_OBJECT_UNLOCK(element);
    if (is_linked) {
        GST_ELEMENT_WARNING(self, CORE, PAD, ("There is an input with the number of %s. Give it another one.", name), (NULL));
        return NULL;
    }
    if (is_full) {
        GST_ELEMENT_WARNING(
            self, CORE, PAD, ("This element has %d inputs at most. Put another one after it to mix more.", most), (NULL));
        return NULL;
    }
    char *own = name == NULL || g_str_has_suffix(name, "%u") ? g_strdup_printf("sink_%u", number) : g_strdup(name);
    GstPad *pad = GST_ELEMENT_CLASS(swv_mixer_parent_class)->request_new_pad(element, template, own, caps);
    g_free(own);
    return pad;
}

static GstPad *
request_new_pad(GstElement *element, GstPadTemplate *template, const gchar *name, const GstCaps *caps) {
    SwvVideoMixer *self = (SwvVideoMixer *)element;
    g_rec_mutex_lock(&self->requesting);
    GstPad *pad = make_pad(element, template, name, caps);
    g_rec_mutex_unlock(&self->requesting);
    if (pad != NULL) gst_child_proxy_child_added((GstChildProxy *)element, (GObject *)pad, GST_OBJECT_NAME(pad));
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

static GstAggregatorPad *
create_new_pad(GstAggregator *base, GstPadTemplate *template, const gchar *name, const GstCaps *caps) {
    GstAggregatorPad *pad = swv_mixer_parent_class->create_new_pad(base, template, name, caps);
    if (pad == NULL) return NULL;
    GST_OBJECT_LOCK(base);
    ((SwvMixerPad *)pad)->slot = (int)lowest_free((GstElement *)base, slot_of);
    GST_OBJECT_UNLOCK(base);
    return pad;
}

// Streams

/// The streaming thread may be at work on an input that comes while others are flushed.
static GstFlowReturn flush(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    self->position = -1;
    swv_mixer_end_seek(self, self->flush_number);
    self->is_flushed = true;
    self->failure = GST_FLOW_OK;
    g_mutex_lock(&self->lock);
    self->has_report = FALSE;
    self->pending_number = 0;
    g_mutex_unlock(&self->lock);
    return GST_FLOW_OK;
}

static gboolean start(GstAggregator *base) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    if (!swv_instance_start(&self->instance, self, GST_CAT_DEFAULT)) return FALSE;
    // A seek before the start has set the segment, but no streaming thread has seen that.
    self->has_sought = self->is_flushed = self->resets_time = false;
    self->seeking = 0;
    self->failure = GST_FLOW_OK;
    return TRUE;
}

static gboolean forget_input(GstElement *element, GstPad *base, gpointer data) {
    SwvMixerPad *pad = (SwvMixerPad *)base;
    swv_mixer_pad_release(pad);
    swv_rows_clear(&pad->rows);
    swv_mixer_pad_forget_caps(pad);
    swv_mixer_pad_take_caps(pad);
    pad->has_warned = FALSE;
    pad->group = GST_GROUP_ID_INVALID;
    pad->flushes++;
    return TRUE;
}

/// Forgets the stream. No thread is at work on it any more.
static void end(SwvVideoMixer *self) {
    swv_instance_stop(&self->instance);
    gst_element_foreach_sink_pad((GstElement *)self, forget_input, NULL);
    TIMING(self)->destroy(self->timing);
    self->timing = TIMING(self)->create();
    gst_video_info_init(&self->info);
    self->position = -1;
    self->has_begun = self->begins_anew = self->is_idle = self->has_refused =
        self->has_warned_of_transfer = FALSE;
    self->made = self->dropped = 0;
    g_mutex_lock(&self->lock);
    self->has_report = FALSE;
    self->pending_number = self->last_number = 0;
    g_mutex_unlock(&self->lock);
}

/// The parent class may start its thread again while it stops, and ends it at last.
static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    SwvVideoMixer *self = (SwvVideoMixer *)element;
    // Before the parent class wakes its thread.
    if (transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING) self->is_playing = true;
    if (transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED) self->is_playing = false;
    GstStateChangeReturn result = GST_ELEMENT_CLASS(swv_mixer_parent_class)->change_state(element, transition);
    if (transition == GST_STATE_CHANGE_PAUSED_TO_READY && result != GST_STATE_CHANGE_FAILURE) end(self);
    return result;
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoMixer *self = (SwvVideoMixer *)instance;
    // Not ELEMENT(self): while parents are initialised the instance's class is theirs.
    const SwvVideoMixerDescriptor *descriptor = ((SwvVideoMixerClass *)klass)->descriptor;
    swv_instance_init(&self->instance, &descriptor->element);
    self->timing = descriptor->timing->create();
    gst_video_info_init(&self->info);
    gst_segment_init(&self->segment, GST_FORMAT_TIME);
    self->position = -1;
    g_mutex_init(&self->placing);
    g_rec_mutex_init(&self->requesting);
    g_mutex_init(&self->lock);
}

/// Gives the parent class the number of a segment. It ends streams with that of the last one that came, and GLib calls it critical
/// to have none: where the stream ends in a flush before an input has begun (1.22).
static void number_segment(GstAggregator *base) {
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    GstAggregatorPad *pad = gst_object_ref_sink(g_object_new(GST_TYPE_AGGREGATOR_PAD, "direction", GST_PAD_SINK, NULL));
    swv_mixer_parent_class->sink_event(base, pad, gst_event_new_segment(&segment));
    gst_object_unref(pad);
}

static void constructed(GObject *object) {
    G_OBJECT_CLASS(swv_mixer_parent_class)->constructed(object);
    guint major, minor, micro, nano;
    gst_version(&major, &minor, &micro, &nano);
    // The parent class does not call this one's (up to 1.24), which tells the tracer of leaks of an object.
    if (minor < 25) ((GObjectClass *)g_type_class_peek(GST_TYPE_OBJECT))->constructed(object);
    number_segment((GstAggregator *)object);
    GstPad *output = ((GstAggregator *)object)->srcpad;
    gst_pad_add_probe(output, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, swv_mixer_name_group, NULL, NULL);
    gst_pad_add_probe(output, GST_PAD_PROBE_TYPE_EVENT_FLUSH, swv_mixer_watch_flush, object, NULL);
}

static void finalize(GObject *object) {
    SwvVideoMixer *self = (SwvVideoMixer *)object;
    TIMING(self)->destroy(self->timing);
    swv_instance_clear(&self->instance);
    g_mutex_clear(&self->placing);
    g_rec_mutex_clear(&self->requesting);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(swv_mixer_parent_class)->finalize(object);
}

/// What all mixers have.
static void base_class_init(gpointer klass, gpointer data) {
    GObjectClass *object_class = klass;
    GstElementClass *element_class = klass;
    GstAggregatorClass *aggregator_class = klass;
    swv_mixer_parent_class = g_type_class_peek_parent(klass);
    object_class->set_property = set_live;
    object_class->get_property = get_live;
    object_class->constructed = constructed;
    object_class->finalize = finalize;
    g_object_class_install_property(
        object_class, 1,
        g_param_spec_boolean(
            "force-live", "Force live", "Goes on in real time without a live input, and after all have ended", FALSE,
            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_CONSTRUCT_ONLY));
    element_class->request_new_pad = GST_DEBUG_FUNCPTR(request_new_pad);
    element_class->release_pad = GST_DEBUG_FUNCPTR(release_pad);
    element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
    aggregator_class->create_new_pad = GST_DEBUG_FUNCPTR(create_new_pad);
    aggregator_class->clip = GST_DEBUG_FUNCPTR(swv_mixer_clip);
    aggregator_class->aggregate = GST_DEBUG_FUNCPTR(swv_mixer_aggregate);
    aggregator_class->get_next_time = GST_DEBUG_FUNCPTR(swv_mixer_get_next_time);
    aggregator_class->sink_event_pre_queue = GST_DEBUG_FUNCPTR(swv_mixer_sink_event_pre_queue);
    aggregator_class->sink_event = GST_DEBUG_FUNCPTR(swv_mixer_sink_event);
    aggregator_class->sink_query = GST_DEBUG_FUNCPTR(swv_mixer_sink_query);
    aggregator_class->sink_query_pre_queue = GST_DEBUG_FUNCPTR(swv_mixer_sink_query_pre_queue);
    aggregator_class->src_query = GST_DEBUG_FUNCPTR(swv_mixer_src_query);
    aggregator_class->src_event = GST_DEBUG_FUNCPTR(swv_mixer_src_event);
    aggregator_class->flush = GST_DEBUG_FUNCPTR(flush);
    aggregator_class->start = GST_DEBUG_FUNCPTR(start);
    aggregator_class->negotiate = GST_DEBUG_FUNCPTR(swv_mixer_negotiate);
    aggregator_class->update_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_update_src_caps);
    aggregator_class->fixate_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_fixate_src_caps);
    aggregator_class->negotiated_src_caps = GST_DEBUG_FUNCPTR(swv_mixer_negotiated_src_caps);
    aggregator_class->decide_allocation = GST_DEBUG_FUNCPTR(swv_mixer_decide_allocation);
    aggregator_class->peek_next_sample = GST_DEBUG_FUNCPTR(swv_mixer_peek_next_sample);
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoMixerDescriptor *descriptor = data;
    const SwvElement *d = &descriptor->element;
    SwvVideoMixerClass *self_class = klass;
    GObjectClass *object_class = klass;
    GstElementClass *element_class = klass;
    self_class->descriptor = descriptor;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    swv_properties_install(object_class, d->properties, d->property_count);

    swv_element_class_describe(element_class, d);
    GstCaps *caps = swv_format_caps(d->formats);
    gst_element_class_add_pad_template(
        element_class,
        gst_pad_template_new_with_gtype("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps, GST_TYPE_AGGREGATOR_PAD));
    gst_element_class_add_pad_template(
        element_class,
        gst_pad_template_new_with_gtype(
            "sink_%u", GST_PAD_SINK, GST_PAD_REQUEST, caps, swv_mixer_pad_type(descriptor)));
    gst_caps_unref(caps);
}

/// The parent of all mixers.
static GType base_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        const GInterfaceInfo proxy = {.interface_init = child_proxy_init};
        const GTypeInfo info = {
            .class_size = sizeof(SwvVideoMixerClass),
            .class_init = base_class_init,
            .instance_size = sizeof(SwvVideoMixer),
            .instance_init = instance_init,
        };
        GType made = g_type_register_static(GST_TYPE_AGGREGATOR, "GstSwiftMixer", &info, G_TYPE_FLAG_ABSTRACT);
        g_type_add_interface_static(made, GST_TYPE_CHILD_PROXY, &proxy);
        gst_type_mark_as_plugin_api(made, 0);
        g_once_init_leave(&type, made);
    }
    return type;
}

bool swv_video_mixer_register(GstPlugin *plugin, const SwvVideoMixerDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoMixerClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoMixer),
    };
    GType type = g_type_from_name(d->type_name);
    if (type == 0) type = g_type_register_static(base_type(), d->type_name, &info, 0);
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
