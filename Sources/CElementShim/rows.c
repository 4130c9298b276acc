// SPDX-License-Identifier: MIT
// Rows at multiples of the size of samples, as effects need them, of frames that have them elsewhere. Such frames are rare:
// they are copied there and back.

#include "CMemory.h"
#include "private.h"

#include <stdlib.h>

/// A multiple of any sample's size, and of a cache line.
#define ALIGNMENT 64

static gint64 row_count(const SwvGeometry *g, const SwvFrame *frame, int plane) {
    return frame->interlaced ? g->interlaced_rows[plane] : g->rows[plane];
}

static gint64 aligned_stride(const SwvGeometry *g, int plane) {
    return (g->row_bytes[plane] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static gboolean is_aligned(const SwvGeometry *g, const SwvFrame *frame) {
    for (int i = 0; i < g->plane_count; i++)
        if (((guintptr)frame->data[i] | (guintptr)frame->stride[i]) % (guintptr)g->sample_bytes != 0) return FALSE;
    return TRUE;
}

/// Copies what effects read and write of each row.
static void copy_rows(const SwvGeometry *g, const SwvFrame *to, const SwvFrame *from) {
    for (int i = 0; i < g->plane_count; i++) {
        guint8 *target = to->data[i];
        const guint8 *source = from->data[i];
        for (gint64 row = row_count(g, from, i); row > 0; row--) {
            memcpy(target, source, (size_t)g->row_bytes[i]);
            target += to->stride[i];
            source += from->stride[i];
        }
    }
}

/// Makes room for as many bytes, whose old contents may go. Returns FALSE where there is no memory.
static gboolean reserve(SwvRows *rows, gsize size) {
    if (size <= rows->size) return TRUE;
    swv_rows_clear(rows);
    rows->data = swv_memory_take(size, ALIGNMENT);
    if (rows->data == NULL) return FALSE;
    rows->size = size;
    return TRUE;
}

guint64 swv_rows_begin(SwvRows *rows, const SwvGeometry *g, const SwvFrame *from, GstMapFlags flags, SwvFrame *frame) {
    *frame = *from;
    if (is_aligned(g, from)) return 0;
    gsize offsets[SWV_MAX_PLANES] = {0}, size = 0;
    for (int i = 0; i < g->plane_count; i++) {
        offsets[i] = size;
        size += (gsize)(row_count(g, from, i) * aligned_stride(g, i));
    }
    if (!reserve(rows, size)) return size;
    for (int i = 0; i < SWV_MAX_PLANES; i++) {
        int plane = i < g->plane_count ? i : 0;
        frame->data[i] = rows->data + offsets[plane];
        frame->stride[i] = aligned_stride(g, plane);
    }
    if (flags & GST_MAP_READ) copy_rows(g, frame, from);
    return 0;
}

void swv_rows_end(const SwvGeometry *g, const SwvFrame *frame, const SwvFrame *to) {
    if (frame->data[0] != to->data[0]) copy_rows(g, to, frame);
}

void swv_rows_clear(SwvRows *rows) {
    free(rows->data);
    *rows = (SwvRows){NULL, 0};
}
