// SPDX-License-Identifier: MIT
#include "CBenchmarkSupport.h"

#include <gst/gst.h>
#include <gst/video/gstvideopool.h>
#include <gst/video/video.h>

enum { MAXIMUM_INPUTS = 16 };

struct SwvChain {
    GstElement *bin;
    GstBus *bus;
    /// Of the first input, and of the others.
    GstVideoInfo infos[2];
    int inputs;
    GstPad *sources[MAXIMUM_INPUTS];
    const void *shown[MAXIMUM_INPUTS];
    GstBuffer *ready[MAXIMUM_INPUTS];
    GstBufferPool *pools[2];
    GstPad *sink;
    guint64 frame;
    // Mixers and queues send frames on threads of their own.
    GMutex lock;
    GCond came;
    guint64 outputs;
    void *copy;
    size_t copy_size;
};

// When frame number `frame` of a video of 30 a second begins.
static GstClockTime beginning(guint64 frame) { return gst_util_uint64_scale(frame, GST_SECOND, 30); }

static GstFlowReturn take(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    SwvChain *chain = gst_pad_get_element_private(pad);
    if (chain->copy != NULL) chain->copy_size = gst_buffer_extract(buffer, 0, chain->copy, chain->copy_size);
    chain->copy = NULL;
    // Freed before the frame counts as done, so that memory goes back where it came from within its time.
    gst_buffer_unref(buffer);
    g_mutex_lock(&chain->lock);
    chain->outputs++;
    g_cond_signal(&chain->came);
    g_mutex_unlock(&chain->lock);
    return GST_FLOW_OK;
}

// Encoders take frames of any layout; they leave memory to whoever makes the frames.
static gboolean answer(GstPad *pad, GstObject *parent, GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return gst_pad_query_default(pad, parent, query);
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
}

static GstPad *make_pad(const char *name, GstPadDirection direction, GstCaps *caps) {
    GstPadTemplate *template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps);
    GstPad *pad = gst_pad_new_from_template(template, name);
    gst_object_unref(template);
    return pad;
}

// The pad that input `i` feeds, or NULL.
static GstPad *find_input(SwvChain *chain, int i) {
    if (chain->inputs == 1) return gst_bin_find_unlinked_pad(GST_BIN(chain->bin), GST_PAD_SINK);
    char *name = g_strdup_printf("in%d", i);
    GstElement *element = gst_bin_get_by_name(GST_BIN(chain->bin), name);
    g_free(name);
    if (element == NULL) return NULL;
    GstPad *pad = gst_element_get_static_pad(element, "sink");
    gst_object_unref(element);
    return pad;
}

// Whether an input is the first, or one of the others.
static int kind(int input) { return input > 0; }

static GstPadLinkReturn link(SwvChain *chain, GstCaps *const *in, GstCaps *out) {
    chain->sink = make_pad("sink", GST_PAD_SINK, out);
    gst_pad_set_element_private(chain->sink, chain);
    gst_pad_set_chain_function(chain->sink, take);
    gst_pad_set_query_function(chain->sink, answer);
    gst_pad_set_active(chain->sink, TRUE);
    GstPadLinkReturn linked = GST_PAD_LINK_OK;
    for (int i = 0; i < chain->inputs; i++) {
        chain->sources[i] = make_pad("src", GST_PAD_SRC, in[kind(i)]);
        GstPad *pad = find_input(chain, i);
        if (linked == GST_PAD_LINK_OK)
            linked = pad == NULL ? GST_PAD_LINK_REFUSED : gst_pad_link(chain->sources[i], pad);
        if (pad != NULL) gst_object_unref(pad);
    }
    GstPad *end = gst_bin_find_unlinked_pad(GST_BIN(chain->bin), GST_PAD_SRC);
    if (linked == GST_PAD_LINK_OK) linked = end == NULL ? GST_PAD_LINK_REFUSED : gst_pad_link(end, chain->sink);
    if (end != NULL) gst_object_unref(end);
    return linked;
}

// Returns whether the elements take the caps, as far as they tell before a frame.
static bool start(SwvChain *chain, GstCaps *const *in) {
    for (int i = 0; i < 2; i++) {
        chain->pools[i] = gst_video_buffer_pool_new();
        GstStructure *config = gst_buffer_pool_get_config(chain->pools[i]);
        gst_buffer_pool_config_set_params(config, in[i], GST_VIDEO_INFO_SIZE(&chain->infos[i]), chain->inputs, 0);
        gst_buffer_pool_set_config(chain->pools[i], config);
        gst_buffer_pool_set_active(chain->pools[i], TRUE);
    }
    gst_element_set_state(chain->bin, GST_STATE_PLAYING);
    bool taken = true;
    for (int i = 0; i < chain->inputs; i++) {
        char *stream = g_strdup_printf("benchmark-%d", i);
        GstSegment segment;
        gst_segment_init(&segment, GST_FORMAT_TIME);
        gst_pad_set_active(chain->sources[i], TRUE);
        gst_pad_push_event(chain->sources[i], gst_event_new_stream_start(stream));
        taken = gst_pad_push_event(chain->sources[i], gst_event_new_caps(in[kind(i)])) && taken;
        gst_pad_push_event(chain->sources[i], gst_event_new_segment(&segment));
        g_free(stream);
    }
    return taken;
}

// Why a line could not be parsed.
static SwvReason reason_of(const GError *error) {
    if (g_error_matches(error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT)) return SWV_LACKS_ELEMENT;
    bool feature = g_error_matches(error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_PROPERTY)
        || g_error_matches(error, GST_PARSE_ERROR, GST_PARSE_ERROR_COULD_NOT_SET_PROPERTY);
    return feature ? SWV_LACKS_FEATURE : SWV_FAILS;
}

SwvChain *swv_chain_new(
    const char *launch, int inputs, const char *in_caps, const char *other_caps, const char *out_caps, char **error,
    SwvReason *reason) {
    GError *wrong = NULL;
    GstElement *bin = gst_parse_bin_from_description_full(launch, FALSE, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &wrong);
    if (bin == NULL || wrong != NULL || inputs > MAXIMUM_INPUTS) {
        *error = g_strdup(wrong != NULL ? wrong->message : "it can't be made");
        *reason = reason_of(wrong);
        g_clear_error(&wrong);
        gst_clear_object(&bin);
        return NULL;
    }
    SwvChain *chain = g_new0(SwvChain, 1);
    g_mutex_init(&chain->lock);
    g_cond_init(&chain->came);
    chain->bin = gst_object_ref_sink(bin);
    chain->bus = gst_bus_new();
    gst_element_set_bus(bin, chain->bus);
    chain->inputs = inputs;
    GstCaps *in[] = {gst_caps_from_string(in_caps), gst_caps_from_string(other_caps)};
    GstCaps *out = gst_caps_from_string(out_caps);
    GstPadLinkReturn linked = GST_PAD_LINK_REFUSED;
    if (gst_video_info_from_caps(&chain->infos[0], in[0]) && gst_video_info_from_caps(&chain->infos[1], in[1]))
        linked = link(chain, in, out);
    bool taken = linked == GST_PAD_LINK_OK && start(chain, in);
    for (int i = 0; i < 2; i++) gst_caps_unref(in[i]);
    gst_caps_unref(out);
    if (taken) return chain;
    bool refused = linked == GST_PAD_LINK_OK || linked == GST_PAD_LINK_NOFORMAT;
    *reason = refused ? SWV_LACKS_FEATURE : SWV_FAILS;
    *error = refused ? g_strdup_printf("it does not make %s of %s", out_caps, in_caps) : g_strdup("it can't be linked");
    swv_chain_free(chain);
    return NULL;
}

void swv_chain_free(SwvChain *chain) {
    gst_element_set_state(chain->bin, GST_STATE_NULL);
    for (int i = 0; i < chain->inputs; i++) {
        gst_clear_buffer(&chain->ready[i]);
        if (chain->sources[i] == NULL) continue;
        gst_pad_set_active(chain->sources[i], FALSE);
        gst_object_unref(chain->sources[i]);
    }
    gst_pad_set_active(chain->sink, FALSE);
    gst_object_unref(chain->sink);
    gst_object_unref(chain->bin);
    gst_object_unref(chain->bus);
    for (int i = 0; i < 2; i++) {
        if (chain->pools[i] == NULL) continue;
        gst_buffer_pool_set_active(chain->pools[i], FALSE);
        gst_object_unref(chain->pools[i]);
    }
    g_mutex_clear(&chain->lock);
    g_cond_clear(&chain->came);
    g_free(chain);
}

size_t swv_chain_input_size(SwvChain *chain, int input) { return GST_VIDEO_INFO_SIZE(&chain->infos[kind(input)]); }

void swv_chain_show(SwvChain *chain, int input, const void *bytes) { chain->shown[input] = bytes; }

bool swv_chain_prepare(SwvChain *chain) {
    for (int i = 0; i < chain->inputs; i++) {
        GstBuffer *buffer = NULL;
        if (gst_buffer_pool_acquire_buffer(chain->pools[kind(i)], &buffer, NULL) != GST_FLOW_OK) return false;
        if (chain->shown[i] != NULL) gst_buffer_fill(buffer, 0, chain->shown[i], swv_chain_input_size(chain, i));
        GST_BUFFER_PTS(buffer) = beginning(chain->frame);
        GST_BUFFER_DURATION(buffer) = beginning(chain->frame + 1) - beginning(chain->frame);
        gst_clear_buffer(&chain->ready[i]);
        chain->ready[i] = buffer;
    }
    chain->frame++;
    return true;
}

bool swv_chain_run(SwvChain *chain) {
    for (int i = 0; i < chain->inputs; i++) {
        GstBuffer *buffer = chain->ready[i];
        chain->ready[i] = NULL;
        if (buffer == NULL || gst_pad_push(chain->sources[i], buffer) != GST_FLOW_OK) return false;
    }
    g_mutex_lock(&chain->lock);
    gint64 end = g_get_monotonic_time() + 20 * G_TIME_SPAN_SECOND;
    while (chain->outputs < chain->frame && g_cond_wait_until(&chain->came, &chain->lock, end)) {}
    bool came = chain->outputs >= chain->frame;
    g_mutex_unlock(&chain->lock);
    return came;
}

void swv_chain_copy_next(SwvChain *chain, void *bytes, size_t count) {
    chain->copy = bytes;
    chain->copy_size = count;
}

size_t swv_chain_copied(SwvChain *chain) { return chain->copy == NULL ? chain->copy_size : 0; }

char *swv_chain_error(SwvChain *chain) {
    GstMessage *message = gst_bus_pop_filtered(chain->bus, GST_MESSAGE_ERROR);
    if (message == NULL) return g_strdup("no frame came out");
    GError *error = NULL;
    gst_message_parse_error(message, &error, NULL);
    char *text = g_strdup(error->message);
    g_error_free(error);
    gst_message_unref(message);
    return text;
}
