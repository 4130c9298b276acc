// The values of an element's properties, shared by the threads that set them and the one that renders.

#include "private.h"

void swv_settings_init(SwvSettings *settings, const SwvElement *element) {
    settings->element = element;
    settings->values = g_new0(SwvValue, element->property_count + 1);
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
    g_free(settings->snapshot);
    swv_preset_errors_clear(&settings->preset_errors);
    pthread_mutex_destroy(&settings->lock);
}

void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value) {
    const SwvElement *e = settings->element;
    SwvPreset preset;
    swv_preset_read(&preset, e, id - 1, value);
    // Who is notified may ask for values, so not before the lock is left.
    g_object_freeze_notify(object);
    pthread_mutex_lock(&settings->lock);
    gboolean changed = swv_value_set(&settings->values[id - 1], &e->properties[id - 1], value);
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

gboolean swv_settings_take(SwvSettings *settings) {
    const SwvElement *e = settings->element;
    pthread_mutex_lock(&settings->lock);
    gboolean changed = settings->snapshot_serial != settings->serial;
    if (changed) swv_values_copy(settings->snapshot, settings->values, e->properties, e->property_count);
    settings->snapshot_serial = settings->serial;
    pthread_mutex_unlock(&settings->lock);
    return changed;
}
