// SPDX-License-Identifier: MIT
// How a mixer makes a frame.

#include "mixer.h"

static double pixel_aspect(const GstVideoInfo *info) {
    gint n = GST_VIDEO_INFO_PAR_N(info), d = GST_VIDEO_INFO_PAR_D(info);
    return n > 0 && d > 0 ? (double)n / d : 1;
}

/// Finds where frames of inputs lie, if they have one that can be shown. Returns the only one that is seen, if it fills the output as it
/// came; else -1.
static int arrange(SwvVideoMixer *self, const gboolean *have_frames) {
    const SwvSettings *settings = &self->instance.settings;
    SwvMixerInput inputs[SWV_INPUTS];
    memset(inputs, 0, sizeof(inputs));
    int count = 0;
    for (; count < SWV_INPUTS && self->inputs[count] != NULL; count++) {
        const SwvMixerPad *pad = self->inputs[count];
        self->places[count].is_seen = FALSE;
        if (pad->settings != NULL) {
            inputs[count].values = pad->settings->snapshot;
            inputs[count].serial = ((guint64)pad->unique << 32) + pad->settings->snapshot_serial;
        }
        if (!have_frames[count]) continue;
        const GstVideoInfo *info = &pad->held.info;
        inputs[count].size = (SwvSize){GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), pixel_aspect(info)};
        inputs[count].has_alpha = GST_VIDEO_INFO_HAS_ALPHA(info);
    }
    if (count == 0) return -1;
    return DESCRIPTOR(self)->arrange(
        self->instance.effect, inputs, count, pixel_aspect(&self->info), GST_VIDEO_INFO_IS_INTERLACED(&self->info),
        settings->snapshot, settings->snapshot_serial, self->places);
}

/// Tells other threads where inputs are seen.
static void publish(SwvVideoMixer *self) {
    g_mutex_lock(&self->lock);
    self->shown_count = 0;
    for (int i = 0; i < SWV_INPUTS && self->inputs[i] != NULL; i++) {
        const SwvMixerPad *pad = self->inputs[i];
        const GstVideoInfo *info = &pad->held.info;
        if (self->buffers[i] != NULL)
            self->shown[self->shown_count++] = (SwvShown){
                pad->unique, GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), self->places[i]};
    }
    g_mutex_unlock(&self->lock);
}

/// Finds the inputs' frames that are seen, and checks them; what they hide is not even looked at. `alone` is the only one that is, if it
/// fills the output as it came; else -1. Returns FALSE, and posts an error, where one can't be had.
static gboolean find_frames(SwvVideoMixer *self, int *alone) {
    gboolean have_frames[SWV_INPUTS] = {FALSE}, has_changed = TRUE;
    for (int i = 0; i < SWV_INPUTS; i++) {
        SwvMixerPad *pad = self->inputs[i];
        self->buffers[i] = NULL;
        if (pad == NULL || !TIMING(self)->shows(self->timing, pad->slot) || pad->held.buffer == NULL) continue;
        have_frames[i] = GST_VIDEO_INFO_FORMAT(&pad->held.info) != GST_VIDEO_FORMAT_UNKNOWN;
        if (!have_frames[i]) swv_mixer_pad_warn_of_caps(pad, (GstElement *)self);
        // One that has not followed the others is left out meanwhile: rows are not mixed with fields.
        if (GST_VIDEO_INFO_INTERLACE_MODE(&pad->held.info) != GST_VIDEO_INFO_INTERLACE_MODE(&self->info)) have_frames[i] = FALSE;
    }
    // One that turns out to be none hides nothing.
    while (has_changed) {
        has_changed = FALSE;
        *alone = arrange(self, have_frames);
        for (int i = 0; i < SWV_INPUTS && self->inputs[i] != NULL; i++) {
            if (!self->places[i].is_seen || self->buffers[i] != NULL) continue;
            if (!swv_mixer_pad_check(self->inputs[i], (GstElement *)self, DESCRIPTOR(self), &self->buffers[i])) return FALSE;
            have_frames[i] = self->buffers[i] != NULL;
            has_changed |= !have_frames[i];
        }
    }
    for (int i = 0; i < SWV_INPUTS; i++)
        if (self->inputs[i] == NULL || !self->places[i].is_seen) self->buffers[i] = NULL;
    publish(self);
    return TRUE;
}

/// Whether codes of an input mean the same as those of the output. R'G'B' has no matrix.
static gboolean has_same_codes(const SwvMixerPad *pad, const GstVideoInfo *output) {
    const GstVideoInfo *input = &pad->held.info;
    const SwvVideoInfo to = swv_video_info(output), *from = &pad->video;
    if (GST_VIDEO_INFO_FORMAT(input) != GST_VIDEO_INFO_FORMAT(output)) return FALSE;
    if (GST_VIDEO_INFO_IS_YUV(output) && (from->kr != to.kr || from->kb != to.kb)) return FALSE;
    if (from->knows_chroma_site && to.knows_chroma_site &&
        (from->chroma_is_left != to.chroma_is_left || from->chroma_is_top != to.chroma_is_top))
        return FALSE;
    return from->luma_offset == to.luma_offset && from->luma_scale == to.luma_scale;
}

/// Whether a buffer can be the output: of its size and format, and laid out as downstream expects.
static gboolean can_forward(SwvVideoMixer *self, SwvMixerPad *pad, GstBuffer *buffer) {
    const GstVideoInfo *output = &self->info, *input = &pad->held.info;
    if (!has_same_codes(pad, output) || GST_VIDEO_INFO_WIDTH(input) != GST_VIDEO_INFO_WIDTH(output) ||
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
    if (result == GST_FLOW_OK && (*output == NULL || !gst_buffer_is_writable(*output))) {
        gst_clear_buffer(output);
        result = GST_FLOW_ERROR;
    }
    // Where nothing flushes all would stop without a word. Of a state change downstream its pool knows first.
    const gboolean is_flushing =
        result == GST_FLOW_FLUSHING && (GST_PAD_IS_FLUSHING(base->srcpad) || GST_BUFFER_POOL_IS_FLUSHING(pool));
    if (pool != NULL) gst_object_unref(pool);
    if (result == GST_FLOW_OK || is_flushing) return result;
    GstAllocator *allocator = NULL;
    gst_aggregator_get_allocator(base, &allocator, NULL);
    if (allocator != swv_allocator())
        GST_ELEMENT_ERROR(
            self, RESOURCE, FAILED,
            ("The buffer pool that comes from downstream has no buffer. Put videoconvert after this element."),
            ("flow return is %s", gst_flow_get_name(result)));
    swv_post_no_buffer(self, allocator, &self->info);
    // Others may mean something else to the parent class.
    return GST_FLOW_ERROR;
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
            !swv_mixer_pad_map(self->inputs[i], self, self->buffers[i], &frames[i]))
            return FALSE;
    return TRUE;
}

static gboolean render(SwvVideoMixer *self, const GstVideoFrame *prepared, const GstVideoFrame *output, SwvError *error) {
    const SwvVideoMixerDescriptor *d = DESCRIPTOR(self);
    SwvFrame whole = swv_frame(&self->geometry, output);
    whole.time = swv_stream_time(&self->segment, (guint64)self->times.pts);
    whole.unclipped_time = swv_unclipped_time(&self->segment, (guint64)self->times.pts);
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
        *input = (SwvInput){
            swv_frame(&pad->geometry, &prepared[count]), &pad->video, ((guint64)pad->unique << 32) + pad->video_serial};
        if (error->missing_bytes == 0) {
            const SwvFrame from = input->frame;
            error->missing_bytes = swv_rows_begin(&pad->rows, &pad->geometry, &from, GST_MAP_READ, &input->frame);
        }
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

/// Continues chroma to the rows that interlaced frames have more, so that nothing is left in them of what was in memory before.
static void fill_padding(const SwvGeometry *g, const GstVideoFrame *frame) {
    if (!GST_VIDEO_INFO_IS_INTERLACED(&frame->info) || GST_VIDEO_FRAME_IS_INTERLACED(frame)) return;
    for (int i = 0; i < g->plane_count; i++)
        for (gint64 row = g->rows[i]; row < g->interlaced_rows[i]; row++) {
            const gssize stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, i);
            guint8 *to = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, i) + row * stride;
            const GstMapInfo *map = &frame->map[frame->meta != NULL ? i : 0];
            // Memory of others may end before.
            if (to < map->data || to + g->row_bytes[i] > map->data + map->size) continue;
            memcpy(to, to - stride, (size_t)g->row_bytes[i]);
        }
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
    fill_padding(&self->geometry, &output);
    gst_video_frame_unmap(&output);
    if (!result) swv_post_error(self, &error, &self->info, GST_STREAM_ERROR_FAILED);
    else if (error.message[0] != 0) GST_ELEMENT_WARNING(self, STREAM, FAILED, ("%s", error.message), (NULL));
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
    int alone;
    if (!find_frames(self, &alone)) return GST_FLOW_ERROR;
    if (first_seen(self) < 0) {
        GST_DEBUG_OBJECT(self, "no input has a frame");
        return GST_FLOW_OK;
    }
    if (alone >= 0) *output = forward(self, alone);
    return *output != NULL ? GST_FLOW_OK : mix(self, output);
}
