// SPDX-License-Identifier: MIT
// What elements of every kind have.

#include "private.h"

void swv_element_class_describe(GstElementClass *klass, const SwvElement *element) {
    gst_element_class_set_static_metadata(
        klass, element->long_name, element->classification, element->description, element->author);
    // Copied by GStreamer.
    char *page = g_strdup_printf(SWV_HOMEPAGE "/blob/main/docs/elements/%s.md", element->factory_name);
    gst_element_class_add_metadata(klass, GST_ELEMENT_METADATA_DOC_URI, page);
    g_free(page);
    gst_element_class_add_static_metadata(klass, "family", element->family);
}

void swv_instance_init(SwvInstance *instance, const SwvElement *element) {
    swv_settings_init(&instance->settings, element);
    instance->effect = element->create(element->context);
}

static void clear_rows(SwvInstance *instance) {
    swv_rows_clear(&instance->input);
    swv_rows_clear(&instance->output);
}

void swv_instance_clear(SwvInstance *instance) {
    clear_rows(instance);
    swv_band_pool_leave(&instance->bands);
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
    swv_band_pool_leave(&instance->bands);
    clear_rows(instance);
    instance->settings.element->reset(instance->effect);
}
