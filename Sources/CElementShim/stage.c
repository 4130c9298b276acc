// SPDX-License-Identifier: MIT
// The GObject class of every stage of a chain.

#include "stage.h"

#include "chain.h"

typedef struct {
    const SwvStageType *type;
    size_t index;
} StageData;

typedef struct {
    GstObjectClass parent;
    const StageData *data;
} SwvStageClass;

static GObjectClass *parent_class;

/// Whether the frames that flow can be changed with another value; else warns.
static gboolean allows(SwvStageObject *self, GstObject *element, guint id, const GValue *value) {
    SwvError error = {""};
    if (element == NULL || swv_chain_allows(swv_chain_of(element), self, id, value, &error)) return TRUE;
    GST_ELEMENT_WARNING(
        element, RESOURCE, SETTINGS,
        ("\"%s\" of \"%s\" stays as it was: %s", self->settings.element->properties[id - 1].name, self->label,
            error.message),
        (NULL));
    return FALSE;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvStageObject *self = (SwvStageObject *)object;
    SwvSettings *settings = &self->settings;
    const gboolean can_refuse = ((SwvStageClass *)G_OBJECT_GET_CLASS(object))->data->type->can_refuse;
    const gboolean can_fail = swv_property_can_fail(&settings->element->properties[id - 1]);
    // What is wrong is the element's concern.
    GstObject *element = can_fail || can_refuse ? gst_object_get_parent(GST_OBJECT(object)) : NULL;
    if (!can_refuse || can_fail || allows(self, element, id, value)) {
        GError *error = swv_settings_set_value(settings, object, id, value);
        if (can_fail && element != NULL)
            swv_preset_errors_take(swv_chain_of(element)->errors, element, SWV_STAGES, g_steal_pointer(&error));
        g_clear_error(&error);
    }
    g_clear_object(&element);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    swv_settings_get(&((SwvStageObject *)object)->settings, id, value);
}

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvStageObject *self = (SwvStageObject *)instance;
    const StageData *data = ((SwvStageClass *)klass)->data;
    self->type = data->index;
    swv_settings_init(&self->settings, &data->type->element);
}

static void finalize(GObject *object) {
    swv_settings_clear(&((SwvStageObject *)object)->settings);
    g_free(((SwvStageObject *)object)->label);
    parent_class->finalize(object);
}

static void class_init(gpointer klass, gpointer data) {
    const SwvElement *element = &((const StageData *)data)->type->element;
    GObjectClass *object_class = klass;
    parent_class = g_type_class_peek_parent(klass);
    ((SwvStageClass *)klass)->data = data;
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    swv_properties_install(object_class, element->properties, element->property_count);
}

GType swv_stage_register(const SwvStageType *stage, size_t index) {
    GType type = g_type_from_name(stage->element.type_name);
    if (type != 0) return type;
    // Never freed: GObject keeps it.
    StageData *data = g_new(StageData, 1);
    *data = (StageData){stage, index};
    const GTypeInfo info = {
        .class_size = sizeof(SwvStageClass),
        .class_init = class_init,
        .class_data = data,
        .instance_size = sizeof(SwvStageObject),
        .instance_init = instance_init,
    };
    type = g_type_register_static(GST_TYPE_OBJECT, stage->element.type_name, &info, 0);
    gst_type_mark_as_plugin_api(type, 0);
    return type;
}
