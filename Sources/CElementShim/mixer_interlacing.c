// SPDX-License-Identifier: MIT
// How a mixer's inputs are interlaced: alike, as rows are mixed with rows.

#include "mixer.h"

static gboolean has_ended(SwvMixerPad *pad) {
    GST_OBJECT_LOCK(pad);
    const gboolean repeats = pad->repeats_after_eos;
    GST_OBJECT_UNLOCK(pad);
    return !repeats && (pad->is_awaited || gst_aggregator_pad_is_eos((GstAggregatorPad *)pad));
}

int swv_mixer_other_interlacing(GstElement *element, GstPad *pad) {
    int result = -1;
    GST_OBJECT_LOCK(element);
    for (GList *l = element->sinkpads; l != NULL; l = l->next) {
        SwvMixerPad *other = l->data;
        if (l->data != pad && other->interlacing >= 0 && !has_ended(other)) result = other->interlacing;
    }
    GST_OBJECT_UNLOCK(element);
    return result;
}

void swv_mixer_refuse_caps(SwvVideoMixer *self, SwvMixerPad *pad, GstCaps *caps) {
    GST_ELEMENT_ERROR(
        self, STREAM, FORMAT,
        ("The video at %s can't be mixed: it must have the interlace-mode of the other inputs, and buffers that "
         "hold whole frames.",
            GST_OBJECT_NAME(pad)),
        ("caps %" GST_PTR_FORMAT, caps));
}

static gboolean is_seen(SwvVideoMixer *self, const SwvMixerPad *pad) {
    return pad->held.buffer != NULL && GST_VIDEO_INFO_FORMAT(&pad->held.info) != GST_VIDEO_FORMAT_UNKNOWN &&
        TIMING(self)->shows(self->timing, pad->slot);
}

/// The input that the others follow: of those that go on the one that changed last. NULL: none is seen.
static SwvMixerPad *find_leader(SwvVideoMixer *self, SwvMixerPad *const *inputs) {
    SwvMixerPad *result = NULL;
    gboolean goes_on = FALSE;
    for (int i = 0; i < SWV_INPUTS && inputs[i] != NULL; i++) {
        if (!is_seen(self, inputs[i])) continue;
        const gboolean is_first = result == NULL || inputs[i]->held.interlaced_since > result->held.interlaced_since;
        const gboolean goes_on_too = !has_ended(inputs[i]);
        if (goes_on_too < goes_on || (goes_on_too == goes_on && !is_first)) continue;
        result = inputs[i];
        goes_on = goes_on_too;
    }
    return result;
}

int swv_mixer_interlacing(SwvVideoMixer *self) {
    SwvMixerPad *inputs[SWV_INPUTS];
    swv_mixer_take_inputs(self, inputs);
    const SwvMixerPad *leader = find_leader(self, inputs);
    const int result = leader != NULL ? leader->held.interlacing : (int)GST_VIDEO_INFO_INTERLACE_MODE(&self->info);
    swv_mixer_drop_inputs(inputs);
    return result;
}

/// Whether an input may still follow one that has changed: it goes on, and has had no frame since then, which is not long ago.
static gboolean may_follow(SwvMixerPad *pad, const SwvHeld *changed, gint64 time) {
    const gint64 change = changed->interlaced_since;
    return !gst_aggregator_pad_is_eos((GstAggregatorPad *)pad) && pad->held.interlaced_since < change &&
        pad->held.since <= change && time - change <= (gint64)GST_SECOND;
}

/// Whether no input is interlaced otherwise than the output.
static gboolean are_alike(SwvVideoMixer *self) {
    const int mode = (int)GST_VIDEO_INFO_INTERLACE_MODE(&self->info);
    for (int i = 0; i < SWV_INPUTS && self->inputs[i] != NULL; i++)
        if (self->inputs[i]->held.interlacing != mode) return FALSE;
    return TRUE;
}

gboolean swv_mixer_check_interlacing(SwvVideoMixer *self) {
    // Nearly always, and without a look at queues.
    if (are_alike(self)) return TRUE;
    SwvMixerPad *leader = find_leader(self, self->inputs);
    if (leader == NULL) return TRUE;
    for (int i = 0; i < SWV_INPUTS && self->inputs[i] != NULL; i++) {
        SwvMixerPad *pad = self->inputs[i];
        if (pad->held.interlacing == leader->held.interlacing || !is_seen(self, pad) || has_ended(pad) ||
            may_follow(pad, &leader->held, self->times.start))
            continue;
        swv_mixer_refuse_caps(self, leader, leader->held.caps);
        return FALSE;
    }
    // Also where the one that the output was interlaced like has ended.
    if (leader->held.interlacing != (int)GST_VIDEO_INFO_INTERLACE_MODE(&self->info))
        gst_pad_mark_reconfigure(((GstAggregator *)self)->srcpad);
    return TRUE;
}
