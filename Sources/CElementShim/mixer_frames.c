// SPDX-License-Identifier: MIT
// How a mixer makes a frame.

#include "mixer.h"

/// The start of the frame at hand, in the output's segment, as the parent class finds it.
static GstClockTime output_start(const GstSegment *segment) {
    GstClockTime first = segment->rate >= 0 ? segment->start : segment->stop;
    if (!GST_CLOCK_TIME_IS_VALID(segment->position)) return first;
    gboolean is_before = segment->rate >= 0 ? segment->position < first : segment->position > first;
    return is_before ? first : segment->position;
}

/// Where the first frames are made without an input that comes too late, the parent class (up to 1.28 at least) goes back to
/// the start with each buffer until all inputs have had one. It does not where the segment has been set.
static void position(SwvVideoMixer *self, const GstSegment *segment) {
    if (self->has_position) return;
    gst_aggregator_update_segment((GstAggregator *)self, segment);
    self->has_position = TRUE;
}

/// The parent class moves pads' properties alone. Played in reverse, a frame begins where the one before it in time ends.
static void sync_values(SwvVideoMixer *self, const GstSegment *segment, GstClockTime start) {
    if (segment->format != GST_FORMAT_TIME) return;
    const GstVideoInfo *output = &self->parent.info;
    if (segment->rate < 0 && GST_CLOCK_TIME_IS_VALID(start) && GST_VIDEO_INFO_FPS_N(output) > 0) {
        GstClockTime duration = gst_util_uint64_scale_round(
            GST_SECOND, (guint64)GST_VIDEO_INFO_FPS_D(output), (guint64)GST_VIDEO_INFO_FPS_N(output));
        start = start > duration ? start - duration : 0;
        if (start < segment->start) start = segment->start;
    }
    GstClockTime time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, start);
    if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values((GstObject *)self, time);
}

static double pixel_aspect(const GstVideoInfo *info) {
    gint n = GST_VIDEO_INFO_PAR_N(info), d = GST_VIDEO_INFO_PAR_D(info);
    return n > 0 && d > 0 ? (double)n / d : 1;
}

/// Checks the inputs' frames. Returns whether the second becomes as large as the output.
static gboolean take_inputs(SwvVideoMixer *self) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    const GstVideoInfo *output = &self->parent.info;
    GST_OBJECT_LOCK(self);
    swv_mixer_find_inputs(self, self->inputs);
    GST_OBJECT_UNLOCK(self);
    self->fitted = (SwvSize){GST_VIDEO_INFO_WIDTH(output), GST_VIDEO_INFO_HEIGHT(output), 0};
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        self->buffers[i] = NULL;
        if (pad == NULL) continue;
        if (!swv_mixer_pad_check(pad, (GstElement *)self, d, &self->buffers[i])) self->has_failed = TRUE;
        if (self->buffers[i] == NULL) continue;
        swv_mixer_pad_match(pad, output);
        if (i == 0) continue;
        const GstVideoInfo *info = &pad->parent.parent.info;
        SwvSize second = {GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), pixel_aspect(info)};
        self->fitted = d->fit(
            self->instance.effect, &second, pixel_aspect(output), GST_VIDEO_INFO_IS_INTERLACED(output),
            self->instance.settings.snapshot, self->instance.settings.snapshot_serial);
    }
    return self->fitted.width == GST_VIDEO_INFO_WIDTH(output) && self->fitted.height == GST_VIDEO_INFO_HEIGHT(output);
}

/// Whether a buffer can be the output: of its size and format, and laid out as downstream expects.
static gboolean can_forward(SwvVideoMixer *self, SwvMixerPad *pad, GstBuffer *buffer) {
    const GstVideoInfo *output = &self->parent.info, *input = &pad->parent.parent.info;
    if (pad->is_converted || pad->has_other_range || GST_VIDEO_INFO_WIDTH(input) != GST_VIDEO_INFO_WIDTH(output) ||
        GST_VIDEO_INFO_HEIGHT(input) != GST_VIDEO_INFO_HEIGHT(output))
        return FALSE;
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta == NULL || self->takes_video_meta) return TRUE;
    for (guint i = 0; i < meta->n_planes; i++)
        if (meta->offset[i] != output->offset[i] || meta->stride[i] != output->stride[i]) return FALSE;
    return TRUE;
}

/// As the parent class does it, and says so where there is no memory.
static GstFlowReturn make_buffer(GstVideoAggregator *base, GstBuffer **output) {
    GstFlowReturn result = swv_mixer_parent_class->create_output_buffer(base, output);
    if (result != GST_FLOW_ERROR) return result;
    GstAllocator *allocator = NULL;
    gst_aggregator_get_allocator((GstAggregator *)base, &allocator, NULL);
    swv_post_no_buffer(base, allocator, &base->info);
    return result;
}

/// Makes the output buffer: an input's memory where that is all there is to show, else one to write to.
GstFlowReturn swv_mixer_create_output_buffer(GstVideoAggregator *base, GstBuffer **output) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    GstSegment segment = swv_mixer_segment((GstAggregator *)base);
    position(self, &segment);
    sync_values(self, &segment, output_start(&segment));
    swv_settings_take(&self->instance.settings);
    self->has_failed = FALSE;
    gboolean is_covered = take_inputs(self);
    if (self->has_failed) return GST_FLOW_ERROR;
    GstBuffer **buffers = self->buffers;
    const SwvSettings *settings = &self->instance.settings;
    switch (d->shown(self->instance.effect, settings->snapshot, settings->snapshot_serial)) {
    case SWV_SHOWN_FIRST:
        if (buffers[0] != NULL) buffers[1] = NULL;
        break;
    case SWV_SHOWN_SECOND:
        if (buffers[1] != NULL && is_covered) buffers[0] = NULL;
        break;
    case SWV_SHOWN_BOTH:
        break;
    }
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] != NULL) self->inputs[i]->is_mixed = buffers[i] != NULL;
    self->is_forwarded = FALSE;
    *output = NULL;
    if (buffers[0] == NULL && buffers[1] == NULL) {
        GST_DEBUG_OBJECT(self, "no input has a frame");
        self->gap = output_start(&segment);
        return GST_FLOW_OK;
    }
    int shown = buffers[0] != NULL ? 0 : 1;
    gboolean is_alone = buffers[1 - shown] == NULL && (shown == 0 || is_covered);
    if (!is_alone || !can_forward(self, self->inputs[shown], buffers[shown]))
        return make_buffer(base, output);
    *output = gst_buffer_new();
    if (!gst_buffer_copy_into(*output, buffers[shown], GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_META, 0, (gsize)-1)) {
        // Memory that must not be shared and can't be copied.
        gst_clear_buffer(output);
        return make_buffer(base, output);
    }
    self->is_forwarded = TRUE;
    self->inputs[shown]->is_mixed = FALSE;
    // Else the buffer could go back to its pool, and its memory be written again.
    gst_buffer_add_parent_buffer_meta(*output, buffers[shown]);
    swv_mixer_take_properties(self, shown, *output);
    return GST_FLOW_OK;
}

static gboolean render(SwvVideoMixer *self, const GstVideoFrame *output, SwvError *error) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    const SwvFrame whole = swv_frame(&self->geometry, output);
    SwvFrame to;
    SwvInput frames[SWV_INPUTS], *inputs[SWV_INPUTS] = {NULL, NULL};
    error->missing_bytes = swv_rows_begin(&self->instance.output, &self->geometry, &whole, GST_MAP_WRITE, &to);
    for (int i = 0; i < SWV_INPUTS; i++) {
        if (self->buffers[i] == NULL) continue;
        GstVideoFrame *frame = gst_video_aggregator_pad_get_prepared_frame(&self->inputs[i]->parent.parent);
        if (frame == NULL) continue;
        const SwvMixerPad *pad = self->inputs[i];
        // A frame itself may be larger than caps say, by its meta.
        const GstVideoInfo *info = &pad->parent.parent.info;
        frames[i] = (SwvInput){
            swv_frame(&self->geometry, frame), GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info),
            pad->has_other_range};
        // What has been converted is in memory of GStreamer's.
        if (!pad->is_converted && error->missing_bytes == 0) {
            const SwvFrame from = frames[i].frame;
            error->missing_bytes =
                swv_rows_begin(&self->instance.inputs[i], &pad->geometry, &from, GST_MAP_READ, &frames[i].frame);
        }
        // A converted frame has lost its flags, and was not converted by fields; else these may have a row of chroma more.
        if (pad->is_interlaced && GST_VIDEO_INFO_HEIGHT(info) % 4 == 0) frames[i].frame.interlaced = TRUE;
        inputs[i] = &frames[i];
    }
    if (error->missing_bytes > 0) return FALSE;
    const SwvSettings *s = &self->instance.settings;
    if (!d->render(
            self->instance.effect, &to, inputs[0], inputs[1], &self->fitted, s->snapshot, s->snapshot_serial,
            &self->instance.bands, error))
        return FALSE;
    swv_rows_end(&self->geometry, &to, &whole);
    return TRUE;
}

GstFlowReturn swv_mixer_aggregate_frames(GstVideoAggregator *base, GstBuffer *buffer) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    if (self->has_failed) return GST_FLOW_ERROR;
    if (self->is_forwarded) return GST_FLOW_OK;
    swv_mixer_take_properties(self, self->buffers[0] != NULL ? 0 : 1, buffer);
    SwvError error = {""};
    GstVideoFrame output;
    SwvAccess access = swv_frame_map(&output, &base->info, &self->geometry, buffer, GST_MAP_WRITE);
    if (access != SWV_ACCESS_OK) {
        swv_post_output_access(self, access, buffer, &base->info);
        return GST_FLOW_ERROR;
    }
    gboolean result = render(self, &output, &error);
    gst_video_frame_unmap(&output);
    if (result) return GST_FLOW_OK;
    swv_post_error(self, &error, &base->info, GST_STREAM_ERROR_FAILED);
    return GST_FLOW_ERROR;
}

void swv_mixer_end_frame(SwvVideoMixer *self) {
    if (!self->is_mixing) return;
    self->is_mixing = FALSE;
    g_rec_mutex_unlock(&self->mixing);
}

GstFlowReturn swv_mixer_finish_buffer(GstAggregator *base, GstBuffer *buffer) {
    // Not while downstream is busy with the frame.
    swv_mixer_end_frame((SwvVideoMixer *)base);
    return GST_AGGREGATOR_CLASS(swv_mixer_parent_class)->finish_buffer(base, buffer);
}
