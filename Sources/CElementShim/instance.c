// What elements of every kind have.

#include "private.h"

void swv_instance_init(SwvInstance *instance, const SwvElement *element) {
    swv_settings_init(&instance->settings, element);
    instance->pool = swv_band_pool_new();
    instance->effect = element->create(element->context);
}

void swv_instance_clear(SwvInstance *instance) {
    swv_band_pool_free(instance->pool);
    instance->settings.element->destroy(instance->effect);
    swv_settings_clear(&instance->settings);
}

gboolean swv_instance_start(SwvInstance *instance, gpointer element, GstDebugCategory *category) {
    if (!swv_preset_errors_start(&instance->settings.preset_errors, element)) return FALSE;
    const SwvElement *e = instance->settings.element;
    if (e->cpu_level_forced_unusable)
        GST_CAT_WARNING_OBJECT(
            category, element, "SWIFTVIDEO_CPU does not name a level of this CPU; using %s", e->cpu_level);
    return TRUE;
}

void swv_instance_stop(SwvInstance *instance) {
    swv_preset_errors_stop(&instance->settings.preset_errors);
    swv_band_pool_stop(instance->pool);
    instance->settings.element->reset(instance->effect);
}
