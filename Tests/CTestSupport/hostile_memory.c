// SPDX-License-Identifier: MIT
// Memory that refuses what memory of devices may refuse, for buffers that come to an element and for those that it is offered.

#include "CTestSupport.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    GstMemory parent;
    guint8 *data; ///< freed with the memory that has no parent
    gint maps;    ///< so far
} HostileMemory;

typedef struct {
    GstAllocator parent;
    unsigned refusals; ///< TstRefusals
} HostileAllocator;

typedef GstAllocatorClass HostileAllocatorClass;

static unsigned refusals_of(GstMemory *memory) { return ((HostileAllocator *)memory->allocator)->refusals; }

static GstMemory *allocate(GstAllocator *allocator, gsize size, GstAllocationParams *params) {
    HostileMemory *memory = g_new0(HostileMemory, 1);
    const unsigned refusals = ((HostileAllocator *)allocator)->refusals;
    const gsize skipped = (refusals & TST_ODD_ADDRESS) ? 1 : 0;
    GstMemoryFlags flags = 0;
    if (refusals & TST_NO_SHARE) flags |= GST_MEMORY_FLAG_NO_SHARE;
    if (refusals & TST_READ_ONLY) flags |= GST_MEMORY_FLAG_READONLY;
    memory->data = calloc(1, size + skipped + 1);
    gst_memory_init(&memory->parent, flags, allocator, NULL, size + skipped, 0, skipped, size);
    return &memory->parent;
}

static void release(GstAllocator *allocator, GstMemory *memory) {
    if (memory->parent == NULL) free(((HostileMemory *)memory)->data);
    g_free(memory);
}

static gpointer map(GstMemory *memory, GstMapInfo *info, gsize size) {
    const unsigned refusals = refusals_of(memory);
    if (refusals & TST_REFUSES_MAPS) return NULL;
    if ((refusals & TST_MAPS_ONCE) && g_atomic_int_add(&((HostileMemory *)memory)->maps, 1) > 0) return NULL;
    if ((refusals & TST_REFUSES_WRITES) && (info->flags & GST_MAP_WRITE)) return NULL;
    if (refusals & TST_MAPS_LESS) info->size /= 2;
    if (refusals & TST_MAPS_NOTHING) info->size = 0;
    return ((HostileMemory *)memory)->data;
}

static void unmap(GstMemory *memory, GstMapInfo *info) {}

static GstMemory *copy(GstMemory *memory, gssize offset, gssize size) {
    if (refusals_of(memory) & TST_REFUSES_COPIES) return NULL;
    const gsize count = size < 0 ? memory->size - (gsize)offset : (gsize)size;
    GstMemory *result = gst_allocator_alloc(NULL, count, NULL);
    GstMapInfo info;
    if (gst_memory_map(result, &info, GST_MAP_WRITE)) {
        memcpy(info.data, ((HostileMemory *)memory)->data + memory->offset + (gsize)offset, count);
        gst_memory_unmap(result, &info);
    }
    return result;
}

static GstMemory *share(GstMemory *memory, gssize offset, gssize size) {
    HostileMemory *shared = g_new0(HostileMemory, 1);
    GstMemory *whole = memory->parent != NULL ? memory->parent : memory;
    shared->data = ((HostileMemory *)memory)->data;
    const gsize count = size < 0 ? memory->size - (gsize)offset : (gsize)size;
    gst_memory_init(
        &shared->parent, GST_MINI_OBJECT_FLAGS(whole) | GST_MINI_OBJECT_FLAG_LOCK_READONLY, memory->allocator, whole,
        memory->maxsize, 0, memory->offset + (gsize)offset, count);
    return &shared->parent;
}

static gboolean is_span(GstMemory *first, GstMemory *second, gsize *offset) { return FALSE; }

static void class_init(gpointer klass, gpointer data) {
    ((GstAllocatorClass *)klass)->alloc = allocate;
    ((GstAllocatorClass *)klass)->free = release;
}

static void instance_init(GTypeInstance *instance, gpointer klass) {
    GstAllocator *allocator = (GstAllocator *)instance;
    allocator->mem_type = "TstHostileMemory";
    allocator->mem_map_full = map;
    allocator->mem_unmap_full = unmap;
    allocator->mem_copy = copy;
    allocator->mem_share = share;
    allocator->mem_is_span = is_span;
}

GstAllocator *tst_hostile_allocator(unsigned refusals) {
    static gsize type;
    if (g_once_init_enter(&type)) {
        const GTypeInfo info = {
            .class_size = sizeof(HostileAllocatorClass),
            .class_init = class_init,
            .instance_size = sizeof(HostileAllocator),
            .instance_init = instance_init,
        };
        g_once_init_leave(&type, g_type_register_static(GST_TYPE_ALLOCATOR, "TstHostileAllocator", &info, 0));
    }
    HostileAllocator *allocator = gst_object_ref_sink(g_object_new(type, NULL));
    allocator->refusals = refusals;
    return &allocator->parent;
}

GstBuffer *tst_hostile_buffer(const void *bytes, const size_t *ends, int count, unsigned refusals) {
    GstAllocator *allocator = tst_hostile_allocator(refusals);
    GstBuffer *buffer = gst_buffer_new();
    size_t start = 0;
    for (int i = 0; i < count; i++) {
        GstMemory *memory = gst_allocator_alloc(allocator, ends[i] - start, NULL);
        memcpy(((HostileMemory *)memory)->data + memory->offset, (const char *)bytes + start, ends[i] - start);
        gst_buffer_append_memory(buffer, memory);
        start = ends[i];
    }
    gst_object_unref(allocator);
    return buffer;
}

bool tst_hostile_bytes_are(GstBuffer *buffer, const void *bytes) {
    const char *expected = bytes;
    for (guint i = 0; i < gst_buffer_n_memory(buffer); i++) {
        GstMemory *memory = gst_buffer_peek_memory(buffer, i);
        if (!gst_memory_is_type(memory, "TstHostileMemory")) return false;
        if (memcmp(((HostileMemory *)memory)->data + memory->offset, expected, memory->size) != 0) return false;
        expected += memory->size;
    }
    return true;
}

bool tst_is_readable(GstBuffer *buffer) {
    bool result = true;
    for (guint i = 0; result && i < gst_buffer_n_memory(buffer); i++) {
        GstMemory *memory = gst_buffer_peek_memory(buffer, i);
        if (!gst_memory_is_type(memory, "TstHostileMemory")) continue;
        result = (refusals_of(memory) & (TST_REFUSES_MAPS | TST_MAPS_LESS | TST_MAPS_NOTHING)) == 0;
    }
    return result;
}

// A pool whose rows lie at odd strides, or that has no buffers.

typedef struct {
    GstBufferPool parent;
    GstVideoInfo info;
    gsize offsets[GST_VIDEO_MAX_PLANES];
    gint strides[GST_VIDEO_MAX_PLANES];
    gsize size;
    GstFlowReturn result; ///< not GST_FLOW_OK: there are none
} OddPool;

typedef GstBufferPoolClass OddPoolClass;

static GstBufferPoolClass *pool_class;

static const gchar **pool_options(GstBufferPool *pool) {
    static const gchar *options[] = {GST_BUFFER_POOL_OPTION_VIDEO_META, NULL};
    return options;
}

static gboolean pool_set_config(GstBufferPool *base, GstStructure *config) {
    OddPool *pool = (OddPool *)base;
    GstCaps *caps = NULL;
    guint size, least, most;
    if (!gst_buffer_pool_config_get_params(config, &caps, &size, &least, &most) || caps == NULL ||
        !gst_video_info_from_caps(&pool->info, caps))
        return FALSE;
    pool->size = 3;
    for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES(&pool->info); i++) {
        const gsize rows = (gsize)GST_ROUND_UP_2(GST_VIDEO_INFO_HEIGHT(&pool->info));
        pool->offsets[i] = pool->size;
        pool->strides[i] = GST_VIDEO_INFO_PLANE_STRIDE(&pool->info, i) + 27;
        pool->size += rows * (gsize)pool->strides[i];
    }
    gst_buffer_pool_config_set_params(config, caps, (guint)pool->size, least, most);
    return GST_BUFFER_POOL_CLASS(pool_class)->set_config(base, config);
}

static GstFlowReturn pool_alloc(GstBufferPool *base, GstBuffer **buffer, GstBufferPoolAcquireParams *params) {
    OddPool *pool = (OddPool *)base;
    if (pool->result != GST_FLOW_OK) return pool->result;
    *buffer = gst_buffer_new_allocate(NULL, pool->size, NULL);
    gst_buffer_add_video_meta_full(
        *buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&pool->info),
        (guint)GST_VIDEO_INFO_WIDTH(&pool->info), (guint)GST_VIDEO_INFO_HEIGHT(&pool->info),
        GST_VIDEO_INFO_N_PLANES(&pool->info), pool->offsets, pool->strides);
    return GST_FLOW_OK;
}

static void pool_class_init(gpointer klass, gpointer data) {
    pool_class = g_type_class_peek_parent(klass);
    ((GstBufferPoolClass *)klass)->get_options = pool_options;
    ((GstBufferPoolClass *)klass)->set_config = pool_set_config;
    ((GstBufferPoolClass *)klass)->alloc_buffer = pool_alloc;
}

static GstBufferPool *odd_pool_new(void) {
    static gsize type;
    if (g_once_init_enter(&type)) {
        const GTypeInfo info = {
            .class_size = sizeof(OddPoolClass), .class_init = pool_class_init, .instance_size = sizeof(OddPool)};
        g_once_init_leave(&type, g_type_register_static(GST_TYPE_BUFFER_POOL, "TstOddPool", &info, 0));
    }
    return gst_object_ref_sink(g_object_new(type, NULL));
}

static GstPadProbeReturn offer_pool(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    GstCaps *caps = NULL;
    GstVideoInfo video;
    gst_query_parse_allocation(query, &caps, NULL);
    if (caps == NULL || !gst_video_info_from_caps(&video, caps)) return GST_PAD_PROBE_OK;
    GstBufferPool *pool = odd_pool_new();
    ((OddPool *)pool)->result = (GstFlowReturn)GPOINTER_TO_INT(data);
    const guint size = 4 * (guint)GST_VIDEO_INFO_SIZE(&video) + 4096;
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    gst_query_add_allocation_pool(query, pool, size, 0, 0);
    gst_object_unref(pool);
    return GST_PAD_PROBE_HANDLED;
}

void tst_offer_odd_pool(GstHarness *harness) {
    gst_pad_add_probe(harness->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, NULL, NULL);
}

void tst_offer_failing_pool(GstHarness *harness, GstFlowReturn result) {
    gst_pad_add_probe(
        harness->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, GINT_TO_POINTER(result), NULL);
}

void tst_offer_hostile_memory(GstHarness *harness, unsigned refusals) {
    gst_harness_set_propose_allocator(harness, tst_hostile_allocator(refusals), NULL);
}

// Activation

typedef struct {
    GstPadActivateModeFunction own;
    void (*hook)(void *context);
    void *context;
} Activation;

static gboolean activate(GstPad *pad, GstObject *parent, GstPadMode mode, gboolean active) {
    Activation *activation = g_object_get_data(G_OBJECT(pad), "tst-activation");
    if (active && activation->hook != NULL) activation->hook(activation->context);
    return activation->own(pad, parent, mode, active);
}

void tst_on_activation(GstPad *pad, void (*hook)(void *), void *context) {
    Activation *activation = g_new0(Activation, 1);
    activation->own = GST_PAD_ACTIVATEMODEFUNC(pad);
    activation->hook = hook;
    activation->context = context;
    g_object_set_data_full(G_OBJECT(pad), "tst-activation", activation, g_free);
    gst_pad_set_activatemode_function(pad, activate);
}

bool tst_stream_is_free(GstPad *pad) {
    if (!g_rec_mutex_trylock(GST_PAD_GET_STREAM_LOCK(pad))) return false;
    g_rec_mutex_unlock(GST_PAD_GET_STREAM_LOCK(pad));
    return true;
}
