// SPDX-License-Identifier: MIT
// Plays a video through swiftrosy, whose tint comes and goes by a curve, and reads from swifteq what became of it.

#include <glib-unix.h>
#include <gst/controller/controller.h>
#include <gst/gst.h>
#include <stdlib.h>

/// When the tint changes its colour.
#define AMBER_TIME (2 * GST_SECOND)

typedef struct {
    const char *video;
    GMainLoop *loop;
    GstElement *pipeline;
    GstElement *rosy;
    gboolean is_amber;
    gboolean is_ending;
    /// How long the first frame may take, and what waits for it: 0 once it is there.
    int seconds;
    guint wait;
    int status;
} App;

static void fail(App *app, const char *sentence) {
    g_printerr("embed-c: %s: %s\n", app->video, sentence);
    app->status = EXIT_FAILURE;
    g_main_loop_quit(app->loop);
}

/// The mean of a histogram of codes from 0.
static double mean(const GstStructure *message, const char *name) {
    const GValue *counts = gst_structure_get_value(message, name);
    double sum = 0, weighted = 0;
    if (counts == NULL) return 0;
    for (guint code = 0; code < gst_value_array_get_size(counts); code++) {
        guint count = g_value_get_uint(gst_value_array_get_value(counts, code));
        sum += count;
        weighted += (double)code * count;
    }
    return sum > 0 ? weighted / sum : 0;
}

/// What swifteq tells of a frame.
static void measured(App *app, const GstStructure *message) {
    GstClockTime time = GST_CLOCK_TIME_NONE;
    if (!gst_structure_get_clock_time(message, "stream-time", &time)) return;
    g_print(
        "%.2f s: red %.0f, green %.0f, blue %.0f\n", (double)time / GST_SECOND, mean(message, "red"),
        mean(message, "green"), mean(message, "blue"));
    if (!app->is_amber && GST_CLOCK_TIME_IS_VALID(time) && time >= AMBER_TIME) {
        app->is_amber = TRUE;
        // Properties may be set from any thread while it plays.
        g_object_set(app->rosy, "tint-green", 0.6, "tint-blue", 0.0, NULL);
        g_print("amber from here on\n");
    }
}

static gboolean on_message(GstBus *bus, GstMessage *message, gpointer data) {
    (void)bus;
    App *app = data;
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_ELEMENT:
        if (gst_message_has_name(message, "swifteq")) measured(app, gst_message_get_structure(message));
        break;
    case GST_MESSAGE_EOS:
        g_print("the video is over\n");
        g_main_loop_quit(app->loop);
        break;
    case GST_MESSAGE_ERROR: {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        // Others follow from the first.
        if (app->status == EXIT_SUCCESS) fail(app, error->message);
        g_error_free(error);
        break;
    }
    case GST_MESSAGE_ASYNC_DONE:
        // The pipeline has its first frame.
        if (GST_MESSAGE_SRC(message) == GST_OBJECT(app->pipeline)) g_clear_handle_id(&app->wait, g_source_remove);
        break;
    case GST_MESSAGE_LATENCY:
        gst_bin_recalculate_latency(GST_BIN(app->pipeline));
        break;
    default:
        break;
    }
    return G_SOURCE_CONTINUE;
}

/// Ctrl-C ends it as the end of the video does, so that whatever is being written is whole. A second one does not wait.
static gboolean on_interrupt(gpointer data) {
    App *app = data;
    if (app->is_ending) g_main_loop_quit(app->loop);
    app->is_ending = TRUE;
    gst_element_send_event(app->pipeline, gst_event_new_eos());
    return G_SOURCE_CONTINUE;
}

/// A damaged file may give neither a frame nor an error.
static gboolean on_no_frame(gpointer data) {
    App *app = data;
    app->wait = 0;
    char *sentence = g_strdup_printf("There was no frame within %d seconds", app->seconds);
    fail(app, sentence);
    g_free(sentence);
    return G_SOURCE_REMOVE;
}

/// Lets `intensity` rise from 0 to 1 in two seconds and fall again, exactly at each frame's time.
static void add_curve(GstElement *rosy) {
    GstControlSource *curve = gst_interpolation_control_source_new();
    g_object_set(curve, "mode", GST_INTERPOLATION_MODE_LINEAR, NULL);
    GstTimedValueControlSource *points = GST_TIMED_VALUE_CONTROL_SOURCE(curve);
    gst_timed_value_control_source_set(points, 0, 0);
    gst_timed_value_control_source_set(points, 2 * GST_SECOND, 1);
    gst_timed_value_control_source_set(points, 4 * GST_SECOND, 0);
    gst_object_add_control_binding(
        GST_OBJECT(rosy), gst_direct_control_binding_new_absolute(GST_OBJECT(rosy), "intensity", curve));
    gst_object_unref(curve);
}

static gboolean add_pipeline(App *app, gboolean headless) {
    // The second swifteq changes nothing (intensity=0): it measures.
    char *text = g_strdup_printf(
        "filesrc name=file ! decodebin ! queue ! videoconvert ! swiftrosy name=rosy "
        "! swifteq mode=rgb intensity=0 post-messages=true interval=200000000 ! %s",
        headless ? "fakesink sync=true" : "videoconvert ! autovideosink");
    GError *error = NULL;
    app->pipeline = gst_parse_launch(text, &error);
    g_free(text);
    if (error != NULL) {
        g_printerr("embed-c: %s\n", error->message);
        g_error_free(error);
        return FALSE;
    }
    GstElement *file = gst_bin_get_by_name(GST_BIN(app->pipeline), "file");
    g_object_set(file, "location", app->video, NULL);
    gst_object_unref(file);
    app->rosy = gst_bin_get_by_name(GST_BIN(app->pipeline), "rosy");
    return TRUE;
}

static void play(App *app) {
    add_curve(app->rosy);
    app->loop = g_main_loop_new(NULL, FALSE);
    GstBus *bus = gst_element_get_bus(app->pipeline);
    guint watch = gst_bus_add_watch(bus, on_message, app);
    guint signal = g_unix_signal_add(SIGINT, on_interrupt, app);
    app->wait = g_timeout_add_seconds((guint)app->seconds, on_no_frame, app);
    // If this fails an error is on the bus.
    gst_element_set_state(app->pipeline, GST_STATE_PLAYING);
    g_main_loop_run(app->loop);
    g_clear_handle_id(&app->wait, g_source_remove);
    g_source_remove(signal);
    g_source_remove(watch);
    gst_object_unref(bus);
    g_main_loop_unref(app->loop);
}

int main(int count, char **words) {
    gboolean headless = FALSE;
    int seconds = 20;
    const GOptionEntry entries[] = {
        {"headless", 0, 0, G_OPTION_ARG_NONE, &headless, "Show nothing; play in real time all the same", NULL},
        {"timeout", 0, 0, G_OPTION_ARG_INT, &seconds, "How long the first frame may take (default: 20)", "SECONDS"},
        G_OPTION_ENTRY_NULL,
    };
    GOptionContext *context = g_option_context_new("VIDEO");
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_group(context, gst_init_get_option_group());
    GError *error = NULL;
    gboolean is_parsed = g_option_context_parse(context, &count, &words, &error);
    g_option_context_free(context);
    if (!is_parsed || count != 2) {
        g_printerr("embed-c: %s\n", error != NULL ? error->message : "one video is wanted; see --help");
        g_clear_error(&error);
        return 2;
    }
    if (seconds < 1) {
        g_printerr("embed-c: --timeout takes whole seconds from 1\n");
        return 2;
    }
    App app = {.video = words[1], .seconds = seconds};
    if (!g_file_test(app.video, G_FILE_TEST_IS_REGULAR)) {
        g_printerr("embed-c: There is no video file %s\n", app.video);
        return EXIT_FAILURE;
    }
    app.status = add_pipeline(&app, headless) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (app.status == EXIT_SUCCESS) play(&app);
    if (app.pipeline != NULL) gst_element_set_state(app.pipeline, GST_STATE_NULL);
    gst_clear_object(&app.rosy);
    gst_clear_object(&app.pipeline);
    return app.status;
}
