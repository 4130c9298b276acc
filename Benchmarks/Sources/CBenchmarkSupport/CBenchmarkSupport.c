#include "CBenchmarkSupport.h"

#include <gst/gst.h>
#include <gst/video/video.h>
#include <string.h>

struct SwvBench {
    GstElement *element;
    GstPad *source;
    GstPad *sink;
    GstBuffer *buffer; ///< what is pushed next
    bool converts;     ///< the output is another buffer
    bool received;
    void *copy; ///< where the next output goes; NULL: nowhere
    size_t copy_size;
};

bool swv_bench_init(const char *plugin_file) {
    gst_init(NULL, NULL);
    GstPlugin *plugin = gst_plugin_load_file(plugin_file, NULL);
    if (plugin == NULL) return false;
    gst_object_unref(plugin);
    return true;
}

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    SwvBench *bench = gst_pad_get_element_private(pad);
    bench->received = true;
    if (bench->copy != NULL) bench->copy_size = gst_buffer_extract(buffer, 0, bench->copy, bench->copy_size);
    bench->copy = NULL;
    if (bench->converts) gst_buffer_unref(buffer);
    else bench->buffer = buffer;
    return GST_FLOW_OK;
}

static GstPad *make_pad(const char *name, GstPadDirection direction, GstCaps *caps) {
    GstPadTemplate *template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps);
    GstPad *pad = gst_pad_new_from_template(template, name);
    gst_object_unref(template);
    return pad;
}

SwvBench *swv_bench_new(const char *launch, const char *in_caps, const char *out_caps) {
    GstElement *element = gst_parse_launch(launch, NULL);
    if (element == NULL) return NULL;
    SwvBench *bench = g_new0(SwvBench, 1);
    bench->element = gst_object_ref_sink(element);
    bench->converts = out_caps != NULL;
    GstCaps *in = gst_caps_from_string(in_caps);
    GstCaps *out = gst_caps_from_string(out_caps != NULL ? out_caps : in_caps);
    bench->source = make_pad("src", GST_PAD_SRC, in);
    bench->sink = make_pad("sink", GST_PAD_SINK, out);
    gst_pad_set_element_private(bench->sink, bench);
    gst_pad_set_chain_function(bench->sink, chain);
    GstPad *element_sink = gst_element_get_static_pad(element, "sink");
    GstPad *element_source = gst_element_get_static_pad(element, "src");
    bool linked = gst_pad_link(bench->source, element_sink) == GST_PAD_LINK_OK
        && gst_pad_link(element_source, bench->sink) == GST_PAD_LINK_OK;
    gst_object_unref(element_sink);
    gst_object_unref(element_source);
    gst_pad_set_active(bench->sink, TRUE);
    gst_element_set_state(element, GST_STATE_PLAYING);
    gst_pad_set_active(bench->source, TRUE);
    gst_pad_push_event(bench->source, gst_event_new_stream_start("benchmark"));
    gst_pad_push_event(bench->source, gst_event_new_caps(in));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_pad_push_event(bench->source, gst_event_new_segment(&segment));
    GstVideoInfo info;
    bool known = gst_video_info_from_caps(&info, in);
    if (known) {
        bench->buffer = gst_buffer_new_allocate(NULL, GST_VIDEO_INFO_SIZE(&info), NULL);
        gst_buffer_memset(bench->buffer, 0, 0, GST_VIDEO_INFO_SIZE(&info));
    }
    gst_caps_unref(in);
    gst_caps_unref(out);
    if (linked && known && swv_bench_push(bench)) return bench;
    swv_bench_free(bench);
    return NULL;
}

void swv_bench_free(SwvBench *bench) {
    gst_element_set_state(bench->element, GST_STATE_NULL);
    gst_pad_set_active(bench->source, FALSE);
    gst_pad_set_active(bench->sink, FALSE);
    gst_object_unref(bench->source);
    gst_object_unref(bench->sink);
    gst_object_unref(bench->element);
    if (bench->buffer != NULL) gst_buffer_unref(bench->buffer);
    g_free(bench);
}

void swv_bench_write(SwvBench *bench, const void *bytes, size_t count) {
    gst_buffer_fill(bench->buffer, 0, bytes, count);
}

void swv_bench_read(SwvBench *bench, void *bytes, size_t count) { gst_buffer_extract(bench->buffer, 0, bytes, count); }

size_t swv_bench_size(SwvBench *bench) { return gst_buffer_get_size(bench->buffer); }

bool swv_bench_push(SwvBench *bench) {
    GstBuffer *buffer = bench->buffer;
    bench->received = false;
    GST_BUFFER_PTS(buffer) = 0;
    // In place, the same buffer comes back, and with one reference it is writable.
    if (bench->converts) gst_buffer_ref(buffer);
    else bench->buffer = NULL;
    return gst_pad_push(bench->source, buffer) == GST_FLOW_OK && bench->received;
}

void swv_bench_restart(SwvBench *bench) {
    gst_pad_push_event(bench->source, gst_event_new_flush_start());
    gst_pad_push_event(bench->source, gst_event_new_flush_stop(TRUE));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_pad_push_event(bench->source, gst_event_new_segment(&segment));
}

size_t swv_bench_convert(SwvBench *bench, void *bytes, size_t count) {
    bench->copy = bytes;
    bench->copy_size = count;
    return swv_bench_push(bench) ? bench->copy_size : 0;
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void
swv_memory_pass(void *bytes, size_t count) {
    uint64_t *words = bytes;
    for (size_t i = 0; i < count / 8; i++) words[i] ^= 0x0101010101010101u;
}
