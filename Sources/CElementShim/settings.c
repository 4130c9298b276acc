// SPDX-License-Identifier: MIT
// The values of an element's properties, shared by the threads that set them and the one that renders.

#include "private.h"

void swv_settings_init(SwvSettings *settings, const SwvElement *element) {
    settings->element = element;
    settings->values = g_new0(SwvValue, element->property_count + 1);
    settings->is_set = g_new0(bool, element->property_count + 1);
    settings->snapshot = g_new0(SwvValue, element->property_count + 1);
    swv_values_init(settings->values, element->properties, element->property_count);
    g_mutex_init(&settings->lock);
    swv_preset_errors_init(&settings->preset_errors);
    settings->serial = 1;
}

void swv_settings_clear(SwvSettings *settings) {
    const SwvElement *e = settings->element;
    swv_values_clear(settings->values, e->properties, e->property_count);
    swv_values_clear(settings->snapshot, e->properties, e->property_count);
    g_free(settings->values);
    g_free(settings->is_set);
    g_free(settings->snapshot);
    swv_preset_errors_clear(&settings->preset_errors);
    g_mutex_clear(&settings->lock);
}

/// Sets what the property that has just been set implies, and notifies of it. Returns whether that changes.
static gboolean imply(SwvSettings *settings, GObject *object, const SwvProperty *property) {
    const SwvElement *e = settings->element;
    if (property->implied_name == NULL) return FALSE;
    size_t i = 0;
    while (i < e->property_count && strcmp(e->properties[i].name, property->implied_name) != 0) i++;
    if (i == e->property_count || settings->is_set[i] || settings->values[i].integer == property->implied_value)
        return FALSE;
    settings->values[i].integer = property->implied_value;
    g_object_notify(object, e->properties[i].name);
    return TRUE;
}

/// Whether what is set is read before it is stored.
static gboolean is_read(const SwvProperty *property) {
    switch (property->type) {
    case SWV_PROPERTY_NUMBERS:
    case SWV_PROPERTY_FILE:
    case SWV_PROPERTY_TEXT:
    case SWV_PROPERTY_STRUCTURE: return TRUE;
    default: return FALSE;
    }
}

/// Text of a property that takes numbers. Returns false, and an error, where they are refused.
static gboolean
read_numbers(SwvValue *value, const SwvElement *e, guint id, const GValue *from, GError **error) {
    size_t count;
    double *numbers = swv_numbers_get(from, &count);
    SwvError failure = {""};
    const gboolean is_taken = e->check_numbers(e->context, id - 1, numbers, count, &failure);
    if (is_taken) {
        char *text = swv_numbers_text(numbers, count);
        value->string = g_ref_string_new(text);
        g_free(text);
    } else {
        g_set_error(
            error, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS, "\"%s\" %s; it stays as it was.",
            e->properties[id - 1].name, failure.message);
    }
    g_free(numbers);
    return is_taken;
}

/// Writes a vector or a matrix of Graphene as the list of its numbers, which it begins with; other values stay. This library needs no
/// Graphene: whoever made the value has it.
static gboolean write_graphene(GQuark field, GValue *value, gpointer context) {
    (void)field, (void)context;
    static const struct {
        const char *type;
        int count;
    } types[] = {{"GrapheneVec2", 2}, {"GrapheneVec3", 3}, {"GrapheneVec4", 4}, {"GrapheneMatrix", 16}};
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        if (strcmp(G_VALUE_TYPE_NAME(value), types[i].type) != 0 || !G_VALUE_HOLDS_BOXED(value)) continue;
        const float *numbers = g_value_get_boxed(value);
        GValue list = G_VALUE_INIT;
        gst_value_array_init(&list, (guint)types[i].count);
        for (int at = 0; numbers != NULL && at < types[i].count; at++) {
            GValue number = G_VALUE_INIT;
            g_value_init(&number, G_TYPE_FLOAT);
            g_value_set_float(&number, numbers[at]);
            gst_value_array_append_and_take_value(&list, &number);
        }
        g_value_unset(value);
        *value = list;
        break;
    }
    return TRUE;
}

/// The text of a structure, NULL of none.
static char *structure_text(const GstStructure *structure) {
    if (structure == NULL) return NULL;
    GstStructure *plain = gst_structure_copy(structure);
    gst_structure_map_in_place(plain, write_graphene, NULL);
    char *text = gst_structure_to_string(plain);
    gst_structure_free(plain);
    return text;
}

/// Text and content of a property that is read. Returns false, and an error, where a value can't be.
static gboolean
read_value(SwvValue *value, const SwvElement *e, guint id, const GValue *from, GError **error) {
    const SwvProperty *property = &e->properties[id - 1];
    if (property->type == SWV_PROPERTY_NUMBERS) return read_numbers(value, e, id, from, error);
    char *text;
    if (property->type == SWV_PROPERTY_STRUCTURE) {
        text = structure_text(g_value_get_boxed(from));
    } else {
        text = g_value_dup_string(from);
    }
    if (text == NULL) return TRUE;
    gboolean is_taken = TRUE;
    if (text[0] != '\0') {
        SwvError failure = {""};
        value->content = e->load_file(e->context, id - 1, text, &failure);
        is_taken = value->content != NULL;
        if (!is_taken && property->type == SWV_PROPERTY_FILE) {
            char *name = g_filename_display_name(text);
            g_set_error(
                error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                "The file \"%s\" was not loaded, \"%s\" stays as it was: %s", name, property->name, failure.message);
            g_free(name);
        } else if (!is_taken) {
            g_set_error(
                error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS, "\"%s\" stays as it was: %s",
                property->name, failure.message);
        }
    }
    if (is_taken) value->string = g_ref_string_new(text);
    g_free(text);
    return is_taken;
}

/// Writes why a text, a file or a structure was refused, or that it was taken, to the element's log, if it has one.
static void write_log(SwvSettings *settings, GObject *object, const char *reason) {
    const SwvElement *e = settings->element;
    size_t i = 0;
    while (i < e->property_count && e->properties[i].type != SWV_PROPERTY_LOG) i++;
    if (i == e->property_count) return;
    g_mutex_lock(&settings->lock);
    const char *old = settings->values[i].string;
    const gboolean changed = g_strcmp0(old, reason) != 0;
    if (changed) settings->values[i].string = reason != NULL ? g_ref_string_new(reason) : NULL;
    g_mutex_unlock(&settings->lock);
    if (!changed) return;
    if (old != NULL) g_ref_string_release((char *)old);
    g_object_notify(object, e->properties[i].name);
}

GError *swv_settings_set_value(SwvSettings *settings, GObject *object, guint id, const GValue *from) {
    const SwvElement *e = settings->element;
    const SwvProperty *property = &e->properties[id - 1];
    const gboolean reads = is_read(property);
    SwvValue value = {0};
    GError *error = NULL;
    const gboolean is_taken = !reads || read_value(&value, e, id, from, &error);
    if (reads) write_log(settings, object, error != NULL ? error->message : NULL);
    if (!is_taken) return error;
    SwvPreset preset;
    swv_preset_read(&preset, e, id - 1, from);
    // Who is notified may ask for values, so not before the lock is left.
    g_object_freeze_notify(object);
    g_mutex_lock(&settings->lock);
    gboolean changed = reads ? swv_value_assign(&settings->values[id - 1], property, &value)
                             : swv_value_set(&settings->values[id - 1], property, from);
    settings->is_set[id - 1] = true;
    if (imply(settings, object, property)) changed = TRUE;
    if (swv_preset_apply(&preset, object, e, settings->values)) changed = TRUE;
    if (changed) {
        settings->serial++;
        swv_values_follow(object, e, settings->values);
    }
    g_mutex_unlock(&settings->lock);
    g_object_thaw_notify(object);
    swv_values_clear(&value, property, 1);
    error = g_steal_pointer(&preset.error);
    swv_preset_end(&preset);
    return error;
}

gboolean swv_property_can_fail(const SwvProperty *property) {
    return is_read(property) || property->type == SWV_PROPERTY_PRESET_LOCATION;
}

void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value) {
    GError *error = swv_settings_set_value(settings, object, id, value);
    if (swv_property_can_fail(&settings->element->properties[id - 1]))
        swv_preset_errors_take(&settings->preset_errors, object, id, error);
}

void swv_settings_get(SwvSettings *settings, guint id, GValue *value) {
    g_mutex_lock(&settings->lock);
    swv_value_get(&settings->values[id - 1], &settings->element->properties[id - 1], value);
    g_mutex_unlock(&settings->lock);
}

void swv_settings_assign(SwvSettings *settings, GObject *object, const SwvValue *values, const bool *is_given) {
    const SwvElement *e = settings->element;
    gboolean changed = FALSE;
    g_object_freeze_notify(object);
    g_mutex_lock(&settings->lock);
    for (size_t i = 0; i < e->property_count; i++) {
        if (!is_given[i]) continue;
        settings->is_set[i] = true;
        if (!swv_value_assign(&settings->values[i], &e->properties[i], &values[i])) continue;
        changed = TRUE;
        g_object_notify(object, e->properties[i].name);
    }
    if (changed) {
        settings->serial++;
        swv_values_follow(object, e, settings->values);
    }
    g_mutex_unlock(&settings->lock);
    g_object_thaw_notify(object);
}

gboolean swv_settings_take(SwvSettings *settings) {
    const SwvElement *e = settings->element;
    g_mutex_lock(&settings->lock);
    gboolean changed = settings->snapshot_serial != settings->serial;
    if (changed) swv_values_copy(settings->snapshot, settings->values, e->properties, e->property_count);
    settings->snapshot_serial = settings->serial;
    g_mutex_unlock(&settings->lock);
    return changed;
}
