// SPDX-License-Identifier: MIT
// Pads around an element that fuzz tests play: sources that push and a sink that answers as it is told.
#define _GNU_SOURCE
#include "CTestSupport.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct TstSink {
    GstPad *pad;
    atomic_int flow, allocation;
    atomic_bool accepts;
    atomic_ulong checksum;
    atomic_bool keeps;
    _Atomic(GstBuffer *) kept;
};

// Buffers that tests made and that are still there.
static atomic_long buffers;

static void forget(gpointer data) { atomic_fetch_sub(&buffers, 1); }

void tst_count_buffer(GstBuffer *buffer) {
    atomic_fetch_add(&buffers, 1);
    GQuark quark = g_quark_from_static_string("tst-counted");
    gst_mini_object_set_qdata(GST_MINI_OBJECT(buffer), quark, &buffers, forget);
}

long tst_counted_buffers(void) { return atomic_load(&buffers); }

// Reads all bytes, so that memory that is not there is seen.
static GstFlowReturn take(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    TstSink *sink = gst_pad_get_element_private(pad);
    GstMapInfo map;
    if (gst_buffer_map(buffer, &map, GST_MAP_READ)) {
        unsigned long sum = 0;
        for (gsize i = 0; i < map.size; i++) sum += map.data[i];
        atomic_fetch_add(&sink->checksum, sum);
        gst_buffer_unmap(buffer, &map);
    }
    if (atomic_load(&sink->keeps)) buffer = atomic_exchange(&sink->kept, buffer);
    if (buffer != NULL) gst_buffer_unref(buffer);
    return (GstFlowReturn)atomic_load(&sink->flow);
}

static gboolean take_event(GstPad *pad, GstObject *parent, GstEvent *event) {
    TstSink *sink = gst_pad_get_element_private(pad);
    gboolean result = GST_EVENT_TYPE(event) != GST_EVENT_CAPS || atomic_load(&sink->accepts);
    gst_event_unref(event);
    return result;
}

/// Offers a pool of a strange kind: 1 of odd alignment, 2 of small buffers, 3 with a limit of one buffer, 4 only metas.
static void answer_allocation(GstQuery *query, int kind) {
    GstCaps *caps = NULL;
    gboolean need_pool = FALSE;
    GstVideoInfo info;
    gst_query_parse_allocation(query, &caps, &need_pool);
    if (caps == NULL || !gst_video_info_from_caps(&info, caps)) return;
    if (kind == 1 || kind == 4) gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    if (kind == 4) return;
    GstBufferPool *pool = kind == 1 ? gst_video_buffer_pool_new() : gst_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    guint size = kind == 2 ? (guint)info.size / 2 + 1 : (guint)info.size;
    guint most = kind == 3 ? 1 : 0;
    gst_buffer_pool_config_set_params(config, caps, size, 0, most);
    if (kind == 1) {
        GstVideoAlignment alignment;
        gst_video_alignment_reset(&alignment);
        alignment.padding_left = 3;
        alignment.padding_top = 1;
        alignment.padding_right = 13;
        gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
        gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT);
        gst_buffer_pool_config_set_video_alignment(config, &alignment);
    }
    gst_buffer_pool_set_config(pool, config);
    gst_query_add_allocation_pool(query, pool, size, 0, most);
    gst_object_unref(pool);
}

/// Takes any caps. GStreamer's own answer (1.22) is the pad's current caps, which another thread may free meanwhile.
static gboolean answer_caps(GstQuery *query) {
    GstCaps *filter;
    gst_query_parse_caps(query, &filter);
    GstCaps *caps = filter != NULL ? gst_caps_ref(filter) : gst_caps_new_any();
    gst_query_set_caps_result(query, caps);
    gst_caps_unref(caps);
    return TRUE;
}

/// The latency of a live source, and 1; 0: it is not live.
static atomic_ullong *liveness(GstPad *pad) { return gst_pad_get_element_private(pad); }

static gboolean answer_source(GstPad *pad, GstObject *parent, GstQuery *query) {
    switch (GST_QUERY_TYPE(query)) {
    case GST_QUERY_CAPS: return answer_caps(query);
    case GST_QUERY_LATENCY: {
        const uint64_t live = atomic_load(liveness(pad));
        gst_query_set_latency(query, live > 0, live > 0 ? live - 1 : 0, GST_CLOCK_TIME_NONE);
        return TRUE;
    }
    default: return gst_pad_query_default(pad, parent, query);
    }
}

void tst_source_set_live(GstPad *pad, bool is_live, uint64_t latency) {
    atomic_store(liveness(pad), is_live ? latency + 1 : 0);
}

static gboolean answer(GstPad *pad, GstObject *parent, GstQuery *query) {
    TstSink *sink = gst_pad_get_element_private(pad);
    switch (GST_QUERY_TYPE(query)) {
    case GST_QUERY_CAPS:
        return answer_caps(query);
    case GST_QUERY_ALLOCATION:
        if (atomic_load(&sink->allocation) == 0) return FALSE;
        answer_allocation(query, atomic_load(&sink->allocation));
        return TRUE;
    case GST_QUERY_ACCEPT_CAPS:
        gst_query_set_accept_caps_result(query, atomic_load(&sink->accepts));
        return TRUE;
    default:
        return gst_pad_query_default(pad, parent, query);
    }
}

TstSink *tst_sink_new(GstElement *element) {
    TstSink *sink = calloc(1, sizeof *sink);
    atomic_store(&sink->accepts, true);
    sink->pad = gst_pad_new(TST_CARELESS "sink", GST_PAD_SINK);
    gst_pad_set_element_private(sink->pad, sink);
    gst_pad_set_chain_function(sink->pad, take);
    gst_pad_set_event_function(sink->pad, take_event);
    gst_pad_set_query_function(sink->pad, answer);
    gst_pad_set_active(sink->pad, TRUE);
    GstPad *from = gst_element_get_static_pad(element, "src");
    gst_pad_link(from, sink->pad);
    gst_object_unref(from);
    return sink;
}

void tst_sink_free(TstSink *sink) {
    GstPad *from = gst_pad_get_peer(sink->pad);
    if (from != NULL) {
        gst_pad_unlink(from, sink->pad);
        gst_object_unref(from);
    }
    gst_pad_set_active(sink->pad, FALSE);
    gst_object_unref(sink->pad);
    GstBuffer *kept = tst_sink_take(sink);
    if (kept != NULL) gst_buffer_unref(kept);
    free(sink);
}

void tst_sink_keep(TstSink *sink) { atomic_store(&sink->keeps, true); }
GstBuffer *tst_sink_take(TstSink *sink) { return atomic_exchange(&sink->kept, NULL); }

void tst_sink_answer(TstSink *sink, int flow, int allocation, bool accepts) {
    atomic_store(&sink->flow, flow);
    atomic_store(&sink->allocation, allocation);
    atomic_store(&sink->accepts, accepts);
}

GstPad *tst_sink_pad(TstSink *sink) { return sink->pad; }

GstPad *tst_source_pad(GstElement *element, const char *name) {
    GstPad *to = gst_element_get_static_pad(element, name);
    if (to == NULL) to = gst_element_request_pad_simple(element, name);
    if (to == NULL) return NULL;
    GstPad *pad = gst_pad_new(TST_CARELESS "src", GST_PAD_SRC);
    gst_pad_set_element_private(pad, calloc(1, sizeof(atomic_ullong)));
    g_object_set_data_full(G_OBJECT(pad), "liveness", liveness(pad), free);
    gst_pad_set_query_function(pad, answer_source);
    gst_pad_set_active(pad, TRUE);
    gst_pad_link(pad, to);
    gst_object_unref(to);
    return pad;
}

void tst_source_pad_release(GstElement *element, GstPad *pad) {
    GstPad *to = gst_pad_get_peer(pad);
    if (to == NULL) return;
    GstPadTemplate *template = gst_pad_get_pad_template(to);
    gst_pad_unlink(pad, to);
    if (template != NULL && GST_PAD_TEMPLATE_PRESENCE(template) == GST_PAD_REQUEST)
        gst_element_release_request_pad(element, to);
    if (template != NULL) gst_object_unref(template);
    gst_object_unref(to);
}

void tst_source_pad_wake(GstPad *pad) {
    GstPad *to = gst_pad_get_peer(pad);
    if (to == NULL) return;
    gst_pad_set_active(to, TRUE);
    gst_pad_set_active(to, FALSE);
    gst_object_unref(to);
}

GstElement *tst_mixer_new(const char *factory, const char *name, bool forces_live) {
    return gst_element_factory_make_full(factory, "name", name, "force-live", (gboolean)forces_live, NULL);
}

void tst_begin_clock(GstElement *element, uint64_t after) {
    GstClock *clock = gst_system_clock_obtain();
    gst_element_set_clock(element, clock);
    gst_element_set_base_time(element, gst_clock_get_time(clock) + after);
    gst_object_unref(clock);
}

static void gone(gpointer flag, GObject *object) { atomic_store((atomic_int *)flag, 1); }

bool tst_ends(GstElement *element) {
    atomic_int flag = 0;
    g_object_weak_ref(G_OBJECT(element), gone, &flag);
    gst_object_unref(element);
    if (atomic_load(&flag) == 1) return true;
    g_object_weak_unref(G_OBJECT(element), gone, &flag);
    return false;
}

void tst_add_crop_meta(GstBuffer *buffer, unsigned x, unsigned y, unsigned width, unsigned height) {
    GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta(buffer);
    crop->x = x, crop->y = y, crop->width = width, crop->height = height;
}

/// Makes the memories of a buffer read-only.
void tst_make_readonly(GstBuffer *buffer) {
    for (guint i = 0; i < gst_buffer_n_memory(buffer); i++)
        GST_MINI_OBJECT_FLAG_SET(gst_buffer_peek_memory(buffer, i), GST_MEMORY_FLAG_READONLY);
}

void tst_uncontrol(GstElement *element, const char *property) {
    GstControlBinding *binding = gst_object_get_control_binding(GST_OBJECT(element), property);
    if (binding == NULL) return;
    gst_object_remove_control_binding(GST_OBJECT(element), binding);
    gst_object_unref(binding);
}
