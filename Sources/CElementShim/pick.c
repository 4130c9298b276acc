// SPDX-License-Identifier: MIT
// Colours that users pick from frames: by a click that a sink tells of, or by an action signal.

#include "filter.h"

#include <gst/video/navigation.h>

static void ask(SwvVideoFilter *self, double x, double y) {
    GST_OBJECT_LOCK(self);
    self->pick_x = x;
    self->pick_y = y;
    self->is_asked = TRUE;
    GST_OBJECT_UNLOCK(self);
}

static void pick(GstElement *element, double x, double y, gpointer data) { ask((SwvVideoFilter *)element, x, y); }

static gboolean src_event(GstBaseTransform *base, GstEvent *event) {
    double x, y;
    gint button = 0;
    if (GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION &&
        gst_navigation_event_get_type(event) == GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS &&
        gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) && button == 1)
        ask((SwvVideoFilter *)base, x, y);
    return swv_filter_parent()->src_event(base, event);
}

void swv_pick_forget(SwvVideoFilter *self) {
    GST_OBJECT_LOCK(self);
    self->is_asked = FALSE;
    GST_OBJECT_UNLOCK(self);
}

void swv_pick_take(SwvVideoFilter *self, const SwvFrame *frame) {
    const SwvVideoFilterDescriptor *d = DESCRIPTOR(self);
    if (d->pick == NULL) return;
    GST_OBJECT_LOCK(self);
    const gboolean is_asked = self->is_asked;
    const double x = self->pick_x, y = self->pick_y;
    self->is_asked = FALSE;
    GST_OBJECT_UNLOCK(self);
    if (!is_asked) return;
    uint32_t color = 0;
    SwvError error = {""};
    if (!d->pick(self->instance.effect, frame, x, y, &color, &error)) {
        GST_ELEMENT_WARNING(self, STREAM, FAILED, ("No colour could be picked: %s", error.message), (NULL));
        return;
    }
    g_object_set(self, d->element.properties[d->picked].name, color, NULL);
}

void swv_pick_class_init(SwvVideoFilterClass *klass) {
    if (klass->descriptor->pick == NULL) return;
    ((GstBaseTransformClass *)klass)->src_event = GST_DEBUG_FUNCPTR(src_event);
    g_signal_new_class_handler(
        "pick", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, G_CALLBACK(pick), NULL, NULL, NULL,
        G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}
