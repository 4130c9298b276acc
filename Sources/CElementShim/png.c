// SPDX-License-Identifier: MIT
// Whether a PNG is all there. pngdec (1.22) hands on a frame of which it has written nothing where the data is damaged, and never
// frees the frame of one that ends too soon.

#include "private.h"

#include <gio/gio.h>

static guint32 read32(const guint8 *bytes) {
    return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/// The sum of a chunk's type and data. Source: PNG (third edition), annex D.
static guint32 checksum(const guint8 *bytes, gsize size) {
    static guint32 table[256];
    static gsize is_made = 0;
    if (g_once_init_enter(&is_made)) {
        for (guint32 n = 0; n < 256; n++) {
            guint32 c = n;
            for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
            table[n] = c;
        }
        g_once_init_leave(&is_made, 1);
    }
    guint32 c = 0xffffffffu;
    for (gsize i = 0; i < size; i++) c = table[(c ^ bytes[i]) & 0xff] ^ c >> 8;
    return ~c;
}

/// Rows of pixels as they are in the data, each after a byte that says how it is filtered. Of an interlaced image there are seven
/// passes.
typedef struct {
    guint32 width, height;
    guint bits; ///< of a pixel
    gboolean is_interlaced;
    int pass;
    guint32 rows;    ///< of the pass, that remain
    gsize row_bytes; ///< of the pass
    gsize remaining; ///< of the row
    gboolean is_wrong;
} Rows;

/// Goes on to the next pass that has pixels.
static void begin_pass(Rows *rows) {
    static const guint8 first[2][7] = {{0, 4, 0, 2, 0, 1, 0}, {0, 0, 4, 0, 2, 0, 1}};
    static const guint8 step[2][7] = {{8, 8, 4, 4, 2, 2, 1}, {8, 8, 8, 4, 4, 2, 2}};
    while (rows->rows == 0 && ++rows->pass < (rows->is_interlaced ? 7 : 1)) {
        const int p = rows->is_interlaced ? rows->pass : 6;
        const guint32 x = rows->is_interlaced ? first[0][p] : 0, y = rows->is_interlaced ? first[1][p] : 0;
        const guint32 dx = rows->is_interlaced ? step[0][p] : 1, dy = rows->is_interlaced ? step[1][p] : 1;
        if (rows->width <= x || rows->height <= y) continue;
        rows->rows = (rows->height - y + dy - 1) / dy;
        rows->row_bytes = ((gsize)((rows->width - x + dx - 1) / dx) * rows->bits + 7) / 8;
    }
}

static void take_bytes(Rows *rows, const guint8 *bytes, gsize count) {
    while (count > 0 && rows->rows > 0) {
        if (rows->remaining == 0) {
            if (*bytes > 4) rows->is_wrong = TRUE;
            rows->remaining = rows->row_bytes + 1;
        }
        const gsize part = MIN(count, rows->remaining);
        bytes += part;
        count -= part;
        rows->remaining -= part;
        if (rows->remaining == 0 && --rows->rows == 0) begin_pass(rows);
    }
}

/// Finds how rows lie in the data of an image. Returns FALSE where there is no such image.
static gboolean find_rows(Rows *rows, const guint8 *header, guint32 greatest_side) {
    static const guint8 channels[] = {1, 0, 3, 1, 2, 0, 4};
    const guint8 depth = header[8], type = header[9];
    *rows = (Rows){.width = read32(header), .height = read32(header + 4), .is_interlaced = header[12] == 1, .pass = -1};
    if (rows->width < 1 || rows->width > greatest_side || rows->height < 1 || rows->height > greatest_side) return FALSE;
    if (depth > 16 || (depth & (depth - 1)) != 0 || type >= sizeof(channels)) return FALSE;
    rows->bits = (guint)depth * channels[type];
    if (rows->bits == 0) return FALSE;
    begin_pass(rows);
    return TRUE;
}

/// Inflates a part of the data. Returns FALSE where it is damaged.
static gboolean inflate_part(GConverter *inflater, Rows *rows, const guint8 *bytes, gsize size, gboolean *is_over) {
    guint8 out[4096];
    while (size > 0 && !*is_over) {
        gsize read = 0, written = 0;
        GError *error = NULL;
        const GConverterResult result =
            g_converter_convert(inflater, bytes, size, out, sizeof(out), G_CONVERTER_NO_FLAGS, &read, &written, &error);
        // The rest of it is in the next part.
        const gboolean needs_more = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
        g_clear_error(&error);
        if (needs_more) return TRUE;
        if (result == G_CONVERTER_ERROR) return FALSE;
        take_bytes(rows, out, written);
        bytes += read;
        size -= read;
        *is_over = result == G_CONVERTER_FINISHED;
    }
    return TRUE;
}

gboolean swv_png_is_whole(const guint8 *bytes, gsize size, guint32 greatest_side) {
    Rows rows;
    if (size < 33 || memcmp(bytes + 12, "IHDR", 4) != 0 || !find_rows(&rows, bytes + 16, greatest_side)) return FALSE;
    GConverter *inflater = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
    gboolean is_over = FALSE, has_end = FALSE, is_sound = TRUE;
    // A chunk has its length, its type, so many bytes, and a sum.
    for (gsize at = 8; is_sound && !has_end && size - at >= 12;) {
        const gsize length = read32(bytes + at);
        const guint8 *type = bytes + at + 4;
        is_sound = length <= size - at - 12 && checksum(type, length + 4) == read32(type + 4 + length);
        if (is_sound && memcmp(type, "IDAT", 4) == 0)
            is_sound = inflate_part(inflater, &rows, type + 4, length, &is_over);
        has_end = memcmp(type, "IEND", 4) == 0;
        at += 12 + length;
    }
    g_object_unref(inflater);
    return is_sound && has_end && rows.rows == 0 && !rows.is_wrong;
}
