// SPDX-License-Identifier: MIT
// The frames of an input of a mixer: what comes is checked.

#include "mixer.h"

void swv_mixer_take_inputs(SwvVideoMixer *self, SwvMixerPad **inputs) {
    GST_OBJECT_LOCK(self);
    for (int i = 0; i < SWV_INPUTS; i++) {
        inputs[i] = NULL;
        for (GList *l = ((GstElement *)self)->sinkpads; l != NULL; l = l->next) {
            SwvMixerPad *pad = l->data;
            const gboolean is_next = i == 0 || (inputs[i - 1] != NULL && pad->number > inputs[i - 1]->number);
            if (is_next && (inputs[i] == NULL || pad->number < inputs[i]->number)) inputs[i] = pad;
        }
    }
    for (int i = 0; i < SWV_INPUTS; i++)
        if (inputs[i] != NULL) gst_object_ref(inputs[i]);
    GST_OBJECT_UNLOCK(self);
}

void swv_mixer_drop_inputs(SwvMixerPad **inputs) {
    for (int i = 0; i < SWV_INPUTS; i++) gst_clear_object(&inputs[i]);
}

void swv_mixer_pad_warn_of_caps(SwvMixerPad *pad, GstElement *mixer) {
    const SwvVideoMixer *self = (SwvVideoMixer *)mixer;
    if (!pad->has_warned)
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("Buffers came to %s before their caps and are left out. Put a caps filter after their source.",
                GST_OBJECT_NAME(pad)),
            (NULL));
    pad->has_warned = TRUE;
}

gboolean
swv_mixer_pad_check(SwvMixerPad *pad, GstElement *mixer, const SwvVideoMixerDescriptor *d, GstBuffer **result) {
    const GstVideoInfo *info = &pad->held.info;
    GstBuffer *buffer = pad->held.buffer;
    *result = NULL;
    gst_clear_buffer(&pad->whole);
    if (swv_map_copies(buffer, GST_MAP_READ)) {
        SwvAccess copied = swv_buffer_copy(buffer, &pad->whole);
        if (copied != SWV_ACCESS_OK) {
            swv_post_access(mixer, copied, buffer, info);
            return FALSE;
        }
        buffer = pad->whole;
    }
    if (!gst_video_info_is_equal(&pad->measured, info)) {
        SwvVideoInfo said = swv_video_info(info);
        SwvError error;
        // Fails for formats that caps do not allow; then nothing fits.
        if (!d->measure(d->element.context, &said, &pad->geometry, &error)) pad->geometry.plane_count = G_MAXINT;
        pad->measured = *info;
        pad->video = said;
        pad->video_serial++;
        pad->has_warned = FALSE;
    }
    GstVideoFrame frame;
    SwvAccess access = swv_frame_map(&frame, info, &pad->geometry, buffer, GST_MAP_READ);
    if (access == SWV_ACCESS_OK) {
        gst_video_frame_unmap(&frame);
        *result = buffer;
        return TRUE;
    }
    if (access != SWV_ACCESS_UNSOUND) {
        swv_post_access(mixer, access, buffer, info);
        return FALSE;
    }
    if (!pad->has_warned) swv_warn_of_buffer(mixer, info, buffer, "is left out");
    pad->has_warned = TRUE;
    return TRUE;
}

gboolean swv_mixer_pad_map(SwvMixerPad *pad, gpointer mixer, GstBuffer *buffer, GstVideoFrame *frame) {
    const GstVideoInfo *info = &pad->held.info;
    const SwvAccess access = swv_frame_map(frame, info, &pad->geometry, buffer, GST_MAP_READ);
    if (access == SWV_ACCESS_OK) return TRUE;
    memset(frame, 0, sizeof(*frame));
    if (access == SWV_ACCESS_NO_MEMORY) swv_post_no_memory(mixer, GST_VIDEO_INFO_SIZE(info), info);
    // It could be mapped a moment ago.
    else swv_post_access(mixer, SWV_ACCESS_REFUSED, buffer, info);
    return FALSE;
}
