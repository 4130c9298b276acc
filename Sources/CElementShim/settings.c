// SPDX-License-Identifier: MIT
// The values of an element's properties, shared by the threads that set them and the one that renders.

#include "private.h"

void swv_settings_init(SwvSettings *settings, const SwvElement *element) {
    settings->element = element;
    settings->values = g_new0(SwvValue, element->property_count + 1);
    settings->is_set = g_new0(bool, element->property_count + 1);
    settings->snapshot = g_new0(SwvValue, element->property_count + 1);
    swv_values_init(settings->values, element->properties, element->property_count);
    pthread_mutex_init(&settings->lock, NULL);
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
    pthread_mutex_destroy(&settings->lock);
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

void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value) {
    const SwvElement *e = settings->element;
    SwvPreset preset;
    swv_preset_read(&preset, e, id - 1, value);
    // Who is notified may ask for values, so not before the lock is left.
    g_object_freeze_notify(object);
    pthread_mutex_lock(&settings->lock);
    gboolean changed = swv_value_set(&settings->values[id - 1], &e->properties[id - 1], value);
    settings->is_set[id - 1] = true;
    if (imply(settings, object, &e->properties[id - 1])) changed = TRUE;
    if (swv_preset_apply(&preset, object, e, settings->values)) changed = TRUE;
    if (changed) {
        settings->serial++;
        swv_values_follow(object, e, settings->values);
    }
    pthread_mutex_unlock(&settings->lock);
    g_object_thaw_notify(object);
    swv_preset_end(&preset, object, &settings->preset_errors);
}

void swv_settings_get(SwvSettings *settings, guint id, GValue *value) {
    pthread_mutex_lock(&settings->lock);
    swv_value_get(&settings->values[id - 1], &settings->element->properties[id - 1], value);
    pthread_mutex_unlock(&settings->lock);
}

void swv_settings_assign(SwvSettings *settings, GObject *object, const SwvValue *values, const bool *is_given) {
    const SwvElement *e = settings->element;
    gboolean changed = FALSE;
    g_object_freeze_notify(object);
    pthread_mutex_lock(&settings->lock);
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
    pthread_mutex_unlock(&settings->lock);
    g_object_thaw_notify(object);
}

gboolean swv_settings_take(SwvSettings *settings) {
    const SwvElement *e = settings->element;
    pthread_mutex_lock(&settings->lock);
    gboolean changed = settings->snapshot_serial != settings->serial;
    if (changed) swv_values_copy(settings->snapshot, settings->values, e->properties, e->property_count);
    settings->snapshot_serial = settings->serial;
    pthread_mutex_unlock(&settings->lock);
    return changed;
}
