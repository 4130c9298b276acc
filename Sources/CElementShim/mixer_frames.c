// SPDX-License-Identifier: MIT
// How a mixer makes a frame.

#include "mixer.h"

static double pixel_aspect(const GstVideoInfo *info) {
    gint n = GST_VIDEO_INFO_PAR_N(info), d = GST_VIDEO_INFO_PAR_D(info);
    return n > 0 && d > 0 ? (double)n / d : 1;
}

/// Checks the inputs' frames. Returns FALSE, and posts an error, where one can't be had.
static gboolean check_inputs(SwvVideoMixer *self) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    const GstVideoInfo *output = &self->info;
    self->fitted = (SwvSize){GST_VIDEO_INFO_WIDTH(output), GST_VIDEO_INFO_HEIGHT(output), 0};
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        self->buffers[i] = NULL;
        if (pad == NULL || !TIMING(self)->shows(self->timing, pad->slot)) continue;
        if (!swv_mixer_pad_check(pad, (GstElement *)self, d, &self->buffers[i])) return FALSE;
        if (self->buffers[i] == NULL) continue;
        swv_mixer_pad_match(pad, output);
        if (i == 0) continue;
        const GstVideoInfo *info = &pad->held.info;
        SwvSize second = {GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), pixel_aspect(info)};
        self->fitted = d->fit(
            self->instance.effect, &second, pixel_aspect(output), GST_VIDEO_INFO_IS_INTERLACED(output),
            self->instance.settings.snapshot, self->instance.settings.snapshot_serial);
    }
    return TRUE;
}

/// Whether the second becomes as large as the output.
static gboolean is_covered(SwvVideoMixer *self) {
    return self->fitted.width == GST_VIDEO_INFO_WIDTH(&self->info) &&
        self->fitted.height == GST_VIDEO_INFO_HEIGHT(&self->info);
}

/// Whether a buffer can be the output: of its size and format, and laid out as downstream expects.
static gboolean can_forward(SwvVideoMixer *self, SwvMixerPad *pad, GstBuffer *buffer) {
    const GstVideoInfo *output = &self->info, *input = &pad->held.info;
    if (pad->is_converted || pad->has_other_range || GST_VIDEO_INFO_WIDTH(input) != GST_VIDEO_INFO_WIDTH(output) ||
        GST_VIDEO_INFO_HEIGHT(input) != GST_VIDEO_INFO_HEIGHT(output))
        return FALSE;
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta == NULL || self->takes_video_meta) return TRUE;
    for (guint i = 0; i < meta->n_planes; i++)
        if (meta->offset[i] != output->offset[i] || meta->stride[i] != output->stride[i]) return FALSE;
    return TRUE;
}

/// An output buffer to write to. Posts an error where there is none.
static GstFlowReturn make_buffer(SwvVideoMixer *self, GstBuffer **output) {
    GstAggregator *base = (GstAggregator *)self;
    GstBufferPool *pool = gst_aggregator_get_buffer_pool(base);
    GstFlowReturn result = GST_FLOW_ERROR;
    if (pool != NULL && (gst_buffer_pool_is_active(pool) || gst_buffer_pool_set_active(pool, TRUE)))
        result = gst_buffer_pool_acquire_buffer(pool, output, NULL);
    if (pool != NULL) gst_object_unref(pool);
    if (result != GST_FLOW_ERROR) return result;
    GstAllocator *allocator = NULL;
    gst_aggregator_get_allocator(base, &allocator, NULL);
    swv_post_no_buffer(self, allocator, &self->info);
    return result;
}

/// An input's memory as the output; NULL where that can't be.
static GstBuffer *forward(SwvVideoMixer *self, int input) {
    GstBuffer *from = self->buffers[input];
    if (!can_forward(self, self->inputs[input], from)) return NULL;
    GstBuffer *result = gst_buffer_new();
    if (!gst_buffer_copy_into(result, from, GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_META, 0, (gsize)-1)) {
        // Memory that must not be shared and can't be copied.
        gst_buffer_unref(result);
        return NULL;
    }
    // Else the buffer could go back to its pool, and its memory be written again.
    gst_buffer_add_parent_buffer_meta(result, from);
    swv_mixer_take_properties(self, input, TRUE, result);
    return result;
}

/// Maps the inputs' frames that are mixed. Returns FALSE, and posts an error, where one can't be.
static gboolean prepare(SwvVideoMixer *self, GstVideoFrame *frames) {
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->buffers[i] != NULL &&
            !swv_mixer_pad_prepare(self->inputs[i], self, &self->info, self->buffers[i], &frames[i]))
            return FALSE;
    return TRUE;
}

static gboolean render(SwvVideoMixer *self, const GstVideoFrame *prepared, const GstVideoFrame *output, SwvError *error) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    const SwvFrame whole = swv_frame(&self->geometry, output);
    SwvFrame to;
    SwvInput frames[SWV_INPUTS], *inputs[SWV_INPUTS] = {NULL, NULL};
    error->missing_bytes = swv_rows_begin(&self->instance.output, &self->geometry, &whole, GST_MAP_WRITE, &to);
    for (int i = 0; i < SWV_INPUTS; i++) {
        if (self->buffers[i] == NULL) continue;
        const SwvMixerPad *pad = self->inputs[i];
        // A frame itself may be larger than caps say, by its meta.
        const GstVideoInfo *info = &pad->held.info;
        frames[i] = (SwvInput){
            swv_frame(&self->geometry, &prepared[i]), GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info),
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

/// Writes the frame to a buffer. Posts an error where that can't be.
static gboolean write_frame(SwvVideoMixer *self, const GstVideoFrame *prepared, GstBuffer *buffer) {
    SwvError error = {""};
    GstVideoFrame output;
    SwvAccess access = swv_frame_map(&output, &self->info, &self->geometry, buffer, GST_MAP_WRITE);
    if (access != SWV_ACCESS_OK) {
        swv_post_output_access(self, access, buffer, &self->info);
        return FALSE;
    }
    gboolean result = render(self, prepared, &output, &error);
    gst_video_frame_unmap(&output);
    if (!result) swv_post_error(self, &error, &self->info, GST_STREAM_ERROR_FAILED);
    return result;
}

/// Mixes what is left of the inputs' frames.
static GstFlowReturn mix(SwvVideoMixer *self, GstBuffer **output) {
    GstVideoFrame prepared[SWV_INPUTS];
    memset(prepared, 0, sizeof(prepared));
    GstFlowReturn result = make_buffer(self, output);
    if (result == GST_FLOW_OK) {
        swv_mixer_take_properties(self, self->buffers[0] != NULL ? 0 : 1, FALSE, *output);
        if (!prepare(self, prepared) || !write_frame(self, prepared, *output)) {
            gst_clear_buffer(output);
            result = GST_FLOW_ERROR;
        }
    }
    for (int i = 0; i < SWV_INPUTS; i++)
        if (prepared[i].buffer != NULL) gst_video_frame_unmap(&prepared[i]);
    return result;
}

/// An input's memory, where that is all there is to show, else a mix.
GstFlowReturn swv_mixer_make_frame(SwvVideoMixer *self, GstBuffer **output) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    *output = NULL;
    if (!check_inputs(self)) return GST_FLOW_ERROR;
    GstBuffer **buffers = self->buffers;
    const gboolean covers = is_covered(self);
    const SwvSettings *settings = &self->instance.settings;
    switch (d->shown(self->instance.effect, settings->snapshot, settings->snapshot_serial)) {
    case SWV_SHOWN_FIRST:
        if (buffers[0] != NULL) buffers[1] = NULL;
        break;
    case SWV_SHOWN_SECOND:
        if (buffers[1] != NULL && covers) buffers[0] = NULL;
        break;
    case SWV_SHOWN_BOTH:
        break;
    }
    if (buffers[0] == NULL && buffers[1] == NULL) {
        GST_DEBUG_OBJECT(self, "no input has a frame");
        return GST_FLOW_OK;
    }
    const int shown = buffers[0] != NULL ? 0 : 1;
    if (buffers[1 - shown] == NULL && (shown == 0 || covers)) *output = forward(self, shown);
    return *output != NULL ? GST_FLOW_OK : mix(self, output);
}
