// SPDX-License-Identifier: MIT
// A libFuzzer target: bytes as a preset file. The loader is compiled into it, so that libFuzzer sees where bytes lead; the
// plugin, named by SWIFTVIDEO_PLUGIN, reads them too, all the way to the settings of a swiftntsc.
#define _GNU_SOURCE
#include "../../Sources/CElementShim/private.h"

#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static int file;
static char location[64];
static GstElement *element;

#define REQUIRE(condition)                                                             \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
            abort();                                                                   \
        }                                                                              \
    } while (0)

// What is taken from before libraries are loaded until the element is there is kept for ever: GLib leaves tables behind that have
// become too small.
static void (*const before_libraries)(void) __attribute__((section(".preinit_array"), used)) = __lsan_disable;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    gst_init(argc, argv);
    GError *error = NULL;
    const char *name = g_getenv("SWIFTVIDEO_PLUGIN");
    GstPlugin *plugin = name == NULL ? NULL : gst_plugin_load_file(name, &error);
    if (plugin == NULL) {
        fprintf(stderr, "SWIFTVIDEO_PLUGIN: %s\n", error == NULL ? "not set" : error->message);
        exit(1);
    }
    gst_object_unref(plugin);
    element = gst_element_factory_make("swiftntsc", NULL);
    REQUIRE(element != NULL);
    file = memfd_create("preset", MFD_CLOEXEC);
    REQUIRE(file >= 0);
    snprintf(location, sizeof location, "/proc/self/fd/%d", file);
    __lsan_enable();
    return 0;
}

static void write_file(const void *bytes, size_t count) {
    REQUIRE(ftruncate(file, 0) == 0);
    REQUIRE(pwrite(file, bytes, count, 0) == (ssize_t)count);
}

/// Members are named by text, and their numbers can be looked at.
static gboolean take(gpointer data, const SwvNamedValue *members, size_t count, GError **error) {
    for (size_t i = 0; i < count; i++) {
        REQUIRE(g_utf8_validate(members[i].name, -1, NULL));
        REQUIRE(members[i].type != SWV_NAMED_BOOLEAN || members[i].number == 0 || members[i].number == 1);
        REQUIRE(members[i].type != SWV_NAMED_NUMBER || members[i].number == members[i].number);
    }
    return TRUE;
}

/// The settings as a preset file.
static char *settings(void) {
    char *text = NULL;
    g_signal_emit_by_name(element, "preset-json", &text);
    REQUIRE(text != NULL);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    write_file(bytes, count);
    GError *error = NULL;
    gboolean is_read = swv_preset_file_read(location, take, NULL, &error);
    REQUIRE(is_read == (error == NULL));
    if (error != NULL) {
        REQUIRE(error->domain == GST_RESOURCE_ERROR);
        REQUIRE(g_utf8_validate(error->message, -1, NULL) && g_str_has_suffix(error->message, "."));
        g_error_free(error);
    }

    // What can't be read ends early in the plugin too; some of it is enough, by length, so that it can be played again.
    if (!is_read && count % 16 != 0) return 0;
    char *before = settings();
    g_object_set(element, "preset-location", location, NULL);
    char *after = settings();
    // What can't be read changes nothing; what settings are written as reads back as the same.
    if (!is_read) REQUIRE(strcmp(before, after) == 0);
    write_file(after, strlen(after));
    g_object_set(element, "preset", 0, "luma-smear", 0.125, "preset-location", location, NULL);
    char *again = settings();
    REQUIRE(strcmp(after, again) == 0);
    g_free(before);
    g_free(after);
    g_free(again);
    return 0;
}
