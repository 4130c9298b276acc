// SPDX-License-Identifier: MIT
#include "CBenchmarkSupport.h"

#include <gst/gst.h>
#include <string.h>
#include <time.h>

// frei0r's mixers send neither stream-start nor segment (GStreamer 1.22), which says nothing about their speed.
static void warn(const char *domain, GLogLevelFlags level, const char *message, void *data) {
    if (strstr(message, "Got data flow before") == NULL) g_log_default_handler(domain, level, message, data);
}

void swv_bench_init_gstreamer(void) { gst_init(NULL, NULL); }

bool swv_bench_load(void) {
    GstPlugin *plugin = gst_plugin_load_by_name("swiftvideo");
    if (plugin == NULL) return false;
    gst_object_unref(plugin);
    return true;
}

bool swv_bench_init(const char *plugin_file) {
    swv_bench_init_gstreamer();
    g_log_set_handler("GStreamer", G_LOG_LEVEL_WARNING, warn, NULL);
    GstPlugin *plugin = gst_plugin_load_file(plugin_file, NULL);
    if (plugin == NULL) return false;
    gst_object_unref(plugin);
    return true;
}

const char *swv_gstreamer_version(void) {
    guint major, minor, micro, nano;
    static char text[32];
    gst_version(&major, &minor, &micro, &nano);
    g_snprintf(text, sizeof text, "%u.%u.%u", major, minor, micro);
    return text;
}

const char *swv_compiler_version(void) { return __VERSION__; }

void swv_free(void *text) { g_free(text); }

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void
swv_memory_pass(void *bytes, size_t count) {
    uint64_t *words = bytes;
    for (size_t i = 0; i < count / 8; i++) words[i] ^= 0x0101010101010101u;
}

double swv_gigahertz(void) {
    const long count = 2000000;
    struct timespec start, end;
    uint64_t sum = 0, one = 1;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < count; i++) {
        // Each of these five waits for the one before it, and takes a cycle; the loop goes on beside them. A constant in one's
        // place would let some processors add it without taking any.
#if defined(__aarch64__)
        __asm__ volatile(".rept 5\n add %0, %0, %1\n .endr" : "+r"(sum) : "r"(one));
#else
        __asm__ volatile(".rept 5\n addq %1, %0\n .endr" : "+r"(sum) : "r"(one));
#endif
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return 5 * (double)count / ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec));
}
