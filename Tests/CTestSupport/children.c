// SPDX-License-Identifier: MIT
#include "CTestSupport.h"

unsigned tst_child_count(GstElement *element) { return gst_child_proxy_get_children_count(GST_CHILD_PROXY(element)); }

char *tst_child_name(GstElement *element, unsigned index) {
    GObject *child = gst_child_proxy_get_child_by_index(GST_CHILD_PROXY(element), index);
    if (child == NULL) return NULL;
    char *name = gst_object_get_name(GST_OBJECT(child));
    gst_object_unref(child);
    return name;
}

void *tst_child(GstElement *element, const char *name) {
    return gst_child_proxy_get_child_by_name(GST_CHILD_PROXY(element), name);
}

void tst_child_unref_parsed(GstElement *element, const char *name) {
    GstObject *child = GST_OBJECT(gst_child_proxy_get_child_by_name(GST_CHILD_PROXY(element), name));
    // One reference is of the element as parent, one of its list, one ours.
    if (GST_OBJECT_REFCOUNT_VALUE(child) > 3) gst_object_unref(child);
    gst_object_unref(child);
}

double tst_child_get(GstElement *element, const char *path) {
    gdouble value = 0;
    gst_child_proxy_get(GST_CHILD_PROXY(element), path, &value, NULL);
    return value;
}

void tst_child_set(GstElement *element, const char *path, double value) {
    gst_child_proxy_set(GST_CHILD_PROXY(element), path, value, NULL);
}

void tst_child_try_set(GstElement *element, const char *path, double value) {
    GObject *child = NULL;
    GParamSpec *spec = NULL;
    if (!gst_child_proxy_lookup(GST_CHILD_PROXY(element), path, &child, &spec)) return;
    g_object_set(child, spec->name, value, NULL);
    g_object_unref(child);
}

/// As a listener does, who asks for what there is; it hangs if the element holds its lock.
static void look(GstChildProxy *proxy, GObject *child) {
    char *text = NULL;
    g_object_get(proxy, "filters", &text, NULL);
    g_free(text);
    gst_child_proxy_get_children_count(proxy);
    g_object_set(child, "mix", 0.5, NULL);
}

static void added(GstChildProxy *proxy, GObject *child, char *name, gpointer counts) {
    look(proxy, child);
    ((TstChildCounts *)counts)->added++;
}

static void removed(GstChildProxy *proxy, GObject *child, char *name, gpointer counts) {
    look(proxy, child);
    ((TstChildCounts *)counts)->removed++;
}

void tst_count_children(GstElement *element, TstChildCounts *counts) {
    g_signal_connect(element, "child-added", G_CALLBACK(added), counts);
    g_signal_connect(element, "child-removed", G_CALLBACK(removed), counts);
}
