// SPDX-License-Identifier: MIT
// Which frames a source makes, when they are, and what queries are told of it.

#include "source.h"

// Numbers

static gboolean has_rate(const GstVideoInfo *info) { return GST_VIDEO_INFO_FPS_N(info) > 0 && GST_VIDEO_INFO_FPS_D(info) > 0; }

/// When a frame begins; GST_CLOCK_TIME_NONE where that can't be counted.
static GstClockTime begin_of(const GstVideoInfo *info, gint64 number) {
    if (!has_rate(info)) return number == 0 ? 0 : GST_CLOCK_TIME_NONE;
    const GstClockTime time = gst_util_uint64_scale(
        (guint64)number, (guint64)GST_VIDEO_INFO_FPS_D(info) * GST_SECOND, (guint64)GST_VIDEO_INFO_FPS_N(info));
    return time <= G_MAXINT64 ? time : GST_CLOCK_TIME_NONE;
}

/// The last frame that begins at a time or before; G_MAXINT64 where there are more than can be counted.
static gint64 number_at(const GstVideoInfo *info, GstClockTime time) {
    if (!has_rate(info)) return 0;
    const guint64 number = gst_util_uint64_scale(
        time, (guint64)GST_VIDEO_INFO_FPS_N(info), (guint64)GST_VIDEO_INFO_FPS_D(info) * GST_SECOND);
    if (number >= G_MAXINT64) return G_MAXINT64;
    // Times are rounded down, so that a frame may begin before the quotient says.
    const GstClockTime after = begin_of(info, (gint64)number + 1);
    return (gint64)number + (GST_CLOCK_TIME_IS_VALID(after) && after <= time ? 1 : 0);
}

static void find_number(SwvVideoSource *self) {
    const GstVideoInfo *info = &self->info;
    switch (self->next) {
    case SWV_NEXT_NUMBER:
        break;
    case SWV_NEXT_AT:
        self->number = number_at(info, self->position);
        break;
    case SWV_NEXT_FROM:
        self->number = number_at(info, self->position);
        if (self->number < G_MAXINT64 && begin_of(info, self->number) < self->position) self->number++;
        break;
    case SWV_NEXT_BEFORE:
        self->number = self->position > 0 ? number_at(info, self->position - 1) : -1;
        break;
    }
    self->next = SWV_NEXT_NUMBER;
}

void swv_source_rewind(SwvVideoSource *self) {
    self->next = SWV_NEXT_NUMBER;
    self->number = 0;
    self->reverses = FALSE;
}

void swv_source_take_info(SwvVideoSource *self, const GstVideoInfo *info) {
    const gboolean is_other =
        has_rate(&self->info) &&
        (GST_VIDEO_INFO_FPS_N(info) != GST_VIDEO_INFO_FPS_N(&self->info) ||
         GST_VIDEO_INFO_FPS_D(info) != GST_VIDEO_INFO_FPS_D(&self->info));
    if (is_other && self->next == SWV_NEXT_NUMBER && self->number > 0) {
        // In reverse, the next frame would have ended where the last one begins.
        self->position = begin_of(&self->info, self->number + (self->reverses ? 1 : 0));
        if (GST_CLOCK_TIME_IS_VALID(self->position)) self->next = self->reverses ? SWV_NEXT_BEFORE : SWV_NEXT_FROM;
    }
    g_mutex_lock(&self->lock);
    self->info = *info;
    g_mutex_unlock(&self->lock);
}

gboolean swv_source_begin_frame(SwvVideoSource *self, GstBuffer *buffer) {
    find_number(self);
    if (self->number < 0 || self->number == G_MAXINT64) return FALSE;
    const GstClockTime begin = begin_of(&self->info, self->number), end = begin_of(&self->info, self->number + 1);
    if (!GST_CLOCK_TIME_IS_VALID(begin)) return FALSE;
    GST_BUFFER_PTS(buffer) = begin;
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(buffer) = GST_CLOCK_TIME_IS_VALID(end) ? end - begin : GST_CLOCK_TIME_NONE;
    GST_BUFFER_OFFSET(buffer) = (guint64)self->number;
    GST_BUFFER_OFFSET_END(buffer) = (guint64)self->number + 1;
    return TRUE;
}

void swv_source_end_frame(SwvVideoSource *self) { self->number += self->reverses ? -1 : 1; }

// Seeks

gboolean swv_source_is_seekable(GstBaseSrc *base) { return TRUE; }

gboolean swv_source_do_seek(GstBaseSrc *base, GstSegment *segment) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    // In reverse the stream is played from its end, which may not be known; the parent class does not look (1.22).
    if (segment->rate < 0 && !GST_CLOCK_TIME_IS_VALID(segment->stop)) return FALSE;
    if (!GST_CLOCK_TIME_IS_VALID(segment->position)) return FALSE;
    segment->time = segment->start;
    self->reverses = segment->rate < 0;
    self->position = segment->position;
    // The caps, and so the rate, may not be there yet.
    self->next = self->reverses ? SWV_NEXT_BEFORE : SWV_NEXT_AT;
    return TRUE;
}

void swv_source_get_times(GstBaseSrc *base, GstBuffer *buffer, GstClockTime *start, GstClockTime *end) {
    *start = *end = GST_CLOCK_TIME_NONE;
    if (!gst_base_src_is_live(base)) return;
    *start = GST_BUFFER_PTS(buffer);
    if (GST_CLOCK_TIME_IS_VALID(*start) && GST_BUFFER_DURATION_IS_VALID(buffer)) *end = *start + GST_BUFFER_DURATION(buffer);
}

// Queries

static GstVideoInfo present_info(SwvVideoSource *self) {
    g_mutex_lock(&self->lock);
    const GstVideoInfo info = self->info;
    g_mutex_unlock(&self->lock);
    return info;
}

/// Converts frames, times and bytes, where caps say what they are.
static gboolean convert(const GstVideoInfo *info, GstFormat from, gint64 value, GstFormat to, gint64 *result) {
    if (from == to) {
        *result = value;
        return TRUE;
    }
    if (GST_VIDEO_INFO_FORMAT(info) == GST_VIDEO_FORMAT_UNKNOWN) return FALSE;
    if ((from == GST_FORMAT_TIME || to == GST_FORMAT_TIME) && !has_rate(info)) return FALSE;
    // GStreamer (1.22) would divide a negative number as a great one.
    if (value < 0) return FALSE;
    return gst_video_info_convert((GstVideoInfo *)info, from, value, to, result);
}

static gboolean query_conversion(const GstVideoInfo *info, GstQuery *query) {
    GstFormat from, to;
    gint64 value, result;
    gst_query_parse_convert(query, &from, &value, &to, NULL);
    if (!convert(info, from, value, to, &result)) return FALSE;
    gst_query_set_convert(query, from, value, to, result);
    return TRUE;
}

/// That of as many frames as are to be made.
static gboolean query_duration(const GstVideoInfo *info, gint frames, GstQuery *query) {
    GstFormat format;
    gint64 duration;
    gst_query_parse_duration(query, &format, NULL);
    if (!convert(info, GST_FORMAT_DEFAULT, frames, format, &duration)) return FALSE;
    gst_query_set_duration(query, format, duration);
    return TRUE;
}

static gboolean query_latency(const GstVideoInfo *info, gboolean is_live, GstQuery *query) {
    if (!has_rate(info)) return FALSE;
    gst_query_set_latency(query, is_live, begin_of(info, 1), GST_CLOCK_TIME_NONE);
    return TRUE;
}

gboolean swv_source_query(GstBaseSrc *base, GstQuery *query) {
    SwvVideoSource *self = (SwvVideoSource *)base;
    const GstVideoInfo info = present_info(self);
    switch (GST_QUERY_TYPE(query)) {
    case GST_QUERY_CONVERT:
        return query_conversion(&info, query);
    case GST_QUERY_LATENCY:
        return query_latency(&info, gst_base_src_is_live(base), query);
    case GST_QUERY_DURATION:
        if (base->num_buffers >= 0) return query_duration(&info, base->num_buffers, query);
        break;
    default:
        break;
    }
    return swv_source_parent()->query(base, query);
}
