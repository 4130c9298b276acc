// SPDX-License-Identifier: MIT
// Pixels in the application: frames come from a file or, byte by byte, from this program (appsrc), pass a filter, and are read
// here (appsink).

#include <errno.h>
#include <gst/app/app.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <stdio.h>
#include <string.h>

/// Frames on standard input: their layout, and how many have been sent.
typedef struct {
    GstVideoInfo info;
    guint64 count;
} Input;

/// Gives the next frame of standard input to appsrc, which asks on its own thread.
static void on_need_data(GstElement *source, guint wanted, gpointer data) {
    (void)wanted;
    Input *input = data;
    const int width = GST_VIDEO_INFO_WIDTH(&input->info), height = GST_VIDEO_INFO_HEIGHT(&input->info);
    const size_t row = (size_t)width * 3, size = row * (size_t)height;
    // A buffer as caps mean it: rows begin at multiples of four bytes. Rows of standard input follow each other without a gap.
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, GST_VIDEO_INFO_SIZE(&input->info), NULL);
    GstVideoFrame frame;
    if (!gst_video_frame_map(&frame, &input->info, buffer, GST_MAP_WRITE)) {
        GST_ELEMENT_ERROR(source, RESOURCE, FAILED, ("A frame can't be written to."), (NULL));
        gst_buffer_unref(buffer);
        return;
    }
    size_t read = 0;
    for (int y = 0; y < height; y++) {
        guint8 *pixels = GST_VIDEO_FRAME_PLANE_DATA(&frame, 0);
        read += fread(pixels + y * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0), 1, row, stdin);
    }
    gst_video_frame_unmap(&frame);
    if (read < size) {
        if (read > 0)
            GST_ELEMENT_ERROR(
                source, STREAM, WRONG_TYPE,
                ("The last frame has %zu bytes; %dx%d frames have %zu.", read, width, height, size), (NULL));
        gst_buffer_unref(buffer);
        gst_app_src_end_of_stream(GST_APP_SRC(source));
        return;
    }
    const int rate = GST_VIDEO_INFO_FPS_N(&input->info);
    GST_BUFFER_PTS(buffer) = gst_util_uint64_scale_int(input->count, GST_SECOND, rate);
    GST_BUFFER_DURATION(buffer) = gst_util_uint64_scale_int(input->count + 1, GST_SECOND, rate) - GST_BUFFER_PTS(buffer);
    input->count++;
    // Takes the buffer.
    gst_app_src_push_buffer(GST_APP_SRC(source), buffer);
}

/// Reads a frame: writes its bytes to standard output, or prints the means of red, green and blue. Returns whether it could.
static gboolean take(GstSample *sample, gboolean hand_out) {
    GstVideoInfo info;
    GstVideoFrame frame;
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    // The frame knows where its rows begin; a bare gst_buffer_map would not.
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample)) ||
        !gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) {
        g_printerr("raw-data: a frame can't be read\n");
        return FALSE;
    }
    const int width = GST_VIDEO_FRAME_WIDTH(&frame), height = GST_VIDEO_FRAME_HEIGHT(&frame);
    guint64 sums[3] = {0, 0, 0};
    gboolean is_taken = TRUE;
    for (int y = 0; y < height; y++) {
        const guint8 *pixels = GST_VIDEO_FRAME_PLANE_DATA(&frame, 0);
        pixels += y * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0);
        if (hand_out) {
            is_taken = is_taken && fwrite(pixels, 3, (size_t)width, stdout) == (size_t)width;
            continue;
        }
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++) sums[c] += pixels[3 * x + c];
    }
    gst_video_frame_unmap(&frame);
    if (!hand_out) {
        const double count = (double)width * height, seconds = (double)GST_BUFFER_PTS(buffer) / GST_SECOND;
        printf("%.2f s: red %.1f, green %.1f, blue %.1f\n", seconds, sums[0] / count, sums[1] / count, sums[2] / count);
    }
    is_taken = is_taken && fflush(stdout) == 0;
    if (!is_taken) g_printerr("raw-data: standard output takes no more: %s\n", g_strerror(errno));
    return is_taken;
}

/// Pulls frames until the end of the stream, an error, or `seconds` without one. Returns whether all went well.
static gboolean run(GstElement *pipeline, gboolean hand_out, int seconds) {
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    gboolean is_right = TRUE;
    for (;;) {
        GstSample *sample = gst_app_sink_try_pull_sample(GST_APP_SINK(sink), (GstClockTime)seconds * GST_SECOND);
        if (sample == NULL) break;
        is_right = take(sample, hand_out);
        gst_sample_unref(sample);
        if (!is_right) break;
    }
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR);
    if (message != NULL) {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        g_printerr("raw-data: %s\n", error->message);
        g_error_free(error);
        gst_message_unref(message);
        is_right = FALSE;
    } else if (is_right && !gst_app_sink_is_eos(GST_APP_SINK(sink))) {
        g_printerr("raw-data: There was no frame within %d seconds\n", seconds);
        is_right = FALSE;
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(bus);
    gst_object_unref(sink);
    return is_right;
}

/// Frames come from `video`, or from standard input where that is NULL. `input` has to outlive the pipeline.
static GstElement *make_pipeline(const char *video, Input *input, const char *filter) {
    char *text = g_strdup_printf(
        "%s ! videoconvert ! %s ! videoconvert ! video/x-raw,format=RGB ! appsink name=sink sync=false max-buffers=4",
        video != NULL ? "filesrc name=source ! decodebin" : "appsrc name=source format=time max-bytes=0", filter);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch_full(text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
    g_free(text);
    if (pipeline == NULL) {
        g_printerr("raw-data: \"%s\" is no filter: %s\n", filter, error->message);
        g_error_free(error);
        return NULL;
    }
    GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "source");
    if (video != NULL) {
        g_object_set(source, "location", video, NULL);
    } else {
        GstCaps *caps = gst_video_info_to_caps(&input->info);
        g_object_set(source, "caps", caps, NULL);
        gst_caps_unref(caps);
        g_signal_connect(source, "need-data", G_CALLBACK(on_need_data), input);
    }
    gst_object_unref(source);
    return pipeline;
}

/// "WIDTHxHEIGHT", as the layout of R'G'B' frames at `rate` a second.
static gboolean read_size(const char *text, int rate, GstVideoInfo *info) {
    unsigned width, height;
    char end;
    if (sscanf(text, "%5ux%5u%c", &width, &height, &end) != 2 || width < 1 || height < 1) return FALSE;
    if (width > 16384 || height > 16384 || !gst_video_info_set_format(info, GST_VIDEO_FORMAT_RGB, width, height))
        return FALSE;
    info->fps_n = rate;
    info->fps_d = 1;
    return TRUE;
}

int main(int count, char **words) {
    char *size = NULL;
    gboolean hand_out = FALSE;
    int rate = 25, seconds = 60;
    const GOptionEntry entries[] = {
        {"size", 0, 0, G_OPTION_ARG_STRING, &size, "Frames come from standard input, as R, G, B bytes", "WIDTHxHEIGHT"},
        {"rate", 0, 0, G_OPTION_ARG_INT, &rate, "Frames a second of standard input (default: 25)", "NUMBER"},
        {"bytes", 0, 0, G_OPTION_ARG_NONE, &hand_out, "Write frames to standard output, as R, G, B bytes", NULL},
        {"timeout", 0, 0, G_OPTION_ARG_INT, &seconds, "How long a frame may take (default: 60)", "SECONDS"},
        G_OPTION_ENTRY_NULL,
    };
    GOptionContext *context = g_option_context_new("VIDEO [FILTER] | --size WIDTHxHEIGHT [FILTER]");
    g_option_context_set_summary(context, "Without --bytes it prints the means of red, green and blue of each frame.");
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_group(context, gst_init_get_option_group());
    GError *error = NULL;
    gboolean is_parsed = g_option_context_parse(context, &count, &words, &error);
    g_option_context_free(context);
    const char *video = size == NULL && count > 1 ? words[1] : NULL;
    const int first = size == NULL ? 2 : 1;
    Input input = {.count = 0};
    const char *wrong = NULL;
    if (!is_parsed)
        wrong = error->message;
    else if (count < first || count > first + 1)
        wrong = "one video or --size is wanted, and at most one filter; see --help";
    else if (seconds < 1 || rate < 1 || rate > 1000)
        wrong = "--timeout takes whole seconds from 1, --rate 1 to 1000";
    else if (size != NULL && !read_size(size, rate, &input.info))
        wrong = "--size is WIDTHxHEIGHT, of 1 to 16384 each";
    if (wrong != NULL) {
        g_printerr("raw-data: %s\n", wrong);
        g_clear_error(&error);
        g_free(size);
        return 2;
    }
    g_free(size);
    if (video != NULL && !g_file_test(video, G_FILE_TEST_IS_REGULAR)) {
        g_printerr("raw-data: There is no video file %s\n", video);
        return EXIT_FAILURE;
    }
    GstElement *pipeline = make_pipeline(video, &input, count > first ? words[first] : "swiftshader fragment=\"c.rgb = c.bgr;\"");
    gboolean is_right = pipeline != NULL && run(pipeline, hand_out, seconds);
    if (pipeline != NULL) gst_object_unref(pipeline);
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
