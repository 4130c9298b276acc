// SPDX-License-Identifier: MIT
// What properties that name files take: bytes, or the pixels of an image in any format that GStreamer decodes.

#include "private.h"

#define DECODING_TIMEOUT (20 * GST_SECOND)

/// Whether it can't be text.
static gboolean is_binary(const char *bytes, gsize size) { return memchr(bytes, '\0', MIN(size, 1024)) != NULL; }

static void link_decoder(GstElement *decoder, GstPad *pad, gpointer converter) {
    GstPad *sink = gst_element_get_static_pad(converter, "sink");
    if (!gst_pad_is_linked(sink)) gst_pad_link(pad, sink);
    gst_object_unref(sink);
}

/// Adds an element under a name of ours: GStreamer's own would take numbers from the application's.
static GstElement *add(GstElement *pipeline, const char *factory, GError **error) {
    GstElement *element = gst_element_factory_make(factory, factory);
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
    GstElement *source = add(pipeline, "filesrc", error);
    GstElement *decoder = source != NULL ? add(pipeline, "decodebin", error) : NULL;
    GstElement *converter = decoder != NULL ? add(pipeline, "videoconvert", error) : NULL;
    GstElement *sink = converter != NULL ? add(pipeline, "fakesink", error) : NULL;
    if (sink == NULL) {
        gst_object_unref(pipeline);
        return NULL;
    }
    GstCaps *caps = gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "ARGB64", NULL);
    gst_element_link(source, decoder);
    gst_element_link_filtered(converter, sink, caps);
    gst_caps_unref(caps);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(link_decoder), converter);
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
    if (sample == NULL && *error == NULL)
        g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "no image was decoded.");
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
