// SPDX-License-Identifier: MIT
// An input of a mixer, and the frame that it shows.

#include "mixer.h"

/// The class of pads, with those properties that they have besides.
typedef struct {
    GstAggregatorPadClass parent;
    const SwvElement *own;
} SwvMixerPadClass;

static GstAggregatorPadClass *parent_class;

enum { REPEAT_AFTER_EOS = 1, MAX_LAST_BUFFER_REPEAT };

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvMixerPad *pad = (SwvMixerPad *)object;
    GST_OBJECT_LOCK(pad);
    if (id == REPEAT_AFTER_EOS) pad->repeats_after_eos = g_value_get_boolean(value);
    else pad->maximum_repeat = g_value_get_uint64(value);
    GST_OBJECT_UNLOCK(pad);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    SwvMixerPad *pad = (SwvMixerPad *)object;
    GST_OBJECT_LOCK(pad);
    if (id == REPEAT_AFTER_EOS) g_value_set_boolean(value, pad->repeats_after_eos);
    else g_value_set_uint64(value, pad->maximum_repeat);
    GST_OBJECT_UNLOCK(pad);
}

static void replace_buffer(SwvMixerPad *pad, GstBuffer *buffer) {
    GST_OBJECT_LOCK(pad);
    GstBuffer *old = pad->held.buffer;
    pad->held.buffer = buffer;
    GST_OBJECT_UNLOCK(pad);
    if (old != NULL) gst_buffer_unref(old);
    gst_clear_buffer(&pad->whole);
}

void swv_mixer_pad_take_caps(SwvMixerPad *pad) {
    GST_OBJECT_LOCK(pad);
    gst_caps_replace(&pad->held.caps, pad->caps);
    GST_OBJECT_UNLOCK(pad);
    pad->held.info = pad->info;
}

void swv_mixer_pad_forget_caps(SwvMixerPad *pad) {
    gst_caps_replace(&pad->caps, NULL);
    gst_video_info_init(&pad->info);
    pad->interlacing = -1;
}

gboolean swv_mixer_pad_hold(SwvMixerPad *pad, GstBuffer *buffer, gint64 time) {
    SwvHeld *held = &pad->held;
    replace_buffer(pad, buffer);
    held->is_new = TRUE;
    held->since = time;
    // A buffer may come before its caps.
    const gboolean is_other = pad->caps != NULL && (held->caps == NULL || !gst_caps_is_equal(held->caps, pad->caps));
    if (held->caps != pad->caps) swv_mixer_pad_take_caps(pad);
    const int interlacing = (int)GST_VIDEO_INFO_INTERLACE_MODE(&held->info);
    if (held->interlacing != interlacing) {
        held->interlacing = interlacing;
        held->interlaced_since = time;
    }
    return is_other;
}

void swv_mixer_pad_release(SwvMixerPad *pad) { replace_buffer(pad, NULL); }

GstSample *swv_mixer_peek_next_sample(GstAggregator *base, GstAggregatorPad *pad) {
    const SwvHeld *held = &((SwvMixerPad *)pad)->held;
    GST_OBJECT_LOCK(pad);
    GstSample *result = held->buffer != NULL ? gst_sample_new(held->buffer, held->caps, &pad->segment, NULL) : NULL;
    GST_OBJECT_UNLOCK(pad);
    return result;
}

/// The streaming thread may be at work on what the input holds, and lets go of it later.
static GstFlowReturn flush(GstAggregatorPad *pad, GstAggregator *mixer) {
    SwvMixerPad *self = (SwvMixerPad *)pad;
    self->has_segment = self->awaits_segment = false;
    self->flushes++;
    return GST_FLOW_OK;
}

static void set_own_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    GError *error = swv_settings_set_value(((SwvMixerPad *)object)->settings, object, id, value);
    g_clear_error(&error);
}

static void get_own_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    swv_settings_get(((SwvMixerPad *)object)->settings, id, value);
}

static void instance_init(GTypeInstance *instance, gpointer klass) {
    static atomic_uint count = 0;
    SwvMixerPad *pad = (SwvMixerPad *)instance;
    pad->unique = ++count;
}

/// Before any property is set.
static void own_instance_init(GTypeInstance *instance, gpointer klass) {
    SwvMixerPad *pad = (SwvMixerPad *)instance;
    pad->settings = g_new0(SwvSettings, 1);
    swv_settings_init(pad->settings, ((SwvMixerPadClass *)klass)->own);
    swv_settings_take(pad->settings);
}

static void constructed(GObject *object) {
    SwvMixerPad *pad = (SwvMixerPad *)object;
    ((GObjectClass *)parent_class)->constructed(object);
    gst_video_info_init(&pad->info);
    gst_video_info_init(&pad->held.info);
    gst_video_info_init(&pad->measured);
    pad->interlacing = pad->held.interlacing = -1;
    // Another input may have had its slot.
    pad->flushes = 1;
    // A live input that has stopped would stay on the screen for ever.
    pad->maximum_repeat = 2 * GST_SECOND;
    // Names are "sink_" and a number, which GstAggregator sees to.
    const char *name = strrchr(GST_OBJECT_NAME(object), '_');
    pad->number = name != NULL ? g_ascii_strtoull(name + 1, NULL, 10) : 0;
}

static void finalize(GObject *object) {
    SwvMixerPad *pad = (SwvMixerPad *)object;
    swv_mixer_pad_release(pad);
    gst_caps_replace(&pad->held.caps, NULL);
    gst_caps_replace(&pad->caps, NULL);
    swv_rows_clear(&pad->rows);
    if (pad->settings != NULL) swv_settings_clear(pad->settings);
    g_free(pad->settings);
    ((GObjectClass *)parent_class)->finalize(object);
}

static void class_init(gpointer klass, gpointer data) {
    GObjectClass *object_class = klass;
    const GParamFlags flags = G_PARAM_READWRITE | GST_PARAM_MUTABLE_PLAYING | G_PARAM_STATIC_STRINGS;
    parent_class = g_type_class_peek_parent(klass);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->constructed = constructed;
    object_class->finalize = finalize;
    g_object_class_install_property(
        object_class, REPEAT_AFTER_EOS,
        g_param_spec_boolean(
            "repeat-after-eos", "Repeat after EOS",
            "Shows the input's last frame after its end, until all inputs have ended; where all repeat, without end", FALSE, flags));
    g_object_class_install_property(
        object_class, MAX_LAST_BUFFER_REPEAT,
        g_param_spec_uint64(
            "max-last-buffer-repeat", "Max last buffer repeat",
            "How long the last frame is shown after its own time if no other comes, in nanoseconds; -1 shows it for ever", 0,
            G_MAXUINT64, 2 * GST_SECOND, flags));
    ((GstAggregatorPadClass *)klass)->flush = GST_DEBUG_FUNCPTR(flush);
}

static void own_class_init(gpointer klass, gpointer data) {
    GObjectClass *object_class = klass;
    const SwvElement *own = data;
    ((SwvMixerPadClass *)klass)->own = own;
    object_class->set_property = set_own_property;
    object_class->get_property = get_own_property;
    swv_properties_install(object_class, own->properties, own->property_count);
}

/// The pads of all mixers.
static GType base_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        const GTypeInfo info = {
            .class_size = sizeof(SwvMixerPadClass),
            .class_init = class_init,
            .instance_size = sizeof(SwvMixerPad),
            .instance_init = instance_init,
        };
        GType made = g_type_register_static(GST_TYPE_AGGREGATOR_PAD, "GstSwiftMixerPad", &info, 0);
        gst_type_mark_as_plugin_api(made, 0);
        g_once_init_leave(&type, made);
    }
    return type;
}

GType swv_mixer_pad_type(const SwvVideoMixerDescriptor *descriptor) {
    const SwvElement *own = descriptor->pads;
    if (own == NULL) return base_type();
    GType type = g_type_from_name(own->type_name);
    if (type != 0) return type;
    const GTypeInfo info = {
        .class_size = sizeof(SwvMixerPadClass),
        .class_init = own_class_init,
        .class_data = own,
        .instance_size = sizeof(SwvMixerPad),
        .instance_init = own_instance_init,
    };
    type = g_type_register_static(base_type(), own->type_name, &info, 0);
    gst_type_mark_as_plugin_api(type, 0);
    return type;
}
