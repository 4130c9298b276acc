// What filters have in common, whether they change frames in place or make others.

#include "private.h"

SwvTimes swv_filter_sync(GstVideoFilter *filter, GstBuffer *buffer) {
    // A copy, since a state change may race with the streaming thread and clear the format.
    GstSegment segment = ((GstBaseTransform *)filter)->segment;
    SwvTimes times = swv_times(&segment, &filter->in_info, buffer);
    if (GST_CLOCK_TIME_IS_VALID(times.stream_time)) gst_object_sync_values(GST_OBJECT(filter), times.stream_time);
    return times;
}

gboolean swv_filter_begins_anew(GstBaseTransform *base, GstEvent *event) {
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
    case GST_EVENT_FLUSH_STOP:
        return TRUE;
    case GST_EVENT_SEGMENT: {
        GstSegment segment;
        gst_event_copy_segment(event, &segment);
        // GstBaseTransform keeps the position of the last buffer there.
        segment.position = base->segment.position;
        return !gst_segment_is_equal(&segment, &base->segment);
    }
    default:
        return FALSE;
    }
}

void swv_filter_guard_qos(GstBaseTransform *base, GstEvent *event, gboolean *is_paused) {
    if (GST_EVENT_TYPE(event) != GST_EVENT_SEGMENT) return;
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    gboolean is_placed = swv_segment_is_placed(segment);
    // What the application has set otherwise stays so.
    if (is_placed ? *is_paused : gst_base_transform_is_qos_enabled(base)) {
        gst_base_transform_set_qos_enabled(base, is_placed);
        *is_paused = !is_placed;
    }
}
