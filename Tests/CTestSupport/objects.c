// SPDX-License-Identifier: MIT
#include "CTestSupport.h"

void tst_set_double(void *object, const char *name, double value) { g_object_set(object, name, value, NULL); }
void tst_set_int(void *object, const char *name, int value) { g_object_set(object, name, value, NULL); }
void tst_set_string(void *object, const char *name, const char *value) { g_object_set(object, name, value, NULL); }

void tst_set_text(void *object, const char *name, const char *text) { gst_util_set_object_arg(object, name, text); }

static gpointer copy_floats(gpointer floats) { return g_memdup2(floats, 16 * sizeof(float)); }

void tst_set_graphene(
    void *object, const char *property, const char *type, const char *field, const float *numbers, int count) {
    GType boxed = g_type_from_name(type);
    if (boxed == 0) boxed = g_boxed_type_register_static(type, copy_floats, g_free);
    float all[16] = {0};
    memcpy(all, numbers, (size_t)count * sizeof(float));
    GstStructure *structure = gst_structure_new("uniforms", field, boxed, all, NULL);
    g_object_set(object, property, structure, NULL);
    gst_structure_free(structure);
}

void tst_set_uint64(void *object, const char *name, uint64_t value) { g_object_set(object, name, value, NULL); }

double tst_get_double(void *object, const char *name) {
    double value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}

int tst_get_int(void *object, const char *name) {
    int value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}

uint64_t tst_get_uint64(void *object, const char *name) {
    uint64_t value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}

static void notified(GObject *object, GParamSpec *spec, gpointer count) {
    // As a listener does; it hangs if the element holds its lock.
    GValue value = G_VALUE_INIT;
    g_object_get_property(object, spec->name, g_value_init(&value, spec->value_type));
    g_value_unset(&value);
    ++*(int *)count;
}

void tst_count_notify(void *object, const char *name, int *count) {
    char *signal = g_strconcat("notify::", name, NULL);
    g_signal_connect(object, signal, G_CALLBACK(notified), count);
    g_free(signal);
}

char *tst_get_string(void *object, const char *name) {
    char *value = NULL;
    g_object_get(object, name, &value, NULL);
    return value;
}

char *tst_preset_json(void *object) {
    char *text = NULL;
    g_signal_emit_by_name(object, "preset-json", &text);
    return text;
}

static void describe(GParamSpec *spec, TstProperty *p) {
    g_strlcpy(p->name, spec->name, sizeof p->name);
    g_strlcpy(p->type, g_type_name(spec->value_type), sizeof p->type);
    p->readable = (spec->flags & G_PARAM_READABLE) != 0;
    p->writable = (spec->flags & G_PARAM_WRITABLE) != 0;
    p->controllable = (spec->flags & GST_PARAM_CONTROLLABLE) != 0;
    p->mutable_playing = (spec->flags & GST_PARAM_MUTABLE_PLAYING) != 0;
    const char *blurb = g_param_spec_get_blurb(spec);
    p->has_blurb = blurb != NULL && blurb[0] != '\0';
    if (G_IS_PARAM_SPEC_DOUBLE(spec)) {
        GParamSpecDouble *d = G_PARAM_SPEC_DOUBLE(spec);
        p->is_double = true;
        p->minimum = d->minimum, p->maximum = d->maximum, p->initial = d->default_value;
    } else if (G_IS_PARAM_SPEC_INT(spec)) {
        GParamSpecInt *i = G_PARAM_SPEC_INT(spec);
        p->is_int = true;
        p->minimum = i->minimum, p->maximum = i->maximum, p->initial = i->default_value;
    } else if (G_IS_PARAM_SPEC_UINT(spec)) {
        GParamSpecUInt *u = G_PARAM_SPEC_UINT(spec);
        p->is_int = true;
        p->minimum = u->minimum, p->maximum = u->maximum, p->initial = u->default_value;
    } else if (G_IS_PARAM_SPEC_UINT64(spec)) {
        GParamSpecUInt64 *u = G_PARAM_SPEC_UINT64(spec);
        p->is_uint64 = true;
        p->minimum64 = u->minimum, p->maximum64 = u->maximum, p->initial64 = u->default_value;
    } else if (G_IS_PARAM_SPEC_INT64(spec)) {
        GParamSpecInt64 *i = G_PARAM_SPEC_INT64(spec);
        p->is_int64 = true;
        p->minimum64 = (uint64_t)i->minimum, p->maximum64 = (uint64_t)i->maximum;
        p->initial64 = (uint64_t)i->default_value;
    } else if (G_IS_PARAM_SPEC_BOOLEAN(spec)) {
        p->is_boolean = true;
        p->minimum = 0, p->maximum = 1, p->initial = G_PARAM_SPEC_BOOLEAN(spec)->default_value;
    } else if (G_IS_PARAM_SPEC_ENUM(spec)) {
        GParamSpecEnum *e = G_PARAM_SPEC_ENUM(spec);
        p->is_enum = true;
        p->minimum = e->enum_class->minimum, p->maximum = e->enum_class->maximum, p->initial = e->default_value;
    } else if (GST_IS_PARAM_SPEC_ARRAY_LIST(spec)) {
        p->is_array = true;
    } else if (spec->value_type == GST_TYPE_STRUCTURE) {
        p->is_string = p->is_structure = true;
    } else if (G_IS_PARAM_SPEC_STRING(spec)) {
        p->is_string = true;
        const char *text = G_PARAM_SPEC_STRING(spec)->default_value;
        g_strlcpy(p->text, text != NULL ? text : "", sizeof p->text);
    }
}

int tst_properties(void *element, TstProperty *to, int capacity) {
    guint count = 0;
    GParamSpec **specs = g_object_class_list_properties(G_OBJECT_GET_CLASS(element), &count);
    int found = 0;
    for (guint i = 0; i < count; i++) {
        if (specs[i]->owner_type != G_OBJECT_TYPE(element)) continue;
        if (found < capacity) {
            to[found] = (TstProperty){0};
            describe(specs[i], &to[found]);
        }
        found++;
    }
    g_free(specs);
    return found;
}

bool tst_property(void *object, const char *name, TstProperty *to) {
    GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
    *to = (TstProperty){0};
    if (spec != NULL) describe(spec, to);
    return spec != NULL;
}

GType tst_type(void *object) { return G_OBJECT_TYPE(object); }
GstElement *tst_element(GstHarness *harness) { return harness->element; }
GstFlowReturn tst_push(GstHarness *harness, GstBuffer *buffer) { return gst_harness_push(harness, buffer); }

GstHarness *tst_source(GstElement *element, const char *pad, bool live) {
    static GstStaticPadTemplate from =
        GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
    // GstHarness wants one, though it links nothing to it.
    static GstStaticPadTemplate to =
        GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
    GstHarness *harness = gst_harness_new_empty();
    // Before the element is linked and asks for the latency.
    gst_harness_set_live(harness, live);
    gst_harness_add_element_full(harness, element, &from, pad, &to, NULL);
    return harness;
}

// The buffer that the element pushed last in this thread.
static __thread GstBuffer *returned;

static GstFlowReturn take_back(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    returned = buffer;
    return GST_FLOW_OK;
}

GstFlowReturn tst_cycle(GstHarness *harness, GstBuffer *buffer, int count) {
    gst_pad_set_chain_function(harness->sinkpad, take_back);
    GstFlowReturn result = GST_FLOW_OK;
    returned = buffer;
    for (int i = 0; i < count && result == GST_FLOW_OK; i++) {
        // The element gets the only reference, so that it may change the buffer in place.
        GstBuffer *mine = returned;
        returned = NULL;
        result = gst_pad_push(harness->srcpad, mine);
    }
    if (returned != NULL) gst_buffer_unref(returned);
    returned = NULL;
    return result;
}

static GstFlowReturn discard(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    gst_buffer_unref(buffer);
    return GST_FLOW_OK;
}

GstFlowReturn tst_feed(GstHarness *harness, GstBuffer *buffer, int count) {
    gst_pad_set_chain_function(harness->sinkpad, discard);
    GstFlowReturn result = GST_FLOW_OK;
    for (int i = 0; i < count && result == GST_FLOW_OK; i++)
        result = gst_pad_push(harness->srcpad, gst_buffer_ref(buffer));
    gst_buffer_unref(buffer);
    return result;
}

static GstFlowReturn refuse(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    gst_buffer_unref(buffer);
    gst_pad_set_chain_function(pad, (GstPadChainFunction)g_object_get_data(G_OBJECT(pad), "tst-chain"));
    return (GstFlowReturn)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(pad), "tst-flow"));
}

void tst_refuse_next(GstHarness *harness, int flow) {
    GstPad *pad = harness->sinkpad;
    g_object_set_data(G_OBJECT(pad), "tst-flow", GINT_TO_POINTER(flow));
    g_object_set_data(G_OBJECT(pad), "tst-chain", (gpointer)GST_PAD_CHAINFUNC(pad));
    gst_pad_set_chain_function(pad, refuse);
}

GstBus *tst_bus(GstHarness *harness) {
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(harness->element, bus);
    return bus;
}

bool tst_message(GstBus *bus, TstMessage *to) {
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
    if (message == NULL) return false;
    GError *error = NULL;
    *to = (TstMessage){0};
    to->is_error = GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
    to->is_warning = !to->is_error;
    if (to->is_error)
        gst_message_parse_error(message, &error, NULL);
    else
        gst_message_parse_warning(message, &error, NULL);
    g_strlcpy(to->text, error->message, sizeof to->text);
    g_strlcpy(to->domain, g_quark_to_string(error->domain), sizeof to->domain);
    to->code = error->code;
    g_strlcpy(to->source, GST_MESSAGE_SRC_NAME(message), sizeof to->source);
    g_error_free(error);
    gst_message_unref(message);
    return true;
}

static uint64_t time_field(const GstStructure *structure, const char *name) {
    guint64 value = 42;
    return gst_structure_get_uint64(structure, name, &value) ? value : 42;
}

static gboolean add_array(GQuark name, const GValue *value, gpointer data) {
    TstElementMessage *to = data;
    if (!GST_VALUE_HOLDS_ARRAY(value) || to->array_count == 8) return TRUE;
    int index = to->array_count++;
    g_strlcpy(to->array_names[index], g_quark_to_string(name), sizeof to->array_names[index]);
    to->counts[index] = (int)gst_value_array_get_size(value);
    for (int i = 0; i < MIN(to->counts[index], 256); i++) {
        const GValue *item = gst_value_array_get_value(value, (guint)i);
        to->values[index][i] = G_VALUE_HOLDS_UINT(item) ? g_value_get_uint(item) : 42;
    }
    return TRUE;
}

bool tst_element_message(GstBus *bus, TstElementMessage *to) {
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT);
    if (message == NULL) return false;
    const GstStructure *structure = gst_message_get_structure(message);
    *to = (TstElementMessage){0};
    g_strlcpy(to->name, gst_structure_get_name(structure), sizeof to->name);
    const char *stage = gst_structure_get_string(structure, "stage");
    g_strlcpy(to->stage, stage != NULL ? stage : "", sizeof to->stage);
    to->timestamp = time_field(structure, "timestamp");
    to->stream_time = time_field(structure, "stream-time");
    to->running_time = time_field(structure, "running-time");
    to->duration = time_field(structure, "duration");
    to->end_time = time_field(structure, "endtime");
    gst_structure_foreach(structure, add_array, to);
    gst_message_unref(message);
    return true;
}

void tst_control(void *object, const char *property, double start, double end, uint64_t duration) {
    GstControlSource *source = gst_interpolation_control_source_new();
    g_object_set(source, "mode", GST_INTERPOLATION_MODE_LINEAR, NULL);
    gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), 0, start);
    gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), duration, end);
    gst_object_add_control_binding(
        GST_OBJECT(object), gst_direct_control_binding_new(GST_OBJECT(object), property, source));
    gst_object_unref(source);
}

static GstColorBalanceChannel *channel_of(void *element, const char *label) {
    for (const GList *i = gst_color_balance_list_channels(GST_COLOR_BALANCE(element)); i != NULL; i = i->next) {
        GstColorBalanceChannel *channel = i->data;
        if (strcmp(channel->label, label) == 0) return channel;
    }
    return NULL;
}

int tst_balance_count(void *element) {
    return (int)g_list_length((GList *)gst_color_balance_list_channels(GST_COLOR_BALANCE(element)));
}

void tst_balance_set(void *element, const char *label, int value) {
    gst_color_balance_set_value(GST_COLOR_BALANCE(element), channel_of(element, label), value);
}

int tst_balance_get(void *element, const char *label) {
    return gst_color_balance_get_value(GST_COLOR_BALANCE(element), channel_of(element, label));
}

char *tst_get_text(void *object, const char *name) {
    GValue value = G_VALUE_INIT;
    g_object_get_property(object, name, &value);
    char *text = gst_value_serialize(&value);
    g_value_unset(&value);
    return text;
}

void tst_pick(void *element, double x, double y) { g_signal_emit_by_name(element, "pick", x, y); }
