// Presets: properties that set many others, at once as far as frames can tell, and the interface GstPreset.

#include "private.h"

/// Lets the element say what a preset sets; `load` fills the two arrays.
typedef struct {
    const SwvVideoFilterDescriptor *descriptor;
    SwvPreset *preset;
} Loading;

static void make_room(SwvPreset *preset, const SwvVideoFilterDescriptor *d) {
    preset->values = g_new0(SwvValue, d->property_count);
    preset->is_set = g_new0(bool, d->property_count);
}

static gboolean take_members(gpointer data, const SwvNamedValue *members, size_t count, GError **error) {
    Loading *loading = data;
    const SwvVideoFilterDescriptor *d = loading->descriptor;
    SwvPreset *preset = loading->preset;
    make_room(preset, d);
    SwvError failure = {""};
    if (d->load_preset(d->context, members, count, preset->values, preset->is_set, &failure)) return TRUE;
    g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS, failure.message);
    return FALSE;
}

void swv_preset_read(SwvPreset *preset, const SwvVideoFilterDescriptor *d, size_t index, const GValue *value) {
    *preset = (SwvPreset){.values = NULL};
    switch (d->properties[index].type) {
    case SWV_PROPERTY_PRESET:
        make_room(preset, d);
        d->choose_preset(d->context, g_value_get_enum(value), preset->values, preset->is_set);
        break;
    case SWV_PROPERTY_PRESET_LOCATION: {
        preset->is_location = TRUE;
        const char *location = g_value_get_string(value);
        if (location == NULL || location[0] == '\0') return;
        Loading loading = {d, preset};
        GError *error = NULL;
        if (swv_preset_file_read(location, take_members, &loading, &error)) return;
        g_clear_pointer(&preset->is_set, g_free);
        g_clear_pointer(&preset->values, g_free);
        char *name = g_filename_display_name(location);
        preset->error = g_error_new(
            error->domain, error->code, "The preset \"%s\" was not loaded, settings stay as they were: %s.", name,
            error->message);
        g_free(name);
        g_error_free(error);
        break;
    }
    default:
        break;
    }
}

gboolean
swv_preset_apply(const SwvPreset *preset, GObject *object, const SwvVideoFilterDescriptor *d, SwvValue *values) {
    gboolean changed = FALSE;
    if (preset->values == NULL) return FALSE;
    for (size_t i = 0; i < d->property_count; i++) {
        const SwvValue *new = &preset->values[i];
        if (!preset->is_set[i] || (new->number == values[i].number && new->integer == values[i].integer)) continue;
        values[i].number = new->number;
        values[i].integer = new->integer;
        g_object_notify(object, d->properties[i].name);
        changed = TRUE;
    }
    return changed;
}

// Errors

static void post(gpointer element, GstMessageType type, const GError *error) {
    gst_element_message_full(
        element, type, error->domain, error->code, g_strdup(error->message), NULL, __FILE__, __func__, __LINE__);
}

void swv_preset_end(SwvPreset *preset, gpointer element, SwvPresetErrors *errors) {
    pthread_mutex_lock(&errors->lock);
    if (preset->is_location && !errors->has_started) {
        // The property may have been set before there was a bus. Another file makes up for it.
        g_clear_error(&errors->error);
        errors->error = g_steal_pointer(&preset->error);
    }
    pthread_mutex_unlock(&errors->lock);
    // While frames flow, a bad file is no reason to stop them.
    if (preset->error != NULL) post(element, GST_MESSAGE_WARNING, preset->error);
    g_free(preset->values);
    g_free(preset->is_set);
    g_clear_error(&preset->error);
}

void swv_preset_errors_init(SwvPresetErrors *errors) {
    *errors = (SwvPresetErrors){.error = NULL};
    pthread_mutex_init(&errors->lock, NULL);
}

void swv_preset_errors_clear(SwvPresetErrors *errors) {
    g_clear_error(&errors->error);
    pthread_mutex_destroy(&errors->lock);
}

gboolean swv_preset_errors_start(SwvPresetErrors *errors, gpointer element) {
    pthread_mutex_lock(&errors->lock);
    GError *error = errors->error != NULL ? g_error_copy(errors->error) : NULL;
    errors->has_started = error == NULL;
    pthread_mutex_unlock(&errors->lock);
    if (error == NULL) return TRUE;
    post(element, GST_MESSAGE_ERROR, error);
    g_error_free(error);
    return FALSE;
}

void swv_preset_errors_stop(SwvPresetErrors *errors) {
    pthread_mutex_lock(&errors->lock);
    errors->has_started = FALSE;
    pthread_mutex_unlock(&errors->lock);
}

// As text

static void take_text(void *data, const char *text, size_t length) {
    g_value_take_string(data, g_strndup(text, length));
}

void swv_preset_text(const SwvVideoFilterDescriptor *d, const SwvValue *values, GValue *to) {
    d->write_preset(d->context, values, take_text, to);
}

// GstPreset

static GQuark descriptor_key(void) { return g_quark_from_static_string("swiftvideo-descriptor"); }

/// Those properties that are settings, and neither presets themselves nor the machine's, such as n-threads.
static gchar **property_names(GstPreset *preset) {
    const SwvVideoFilterDescriptor *d = g_type_get_qdata(G_OBJECT_TYPE(preset), descriptor_key());
    GStrvBuilder *names = g_strv_builder_new();
    for (size_t i = 0; i < d->property_count; i++) {
        if (d->properties[i].in_presets) g_strv_builder_add(names, d->properties[i].name);
    }
    gchar **result = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return result;
}

static void interface_init(gpointer interface, gpointer data) {
    ((GstPresetInterface *)interface)->get_property_names = property_names;
}

void swv_preset_add_interface(GType type, const SwvVideoFilterDescriptor *d) {
    if (d->load_preset == NULL) return;
    g_type_set_qdata(type, descriptor_key(), (gpointer)d);
    const GInterfaceInfo info = {.interface_init = interface_init};
    g_type_add_interface_static(type, GST_TYPE_PRESET, &info);
}
