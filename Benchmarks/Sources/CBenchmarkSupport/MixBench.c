#include "CBenchmarkSupport.h"

#include <gst/gst.h>
#include <gst/video/video.h>

struct SwvMixBench {
    GstElement *element;
    GstPad *sources[2];
    GstPad *sink;
    GstBuffer *inputs[2];
    guint64 frame;
    // The output comes on the element's own thread.
    GMutex lock;
    GCond came;
    GstBuffer *output;
};

static const GstClockTime duration = GST_SECOND / 30;

static GstFlowReturn chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    SwvMixBench *bench = gst_pad_get_element_private(pad);
    g_mutex_lock(&bench->lock);
    if (bench->output != NULL) gst_buffer_unref(bench->output);
    bench->output = buffer;
    g_cond_signal(&bench->came);
    g_mutex_unlock(&bench->lock);
    return GST_FLOW_OK;
}

static GstPad *make_pad(const char *name, GstPadDirection direction, GstCaps *caps) {
    GstPadTemplate *template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps);
    GstPad *pad = gst_pad_new_from_template(template, name);
    gst_object_unref(template);
    return pad;
}

SwvMixBench *swv_mix_bench_new(const char *launch, const char *in_caps, const char *out_caps) {
    GstElement *element = gst_parse_launch(launch, NULL);
    if (element == NULL) return NULL;
    SwvMixBench *bench = g_new0(SwvMixBench, 1);
    g_mutex_init(&bench->lock);
    g_cond_init(&bench->came);
    bench->element = gst_object_ref_sink(element);
    GstCaps *in = gst_caps_from_string(in_caps);
    GstCaps *out = gst_caps_from_string(out_caps);
    GstVideoInfo info;
    gst_video_info_from_caps(&info, in);
    bench->sink = make_pad("sink", GST_PAD_SINK, out);
    gst_pad_set_element_private(bench->sink, bench);
    gst_pad_set_chain_function(bench->sink, chain);
    gst_pad_set_active(bench->sink, TRUE);
    GstPad *source = gst_element_get_static_pad(element, "src");
    gst_pad_link(source, bench->sink);
    gst_object_unref(source);
    for (int i = 0; i < 2; i++) {
        bench->sources[i] = make_pad("src", GST_PAD_SRC, in);
        GstPad *pad = gst_element_request_pad_simple(element, i == 0 ? "sink_0" : "sink_1");
        gst_pad_link(bench->sources[i], pad);
        gst_object_unref(pad);
        bench->inputs[i] = gst_buffer_new_allocate(NULL, GST_VIDEO_INFO_SIZE(&info), NULL);
        gst_buffer_memset(bench->inputs[i], 0, 0, GST_VIDEO_INFO_SIZE(&info));
        GST_BUFFER_DURATION(bench->inputs[i]) = duration;
    }
    gst_element_set_state(element, GST_STATE_PLAYING);
    for (int i = 0; i < 2; i++) {
        gst_pad_set_active(bench->sources[i], TRUE);
        gst_pad_push_event(bench->sources[i], gst_event_new_stream_start(i == 0 ? "first" : "second"));
        gst_pad_push_event(bench->sources[i], gst_event_new_caps(in));
        GstSegment segment;
        gst_segment_init(&segment, GST_FORMAT_TIME);
        gst_pad_push_event(bench->sources[i], gst_event_new_segment(&segment));
    }
    gst_caps_unref(in);
    gst_caps_unref(out);
    return swv_mix_bench_push(bench) ? bench : NULL;
}

void swv_mix_bench_write(SwvMixBench *bench, int input, const void *bytes, size_t count) {
    bench->inputs[input] = gst_buffer_make_writable(bench->inputs[input]);
    gst_buffer_fill(bench->inputs[input], 0, bytes, count);
}

size_t swv_mix_bench_read(SwvMixBench *bench, void *bytes, size_t count) {
    return gst_buffer_extract(bench->output, 0, bytes, count);
}

bool swv_mix_bench_push(SwvMixBench *bench) {
    if (bench->output != NULL) gst_buffer_unref(bench->output);
    bench->output = NULL;
    for (int i = 0; i < 2; i++) {
        // Another buffer with the same memory: the element may still hold the last one.
        GstBuffer *buffer = gst_buffer_copy(bench->inputs[i]);
        GST_BUFFER_PTS(buffer) = bench->frame * duration;
        GST_BUFFER_DURATION(buffer) = duration;
        if (gst_pad_push(bench->sources[i], buffer) != GST_FLOW_OK) return false;
    }
    bench->frame++;
    g_mutex_lock(&bench->lock);
    gint64 end = g_get_monotonic_time() + 5 * G_TIME_SPAN_SECOND;
    while (bench->output == NULL && g_cond_wait_until(&bench->came, &bench->lock, end)) {}
    bool came = bench->output != NULL;
    g_mutex_unlock(&bench->lock);
    return came;
}
