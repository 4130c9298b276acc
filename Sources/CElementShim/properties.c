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

// What each kind of property is as GObject has it.

static GParamSpec *spec_double(const SwvProperty *p) {
    return g_param_spec_double(
        p->name, p->nick, p->blurb, p->minimum.number, p->maximum.number, p->initial.number, FLAGS);
}

static gboolean set_double(SwvValue *value, const GValue *from) {
    const double old = value->number;
    value->number = g_value_get_double(from);
    return value->number != old;
}

static void get_double(const SwvValue *value, GValue *to) { g_value_set_double(to, value->number); }

/// Functions of a kind whose values are whole numbers: `own` is its name for GObject, `type` C's, and `spec` makes a
/// specification of `p`.
#define WHOLE(kind, own, type, spec)                                                                      \
    static GParamSpec *spec_##kind(const SwvProperty *p) { return spec; }                                 \
    static gboolean set_##kind(SwvValue *value, const GValue *from) {                                     \
        const int64_t old = value->integer;                                                               \
        value->integer = (int64_t)g_value_get_##own(from);                                                \
        return value->integer != old;                                                                     \
    }                                                                                                     \
    static void get_##kind(const SwvValue *value, GValue *to) { g_value_set_##own(to, (type)value->integer); }

#define RANGE(own, type)                                                                                  \
    g_param_spec_##own(                                                                                   \
        p->name, p->nick, p->blurb, (type)p->minimum.integer, (type)p->maximum.integer,                   \
        (type)p->initial.integer, FLAGS)

WHOLE(int, int, gint, RANGE(int, gint))
WHOLE(uint, uint, guint, RANGE(uint, guint))
WHOLE(uint64, uint64, guint64, RANGE(uint64, guint64))
WHOLE(boolean, boolean, gboolean, g_param_spec_boolean(p->name, p->nick, p->blurb, p->initial.integer != 0, FLAGS))
WHOLE(enum, enum, gint, g_param_spec_enum(p->name, p->nick, p->blurb, enum_type(p), (gint)p->initial.integer, FLAGS))

static GParamSpec *spec_computed(const SwvProperty *p) {
    return g_param_spec_int64(
        p->name, p->nick, p->blurb, p->minimum.integer, p->maximum.integer, p->initial.integer,
        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void get_computed(const SwvValue *value, GValue *to) { g_value_set_int64(to, value->integer); }

/// A string has no value between two others, so it can't be controlled.
static GParamSpec *spec_string(const SwvProperty *p) {
    return g_param_spec_string(
        p->name, p->nick, p->blurb, p->initial.string, (GParamFlags)(FLAGS & ~GST_PARAM_CONTROLLABLE));
}

static GParamSpec *spec_log(const SwvProperty *p) {
    return g_param_spec_string(p->name, p->nick, p->blurb, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static gboolean set_string(SwvValue *value, const GValue *from) {
    const char *string = g_value_get_string(from), *old = value->string;
    if (g_strcmp0(string, old) == 0) return FALSE;
    value->string = string != NULL ? g_ref_string_new(string) : NULL;
    if (old != NULL) g_ref_string_release((char *)old);
    return TRUE;
}

static void get_string(const SwvValue *value, GValue *to) { g_value_set_string(to, value->string); }

/// Without a type of its elements, so that integers are taken, which GObject would replace by defaults.
static GParamSpec *spec_numbers(const SwvProperty *p) {
    return gst_param_spec_array(p->name, p->nick, p->blurb, NULL, (GParamFlags)(FLAGS & ~GST_PARAM_CONTROLLABLE));
}

static void get_numbers(const SwvValue *value, GValue *array) {
    const char *text = value->string;
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

static GParamSpec *spec_structure(const SwvProperty *p) {
    return g_param_spec_boxed(
        p->name, p->nick, p->blurb, GST_TYPE_STRUCTURE, (GParamFlags)(FLAGS & ~GST_PARAM_CONTROLLABLE));
}

static void get_structure(const SwvValue *value, GValue *to) {
    g_value_take_boxed(to, value->string != NULL ? gst_structure_from_string(value->string, NULL) : NULL);
}

/// Stores nothing: what is set is read before, or others are set by it.
static gboolean set_nothing(SwvValue *value, const GValue *from) { return FALSE; }

static const struct {
    GParamSpec *(*spec)(const SwvProperty *property);
    /// Stores a GValue; returns whether the value has changed.
    gboolean (*set)(SwvValue *value, const GValue *from);
    void (*get)(const SwvValue *value, GValue *to);
} kinds[] = {
    [SWV_PROPERTY_DOUBLE] = {spec_double, set_double, get_double},
    [SWV_PROPERTY_INT] = {spec_int, set_int, get_int},
    [SWV_PROPERTY_UINT] = {spec_uint, set_uint, get_uint},
    [SWV_PROPERTY_UINT64] = {spec_uint64, set_uint64, get_uint64},
    [SWV_PROPERTY_BOOLEAN] = {spec_boolean, set_boolean, get_boolean},
    [SWV_PROPERTY_ENUM] = {spec_enum, set_enum, get_enum},
    [SWV_PROPERTY_STRING] = {spec_string, set_string, get_string},
    [SWV_PROPERTY_COMPUTED] = {spec_computed, set_nothing, get_computed},
    [SWV_PROPERTY_PRESET] = {spec_enum, set_nothing, get_enum},
    [SWV_PROPERTY_PRESET_LOCATION] = {spec_string, set_string, get_string},
    [SWV_PROPERTY_NUMBERS] = {spec_numbers, set_nothing, get_numbers},
    [SWV_PROPERTY_FILE] = {spec_string, set_nothing, get_string},
    [SWV_PROPERTY_TEXT] = {spec_string, set_nothing, get_string},
    [SWV_PROPERTY_STRUCTURE] = {spec_structure, set_nothing, get_structure},
    [SWV_PROPERTY_LOG] = {spec_log, set_nothing, get_string},
};

void swv_properties_install(GObjectClass *klass, const SwvProperty *properties, size_t count) {
    for (size_t i = 0; i < count; i++) {
        GParamSpec *spec = kinds[properties[i].type].spec(&properties[i]);
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
    return kinds[property->type].set(value, from);
}

void swv_value_get(const SwvValue *value, const SwvProperty *property, GValue *to) {
    kinds[property->type].get(value, to);
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
