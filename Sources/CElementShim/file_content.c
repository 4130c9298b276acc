// SPDX-License-Identifier: MIT
// What properties that name files take: bytes, or the pixels of an image.

#include "private.h"

#define GREATEST_SIDE 4096

/// Numbers, the most significant byte first. GStreamer's own readers take them as if they were aligned.
static guint16 read16(const guint8 *bytes) { return (guint16)(bytes[0] << 8 | bytes[1]); }

/// Whether a PNG is all there, and has a size that is taken: one beyond what GStreamer counts is a critical message.
static gboolean is_whole_png(const guint8 *bytes, gsize size) { return swv_png_is_whole(bytes, size, GREATEST_SIDE); }

/// Whether a JPEG has a size that is taken.
static gboolean is_sized_jpeg(const guint8 *bytes, gsize size) {
    // A segment has 0xff, its type, and its length, which counts itself.
    for (gsize at = 2; size - at >= 10 && bytes[at] == 0xff;) {
        const guint8 type = bytes[at + 1];
        if (type == 0xff) {
            at++;
            continue;
        }
        if (type >= 0xc0 && type <= 0xcf && type != 0xc4 && type != 0xc8 && type != 0xcc) {
            const guint16 height = read16(bytes + at + 5), width = read16(bytes + at + 7);
            return width >= 1 && width <= GREATEST_SIDE && height >= 1 && height <= GREATEST_SIDE;
        }
        const gsize length = 2 + (gsize)read16(bytes + at + 2);
        if (length > size - at) return FALSE;
        at += length;
    }
    return FALSE;
}

/// Images that are taken, by how they begin. No other decoders are tried: what GStreamer finds out by itself may be a playlist that
/// makes it read other files or the network.
static const struct {
    const char *start;
    const char *type;
    const char *decoder;
    gboolean (*is_taken)(const guint8 *bytes, gsize size);
} images[] = {
    {"\x89PNG\r\n\x1a\n", "image/png", "pngdec", is_whole_png},
    {"\xff\xd8\xff", "image/jpeg", "jpegdec", is_sized_jpeg},
};

/// The index of an image's type; beyond all where it is none of them.
static size_t image_of(const char *bytes, gsize size) {
    size_t i = 0;
    while (i < G_N_ELEMENTS(images)
           && (size < strlen(images[i].start) || memcmp(bytes, images[i].start, strlen(images[i].start)) != 0))
        i++;
    return i;
}

/// Keeps the decoded frame.
static GstFlowReturn take_frame(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    GstSample **sample = gst_pad_get_element_private(pad);
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (*sample == NULL && caps != NULL) *sample = gst_sample_new(buffer, caps, NULL, NULL);
    gst_clear_caps(&caps);
    gst_buffer_unref(buffer);
    return GST_FLOW_OK;
}

static gboolean take_event(GstPad *pad, GstObject *parent, GstEvent *event) {
    gst_event_unref(event);
    return TRUE;
}

/// Adds an element, and links it to the pad that is the last so far.
static gboolean append(GPtrArray *elements, const char *factory, GstPad **last, GstCaps *caps, GstBus *bus, GError **error) {
    GstElement *element = gst_element_factory_make(factory, factory);
    if (element == NULL) {
        g_set_error(
            error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN, "GStreamer's element \"%s\" is not installed.", factory);
        return FALSE;
    }
    g_ptr_array_add(elements, gst_object_ref_sink(element));
    if (caps != NULL) g_object_set(element, "caps", caps, NULL);
    gst_element_set_bus(element, bus);
    GstPad *sink = gst_element_get_static_pad(element, "sink");
    gst_pad_link(*last, sink);
    gst_object_unref(sink);
    gst_object_unref(*last);
    *last = gst_element_get_static_pad(element, "src");
    gst_element_set_state(element, GST_STATE_PLAYING);
    return TRUE;
}

static void stop_element(gpointer element) {
    gst_element_set_state(element, GST_STATE_NULL);
    gst_object_unref(element);
}

static void set_no_image(GError **error) {
    g_set_error(
        error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "it is no whole image of at most %dx%d pixels.",
        GREATEST_SIDE, GREATEST_SIDE);
}

/// Decodes an image in this thread; NULL and an error where that is not possible.
static GstSample *decode(const char *bytes, gsize size, size_t image, GError **error) {
    GstSample *sample = NULL;
    GstBus *bus = gst_bus_new();
    GPtrArray *elements = g_ptr_array_new_with_free_func(stop_element);
    GstPad *source = gst_object_ref_sink(gst_pad_new("src", GST_PAD_SRC));
    GstPad *sink = gst_object_ref_sink(gst_pad_new("sink", GST_PAD_SINK));
    gst_pad_set_element_private(sink, &sample);
    gst_pad_set_chain_function(sink, take_frame);
    gst_pad_set_event_function(sink, take_event);
    gst_pad_set_active(sink, TRUE);
    gst_pad_set_active(source, TRUE);
    GstPad *last = gst_object_ref(source);
    GstCaps *limit = gst_caps_new_simple(
        "video/x-raw", "width", GST_TYPE_INT_RANGE, 1, GREATEST_SIDE, "height", GST_TYPE_INT_RANGE, 1, GREATEST_SIDE, NULL);
    GstCaps *format = gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "ARGB64", NULL);
    if (append(elements, images[image].decoder, &last, NULL, bus, error)
        && append(elements, "capsfilter", &last, limit, bus, error)
        && append(elements, "videoconvert", &last, NULL, bus, error)
        && append(elements, "capsfilter", &last, format, bus, error)) {
        gst_pad_link(last, sink);
        GstSegment segment;
        gst_segment_init(&segment, GST_FORMAT_TIME);
        gst_pad_push_event(source, gst_event_new_stream_start("image"));
        GstCaps *caps = gst_caps_new_empty_simple(images[image].type);
        gst_pad_push_event(source, gst_event_new_caps(caps));
        gst_caps_unref(caps);
        gst_pad_push_event(source, gst_event_new_segment(&segment));
        // Nobody has it any more when the elements have stopped, below.
        gst_pad_push(source, gst_buffer_new_wrapped_full(
            GST_MEMORY_FLAG_READONLY, (gpointer)bytes, size, 0, size, NULL, NULL));
        gst_pad_push_event(source, gst_event_new_eos());
    }
    GstMessage *message = sample == NULL ? gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) : NULL;
    if (message != NULL) gst_message_parse_error(message, error, NULL);
    // What a decoder can't read has no message, or one that says nothing.
    if (sample == NULL && (*error == NULL || (*error)->domain == GST_STREAM_ERROR)) {
        g_clear_error(error);
        set_no_image(error);
    }
    gst_clear_message(&message);
    gst_bus_set_flushing(bus, TRUE);
    gst_pad_set_active(source, FALSE);
    g_ptr_array_unref(elements);
    gst_pad_set_active(sink, FALSE);
    gst_caps_unref(limit);
    gst_caps_unref(format);
    gst_object_unref(last);
    gst_object_unref(source);
    gst_object_unref(sink);
    gst_object_unref(bus);
    return sample;
}

/// Whether an image is a PNG of 16 bits without alpha, whose components pngdec (1.22) mixes up, and of which it leaves one out.
static gboolean is_rgb48(const char *bytes, size_t image) {
    return images[image].is_taken == is_whole_png && bytes[24] == 16 && bytes[25] == 2;
}

static void set_is_rgb48(GError **error) {
    g_set_error_literal(
        error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ,
        "GStreamer can't decode a PNG of 16 bits without alpha; save it with alpha, or with 8 bits.");
}

/// Gives the pixels of a sample, whose rows have no gaps in ARGB64.
static void take_pixels(
    GstSample *sample, void *data, void (*take)(void *data, const SwvFileContent *content), GError **error) {
    GstVideoInfo info;
    GstVideoFrame frame;
    gboolean is_taken = FALSE;
    if (gst_video_info_from_caps(&info, gst_sample_get_caps(sample))
        && gst_video_frame_map(&frame, &info, gst_sample_get_buffer(sample), GST_MAP_READ)) {
        const int width = GST_VIDEO_INFO_WIDTH(&info), height = GST_VIDEO_INFO_HEIGHT(&info);
        is_taken = GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0) == width * 8;
        const SwvFileContent content = {
            .pixels = GST_VIDEO_FRAME_PLANE_DATA(&frame, 0), .width = width, .height = height};
        if (is_taken) take(data, &content);
        gst_video_frame_unmap(&frame);
    }
    if (!is_taken)
        g_set_error_literal(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, "its pixels can't be read.");
}

bool swv_file_load(
    const char *location, size_t maximum, const char *kind, bool takes_images, void *data,
    void (*take)(void *data, const SwvFileContent *content), SwvError *failure) {
    GError *error = NULL;
    gsize size = 0;
    char *bytes = swv_file_read(location, maximum, kind, &size, &error);
    const size_t image = bytes != NULL && takes_images ? image_of(bytes, size) : G_N_ELEMENTS(images);
    if (image < G_N_ELEMENTS(images)) {
        GstSample *sample = NULL;
        if (!images[image].is_taken((const guint8 *)bytes, size)) set_no_image(&error);
        else if (is_rgb48(bytes, image)) set_is_rgb48(&error);
        else sample = decode(bytes, size, image, &error);
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
