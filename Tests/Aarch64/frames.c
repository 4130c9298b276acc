// SPDX-License-Identifier: MIT
/// Runs pipelines and prints a hash of each frame that they make, so that two machines can be compared.
///
/// usage: frames COUNT FILE     the pipelines of FILE, a line each: a name, a tab, and a launch line. Its sources `appsrc name=in0`,
/// `in1`..., which have caps, get COUNT frames made of the name alone; its `appsink name=out` is what is printed: for each
/// line the name, a tab, the caps, and the hashes, and of messages of elements how many there were and their hash. That of a frame is
/// of what is visible, not of what pads rows.
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
#include <stdio.h>
#include <string.h>

/// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv.
static guint64 hash_byte(guint64 hash, guint8 byte) { return (hash ^ byte) * 1099511628211u; }
static const guint64 hash_start = 14695981039346656037u;

/// SplitMix64: its constants are those of https://prng.di.unimi.it/splitmix64.c.
static guint64 next_random(guint64 *state) {
    guint64 z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/// The sample at a place: squares of noise, of gradients with a little noise, and of black and white.
static unsigned sample(unsigned x, unsigned y, unsigned frame, unsigned maximum, guint64 *state) {
    guint64 random = next_random(state);
    switch ((x / 16 + y / 16 * 2) % 3) {
    case 0: return random % (maximum + 1);
    case 1: return ((x * 5 + y * 3 + frame * 7) * (maximum + 1) / 256 + random % 3) % (maximum + 1);
    default: return random % 16 == 0 ? maximum - maximum / 3 : (x + frame) / 4 % 2 * maximum;
    }
}

/// Where the row of a component begins. GStreamer has Cr of P010 a byte too early.
static guint8 *row_of(GstVideoFrame *frame, unsigned component, int y) {
    gboolean is_early = GST_VIDEO_FRAME_FORMAT(frame) == GST_VIDEO_FORMAT_P010_10LE && component == 2;
    return (guint8 *)GST_VIDEO_FRAME_COMP_DATA(frame, component) + is_early
        + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE(frame, component);
}

static void fill(GstVideoFrame *frame, unsigned number, guint64 seed) {
    const GstVideoFormatInfo *format = frame->info.finfo;
    guint64 state = seed + number;
    for (unsigned plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
        // What no sample lies in.
        memset(GST_VIDEO_FRAME_PLANE_DATA(frame, plane), 0x55,
            (gsize)GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane)
                * GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(format, plane, GST_VIDEO_FRAME_HEIGHT(frame)));
    }
    for (unsigned c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS(frame); c++) {
        unsigned depth = GST_VIDEO_FRAME_COMP_DEPTH(frame, c), shift = GST_VIDEO_FORMAT_INFO_SHIFT(format, c);
        gboolean is_big = GST_VIDEO_FRAME_FORMAT(frame) == GST_VIDEO_FORMAT_GRAY16_BE;
        for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(frame, c); y++) {
            guint8 *to = row_of(frame, c, y);
            for (int x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(frame, c); x++, to += GST_VIDEO_FRAME_COMP_PSTRIDE(frame, c)) {
                unsigned value = sample(x + 40 * c, y, number, (1u << depth) - 1, &state);
                if (depth == 8)
                    *to = value;
                else if (is_big)
                    GST_WRITE_UINT16_BE(to, value << shift);
                else
                    GST_WRITE_UINT16_LE(to, value << shift);
            }
        }
    }
}

static guint64 hash_frame(GstVideoFrame *frame) {
    guint64 hash = hash_start;
    for (unsigned c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS(frame); c++) {
        int bytes = GST_VIDEO_FRAME_COMP_DEPTH(frame, c) > 8 ? 2 : 1;
        for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(frame, c); y++) {
            const guint8 *from = row_of(frame, c, y);
            for (int x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(frame, c); x++, from += GST_VIDEO_FRAME_COMP_PSTRIDE(frame, c))
                for (int i = 0; i < bytes; i++) hash = hash_byte(hash, from[i]);
        }
    }
    return hash;
}

/// Gives a source its frames, whose times follow from their number, and the end.
static gboolean feed(GstElement *source, unsigned count, guint64 seed) {
    GstVideoInfo info;
    GstCaps *caps = gst_app_src_get_caps(GST_APP_SRC(source));
    if (!caps || !gst_video_info_from_caps(&info, caps)) return FALSE;
    gst_caps_unref(caps);
    g_object_set(source, "format", GST_FORMAT_TIME, "max-bytes", G_GUINT64_CONSTANT(0), NULL);
    for (unsigned number = 0; number < count; number++) {
        GstBuffer *buffer = gst_buffer_new_allocate(NULL, info.size, NULL);
        GstVideoFrame frame;
        // Interlaced 4:2:0 may have a row of chroma more than its height says.
        gst_buffer_memset(buffer, 0, 0x55, info.size);
        if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE)) return FALSE;
        fill(&frame, number, seed);
        gst_video_frame_unmap(&frame);
        GST_BUFFER_PTS(buffer) = number * GST_SECOND / 25;
        GST_BUFFER_DURATION(buffer) = GST_SECOND / 25;
        if (gst_app_src_push_buffer(GST_APP_SRC(source), buffer) != GST_FLOW_OK) return FALSE;
    }
    return gst_app_src_end_of_stream(GST_APP_SRC(source)) == GST_FLOW_OK;
}

/// Prints an error as part of a line, and frees it.
static void print_error(const char *what, GError *error) {
    printf("\t%s: %s", what, g_strdelimit(error->message, "\n\t", ' '));
    g_error_free(error);
}

/// How many messages elements have posted, and a hash of their texts.
static struct {
    unsigned count;
    guint64 hash;
} messages;

/// Takes what is on the bus. False after an error, which is printed.
static gboolean take_messages(GstElement *pipeline) {
    GstBus *bus = gst_element_get_bus(pipeline);
    gboolean is_good = TRUE;
    GstMessage *message;
    while (is_good && (message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR | GST_MESSAGE_ELEMENT))) {
        if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ELEMENT) {
            char *text = gst_structure_to_string(gst_message_get_structure(message));
            for (const char *c = text; *c; c++) messages.hash = hash_byte(messages.hash, *c);
            messages.count++;
            g_free(text);
        } else {
            GError *error = NULL;
            gst_message_parse_error(message, &error, NULL);
            print_error("error", error);
            is_good = FALSE;
        }
        gst_message_unref(message);
    }
    gst_object_unref(bus);
    return is_good;
}

/// Waits for a frame, and sets it to NULL after the last one. False after an error, or if none comes for long, which is printed.
static gboolean next_frame(GstElement *pipeline, GstElement *sink, GstSample **got) {
    // An element that posts an error need not send the end, so the bus is looked at too.
    for (int step = 0; step < 600; step++) {
        *got = gst_app_sink_try_pull_sample(GST_APP_SINK(sink), GST_SECOND / 10);
        if (*got) return TRUE;
        // Asked first, since errors are posted before the end is sent.
        gboolean is_end = gst_app_sink_is_eos(GST_APP_SINK(sink));
        if (!take_messages(pipeline)) return FALSE;
        if (is_end) return TRUE;
    }
    printf("\tno frame for a minute");
    return FALSE;
}

static gboolean print_frames(GstElement *pipeline, GstElement *sink) {
    GstSample *got;
    gboolean is_first = TRUE;
    while (next_frame(pipeline, sink, &got)) {
        if (!got) {
            if (is_first) printf("\tno frames");
            return !is_first;
        }
        GstVideoInfo info;
        GstVideoFrame frame;
        if (!gst_video_info_from_caps(&info, gst_sample_get_caps(got))
            || !gst_video_frame_map(&frame, &info, gst_sample_get_buffer(got), GST_MAP_READ)) {
            printf("\tno frame of video");
            gst_sample_unref(got);
            return FALSE;
        }
        if (is_first)
            printf("\t%s %dx%d", GST_VIDEO_INFO_NAME(&info), GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info));
        is_first = FALSE;
        printf(" %016" G_GINT64_MODIFIER "x", hash_frame(&frame));
        gst_video_frame_unmap(&frame);
        gst_sample_unref(got);
    }
    return FALSE;
}

static gboolean run(const char *name, const char *launch, unsigned count) {
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(launch, &error);
    printf("%s", name);
    if (error) {
        print_error("can't be made", error);
        printf("\n");
        return FALSE;
    }
    guint64 seed = hash_start;
    for (const char *c = name; *c; c++) seed = hash_byte(seed, *c);
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "out");
    g_object_set(sink, "sync", FALSE, NULL);
    gboolean is_good = TRUE;
    for (unsigned input = 0; is_good; input++) {
        char source_name[8];
        snprintf(source_name, sizeof(source_name), "in%u", input);
        GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), source_name);
        if (!source) break;
        is_good = feed(source, count, seed + 1000 * input);
        if (!is_good) printf("\t%s takes no frames", source_name);
        gst_object_unref(source);
    }
    messages.count = 0;
    messages.hash = hash_start;
    if (is_good) {
        // Nobody waits for frames of a pipeline that does not start; its error is printed.
        if (gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
            gst_element_set_state(pipeline, GST_STATE_READY);
        is_good = print_frames(pipeline, sink);
        take_messages(pipeline);
        if (is_good && messages.count > 0) printf("\t%u messages %016" G_GINT64_MODIFIER "x", messages.count, messages.hash);
    }
    printf("\n");
    fflush(stdout);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(sink);
    gst_object_unref(pipeline);
    return is_good;
}

int main(int argc, char **argv) {
    gst_init(&argc, &argv);
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: frames COUNT FILE\n");
        return 2;
    }
    static char line[1 << 16];
    int status = 0;
    while (fgets(line, sizeof(line), file)) {
        char *tab = strchr(line, '\t');
        line[strcspn(line, "\n")] = 0;
        if (!tab) continue;
        *tab = 0;
        if (!run(line, tab + 1, strtoul(argv[1], NULL, 10))) status = 1;
    }
    fclose(file);
    return status;
}
