// SPDX-License-Identifier: MIT
// The streaming thread of a mixer: which frames of its inputs it takes, and when.

#include "mixer.h"

/// Takes what flushes have left behind.
static void take_flushes(SwvVideoMixer *self) {
    const SwvMixTiming *t = TIMING(self);
    if (atomic_exchange(&self->is_flushed, false)) {
        ELEMENT(self)->reset(self->instance.effect);
        t->report(self->timing, -1, 0, FALSE);
        // Where the flush leaves time as it is, what comes goes on from the last frame.
        const gboolean resets = atomic_exchange(&self->resets_time, false), has_sought = atomic_exchange(&self->has_sought, false);
        if (self->has_begun && (resets || has_sought)) {
            self->has_begun = FALSE;
            self->begins_anew = !has_sought;
        }
        self->is_idle = FALSE;
    }
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        const guint flushes = pad != NULL ? pad->flushes : 0;
        if (pad == NULL || flushes == pad->seen_flushes) continue;
        pad->seen_flushes = flushes;
        pad->has_data = pad->is_at_end = pad->is_awaited = FALSE;
        swv_mixer_pad_release(pad);
        pad->held.interlacing = -1;
        t->flush(self->timing, pad->slot);
    }
}

/// Begins where the parent class has found the first buffers to begin, or a seek wants to. It would find other places as long as
/// buffers come, and the segment is not set (up to 1.28 at least).
static void begin(SwvVideoMixer *self) {
    GstSegment segment = swv_mixer_present_segment(self);
    if (self->begins_anew) segment.position = GST_CLOCK_TIME_NONE;
    // GstAggregator makes it none at a seek without a flush that comes before the start.
    if (!GST_CLOCK_TIME_IS_VALID(segment.base)) segment.base = 0;
    self->segment = segment;
    const SwvSegment s = swv_mixer_segment(&segment);
    TIMING(self)->begin(self->timing, &s, swv_time(segment.position));
    TIMING(self)->next(self->timing, &self->times);
    self->segment.position = (guint64)self->times.position;
    // A seek that comes meanwhile keeps its own, and all begins again after its flush.
    swv_mixer_set_segment(self, &self->segment);
    self->has_begun = TRUE;
}

/// Looks at what an input has next. Its buffer is NULL where it has nothing that can be placed in time.
static GstBuffer *peek(SwvMixerPad *pad, SwvHead *head) {
    GstAggregatorPad *base = (GstAggregatorPad *)pad;
    GstBuffer *buffer;
    while ((buffer = gst_aggregator_pad_peek_buffer(base)) != NULL) {
        GST_OBJECT_LOCK(pad);
        const GstSegment segment = base->segment;
        GST_OBJECT_UNLOCK(pad);
        if (segment.format == GST_FORMAT_TIME) {
            const gboolean is_gap = gst_buffer_get_size(buffer) == 0 && GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP);
            const gboolean is_missing = is_gap && gst_buffer_get_custom_meta(buffer, "GstAggregatorMissingDataMeta") != NULL;
            *head = (SwvHead){
                is_missing ? SWV_HEAD_MISSING : is_gap ? SWV_HEAD_GAP : SWV_HEAD_FRAME,
                swv_time(GST_BUFFER_PTS(buffer)), swv_time(GST_BUFFER_DURATION(buffer)),
                GST_VIDEO_INFO_FPS_N(&pad->info), GST_VIDEO_INFO_FPS_D(&pad->info), swv_mixer_segment(&segment)};
            return buffer;
        }
        // A flush has taken its segment away meanwhile, but not the buffer that has been seen.
        gst_buffer_unref(buffer);
        gst_aggregator_pad_drop_buffer(base);
    }
    head->kind = gst_aggregator_pad_is_eos(base) || pad->is_at_end || pad->is_awaited ? SWV_HEAD_END : SWV_HEAD_NONE;
    return NULL;
}

static void set_rule(SwvVideoMixer *self, SwvMixerPad *pad) {
    GST_OBJECT_LOCK(pad);
    const gboolean repeats = pad->repeats_after_eos;
    const GstClockTime maximum = pad->maximum_repeat;
    GST_OBJECT_UNLOCK(pad);
    TIMING(self)->set_rule(self->timing, pad->slot, repeats, swv_time(maximum));
}

static gboolean is_live(SwvVideoMixer *self) {
    return GST_CLOCK_TIME_IS_VALID(gst_aggregator_get_latency((GstAggregator *)self));
}

/// Takes what an input is to show, as far as it has come.
static void ask(SwvVideoMixer *self, SwvMixerPad *pad, gboolean timeout) {
    const SwvMixTiming *t = TIMING(self);
    gboolean has_taken = FALSE;
    set_rule(self, pad);
    for (;;) {
        SwvHead head = {SWV_HEAD_NONE};
        GstBuffer *buffer = peek(pad, &head);
        pad->has_data = pad->has_data || buffer != NULL;
        // The parent class does not wait for a live input without data either.
        const gboolean is_ignored =
            !pad->has_data && gst_aggregator_get_ignore_inactive_pads((GstAggregator *)self) && is_live(self);
        // Behind what has been taken may be an event, and frames behind that, also where it is too late to wait for them.
        const SwvStep step = t->step(self->timing, pad->slot, &head, (!timeout || has_taken) && !is_ignored);
        if (buffer != NULL) gst_buffer_unref(buffer);
        if (step == SWV_STEP_DONE) return;
        has_taken = TRUE;
        // The old one goes back to its pool first: as soon as the next one is taken the input's thread goes on, and would now and
        // then find none there and allocate one more.
        if (step == SWV_STEP_ADOPT) swv_mixer_pad_release(pad);
        buffer = gst_aggregator_pad_pop_buffer((GstAggregatorPad *)pad);
        if (buffer == NULL) continue;
        if (step == SWV_STEP_ADOPT) {
            // Other caps count from their first frame on.
            if (swv_mixer_pad_hold(pad, buffer, self->times.start)) gst_pad_mark_reconfigure(((GstAggregator *)self)->srcpad);
        } else gst_buffer_unref(buffer);
    }
}

/// Before it is known what to make, buffers without caps are left out, and time goes on without frames.
static GstFlowReturn wait_for_caps(SwvVideoMixer *self, gboolean timeout) {
    gboolean has_others = FALSE, has_caps = FALSE;
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        if (pad == NULL) continue;
        SwvHead head = {SWV_HEAD_NONE};
        GstBuffer *buffer;
        has_caps = has_caps || pad->caps != NULL;
        while (pad->caps == NULL && (buffer = peek(pad, &head)) != NULL) {
            gst_buffer_unref(buffer);
            buffer = gst_aggregator_pad_pop_buffer((GstAggregatorPad *)pad);
            if (buffer == NULL) continue;
            gst_buffer_unref(buffer);
            swv_mixer_pad_warn_of_caps(pad, (GstElement *)self);
        }
        has_others = has_others || head.kind != SWV_HEAD_END;
    }
    if (has_caps) return GST_PAD_IS_FLUSHING(((GstAggregator *)self)->srcpad) ? GST_FLOW_FLUSHING : GST_FLOW_NOT_NEGOTIATED;
    if (!has_others && !gst_aggregator_get_force_live((GstAggregator *)self)) return GST_FLOW_EOS;
    if (timeout) TIMING(self)->advance(self->timing);
    return GST_AGGREGATOR_FLOW_NEED_DATA;
}

/// Takes what downstream has said of late frames.
static void take_report(SwvVideoMixer *self) {
    g_mutex_lock(&self->lock);
    const gboolean has_report = self->has_report;
    const gint64 timestamp = self->late_timestamp, lateness = self->lateness;
    self->has_report = FALSE;
    g_mutex_unlock(&self->lock);
    if (!has_report) return;
    TIMING(self)->report(self->timing, timestamp, lateness, is_live(self));
    TIMING(self)->next(self->timing, &self->times);
}

static void post_drop(SwvVideoMixer *self) {
    const SwvFrameTimes *times = &self->times;
    self->dropped++;
    g_mutex_lock(&self->lock);
    const double proportion = self->proportion;
    g_mutex_unlock(&self->lock);
    GstMessage *message = gst_message_new_qos(
        GST_OBJECT(self), is_live(self), (guint64)times->start,
        gst_segment_to_stream_time(&self->segment, GST_FORMAT_TIME, (guint64)times->pts), (guint64)times->pts,
        (guint64)times->duration);
    gst_message_set_qos_values(message, times->late, proportion, 1000000);
    gst_message_set_qos_stats(message, GST_FORMAT_BUFFERS, self->made, self->dropped);
    gst_element_post_message((GstElement *)self, message);
}

/// Tells downstream that nothing comes for a time. Before the first frame nobody waits for one.
static void push_gap(SwvVideoMixer *self) {
    GstPad *pad = ((GstAggregator *)self)->srcpad;
    GstEvent *begun = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    if (begun == NULL) return;
    gst_event_unref(begun);
    gst_pad_push_event(pad, gst_event_new_gap((guint64)self->times.pts, (guint64)self->times.duration));
}

/// Whether no source is there any more that would say what downstream answers.
static gboolean have_ended(SwvVideoMixer *self) {
    gboolean result = TRUE;
    GST_OBJECT_LOCK(self);
    for (GList *l = ((GstElement *)self)->sinkpads; l != NULL; l = l->next) result &= ((SwvMixerPad *)l->data)->has_ended;
    GST_OBJECT_UNLOCK(self);
    return result;
}

void swv_mixer_tell_failure(SwvVideoMixer *self) {
    if (!have_ended(self)) return;
    const GstFlowReturn failure = atomic_exchange(&self->failure, GST_FLOW_OK);
    if (failure != GST_FLOW_OK) GST_ELEMENT_FLOW_ERROR(self, failure);
}

static GstFlowReturn push(SwvVideoMixer *self, GstBuffer *buffer) {
    GST_BUFFER_PTS(buffer) = (guint64)self->times.pts;
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(buffer) = (guint64)self->times.duration;
    self->made++;
    GstFlowReturn result = gst_aggregator_finish_buffer((GstAggregator *)self, buffer);
    const gboolean has_failed = result == GST_FLOW_NOT_LINKED || (result < GST_FLOW_EOS && result > GST_FLOW_CUSTOM_ERROR);
    self->failure = has_failed ? result : GST_FLOW_OK;
    if (has_failed) swv_mixer_tell_failure(self);
    if (result != GST_AGGREGATOR_FLOW_NEED_DATA) return result;
    // The parent class would take what downstream calls an error of its own for a wish for more data.
    GST_ELEMENT_ERROR(
        self, STREAM, FAILED,
        ("An element after this one failed without a reason. Look for its message, or its log with GST_DEBUG=3."),
        ("flow return is %s", gst_flow_get_name(result)));
    return GST_FLOW_ERROR;
}

/// Goes on to the next frame, and tells other threads.
static void go_on(SwvVideoMixer *self, guint flushes) {
    TIMING(self)->advance(self->timing);
    self->segment.position = (guint64)self->times.next;
    GST_OBJECT_LOCK(self);
    // A flush or a seek has begun: the segment is no longer this one. Frames that are made between a seek and its flush's end go
    // nowhere, though the parent class says that they have gone.
    const gboolean is_same = flushes == self->flushes && self->seeking == 0;
    if (is_same) ((GstAggregatorPad *)((GstAggregator *)self)->srcpad)->segment.position = self->segment.position;
    GST_OBJECT_UNLOCK(self);
    if (is_same) self->position = swv_stream_time(&self->segment, self->segment.position);
}

/// Properties are what controls them says for the frame's time.
static void sync_values(SwvVideoMixer *self) {
    GstClockTime time = gst_segment_to_stream_time(&self->segment, GST_FORMAT_TIME, (guint64)self->times.pts);
    if (!GST_CLOCK_TIME_IS_VALID(time)) return;
    gst_object_sync_values((GstObject *)self, time);
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL) gst_object_sync_values((GstObject *)self->inputs[i], time);
}

/// Takes what users have set of the element and of its pads.
static void take_settings(SwvVideoMixer *self) {
    swv_settings_take(&self->instance.settings);
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL && self->inputs[i]->settings != NULL) swv_settings_take(self->inputs[i]->settings);
}

static GstFlowReturn make(SwvVideoMixer *self) {
    GstAggregator *base = (GstAggregator *)self;
    const guint flushes = self->flushes;
    GstFlowReturn result = GST_FLOW_OK;
    if (self->times.late > 0) post_drop(self);
    else {
        sync_values(self);
        gst_aggregator_selected_samples(
            base, (guint64)self->times.pts, GST_CLOCK_TIME_NONE, (guint64)self->times.duration, NULL);
        take_settings(self);
        GstBuffer *output = NULL;
        result = swv_mixer_make_frame(self, &output);
        if (result == GST_FLOW_OK && output == NULL) push_gap(self);
        if (output != NULL) result = push(self, output);
    }
    if (result == GST_FLOW_OK) go_on(self, flushes);
    return result;
}

static GstFlowReturn take_turn(SwvVideoMixer *self, gboolean timeout) {
    GstAggregator *base = (GstAggregator *)self;
    const SwvMixTiming *t = TIMING(self);
    take_flushes(self);
    if (!self->has_begun) begin(self);
    if (GST_VIDEO_INFO_FORMAT(&self->info) == GST_VIDEO_FORMAT_UNKNOWN) return wait_for_caps(self, timeout);
    swv_mixer_follow_seek(self);
    t->next(self->timing, &self->times);
    if (self->times.is_at_stop)
        return swv_mixer_end_segment(self) ? GST_FLOW_EOS : GST_AGGREGATOR_FLOW_NEED_DATA;
    t->ask(self->timing);
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL) ask(self, self->inputs[i], timeout);
    switch (t->outcome(self->timing, gst_aggregator_get_force_live(base))) {
    case SWV_OUTCOME_NEED:
        return GST_AGGREGATOR_FLOW_NEED_DATA;
    case SWV_OUTCOME_END:
        return swv_mixer_end_segment(self) ? GST_FLOW_EOS : GST_AGGREGATOR_FLOW_NEED_DATA;
    case SWV_OUTCOME_MAKE:
        break;
    }
    if (!swv_mixer_check_interlacing(self)) return GST_FLOW_NOT_NEGOTIATED;
    if (gst_pad_needs_reconfigure(base->srcpad)) {
        if (!gst_aggregator_negotiate(base))
            return GST_PAD_IS_FLUSHING(base->srcpad) ? GST_FLOW_FLUSHING : GST_FLOW_NOT_NEGOTIATED;
        t->next(self->timing, &self->times);
    }
    take_report(self);
    if (is_live(self)) swv_mixer_await(self);
    return make(self);
}

/// Warns once for each pad.
static void warn_of_times(SwvVideoMixer *self, SwvMixerPad *pad) {
    if (g_atomic_int_compare_and_exchange(&pad->lacks_time, 1, 2))
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("Buffers without a time stamp came to %s and are left out. Set do-timestamp=true on their source.",
                GST_OBJECT_NAME(pad)),
            (NULL));
}

GstFlowReturn swv_mixer_aggregate(GstAggregator *base, gboolean timeout) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    swv_mixer_take_inputs(self, self->inputs);
    GstFlowReturn result = take_turn(self, timeout);
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL) warn_of_times(self, self->inputs[i]);
    swv_mixer_drop_inputs(self->inputs);
    return result;
}

/// When a live frame is made without what has not come. Before PLAYING there is no such time, though GStreamer (up to 1.27) would
/// count it from 0.
static GstClockTime next_time(SwvVideoMixer *self) {
    if (!self->is_playing || self->is_idle) return GST_CLOCK_TIME_NONE;
    // The element's latency, of a frame, is not known before caps are. What comes until then is not too late.
    const gboolean has_caps = GST_VIDEO_INFO_FORMAT(&self->info) != GST_VIDEO_FORMAT_UNKNOWN;
    if (!self->has_begun) {
        const GstClockTime first = gst_aggregator_simple_get_next_time((GstAggregator *)self);
        return has_caps || !GST_CLOCK_TIME_IS_VALID(first) ? first : first + GST_SECOND / 25;
    }
    TIMING(self)->next(self->timing, &self->times);
    return (guint64)(has_caps ? self->times.start : self->times.end);
}

/// GStreamer's clock (1.22) waits for ever, and lets nobody wake it, for a time that with the element's base time and latency is no
/// number of 63 bits.
GstClockTime swv_mixer_get_next_time(GstAggregator *base) {
    const GstClockTime time = next_time((SwvVideoMixer *)base);
    return time < (guint64)1 << 62 ? time : GST_CLOCK_TIME_NONE;
}
