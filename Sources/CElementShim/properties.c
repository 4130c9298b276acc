// SPDX-License-Identifier: MIT
#include "private.h"

#include <math.h>

#define FLAGS                                                                                       \
    (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_CONTROLLABLE | GST_PARAM_MUTABLE_PLAYING)

static GType enum_type(const SwvProperty *property) {
    GType type = g_type_from_name(property->enum_type_name);
    if (type != 0) return type;
    // Never freed: GObject keeps the array.
    GEnumValue *values = g_new0(GEnumValue, property->enum_value_count + 1);
    for (size_t i = 0; i < property->enum_value_count; i++) {
        values[i].value = (gint)property->enum_values[i].value;
        values[i].value_name = property->enum_values[i].name;
        values[i].value_nick = property->enum_values[i].nick;
    }
    type = g_enum_register_static(property->enum_type_name, values);
    gst_type_mark_as_plugin_api(type, 0);
    return type;
}

static GParamSpec *param_spec(const SwvProperty *p) {
    switch (p->type) {
    case SWV_PROPERTY_DOUBLE:
        return g_param_spec_double(
            p->name, p->nick, p->blurb, p->minimum.number, p->maximum.number, p->initial.number, FLAGS);
    case SWV_PROPERTY_INT:
        return g_param_spec_int(
            p->name, p->nick, p->blurb, (gint)p->minimum.integer, (gint)p->maximum.integer, (gint)p->initial.integer,
            FLAGS);
    case SWV_PROPERTY_UINT:
        return g_param_spec_uint(
            p->name, p->nick, p->blurb, (guint)p->minimum.integer, (guint)p->maximum.integer,
            (guint)p->initial.integer, FLAGS);
    case SWV_PROPERTY_UINT64:
        return g_param_spec_uint64(
            p->name, p->nick, p->blurb, (guint64)p->minimum.integer, (guint64)p->maximum.integer,
            (guint64)p->initial.integer, FLAGS);
    case SWV_PROPERTY_BOOLEAN:
        return g_param_spec_boolean(p->name, p->nick, p->blurb, p->initial.integer != 0, FLAGS);
    case SWV_PROPERTY_ENUM:
    case SWV_PROPERTY_PRESET:
        return g_param_spec_enum(p->name, p->nick, p->blurb, enum_type(p), (gint)p->initial.integer, FLAGS);
    case SWV_PROPERTY_NUMBERS:
        // Without a type of its elements, so that integers are taken, which GObject would replace by defaults.
        return gst_param_spec_array(p->name, p->nick, p->blurb, NULL, (GParamFlags)(FLAGS & ~GST_PARAM_CONTROLLABLE));
    case SWV_PROPERTY_STRING:
    case SWV_PROPERTY_FILE:
    case SWV_PROPERTY_PRESET_LOCATION:
        // A string has no value between two others, so it can't be controlled.
        return g_param_spec_string(
            p->name, p->nick, p->blurb, p->initial.string, (GParamFlags)(FLAGS & ~GST_PARAM_CONTROLLABLE));
    case SWV_PROPERTY_COMPUTED:
        return g_param_spec_int64(
            p->name, p->nick, p->blurb, p->minimum.integer, p->maximum.integer, p->initial.integer,
            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    }
    g_assert_not_reached();
}

void swv_properties_install(GObjectClass *klass, const SwvProperty *properties, size_t count) {
    for (size_t i = 0; i < count; i++) {
        GParamSpec *spec = param_spec(&properties[i]);
        if (properties[i].needs_ready) {
            spec->flags &= (GParamFlags)~(GST_PARAM_CONTROLLABLE | GST_PARAM_MUTABLE_PLAYING);
            spec->flags |= (GParamFlags)GST_PARAM_MUTABLE_READY;
        }
        g_object_class_install_property(klass, (guint)i + 1, spec);
    }
}

/// Lets go of what a value refers to.
static void release(const SwvProperty *property, SwvValue *value) {
    if (value->string != NULL) g_ref_string_release((char *)value->string);
    if (value->content != NULL) property->release(value->content);
    value->string = NULL;
    value->content = NULL;
}

void swv_values_init(SwvValue *values, const SwvProperty *properties, size_t count) {
    for (size_t i = 0; i < count; i++) {
        values[i] = properties[i].initial;
        if (values[i].string != NULL) values[i].string = g_ref_string_new(values[i].string);
    }
}

void swv_values_clear(SwvValue *values, const SwvProperty *properties, size_t count) {
    for (size_t i = 0; i < count; i++) release(&properties[i], &values[i]);
}

void swv_values_copy(SwvValue *to, const SwvValue *from, const SwvProperty *properties, size_t count) {
    for (size_t i = 0; i < count; i++) {
        SwvValue old = to[i];
        to[i] = from[i];
        if (to[i].string != NULL) g_ref_string_acquire((char *)to[i].string);
        if (to[i].content != NULL) properties[i].retain(to[i].content);
        release(&properties[i], &old);
    }
}

void swv_values_follow(GObject *object, const SwvElement *e, SwvValue *values) {
    for (size_t i = 0; i < e->property_count; i++) {
        SwvPropertyType type = e->properties[i].type;
        if (type != SWV_PROPERTY_COMPUTED && type != SWV_PROPERTY_PRESET) continue;
        int64_t computed =
            type == SWV_PROPERTY_PRESET ? swv_preset_current(e, values) : e->compute(e->context, values, i);
        if (computed == values[i].integer) continue;
        values[i].integer = computed;
        g_object_notify(object, e->properties[i].name);
    }
}

gboolean swv_value_set(SwvValue *value, const SwvProperty *property, const GValue *from) {
    SwvValue old = *value;
    switch (property->type) {
    case SWV_PROPERTY_DOUBLE:
        value->number = g_value_get_double(from);
        return value->number != old.number;
    case SWV_PROPERTY_INT:
        value->integer = g_value_get_int(from);
        break;
    case SWV_PROPERTY_UINT:
        value->integer = g_value_get_uint(from);
        break;
    case SWV_PROPERTY_UINT64:
        value->integer = (int64_t)g_value_get_uint64(from);
        break;
    case SWV_PROPERTY_BOOLEAN:
        value->integer = g_value_get_boolean(from);
        break;
    case SWV_PROPERTY_ENUM:
        value->integer = g_value_get_enum(from);
        break;
    case SWV_PROPERTY_STRING:
    case SWV_PROPERTY_PRESET_LOCATION: {
        const char *string = g_value_get_string(from);
        if (g_strcmp0(string, old.string) == 0) return FALSE;
        value->string = string != NULL ? g_ref_string_new(string) : NULL;
        if (old.string != NULL) g_ref_string_release((char *)old.string);
        return TRUE;
    }
    case SWV_PROPERTY_NUMBERS:
    case SWV_PROPERTY_FILE:
    case SWV_PROPERTY_COMPUTED:
    case SWV_PROPERTY_PRESET:
        break;
    }
    return value->integer != old.integer;
}

char *swv_numbers_text(const double *numbers, size_t count) {
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < count; i++) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", g_ascii_dtostr(digits, sizeof(digits), numbers[i]));
    }
    return g_string_free(text, FALSE);
}

double *swv_numbers_get(const GValue *array, size_t *count) {
    *count = gst_value_array_get_size(array);
    double *numbers = g_new0(double, *count + 1);
    for (size_t i = 0; i < *count; i++) {
        GValue number = G_VALUE_INIT;
        g_value_init(&number, G_TYPE_DOUBLE);
        const GValue *element = gst_value_array_get_value(array, (guint)i);
        // GObject's own conversion would read a text as 0.
        const gboolean is_number = !G_VALUE_HOLDS_STRING(element) && g_value_transform(element, &number);
        numbers[i] = is_number ? g_value_get_double(&number) : NAN;
    }
    return numbers;
}

static void get_numbers(const char *text, GValue *array) {
    while (text != NULL && *text != '\0') {
        char *end;
        GValue number = G_VALUE_INIT;
        g_value_init(&number, G_TYPE_DOUBLE);
        g_value_set_double(&number, g_ascii_strtod(text, &end));
        if (end == text) return;
        gst_value_array_append_and_take_value(array, &number);
        text = end;
    }
}

gboolean swv_value_assign(SwvValue *value, const SwvProperty *property, const SwvValue *from) {
    SwvValue old = *value;
    if (old.number == from->number && old.integer == from->integer && old.content == from->content
        && g_strcmp0(old.string, from->string) == 0)
        return FALSE;
    *value = *from;
    if (value->string != NULL) value->string = g_ref_string_new(value->string);
    if (value->content != NULL) property->retain(value->content);
    release(property, &old);
    return TRUE;
}

void swv_value_get(const SwvValue *value, const SwvProperty *property, GValue *to) {
    switch (property->type) {
    case SWV_PROPERTY_DOUBLE:
        g_value_set_double(to, value->number);
        break;
    case SWV_PROPERTY_INT:
        g_value_set_int(to, (gint)value->integer);
        break;
    case SWV_PROPERTY_UINT:
        g_value_set_uint(to, (guint)value->integer);
        break;
    case SWV_PROPERTY_UINT64:
        g_value_set_uint64(to, (guint64)value->integer);
        break;
    case SWV_PROPERTY_BOOLEAN:
        g_value_set_boolean(to, value->integer != 0);
        break;
    case SWV_PROPERTY_ENUM:
    case SWV_PROPERTY_PRESET:
        g_value_set_enum(to, (gint)value->integer);
        break;
    case SWV_PROPERTY_NUMBERS:
        get_numbers(value->string, to);
        break;
    case SWV_PROPERTY_STRING:
    case SWV_PROPERTY_FILE:
    case SWV_PROPERTY_PRESET_LOCATION:
        g_value_set_string(to, value->string);
        break;
    case SWV_PROPERTY_COMPUTED:
        g_value_set_int64(to, value->integer);
        break;
    }
}
