// SPDX-License-Identifier: MIT
// The GObject class of every element that makes video of nothing.

#include "source.h"

/// What downstream leaves open.
enum { WIDTH = 640, HEIGHT = 360, RATE = 30 };

static GstPushSrcClass *parent_class;

GstBaseSrcClass *swv_source_parent(void) { return GST_BASE_SRC_CLASS(parent_class); }

// Properties

/// Whether a property may not be set now; posts a warning then.
static gboolean is_refused(SwvVideoSource *self, guint id) {
    const SwvProperty *property = &ELEMENT(self)->properties[id - 1];
    if (!property->needs_ready || GST_STATE(self) <= GST_STATE_READY) return FALSE;
    GST_ELEMENT_WARNING(
        self, LIBRARY, SETTINGS,
        ("\"%s\" stays as it was: it can be set in the states NULL and READY alone. Set it before the pipeline is started.",
            property->name),
        (NULL));
    return TRUE;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    SwvVideoSource *self = (SwvVideoSource *)object;
    if (is_refused(self, id)) return;
    swv_settings_set(&self->instance.settings, object, id, value);
    if (id - 1 == DESCRIPTOR(self)->is_live) gst_base_src_set_live((GstBaseSrc *)self, g_value_get_boolean(value));
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    swv_settings_get(&((SwvVideoSource *)object)->instance.settings, id, value);
}

// Negotiation

static void fixate_text(GstStructure *structure, const char *field, const char *text) {
    if (gst_structure_has_field(structure, field)) gst_structure_fixate_field_string(structure, field, text);
}

static GstCaps *fixate(GstBaseSrc *base, GstCaps *caps) {
    caps = gst_caps_make_writable(caps);
    GstStructure *structure = gst_caps_get_structure(caps, 0);
    gst_structure_fixate_field_nearest_int(structure, "width", WIDTH);
    gst_structure_fixate_field_nearest_int(structure, "height", HEIGHT);
    gst_structure_fixate_field_nearest_fraction(structure, "framerate", RATE, 1);
    if (gst_structure_has_field(structure, "pixel-aspect-ratio"))
        gst_structure_fixate_field_nearest_fraction(structure, "pixel-aspect-ratio", 1, 1);
    fixate_text(structure, "interlace-mode", "progressive");
    fixate_text(structure, "multiview-mode", "mono");
    return swv_source_parent()->fixate(base, caps);
}

static gboolean set_caps(GstBaseSrc *base, GstCaps *caps) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, caps) || !swv_is_one_frame(&info)) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("This element makes whole frames whose bytes can be counted, and downstream takes others. Put other caps after it."),
            ("caps %" GST_PTR_FORMAT, caps));
        return FALSE;
    }
    if (!swv_check_output_size(self, &info)) return FALSE;
    SwvVideoInfo video = swv_video_info(&info);
    SwvError error = {""};
    if (!ELEMENT(self)->configure(self->instance.effect, &video, &self->geometry, &error)) {
        swv_post_error(self, &error, &info, GST_STREAM_ERROR_FORMAT);
        return FALSE;
    }
    GST_DEBUG_OBJECT(self, "kernels for %s, caps %" GST_PTR_FORMAT, ELEMENT(self)->cpu_level, caps);
    swv_source_take_info(self, &info);
    gst_base_src_set_blocksize(base, (guint)GST_VIDEO_INFO_SIZE(&info));
    return TRUE;
}

/// Takes the pool that downstream offers, or makes one; with metas where downstream reads these.
static gboolean decide_allocation(GstBaseSrc *base, GstQuery *query) {
    GstCaps *caps = NULL;
    guint size, least, most;
    swv_offer_zeroing_allocator(query);
    gst_query_parse_allocation(query, &caps, NULL);
    const gboolean is_offered = gst_query_get_n_allocation_pools(query) > 0;
    GstBufferPool *pool =
        swv_offered_pool(query, GST_VIDEO_INFO_SIZE(&((SwvVideoSource *)base)->info), &size, &least, &most);
    if (pool == NULL) pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, size, least, most);
    if (gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL) &&
        gst_buffer_pool_has_option(pool, GST_BUFFER_POOL_OPTION_VIDEO_META))
        gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    gst_buffer_pool_set_config(pool, config);
    if (is_offered) gst_query_set_nth_allocation_pool(query, 0, pool, size, least, most);
    else gst_query_add_allocation_pool(query, pool, size, least, most);
    gst_object_unref(pool);
    return swv_source_parent()->decide_allocation(base, query);
}

// Frames

static GstFlowReturn alloc(GstBaseSrc *base, guint64 offset, guint size, GstBuffer **buffer) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    const GstVideoInfo *info = &self->info;
    GstFlowReturn result = swv_source_parent()->alloc(base, offset, size, buffer);
    if (result != GST_FLOW_ERROR) return result;
    GstAllocator *allocator = NULL;
    gst_base_src_get_allocator(base, &allocator, NULL);
    if (allocator != swv_allocator())
        GST_ELEMENT_ERROR(
            self, RESOURCE, FAILED,
            ("Downstream gave no memory for a frame of %dx%d %s. Put an element after this one that takes system memory, such as "
             "videoconvert.",
                GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info)),
            (NULL));
    swv_post_no_buffer(self, allocator, info);
    return result;
}

/// Interlaced frames have both of their fields at one time.
static void set_field_flags(const GstVideoInfo *info, GstBuffer *buffer) {
    GST_BUFFER_FLAG_UNSET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF);
    if (!GST_VIDEO_INFO_IS_INTERLACED(info)) return;
    GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
    if (GST_VIDEO_INFO_FIELD_ORDER(info) != GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST)
        GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF);
}

/// Renders a frame that has been checked.
static GstFlowReturn render(SwvVideoSource *self, const GstVideoFrame *video) {
    const SwvFrame to = swv_frame(&self->geometry, video);
    SwvFrame frame;
    guint64 missing = swv_rows_begin(&self->instance.output, &self->geometry, &to, GST_MAP_WRITE, &frame);
    if (missing > 0) {
        swv_post_no_memory(self, missing, &video->info);
        return GST_FLOW_ERROR;
    }
    frame.time = frame.unclipped_time = swv_time(GST_BUFFER_PTS(video->buffer));
    frame.duration = swv_time(GST_BUFFER_DURATION(video->buffer));
    SwvError error = {""};
    const SwvSettings *settings = &self->instance.settings;
    if (!DESCRIPTOR(self)->render(
            self->instance.effect, &frame, settings->snapshot, settings->snapshot_serial, &self->instance.bands, &error)) {
        swv_post_error(self, &error, &video->info, GST_STREAM_ERROR_FAILED);
        return GST_FLOW_ERROR;
    }
    swv_rows_end(&self->geometry, &frame, &to);
    return GST_FLOW_OK;
}

static GstFlowReturn fill(GstPushSrc *base, GstBuffer *buffer) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    if (GST_VIDEO_INFO_FORMAT(&self->info) == GST_VIDEO_FORMAT_UNKNOWN) return GST_FLOW_NOT_NEGOTIATED;
    if (!swv_source_begin_frame(self, buffer)) return GST_FLOW_EOS;
    set_field_flags(&self->info, buffer);
    gst_object_sync_values(GST_OBJECT(self), GST_BUFFER_PTS(buffer));
    swv_settings_take(&self->instance.settings);
    GstVideoFrame frame;
    SwvAccess access = swv_frame_map(&frame, &self->info, &self->geometry, buffer, GST_MAP_WRITE);
    if (access != SWV_ACCESS_OK) {
        swv_post_output_access(self, access, buffer, &self->info);
        return GST_FLOW_ERROR;
    }
    GstFlowReturn result = render(self, &frame);
    gst_video_frame_unmap(&frame);
    if (result == GST_FLOW_OK) swv_source_end_frame(self);
    return result;
}

// Life

static gboolean start(GstBaseSrc *base) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    swv_source_rewind(self);
    return swv_instance_start(&self->instance, self, GST_CAT_DEFAULT);
}

static gboolean stop(GstBaseSrc *base) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    swv_instance_stop(&self->instance);
    GstVideoInfo none;
    gst_video_info_init(&none);
    swv_source_take_info(self, &none);
    return TRUE;
}

static void instance_init(GTypeInstance *instance, gpointer klass) {
    SwvVideoSource *self = (SwvVideoSource *)instance;
    // Not ELEMENT(self): while parents are initialised the instance's class is theirs.
    swv_instance_init(&self->instance, &((SwvVideoSourceClass *)klass)->descriptor->element);
    g_mutex_init(&self->lock);
    gst_video_info_init(&self->info);
    gst_base_src_set_format((GstBaseSrc *)self, GST_FORMAT_TIME);
}

static void finalize(GObject *object) {
    SwvVideoSource *self = (SwvVideoSource *)object;
    swv_instance_clear(&self->instance);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void class_init(gpointer klass, gpointer data) {
    const SwvVideoSourceDescriptor *descriptor = data;
    const SwvElement *d = &descriptor->element;
    SwvVideoSourceClass *self_class = klass;
    GObjectClass *object_class = klass;
    GstBaseSrcClass *source_class = klass;

    parent_class = g_type_class_peek_parent(klass);
    self_class->descriptor = descriptor;
    GST_DEBUG_CATEGORY_INIT(self_class->category, d->factory_name, 0, d->long_name);

    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    swv_properties_install(object_class, d->properties, d->property_count);

    swv_element_class_describe(klass, d);
    GstCaps *caps = swv_format_caps(d->formats);
    gst_element_class_add_pad_template(klass, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);

    source_class->start = GST_DEBUG_FUNCPTR(start);
    source_class->stop = GST_DEBUG_FUNCPTR(stop);
    source_class->fixate = GST_DEBUG_FUNCPTR(fixate);
    source_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
    source_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
    source_class->alloc = GST_DEBUG_FUNCPTR(alloc);
    source_class->is_seekable = GST_DEBUG_FUNCPTR(swv_source_is_seekable);
    source_class->do_seek = GST_DEBUG_FUNCPTR(swv_source_do_seek);
    source_class->query = GST_DEBUG_FUNCPTR(swv_source_query);
    source_class->get_times = GST_DEBUG_FUNCPTR(swv_source_get_times);
    ((GstPushSrcClass *)klass)->fill = GST_DEBUG_FUNCPTR(fill);
}

bool swv_video_source_register(GstPlugin *plugin, const SwvVideoSourceDescriptor *descriptor) {
    const SwvElement *d = &descriptor->element;
    const GTypeInfo info = {
        .class_size = sizeof(SwvVideoSourceClass),
        .class_init = class_init,
        .class_data = descriptor,
        .instance_size = sizeof(SwvVideoSource),
        .instance_init = instance_init,
    };
    GType type = g_type_from_name(d->type_name);
    if (type == 0) type = g_type_register_static(GST_TYPE_PUSH_SRC, d->type_name, &info, 0);
    return gst_element_register(plugin, d->factory_name, GST_RANK_NONE, type);
}
