// SPDX-License-Identifier: MIT
// What a mixer lets through to its parent class, which ends the process, or stops without a word, for some of it.

#include "mixer.h"

/// Whether the parent class can place a buffer in running time; it ends the process if not. Pads with an offset have
/// buffers from before the start, for one.
static gboolean has_running_time(const GstSegment *segment, const GstBuffer *buffer) {
    GstClockTime start = MAX(GST_BUFFER_PTS(buffer), segment->start), end = start;
    if (GST_BUFFER_DURATION_IS_VALID(buffer)) {
        end = GST_BUFFER_PTS(buffer) + GST_BUFFER_DURATION(buffer);
        if (end < start) return FALSE;
    }
    if (GST_CLOCK_TIME_IS_VALID(segment->stop)) end = MIN(end, segment->stop);
    return GST_CLOCK_TIME_IS_VALID(gst_segment_to_running_time(segment, GST_FORMAT_TIME, start)) &&
        GST_CLOCK_TIME_IS_VALID(gst_segment_to_running_time(segment, GST_FORMAT_TIME, end));
}

/// Drops what has no position in time, and says later what lacks a time stamp: a lock of the pad's is held now.
GstBuffer *swv_mixer_clip(GstAggregator *base, GstAggregatorPad *pad, GstBuffer *buffer) {
    gboolean has_time = GST_BUFFER_PTS_IS_VALID(buffer) && pad->segment.format == GST_FORMAT_TIME;
    if (has_time && has_running_time(&pad->segment, buffer)) return buffer;
    if (!has_time) g_atomic_int_compare_and_exchange(&((SwvMixerPad *)pad)->lacks_time, 0, 1);
    gst_buffer_unref(buffer);
    return NULL;
}

static gboolean takes_segment(SwvVideoMixer *self, GstAggregatorPad *pad, GstEvent *event) {
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    if (segment->format != GST_FORMAT_TIME) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("A segment in %s format came to %s. This element needs time format: put a parser or a decoder before it.",
                gst_format_get_name(segment->format), GST_OBJECT_NAME(pad)),
            (NULL));
        return FALSE;
    }
    if (!swv_segment_has_position(segment)) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("A segment in reverse from an unknown end came to %s. Give the seek event a stop position.",
                GST_OBJECT_NAME(pad)),
            (NULL));
        return FALSE;
    }
    return TRUE;
}

/// Caps that the parent class would refuse without a word on the bus get one.
static gboolean take_caps(SwvVideoMixer *self, GstAggregatorPad *pad, GstEvent *event) {
    GstCaps *caps;
    gst_event_parse_caps(event, &caps);
    GstVideoInfo info;
    gboolean result = FALSE;
    if (!gst_video_info_from_caps(&info, caps)) {
        // Where it came it was refused.
        gst_event_unref(event);
        return FALSE;
    }
    gst_caps_ref(caps);
    if (!swv_is_one_frame(&info)) gst_event_unref(event);
    else result = GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->sink_event((GstAggregator *)self, pad, event);
    if (!result)
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("The video at %s can't be mixed: it must have the interlace-mode of the other input, and buffers that hold "
             "whole frames.",
                GST_OBJECT_NAME(pad)),
            ("caps %" GST_PTR_FORMAT, caps));
    else gst_caps_replace(&((SwvMixerPad *)pad)->caps, caps);
    gst_caps_unref(caps);
    return result;
}

static gboolean takes_caps(GstElement *element, GstPad *pad, GstCaps *caps) {
    // The parent class accepts every format of raw video, whatever the template says.
    GstCaps *allowed = gst_pad_get_pad_template_caps(pad);
    GstQuery *query = gst_query_new_accept_caps(caps);
    gboolean result = gst_caps_is_subset(caps, allowed) &&
        GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->sink_query((GstAggregator *)element, (GstAggregatorPad *)pad, query);
    if (result) gst_query_parse_accept_caps_result(query, &result);
    gst_query_unref(query);
    gst_caps_unref(allowed);
    return result;
}

GstFlowReturn swv_mixer_sink_event_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event) {
    GstAggregatorClass *parent = GST_AGGREGATOR_CLASS(swv_mixer_parent_class);
    gint *has_segment = &((SwvMixerPad *)pad)->has_segment;
    if (swv_refuse_caps((GstPad *)pad, event, ELEMENT((SwvVideoMixer *)base)->formats, takes_caps)) {
        gst_event_unref(event);
        return GST_FLOW_NOT_NEGOTIATED;
    }
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_SEGMENT:
        // Here, since the parent class counts with a segment as soon as it comes, and that of GStreamer 1.28 refuses some
        // without a word on the bus.
        if (!takes_segment((SwvVideoMixer *)base, pad, event)) {
            gst_event_unref(event);
            return GST_FLOW_ERROR;
        }
        g_atomic_int_set(has_segment, TRUE);
        break;
    case GST_EVENT_EOS:
        // The parent class takes over the number of a segment, which GLib would be told is a critical error to be without.
        if (g_atomic_int_compare_and_exchange(has_segment, FALSE, TRUE)) {
            GstSegment segment;
            gst_segment_init(&segment, GST_FORMAT_TIME);
            parent->sink_event_pre_queue(base, pad, gst_event_new_segment(&segment));
        }
        break;
    default:
        break;
    }
    return parent->sink_event_pre_queue(base, pad, event);
}

gboolean swv_mixer_sink_event(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    GstAggregatorClass *parent = GST_AGGREGATOR_CLASS(swv_mixer_parent_class);
    gboolean result = FALSE;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
        return take_caps(self, pad, event);
    case GST_EVENT_GAP:
    case GST_EVENT_FLUSH_STOP:
        // A gap is placed by its segment. Without one it is nowhere; and a flush, which may end on another thread, must not take
        // the segment away once it has been looked at.
        g_rec_mutex_lock(&self->mixing);
        if (GST_EVENT_TYPE(event) == GST_EVENT_GAP && pad->segment.format != GST_FORMAT_TIME) gst_event_unref(event);
        else result = parent->sink_event(base, pad, event);
        g_rec_mutex_unlock(&self->mixing);
        return result;
    default:
        return parent->sink_event(base, pad, event);
    }
}

gboolean swv_mixer_sink_query(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query) {
    if (swv_accept_any_caps(query)) return TRUE;
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->sink_query(base, pad, query);
}

GstSegment swv_mixer_segment(GstAggregator *base) {
    // The element's lock, not the pad's, is what the parent class holds when it changes it.
    GST_OBJECT_LOCK(base);
    GstSegment segment = ((GstAggregatorPad *)base->srcpad)->segment;
    GST_OBJECT_UNLOCK(base);
    return segment;
}

/// Gives a seek that plays in reverse from no known end the end of the stream, as other elements do; the parent class can't
/// count from an unknown one. NULL if that is not known.
static GstEvent *with_end(GstAggregator *base, GstEvent *event) {
    gdouble rate;
    GstFormat format;
    GstSeekFlags flags;
    GstSeekType start_type, stop_type;
    gint64 start, stop, duration = -1;
    gst_event_parse_seek(event, &rate, &format, &flags, &start_type, &start, &stop_type, &stop);
    GstSegment segment = swv_mixer_segment(base);
    gboolean update;
    if (rate > 0 || format != GST_FORMAT_TIME || segment.format != GST_FORMAT_TIME ||
        (gst_segment_do_seek(
             &segment, rate, format, flags, start_type, (guint64)start, stop_type, (guint64)stop, &update) &&
            swv_segment_has_position(&segment)))
        return event;
    GstEvent *result = NULL;
    if (gst_pad_query_duration(base->srcpad, GST_FORMAT_TIME, &duration) && duration > 0) {
        result = gst_event_new_seek(rate, format, flags, start_type, start, GST_SEEK_TYPE_SET, duration);
        gst_event_set_seqnum(result, gst_event_get_seqnum(event));
        GstClockTime interval;
        gst_event_parse_seek_trickmode_interval(event, &interval);
        gst_event_set_seek_trickmode_interval(result, interval);
    }
    gst_event_unref(event);
    return result;
}

/// Whether the parent class knows how long a frame lasts, by which it divides.
static gboolean has_rate(GstAggregator *base) {
    GST_OBJECT_LOCK(base);
    gboolean result = GST_VIDEO_INFO_FPS_N(&((GstVideoAggregator *)base)->info) > 0;
    GST_OBJECT_UNLOCK(base);
    return result;
}

/// The size that a pad's caps say; 0 where they say none. The parent class's own is changed without a lock that others have.
static void get_size(GstPad *pad, gint *size) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    size[0] = size[1] = 0;
    if (caps == NULL) return;
    const GstStructure *structure = gst_caps_get_structure(caps, 0);
    gst_structure_get(structure, "width", G_TYPE_INT, &size[0], "height", G_TYPE_INT, &size[1], NULL);
    gst_caps_unref(caps);
}

/// Sends a pointer's event to the first input, in its pixels. The second may lie anywhere, and come from the same source.
static gboolean navigate(GstAggregator *base, GstEvent *event) {
    SwvMixerPad *inputs[SWV_INPUTS];
    GST_OBJECT_LOCK(base);
    swv_mixer_find_inputs((SwvVideoMixer *)base, inputs);
    GstPad *pad = inputs[0] != NULL ? gst_object_ref((GstPad *)inputs[0]) : NULL;
    GST_OBJECT_UNLOCK(base);
    if (pad == NULL) {
        gst_event_unref(event);
        return FALSE;
    }
    gint from[2], to[2];
    get_size(base->srcpad, from);
    get_size(pad, to);
    if (from[0] > 0 && from[1] > 0 && to[0] > 0 && to[1] > 0)
        event = swv_scale_pointer(event, (double)to[0] / from[0], (double)to[1] / from[1]);
    gboolean result = gst_pad_push_event(pad, event);
    gst_object_unref(pad);
    return result;
}

gboolean swv_mixer_src_event(GstAggregator *base, GstEvent *event) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION) return navigate(base, event);
    if (GST_EVENT_TYPE(event) == GST_EVENT_QOS && !has_rate(base)) {
        gst_event_unref(event);
        return TRUE;
    }
    if (GST_EVENT_TYPE(event) == GST_EVENT_SEEK) {
        event = with_end(base, event);
        if (event == NULL) return FALSE;
    }
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->src_event(base, event);
}

gboolean swv_mixer_src_query(GstAggregator *base, GstQuery *query) {
    if (!swv_asks_for_position(query)) return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->src_query(base, query);
    gint64 position = ((SwvVideoMixer *)base)->position;
    if (position >= 0) gst_query_set_position(query, GST_FORMAT_TIME, position);
    return position >= 0;
}
