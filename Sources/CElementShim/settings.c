// The values of an element's properties, shared by the threads that set them and the one that renders.

#include "private.h"

void swv_settings_init(SwvSettings *settings, const SwvElement *element) {
    settings->element = element;
    settings->values = g_new0(SwvValue, element->property_count + 1);
    settings->snapshot = g_new0(SwvValue, element->property_count + 1);
    swv_values_init(settings->values, element->properties, element->property_count);
    pthread_mutex_init(&settings->lock, NULL);
    settings->serial = 1;
}

void swv_settings_clear(SwvSettings *settings) {
    const SwvElement *e = settings->element;
    swv_values_clear(settings->values, e->properties, e->property_count);
    swv_values_clear(settings->snapshot, e->properties, e->property_count);
    g_free(settings->values);
    g_free(settings->snapshot);
    pthread_mutex_destroy(&settings->lock);
}

void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value) {
    const SwvElement *e = settings->element;
    // Who is notified may ask for values, so not before the lock is left.
    g_object_freeze_notify(object);
    pthread_mutex_lock(&settings->lock);
    if (swv_value_set(&settings->values[id - 1], &e->properties[id - 1], value)) {
        settings->serial++;
        for (size_t i = 0; i < e->property_count; i++) {
            if (e->properties[i].type != SWV_PROPERTY_COMPUTED) continue;
            int64_t computed = e->compute(e->context, settings->values, i);
            if (computed == settings->values[i].integer) continue;
            settings->values[i].integer = computed;
            g_object_notify(object, e->properties[i].name);
        }
    }
    pthread_mutex_unlock(&settings->lock);
    g_object_thaw_notify(object);
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
