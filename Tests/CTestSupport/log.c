// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CTestSupport.h"

#include <dlfcn.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint criticals;
static char last[512];
static bool (*registration)(GstPlugin *);

/// GObject tells of values out of range, which tests try on purpose: up to 2.80 or so as a warning, then as critical.
static bool is_out_of_range(const char *message) {
    return strstr(message, " is invalid or out of range for property ") != NULL;
}

/// A warning of GStreamer's own is a mistake in how pads are used, such as data before its segment. Not ours are those that tests
/// make on purpose, and that data comes to an input which another thread has just taken from its element, so that it has no name.
static bool is_mistake(const char *domain, const char *message) {
    return g_str_has_prefix(domain, "GStreamer") && strstr(message, TST_CARELESS) == NULL &&
        strstr(message, "<'':sink_") == NULL;
}

static GLogWriterOutput
writer(GLogLevelFlags level, const GLogField *fields, gsize field_count, gpointer data) {
    const char *message = "", *domain = "";
    for (gsize i = 0; i < field_count; i++) {
        if (strcmp(fields[i].key, "MESSAGE") == 0) message = fields[i].value;
        if (strcmp(fields[i].key, "GLIB_DOMAIN") == 0) domain = fields[i].value;
    }
    bool counts = (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) ? !is_out_of_range(message)
        : (level & G_LOG_LEVEL_WARNING) && is_mistake(domain, message);
    if (!counts) return G_LOG_WRITER_HANDLED;
    g_strlcpy(last, message, sizeof last);
    atomic_fetch_add(&criticals, 1);
    return g_log_writer_default(level, fields, field_count, data);
}

static gboolean plugin_init(GstPlugin *plugin) { return registration(plugin); }

static char home[] = "/tmp/swiftvideo-test-XXXXXX";

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk) { return remove(path); }
static void remove_home(void) { nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

/// Loads a plugin of GStreamer's own, from beside the library: those that images are decoded with.
static void load(const char *name) {
    Dl_info library;
    if (dladdr((void *)gst_init, &library) == 0) return;
    char *folder = g_path_get_dirname(library.dli_fname);
    char *file = g_strdup_printf("%s/gstreamer-1.0/libgst%s.so", folder, name);
    GstPlugin *plugin = gst_plugin_load_file(file, NULL);
    if (plugin == NULL) fprintf(stderr, "%s can't be loaded, so no images can be read.\n", file);
    gst_clear_object(&plugin);
    g_free(file);
    g_free(folder);
}

void tst_init(void) {
    // What is saved, such as GstPresets, is not the user's.
    if (mkdtemp(home) != NULL) {
        g_setenv("XDG_DATA_HOME", home, TRUE);
        atexit(remove_home);
    }
    // Few plugin files are needed, and scanning for all takes seconds.
    g_setenv("GST_REGISTRY_DISABLE", "yes", TRUE);
    g_setenv("GST_PLUGIN_SYSTEM_PATH", "", TRUE);
    g_log_set_writer_func(writer, NULL, NULL);
    gst_init(NULL, NULL);
    load("coreelements");
    load("png");
    load("videoconvertscale");
}

void tst_register(bool (*register_elements)(GstPlugin *)) {
    registration = register_elements;
    gst_plugin_register_static(
        GST_VERSION_MAJOR, GST_VERSION_MINOR, "swiftvideotest", "swiftvideo, in the test process", plugin_init, "0",
        "MIT/X11", "swiftvideo", "swiftvideo", "swiftvideo");
}

unsigned tst_critical_count(void) { return atomic_load(&criticals); }
const char *tst_last_critical(void) { return last; }
