// SPDX-License-Identifier: MIT
// What filters have in common, whether they change frames in place or make others.

#include "private.h"

void swv_filter_start(SwvFilterStream *stream) { stream->position = -1; }

GstStateChangeReturn swv_filter_change_state(gpointer parent_class, GstElement *element, GstStateChange transition) {
    GstPad *pad = ((GstBaseTransform *)element)->sinkpad;
    gboolean opens = transition == GST_STATE_CHANGE_READY_TO_PAUSED;
    if (opens) GST_PAD_STREAM_LOCK(pad);
    GstStateChangeReturn result = GST_ELEMENT_CLASS(parent_class)->change_state(element, transition);
    if (opens) GST_PAD_STREAM_UNLOCK(pad);
    return result;
}

void swv_filter_sync(SwvFilterStream *stream, GstVideoFilter *filter, GstBuffer *buffer) {
    const GstSegment *segment = &((GstBaseTransform *)filter)->segment;
    SwvTimes *times = &stream->times;
    *times = swv_times(segment, &filter->in_info, buffer);
    if (!GST_CLOCK_TIME_IS_VALID(times->stream_time)) return;
    gst_object_sync_values(GST_OBJECT(filter), times->stream_time);
    gint64 end = -1;
    if (GST_CLOCK_TIME_IS_VALID(times->duration)) end = swv_stream_time(segment, times->timestamp + times->duration);
    // The last frame may end outside the segment.
    stream->position = end >= 0 ? end : swv_time(times->stream_time);
}

/// Lets the parent class measure lateness only in segments where it can: elsewhere GLib would be told of a critical error
/// for each buffer.
static void guard_qos(SwvFilterStream *stream, GstBaseTransform *base, const GstSegment *segment) {
    gboolean has_position = swv_segment_has_position(segment);
    // What the application has set otherwise stays so.
    if (has_position ? stream->qos_is_paused : gst_base_transform_is_qos_enabled(base)) {
        gst_base_transform_set_qos_enabled(base, has_position);
        stream->qos_is_paused = !has_position;
    }
}

static gboolean takes_caps(GstElement *element, GstPad *pad, GstCaps *caps) {
    return GST_BASE_TRANSFORM_GET_CLASS(element)->accept_caps((GstBaseTransform *)element, GST_PAD_SINK, caps);
}

gboolean swv_filter_refuses(GstBaseTransform *base, GstEvent *event, const char *formats) {
    return swv_refuse_caps(base->sinkpad, event, formats, takes_caps);
}

gboolean swv_filter_sink_event(SwvFilterStream *stream, GstBaseTransform *base, GstEvent *event) {
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
        return TRUE;
    case GST_EVENT_FLUSH_STOP:
        stream->position = -1;
        return TRUE;
    case GST_EVENT_SEGMENT: {
        const GstSegment *segment;
        gst_event_parse_segment(event, &segment);
        guard_qos(stream, base, segment);
        stream->position = swv_stream_time(segment, segment->position);
        GstSegment in_force = base->segment;
        // GstBaseTransform keeps the position of the last buffer there.
        in_force.position = segment->position;
        return !gst_segment_is_equal(segment, &in_force);
    }
    default:
        return FALSE;
    }
}

gboolean swv_filter_query(
    SwvFilterStream *stream, gpointer parent_class, GstBaseTransform *base, GstPadDirection direction, GstQuery *query) {
    if (direction == GST_PAD_SINK && swv_accept_any_caps(query)) return TRUE;
    if (!swv_asks_for_position(query)) return GST_BASE_TRANSFORM_CLASS(parent_class)->query(base, direction, query);
    gint64 position = stream->position;
    if (position < 0) return gst_pad_peer_query(direction == GST_PAD_SRC ? base->sinkpad : base->srcpad, query);
    gst_query_set_position(query, GST_FORMAT_TIME, position);
    return TRUE;
}
