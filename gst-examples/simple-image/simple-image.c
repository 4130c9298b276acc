// SPDX-License-Identifier: MIT
// Puts an image through a filter: PNG or JPEG in, PNG or JPEG out.

#include <glib/gstdio.h>
#include <gst/gst.h>

/// The encoder for a file's ending, NULL for others. With `snapshot` it ends the stream after one image, should there be more.
static const char *encoder(const char *output) {
    static const char *const encoders[][2] = {
        {".png", "pngenc snapshot=true"},
        {".jpg", "jpegenc snapshot=true quality=95"},
        {".jpeg", "jpegenc snapshot=true quality=95"},
    };
    char *lower = g_ascii_strdown(output, -1);
    const char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(encoders); i++)
        if (g_str_has_suffix(lower, encoders[i][0])) found = encoders[i][1];
    g_free(lower);
    return found;
}

static void set_location(GstElement *pipeline, const char *name, const char *path) {
    GstElement *element = gst_bin_get_by_name(GST_BIN(pipeline), name);
    g_object_set(element, "location", path, NULL);
    gst_object_unref(element);
}

/// Cameras write an image as their sensor has it, and beside it how it is to be turned. jpegparse reads that; decodebin takes it where it
/// ranks above the decoder, which does without.
static void read_orientation(void) {
    GstElementFactory *parser = gst_element_factory_find("jpegparse");
    if (parser == NULL) return;
    gst_plugin_feature_set_rank(GST_PLUGIN_FEATURE(parser), GST_RANK_PRIMARY + 1);
    gst_object_unref(parser);
}

/// Makes the pipeline; NULL with an error where the filter is none.
static GstElement *make_pipeline(const char *input, const char *output, const char *filter, const char *encoder) {
    char *text = g_strdup_printf(
        "filesrc name=in ! decodebin ! swiftorient video-direction=auto ! videoconvert ! %s ! videoconvert ! %s "
        "! filesink name=out",
        filter, encoder);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch_full(text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
    g_free(text);
    if (pipeline == NULL) {
        g_printerr("simple-image: \"%s\" is no filter: %s\n", filter, error->message);
        g_error_free(error);
        return NULL;
    }
    // Set after parsing: a path may have any character.
    set_location(pipeline, "in", input);
    set_location(pipeline, "out", output);
    return pipeline;
}

/// Waits for the end of the stream. Returns whether an image was written; a sentence on standard error says why not.
static gboolean run(GstElement *pipeline, const char *input, int seconds) {
    gboolean is_made = FALSE;
    GstBus *bus = gst_element_get_bus(pipeline);
    // If this fails an error is on the bus.
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    // A damaged file may give neither an image nor an error.
    GstMessage *message =
        gst_bus_timed_pop_filtered(bus, (GstClockTime)seconds * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (message == NULL) {
        g_printerr("simple-image: %s: There was no image within %d seconds\n", input, seconds);
    } else if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
        GError *error = NULL;
        gst_message_parse_error(message, &error, NULL);
        g_printerr("simple-image: %s: %s\n", input, error->message);
        g_error_free(error);
    } else {
        is_made = TRUE;
    }
    if (message != NULL) gst_message_unref(message);
    gst_object_unref(bus);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    return is_made;
}

int main(int count, char **words) {
    int seconds = 60;
    const GOptionEntry entries[] = {
        {"timeout", 0, 0, G_OPTION_ARG_INT, &seconds, "How long the image may take (default: 60)", "SECONDS"},
        G_OPTION_ENTRY_NULL,
    };
    GOptionContext *context = g_option_context_new("INPUT OUTPUT [FILTER]");
    g_option_context_set_summary(context, "FILTER is one element or more, as \"swiftsketch ! swiftvignette\".");
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_group(context, gst_init_get_option_group());
    GError *error = NULL;
    gboolean is_parsed = g_option_context_parse(context, &count, &words, &error);
    g_option_context_free(context);
    if (!is_parsed || count < 3 || count > 4 || seconds < 1) {
        g_printerr("simple-image: %s\n", error != NULL ? error->message : "an input and an output are wanted; see --help");
        g_clear_error(&error);
        return 2;
    }
    const char *input = words[1], *output = words[2], *filter = count > 3 ? words[3] : "swifttiltshift";
    if (!g_file_test(input, G_FILE_TEST_IS_REGULAR)) {
        g_printerr("simple-image: There is no image file %s\n", input);
        return EXIT_FAILURE;
    }
    if (encoder(output) == NULL) {
        g_printerr("simple-image: OUTPUT must end in .png, .jpg or .jpeg: %s\n", output);
        return 2;
    }
    read_orientation();
    // What is there is replaced when the new image is whole. The output may be the input.
    char *part = g_strconcat(output, ".part", NULL);
    GstElement *pipeline = make_pipeline(input, part, filter, encoder(output));
    gboolean is_made = pipeline != NULL && run(pipeline, input, seconds);
    if (pipeline != NULL) gst_object_unref(pipeline);
    GStatBuf status;
    if (is_made && (g_stat(part, &status) != 0 || status.st_size == 0)) {
        g_printerr("simple-image: %s: There is no image in it\n", input);
        is_made = FALSE;
    }
    if (is_made && g_rename(part, output) != 0) {
        g_printerr("simple-image: %s can't be written\n", output);
        is_made = FALSE;
    }
    if (!is_made) g_unlink(part);
    g_free(part);
    return is_made ? EXIT_SUCCESS : EXIT_FAILURE;
}
