// SPDX-License-Identifier: MIT
// Filters in a row as children of an element: a text names them, frames take them.

#include "chain.h"

#include "stage.h"

void swv_chain_init(SwvChainState *chain, const SwvChain *descriptor, SwvPresetErrors *errors) {
    *chain = (SwvChainState){
        .descriptor = descriptor, .types = swv_chain_types(descriptor), .errors = errors, .serial = 1, .keeps = TRUE};
    chain->stages = g_ptr_array_new_with_free_func(gst_object_unref);
    g_mutex_init(&chain->lock);
}

void swv_chain_dispose(SwvChainState *chain) {
    GPtrArray *none = g_ptr_array_new_with_free_func(gst_object_unref);
    g_mutex_lock(&chain->lock);
    GPtrArray *stages = chain->stages;
    chain->stages = none;
    g_mutex_unlock(&chain->lock);
    for (guint i = 0; i < stages->len; i++) gst_object_unparent(stages->pdata[i]);
    g_ptr_array_unref(stages);
}

void swv_chain_clear(SwvChainState *chain) {
    g_ptr_array_unref(chain->stages);
    g_clear_pointer(&chain->taken, g_ptr_array_unref);
    g_free(chain->snapshot);
    g_free(chain->kept);
    g_mutex_clear(&chain->lock);
}

GPtrArray *swv_chain_stages(SwvChainState *chain) {
    g_mutex_lock(&chain->lock);
    GPtrArray *stages = g_ptr_array_ref(chain->stages);
    g_mutex_unlock(&chain->lock);
    return stages;
}

SwvStageObject *swv_chain_find(GPtrArray *stages, const char *label) {
    for (guint i = 0; i < stages->len; i++) {
        SwvStageObject *stage = stages->pdata[i];
        if (strcmp(stage->label, label) == 0) return stage;
    }
    return NULL;
}

// Texts

/// A text being taken.
typedef struct {
    SwvChainState *chain;
    GstElement *element;
    gboolean keeps; ///< whether `filters` then reads as `kept`, and not as the text of the stages
    const char *kept;
    char *refusal; ///< why it is no chain; NULL: it is taken
} Taking;

/// Parents stages, or sets their values. Who listens to them is told after the lock is left.
static SwvStageObject *take_stage(Taking *taking, const SwvStage *stage) {
    const SwvStageType *type = &taking->chain->types[stage->type];
    SwvStageObject *object = swv_chain_find(taking->chain->stages, stage->label);
    if (object != NULL && object->type == stage->type) {
        g_object_freeze_notify(G_OBJECT(object));
        gst_object_ref(object);
    } else {
        object = g_object_new(g_type_from_name(type->element.type_name), "name", stage->label, NULL);
        g_object_freeze_notify(G_OBJECT(object));
        object->label = g_strdup(stage->label);
        gst_object_ref_sink(object);
        gst_object_set_parent(GST_OBJECT(object), GST_OBJECT(taking->element));
    }
    swv_settings_assign(&object->settings, G_OBJECT(object), stage->values, stage->is_given);
    return object;
}

/// Tells who listens of children that are in one list and not in the other.
static void tell(
    Taking *taking, void (*emit)(GstChildProxy *, GObject *, const gchar *), GPtrArray *of, GPtrArray *but) {
    for (guint i = 0; i < of->len; i++) {
        SwvStageObject *stage = of->pdata[i];
        if (!g_ptr_array_find(but, stage, NULL)) emit(GST_CHILD_PROXY(taking->element), G_OBJECT(stage), stage->label);
    }
}

/// Lets `filters` read as a text, or as the text of the stages. The lock is held.
static void keep(SwvChainState *chain, gboolean keeps, const char *text) {
    g_free(chain->kept);
    chain->kept = g_strdup(text);
    chain->keeps = keeps;
}

static void refuse(void *data, const char *message) { ((Taking *)data)->refusal = g_strdup(message); }

/// Values of a stage at one time, to be freed.
static SwvValue *copy_values(SwvStageObject *stage) {
    const SwvElement *e = stage->settings.element;
    SwvValue *values = g_new0(SwvValue, e->property_count + 1);
    g_mutex_lock(&stage->settings.lock);
    swv_values_copy(values, stage->settings.values, e->properties, e->property_count);
    g_mutex_unlock(&stage->settings.lock);
    return values;
}

/// Stages with their values, to be freed by `free_list`.
static SwvStage *make_list(GPtrArray *stages) {
    SwvStage *list = g_new0(SwvStage, stages->len + 1);
    for (guint i = 0; i < stages->len; i++) {
        SwvStageObject *stage = stages->pdata[i];
        list[i] = (SwvStage){.type = stage->type, .label = stage->label, .values = copy_values(stage)};
    }
    return list;
}

static void free_list(const SwvChainState *chain, SwvStage *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const SwvElement *e = &chain->types[list[i].type].element;
        SwvValue *values = (SwvValue *)list[i].values;
        swv_values_clear(values, e->properties, e->property_count);
        g_free(values);
    }
    g_free(list);
}

/// Whether stages can change the frames that there are, if there are any; else refuses them. What a text does not give is as it was.
static gboolean is_supported(Taking *taking, const SwvStage *stages, size_t count) {
    const SwvChain *descriptor = taking->chain->descriptor;
    g_mutex_lock(&taking->chain->lock);
    const gboolean has_video = taking->chain->has_video;
    const SwvVideoInfo video = taking->chain->video;
    g_mutex_unlock(&taking->chain->lock);
    if (!has_video) return TRUE;
    GPtrArray *old = swv_chain_stages(taking->chain);
    SwvStage *list = g_new0(SwvStage, count + 1);
    for (size_t i = 0; i < count; i++) {
        const SwvElement *e = &taking->chain->types[stages[i].type].element;
        SwvStageObject *stage = swv_chain_find(old, stages[i].label);
        const gboolean is_same = stage != NULL && stage->type == stages[i].type;
        SwvValue *values = is_same ? copy_values(stage) : g_new0(SwvValue, e->property_count + 1);
        for (size_t p = 0; p < e->property_count; p++) {
            if (!is_same || stages[i].is_given[p]) swv_value_assign(&values[p], &e->properties[p], &stages[i].values[p]);
        }
        list[i] = (SwvStage){.type = stages[i].type, .label = stages[i].label, .values = values};
    }
    SwvError error = {""};
    const gboolean result = descriptor->supports(descriptor->context, list, count, &video, &error);
    if (!result) refuse(taking, error.message);
    free_list(taking->chain, list, count);
    g_ptr_array_unref(old);
    return result;
}

static void take(void *data, const SwvStage *stages, size_t count) {
    Taking *taking = data;
    SwvChainState *chain = taking->chain;
    if (!is_supported(taking, stages, count)) return;
    GPtrArray *new = g_ptr_array_new_with_free_func(gst_object_unref);
    g_mutex_lock(&chain->lock);
    for (size_t i = 0; i < count; i++) g_ptr_array_add(new, take_stage(taking, &stages[i]));
    GPtrArray *old = chain->stages;
    chain->stages = g_ptr_array_ref(new);
    chain->serial++;
    for (guint i = 0; i < old->len; i++) {
        GObject *object = old->pdata[i];
        if (g_ptr_array_find(new, object, NULL)) continue;
        g_object_freeze_notify(object);
        gst_object_unparent(GST_OBJECT(object));
    }
    keep(chain, taking->keeps, taking->kept);
    g_mutex_unlock(&chain->lock);

    for (guint i = 0; i < new->len; i++) g_object_thaw_notify(new->pdata[i]);
    for (guint i = 0; i < old->len; i++) {
        if (!g_ptr_array_find(new, old->pdata[i], NULL)) g_object_thaw_notify(old->pdata[i]);
    }
    tell(taking, gst_child_proxy_child_removed, old, new);
    tell(taking, gst_child_proxy_child_added, new, old);
    g_ptr_array_unref(old);
    g_ptr_array_unref(new);
}

/// Takes a text; returns why it is none, to be freed. `filters` then reads as `kept` if it `keeps` that.
static char *take_text(
    SwvChainState *chain, GstElement *element, const char *text, gboolean keeps, const char *kept) {
    Taking taking = {chain, element, keeps, kept, NULL};
    chain->descriptor->parse(chain->descriptor->context, text != NULL ? text : "", &taking, take, refuse);
    // What was wrong with the stages of before is no reason not to start.
    if (taking.refusal == NULL) swv_preset_errors_take(chain->errors, element, SWV_STAGES, NULL);
    return taking.refusal;
}

/// Whether the error that the start would be refused for, if there is one, is about the file. Returns what it was.
static gboolean set_about_file(SwvChainState *chain, gboolean is_about_file) {
    g_mutex_lock(&chain->lock);
    const gboolean was = chain->is_about_file;
    chain->is_about_file = is_about_file;
    g_mutex_unlock(&chain->lock);
    return was;
}

void swv_chain_set_text(SwvChainState *chain, GstElement *element, const char *text) {
    // No filters may be NULL or "", which applications expect back.
    const gboolean is_empty = text == NULL || text[0] == '\0';
    char *refusal = take_text(chain, element, text, is_empty, is_empty ? text : NULL);
    GError *error = NULL;
    if (refusal != NULL) {
        // Until the start, what was set reads back, since it is what the error will be about.
        if (!swv_preset_errors_has_started(chain->errors)) {
            g_mutex_lock(&chain->lock);
            keep(chain, TRUE, text);
            g_mutex_unlock(&chain->lock);
        }
        error = g_error_new(
            GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS, "The filters were not taken, they stay as they were: %s",
            refusal);
        g_free(refusal);
    }
    set_about_file(chain, FALSE);
    swv_preset_errors_take(chain->errors, element, 0, error);
}

void swv_chain_set_location(SwvChainState *chain, GstElement *element, const char *location) {
    GError *error = NULL;
    if (location == NULL || location[0] == '\0') {
        // No file makes up for a bad one, but not for filters that were refused.
        if (!set_about_file(chain, FALSE)) return;
    } else {
        gsize size;
        char *text = swv_file_read(location, chain->descriptor->maximum_bytes, "a text file", &size, &error);
        char *refusal = NULL;
        if (text != NULL && strlen(text) < size) refusal = g_strdup("it holds a NUL; give the name of a text file.");
        if (text != NULL && refusal == NULL) refusal = take_text(chain, element, text, FALSE, NULL);
        if (text != NULL && refusal == NULL) g_object_notify(G_OBJECT(element), "filters");
        char *name = g_filename_display_name(location);
        if (refusal != NULL)
            error = g_error_new(
                GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                "The filters of \"%s\" were not taken, they stay as they were: %s", name, refusal);
        else
            g_prefix_error(&error, "The filters of \"%s\" were not taken, they stay as they were: ", name);
        g_free(name);
        g_free(refusal);
        g_free(text);
        set_about_file(chain, TRUE);
    }
    swv_preset_errors_take(chain->errors, element, 0, error);
}

static void take_written(void *data, const char *text, size_t length) { *(char **)data = g_strndup(text, length); }

char *swv_chain_text(SwvChainState *chain) {
    g_mutex_lock(&chain->lock);
    const gboolean keeps = chain->keeps;
    char *text = g_strdup(chain->kept);
    GPtrArray *stages = g_ptr_array_ref(chain->stages);
    g_mutex_unlock(&chain->lock);
    if (!keeps) {
        g_clear_pointer(&text, g_free);
        SwvStage *list = make_list(stages);
        chain->descriptor->write(chain->descriptor->context, list, stages->len, &text, take_written);
        free_list(chain, list, stages->len);
    }
    g_ptr_array_unref(stages);
    return text;
}

gboolean swv_chain_set_video(SwvChainState *chain, const SwvVideoInfo *video, SwvError *error) {
    g_mutex_lock(&chain->lock);
    chain->has_video = video != NULL;
    if (video != NULL) chain->video = *video;
    g_mutex_unlock(&chain->lock);
    return swv_chain_allows(chain, NULL, 0, NULL, error);
}

gboolean swv_chain_allows(SwvChainState *chain, SwvStageObject *stage, guint id, const GValue *value, SwvError *error) {
    g_mutex_lock(&chain->lock);
    const gboolean has_video = chain->has_video;
    const SwvVideoInfo video = chain->video;
    GPtrArray *stages = g_ptr_array_ref(chain->stages);
    g_mutex_unlock(&chain->lock);
    gboolean result = TRUE;
    if (has_video) {
        SwvStage *list = make_list(stages);
        for (guint i = 0; i < stages->len; i++) {
            if (stages->pdata[i] != stage) continue;
            swv_value_set((SwvValue *)&list[i].values[id - 1], &stage->settings.element->properties[id - 1], value);
        }
        result = chain->descriptor->supports(chain->descriptor->context, list, stages->len, &video, error);
        free_list(chain, list, stages->len);
    }
    g_ptr_array_unref(stages);
    return result;
}

// Frames

static gboolean is_passthrough(SwvChainState *chain, size_t type, const SwvValue *values) {
    const SwvStageType *stage = &chain->types[type];
    return stage->is_passthrough(stage->element.context, values);
}

gboolean swv_chain_is_passthrough(SwvChainState *chain) {
    GPtrArray *stages = swv_chain_stages(chain);
    gboolean result = TRUE;
    for (guint i = 0; result && i < stages->len; i++) {
        SwvStageObject *stage = stages->pdata[i];
        g_mutex_lock(&stage->settings.lock);
        result = is_passthrough(chain, stage->type, stage->settings.values);
        g_mutex_unlock(&stage->settings.lock);
    }
    g_ptr_array_unref(stages);
    return result;
}

int64_t swv_chain_window(SwvChainState *chain, const char *name) {
    GPtrArray *stages = swv_chain_stages(chain);
    int64_t sum = 0;
    for (guint i = 0; sum >= 0 && i < stages->len; i++) {
        SwvStageObject *stage = stages->pdata[i];
        const SwvElement *e = stage->settings.element;
        for (size_t p = 0; p < e->property_count; p++) {
            if (e->properties[p].type != SWV_PROPERTY_COMPUTED || strcmp(e->properties[p].name, name) != 0) continue;
            g_mutex_lock(&stage->settings.lock);
            const int64_t window = is_passthrough(chain, stage->type, stage->settings.values)
                ? 0 : stage->settings.values[p].integer;
            g_mutex_unlock(&stage->settings.lock);
            sum = window < 0 ? -1 : window > INT64_MAX - sum ? INT64_MAX : sum + window;
        }
    }
    g_ptr_array_unref(stages);
    return sum;
}

gboolean swv_chain_snapshot_is_passthrough(const SwvChainState *chain) {
    gboolean result = TRUE;
    for (guint i = 0; result && chain->taken != NULL && i < chain->taken->len; i++) {
        const SwvStage *stage = &chain->snapshot[i];
        const SwvStageType *type = &chain->types[stage->type];
        result = type->is_passthrough(type->element.context, stage->values);
    }
    return result;
}

void swv_chain_post_reports(SwvChainState *chain, GstElement *element, void *effect, const SwvTimes *times) {
    for (guint i = 0; i < chain->taken->len; i++) {
        SwvReport report = {.field_count = 0};
        chain->descriptor->report(effect, i, &report);
        const SwvStageType *type = &chain->types[chain->snapshot[i].type];
        swv_post_report(element, type->element.factory_name, chain->snapshot[i].label, times, &report);
    }
}

/// Makes the streaming thread's list that of now. The lock is held.
static gboolean take_list(SwvChainState *chain, GPtrArray **old) {
    if (chain->taken_serial == chain->serial) return FALSE;
    *old = chain->taken;
    chain->taken = g_ptr_array_ref(chain->stages);
    chain->taken_serial = chain->serial;
    g_free(chain->snapshot);
    chain->snapshot = g_new0(SwvStage, chain->taken->len + 1);
    return TRUE;
}

/// Sets the streaming thread's stages to what controls them says. Who listens to them may ask for the text, so not with the lock.
static void sync_stages(SwvChainState *chain, GstClockTime stream_time) {
    if (!GST_CLOCK_TIME_IS_VALID(stream_time)) return;
    for (guint i = 0; i < chain->taken->len; i++) gst_object_sync_values(chain->taken->pdata[i], stream_time);
}

gboolean swv_chain_take(SwvChainState *chain, GstClockTime stream_time) {
    gboolean changed = FALSE;
    gboolean is_latest = FALSE;
    while (!is_latest) {
        GPtrArray *old = NULL;
        g_mutex_lock(&chain->lock);
        if (take_list(chain, &old)) changed = TRUE;
        g_mutex_unlock(&chain->lock);
        if (old != NULL) g_ptr_array_unref(old);
        sync_stages(chain, stream_time);
        g_mutex_lock(&chain->lock);
        // A text may have come meanwhile, whose stages are to be controlled too.
        is_latest = chain->taken_serial == chain->serial;
        if (!is_latest) g_mutex_unlock(&chain->lock);
    }
    // With the lock, under which a text sets all that it sets: a frame has all of it, or nothing.
    for (guint i = 0; i < chain->taken->len; i++) {
        SwvStageObject *stage = chain->taken->pdata[i];
        if (swv_settings_take(&stage->settings)) changed = TRUE;
        chain->snapshot[i] = (SwvStage){
            .type = stage->type, .label = stage->label, .values = stage->settings.snapshot,
            .serial = stage->settings.snapshot_serial};
    }
    g_mutex_unlock(&chain->lock);
    return changed;
}
