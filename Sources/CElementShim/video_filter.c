// The GObject class of every in-place video filter.

#include "private.h"

#include <pthread.h>

typedef struct {
    GstVideoFilter parent;

    // Not the object lock: GLib's mutexes are not seen by ThreadSanitizer, POSIX ones are.
    pthread_mutex_t lock; ///< of the next two
    SwvValue *values;
    guint64 serial; ///< changes with the values
    SwvPresetErrors preset_errors;

    // The streaming thread's own.
    SwvValue *snapshot; ///< of values, for one frame
    guint64 snapshot_serial;
    gboolean snapshot_is_neutral;
    SwvTimes times; ///< of the frame at hand
    void *effect;
    SwvBandPool *pool;
    SwvGeometry geometry;
    gboolean is_native;  ///< the effect can change frames of these caps
    gboolean has_warned; ///< that frames of these caps, or one of them, pass unchanged
} SwvVideoFilter;

typedef struct {
    GstVideoFilterClass parent;
    const SwvVideoFilterDescriptor *descriptor;
    GstCaps *native_caps; ///< what the effect can change; any other raw video only passes through
    GstDebugCategory *category;
} SwvVideoFilterClass;

static GstVideoFilterClass *parent_class;

#define CLASS(self) ((SwvVideoFilterClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define GST_CAT_DEFAULT (CLASS(self)->category)

// Properties

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    SwvPreset preset;
    swv_preset_read(&preset, d, id - 1, value);
    // Who is notified may ask for values, so not before the lock is left.
    g_object_freeze_notify(object);
    pthread_mutex_lock(&self->lock);
    gboolean changed = swv_value_set(&self->values[id - 1], &d->properties[id - 1], value);
    if (swv_preset_apply(&preset, object, d, self->values)) changed = TRUE;
    if (changed) {
        self->serial++;
        swv_values_follow(object, d, self->values);
    }
    pthread_mutex_unlock(&self->lock);
    g_object_thaw_notify(object);
    swv_preset_end(&preset, self, &self->preset_errors);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    pthread_mutex_lock(&self->lock);
    swv_value_get(&self->values[id - 1], &DESCRIPTOR(self)->properties[id - 1], value);
    pthread_mutex_unlock(&self->lock);
}

static char *preset_json(SwvVideoFilter *self) { return swv_preset_text(DESCRIPTOR(self), self->values, &self->lock); }

static gboolean is_neutral(SwvVideoFilter *self) {
    pthread_mutex_lock(&self->lock);
    gboolean neutral = DESCRIPTOR(self)->is_neutral(DESCRIPTOR(self)->context, self->values);
    pthread_mutex_unlock(&self->lock);
    return neutral;
}

// Negotiation

static GstCaps *transform_caps(GstBaseTransform *base, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstCaps *result = is_neutral(self) ? gst_caps_ref(caps) : gst_caps_intersect(caps, CLASS(self)->native_caps);
    if (filter != NULL) {
        GstCaps *filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(result);
        result = filtered;
    }
    return result;
}

static gboolean
set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *in, GstCaps *outcaps, GstVideoInfo *out) {
    SwvVideoFilter *self = (SwvVideoFilter *)filter;
    self->has_warned = FALSE;
    // A buffer of fields or separate views holds several pictures, each with a GstVideoMeta; one would be changed.
    gboolean is_one_picture = GST_VIDEO_INFO_INTERLACE_MODE(in) != GST_VIDEO_INTERLACE_MODE_FIELDS &&
        GST_VIDEO_INFO_MULTIVIEW_MODE(in) != GST_VIDEO_MULTIVIEW_MODE_SEPARATED;
    self->is_native = is_one_picture && gst_caps_can_intersect(incaps, CLASS(self)->native_caps);
    if (!self->is_native) {
        GST_DEBUG_OBJECT(self, "caps only pass through: %" GST_PTR_FORMAT, incaps);
        return TRUE;
    }
    SwvVideoInfo info = swv_video_info(in);
    SwvError error = {""};
    if (!DESCRIPTOR(self)->configure(self->effect, &info, &self->geometry, &error)) {
        GST_ELEMENT_ERROR(self, STREAM, FORMAT, ("%s", error.message), ("caps %" GST_PTR_FORMAT, incaps));
        return FALSE;
    }
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, DESCRIPTOR(self)->cpu_level, incaps);
    return TRUE;
}

// Frames

/// Settings are taken once for each frame, here, before the base class decides how to handle it: passthrough changes
/// in the streaming thread only, so a frame can't become one while it is being changed.
static void before_transform(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    // A copy, since a state change may race with the streaming thread and clear the format.
    GstSegment segment = base->segment;
    self->times = swv_times(&segment, &((GstVideoFilter *)base)->in_info, buffer);
    if (GST_CLOCK_TIME_IS_VALID(self->times.stream_time))
        gst_object_sync_values(GST_OBJECT(self), self->times.stream_time);
    pthread_mutex_lock(&self->lock);
    gboolean changed = self->snapshot_serial != self->serial;
    if (changed) swv_values_copy(self->snapshot, self->values, d->properties, d->property_count);
    self->snapshot_serial = self->serial;
    pthread_mutex_unlock(&self->lock);
    if (changed) self->snapshot_is_neutral = d->is_neutral(d->context, self->snapshot);
    gboolean neutral = self->snapshot_is_neutral;
    // Compared for every frame: a state change may just have set passthrough from older values.
    if (neutral != gst_base_transform_is_passthrough(base)) {
        GST_DEBUG_OBJECT(self, "%s passthrough", neutral ? "to" : "from");
        gst_base_transform_set_passthrough(base, neutral);
    }
}

/// Whether upstream and downstream could agree on video that the effect can change.
static gboolean could_be_native(SwvVideoFilter *self) {
    GstBaseTransform *base = (GstBaseTransform *)self;
    GstCaps *up = gst_pad_peer_query_caps(base->sinkpad, CLASS(self)->native_caps);
    GstCaps *both = gst_pad_peer_query_caps(base->srcpad, up);
    gboolean result = !gst_caps_is_empty(both);
    gst_caps_unref(both);
    gst_caps_unref(up);
    return result;
}

/// Whether a video meta, if there is one, is of a picture as large as the caps' and of their format.
/// GStreamer's own check of this, when it maps a frame, is an assertion.
static gboolean meta_fits(const GstVideoInfo *info, GstBuffer *buffer) {
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    return meta == NULL ||
        (meta->format == GST_VIDEO_INFO_FORMAT(info) && meta->width >= (guint)GST_VIDEO_INFO_WIDTH(info) &&
            meta->height >= (guint)GST_VIDEO_INFO_HEIGHT(info));
}

/// Whether every row the effect touches lies inside the mapped memory, samples at multiples of their size.
static gboolean frame_fits(SwvVideoFilter *self, const GstVideoFrame *frame) {
    const SwvGeometry *g = &self->geometry;
    if (g->plane_count > (int)GST_VIDEO_FRAME_N_PLANES(frame)) return FALSE;
    for (int i = 0; i < g->plane_count; i++) {
        const guint8 *data = GST_VIDEO_FRAME_PLANE_DATA(frame, i);
        gint64 stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, i);
        gint64 rows = GST_VIDEO_FRAME_IS_INTERLACED(frame) ? g->interlaced_rows[i] : g->rows[i];
        if (stride < g->row_bytes[i]) return FALSE;
        if (((guintptr)data | (guintptr)stride) % (guintptr)g->sample_bytes != 0) return FALSE;
        gint64 needed = (rows - 1) * stride + g->row_bytes[i];
        // Planes of one memory share a map, planes of several have one each.
        gboolean inside = FALSE;
        for (int m = 0; m < GST_VIDEO_MAX_PLANES && !inside; m++) {
            const guint8 *start = frame->map[m].data;
            if (start == NULL || data < start) continue;
            inside = (gint64)(data - start) + needed <= (gint64)frame->map[m].size;
        }
        if (!inside) return FALSE;
    }
    return TRUE;
}

/// Says once for each caps why a buffer passes unchanged.
static void warn_of_buffer(SwvVideoFilter *self, GstBuffer *buffer) {
    if (self->has_warned) return;
    self->has_warned = TRUE;
    const GstVideoInfo *info = &((GstVideoFilter *)self)->in_info;
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    const gint *stride = meta != NULL ? meta->stride : info->stride;
    GST_ELEMENT_WARNING(
        self, STREAM, FORMAT,
        ("A buffer of %" G_GSIZE_FORMAT " bytes with strides %d, %d, %d does not hold the %dx%d %s picture its caps "
         "announce; it passes unchanged.",
            gst_buffer_get_size(buffer), stride[0], stride[1], stride[2], GST_VIDEO_INFO_WIDTH(info),
            GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info)),
        (NULL));
}

static GstFlowReturn transform_frame_ip(GstVideoFilter *filter, GstVideoFrame *video) {
    SwvVideoFilter *self = (SwvVideoFilter *)filter;
    if (!frame_fits(self, video)) {
        warn_of_buffer(self, video->buffer);
        return GST_FLOW_OK;
    }
    SwvFrame frame = {.time = swv_time(self->times.stream_time), .duration = swv_time(self->times.duration)};
    swv_frame_fields(&frame, video);
    for (int i = 0; i < SWV_MAX_PLANES; i++) {
        int plane = i < self->geometry.plane_count ? i : 0;
        frame.data[i] = GST_VIDEO_FRAME_PLANE_DATA(video, plane);
        frame.stride[i] = GST_VIDEO_FRAME_PLANE_STRIDE(video, plane);
    }
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    SwvReport report = {.array_count = 0};
    SwvError error = {""};
    if (!d->render(self->effect, &frame, self->snapshot, self->snapshot_serial, self->pool, &report, &error)) {
        GST_ELEMENT_ERROR(self, STREAM, FAILED, ("%s", error.message), (NULL));
        return GST_FLOW_ERROR;
    }
    if (report.array_count > 0) swv_post_report((GstElement *)self, d->factory_name, &self->times, &report);
    return GST_FLOW_OK;
}

/// As GstVideoFilter does it, with a message that says what was wrong with a buffer.
static GstFlowReturn transform_ip(GstBaseTransform *base, GstBuffer *buffer) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    GstVideoFilter *filter = (GstVideoFilter *)base;
    if (!filter->negotiated) {
        GST_ELEMENT_ERROR(self, CORE, NEGOTIATION, ("A buffer came before its caps."), (NULL));
        return GST_FLOW_NOT_NEGOTIATED;
    }
    if (!self->is_native) {
        if (self->has_warned) return GST_FLOW_OK;
        self->has_warned = TRUE;
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("This element can't change %s video of this kind; it passes unchanged. Put videoconvert before it.",
                GST_VIDEO_INFO_NAME(&filter->in_info)),
            (NULL));
        // Asked in vain, upstream would fail.
        if (could_be_native(self)) gst_base_transform_reconfigure_sink(base);
        return GST_FLOW_OK;
    }
    // Zeroed, since GStreamer fills in only as many maps as it makes, and frame_fits looks through them.
    GstVideoFrame frame = {0};
    GstMapFlags flags = GST_MAP_READWRITE | GST_VIDEO_FRAME_MAP_FLAG_NO_REF;
    if (!meta_fits(&filter->in_info, buffer) || !gst_video_frame_map(&frame, &filter->in_info, buffer, flags)) {
        warn_of_buffer(self, buffer);
        return GST_FLOW_OK;
    }
    GstFlowReturn result = transform_frame_ip(filter, &frame);
    gst_video_frame_unmap(&frame);
    return result;
}

/// Resets the effect where film begins that does not follow on the last frame. The stream lock is held for all three.
static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    gboolean resets = FALSE;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
    case GST_EVENT_FLUSH_STOP:
        resets = TRUE;
        break;
    case GST_EVENT_SEGMENT: {
        GstSegment segment;
        gst_event_copy_segment(event, &segment);
        // GstBaseTransform keeps the position of the last buffer there.
        segment.position = base->segment.position;
        resets = !gst_segment_is_equal(&segment, &base->segment);
        break;
    }
    default:
        break;
    }
    if (resets) {
        GST_DEBUG_OBJECT(self, "%s resets the effect", GST_EVENT_TYPE_NAME(event));
        DESCRIPTOR(self)->reset(self->effect);
    }
    return GST_BASE_TRANSFORM_CLASS(parent_class)->sink_event(base, event);
}

static gboolean start(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    if (!swv_preset_errors_start(&self->preset_errors, self)) return FALSE;
    // Before caps arrive: whether any video may pass depends on it.
    gst_base_transform_set_passthrough(base, is_neutral(self));
    if (DESCRIPTOR(self)->cpu_level_forced_unusable)
        GST_WARNING_OBJECT(self, "SWIFTVIDEO_CPU does not name a level of this CPU; using %s", DESCRIPTOR(self)->cpu_level);
    return TRUE;
}

static gboolean stop(GstBaseTransform *base) {
    SwvVideoFilter *self = (SwvVideoFilter *)base;
    swv_preset_errors_stop(&self->preset_errors);
    swv_band_pool_stop(self->pool);
    DESCRIPTOR(self)->reset(self->effect);
    return TRUE;
}

// Life

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoFilter *self = (SwvVideoFilter *)instance;
    // Not DESCRIPTOR(self): while parents are initialised the instance's class is theirs.
    const SwvVideoFilterDescriptor *d = ((SwvVideoFilterClass *)klass)->descriptor;
    self->values = g_new0(SwvValue, d->property_count + 1);
    self->snapshot = g_new0(SwvValue, d->property_count + 1);
    swv_values_init(self->values, d->properties, d->property_count);
    pthread_mutex_init(&self->lock, NULL);
    swv_preset_errors_init(&self->preset_errors);
    self->serial = 1;
    // Not in start: GStreamer opens the pads before it calls that, so a frame may come first.
    self->pool = swv_band_pool_new();
    self->effect = d->create(d->context);
}

static void finalize(GObject *object) {
    SwvVideoFilter *self = (SwvVideoFilter *)object;
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    swv_band_pool_free(self->pool);
    d->destroy(self->effect);
    swv_values_clear(self->values, d->properties, d->property_count);
    swv_values_clear(self->snapshot, d->properties, d->property_count);
    g_free(self->values);
    g_free(self->snapshot);
    swv_preset_errors_clear(&self->preset_errors);
    pthread_mutex_destroy(&self->lock);
    G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void add_pad_template(GstElementClass *klass, const char *name, GstPadDirection direction, GstCaps *caps) {
    gst_element_class_add_pad_template(klass, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoFilterDescriptor *d = data;
    SwvVideoFilterClass *self_class = klass;
    GObjectClass *object_class = klass;
    GstElementClass *element_class = klass;
    GstBaseTransformClass *transform_class = klass;
    GstVideoFilterClass *filter_class = klass;

    parent_class = g_type_class_peek_parent(klass);
    self_class->descriptor = d;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    swv_properties_install(object_class, d->properties, d->property_count);
    swv_preset_add_signal(G_TYPE_FROM_CLASS(klass), d, G_CALLBACK(preset_json));

    gst_element_class_set_static_metadata(element_class, d->long_name, d->classification, d->description, d->author);
    char *native = g_strdup_printf(
        "video/x-raw, format = (string) %s, width = " GST_VIDEO_SIZE_RANGE ", height = " GST_VIDEO_SIZE_RANGE
        ", framerate = " GST_VIDEO_FPS_RANGE,
        d->formats);
    self_class->native_caps = gst_caps_from_string(native);
    g_free(native);
    GST_MINI_OBJECT_FLAG_SET(self_class->native_caps, GST_MINI_OBJECT_FLAG_MAY_BE_LEAKED);
    GstCaps *caps = gst_caps_copy(self_class->native_caps);
    gst_caps_append(caps, gst_caps_from_string("video/x-raw(ANY)"));
    add_pad_template(element_class, "sink", GST_PAD_SINK, caps);
    add_pad_template(element_class, "src", GST_PAD_SRC, caps);
    gst_caps_unref(caps);

    transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
    transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
    transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
    transform_class->start = GST_DEBUG_FUNCPTR(start);
    transform_class->stop = GST_DEBUG_FUNCPTR(stop);
    transform_class->transform_ip = GST_DEBUG_FUNCPTR(transform_ip);
    transform_class->transform_ip_on_passthrough = FALSE;
    filter_class->set_info = GST_DEBUG_FUNCPTR(set_info);
    // Tells the parent class that frames are changed in place.
    filter_class->transform_frame_ip = GST_DEBUG_FUNCPTR(transform_frame_ip);
}

bool swv_video_filter_register(GstPlugin *plugin, const SwvVideoFilterDescriptor *descriptor) {
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoFilterClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoFilter),
        .instance_init = instance_init,
    };
    GType type = g_type_from_name(descriptor->type_name);
    if (type == 0) {
        type = g_type_register_static(GST_TYPE_VIDEO_FILTER, descriptor->type_name, &info, 0);
        swv_preset_add_interface(type, descriptor);
    }
    return gst_element_register(plugin, descriptor->factory_name, GST_RANK_NONE, type);
}
