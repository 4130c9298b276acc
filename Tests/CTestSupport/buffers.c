// SPDX-License-Identifier: MIT
#include "CTestSupport.h"

GstBuffer *tst_buffer(const void *bytes, size_t size) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
    gst_buffer_fill(buffer, 0, bytes, size);
    return buffer;
}

GstBuffer *tst_buffer_in_parts(const void *bytes, size_t size, int count) {
    GstBuffer *buffer = gst_buffer_new();
    for (int i = 0; i < count; i++) {
        size_t start = size * (size_t)i / (size_t)count, end = size * (size_t)(i + 1) / (size_t)count;
        GstMemory *memory = gst_allocator_alloc(NULL, end - start, NULL);
        gst_buffer_append_memory(buffer, memory);
    }
    gst_buffer_fill(buffer, 0, bytes, size);
    return buffer;
}

void tst_add_video_meta(
    GstBuffer *buffer, GstVideoFormat format, unsigned width, unsigned height, unsigned planes, const size_t *offsets,
    const int *strides) {
    gsize offset[GST_VIDEO_MAX_PLANES] = {0};
    gint stride[GST_VIDEO_MAX_PLANES] = {0};
    for (unsigned i = 0; i < planes; i++) {
        offset[i] = offsets[i];
        stride[i] = strides[i];
    }
    gst_buffer_add_video_meta_full(
        buffer, GST_VIDEO_FRAME_FLAG_NONE, format, width, height, planes, offset, stride);
}

// A mixer hands buffers from thread to thread under locks of GStreamer's that ThreadSanitizer does not see; these would be
// what it does not see done before.
__attribute__((no_sanitize("thread")))
void tst_set_times(GstBuffer *buffer, uint64_t pts, uint64_t dts, uint64_t duration, uint64_t offset) {
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DTS(buffer) = dts;
    GST_BUFFER_DURATION(buffer) = duration;
    GST_BUFFER_OFFSET(buffer) = offset;
}

uint64_t tst_pts(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
uint64_t tst_dts(GstBuffer *buffer) { return GST_BUFFER_DTS(buffer); }
uint64_t tst_duration(GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }
uint64_t tst_offset(GstBuffer *buffer) { return GST_BUFFER_OFFSET(buffer); }
// Whether memory is tagged is GStreamer's own affair.
__attribute__((no_sanitize("thread")))
unsigned tst_flags(GstBuffer *buffer) { return GST_BUFFER_FLAGS(buffer) & ~(unsigned)GST_BUFFER_FLAG_TAG_MEMORY; }
__attribute__((no_sanitize("thread")))
void tst_set_flags(GstBuffer *buffer, unsigned flags) { GST_BUFFER_FLAG_SET(buffer, flags); }
const void *tst_memory(GstBuffer *buffer) { return gst_buffer_peek_memory(buffer, 0); }
bool tst_is_writable(GstBuffer *buffer) { return gst_buffer_is_writable(buffer); }

typedef struct {
    GstMeta meta;
    int value;
} TaggedMeta;

static GType tagged_api(void) {
    static gsize type;
    static const gchar *tags[] = {"video", NULL};
    if (g_once_init_enter(&type)) g_once_init_leave(&type, gst_meta_api_type_register("TstTaggedMetaAPI", tags));
    return type;
}

__attribute__((no_sanitize("thread")))
static gboolean tagged_init(GstMeta *meta, gpointer params, GstBuffer *buffer) {
    ((TaggedMeta *)meta)->value = 0;
    return TRUE;
}

__attribute__((no_sanitize("thread")))
static gboolean tagged_transform(GstBuffer *to, GstMeta *meta, GstBuffer *from, GQuark type, gpointer data) {
    tst_add_tagged_meta(to, ((TaggedMeta *)meta)->value);
    return TRUE;
}

static const GstMetaInfo *tagged_info(void) {
    static gsize info;
    if (g_once_init_enter(&info))
        g_once_init_leave(
            &info, (gsize)gst_meta_register(
                       tagged_api(), "TstTaggedMeta", sizeof(TaggedMeta), tagged_init, NULL, tagged_transform));
    return (const GstMetaInfo *)info;
}

__attribute__((no_sanitize("thread")))
void tst_add_tagged_meta(GstBuffer *buffer, int value) {
    TaggedMeta *meta = (TaggedMeta *)gst_buffer_add_meta(buffer, tagged_info(), NULL);
    meta->value = value;
}

__attribute__((no_sanitize("thread")))
int tst_tagged_meta(GstBuffer *buffer) {
    TaggedMeta *meta = (TaggedMeta *)gst_buffer_get_meta(buffer, tagged_api());
    return meta != NULL ? meta->value : -1;
}

void tst_add_video_metas(GstBuffer *buffer, unsigned x, unsigned frames) {
    gst_buffer_add_video_region_of_interest_meta(buffer, "face", x, 2, 3, 4);
    gst_buffer_add_video_time_code_meta_full(
        buffer, 25, 1, NULL, GST_VIDEO_TIME_CODE_FLAGS_NONE, 1, 2, 3, frames, 0);
}

int tst_roi_x(GstBuffer *buffer) {
    GstVideoRegionOfInterestMeta *meta = gst_buffer_get_video_region_of_interest_meta(buffer);
    return meta != NULL ? (int)meta->x : -1;
}

bool tst_regions(GstBuffer *buffer, unsigned *numbers) {
    GstVideoRegionOfInterestMeta *roi = gst_buffer_get_video_region_of_interest_meta(buffer);
    GstVideoCropMeta *crop = gst_buffer_get_video_crop_meta(buffer);
    if (roi == NULL || crop == NULL) return false;
    const unsigned found[] = {roi->x, roi->y, roi->w, roi->h, crop->x, crop->y, crop->width, crop->height};
    memcpy(numbers, found, sizeof found);
    return true;
}

int tst_timecode_frames(GstBuffer *buffer) {
    GstVideoTimeCodeMeta *meta = gst_buffer_get_video_time_code_meta(buffer);
    return meta != NULL ? (int)meta->tc.frames : -1;
}

int tst_meta_count(GstBuffer *buffer) {
    gpointer state = NULL;
    int count = 0;
    while (gst_buffer_iterate_meta(buffer, &state) != NULL) count++;
    return count;
}

GstVideoFormat tst_format(const char *name) { return gst_video_format_from_string(name); }

bool tst_video_info(GstVideoInfo *info, const char *text) {
    GstCaps *caps = gst_caps_from_string(text);
    bool result = caps != NULL && gst_video_info_from_caps(info, caps);
    if (caps != NULL) gst_caps_unref(caps);
    return result;
}
