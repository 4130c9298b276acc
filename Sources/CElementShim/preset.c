// SPDX-License-Identifier: MIT
// Presets: properties that set many others, at once as far as frames can tell, and the interface GstPreset.

#include "private.h"

typedef struct {
    const SwvElement *element;
    SwvValue *values;
} Loading;

static gboolean take_members(gpointer data, const SwvNamedValue *members, size_t count, GError **error) {
    Loading *loading = data;
    const SwvElement *e = loading->element;
    SwvError failure = {""};
    if (e->load_preset(e->context, members, count, loading->values, &failure)) return TRUE;
    g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS, failure.message);
    return FALSE;
}

static void read_location(SwvPreset *preset, const SwvElement *e, const char *location) {
    if (location == NULL || location[0] == '\0') return;
    Loading loading = {e, g_new0(SwvValue, e->property_count)};
    GError *error = NULL;
    if (swv_preset_file_read(location, take_members, &loading, &error)) {
        preset->values = preset->loaded = loading.values;
        return;
    }
    char *name = g_filename_display_name(location);
    preset->error = g_error_new(
        error->domain, error->code, "The preset \"%s\" was not loaded, settings stay as they were: %s", name,
        error->message);
    g_free(name);
    g_error_free(error);
    g_free(loading.values);
}

typedef struct {
    void *data;
    bool (*take)(void *data, const SwvNamedValue *members, size_t count, SwvError *error);
    SwvError *failure;
} Handing;

static gboolean hand_members(gpointer data, const SwvNamedValue *members, size_t count, GError **error) {
    Handing *handing = data;
    if (handing->take(handing->data, members, count, handing->failure)) return TRUE;
    g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS, handing->failure->message);
    return FALSE;
}

bool swv_preset_members(
    const char *location, void *data,
    bool (*take)(void *data, const SwvNamedValue *members, size_t count, SwvError *error), SwvError *failure) {
    Handing handing = {data, take, failure};
    GError *error = NULL;
    if (swv_preset_file_read(location, hand_members, &handing, &error)) return true;
    g_strlcpy(failure->message, error->message, sizeof(failure->message));
    g_error_free(error);
    // A character that did not fit is left out whole.
    const char *end;
    g_utf8_validate(failure->message, -1, &end);
    failure->message[end - failure->message] = 0;
    return false;
}

void swv_preset_read(SwvPreset *preset, const SwvElement *e, size_t index, const GValue *value) {
    *preset = (SwvPreset){.values = NULL};
    switch (e->properties[index].type) {
    case SWV_PROPERTY_PRESET:
        for (size_t i = 0; i < e->preset_count; i++) {
            if (e->presets[i].number == g_value_get_enum(value)) preset->values = e->presets[i].values;
        }
        break;
    case SWV_PROPERTY_PRESET_LOCATION:
        read_location(preset, e, g_value_get_string(value));
        break;
    default:
        break;
    }
}

static gboolean is_same(const SwvProperty *property, const SwvValue *a, const SwvValue *b) {
    return !property->in_preset_files || (a->number == b->number && a->integer == b->integer);
}

int64_t swv_preset_current(const SwvElement *e, const SwvValue *values) {
    for (size_t i = 0; i < e->preset_count; i++) {
        size_t same = 0;
        while (same < e->property_count && is_same(&e->properties[same], &values[same], &e->presets[i].values[same]))
            same++;
        if (same == e->property_count) return e->presets[i].number;
    }
    return 0;
}

gboolean
swv_preset_apply(const SwvPreset *preset, GObject *object, const SwvElement *e, SwvValue *values) {
    gboolean changed = FALSE;
    for (size_t i = 0; preset->values != NULL && i < e->property_count; i++) {
        const SwvValue *new = &preset->values[i];
        if (is_same(&e->properties[i], &values[i], new)) continue;
        values[i].number = new->number;
        values[i].integer = new->integer;
        g_object_notify(object, e->properties[i].name);
        changed = TRUE;
    }
    return changed;
}

// Errors

static void post(gpointer element, GstMessageType type, const GError *error) {
    gst_element_message_full(
        element, type, error->domain, error->code, g_strdup(error->message), NULL, __FILE__, __func__, __LINE__);
}

void swv_preset_errors_take(SwvPresetErrors *errors, gpointer element, guint property, GError *error) {
    g_mutex_lock(&errors->lock);
    if (!errors->has_started) {
        // The property may have been set before there was a bus. Another value makes up for it.
        if (error != NULL) g_hash_table_replace(errors->errors, GUINT_TO_POINTER(property), g_steal_pointer(&error));
        else g_hash_table_remove(errors->errors, GUINT_TO_POINTER(property));
    }
    g_mutex_unlock(&errors->lock);
    // While frames flow, a bad file is no reason to stop them.
    if (error != NULL) post(element, GST_MESSAGE_WARNING, error);
    g_clear_error(&error);
}

gboolean swv_preset_errors_has_started(SwvPresetErrors *errors) {
    g_mutex_lock(&errors->lock);
    gboolean has_started = errors->has_started;
    g_mutex_unlock(&errors->lock);
    return has_started;
}

void swv_preset_end(SwvPreset *preset) {
    g_clear_error(&preset->error);
    g_free(preset->loaded);
}

void swv_preset_errors_init(SwvPresetErrors *errors) {
    *errors = (SwvPresetErrors){.has_started = FALSE};
    errors->errors = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_error_free);
    g_mutex_init(&errors->lock);
}

void swv_preset_errors_clear(SwvPresetErrors *errors) {
    g_hash_table_unref(errors->errors);
    g_mutex_clear(&errors->lock);
}

/// Whether frames flow all the same: a value that is not taken is no file that could not be read.
static gboolean is_warning(const GError *error) {
    return g_error_matches(error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS);
}

gboolean swv_preset_errors_start(SwvPresetErrors *errors, gpointer element) {
    g_mutex_lock(&errors->lock);
    GHashTableIter all;
    gpointer next;
    GError *fatal = NULL;
    GSList *warnings = NULL;
    g_hash_table_iter_init(&all, errors->errors);
    while (g_hash_table_iter_next(&all, NULL, &next)) {
        if (is_warning(next)) {
            warnings = g_slist_prepend(warnings, g_error_copy(next));
            g_hash_table_iter_remove(&all);
        } else if (fatal == NULL) {
            fatal = g_error_copy(next);
        }
    }
    errors->has_started = fatal == NULL;
    g_mutex_unlock(&errors->lock);
    for (GSList *each = warnings; each != NULL; each = each->next) post(element, GST_MESSAGE_WARNING, each->data);
    g_slist_free_full(warnings, (GDestroyNotify)g_error_free);
    if (fatal == NULL) return TRUE;
    post(element, GST_MESSAGE_ERROR, fatal);
    g_error_free(fatal);
    return FALSE;
}

void swv_preset_errors_stop(SwvPresetErrors *errors) {
    g_mutex_lock(&errors->lock);
    errors->has_started = FALSE;
    g_mutex_unlock(&errors->lock);
}

// As text

static void take_text(void *data, const char *text, size_t length) { *(char **)data = g_strndup(text, length); }

char *swv_preset_text(const SwvElement *e, const SwvValue *values, GMutex *lock) {
    char *text = NULL;
    SwvValue *copy = g_new0(SwvValue, e->property_count);
    g_mutex_lock(lock);
    swv_values_copy(copy, values, e->properties, e->property_count);
    g_mutex_unlock(lock);
    e->write_preset(e->context, copy, take_text, &text);
    swv_values_clear(copy, e->properties, e->property_count);
    g_free(copy);
    return text;
}

void swv_preset_add_signal(GType type, const SwvElement *e, GCallback handler) {
    if (e->write_preset == NULL) return;
    g_signal_new_class_handler(
        "preset-json", type, G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, handler, NULL, NULL, NULL, G_TYPE_STRING, 0);
}

// GstPreset

static GQuark element_key(void) { return g_quark_from_static_string("swiftvideo-element"); }

/// Those properties that are settings, and neither presets themselves nor the machine's, such as n-threads.
static gchar **property_names(GstPreset *preset) {
    const SwvElement *e = g_type_get_qdata(G_OBJECT_TYPE(preset), element_key());
    GStrvBuilder *names = g_strv_builder_new();
    for (size_t i = 0; i < e->property_count; i++) {
        if (e->properties[i].in_presets) g_strv_builder_add(names, e->properties[i].name);
    }
    gchar **result = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return result;
}

static void interface_init(gpointer interface, gpointer data) {
    ((GstPresetInterface *)interface)->get_property_names = property_names;
}

void swv_preset_add_interface(GType type, const SwvElement *e) {
    if (e->load_preset == NULL) return;
    g_type_set_qdata(type, element_key(), (gpointer)e);
    const GInterfaceInfo info = {.interface_init = interface_init};
    g_type_add_interface_static(type, GST_TYPE_PRESET, &info);
}
