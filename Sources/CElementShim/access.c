// SPDX-License-Identifier: MIT
// Getting at the bytes of buffers. Memory may refuse to be mapped or copied, as that of devices does, and may map less than it
// says it has. GStreamer (1.22) does not look whether it could: gst_buffer_extract reads through a map that was refused, and
// a copy that was refused is NULL.

#include "private.h"

/// As many memories as a buffer has at most (gst_buffer_get_max_memory).
#define MAX_MEMORIES 16

/// The memories of a buffer while they are mapped for reading.
typedef struct {
    GstMemory *memories[MAX_MEMORIES]; ///< the buffer's, or copies of those that can be copied and not mapped
    GstMapInfo maps[MAX_MEMORIES];
    guint count;
    gsize size;
} Mapped;

static void unmap(Mapped *mapped) {
    while (mapped->count > 0) {
        mapped->count--;
        gst_memory_unmap(mapped->memories[mapped->count], &mapped->maps[mapped->count]);
        gst_memory_unref(mapped->memories[mapped->count]);
    }
}

/// Maps all memories of a buffer whole. Where one can't be, returns FALSE, and none is mapped.
static gboolean map(Mapped *mapped, GstBuffer *buffer) {
    const guint count = gst_buffer_n_memory(buffer);
    mapped->count = 0;
    mapped->size = 0;
    if (count > MAX_MEMORIES) return FALSE;
    for (guint i = 0; i < count; i++) {
        GstMemory *memory = gst_buffer_get_memory(buffer, i);
        GstMapInfo *info = &mapped->maps[i];
        const gsize size = gst_memory_get_sizes(memory, NULL, NULL);
        memory = gst_memory_make_mapped(memory, info, GST_MAP_READ);
        if (memory != NULL) mapped->memories[mapped->count++] = memory;
        if (memory == NULL || info->size < size || size > (gsize)G_MAXSSIZE - mapped->size) {
            unmap(mapped);
            return FALSE;
        }
        mapped->size += size;
    }
    return TRUE;
}

/// Whether all memories of a buffer can be mapped whole.
static gboolean can_map(GstBuffer *buffer, GstMapFlags flags) {
    gboolean result = TRUE;
    for (guint i = 0; result && i < gst_buffer_n_memory(buffer); i++) {
        GstMapInfo info;
        // As GStreamer maps frames: a copy, where the memory itself can't be mapped.
        GstMemory *memory = gst_memory_make_mapped(gst_buffer_get_memory(buffer, i), &info, flags & GST_MAP_READWRITE);
        result = memory != NULL;
        if (!result) continue;
        result = info.size >= gst_memory_get_sizes(memory, NULL, NULL);
        gst_memory_unmap(memory, &info);
        gst_memory_unref(memory);
    }
    return result;
}

/// The bytes of a buffer in memory of our own, in one piece.
static SwvAccess copy_bytes(GstBuffer *buffer, GstMemory **copy) {
    Mapped mapped;
    *copy = NULL;
    if (!map(&mapped, buffer)) return SWV_ACCESS_REFUSED;
    SwvAccess result = SWV_ACCESS_NO_MEMORY;
    GstMapInfo to;
    GstMemory *memory = gst_allocator_alloc(swv_allocator(), mapped.size, NULL);
    if (memory != NULL && gst_memory_map(memory, &to, GST_MAP_WRITE)) {
        guint8 *end = to.data;
        for (guint i = 0; i < mapped.count; i++) {
            // Not as much as was mapped, which may be more.
            gsize size = gst_memory_get_sizes(mapped.memories[i], NULL, NULL);
            size = MIN(size, (gsize)(to.data + to.size - end));
            memcpy(end, mapped.maps[i].data, size);
            end += size;
        }
        gst_memory_unmap(memory, &to);
        *copy = g_steal_pointer(&memory);
        result = SWV_ACCESS_OK;
    }
    if (memory != NULL) gst_memory_unref(memory);
    unmap(&mapped);
    return result;
}

/// A parent holds the memory that a buffer had, and may be waited for by its pool.
static gboolean drop_parent(GstBuffer *buffer, GstMeta **meta, gpointer data) {
    if ((*meta)->info->api == GST_PARENT_BUFFER_META_API_TYPE) *meta = NULL;
    return TRUE;
}

gboolean swv_map_copies(GstBuffer *buffer, GstMapFlags flags) {
    guint count = gst_buffer_n_memory(buffer);
    if (count > 1 && gst_buffer_get_video_meta(buffer) == NULL) return TRUE;
    return (flags & GST_MAP_WRITE) && count > 0 && !gst_buffer_is_all_memory_writable(buffer);
}

SwvAccess swv_buffer_copy(GstBuffer *buffer, GstBuffer **copy) {
    GstMemory *memory;
    *copy = NULL;
    SwvAccess result = copy_bytes(buffer, &memory);
    if (result != SWV_ACCESS_OK) return result;
    *copy = gst_buffer_new();
    gst_buffer_append_memory(*copy, memory);
    // Without the memories, which may refuse to be copied or shared. That leaves out metas that describe memory, but offsets in
    // the buffer stay what they are.
    gst_buffer_copy_into(
        *copy, buffer, GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS | GST_BUFFER_COPY_META, 0, (gsize)-1);
    GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta != NULL && gst_buffer_get_video_meta(*copy) == NULL) {
        GstVideoMeta *added = gst_buffer_add_video_meta_full(
            *copy, meta->flags, meta->format, meta->width, meta->height, meta->n_planes, meta->offset, meta->stride);
        added->id = meta->id;
        // Not by gst_video_meta_set_alignment, which warns of a format that it does not know.
        added->alignment = meta->alignment;
    }
    gst_buffer_foreach_meta(*copy, drop_parent, NULL);
    return result;
}

SwvAccess swv_buffer_own(GstBuffer *buffer) {
    GstMemory *memory;
    SwvAccess result = copy_bytes(buffer, &memory);
    if (result != SWV_ACCESS_OK) return result;
    gst_buffer_replace_all_memory(buffer, memory);
    gst_buffer_foreach_meta(buffer, drop_parent, NULL);
    return result;
}

SwvAccess swv_frame_map(
    GstVideoFrame *frame, const GstVideoInfo *info, const SwvGeometry *geometry, GstBuffer *buffer, GstMapFlags flags) {
    if (!swv_meta_fits(info, buffer)) return SWV_ACCESS_UNSOUND;
    gboolean is_mapped = FALSE;
    // A map may fail once, as where a device was busy.
    for (int i = 0; i < 2 && !is_mapped && (i == 0 || can_map(buffer, flags)); i++) {
        // Zeroed, since GStreamer fills in only as many maps as it makes, and swv_frame_fits looks through them.
        memset(frame, 0, sizeof(*frame));
        is_mapped = gst_video_frame_map(frame, info, buffer, flags | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
    }
    if (is_mapped && swv_frame_fits(geometry, frame)) return SWV_ACCESS_OK;
    if (is_mapped) gst_video_frame_unmap(frame);
    // Whose fault it is: the memory's, or that of who announced a frame in it.
    return can_map(buffer, flags) ? SWV_ACCESS_UNSOUND : SWV_ACCESS_REFUSED;
}

/// The kind of a buffer's memory, as its allocator calls it.
static const char *memory_type(GstBuffer *buffer) {
    if (gst_buffer_n_memory(buffer) == 0) return "none";
    const GstAllocator *allocator = gst_buffer_peek_memory(buffer, 0)->allocator;
    return allocator != NULL && allocator->mem_type != NULL ? allocator->mem_type : "unknown";
}

void swv_post_access(gpointer element, SwvAccess access, GstBuffer *buffer, const GstVideoInfo *info) {
    if (access == SWV_ACCESS_NO_MEMORY) {
        swv_post_no_memory(element, gst_buffer_get_size(buffer), info);
        return;
    }
    GST_ELEMENT_ERROR(
        element, RESOURCE, READ,
        ("The memory of a frame of %dx%d %s could not be mapped or copied. Put an element before this one that brings frames "
         "to system memory, such as gldownload or vapostproc, or let the source make system memory.",
            GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info)),
        ("%u memories, the first of type %s", gst_buffer_n_memory(buffer), memory_type(buffer)));
}

void swv_post_output_access(gpointer element, SwvAccess access, GstBuffer *buffer, const GstVideoInfo *info) {
    GST_ELEMENT_ERROR(
        element, RESOURCE, WRITE,
        ("Memory that comes from downstream for a frame of %dx%d %s %s. Put an element after this one that takes system memory, "
         "such as glupload or videoconvert.",
            GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), GST_VIDEO_INFO_NAME(info),
            access == SWV_ACCESS_UNSOUND ? "does not hold it" : "could not be mapped"),
        ("%u memories, the first of type %s", gst_buffer_n_memory(buffer), memory_type(buffer)));
}
