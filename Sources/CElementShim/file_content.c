// SPDX-License-Identifier: MIT
// What properties that name files take: bytes, or the pixels of an image in any format that GStreamer decodes.

#include "private.h"

#define DECODING_TIMEOUT (20 * GST_SECOND)
#define GREATEST_SIDE 4096

/// Whether it can't be text.
static gboolean is_binary(const char *bytes, gsize size) { return memchr(bytes, '\0', MIN(size, 1024)) != NULL; }

static void link_decoder(GstElement *decoder, GstPad *pad, gpointer next) {
    GstPad *sink = gst_element_get_static_pad(next, "sink");
    if (!gst_pad_is_linked(sink)) gst_pad_link(pad, sink);
    gst_object_unref(sink);
}

/// Adds an element under a name of ours: GStreamer's own would take numbers from the application's.
static GstElement *add(GstElement *pipeline, const char *factory, const char *name, GError **error) {
    GstElement *element = gst_element_factory_make(factory, name);
    if (element == NULL)
        g_set_error(
            error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN, "GStreamer's element \"%s\" is not installed.", factory);
    else
        gst_bin_add(GST_BIN(pipeline), element);
    return element;
}

/// Decodes the first frame of a file; NULL and an error where there is none.
static GstSample *decode(const char *location, GError **error) {
    GstElement *pipeline = gst_pipeline_new("image");
    GstElement *source = add(pipeline, "filesrc", "file", error);
    GstElement *decoder = source != NULL ? add(pipeline, "decodebin", "decoder", error) : NULL;
    GstElement *limit = decoder != NULL ? add(pipeline, "capsfilter", "limit", error) : NULL;
    GstElement *converter = limit != NULL ? add(pipeline, "videoconvert", "converter", error) : NULL;
    GstElement *format = converter != NULL ? add(pipeline, "capsfilter", "format", error) : NULL;
    GstElement *sink = format != NULL ? add(pipeline, "fakesink", "sink", error) : NULL;
    if (sink == NULL) {
        gst_object_unref(pipeline);
        return NULL;
    }
    GstCaps *caps = gst_caps_new_simple(
        "video/x-raw", "width", GST_TYPE_INT_RANGE, 1, GREATEST_SIDE, "height", GST_TYPE_INT_RANGE, 1, GREATEST_SIDE, NULL);
    g_object_set(limit, "caps", caps, NULL);
    gst_caps_unref(caps);
    caps = gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "ARGB64", NULL);
    g_object_set(format, "caps", caps, NULL);
    gst_caps_unref(caps);
    gst_element_link(source, decoder);
    gst_element_link_many(limit, converter, format, sink, NULL);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(link_decoder), limit);
    g_object_set(source, "location", location, NULL);
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PAUSED);
    GstMessage *message =
        gst_bus_timed_pop_filtered(bus, DECODING_TIMEOUT, GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
    GstSample *sample = NULL;
    if (message != NULL && GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
        gst_message_parse_error(message, error, NULL);
    else if (message != NULL)
        g_object_get(sink, "last-sample", &sample, NULL);
    // What does not fit downstream is only "Internal data stream error" to GStreamer.
    if (sample == NULL && (*error == NULL || g_error_matches(*error, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED))) {
        g_clear_error(error);
        g_set_error(
            error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "it is no image of at most %dx%d pixels.", GREATEST_SIDE,
            GREATEST_SIDE);
    }
    if (message != NULL) gst_message_unref(message);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(bus);
    gst_object_unref(pipeline);
    return sample;
}

/// Gives the pixels of a sample without the gaps between its rows.
static void take_pixels(
    GstSample *sample, void *data, void (*take)(void *data, const SwvFileContent *content), GError **error) {
    GstVideoInfo info;
    GstVideoFrame frame;
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample))
        || !gst_video_frame_map(&frame, &info, gst_sample_get_buffer(sample), GST_MAP_READ)) {
        g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "its pixels can't be read.");
        return;
    }
    const int width = GST_VIDEO_INFO_WIDTH(&info), height = GST_VIDEO_INFO_HEIGHT(&info);
    const gsize row = (gsize)width * 8;
    uint16_t *pixels = g_try_malloc_n((gsize)height, row);
    if (pixels != NULL) {
        for (int y = 0; y < height; y++)
            memcpy(
                (char *)pixels + y * row,
                (const char *)GST_VIDEO_FRAME_PLANE_DATA(&frame, 0) + (gssize)y * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0),
                row);
        const SwvFileContent content = {.pixels = pixels, .width = width, .height = height};
        take(data, &content);
    } else {
        g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT, "there is no memory for it.");
    }
    gst_video_frame_unmap(&frame);
    g_free(pixels);
}

bool swv_file_load(
    const char *location, size_t maximum, const char *kind, bool takes_images, void *data,
    void (*take)(void *data, const SwvFileContent *content), SwvError *failure) {
    GError *error = NULL;
    gsize size = 0;
    char *bytes = swv_file_read(location, maximum, kind, &size, &error);
    if (bytes != NULL && takes_images && is_binary(bytes, size)) {
        GstSample *sample = decode(location, &error);
        if (sample != NULL) {
            take_pixels(sample, data, take, &error);
            gst_sample_unref(sample);
        }
    } else if (bytes != NULL) {
        const SwvFileContent content = {.bytes = (const uint8_t *)bytes, .byte_count = size};
        take(data, &content);
    }
    g_free(bytes);
    if (error == NULL) return true;
    g_strlcpy(failure->message, error->message, sizeof(failure->message));
    g_error_free(error);
    return false;
}
