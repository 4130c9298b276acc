// SPDX-License-Identifier: MIT
// Memory that can't be had is an error on the bus. GStreamer (1.22) ends the process where its own allocator gets none, so
// what grows with frames is not left to that: buffers that elements make come from an allocator that may fail, and what
// mapping would copy is copied before.

#include "CMemory.h"
#include "private.h"

#include <stdlib.h>

#define TYPE_NAME "GstSwiftVideoAllocator"
/// Of what is asked of our allocator: all bytes are 0.
#define ZEROED ((GstMemoryFlags)GST_MEMORY_FLAG_LAST)

/// System memory, as GStreamer's own allocator gives it.
static GstMemory *allocate(GstAllocator *allocator, gsize size, GstAllocationParams *params) {
    const gsize most = G_MAXSSIZE;
    if (params->prefix > most || params->padding > most - params->prefix) return NULL;
    const gsize margins = params->prefix + params->padding;
    if (size > most - margins) return NULL;
    void *data = swv_memory_take(MAX(1, size + margins), MAX(64, params->align + 1));
    if (data == NULL) return NULL;
    if (params->flags & ZEROED) memset(data, 0, size + margins);
    if (params->flags & GST_MEMORY_FLAG_ZERO_PREFIXED) memset(data, 0, params->prefix);
    if (params->flags & GST_MEMORY_FLAG_ZERO_PADDED)
        memset((guint8 *)data + params->prefix + size, 0, params->padding);
    return gst_memory_new_wrapped(params->flags & ~ZEROED, data, size + margins, params->prefix, size, data, free);
}

static void class_init(gpointer klass, gpointer data) { ((GstAllocatorClass *)klass)->alloc = allocate; }

static void instance_init(GTypeInstance *instance, gpointer klass) {
    ((GstAllocator *)instance)->mem_type = GST_ALLOCATOR_SYSMEM;
}

GstAllocator *swv_allocator(void) {
    static gsize allocator = 0;
    if (g_once_init_enter(&allocator)) {
        const GTypeInfo info = {
            .class_size = sizeof(GstAllocatorClass),
            .class_init = class_init,
            .instance_size = sizeof(GstAllocator),
            .instance_init = instance_init,
        };
        // Another copy of the plugin may be in the process.
        GType type = g_type_from_name(TYPE_NAME);
        if (type == 0) type = g_type_register_static(GST_TYPE_ALLOCATOR, TYPE_NAME, &info, 0);
        GstAllocator *made = gst_object_ref_sink(g_object_new(type, NULL));
        GST_OBJECT_FLAG_SET(made, GST_OBJECT_FLAG_MAY_BE_LEAKED);
        g_once_init_leave(&allocator, (gsize)made);
    }
    return (GstAllocator *)allocator;
}

/// Whether what is offered may come from any allocator: pools of special memory bring their own. GStreamer's of GL textures
/// takes no other, and unrefs one that it was only shown.
static gboolean takes_any_allocator(GstQuery *query) {
    GstBufferPool *pool = NULL;
    if (gst_query_get_n_allocation_pools(query) > 0)
        gst_query_parse_nth_allocation_pool(query, 0, &pool, NULL, NULL, NULL);
    if (pool == NULL) return TRUE;
    GType type = G_OBJECT_TYPE(pool);
    gst_object_unref(pool);
    return type == GST_TYPE_VIDEO_BUFFER_POOL || type == GST_TYPE_BUFFER_POOL;
}

void swv_offer_allocator(GstQuery *query) {
    if (!takes_any_allocator(query)) return;
    GstAllocator *allocator = NULL;
    GstAllocationParams params;
    gst_allocation_params_init(&params);
    if (gst_query_get_n_allocation_params(query) == 0) {
        gst_query_add_allocation_param(query, swv_allocator(), &params);
        return;
    }
    gst_query_parse_nth_allocation_param(query, 0, &allocator, &params);
    if (allocator == NULL) gst_query_set_nth_allocation_param(query, 0, swv_allocator(), &params);
    else gst_object_unref(allocator);
}

void swv_offer_zeroing_allocator(GstQuery *query) {
    swv_offer_allocator(query);
    if (gst_query_get_n_allocation_params(query) == 0) return;
    GstAllocator *allocator = NULL;
    GstAllocationParams params;
    gst_query_parse_nth_allocation_param(query, 0, &allocator, &params);
    if (allocator == swv_allocator()) {
        params.flags |= ZEROED;
        gst_query_set_nth_allocation_param(query, 0, allocator, &params);
    }
    if (allocator != NULL) gst_object_unref(allocator);
}

gboolean swv_has_memory(gsize bytes) {
    void *memory = swv_memory_take(bytes, sizeof(void *));
    free(memory);
    return memory != NULL;
}

void swv_post_no_memory(gpointer element, guint64 bytes, const GstVideoInfo *info) {
    GST_ELEMENT_ERROR(
        element, RESOURCE, NO_SPACE_LEFT,
        ("There is no memory of %" G_GUINT64_FORMAT " bytes for a frame of %dx%d %s. Make frames smaller, or use fewer "
         "threads or settings that need less.",
            bytes, GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info)),
        (NULL));
}

void swv_post_no_buffer(gpointer element, GstAllocator *allocator, const GstVideoInfo *info) {
    if (allocator == swv_allocator()) swv_post_no_memory(element, GST_VIDEO_INFO_SIZE(info), info);
    if (allocator != NULL) gst_object_unref(allocator);
}

void swv_post_error(gpointer element, const SwvError *error, const GstVideoInfo *info, GstStreamError code) {
    if (error->missing_bytes > 0) {
        swv_post_no_memory(element, error->missing_bytes, info);
        return;
    }
    gst_element_message_full(
        element, GST_MESSAGE_ERROR, GST_STREAM_ERROR, (gint)code, g_strdup(error->message),
        g_strdup_printf(
            "%dx%d %s", GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info)),
        __FILE__, __func__, __LINE__);
}

gboolean swv_check_output_size(gpointer element, const GstVideoInfo *info) {
    if (GST_VIDEO_INFO_SIZE(info) <= G_MAXUINT) return TRUE;
    GST_ELEMENT_ERROR(
        element, STREAM, FORMAT,
        ("A frame of %dx%d %s has %" G_GSIZE_FORMAT " bytes, more than the 4 GiB that GStreamer's buffer pools can count.",
            GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info), GST_VIDEO_INFO_SIZE(info)),
        (NULL));
    return FALSE;
}

GstBufferPool *swv_offered_pool(GstQuery *query, gsize frame_size, guint *size, guint *least, guint *most) {
    GstBufferPool *pool = NULL;
    *size = *least = *most = 0;
    if (gst_query_get_n_allocation_pools(query) > 0)
        gst_query_parse_nth_allocation_pool(query, 0, &pool, size, least, most);
    *size = MAX(*size, (guint)frame_size);
    if (*most > 0 && *least > *most) *least = *most;
    return pool;
}
