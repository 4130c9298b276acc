// SPDX-License-Identifier: MIT
// How a mixer goes from segment to segment, and what queries are told of its stream.

#include "mixer.h"

SwvSegment swv_mixer_segment(const GstSegment *s) {
    return (SwvSegment){s->rate, swv_time(s->start), swv_time(s->stop), swv_time(s->base), swv_time(s->offset)};
}

GstSegment swv_mixer_present_segment(SwvVideoMixer *self) {
    GST_OBJECT_LOCK(self);
    GstSegment segment = ((GstAggregatorPad *)((GstAggregator *)self)->srcpad)->segment;
    GST_OBJECT_UNLOCK(self);
    return segment;
}

gboolean swv_mixer_set_segment(SwvVideoMixer *self, const GstSegment *segment) {
    g_mutex_lock(&self->lock);
    const gboolean is_free = self->seeking == 0;
    if (is_free) gst_aggregator_update_segment((GstAggregator *)self, segment);
    g_mutex_unlock(&self->lock);
    return is_free;
}

// Seeks

/// What a seek makes of a segment. Returns whether it can be played.
static gboolean apply(GstEvent *event, GstSegment *segment) {
    gdouble rate;
    GstFormat format;
    GstSeekFlags flags;
    GstSeekType start_type, stop_type;
    gint64 start, stop;
    gst_event_parse_seek(event, &rate, &format, &flags, &start_type, &start, &stop_type, &stop);
    // GStreamer calls it critical to begin after the end.
    const gint64 first = start_type == GST_SEEK_TYPE_SET ? MAX(0, start) : (gint64)segment->start;
    const gint64 last = stop_type == GST_SEEK_TYPE_SET ? stop : stop_type == GST_SEEK_TYPE_NONE ? (gint64)segment->stop : -1;
    gboolean update;
    return format == segment->format && (last == -1 || first <= MAX(0, last)) &&
        gst_segment_do_seek(
               segment, rate, format, flags, start_type, (guint64)start, stop_type, (guint64)stop, &update) &&
        swv_segment_has_position(segment);
}

/// The same seek with the end of the stream as its own, where that is known.
static GstEvent *with_end(SwvVideoMixer *self, GstEvent *event) {
    gdouble rate;
    GstFormat format;
    GstSeekFlags flags;
    GstSeekType start_type;
    gint64 start, duration = -1;
    gst_event_parse_seek(event, &rate, &format, &flags, &start_type, &start, NULL, NULL);
    if (!gst_pad_query_duration(((GstAggregator *)self)->srcpad, format, &duration) || duration <= 0) return event;
    GstEvent *result = gst_event_new_seek(rate, format, flags, start_type, start, GST_SEEK_TYPE_SET, duration);
    gst_event_set_seqnum(result, gst_event_get_seqnum(event));
    GstClockTime interval;
    gst_event_parse_seek_trickmode_interval(event, &interval);
    gst_event_set_seek_trickmode_interval(result, interval);
    gst_event_unref(event);
    return result;
}

typedef struct {
    GstEvent *event;
    gboolean is_taken;
} Seek;

/// Before it is pushed to any, as the segment may come first.
static gboolean expect_seek(GstElement *element, GstPad *base, gpointer data) {
    SwvMixerPad *pad = (SwvMixerPad *)base;
    pad->seek_number = gst_event_get_seqnum(data);
    pad->awaits_segment = true;
    return TRUE;
}

static gboolean push_seek(GstElement *element, GstPad *base, gpointer data) {
    Seek *seek = data;
    SwvMixerPad *pad = (SwvMixerPad *)base;
    if (gst_pad_push_event(base, gst_event_ref(seek->event))) seek->is_taken = TRUE;
    else {
        pad->seek_number = 0;
        pad->awaits_segment = false;
    }
    return TRUE;
}

/// A seek without a flush. The parent class (up to 1.28 at least) changes the segment while frames of the old one are made, and
/// tells nobody.
static gboolean seek_on(SwvVideoMixer *self, GstEvent *event) {
    const guint32 number = gst_event_get_seqnum(event);
    GstSegment segment = swv_mixer_present_segment(self);
    Seek seek = {event, FALSE};
    g_mutex_lock(&self->lock);
    // It comes from each branch behind the element.
    const gboolean is_new = self->last_number != number && apply(event, &segment);
    if (is_new) {
        self->pending = segment;
        self->pending_number = self->last_number = number;
    }
    g_mutex_unlock(&self->lock);
    if (is_new) {
        gst_element_foreach_sink_pad((GstElement *)self, expect_seek, event);
        gst_element_foreach_sink_pad((GstElement *)self, push_seek, &seek);
        g_mutex_lock(&self->lock);
        if (!seek.is_taken && self->pending_number == number) self->pending_number = 0;
        g_mutex_unlock(&self->lock);
    }
    gst_event_unref(event);
    return !is_new || seek.is_taken;
}

void swv_mixer_end_seek(SwvVideoMixer *self, guint32 number) {
    // A later one may have begun, whose segment is still to come.
    if (atomic_compare_exchange_strong(&self->seeking, &number, 0)) self->has_sought = true;
}

/// A seek with a flush. The parent class sets the segment, and then ends what the streaming thread is at.
static gboolean seek_anew(SwvVideoMixer *self, GstEvent *event) {
    const guint32 number = gst_event_get_seqnum(event);
    // It comes from each branch behind the element. The parent class would drop it, and no flush would end it.
    if (number == self->flush_number) {
        gst_event_unref(event);
        return TRUE;
    }
    self->flushes++;
    g_mutex_lock(&self->lock);
    self->seeking = number;
    g_mutex_unlock(&self->lock);
    const gboolean is_taken = swv_mixer_parent_class->src_event((GstAggregator *)self, event);
    if (!is_taken) swv_mixer_end_seek(self, number);
    return is_taken;
}

static gboolean has_linked_input(SwvVideoMixer *self) {
    gboolean result = FALSE;
    GST_OBJECT_LOCK(self);
    for (GList *l = ((GstElement *)self)->sinkpads; l != NULL; l = l->next) result |= gst_pad_is_linked(l->data);
    GST_OBJECT_UNLOCK(self);
    return result;
}

static gboolean push_rate(GstElement *element, GstPad *pad, gpointer data) {
    Seek *seek = data;
    if (gst_pad_push_event(pad, gst_event_ref(seek->event))) seek->is_taken = TRUE;
    return TRUE;
}

gboolean swv_mixer_seek(SwvVideoMixer *self, GstEvent *event) {
    gdouble rate;
    GstSeekFlags flags;
    gst_event_parse_seek(event, &rate, NULL, &flags, NULL, NULL, NULL, NULL);
    // One that only changes the rate, and at once, is the inputs' own. The parent class says that it is taken, whatever they say.
    if ((flags & GST_SEEK_FLAG_INSTANT_RATE_CHANGE) != 0) {
        Seek seek = {event, FALSE};
        gst_element_foreach_sink_pad((GstElement *)self, push_rate, &seek);
        gst_event_unref(event);
        return seek.is_taken;
    }
    GstSegment segment = swv_mixer_present_segment(self);
    // As other elements do it. Frames can't be counted from an unknown end.
    if (rate < 0 && !apply(event, &segment)) event = with_end(self, event);
    segment = swv_mixer_present_segment(self);
    const gboolean is_flush = (flags & GST_SEEK_FLAG_FLUSH) != 0;
    // The parent class (up to 1.28 at least) ends its thread for a flush that no input brings to an end.
    if (!apply(event, &segment) || (is_flush && !has_linked_input(self))) {
        gst_event_unref(event);
        return FALSE;
    }
    return is_flush ? seek_anew(self, event) : seek_on(self, event);
}

// Segments

GstEvent *swv_mixer_number_segment(SwvMixerPad *pad, GstEvent *event) {
    // What comes of an earlier seek, or was on its way, is older than this one.
    const gboolean is_newer =
        pad->awaits_segment && gst_util_seqnum_compare(gst_event_get_seqnum(event), pad->seek_number) >= 0;
    if (!is_newer || !atomic_exchange(&pad->awaits_segment, false)) return event;
    event = gst_event_make_writable(event);
    gst_event_set_seqnum(event, pad->seek_number);
    return event;
}

void swv_mixer_follow_seek(SwvVideoMixer *self) {
    g_mutex_lock(&self->lock);
    GstSegment segment = self->pending;
    const guint32 number = self->pending_number;
    g_mutex_unlock(&self->lock);
    if (number == 0) return;
    const SwvMixTiming *t = TIMING(self);
    t->next(self->timing, &self->times);
    gint64 running = self->times.start;
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        if (pad == NULL || pad->seek_number != number) continue;
        if (pad->segment_number == number) {
            GST_OBJECT_LOCK(pad);
            const gint64 base = swv_time(pad->parent.segment.base);
            GST_OBJECT_UNLOCK(pad);
            running = MAX(running, base);
        } else if (!gst_aggregator_pad_is_eos((GstAggregatorPad *)pad) || pad->is_at_end) return;
    }
    // The old segment goes on up to where the inputs have left it.
    if (running > self->times.start && !self->times.is_at_stop) return;
    segment.base = (guint64)running;
    if (!swv_mixer_set_segment(self, &segment)) return;
    g_mutex_lock(&self->lock);
    if (self->pending_number == number) self->pending_number = 0;
    g_mutex_unlock(&self->lock);
    self->segment = segment;
    const SwvSegment s = swv_mixer_segment(&segment);
    t->follow(self->timing, &s, swv_time(segment.position), running);
    t->report(self->timing, -1, 0, FALSE);
    self->is_idle = FALSE;
}

/// The parent class waits for data of an input that has said that its segment is over, unless it takes that for the end of the
/// stream. Where all are over it must wait again.
static void set_end(SwvVideoMixer *self, SwvMixerPad *pad, gboolean is_end) {
    swv_mixer_parent_class->sink_event(
        (GstAggregator *)self, (GstAggregatorPad *)pad, is_end ? gst_event_new_eos() : gst_event_new_stream_start("next"));
}

void swv_mixer_await(SwvVideoMixer *self) {
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL && !gst_aggregator_pad_is_eos((GstAggregatorPad *)self->inputs[i])) return;
    if (self->inputs[0] == NULL) return;
    // It waits for no input that has ended, and so not for the clock either.
    self->inputs[0]->is_awaited = TRUE;
    set_end(self, self->inputs[0], FALSE);
}

void swv_mixer_end_input(SwvVideoMixer *self, SwvMixerPad *pad, gboolean is_at_end) {
    if (is_at_end == pad->is_at_end) return;
    pad->is_at_end = is_at_end;
    set_end(self, pad, is_at_end);
}

gboolean swv_mixer_end_segment(SwvVideoMixer *self) {
    GstAggregator *base = (GstAggregator *)self;
    g_mutex_lock(&self->lock);
    const guint32 pending = self->pending_number;
    g_mutex_unlock(&self->lock);
    gboolean may_follow = self->segment.flags & GST_SEGMENT_FLAG_SEGMENT || pending != 0, is_over = TRUE;
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        if (pad == NULL) continue;
        if (pad->is_at_end) may_follow = TRUE;
        if (pad->is_at_end || (!gst_aggregator_pad_is_eos((GstAggregatorPad *)pad) && !pad->is_awaited)) is_over = FALSE;
    }
    if (!may_follow || is_over) return TRUE;
    if (!self->is_idle && pending == 0) {
        GstEvent *begun = gst_pad_get_sticky_event(base->srcpad, GST_EVENT_SEGMENT, 0);
        if (begun != NULL) {
            GstEvent *done = gst_event_new_segment_done(GST_FORMAT_TIME, self->times.position);
            gst_event_set_seqnum(done, gst_event_get_seqnum(begun));
            gst_event_unref(begun);
            gst_pad_push_event(base->srcpad, done);
        }
    }
    self->is_idle = TRUE;
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        if (pad == NULL) continue;
        if (pad->is_at_end) set_end(self, pad, FALSE);
        // What still comes of this segment nobody sees.
        if (pending == 0 || pad->segment_number != pending) gst_aggregator_pad_drop_buffer((GstAggregatorPad *)pad);
    }
    return FALSE;
}

// Queries

/// What inputs tell of their streams.
typedef struct {
    GstFormat format;
    gint64 longest; ///< -1: unknown
    gboolean is_known;
    gboolean is_seekable;
    gint answers;
} Streams;

static gboolean ask(GstElement *element, GstPad *pad, gpointer data) {
    Streams *streams = data;
    if (!gst_pad_is_linked(pad)) return TRUE;
    gint64 duration;
    gboolean is_seekable = FALSE;
    if (gst_pad_peer_query_duration(pad, streams->format, &duration)) {
        streams->answers++;
        if (duration < 0) streams->is_known = FALSE;
        streams->longest = MAX(streams->longest, duration);
    }
    GstQuery *query = gst_query_new_seeking(streams->format);
    if (gst_pad_peer_query(pad, query)) gst_query_parse_seeking(query, NULL, &is_seekable, NULL, NULL);
    gst_query_unref(query);
    streams->is_seekable = streams->is_seekable && is_seekable;
    return TRUE;
}

static Streams ask_inputs(GstAggregator *base, GstFormat format) {
    Streams streams = {format, -1, TRUE, TRUE, 0};
    gst_element_foreach_sink_pad((GstElement *)base, ask, &streams);
    if (!streams.is_known) streams.longest = -1;
    return streams;
}

gboolean swv_mixer_src_query(GstAggregator *base, GstQuery *query) {
    GstFormat format;
    switch (GST_QUERY_TYPE(query)) {
    case GST_QUERY_POSITION: {
        const gint64 position = ((SwvVideoMixer *)base)->position;
        if (!swv_asks_for_position(query) || position < 0) return FALSE;
        gst_query_set_position(query, GST_FORMAT_TIME, position);
        return TRUE;
    }
    case GST_QUERY_DURATION: {
        gst_query_parse_duration(query, &format, NULL);
        const Streams streams = ask_inputs(base, format);
        if (streams.answers > 0) gst_query_set_duration(query, format, streams.longest);
        return streams.answers > 0;
    }
    case GST_QUERY_SEEKING: {
        gst_query_parse_seeking(query, &format, NULL, NULL, NULL);
        const Streams streams = ask_inputs(base, format);
        const gboolean is_seekable = format == GST_FORMAT_TIME && streams.is_seekable && streams.answers > 0;
        gst_query_set_seeking(query, format, is_seekable, 0, is_seekable ? streams.longest : -1);
        return TRUE;
    }
    default:
        return swv_mixer_parent_class->src_query(base, query);
    }
}
