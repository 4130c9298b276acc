// SPDX-License-Identifier: MIT
// What is told of a frame on the bus, and its times.

#include "private.h"

#include <gst/video/navigation.h>

// Before and after the segment, the usual stream time is unknown.
gint64 swv_unclipped_time(const GstSegment *segment, GstClockTime timestamp) {
    if (!GST_CLOCK_TIME_IS_VALID(timestamp)) return G_MININT64;
    guint64 time = timestamp;
    int sign = 1;
    if (segment->format == GST_FORMAT_TIME && GST_CLOCK_TIME_IS_VALID(segment->time))
        sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, timestamp, &time);
    if (sign == 0 || time > G_MAXINT64) return G_MININT64;
    return sign * (gint64)time;
}

gboolean swv_segment_has_position(const GstSegment *segment) {
    if (segment->rate > 0) return TRUE;
    if (GST_CLOCK_TIME_IS_VALID(segment->stop)) return segment->stop >= segment->offset;
    return GST_CLOCK_TIME_IS_VALID(segment->duration) && segment->start + segment->duration >= segment->offset;
}

SwvTimes swv_times(const GstSegment *segment, const GstVideoInfo *info, GstBuffer *buffer) {
    SwvTimes times = {
        GST_BUFFER_PTS(buffer), GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, GST_BUFFER_DURATION(buffer),
        swv_unclipped_time(segment, GST_BUFFER_PTS(buffer))};
    if (segment->format == GST_FORMAT_TIME && GST_CLOCK_TIME_IS_VALID(times.timestamp)) {
        times.stream_time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, times.timestamp);
        // GStreamer calls it a critical error to ask how long ago a stream began that is played from an unknown end.
        if (swv_segment_has_position(segment))
            times.running_time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, times.timestamp);
    }
    if (!GST_CLOCK_TIME_IS_VALID(times.duration) && GST_VIDEO_INFO_FPS_N(info) > 0)
        times.duration =
            gst_util_uint64_scale(GST_SECOND, GST_VIDEO_INFO_FPS_D(info), GST_VIDEO_INFO_FPS_N(info));
    return times;
}

int64_t swv_time(GstClockTime time) { return time <= G_MAXINT64 ? (int64_t)time : -1; }

gint64 swv_stream_time(const GstSegment *segment, GstClockTime position) {
    if (segment->format != GST_FORMAT_TIME) return -1;
    return swv_time(gst_segment_to_stream_time(segment, GST_FORMAT_TIME, position));
}

static const char *const pointer_fields[] = {"pointer_x", "pointer_y"};

gboolean swv_get_pointer(GstEvent *event, double *x, double *y) {
    if (gst_navigation_event_get_coordinates(event, x, y)) return TRUE;
    // GStreamer 1.22 knows none of a wheel that turns.
    const GstStructure *structure = gst_event_get_structure(event);
    return structure != NULL && gst_structure_get_double(structure, pointer_fields[0], x) &&
        gst_structure_get_double(structure, pointer_fields[1], y);
}

GstEvent *swv_set_pointer(GstEvent *event, double x, double y) {
    event = gst_event_make_writable(event);
    if (!gst_navigation_event_set_coordinates(event, x, y))
        gst_structure_set(
            gst_event_writable_structure(event), pointer_fields[0], G_TYPE_DOUBLE, x, pointer_fields[1], G_TYPE_DOUBLE, y,
            NULL);
    return event;
}

GstEvent *swv_scale_pointer(GstEvent *event, double x_factor, double y_factor) {
    gdouble x, y;
    return swv_get_pointer(event, &x, &y) ? swv_set_pointer(event, x * x_factor, y * y_factor) : event;
}

gboolean swv_asks_for_position(GstQuery *query) {
    GstFormat format = GST_FORMAT_UNDEFINED;
    if (GST_QUERY_TYPE(query) == GST_QUERY_POSITION) gst_query_parse_position(query, &format, NULL);
    return format == GST_FORMAT_TIME;
}

static void take_list(GstStructure *structure, const SwvReportField *field) {
    GValue list = G_VALUE_INIT;
    gst_value_array_init(&list, (guint)field->count);
    for (size_t i = 0; i < field->count; i++) {
        GValue value = G_VALUE_INIT;
        if (field->kind == SWV_FIELD_COUNTS) {
            g_value_init(&value, G_TYPE_UINT);
            g_value_set_uint(&value, ((const uint32_t *)field->values)[i]);
        } else {
            g_value_init(&value, G_TYPE_DOUBLE);
            g_value_set_double(&value, ((const double *)field->values)[i]);
        }
        gst_value_array_append_and_take_value(&list, &value);
    }
    gst_structure_take_value(structure, field->name, &list);
}

static void take_field(GstStructure *structure, const SwvReportField *field) {
    switch (field->kind) {
    case SWV_FIELD_COUNTS:
    case SWV_FIELD_NUMBERS:
        take_list(structure, field);
        break;
    case SWV_FIELD_NUMBER:
        gst_structure_set(structure, field->name, G_TYPE_DOUBLE, field->number, NULL);
        break;
    case SWV_FIELD_FLAG:
        gst_structure_set(structure, field->name, G_TYPE_BOOLEAN, field->number != 0, NULL);
        break;
    }
}

void swv_mark_region(GstBuffer *buffer, const SwvReport *report) {
    if (report->region == NULL || !gst_buffer_is_writable(buffer)) return;
    GstVideoRegionOfInterestMeta *meta = gst_buffer_add_video_region_of_interest_meta(
        buffer, report->region, report->x, report->y, report->width, report->height);
    GstStructure *structure = gst_structure_new_empty(report->region);
    for (size_t i = 0; i < report->field_count; i++)
        if (report->fields[i].kind == SWV_FIELD_NUMBER) take_field(structure, &report->fields[i]);
    gst_video_region_of_interest_meta_add_param(meta, structure);
}

void swv_post_report(
    GstElement *element, const char *name, const char *stage, const SwvTimes *times, const SwvReport *report) {
    if (report->field_count == 0 || !report->is_posted) return;
    // The end in stream time, as in the messages of `level`.
    GstClockTime end = GST_CLOCK_TIME_NONE;
    if (GST_CLOCK_TIME_IS_VALID(times->stream_time) && times->duration < GST_CLOCK_TIME_NONE - times->stream_time)
        end = times->stream_time + times->duration;
    GstStructure *structure = gst_structure_new(
        report->name != NULL ? report->name : name, "endtime", GST_TYPE_CLOCK_TIME, end, "timestamp", GST_TYPE_CLOCK_TIME, times->timestamp, "stream-time",
        GST_TYPE_CLOCK_TIME, times->stream_time, "running-time", GST_TYPE_CLOCK_TIME, times->running_time, "duration",
        GST_TYPE_CLOCK_TIME, times->duration, NULL);
    if (stage != NULL) gst_structure_set(structure, "stage", G_TYPE_STRING, stage, NULL);
    for (size_t i = 0; i < report->field_count; i++) take_field(structure, &report->fields[i]);
    gst_element_post_message(element, gst_message_new_element(GST_OBJECT(element), structure));
}
