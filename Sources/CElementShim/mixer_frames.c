// SPDX-License-Identifier: MIT
// How a mixer makes a frame.

#include "mixer.h"

static double pixel_aspect(const GstVideoInfo *info) {
    gint n = GST_VIDEO_INFO_PAR_N(info), d = GST_VIDEO_INFO_PAR_D(info);
    return n > 0 && d > 0 ? (double)n / d : 1;
}

/// Checks the inputs' frames. Returns FALSE, and posts an error, where one can't be had.
static gboolean check_inputs(SwvVideoMixer *self) {
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        self->buffers[i] = NULL;
        if (pad == NULL || !TIMING(self)->shows(self->timing, pad->slot)) continue;
        if (!swv_mixer_pad_check(pad, (GstElement *)self, DESCRIPTOR(self), &self->buffers[i])) return FALSE;
        if (self->buffers[i] != NULL) swv_mixer_pad_match(pad, &self->info);
    }
    return TRUE;
}

/// Finds where the inputs' frames lie, and lets go of those that are not seen. Returns the only one that is, if it fills the output as
/// it came; else -1.
static int arrange(SwvVideoMixer *self) {
    const SwvSettings *settings = &self->instance.settings;
    SwvMixerInput inputs[SWV_INPUTS];
    memset(inputs, 0, sizeof(inputs));
    int count = 0;
    for (; count < SWV_INPUTS && self->inputs[count] != NULL; count++) {
        const SwvMixerPad *pad = self->inputs[count];
        if (pad->settings != NULL) {
            inputs[count].values = pad->settings->snapshot;
            inputs[count].serial = ((guint64)pad->unique << 32) + pad->settings->snapshot_serial;
        }
        if (self->buffers[count] == NULL) continue;
        const GstVideoInfo *info = &pad->held.info;
        inputs[count].size = (SwvSize){GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), pixel_aspect(info)};
        inputs[count].has_alpha = GST_VIDEO_INFO_HAS_ALPHA(info);
    }
    if (count == 0) return -1;
    const int alone = DESCRIPTOR(self)->arrange(
        self->instance.effect, inputs, count, pixel_aspect(&self->info), GST_VIDEO_INFO_IS_INTERLACED(&self->info),
        settings->snapshot, settings->snapshot_serial, self->places);
    for (int i = 0; i < count; i++)
        if (!self->places[i].is_seen) self->buffers[i] = NULL;
    return alone;
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
    SwvInput frames[SWV_INPUTS];
    const SwvInput *inputs[SWV_INPUTS] = {NULL};
    int count = 0;
    error->missing_bytes = swv_rows_begin(&self->instance.output, &self->geometry, &whole, GST_MAP_WRITE, &to);
    for (; count < SWV_INPUTS && self->inputs[count] != NULL; count++) {
        if (self->buffers[count] == NULL) continue;
        SwvMixerPad *pad = self->inputs[count];
        SwvInput *input = &frames[count];
        // A frame itself may be larger than caps say, by its meta.
        const GstVideoInfo *info = &pad->held.info;
        *input = (SwvInput){
            swv_frame(&self->geometry, &prepared[count]), GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info),
            pad->has_other_range};
        // What has been converted is in memory of GStreamer's.
        if (!pad->is_converted && error->missing_bytes == 0) {
            const SwvFrame from = input->frame;
            error->missing_bytes = swv_rows_begin(&pad->rows, &pad->geometry, &from, GST_MAP_READ, &input->frame);
        }
        // A converted frame has lost its flags, and was not converted by fields; else these may have a row of chroma more.
        if (pad->is_interlaced && GST_VIDEO_INFO_HEIGHT(info) % 4 == 0) input->frame.interlaced = TRUE;
        inputs[count] = input;
    }
    if (error->missing_bytes > 0) return FALSE;
    const SwvSettings *s = &self->instance.settings;
    if (!d->render(
            self->instance.effect, &to, inputs, count, self->places, s->snapshot, s->snapshot_serial,
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

/// The lowest input that is seen; -1: none is.
static int first_seen(SwvVideoMixer *self) {
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->buffers[i] != NULL) return i;
    return -1;
}

/// Mixes what is left of the inputs' frames.
static GstFlowReturn mix(SwvVideoMixer *self, GstBuffer **output) {
    GstVideoFrame prepared[SWV_INPUTS];
    for (int i = 0; i < SWV_INPUTS; i++) prepared[i].buffer = NULL;
    GstFlowReturn result = make_buffer(self, output);
    if (result == GST_FLOW_OK) {
        swv_mixer_take_properties(self, first_seen(self), FALSE, *output);
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
    *output = NULL;
    if (!check_inputs(self)) return GST_FLOW_ERROR;
    const int alone = arrange(self);
    if (first_seen(self) < 0) {
        GST_DEBUG_OBJECT(self, "no input has a frame");
        return GST_FLOW_OK;
    }
    if (alone >= 0) *output = forward(self, alone);
    return *output != NULL ? GST_FLOW_OK : mix(self, output);
}
